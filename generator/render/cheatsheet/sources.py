"""The sources that the sheet cites: author–year where they are cited, one list at its end, their words beside it."""

from collections.abc import Iterator, Mapping
from html import escape

from generator.document import Citation, Cite
from generator.language.tables import word
from generator.model import Book, Source
from generator.render.cheatsheet.contents import inlines_shown
from generator.render.citations import cited_places, reservation
from generator.render.html import attribute


def places(book: Book) -> Mapping[str, int]:
    """Return the place of each source in the list, from 1, by its key: every source that is cited, by label."""
    keys = cited_places(inlines_shown(book)).keys()
    order = sorted(
        keys & book.sources.keys(), key=lambda key: (book.sources[key].label.casefold(), book.sources[key].title, key)
    )
    return {key: place for place, key in enumerate(order, start=1)}


def citation_html(citation: Citation, sources: Mapping[str, Source], numbers: Mapping[str, int]) -> str:
    """Return *citation* as author–year, each linked to its place in the list; `[?key]` for an unknown key.

    The place cited opens the words that stand there.
    """
    return f"<cite>[{'; '.join(_cite(cite, sources, numbers) for cite in citation.cites)}]</cite>"


def source_html(source: Source, place: int, language: str) -> str:
    """Return an entry of the list; its label ends in the year."""
    title = escape(source.title, quote=False)
    shown = f'<a href="{attribute(source.url)}">{title}</a>' if source.url else title
    venue = f". {escape(source.venue)}" if source.venue else ""
    entry = word("join title", language).format(escape(source.label), f"{shown}{venue}")
    return f'<li id="ref.{place}">{entry}{escape(reservation(source, language))}</li>'


def quotations_html(book: Book, numbers: Mapping[str, int]) -> Iterator[str]:
    """Yield the words of each place that is cited, hidden until a citation opens them; no script is needed."""
    for key, wheres in cited_places(inlines_shown(book)).items():
        source = book.sources.get(key)
        for where in wheres:
            if source is not None and source.words_at(where):
                yield _quotation(source, where, _quotation_id(source, where, numbers[key]), book.edition.language)


def _quotation(source: Source, where: str, identity: str, language: str) -> str:
    words = "".join(f"<blockquote>{escape(place.words, quote=False)}</blockquote>" for place in source.words_at(where))
    title = f"{escape(source.label)}, {escape(where)}{escape(reservation(source, language))}"
    return f'<div popover id="{identity}"><p>{title}</p>{words}</div>'


def _quotation_id(source: Source, where: str, number: int) -> str:
    """Return the id of the words at *where*; no id of a card or chapter holds a full stop."""
    return f"words.{number}.{list(dict.fromkeys(place.where for place in source.places)).index(where) + 1}"


def _cite(cite: Cite, sources: Mapping[str, Source], numbers: Mapping[str, int]) -> str:
    source = sources.get(cite.key)
    before = f"{escape(cite.prefix)} " if cite.prefix else ""
    behind = f", {escape(cite.locator)}" if cite.locator else ""
    if source is None:
        return f'{before}<span class="missing">?{escape(cite.key)}</span>{behind}'
    if source.words_at(cite.locator):
        identity = _quotation_id(source, cite.locator, numbers[cite.key])
        behind = f', <button popovertarget="{identity}">{escape(cite.locator)}</button>'
    label = escape(source.label)
    return f'{before}<a href="#ref.{numbers[cite.key]}">{label}</a>{behind}'
