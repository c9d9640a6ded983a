"""A chapter as the HTML of its pages."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from html import escape
from typing import Final

from markupsafe import Markup

from generator.diagnostics import Location
from generator.document import (
    Blocks,
    Citation,
    Cite,
    CrossReference,
    Footnote,
    Image,
    Inlines,
    KeyWord,
    Paragraph,
    Strong,
    Table,
    Text,
)
from generator.language.tables import word
from generator.model import Book, Card, Chapter, Section
from generator.plaintext import line_text
from generator.render.citations import cited_places
from generator.render.follow_ups import with_follow_ups
from generator.render.handbook.pages.columns import column_group, with_widths
from generator.render.handbook.pages.deferred import code_mark, formula_mark
from generator.render.handbook.pages.lines import heading_text, set_line, text_to_html
from generator.render.handbook.pages.measure import room_for
from generator.render.handbook.pages.sheets import Pages, Sheet
from generator.render.handbook.pages.terms import key_word_id
from generator.render.html import (
    Dialect,
    attribute,
    blocks_to_html,
    inlines_to_html,
    missing_picture,
    plain_figure,
    unanswered,
)
from generator.rewriting import map_lines

_STARTED: Final = re.compile(r'<ol start="(\d+)">')
_SHORT_TITLE: Final = re.compile(r"[：:，,（(]")


@dataclass(frozen=True, slots=True)
class Stage:
    """A chapter on the map of the pipeline."""

    number: str
    name: str
    here: bool


def chapter_page(book: Book, chapter: Chapter, pages: Pages, numbers: Mapping[str, str]) -> Sheet:
    """Return the pages of *chapter*. *numbers* has every card's number in the book."""
    text = Setter(book, numbers, pages.format.measure, chapter.id)
    language = book.edition.language
    heading, intro = (
        text.line(chapter.title),
        text.blocks(chapter.intro),
    )  # in reading order: footnotes count as they come
    sections = [
        {
            "id": section_id(chapter, section),
            "heading": text.line(section.title),
            "label": heading_text(section.title),
            "intro": text.blocks(section.intro),
            "cards": [_card(card, book, numbers, pages.format.measure) for card in section.cards],
        }
        for section in chapter.sections
    ]
    return pages.sheet(
        "chapter.html",
        f"{chapter.number}-",
        extra_style=_chapter_style(chapter, language),
        id=chapter.id,
        number=word("chapter", language).format(chapter.number),
        running_title=f"{chapter.number}\u2002{heading_text(chapter.title)}",
        heading=heading,
        label=f"{chapter.number} {heading_text(chapter.title)}",
        stages=stages(book, chapter),
        intro=intro + _chapter_notes(text, chapter),
        sections=sections,
        core=word("core", language),
        sources=word("sources", language),
    )


def reference_id(key: str) -> str:
    """Return the id of the place where the source *key* is listed; authors' own ids hold no colon."""
    return f"ref:{key}"


def section_id(chapter: Chapter, section: Section) -> str:
    """Return the id of the place where *section* begins."""
    place = next(place for place, other in enumerate(chapter.sections, start=1) if other is section)
    return f"{chapter.id}:section-{place}"


def stages(book: Book, here: Chapter | None) -> list[Stage]:
    """Return the map of the pipeline: every chapter by a short name."""
    return [Stage(str(chapter.number), short_name(book, chapter), chapter is here) for chapter in book.chapters]


def short_name(book: Book, chapter: Chapter) -> str:
    """Return a chapter's short name: that of its deck, else its title up to the first colon or comma."""
    deck = book.edition.deck_names.get(chapter.id, "").lstrip("0123456789 ")
    return deck or _SHORT_TITLE.split(heading_text(chapter.title))[0]


def _chapter_style(chapter: Chapter, language: str) -> str:
    """Return what stands before captions and examples. Numbers are a chapter's own: all chapters share one style sheet."""
    captions = (("figcaption", "figure"), ("caption", "table"))
    return (
        "".join(
            f'{element}::before{{content:"{word(name, language)} {chapter.number}-" counter({name}) "\\2003"}}'
            for element, name in captions
        )
        + f'.calc::before{{content:"{word("worked example", language)}"}}'
    )


def _card(card: Card, book: Book, numbers: Mapping[str, str], measure: float) -> dict[str, object]:
    text = Setter(book, numbers, measure, card.id)
    card = with_follow_ups(card, numbers[card.id], book.edition.language)
    question = text.line(card.question)
    short, detail = text.blocks(card.short), text.blocks(card.detail)
    if not card.is_answered:
        detail = Markup(unanswered(book.edition.language))
    return {
        "id": card.id,
        "number": numbers[card.id],
        "core": card.core,
        "label": f"{numbers[card.id]} {heading_text(card.question)}",
        "question": question,
        "short": short,
        "detail": detail,
        "footnotes": list(text.footnotes(card.footnotes)),
        "sources": text.sources(card),
    }


def _chapter_notes(text: "Setter", chapter: Chapter) -> Markup:
    notes = text.footnotes(chapter.footnotes)
    lines = [
        Markup('<foot-note class="footnote" id="{id}"><span class="label">{label}</span>{text}</foot-note>').format(
            **note
        )
        for note in notes
    ]
    return Markup('<div class="footnotes">{}</div>').format(Markup("").join(lines)) if lines else Markup("")


@dataclass(slots=True)
class Setter:
    """Turns texts of one card (or introduction) into HTML; a class because footnotes are numbered as they come.

    *measure* is the width of the text in points.
    """

    book: Book
    numbers: Mapping[str, str]
    measure: float
    owner: str = "intro"
    labels: list[str] = field(default_factory=list)
    room: dict[Location, float] = field(default_factory=dict)
    key_words: set[str] = field(default_factory=set)

    def line(self, inlines: Inlines) -> Markup:
        """Return a line of text as HTML."""
        return Markup(inlines_to_html(set_line(inlines, self.book.edition.language), self._dialect))

    def blocks(self, blocks: Blocks) -> Markup:
        """Return blocks as HTML."""
        self.room |= room_for(blocks, self.measure)
        html = blocks_to_html(map_lines(blocks, partial(set_line, language=self.book.edition.language)), self._dialect)
        return Markup(_STARTED.sub(_start, with_widths(html)))

    def footnotes(self, notes: tuple[Footnote, ...]) -> Iterator[dict[str, object]]:
        """Yield the footnotes that were referred to so far, in order."""
        by_label = {note.label: note for note in notes}
        for label in self.labels:
            if label in by_label:
                text = self.blocks(by_label[label].blocks)
                yield {"id": self._note_id(label), "label": str(self.labels.index(label) + 1), "text": text}

    def sources(self, card: Card) -> Markup:
        """Return the sources of *card*, each once, as author and year with the places cited."""
        nodes = (node for text in card.texts() for node in text.inlines())
        known = [
            self._source_link(key) + (f", {escape('; '.join(places))}" if places else "")
            for key, places in cited_places(nodes).items()
            if key in self.book.sources
        ]
        return Markup(word("join clauses", self.book.edition.language).join(known))

    @property
    def _dialect(self) -> Dialect:
        language = self.book.edition.language
        return Dialect(
            math=lambda tex, display: formula_mark(tex, language=language, display=display),
            image=self._image,
            cross_reference=self._cross_reference,
            citation=self._citation,
            code=lambda block: code_mark(block, self.room.get(block.location, self.measure)),
            footnote=self._footnote_mark,
            figure=plain_figure,
            callout_name=partial(_callout_name, language),
            text=text_to_html,
            key_word=self._key_word,
            columns=self._columns,
            row_heads=_has_row_heads,
            paragraph=_kind_of_paragraph,
        )

    def _image(self, image: Image) -> str:
        asset = self.book.assets.get(image.source) if image.source else None
        if asset is None:
            return f'<span class="missing-image">{escape(missing_picture(image, self.book.edition.language))}</span>'
        words = image.alt or word("figure", self.book.edition.language)
        return f'<img src="asset:{attribute(asset.name)}" alt="{attribute(words)}">'

    def _cross_reference(self, node: CrossReference, text: str) -> str:
        number = self.numbers.get(node.target)
        shown = f'<span class="to">{number}</span>' if number else ""
        return f'<a href="xref:{attribute(node.target)}">{text}{shown}</a>'

    def _citation(self, node: Citation) -> str:
        return f'<span class="cite">[{"; ".join(self._cite(cite) for cite in node.cites)}]</span>'

    def _cite(self, cite: Cite) -> str:
        known = cite.key in self.book.sources
        label = self._source_link(cite.key) if known else f"?{escape(cite.key)}"
        prefix = f"{escape(cite.prefix)} " if cite.prefix else ""
        locator = f", {escape(cite.locator)}" if cite.locator else ""
        return prefix + label + locator

    def _source_link(self, key: str) -> str:
        return f'<a href="xref:{attribute(reference_id(key))}">{escape(self.book.sources[key].label)}</a>'

    def _footnote_mark(self, label: str) -> str:
        if label not in self.labels:
            self.labels.append(label)
        number = self.labels.index(label) + 1
        return f'<sup class="note-mark"><a href="xref:{attribute(self._note_id(label))}">{number}</a></sup>'

    def _key_word(self, node: KeyWord, text: str) -> str:
        identifier = key_word_id(self.owner, line_text(node.children).strip())
        if identifier in self.key_words:
            return f'<b class="key">{text}</b>'
        self.key_words.add(identifier)
        return f'<b class="key" id="{identifier}">{text}</b>'

    def _note_id(self, label: str) -> str:
        return f"{self.owner}:note-{self.labels.index(label) + 1}"

    def _columns(self, table: Table) -> str:
        return column_group(table, self.room.get(table.location, self.measure))


def _start(match: re.Match[str]) -> str:
    # WeasyPrint 70.0 takes no notice of the attribute.
    return f'<ol style="counter-reset:list-item {int(match[1]) - 1}">'


def _kind_of_paragraph(paragraph: Paragraph) -> str:
    """Return `lead` for a paragraph that leads to the next: it ends in a colon, or is a heading to the reader."""
    shown = [node for node in paragraph.children if not (isinstance(node, Text) and not node.text.strip())]
    is_heading = len(shown) == 1 and isinstance(shown[0], Strong)
    return "lead" if is_heading or line_text(paragraph.children).rstrip().endswith(("：", ":")) else ""


def _has_row_heads(table: Table) -> bool:
    """Return whether the first column says what each row is about: every cell says something, and something else.

    Under a head of its own it is mere text in a table so small that a listener would hear more heads than cells.
    """
    first = [line_text(row[0]).strip() for row in table.rows]
    rows, columns = len(first), len(table.alignments)
    is_small = rows + columns > rows * (columns - 1) and bool(line_text(table.head[0]).strip())
    return columns > 1 and not is_small and all(first) and len(set(first)) == rows


def _callout_name(language: str, kind: str) -> str:
    return word(kind, language)
