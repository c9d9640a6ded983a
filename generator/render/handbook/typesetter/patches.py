"""What of WeasyPrint's inside is replaced: all of it here, for one exact version, and what it costs to do without.

With another version nothing is replaced. The book is built all the same, and the build says what it lacks.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Final

from generator.diagnostics import Diagnostic, Location

VERSION: Final = "70.0"

_TAGS: Final = {"toc-list": "TOC", "toc-item": "TOCI", "foot-note": "Note", "code": "Code", "pre": "P"}
"""Elements that WeasyPrint knows nothing of, or tags as nothing, with their place in the structure tree."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A part of WeasyPrint that is replaced by `fit_in`, and the *cost* of leaving it as it is."""

    cost: str
    fit_in: Callable[[], None]


def fits(installed: str) -> bool:
    """Return whether the patches are made for the version *installed*."""
    return installed == VERSION


def unfitted(installed: str) -> tuple[Diagnostic, ...]:
    """Return what a build with the version *installed* has to say about it, nothing if all fits."""
    if fits(installed):
        return ()
    costs = ", ".join(patch.cost for patch in PATCHES)
    message = (
        f"WeasyPrint {installed} is installed, and print is fitted to {VERSION}: {costs}; "
        f"install {VERSION}, or carry the patches over"
    )
    return (Diagnostic(Location(PurePosixPath("handbook.pdf"), 0), "typesetter", message),)


def fit_in(installed: str) -> None:
    """Replace in this process what is replaced in the version *installed*; twice is once."""
    if fits(installed):
        for patch in PATCHES:
            patch.fit_in()


def _justify() -> None:
    from weasyprint.layout import inline
    from weasyprint.text.line_break import Layout

    from generator.render.handbook.typesetter import justification

    inline.justify_line = justification.justify_line
    Layout.reactivate = justification.reactivate


def _draw_formulas() -> None:
    from weasyprint.html import HTML_HANDLERS

    from generator.render.handbook.typesetter import formula_image

    HTML_HANDLERS[formula_image.SVG] = formula_image.handle_svg


def _name_the_span() -> None:
    from weasyprint.layout import LayoutContext

    usual = LayoutContext.get_string_set_for
    if usual.__name__ == "string_for":
        return

    def string_for(self: Any, page: Any, name: str, keyword: str = "first") -> tuple[str, ...]:
        """Answer as before, but for `string(span)`: the first and last card of the page, once if they are one."""
        if name != "span":
            found: tuple[str, ...] = usual(self, page, name, keyword)
            return found
        first = "".join(usual(self, page, "card", "start"))
        last = "".join(usual(self, page, "card", "last"))
        return (first if first == last else f"{first}\N{EN DASH}{last}" if first else last,)

    LayoutContext.get_string_set_for = string_for


def _tag_by_name() -> None:
    from weasyprint.pdf import tags

    usual = tags._get_pdf_tag
    if usual.__name__ == "tag_of":
        return

    def tag_of(element: str | None) -> str:
        """Return what an element is in the structure tree."""
        found: str = _TAGS.get(element or "") or usual(element)
        return found

    tags._get_pdf_tag = tag_of


def _mend_page_ends() -> None:
    from weasyprint import layout

    from generator.render.handbook.typesetter.page_ends import with_mended_ends

    if not hasattr(layout.make_all_pages, "__wrapped__"):
        layout.make_all_pages = with_mended_ends(layout.make_all_pages)


def _leave_out_programs() -> None:
    from weasyprint.pdf.fonts import Font

    def clean(self: Any, to_unicode: object, hinting: object) -> None:
        """Keep four bytes of a font, which tell its kind: subsetting in every chapter would cost seconds, for nothing."""
        self.file_content = self.file_content[:4]

    Font.clean = clean


PATCHES: Final = (
    Patch("text is ragged at the right", _justify),
    Patch("running heads do not name the cards of the page", _name_the_span),
    Patch("high figures leave holes", _mend_page_ends),
    Patch("contents, notes and code are not tagged as such", _tag_by_name),
    Patch("formulas take longer to draw and are neither copied nor tagged as such", _draw_formulas),
    Patch("fonts are cut anew for every chapter", _leave_out_programs),
)
