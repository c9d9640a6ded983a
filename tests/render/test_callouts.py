from collections import Counter
from pathlib import Path

import pytest

from generator.document import CalloutKind
from generator.language.tables import LANGUAGES, word

RULES = Path(__file__).parents[2] / "templates" / "shared" / "callouts.css"


@pytest.mark.parametrize("kind", CalloutKind)
def test_every_kind_of_callout_has_a_word_in_each_language_and_a_rule(kind: CalloutKind) -> None:
    assert [language for language in LANGUAGES if not word(kind.key, language)] == []
    assert f".callout.{kind.key} {{" in RULES.read_text(encoding="utf-8")


def test_a_name_means_one_kind_of_callout() -> None:
    names = Counter(name for kind in CalloutKind for name in kind.value)

    assert [name for name, count in names.items() if count > 1] == []
