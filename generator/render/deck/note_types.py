"""The two note types: their shape, which is frozen, with the texts and the style that are not."""

from dataclasses import dataclass
from pathlib import Path

from generator.edition.abi import Part, Shape, look_hash, shapes
from generator.language.tables import names_in, word
from generator.model import Edition
from generator.render.deck.media import user_style
from generator.render.html import attribute


@dataclass(frozen=True, slots=True)
class NoteType:
    """A note type; *texts* are the front and back of each template."""

    shape: Shape
    name: str
    texts: tuple[tuple[str, str], ...]
    style: str


def note_types(edition: Edition, templates: Path) -> tuple[NoteType, NoteType]:
    """Return the type of question notes and that of cloze notes; *templates* is the folder of all outputs."""
    style = "".join(_text(templates / file) for file in ("deck/card.css", "shared/callouts.css", "shared/code.css"))
    # What stands between the name of a column and a cell, where a narrow screen stacks them.
    style = style.replace('"："', f'"{word("join title", edition.language).format("", "")}"')
    base = "Cardpress" if edition.trial else edition.title
    question, cloze = shapes(edition)
    return (
        NoteType(
            question, base, tuple(_sides(templates, "question", part, edition) for part in question.templates), style
        ),
        NoteType(
            cloze,
            f"{base} {names_in(edition.language).cloze}",
            tuple(_sides(templates, "cloze", part, edition) for part in cloze.templates),
            style,
        ),
    )


def look_of(types: tuple[NoteType, NoteType]) -> str:
    """Return a hash of everything about the note types that may change."""
    return look_hash((one.name, one.style, (side for sides in one.texts for side in sides)) for one in types)


def _sides(templates: Path, stem: str, part: Part, edition: Edition) -> tuple[str, str]:
    """Return front and back of a template; a guarded one makes no card until an edition fills its guard."""
    stem = "spare" if part.guard else stem
    filled = {
        'lang="zh-CN"': f'lang="{edition.language}"',
        "_user.css": user_style(edition.namespace),
        "{{_prompt}}": f"{{{{{part.guard}}}}}",
        "{{_detail}}": word("card detail", edition.language),
        "{{_follow_ups}}": word("card follow-ups", edition.language),
        "{{_sources}}": word("sources", edition.language),
        "{{_links}}": _links(edition),
    }
    front, back = (_text(templates / "deck" / f"{stem}-{side}.html") for side in ("front", "back"))
    for old, new in filled.items():
        front, back = front.replace(old, new), back.replace(old, new)
    return (f"{{{{#{part.guard}}}}}{front}{{{{/{part.guard}}}}}" if part.guard else front), back


def _links(edition: Edition) -> str:
    """Return the links at the foot of a card, to the sheet and to where errors are told, as far as the book has them."""
    sheet = f"{edition.sheet_address}#{{{{CardID}}}}" if edition.sheet_address else ""
    report = edition.report_address.replace("{id}", "{{CardID}}")
    links = {"see sheet": sheet, "report": report}
    return "".join(
        f'<a href="{attribute(address)}">{word(name, edition.language)}</a>'
        for name, address in links.items()
        if address
    )


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
