"""The handbook is a tagged PDF whose parts agree, and the checker that says so finds planted faults."""

import pikepdf
from pikepdf import Name, String

from tests.render.handbook.tagged import faults_of


def first_element(pdf: pikepdf.Pdf, role: str) -> pikepdf.Object:
    stack = [pdf.Root.StructTreeRoot.K[0]]
    while stack:
        element = stack.pop()
        if element.get("/S") == role:
            return element
        stack += [kid for kid in element.get("/K", ()) if isinstance(kid, pikepdf.Dictionary) and "/S" in kid]
    raise LookupError(role)


def test_content_structure_and_links_agree(pdf: pikepdf.Pdf) -> None:
    assert faults_of(pdf) == []


def test_formulas_are_spoken_in_chinese(pdf: pikepdf.Pdf) -> None:
    stack, spoken = [pdf.Root.StructTreeRoot.K[0]], []
    while stack:
        element = stack.pop()
        spoken.append(str(element.get("/Alt", "")))
        stack += [kid for kid in element.get("/K", ()) if isinstance(kid, pikepdf.Dictionary) and "/S" in kid]

    assert any("分之" in text for text in spoken)


def test_a_link_to_nowhere_is_found(pdf: pikepdf.Pdf) -> None:
    link = next(link for page in pdf.pages for link in page.obj.get("/Annots", ()) if "/Dest" in link)
    link.Dest = String("nowhere")

    assert faults_of(pdf) == ["a link leads to unknown nowhere"]


def test_a_figure_without_words_is_found(pdf: pikepdf.Pdf) -> None:
    del first_element(pdf, "/Figure")["/Alt"]

    assert faults_of(pdf) == ["a figure has no alternative text"]


def test_an_element_with_another_parent_is_found(pdf: pikepdf.Pdf) -> None:
    first_element(pdf, "/H3").P = pdf.Root.StructTreeRoot

    assert faults_of(pdf) == ["/H3 names another parent"]


def test_a_head_of_a_table_that_is_not_there_is_found(pdf: pikepdf.Pdf) -> None:
    first_element(pdf, "/TH").ID = String("other")

    assert "the tree of identifiers differs from the identifiers" in faults_of(pdf)


def test_content_that_belongs_to_nothing_is_found(pdf: pikepdf.Pdf) -> None:
    element = first_element(pdf, "/H3")
    element.K = pikepdf.Array()

    assert any("belongs to no element" in fault for fault in faults_of(pdf))


def test_a_missing_language_is_found(pdf: pikepdf.Pdf) -> None:
    del pdf.Root[Name.Lang]

    assert faults_of(pdf) == ["the catalogue lacks /Lang"]
