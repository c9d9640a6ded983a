from pathlib import Path

import pytest

from generator.write.artifacts import write_artifacts


def test_files_are_written_whole(tmp_path: Path) -> None:
    write_artifacts(tmp_path / "build", {"a": b"1", "b": b"2"})

    assert {path.name: path.read_bytes() for path in (tmp_path / "build").iterdir()} == {"a": b"1", "b": b"2"}


def test_a_file_that_did_not_change_keeps_its_time(tmp_path: Path) -> None:
    write_artifacts(tmp_path, {"a": b"1"})
    before = (tmp_path / "a").stat().st_mtime_ns

    write_artifacts(tmp_path, {"a": b"1", "b": b"2"})

    assert (tmp_path / "a").stat().st_mtime_ns == before


def test_if_one_can_not_be_written_none_is(tmp_path: Path) -> None:
    write_artifacts(tmp_path, {"a": b"old"})

    with pytest.raises(OSError, match="No such file"):
        write_artifacts(tmp_path, {"a": b"new", "missing/b": b"2"})

    assert (tmp_path / "a").read_bytes() == b"old"
