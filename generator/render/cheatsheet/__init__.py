"""The book as one HTML page."""

from generator.model import Book
from generator.output import Press, Rendering
from generator.render.cheatsheet.document import document
from generator.render.cheatsheet.font import font_face
from generator.render.cheatsheet.formulas import formulas_of
from generator.render.cheatsheet.page import page_of


def render(book: Book, press: Press) -> Rendering:
    """Return `cheatsheet.html`: every question with its short answer, the detail folded, in a file that needs no other."""
    formulas = formulas_of(book)
    font = font_face(formulas.characters, press.cache) if formulas.characters else ""
    page = page_of(book, formulas)
    html = document(page, book.edition, press.templates, extra_style=font + formulas.style)
    return Rendering(html.encode())
