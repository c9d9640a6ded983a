"""Code in colour: class names for the style sheets of all outputs, never colours."""

from html import escape

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, _TokenType
from pygments.util import ClassNotFound

from generator.document import CodeBlock

_CLASSES: tuple[tuple[_TokenType, str], ...] = (
    (Comment, "c"),
    (Keyword, "k"),
    (String, "s"),
    (Number, "n"),
    (Name.Function, "f"),
    (Name.Class, "f"),
    (Name.Builtin, "b"),
    (Name.Decorator, "b"),
    (Operator.Word, "k"),
    (Operator, "o"),
    (Punctuation, "o"),
)
"""The few kinds of token that get a look of their own, first match wins; `templates/shared/code.css` has the colours."""


def highlighted(block: CodeBlock) -> str:
    """Return a block of code as `<pre><code>` with a `<span>` a token that has a look of its own.

    An unknown language is set plain.
    """
    language = f' class="language-{escape(block.language, quote=True)}"' if block.language else ""
    return f'<pre tabindex="0"><code{language}>{_spans(block)}</code></pre>'


def _spans(block: CodeBlock) -> str:
    try:
        lexer = get_lexer_by_name(block.language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return escape(block.text)
    return "".join(_span(kind, text) for kind, text in lexer.get_tokens(block.text))


def _span(kind: _TokenType, text: str) -> str:
    for parent, name in _CLASSES:
        if kind in parent:  # type: ignore[comparison-overlap]  # a token type holds its subtypes
            return f'<span class="{name}">{escape(text)}</span>'
    return escape(text)
