"""WeasyPrint, set up for this book: nothing from the machine, nothing from the net, every complaint kept.

Imported in worker processes only: it takes half a second, and hundreds of megabytes while it works.
"""

import logging
import os
import warnings
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from generator.cache import write_whole
from generator.render.handbook.typesetter.patches import fit_in
from generator.render.handbook.typesetter.styles import style_sheets, without_styles

_NO_FONTS = b'<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig/>'


def write_font_configuration(file: Path) -> None:
    """Write a configuration of fontconfig that knows no font."""
    write_whole(file, _NO_FONTS)


def shut_out_system_fonts(file: Path) -> None:
    """Let this process see no font of the machine: the same pages everywhere, and nothing slips in unseen.

    To be called before WeasyPrint is imported. *file* is what `write_font_configuration` wrote.
    """
    os.environ["FONTCONFIG_FILE"] = str(file.resolve())  # a relative path is sought beside the system's own
    warnings.filterwarnings("ignore", message="No fonts configured in FontConfig", category=UserWarning)


class Complaints(logging.Handler):
    """Collects what WeasyPrint logs, each message once."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: dict[str, None] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the message of *record*."""
        self.messages[record.getMessage()] = None

    def __enter__(self) -> "Complaints":
        _library()  # it has a handler of its own, which is taken away
        logging.getLogger("weasyprint").addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger("weasyprint").removeHandler(self)


def complain(message: str) -> None:
    """Let *message* be among the complaints."""
    logging.getLogger("weasyprint").warning(message)


def load(installed: str) -> None:
    """Load WeasyPrint and fit it to this book, as far as the version *installed* allows."""
    _library()
    fit_in(installed)


def lay_out(html: str, resources: Mapping[str, bytes], fonts: Any = None) -> Any:
    """Return the `weasyprint.Document` of *html*.

    *resources* are the only things that may be loaded, by address; `data:` addresses may be read too.
    *fonts* is the font configuration of a document laid out before, if it is to be shared.
    """
    weasyprint = _library()
    from weasyprint.text.fonts import FontConfiguration

    fetcher = _fetcher(weasyprint, resources)
    source = weasyprint.HTML(string=without_styles(html), base_url="book:", url_fetcher=fetcher, media_type="print")
    fonts = fonts or FontConfiguration()
    sheets = list(style_sheets(html, fonts, fetcher))
    return source.render(font_config=fonts, stylesheets=sheets, pdf_variant="pdf/ua-1")


def depth_of_last_page(document: Any) -> float:
    """Return how far the text of the last page reaches below its upper edge, in points."""
    from generator.render.handbook.typesetter.page_ends import foot_of

    page = document.pages[-1]._page_box
    return (foot_of(page) - float(page.content_box_y())) * 0.75


def pdf_of(document: Any) -> bytes:
    """Return *document* as a tagged PDF whose font programs are left out; `merged.py` puts them in."""
    data: bytes = document.write_pdf(pdf_variant="pdf/ua-1")
    return data


def justifies(font_faces: str, resources: Mapping[str, bytes]) -> bool:
    """Return whether our justification works here: a line is tried out."""
    from generator.render.handbook.typesetter import justification

    page = "@page{size:105px 200px;margin:0}body,p{margin:0}p{font:10px Book Serif;text-align:justify}"
    text = "天地玄黄宇宙洪荒" * 4
    document = lay_out(f"<html lang=zh-CN><title>test</title><style>{font_faces}{page}</style><p>{text}</p>", resources)
    return justification.is_straight(document)


@cache
def _library() -> Any:
    import weasyprint

    weasyprint_log = logging.getLogger("weasyprint")
    weasyprint_log.handlers.clear()
    weasyprint_log.propagate = False
    return weasyprint


def _fetcher(weasyprint: Any, resources: Mapping[str, bytes]) -> Any:
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class Fetcher(URLFetcher):  # type: ignore[misc]  # the library is untyped
        def fetch(self, url: str, headers: object = None) -> Any:
            if url in resources:
                return URLFetcherResponse(url, resources[url])
            return super().fetch(url, headers)

    return Fetcher(allowed_protocols=("data",))
