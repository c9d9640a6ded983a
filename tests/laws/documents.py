"""Whole documents of the grammar, and what each output must show of them."""

from dataclasses import dataclass
from random import Random

from tests.laws.grammar import Part, Writer, blocks, line, paragraph
from tests.laws.showing import without_space


@dataclass(frozen=True, slots=True)
class Document:
    """A source and what is seen of it: *book* in the handbook, *cards* in the deck, each with its question."""

    source: str
    book: tuple[str, ...]
    cards: tuple[str, ...]
    formulas: tuple[str, ...]


def document(random: Random) -> Document:
    """Return a chapter with an introduction, sections and one to three cards."""
    writer = Writer(random)
    title, intro = line(writer, links=False), blocks(writer, 2)
    before = len(writer.formulas)
    intro_notes, writer.notes = writer.notes, []
    source = [f"# {title.source}\n\n{intro.source}{_definitions(intro_notes)}\n"]
    book, cards = [title.seen, intro.seen + _notes(intro_notes)], []
    for _ in range(writer.number(1, 3)):
        if writer.number(0, 1):
            mark = len(writer.formulas)
            section = line(writer, links=False)
            del writer.formulas[mark:]
            source.append(f"## {section.source}\n\n")
            book.append(section.seen)
        question, text = line(writer, links=False), _answer(writer)
        source.append(f"### {question.source}\n\n{text.source}\n{_definitions(writer.notes)}\n")
        cards.append(question.seen + text.seen + _notes(writer.notes))
        book.append(cards[-1])
        writer.notes = []
    return Document(
        "".join(source),
        tuple(map(without_space, book)),
        tuple(map(without_space, cards)),
        tuple(writer.formulas[before:]),
    )


def _answer(writer: Writer) -> Part:
    """Draw a short answer, then the detail."""
    short, detail = paragraph(writer), blocks(writer)
    return Part(f"{short.source}\n\n{detail.source}", short.seen + detail.seen)


def _definitions(notes: list[tuple[str, str]]) -> str:
    return "".join(f"\n[^{label}]: {text}\n" for label, text in notes)


def _notes(notes: list[tuple[str, str]]) -> str:
    return "".join(text for _, text in notes)
