"""Find the system libraries and programs that are missing, and get them.

usage: system.py build|test [--install]

As root on Debian or Ubuntu what is missing is installed. Anywhere else the one line to run is printed;
--install runs that line. `build` fails while something is missing, `test` does not: the tests say what they could not run.
Plain Python without dependencies: it runs before there is a virtual environment.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Need:
    """A library or program: any one of the names satisfies it; packages are by package manager, "" where there is none."""

    names: tuple[str, ...]
    apt: str
    dnf: str
    pacman: str
    brew: str

    def is_met(self) -> bool:
        """Tell whether one of the names can be loaded or run."""
        return any(_loads(name) if ".so" in name or ".dylib" in name else _runs(name) for name in self.names)


BUILD = (
    Need(("libpango-1.0.so.0", "libpango-1.0.dylib"), "libpango-1.0-0", "pango", "pango", "pango"),
    Need(("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib"), "libpangoft2-1.0-0", "pango", "pango", "pango"),
    Need(("libharfbuzz.so.0", "libharfbuzz.0.dylib"), "libharfbuzz0b", "harfbuzz", "harfbuzz", "harfbuzz"),
    Need(
        ("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib"),
        "libharfbuzz-subset0",
        "harfbuzz",
        "harfbuzz",
        "harfbuzz",
    ),
    Need(("libfontconfig.so.1", "libfontconfig.1.dylib"), "libfontconfig1", "fontconfig", "fontconfig", "fontconfig"),
)
"""What WeasyPrint loads. Without HarfBuzz's subsetter it would fall back to another, with other bytes."""

TEST = (
    Need(("chromium", "chromium-browser", "google-chrome"), "chromium", "chromium", "chromium", ""),
    Need(("pdftotext",), "poppler-utils", "poppler-utils", "poppler", "poppler"),
    Need(("gs",), "ghostscript", "ghostscript", "ghostscript", "ghostscript"),
    # Playwright's own program, which drives Chromium, loads it; on macOS it is part of the system's library.
    Need(("libatomic.so.1", "libSystem.dylib"), "libatomic1", "libatomic", "gcc-libs", ""),
)
"""What the tests look at the outputs with."""

_INSTALL = {
    "apt": "apt-get install -y --no-install-recommends",
    "dnf": "dnf install -y",
    "pacman": "pacman -S --needed --noconfirm",
    "brew": "brew install",
}


def main(arguments: list[str]) -> int:
    """Return the exit code: 1 if `build` still misses something."""
    if not arguments or arguments[0] not in ("build", "test") or arguments[1:] not in ([], ["--install"]):
        print(__doc__, file=sys.stderr)
        return 2
    needs = BUILD if arguments[0] == "build" else TEST
    missing = _missing(needs)
    if not missing:
        return 0
    manager = next((name for name in _INSTALL if shutil.which("apt-get" if name == "apt" else name)), None)
    is_root = os.geteuid() == 0
    if manager and ("--install" in arguments or (manager == "apt" and is_root)):
        _install(manager, missing, sudo=manager != "brew" and not is_root)
        missing = _missing(needs)
    if missing:
        print(_advice(manager, missing), file=sys.stderr)
    return 1 if missing and needs is BUILD else 0


def _missing(needs: tuple[Need, ...]) -> tuple[Need, ...]:
    return tuple(need for need in needs if not need.is_met())


def _packages(manager: str, needs: tuple[Need, ...]) -> list[str]:
    return sorted({package for need in needs if (package := str(getattr(need, manager)))})


def _install(manager: str, needs: tuple[Need, ...], *, sudo: bool) -> None:
    prefix = ["sudo"] if sudo else []
    command = prefix + _INSTALL[manager].split()
    packages = _packages(manager, needs)
    print(f"installing {' '.join(packages)}", file=sys.stderr)
    if manager == "apt":
        _run_quietly([*prefix, "apt-get", "update"])
    if not _run_quietly(command + packages):
        # One package that this release does not have must not cost the others.
        for package in packages:
            _run_quietly([*command, package])


def _run_quietly(command: list[str]) -> bool:
    """Run *command*, showing what it printed only if it fails."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"$ {' '.join(command)}\n{done.stdout}{done.stderr}", file=sys.stderr)
    return done.returncode == 0


def _advice(manager: str | None, missing: tuple[Need, ...]) -> str:
    names = ", ".join(need.names[0] for need in missing)
    packages = _packages(manager, missing) if manager else []
    if not manager or not packages:
        return f"missing on this system: {names}"
    sudo = "" if manager == "brew" or os.geteuid() == 0 else "sudo "
    return f"missing on this system: {names}; run '{sudo}{_INSTALL[manager]} {' '.join(packages)}', or 'make system'"


def _loads(library: str) -> bool:
    # Homebrew's libraries are not on the loader's path of every Python.
    places = ("", "/opt/homebrew/lib/", "/usr/local/lib/") if library.endswith(".dylib") else ("",)
    for place in places:
        try:
            ctypes.CDLL(place + library)
        except OSError:
            continue
        return True
    return False


def _runs(program: str) -> bool:
    return shutil.which(program) is not None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
