"""The book as one HTML page."""

from generator.model import Book
from generator.output import Press, Rendering


def render(book: Book, press: Press) -> Rendering:
    """Return `cheatsheet.html`."""
    return Rendering(b"")
