"""The printed handbook."""

from importlib.metadata import version

from generator.model import Book
from generator.output import Press, Rendering
from generator.render.handbook.glyphs import missing_glyphs
from generator.render.handbook.pages.extent import beyond_print
from generator.render.handbook.pages.profiles import DEFAULT, Profile

__all__ = ["beyond_print", "missing_glyphs", "render"]


def render(book: Book, press: Press, profile: Profile = DEFAULT) -> Rendering:
    """Return the handbook as a PDF in the form of *profile*, and what the layout has to say about the source."""
    # Imported here: the machinery of print takes a good while to load, and other commands do without it.
    from generator.render.handbook.production import bind

    return bind(book, press, version("weasyprint"), profile)
