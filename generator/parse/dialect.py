"""The dialect: the list of rules in the order in which they are tried. Nobody else imports markdown_it.

Blocks and lines are read apart: a line may be read only when all definitions of the file are known.
"""

from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import code, hr
from markdown_it.rules_inline import emphasis, escape, fragments_join, link_pairs, newline, text
from markdown_it.rules_inline import strikethrough as strike
from markdown_it.token import Token

from generator.parse.rules import (
    citations,
    comments,
    containers,
    definitions,
    fences,
    formulas,
    headings,
    html,
    keywords,
    links,
    spans,
    tables,
)
from generator.parse.rules.emphasis import ChineseState, pair_leftover_stars

_BLOCK_RULES = (
    # name, rule, and whether it ends a paragraph, a quotation, a list
    ("table", tables.table, "p"),
    ("code", code, ""),
    ("comment", comments.comment_block, "pql"),
    ("fence", fences.fence, "pql"),
    ("formula", formulas.formula_block, "pql"),
    ("environment", formulas.environment, "pql"),
    ("blockquote", containers.quotation, "pql"),
    ("hr", hr, "pql"),
    ("list", containers.itemised, "pq"),
    ("footnote", definitions.footnote_definition, "pql"),
    ("reference", definitions.link_definition, ""),
    ("details", containers.details, "pql"),
    ("wrapper", containers.wrapper, "pql"),
    ("heading", headings.heading, "pql"),
    ("underlined", headings.underlined, ""),
    ("paragraph", comments.paragraph, ""),
)
_CHAINS = {"p": "paragraph", "q": "blockquote", "l": "list"}

_INLINE_RULES = (
    ("text", text),
    ("newline", newline),
    ("tex_brackets", formulas.formula_in_tex_brackets),
    ("escape", escape),
    ("dollars", formulas.formula_in_line),
    ("backticks", spans.code_span),
    ("strikethrough", strike.tokenize),
    ("keyword", keywords.mark_keyword),
    ("emphasis", emphasis.tokenize),
    ("footnote", citations.footnote_mark),
    ("citation", citations.citation),
    ("main_place", links.main_place),
    ("link", links.link),
    ("picture", links.picture),
    ("comment", html.comment),
    ("address", html.address),
    ("tag", html.tag),
    ("entity", html.entity),
)

_PAIR_RULES = (
    ("balance_pairs", link_pairs),
    ("leftover", pair_leftover_stars),
    ("strikethrough", strike.postProcess),
    ("emphasis", emphasis.postProcess),
    ("keyword", keywords.pair_keywords),
    ("fragments_join", fragments_join),
)

_MAX_NESTING = 100
"""What markdown-it drops text beyond; `containers.DEEPEST` stops long before. In lines it bounds recursion only."""


def make_dialect() -> MarkdownIt:
    """Return a parser with exactly the rules above."""
    dialect = MarkdownIt("zero", {"maxNesting": _MAX_NESTING, "tasklists": True})
    for ruler in (dialect.block.ruler, dialect.inline.ruler, dialect.inline.ruler2):
        ruler.enableOnly([])
        ruler.__rules__.clear()
    for name, block_rule, ends in _BLOCK_RULES:
        dialect.block.ruler.push(name, block_rule, {"alt": [_CHAINS[mark] for mark in ends]})
    for name, inline_rule in _INLINE_RULES:
        dialect.inline.ruler.push(name, inline_rule)
    for name, pair_rule in _PAIR_RULES:
        dialect.inline.ruler2.push(name, pair_rule)
    return dialect


def block_tokens(dialect: MarkdownIt, source: str, known: dict[str, Any]) -> list[Token]:
    """Return the blocks of *source*.

    *known* gets the definitions of links, and the lines (from 0) whose lists or quotations are nested too deeply.
    """
    known |= {"definitions": {}, "too_deep": set()}
    return dialect.block.parse(source, dialect, known, []) or []


def line_tokens(dialect: MarkdownIt, source: str, known: dict[str, Any]) -> list[Token]:
    """Return the parts of one run of text."""
    state = ChineseState(source, dialect, known, [])
    dialect.inline.tokenize(state)
    for rule in dialect.inline.ruler2.getRules(""):
        rule(state)
    return state.tokens
