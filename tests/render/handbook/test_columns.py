"""Widths of columns."""

import re

from generator.document import Alignment, CrossReference, Inlines, Table, Text
from generator.render.handbook.pages.columns import column_group, with_widths
from tests.render.handbook.books import NOWHERE


def table(*rows: str) -> Table:
    cells: list[tuple[Inlines, ...]] = [tuple((Text(cell),) for cell in row.split("|")) for row in rows]
    alignments: list[Alignment] = [""] * len(cells[0])
    return Table(tuple(alignments), cells[0], tuple(cells[1:]), location=NOWHERE)


def widths(group: str) -> list[float]:
    return [float(width) for width in re.findall(r'style="width:([\d.]+)pt"', group)]


def test_a_small_table_is_as_wide_as_its_text() -> None:
    found = widths(column_group(table("项|值", "词表|100"), 420))

    assert sum(found) < 120
    assert found[1] >= found[0] - 12


def test_a_long_cell_fills_the_room_and_leaves_the_others_theirs() -> None:
    found = widths(column_group(table("项|内容", f"说明|{'很长' * 500}"), 420))

    assert round(sum(found)) == 420
    assert found[0] > 2 * 9


def test_many_columns_fit_the_room() -> None:
    row = "|".join(["meta-llama/Llama-3.1-405B-Instruct-FP8-dynamic", *["128256"] * 11])

    found = widths(column_group(table(row, row), 420))

    assert round(sum(found)) == 420
    assert min(found[1:]) > 22


def test_the_table_gets_the_width_of_its_columns() -> None:
    group = column_group(table("项|值", "词表|100"), 420)

    html = with_widths(f"<table>{group}<thead>")

    assert re.match(r'<table class=" whole" style="width:[\d.]+pt"><colgroup>', html)


def test_a_link_has_room_for_the_number_behind_it() -> None:
    plain = table("写法|结果", "甲|词语")
    cell: Inlines = (CrossReference("id", (Text("词语"),), location=NOWHERE),)
    linked = Table(plain.alignments, plain.head, ((plain.rows[0][0], cell),), location=NOWHERE)

    before, after = widths(column_group(plain, 420)), widths(column_group(linked, 420))

    assert after[0] == before[0]
    assert after[1] >= before[1] + 20
