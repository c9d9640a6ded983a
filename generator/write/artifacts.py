"""Artifacts into the build folder: all of them or none, each whole."""

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path


def write_artifacts(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write *files* (name to bytes) into *folder*; a file whose bytes are already there keeps its time.

    Every file is written beside its place first, and only when all are there do they take their names: a full disk or
    a kill leaves the artifacts of the last good build.
    """
    folder.mkdir(parents=True, exist_ok=True)
    waiting = [
        (_written_beside(folder / name, data), folder / name)
        for name, data in files.items()
        if _differs(folder / name, data)
    ]
    for temporary, path in waiting:
        temporary.replace(path)


def manifest(files: Mapping[str, bytes], facts: Mapping[str, object]) -> bytes:
    """Return `manifest.json`: the *facts* of the build, and size and SHA-256 of each file."""
    hashes = {
        name: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()} for name, data in sorted(files.items())
    }
    return (json.dumps({**facts, "files": hashes}, ensure_ascii=False, indent=2, sort_keys=True) + "\n").encode()


def replace_file(path: Path, data: bytes) -> None:
    """Write one file in one step, keeping its mode."""
    mode = path.stat().st_mode if path.exists() else None
    temporary = _written_beside(path, data)
    if mode is not None:
        temporary.chmod(mode)
    temporary.replace(path)


def _differs(path: Path, data: bytes) -> bool:
    return not path.is_file() or path.stat().st_size != len(data) or path.read_bytes() != data


def _written_beside(path: Path, data: bytes) -> Path:
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary = Path(name)
    temporary.chmod(0o644)
    return temporary
