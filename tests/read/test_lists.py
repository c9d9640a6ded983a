from pathlib import Path

from generator.model import Term
from generator.read.lists import read_terms


def test_a_term_has_an_english_name_forbidden_forms_and_words_people_search_by(tmp_path: Path) -> None:
    (tmp_path / "terms.toml").write_text(
        '[[term]]\nterm = "继续预训练"\nenglish = "continued pre-training"\nforbidden = ["续训练"]\naliases = ["增量预训练", "CPT"]\n'
        '[[term]]\nterm = "词元"\nenglish = "token"\n',
        encoding="utf-8",
    )

    assert read_terms(tmp_path, "zh-CN") == (
        (Term("继续预训练", "continued pre-training", ("续训练",), ("增量预训练", "CPT")), Term("词元", "token")),
        (),
    )
