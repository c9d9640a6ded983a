"""Import packages into a real collection, with any release of Anki: this file needs nothing but `anki`.

In a test: `with opened(tmp_path / "a.anki2") as collection: import_package(collection, deck)`.
With another release: `run(".venv-anki-23-10/bin/python", job)`, which runs this file as `python anki_import.py JOB`.
A job is JSON: the path of a collection (made if missing), and the packages to import into it one after the other.
"""

import dataclasses
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from anki import import_export_pb2 as messages
from anki.buildinfo import version
from anki.collection import Collection


@dataclasses.dataclass(frozen=True)
class Counts:
    """How many notes an import put where. Anki's own words; *updated*: fields and tags were replaced."""

    new: int = 0
    updated: int = 0
    duplicate: int = 0
    conflicting: int = 0
    first_field_match: int = 0
    missing_notetype: int = 0
    missing_deck: int = 0
    empty_first_field: int = 0


@contextmanager
def opened(path: Path) -> Iterator[Collection]:
    """Open the collection at *path*, making one if there is none, and close it again."""
    collection = Collection(str(path))
    try:
        yield collection
    finally:
        collection.close()


def import_package(collection: Collection, package: Path, **options: Any) -> Counts:
    """Import *package* as the import dialog does as it comes: notes and note types updated if newer, no scheduling.

    *options* are fields of Anki's `ImportAnkiPackageOptions`, by name.
    """
    request = messages.ImportAnkiPackageRequest(
        package_path=str(package), options=messages.ImportAnkiPackageOptions(**options)
    )
    log = collection.import_anki_package(request).log
    return Counts(**{field.name: len(getattr(log, field.name)) for field in dataclasses.fields(Counts)})


def do(job: dict[str, Any]) -> dict[str, Any]:
    """Carry out a job: `{"collection": path, "packages": [path, …], "options": {…}}`, options optional.

    Return the release, the counts of each import, what the database check says, and every note by its GUID.
    """
    with opened(Path(job["collection"])) as collection:
        counts = [import_package(collection, Path(p), **job.get("options", {})) for p in job["packages"]]
        problems, _ = collection.fix_integrity()
        return {
            "anki": version,
            "counts": [dataclasses.asdict(count) for count in counts],
            "check": problems,
            "notes": {note["guid"]: note for note in _notes(collection)},
        }


def run(python: str, job: dict[str, Any]) -> dict[str, Any]:
    """Return what `do` returns when another environment's *python* does it, in a process of its own."""
    command = [python, __file__, json.dumps(job)]
    answer = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    found: dict[str, Any] = json.loads(answer.splitlines()[-1])  # on a busy machine Anki prints warnings before
    return found


def _notes(collection: Collection) -> Iterator[dict[str, Any]]:
    for identifier in collection.find_notes(""):
        note = collection.get_note(identifier)
        yield {
            "guid": note.guid,
            "mod": note.mod,
            "fields": dict(note.items()),
            "tags": list(note.tags),
            "cards": [
                {"deck": collection.decks.name(card.did), "ord": card.ord, "due": card.due} for card in note.cards()
            ],
        }


if __name__ == "__main__":
    print(json.dumps(do(json.loads(sys.argv[1]))))
