"""Copies of learners' collections: the originals are read as bytes and never opened as databases."""

import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from generator.diagnostics import BuildError

if TYPE_CHECKING:
    from anki.collection import Collection

_JOURNALS: Final = ("-wal", "-journal")
_TRIES: Final = 5
_SQLITE: Final = b"SQLite format 3\0"


@contextmanager
def opened_copy(path: Path) -> Iterator["Collection"]:
    """Yield a copy of the collection *path*: `collection.anki2`, or an exported .colpkg or .apkg.

    It is gone afterwards. Of a package, notes, cards and reviews are there, media are not.
    """
    need_anki()
    with tempfile.TemporaryDirectory(prefix="cardpress-") as folder:
        copy = Path(folder) / "collection.anki2"
        kind = _kind(path)
        if kind == "database":
            _copy_bytes(path, copy)
        elif kind == "collection":
            _unpack(path, copy)
        collection = _opened(copy, path)
        try:
            if kind == "package":
                _import_whole(collection, path)
            yield collection
        finally:
            collection.close()


def need_anki() -> None:
    """Raise BuildError unless Anki's library is there: it is no dependency of this program."""
    try:
        import anki.collection  # noqa: F401  # only whether it is there
    except ImportError as error:
        raise BuildError("this command runs Anki's own importer; get it with 'pip install anki'") from error


def _opened(copy: Path, path: Path) -> "Collection":
    from anki.collection import Collection
    from anki.errors import AnkiException

    try:
        return Collection(str(copy))
    except AnkiException as error:
        raise BuildError(f"{path}: can't be opened: {error}") from error


def _kind(path: Path) -> str:
    if not path.is_file():
        raise BuildError(f"{path}: no such file; give collection.anki2, or an exported .colpkg or .apkg")
    with path.open("rb") as file:
        if file.read(len(_SQLITE)) == _SQLITE:
            return "database"
    if not zipfile.is_zipfile(path):
        raise BuildError(f"{path}: is no collection; give collection.anki2, or an exported .colpkg or .apkg")
    return "collection" if path.suffix == ".colpkg" else "package"


def _copy_bytes(path: Path, copy: Path) -> None:
    """Copy a database and its journals; once more if Anki, which may be running, wrote meanwhile."""
    files = [path, *(path.with_name(path.name + end) for end in _JOURNALS)]
    for _ in range(_TRIES):
        before = [_state(file) for file in files]
        for file, end in zip(files, ("", *_JOURNALS), strict=True):
            target = copy.with_name(copy.name + end)
            target.unlink(missing_ok=True)
            if file.is_file():
                shutil.copyfile(file, target)
        if before == [_state(file) for file in files]:
            return
    raise BuildError(f"{path}: is being written all the time; close Anki, or export the collection")


def _state(file: Path) -> tuple[int, int] | None:
    return (file.stat().st_size, file.stat().st_mtime_ns) if file.is_file() else None


def _unpack(path: Path, copy: Path) -> None:
    from anki._backend import RustBackend
    from anki.errors import AnkiException

    media = copy.with_name("media")
    media.mkdir()
    try:
        RustBackend().import_collection_package(
            col_path=str(copy),
            backup_path=str(path),
            media_folder=str(media),
            media_db=str(copy.with_name("media.db")),
        )
    except AnkiException as error:
        raise BuildError(f"{path}: can't be read: {error}") from error


def _import_whole(collection: "Collection", path: Path) -> None:
    from anki import import_export_pb2 as messages
    from anki.errors import AnkiException

    options = messages.ImportAnkiPackageOptions(with_scheduling=True)
    try:
        collection.import_anki_package(messages.ImportAnkiPackageRequest(package_path=str(path), options=options))
    except AnkiException as error:
        raise BuildError(f"{path}: can't be read: {error}") from error
