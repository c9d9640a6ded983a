"""The pages' templates: Jinja, set up strictly, and the style sheet put together."""

from dataclasses import dataclass
from functools import cached_property

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from generator.model import Edition
from generator.output import Press

ALIGNMENT = "var(--alignment)"
"""Stands in the style sheet for the way text is aligned, which only the worker knows."""


@dataclass(frozen=True)
class Pages:
    """Fills in the templates of `templates/handbook` for one edition; *font_faces* is put into every style sheet."""

    press: Press
    edition: Edition
    font_faces: str

    def page(self, template: str, *, extra_style: str = "", **values: object) -> str:
        """Return a whole HTML document; *extra_style* follows the style sheet. Strings among *values* are escaped."""
        return self._environment.get_template(template).render(
            language=self.edition.language,
            title=self.edition.title,
            authors=self.edition.authors,
            created=self.press.now.strftime("%Y-%m-%dT%H:%M:%SZ"),
            style=Markup(self.font_faces + self._style_sheet + extra_style),
            **values,
        )

    @cached_property
    def _environment(self) -> Environment:
        loader = FileSystemLoader(self.press.templates / "handbook")
        return Environment(loader=loader, autoescape=True, undefined=StrictUndefined)

    @cached_property
    def _style_sheet(self) -> str:
        files = (self.press.templates / "shared" / "code.css", self.press.templates / "handbook" / "handbook.css")
        return "".join(file.read_text("utf-8") for file in files)
