"""The sources that the sheet cites: author–year where they are cited, one list at its end."""

from collections.abc import Mapping
from html import escape

from generator.document import Citation, Cite
from generator.model import Book, Source
from generator.render.cheatsheet.contents import inlines_shown
from generator.render.html import attribute


def places(book: Book) -> Mapping[str, int]:
    """Return the place of each source in the list, from 1, by its key: every source that is cited, by label."""
    keys = {cite.key for node in inlines_shown(book) if isinstance(node, Citation) for cite in node.cites}
    order = sorted(
        keys & book.sources.keys(), key=lambda key: (book.sources[key].label.casefold(), book.sources[key].title, key)
    )
    return {key: place for place, key in enumerate(order, start=1)}


def citation_html(citation: Citation, sources: Mapping[str, Source], numbers: Mapping[str, int]) -> str:
    """Return *citation* as author–year, each linked to its place in the list; `[?key]` for an unknown key."""
    return f"<cite>[{'; '.join(_cite(cite, sources, numbers) for cite in citation.cites)}]</cite>"


def source_html(source: Source, place: int) -> str:
    """Return an entry of the list; its label ends in the year."""
    title = escape(source.title, quote=False)
    shown = f'<a href="{attribute(source.url)}">{title}</a>' if source.url else title
    return f'<li id="ref.{place}">{escape(source.label)}：{shown}{f". {escape(source.venue)}" if source.venue else ""}</li>'


def _cite(cite: Cite, sources: Mapping[str, Source], numbers: Mapping[str, int]) -> str:
    source = sources.get(cite.key)
    before = f"{escape(cite.prefix)} " if cite.prefix else ""
    behind = f", {escape(cite.locator)}" if cite.locator else ""
    if source is None:
        return f'{before}<span class="missing">?{escape(cite.key)}</span>{behind}'
    label = escape(source.label)
    return f'{before}<a href="#ref.{numbers[cite.key]}">{label}</a>{behind}'
