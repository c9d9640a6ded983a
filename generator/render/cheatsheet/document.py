"""The page as one HTML document that asks for nothing: its style and script inside, and a policy that allows no more."""

import base64
import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from rcssmin import cssmin
from rjsmin import jsmin

from generator.language.tables import word
from generator.model import Edition
from generator.render.cheatsheet.page import Page

_STYLES: Final = (
    "shared/code",
    "shared/callouts",
    "cheatsheet/sheet",
    "cheatsheet/card",
    "cheatsheet/views",
    "cheatsheet/tables",
    "cheatsheet/practice",
    "cheatsheet/print",
)
_SCRIPTS: Final = ("theme", "ranking", "cards", "search", "practice", "navigation", "plan", "calculators", "start")
"""Files of `templates/cheatsheet/`, which share one scope: an earlier one knows nothing of a later one."""


def document(page: Page, edition: Edition, templates: Path, *, extra_style: str) -> str:
    """Return the document; *extra_style* goes before the style sheet: the font, the rules of the formulas."""
    style, script = _style(edition, templates, extra_style), _script(templates)
    template = _environment(templates / "cheatsheet").get_template("page.html")
    return template.render(
        page=page,
        edition=edition,
        edition_name=edition_name(edition),
        views=_views(page),
        word=lambda name: word(name, edition.language),
        policy=_policy(style, script),
        style=Markup(style),
        script=Markup(script),
    )


@cache
def _environment(folder: Path) -> Environment:
    """Return the templates of *folder*, one for the process: compiling them takes longer than filling them in."""
    return Environment(
        loader=FileSystemLoader(folder),  # which sees when a file has changed
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _views(page: Page) -> tuple[str, ...]:
    """Return the views that the page has, today's last; those without cards are for what the book has data for."""
    return (
        "index",
        "formulas",
        "answers",
        *(("plan",) if page.plans else ()),
        *(("calculators",) if page.calculators else ()),
    )


def edition_name(edition: Edition) -> str:
    """Return the number of the edition and its date, or that this is none yet."""
    if not edition.number:
        return word("draft", edition.language)
    name = word("edition", edition.language).format(edition.number)
    return f"{name} · {edition.released.isoformat()}" if edition.released else name


def _style(edition: Edition, templates: Path, extra: str) -> str:
    files = "".join((templates / f"{name}.css").read_text("utf-8") for name in _STYLES)
    running = f"{edition.title} · {edition_name(edition)}"
    footer = f"@page{{@bottom-left{{content:{_css_string(running)}}}}}"
    return f"{extra}{cssmin(files)}{footer}"


def _script(templates: Path) -> str:
    parts = "".join((templates / "cheatsheet" / f"{name}.js").read_text("utf-8") for name in _SCRIPTS)
    return f'"use strict";(()=>{{{jsmin(parts)}}})()'


def _policy(style: str, script: str) -> str:
    """Return the content security policy: this style and this script by their hashes, pictures and font inside."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")


def _css_string(text: str) -> str:
    """Return *text* as a string of CSS; nothing in it can end the string or the style element."""
    return '"' + re.sub(r'[\\"<\x00-\x1f]', lambda match: f"\\{ord(match[0]):x} ", text) + '"'
