from datetime import date

import pytest

from generator.diagnostics import BuildError
from generator.edition.booktoml import with_edition

DAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            'title = "书"\nedition = 0  # raised\n\n[deck]\n',
            'title = "书"\nedition = 1  # raised\nreleased = 2026-11-30\n\n[deck]\n',
        ),
        ("edition=3\nreleased = 2025-01-02 # day\n[deck]\n", "edition=1\nreleased = 2026-11-30 # day\n[deck]\n"),
        ('title = "书"\r\n[deck]\r\n', 'edition = 1\r\nreleased = 2026-11-30\r\ntitle = "书"\r\n[deck]\r\n'),
        ("edition = 0", "edition = 1\nreleased = 2026-11-30\n"),
        ("edition = 0\n[deck]\nedition = 0\n", "edition = 1\nreleased = 2026-11-30\n[deck]\nedition = 0\n"),
    ],
)
def test_edition_and_date_are_set_and_nothing_else(before: str, after: str) -> None:
    assert with_edition(before, 1, DAY) == after


def test_what_can_not_be_edited_surely_is_refused() -> None:
    text = 'note = """\nedition = 0\n"""\n'

    with pytest.raises(BuildError, match="can't be edited safely"):
        with_edition(text, 1, DAY)
