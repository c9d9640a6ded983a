"""The pages' templates: Jinja, set up strictly, and the style sheet put together."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from generator.language.tables import word
from generator.model import Edition
from generator.output import Press
from generator.render.handbook.pages.geometry import FORMATS, PageFormat
from generator.render.handbook.pages.profiles import DEFAULT, Profile

ROMAN = "roman"

_BACK = "counter-reset:page {page};margin-left:var(--outer);margin-right:var(--inner);"
_PROPERTY = re.compile(r"(--[\w-]+):([^;}]*)(?:;|(?=}))")
_USE = re.compile(r"var\((--[\w-]+)\)")


@dataclass(frozen=True, slots=True)
class Sheet:
    """The HTML of a part of the book, and that of a page of lines for notes, to fill the back of its last leaf.

    The latter has `{page}` where its own number belongs.
    """

    html: str
    notes: str


@dataclass(frozen=True)
class Pages:
    """Fills in the templates of `templates/handbook` for one edition; *font_faces* is put into every style sheet."""

    press: Press
    edition: Edition
    font_faces: str
    profile: Profile = DEFAULT

    @property
    def format(self) -> PageFormat:
        """Return the size of the pages."""
        return self.profile.page or FORMATS[self.edition.paper]

    @property
    def day(self) -> str:
        """Return the date that the first page bears: that of the release, or of a draft's build."""
        return (self.edition.released or self.press.now.date()).isoformat()

    @property
    def edition_name(self) -> str:
        """Return which edition this is, in words."""
        number, language = self.edition.number, self.edition.language
        return word("edition", language).format(number) if number else word("draft", language)

    def sheet(
        self, template: str, numbers: str, *, extra_style: str = "", created: str = "", **values: object
    ) -> Sheet:
        """Return a part of the book. *numbers* is what stands before its page numbers, or `roman`.

        *extra_style* follows the style sheet. *created* is a date for the file's metadata: the first part only has one,
        for a date on every page would lay out the whole book anew each day. Strings among *values* are escaped.
        """
        label = "counter(page, lower-roman)" if numbers == ROMAN else f'"{numbers}" counter(page)'
        numbering = f"@page:right{{@bottom-right{{content:{label}}}}}@page:left{{@bottom-left{{content:{label}}}}}"
        # The page for notes is laid out alone, as a first one; but it is the back of a leaf.
        back = f"@page:right{{{_BACK}@bottom-left{{content:{label}}}}}"
        name = word("notes page", self.edition.language)
        return Sheet(
            self._page(template, numbering + extra_style, {**values, "created": created}),
            self._page("notes.html", back, {"name": name, "created": ""}),
        )

    def _page(self, template: str, extra_style: str, values: Mapping[str, object]) -> str:
        environment = _environment(self.press.templates / "handbook")
        return environment.get_template(template).render(
            language=self.edition.language,
            title=self.edition.title,
            authors=self.edition.authors,
            faces=Markup(self.font_faces),
            style=Markup(self._style_sheet[0]),
            numbering=Markup(_resolved(extra_style, self._style_sheet[1])),
            **values,
        )

    @cached_property
    def _style_sheet(self) -> tuple[str, Mapping[str, str]]:
        """Return the style sheet of all pages, and the values of its custom properties."""
        files = ("shared/code.css", "shared/callouts.css", "handbook/handbook.css")
        text = "".join((self.press.templates / file).read_text("utf-8") for file in files)
        colours = {f"--{name}": colour for name, colour in self.profile.colours.items()}
        values = dict(_PROPERTY.findall(self.format.properties() + text)) | colours
        return _resolved(text, values), values


@cache
def _environment(folder: Path) -> Environment:
    """Return the templates of *folder*, one for the process; the loader sees when a file has changed."""
    return Environment(loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined)


def _resolved(style_sheet: str, values: Mapping[str, str]) -> str:
    """Return *style_sheet* with the *values* of custom properties put in where they are used.

    WeasyPrint 70.0 works them out for every element anew, which is a twelfth of its time.
    """
    plain = _PROPERTY.sub("", style_sheet)
    return _USE.sub(lambda use: values.get(use[1], use[0]).strip(), plain)
