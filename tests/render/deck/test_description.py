"""What the deck and the learners' README say: in Anki's own words, with the plan's figures, of what is tested."""

import re
from pathlib import Path
from typing import Final

import pytest
from anki.collection import Collection
from anki.lang import set_lang

from generator.language.tables import names_in
from generator.render.deck.description import description
from generator.render.study_plan import plans
from tests.anki_import import import_package, opened
from tests.assembling import assembled
from tests.render.deck.decks import EDITION, rendered

README: Final = Path(__file__).parents[3] / "README.zh-CN.md"
ANKIWEB: Final = README.parent / "docs" / "ankiweb.md"
CHAPTER: Final = (
    "# 甲 {#a}\n\n### 问？ {#q .core .cloze}\n\n答是==这个==。\n\n#### 追问：再问一句什么？ {#r}\n\n再答。\n\n"
    "### 又问？ {#s}\n\n又答。"
)
LABELS: Final = {
    "文件": "qt_accel_file",
    "导入": "qt_accel_import",
    "导出": "qt_accel_export",
    "工具": "qt_accel_tools",
    "清理空卡片": "qt_misc_empty_cards",
    "浏览": "qt_misc_browse",
    "更改所属牌组": "browsing_change_deck",
    "更新笔记": "importing_update_notes",
    "更新笔记模板": "importing_update_notetypes",
    "仅在笔记较现有新时": "importing_update_if_newer",
    "导入所有学习进度信息": "importing_also_import_progress",
    "合并笔记模板": "importing_merge_notetypes",
    "每日上限": "deck_config_daily_limits",
    "良好": "studying_good",
    "重来": "studying_again",
}
"""What the texts call by the name that it has in Anki, and which of Anki's translations that is."""

OWN: Final = {"写出……", "详解", "追问", "来源", "在先", "在后", "大模型训练面试", "大模型训练面试::10 数据"}
"""What else stands between quotation marks: names of the deck's own, and words that are explained."""


@pytest.fixture(scope="module")
def chinese(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    set_lang("zh-CN")
    try:
        collection = Collection(str(tmp_path_factory.mktemp("chinese") / "collection.anki2"))
    finally:
        set_lang("en_US")
    return collection


@pytest.mark.parametrize(("label", "name"), LABELS.items())
def test_menus_and_options_are_called_as_anki_calls_them(chinese: Collection, label: str, name: str) -> None:
    translation = getattr(chinese.tr, name)()

    assert re.sub(r"\(&\w\)|…$", "", translation) == label


def test_whatever_stands_between_quotation_marks_is_known() -> None:
    book = assembled(CHAPTER, edition=EDITION).book
    names = names_in("zh-CN")
    texts = (README.read_text(encoding="utf-8").split("## 发现错误")[0], ANKIWEB.read_text(encoding="utf-8"))
    quoted = re.findall("“([^”]*)”", "".join((*texts, description(book))))
    parts = {part for text in quoted for part in text.split(" → ")}

    assert parts - LABELS.keys() - OWN - {names.questions, names.recall, EDITION.deck} == set()


def test_the_description_holds_the_plan() -> None:
    book = assembled(CHAPTER, edition=EDITION).book
    text = description(book)

    for plan in plans(book):
        assert f"{plan.days} 天：{plan.questions.title}，共 {plan.questions.count} 张" in text
    assert text.count("全选，暂停") == len(plans(book)) == 4


def test_a_trial_has_no_description() -> None:
    assert description(assembled("# 甲\n\n### 问？\n\n答。").book) == ""


def test_the_description_of_a_later_edition_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    package = tmp_path / "deck.apkg"
    with opened(tmp_path / "a.anki2") as collection:
        shown = []
        for chapter in (CHAPTER, f"{CHAPTER}\n\n### 第三问？ {{#t .core}}\n\n三答。"):
            book = assembled(chapter, edition=EDITION).book
            package.write_bytes(rendered(book, tmp_path / "cache"))
            import_package(collection, package)
            deck = collection.decks.by_name(EDITION.deck)
            assert deck is not None
            shown.append((deck["desc"], description(book)))

    assert [one for one, _ in shown] == [other for _, other in shown]
    assert shown[0] != shown[1]
