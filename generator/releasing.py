"""Making an edition: what changed gets a new time, the ledger and `book.toml` are written, then the artifacts."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from generator.comparing import plan
from generator.diagnostics import BuildError, Diagnostic, in_order, stops
from generator.document import KeyWord
from generator.edition.booktoml import with_edition
from generator.edition.changes import Changes
from generator.edition.guards import Granted
from generator.edition.ledger import FILE, ledger_text
from generator.edition.notes import id_of
from generator.edition.release import stamps_of
from generator.model import Edition
from generator.output import Output
from generator.pipeline import Loaded, Options, artifacts, load, press_of, proof, render, sizes
from generator.read.folder import require_folder
from generator.rewriting import inlines_in
from generator.snapshot import changed_between, snapshot
from generator.write.edits import Edit, edit, held, refuse_changed
from generator.write.ids import id_edits
from generator.write.journal import replace_files
from generator.write.locks import locked


@dataclass(frozen=True, slots=True)
class Wish:
    """What to release besides changes of words: changes of *markup*, and what is *granted* of released cards."""

    markup: bool = False
    granted: Granted = field(default_factory=Granted)


@dataclass(frozen=True, slots=True)
class Release:
    """An edition that was made; *files* is empty and *changes* None if its diagnostics stopped it."""

    edition: Edition
    files: dict[str, int] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()
    changes: Changes | None = None


Announce = Callable[[Changes, Edition], str]
"""Says what an edition changes, to people, before it is made; what it returns is said again if the process is killed."""


def release(
    folder: Path,
    out: Path,
    outputs: Iterable[Output],
    options: Options,
    wish: Wish,
    announce: Announce = lambda changes, edition: "",
) -> Release:
    """Make the next edition of the book in *folder*; with anything to mend, even a warning, nothing is written.

    So it is if any file of the source changes meanwhile. Source, ledger and artifacts are written in one step.
    """
    require_folder(folder)
    with locked(folder, out):
        return _release(folder, out, tuple(outputs), options, wish, announce)


def _release(
    folder: Path, out: Path, outputs: tuple[Output, ...], options: Options, wish: Wish, announce: Announce
) -> Release:
    before = snapshot(folder)
    ledger = held(folder / FILE)
    loaded = load(folder, wish.granted)
    if loaded.book.edition.trial:
        raise BuildError(f"{folder}: has no book.toml, and a trial has no editions; make one, see 'cardpress init'")
    if stops(loaded.diagnostics, strict=True):
        return Release(loaded.book.edition, diagnostics=loaded.diagnostics)
    _check_revived(wish.granted.revived, loaded)
    _check_given_up(wish.granted.given_up, loaded)
    book = loaded.book
    step = plan(
        book,
        loaded.standing.ledger,
        now=int(options.now.timestamp()),
        markup=wish.markup,
        revive=wish.granted.revived,
        templates=options.templates,
    )
    today = options.now.date()
    edition = replace(book.edition, number=book.edition.number + 1, released=today)
    book = replace(book, edition=edition)
    renderings = render(book, outputs, press_of(out, options, stamps_of(step.ledger)))
    found = loaded.judged(fault for rendering in renderings.values() for fault in rendering.diagnostics)
    found = in_order((*found, *proof(book, renderings)))
    if stops(found, strict=True):
        return Release(edition, diagnostics=found)
    toml, files = folder / "book.toml", artifacts(book, renderings, proven=True)
    edits = (
        *id_edits(folder, loaded.files, book),
        Edit(folder / FILE, ledger, ledger_text(step.ledger).encode()),
        edit(toml, toml.read_bytes(), lambda text: with_edition(text, edition.number, today)),
    )
    refuse_changed(folder / name for name in changed_between(before, snapshot(folder)))
    story = f"the release of edition {edition.number}"
    if news := announce(step.changes, edition):
        story += f", of which this was to be told:\n{news}\nIt"
    replace_files(folder, edits, out, files | _remembered(files, edition.number), story)
    return Release(edition, sizes(files), changes=step.changes)


def remembered(out: Path) -> tuple[Path, ...]:
    """Return the decks of the editions made on this machine, oldest first, as long as the cache lasts."""
    return tuple(sorted((out / ".cache" / "editions").glob("*.apkg"), key=lambda path: path.stem))


def _remembered(files: Mapping[str, bytes], number: int) -> dict[str, bytes]:
    """Return the file that keeps the deck for `diff` and `deck --retired`, which want the words of older editions."""
    return {f".cache/editions/{number:06}.apkg": files["deck.apkg"]} if "deck.apkg" in files else {}


def _check_revived(revive: frozenset[str], loaded: Loaded) -> None:
    ledger = loaded.standing.ledger
    retired = {id_of(key) for key, entry in ledger.entries.items() if entry.retired} if ledger else set()
    present = {question.id for question in loaded.book.questions()}
    for name in sorted(revive):
        if name not in retired:
            known = ", ".join(sorted(retired)) or "none"
            raise BuildError(f"--revive {name}: no retired card has this id; retired are: {known}")
        if name not in present:
            raise BuildError(f"--revive {name}: the card is not in the source; write it again with {{#{name}}}")


def _check_given_up(given_up: frozenset[tuple[str, int]], loaded: Loaded) -> None:
    ledger = loaded.standing.ledger
    asked = {
        (id_of(key), number)
        for key, entry in (ledger.live.items() if ledger else ())
        for number in entry.cloze.keys() - entry.given_up
    }
    written = {
        (card.id, node.number)
        for card in loaded.book.cards()
        if card.cloze
        for node in inlines_in(card.short)
        if isinstance(node, KeyWord)
    }
    for name, number in sorted(given_up):
        if (name, number) not in asked:
            known = ", ".join(f"{id}:{one}" for id, one in sorted(asked) if id == name) or "none of this card"
            raise BuildError(f"--retire {name}:{number}: no released deletion has this number; there is {known}")
        if (name, number) in written:
            raise BuildError(f"--retire {name}:{number}: the deletion is still in the source; take its marks away")
