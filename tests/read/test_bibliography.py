from pathlib import Path

import pytest

from generator.read.bibliography import read_sources


def read(folder: Path, text: str) -> tuple[dict[str, str], list[str]]:
    """Return each source's label and title, and what is wrong."""
    (folder / "references.bib").write_text(text, encoding="utf-8")
    sources, faults = read_sources(folder, "zh-CN")
    return {key: f"{source.label}: {source.title}" for key, source in sources.items()}, [str(f) for f in faults]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        (r"{\'A}lvarez, Jos\'e", "Álvarez"),
        (r"Sch{\"o}lkopf, Bernhard", "Schölkopf"),
        (r"M\"{u}ller, Klaus-Robert", "Müller"),
        (r"{\O}stergaard, {\AA}ge", "Østergaard"),
        (r"\O stergaard, A.", "Østergaard"),
        (r"Ho{\v{c}}ek, J.", "Hoček"),
        (r"Gar\c{c}on, F.", "Garçon"),
        (r"\L{}uk, T.", "Łuk"),
        ("von der Leyen, Ursula", "von der Leyen"),
        ("Juan de la Cruz", "de la Cruz"),
        ("O'Neil, Sean", "O'Neil"),
        ("{European Environment Agency}", "European Environment Agency"),
        ("王小明", "王小明"),
    ],
)
def test_a_name_is_read_in_any_spelling(tmp_path: Path, written: str, name: str) -> None:
    assert read(tmp_path, f"@misc{{a, author={{{written}}}, title={{T}}, year=2020}}") == ({"a": f"{name} 2020: T"}, [])


@pytest.mark.parametrize(
    ("written", "title"),
    [
        (r"{{BERT}: {D}eep {$\alpha$} \& more -- 100\% {\emph{done}}}", "BERT: Deep α & more – 100% done"),
        (r"{THE $O(n^2)$ CASE}", "THE O(n^2) CASE"),
        (r"{Under_score & 5% of ``it''~all}", "Under_score & 5% of “it” all"),
        (r"{Report \url{https://e.org/a_b%20c}}", "Report https://e.org/a_b%20c"),
        ('neurips # " Systems" # { 2 # 3}', "Advances in Neural Systems 2 # 3"),
    ],
)
def test_a_title_is_read_without_latex(tmp_path: Path, written: str, title: str) -> None:
    text = f'@string{{neurips = "Advances in {{N}}eural"}}\n@misc{{a, author={{D}}, title={written}, year=2020}}'

    assert read(tmp_path, text) == ({"a": f"D 2020: {title}"}, [])


def test_what_is_no_character_is_told(tmp_path: Path) -> None:
    _, faults = read(tmp_path, r"@misc{a, author={D}, title={A \textbackslash B}, year=2020}")

    assert [fault.partition(": ")[2] for fault in faults] == [
        "'a' has '\\B', which is not understood; write the character itself [bibliography]"
    ]


def test_sources_of_the_same_authors_and_year_need_a_short_title(tmp_path: Path) -> None:
    one = "@misc{a, author={D}, title={A}, year=2020}\n"
    other = "@misc{b, author={D}, title={B}, year=2020}\n"

    assert read(tmp_path, one + other)[1] == [
        f"{tmp_path.name}/references.bib:2: 'b' is cited as 'D 2020' like 'a'; give it a shorttitle [label-clash]"
    ]
    assert read(tmp_path, one + other.replace("title={B}", "title={B}, shorttitle={Second}")) == (
        {"a": "D 2020: A", "b": "D Second 2020: B"},
        [],
    )


def test_a_source_is_superseded_by_one_that_there_is(tmp_path: Path) -> None:
    text = "@misc{a, author={D}, title={A}, year=2020, superseded={c}}\n@misc{b, author={E}, title={B}, year=2021}\n"

    assert read(tmp_path, text)[1] == [
        f"{tmp_path.name}/references.bib:1: 'a' is superseded by 'c', which is no key; add that entry or mend it "
        "[bibliography]"
    ]
    assert read(tmp_path, text.replace("{c}", "{b}"))[1] == []


def test_an_entry_that_does_not_end_is_told_with_its_beginning_and_by_us_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "references.bib").write_text(
        "@article{a, author={A}, title={T}, year=2020\n@article{b, author={B}, title={U}, year={2021}}\n", "utf-8"
    )

    sources, faults = read_sources(tmp_path, "zh-CN")

    assert set(sources) == {"b"}
    assert [fault.message for fault in faults] == [
        "an entry can't be read: '@article{a, author={A}, title={T}, year=2020' does not end as it should; "
        "mend its braces, quotes and commas"
    ]
    assert capfd.readouterr() == ("", "")
