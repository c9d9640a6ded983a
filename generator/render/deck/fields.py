"""Text as the HTML of an Anki field: formulas stay LaTeX for Anki's own MathJax, commands to Anki are defused."""

import re
from html import escape

from generator.document import Citation, CodeBlock, CrossReference, Image, KeyWord
from generator.model import Asset, Book, Source
from generator.render.highlight import highlighted
from generator.render.html import Dialect, attribute, plain_figure
from generator.render.words import word

_ANKI_COMMAND = re.compile(r"\[(?=(?:/?latex\]|/?\$\$?\]|sound:|anki:|\[?type:))", re.IGNORECASE)
"""What Anki acts on in a field's text: LaTeX images, sounds, type-in boxes."""

_TEX_DELIMITER = re.compile(r"\\[()\[\]]")
_CLOZE_MARK = re.compile(r"\{(?=\{c\d)|\}(?=\})")


def field_dialect(book: Book) -> Dialect:
    """Return how text is written in the fields of a note."""
    language = book.edition.language
    return Dialect(
        math=field_math,
        image=lambda image: _image(image, book),
        cross_reference=_cross_reference,
        citation=lambda citation: _citation(citation, book),
        code=_code,
        footnote=lambda label: f'<sup class="note">{escape(label)}</sup>',
        figure=plain_figure,
        callout_name=lambda kind: word(kind, language),
        text=field_text,
    )


def cloze_dialect(book: Book) -> Dialect:
    """Return how text is written in a cloze field: key words are deletions, numbered 1 where the author did not."""
    dialect = field_dialect(book)
    return Dialect(
        math=lambda tex, display: _outside_cloze(field_math(tex, display)),
        image=dialect.image,
        cross_reference=dialect.cross_reference,
        citation=lambda citation: "",  # sources have a field of their own, and would give the answer away
        code=dialect.code,
        footnote=lambda label: "",
        figure=dialect.figure,
        callout_name=dialect.callout_name,
        text=lambda text: _outside_cloze(field_text(text)),
        key_word=_deletion,
    )


def field_math(tex: str, display: bool) -> str:
    """Return a formula between the marks that Anki's MathJax looks for; `<`, `>` and `&` are escaped once."""
    body = escape(" ".join(tex.split()), quote=False)
    return rf"\[{body}\]" if display else rf"\({body}\)"


def field_text(text: str) -> str:
    """Return characters that mean nothing to MathJax but themselves."""
    shown = escape(text, quote=False)
    return _TEX_DELIMITER.sub(lambda match: f'<span class="tex2jax_ignore">{match[0]}</span>', shown)


def defused(field: str) -> str:
    """Return the HTML of a field without text that is a command to Anki, in code and attributes too."""
    return _ANKI_COMMAND.sub("&#91;", field)


def source_line(source: Source) -> str:
    """Return a source as it stands in a list of sources: author–year, title, link."""
    title = escape(source.title, quote=False)
    shown = f'<a href="{attribute(source.url)}">{title}</a>' if source.url else title
    return f"<li>{escape(source.label, quote=False)}：{shown}</li>"


def _image(image: Image, book: Book) -> str:
    asset = book.assets.get(image.source) if image.source else None
    if asset is None:
        return f'<span class="missing">{word("missing image", book.edition.language)}：{field_text(image.alt)}</span>'
    return f'<img src="{asset.name}" alt="{attribute(image.alt)}"{_size(asset)}>'


def _size(asset: Asset) -> str:
    return f' width="{asset.width}" height="{asset.height}"' if asset.width and asset.height else ""


def _cross_reference(reference: CrossReference, inner: str) -> str:
    """Return the link's words: a fragment address leads nowhere inside Anki."""
    return f'<span class="xref">{inner}</span>'


def _citation(citation: Citation, book: Book) -> str:
    shown = [_cite(cite.key, cite.prefix, cite.locator, book) for cite in citation.cites]
    return f"<cite>[{'; '.join(shown)}]</cite>"


def _cite(key: str, prefix: str, locator: str, book: Book) -> str:
    source = book.sources.get(key)
    label = source.label if source else f"?{key}"
    text = (f"{prefix} " if prefix else "") + label + (f", {locator}" if locator else "")
    return field_text(text)


def _code(block: CodeBlock) -> str:
    return highlighted(block)


def _deletion(node: KeyWord, inner: str) -> str:
    """Return a deletion; what would end it early or open a hint inside it is broken up."""
    safe = inner.replace("::", ":<!-- -->:")
    return f"{{{{c{node.group or 1}::{safe}}}}}"


def _outside_cloze(html: str) -> str:
    """Return *html* without a run of braces that Anki would read as the mark of a deletion."""
    if "\\(" in html or "\\[" in html:
        return re.sub(r"\}(?=\})", "} ", html.replace("{{", "{ {"))
    return _CLOZE_MARK.sub(lambda match: f"{match[0]}<!-- -->", html)
