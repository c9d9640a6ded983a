"""What a newcomer relies on: locks, targets, and nothing that only one machine has."""

import re
import subprocess
from pathlib import Path

import pytest

_ROOT = Path(__file__).parent.parent
_LOCKS = sorted(_ROOT.glob("requirements/*.txt"))


def _committed() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=_ROOT, check=True, capture_output=True).stdout
    return [path for name in listed.decode().split("\0") if name and (path := _ROOT / name).is_file()]


def _pins(lock: Path) -> set[str]:
    return set(re.findall(r"^\S+==\S+", lock.read_text(), re.MULTILINE))


@pytest.mark.parametrize("lock", _LOCKS, ids=lambda path: path.name)
def test_every_locked_package_has_one_version_and_hashes(lock: Path) -> None:
    packages = lock.read_text().replace("\\\n", "").splitlines()

    assert packages
    assert [line for line in packages if not re.match(r"[a-z0-9-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", line)] == []


def test_the_tests_run_with_the_versions_that_build() -> None:
    core, test = (_pins(_ROOT / "requirements" / name) for name in ("core.txt", "test.txt"))

    assert core - test == set()


def test_anki_is_no_dependency_of_the_core() -> None:
    names = {pin.split("==")[0] for pin in _pins(_ROOT / "requirements" / "core.txt")}

    assert names & {"anki", "aqt"} == set()


def test_no_committed_file_names_a_registry() -> None:
    # Put together here, so that this file does not name one either.
    hosts = tuple(
        b".".join(parts)
        for parts in (
            (b"pypi", b"org"),
            (b"pythonhosted", b"org"),
            (b"registry", b"npmjs"),
            (b"deb", b"debian", b"org"),
        )
    )

    assert [path for path in _committed() if any(host in path.read_bytes() for host in hosts)] == []


def test_every_target_of_the_makefile_is_explained_and_phony() -> None:
    makefile = (_ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    explained = set(re.findall(r"^([a-z]+):.* ## \w", makefile, re.MULTILINE))
    phony = set(re.findall(r"^\.PHONY: (.*)", makefile, re.MULTILINE)[0].split())

    assert targets == explained == phony
