import sys
from pathlib import Path

import genanki

from tests.anki_import import Counts, do, import_package, opened, run

_MODEL = genanki.Model(
    1700000001,
    "Test",
    fields=[{"name": "Front"}, {"name": "Back"}],
    templates=[{"name": "Card", "qfmt": "{{Front}}", "afmt": "{{Back}}"}],
)


def _package(path: Path, back: str, stamp: int) -> Path:
    deck = genanki.Deck(1700000002, "Test")
    deck.add_note(genanki.Note(_MODEL, ["one", back], guid="test_one"))
    deck.add_note(genanki.Note(_MODEL, ["two", "2"], guid="test_two"))
    genanki.Package(deck).write_to_file(path, timestamp=stamp)
    return path


def test_a_newer_package_updates_what_differs_in_stamp(tmp_path: Path) -> None:
    first = _package(tmp_path / "1.apkg", "old", 1_700_000_000)
    second = _package(tmp_path / "2.apkg", "new", 1_700_000_001)

    with opened(tmp_path / "c.anki2") as collection:
        counts = [import_package(collection, package) for package in (first, first, second)]
        answers = [collection.get_note(note)["Back"] for note in collection.find_notes("Front:one")]

    assert counts == [Counts(new=2), Counts(duplicate=2), Counts(updated=2)]
    assert answers == ["new"]


def test_a_job_gives_the_same_in_a_process_of_its_own(tmp_path: Path) -> None:
    package = _package(tmp_path / "1.apkg", "old", 1_700_000_000)
    packages = {"packages": [str(package), str(package)], "options": {"update_notes": 2}}

    apart = run(sys.executable, {"collection": str(tmp_path / "a.anki2"), **packages})
    here = do({"collection": str(tmp_path / "b.anki2"), **packages})

    assert apart == here
    assert [count["new"] for count in here["counts"]] == [2, 0]
    assert here["notes"]["test_one"]["fields"] == {"Front": "one", "Back": "old"}
