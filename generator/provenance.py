"""What shapes the bytes of an artifact besides its source: this program, and all that it stands on.

Nothing is picked by hand: whatever is left out of such a list makes a cache stale one day. An upgrade of anything
installed costs one cold build. Imports nothing that takes time: a build of nothing asks this too.
"""

import os
import platform
import sys
import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

_PROGRAM: Final = Path(__file__).parent

_SYSTEM_LIBRARIES: Final = {
    "pango_version_string": ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll", "libpango-1.0-0"),
    "hb_version_string": ("libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll", "libharfbuzz-0"),
}
"""Which function of a library of the system tells its version, and what the library is called where."""


@cache
def provenance() -> str:
    """Return a hash of the program and of what it stands on; it does not change while the program runs."""
    return sha256("\0".join((program(_PROGRAM), *installed(sys.path), *system())).encode()).hexdigest()


def program(folder: Path) -> str:
    """Return a hash of all Python files and tables of words in *folder* and below, names included."""
    digest = sha256()
    for file in sorted((*folder.rglob("*.py"), *folder.rglob("*.toml"))):
        digest.update(f"\0{file.relative_to(folder).as_posix()}\0{file.stat().st_size}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def installed(folders: Iterable[str]) -> tuple[str, ...]:
    """Return the distributions in *folders*, which are searched for imports, as `name-version`, sorted.

    The names of their folders say it; opening each would take a hundred times as long.
    """
    return tuple(sorted(name for folder in folders for name in _distributions(folder)))


def system() -> tuple[str, ...]:
    """Return the versions of Python and of the libraries of the system that print uses; a missing one is empty."""
    return (platform.python_version(), platform.machine(), zlib.ZLIB_RUNTIME_VERSION, *map(_version, _SYSTEM_LIBRARIES))


def search_path() -> str:
    """Return the folders that were put before the installed ones: what lies there may stand in for anything."""
    return os.environ.get("PYTHONPATH", "")


def _distributions(folder: str) -> Iterator[str]:
    try:
        with os.scandir(folder or ".") as entries:
            yield from (entry.name for entry in entries if entry.name.endswith((".dist-info", ".egg-info")))
    except OSError:
        return  # a folder of the search path need not be there


def _version(function: str) -> str:
    import ctypes

    for name in _SYSTEM_LIBRARIES[function]:
        try:
            tell = ctypes.CDLL(name)[function]
        except OSError:
            continue
        tell.restype = ctypes.c_char_p
        return bytes(tell()).decode()
    return ""
