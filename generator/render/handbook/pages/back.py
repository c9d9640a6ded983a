"""The pages after the last chapter: references, index of terms, index of questions."""

from collections.abc import Iterable, Mapping

from generator.document import Citation
from generator.language.tables import word
from generator.model import Book, Section, Source
from generator.render.citations import reservation
from generator.render.handbook.pages.chapter import reference_id, section_id
from generator.render.handbook.pages.collation import by_heading
from generator.render.handbook.pages.labels import Labels
from generator.render.handbook.pages.ranges import merged
from generator.render.handbook.pages.sheets import Pages, Sheet


def references_page(book: Book, pages: Pages, labels: Labels) -> Sheet:
    """Return the references, each with the pages that cite it."""
    cited = _cited(book)
    entries = [
        {
            "id": reference_id(key),
            "source": source,
            "text": _reference(source, book.edition.language),
            "reservation": reservation(source, book.edition.language),
            "pages": _pages(cited.get(key, ()), labels),
        }
        for key, source in sorted(book.sources.items(), key=lambda item: (item[1].label.casefold(), item[0]))
        if key in cited
    ]
    name = word("references", book.edition.language)
    note = word("seen note", book.edition.language) if any(entry["reservation"] for entry in entries) else ""
    return pages.sheet("references.html", "R-", name=name, id="back:references", entries=entries, note=note)


def terms_page(book: Book, found: Mapping[str, tuple[str, ...]], pages: Pages, labels: Labels) -> Sheet:
    """Return the index of terms; *found* has the places of each."""
    english = {term.term: term.english for term in book.terms}
    groups = [
        (
            letter,
            [
                {"term": term, "english": _other_name(term, english), "pages": _pages(found[term], labels)}
                for term in terms
            ],
        )
        for letter, terms in by_heading(list(found))
    ]
    name = word("index", book.edition.language)
    return pages.sheet("terms.html", "I-", name=name, id="back:terms", groups=groups)


def cards_page(book: Book, pages: Pages, numbers: Mapping[str, str], labels: Labels) -> Sheet:
    """Return the index of questions by id."""
    lines = [
        {"id": card.id, "number": numbers[card.id], "label": labels.label(card.id)}
        for card in sorted(book.questions(), key=lambda card: card.id)
    ]
    name = word("card index", book.edition.language)
    return pages.sheet("cards.html", "Q-", name=name, id="back:cards", lines=lines)


def _cited(book: Book) -> dict[str, list[str]]:
    """Return the ids of the places that cite each source: chapters, sections and cards."""
    cited: dict[str, list[str]] = {}
    for chapter in book.chapters:
        for text in chapter.texts():
            place = section_id(chapter, text.owner) if isinstance(text.owner, Section) else text.owner.id
            for node in text.inlines():
                if isinstance(node, Citation):
                    for cite in node.cites:
                        cited.setdefault(cite.key, []).append(place)
    return cited


def _pages(places: Iterable[str], labels: Labels) -> list[dict[str, str]]:
    """Return the pages of *places* as merged ranges, each with a place on its first page."""
    by_label: dict[str, str] = {}
    for place in places:
        by_label.setdefault(labels.label(place), place)
    return [
        {"text": first if first == last else f"{first}\N{EN DASH}{last}", "id": by_label[first]}
        for first, last in merged(by_label, labels.order)
    ]


def _reference(source: Source, language: str) -> str:
    """Return all of a reference but its label and address."""
    authors = ", ".join(word("others", language) if name == "others" else name for name in source.authors)
    parts = [
        f"{authors}." if authors else "",
        f"{source.title}.",
        f"{source.venue}," if source.venue else "",
        f"{source.year}.",
    ]
    return " ".join(part for part in parts if part)


def _other_name(term: str, english: Mapping[str, str]) -> str:
    name = english.get(term, "")
    return "" if name.casefold() == term.casefold() else name
