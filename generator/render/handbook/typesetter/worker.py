"""A part of the book laid out and finished, in a process of its own: layout takes memory that is not given back."""

import gc
import multiprocessing
import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Final

from generator.render.handbook.fonts.cutting import font_program
from generator.render.handbook.pages.deferred import fill_in
from generator.render.handbook.typesetter.part import Part, write_part

_CARD: Final = '<section class="card"'
_LEAST_DEPTH: Final = 6 * 17
"""Points that the text of a chapter's last page takes at least: six lines."""

_DISTANCES: Final = ("tight", "loose", "tighter", "looser")
"""Classes of a chapter whose last page would have fewer, in the order in which they are tried."""

_YOUNG: Final = 100_000
"""New objects after which the garbage collector looks for cycles; at Python's 700 a sixth of layout's time is its."""


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker needs: the part's HTML, that of a page of lines for notes, and what they may load.

    *key* names the part in the cache. *notes* has `{page}` where its own number belongs. *fitted* says whether the
    typesetter is fitted to this book, see `patches.py`.
    """

    key: str
    html: str
    notes: str
    font_faces: str
    fonts: tuple[tuple[str, Path], ...]
    pictures: Mapping[str, bytes]
    file: Path
    fitted: bool


def start(font_configuration: Path, installed: str) -> None:
    """Prepare a worker process: what takes time to load is loaded while the main process goes on."""
    from generator.render.handbook.typesetter.engine import load, shut_out_system_fonts

    die_with_parent()
    gc.set_threshold(_YOUNG)
    shut_out_system_fonts(font_configuration)
    load(installed)


def die_with_parent() -> None:
    """See to it that this process ends when the one that started it does, even by a kill that lets it end nothing."""
    if parent := multiprocessing.parent_process():
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)  # at once: whoever would take the result is gone


def wait_for_work() -> None:
    """Do nothing: the process has started, and loaded what it needs."""


def make_part(job: Job) -> Part:
    """Lay out and finish a part, ending on a left-hand page, and keep it in the cache."""
    from generator.render.handbook.typesetter.engine import Complaints, lay_out, pdf_of
    from generator.render.handbook.typesetter.finishing import finish

    filled = fill_in(job.html, paths_apart=job.fitted)
    resources = _font_files(job.fonts) | dict(job.pictures) | dict(filled.paths)
    with Complaints() as complaints:
        alignment = "justify" if job.fitted and _justifies(job.font_faces, job.fonts) else "start"
        document = _laid_out(_aligned(filled.html, alignment), resources, fitted=job.fitted)
        if len(document.pages) % 2:
            # The back of the last leaf would be blank: let it be a page for notes.
            notes = job.notes.replace("{page}", str(len(document.pages) + 1))
            back = lay_out(_aligned(notes, alignment), resources, document.font_config)
            document = document.copy(document.pages + back.pages)
        data = pdf_of(document)
    part = replace(finish(data, job.key), complaints=tuple(complaints.messages), undrawn=filled.undrawn)
    write_part(job.file, part)
    return part


def _laid_out(html: str, resources: Mapping[str, bytes], *, fitted: bool) -> Any:
    """Return a part laid out; a chapter's last page has six lines, or it is gone.

    If it would have fewer, the distances between paragraphs and cards are made a little smaller, or else larger.
    """
    from generator.render.handbook.typesetter.engine import depth_of_last_page, lay_out

    if not fitted or _CARD not in html:
        return lay_out(html, resources)
    document = lay_out(html, resources)
    if len(document.pages) == 1 or depth_of_last_page(document) >= _LEAST_DEPTH:
        return document
    for distances in _DISTANCES:
        other = lay_out(html.replace("<body>", f'<body class="{distances}">', 1), resources)
        if len(other.pages) <= len(document.pages) and depth_of_last_page(other) >= _LEAST_DEPTH:
            return other
    return document


@cache
def _justifies(font_faces: str, fonts: tuple[tuple[str, Path], ...]) -> bool:
    """Return whether text can be justified, tried out once a process; if not, the layout engine complains."""
    from generator.render.handbook.typesetter.engine import complain, justifies

    if justifies(font_faces, _font_files(fonts)):
        return True
    complain("text can't be justified with the Pango that is installed, and is ragged at the right")
    return False


@lru_cache(maxsize=2)  # a process that waits for the next build meets new fonts at each new character
def _font_files(fonts: tuple[tuple[str, Path], ...]) -> dict[str, bytes]:
    return {address: font_program(file) for address, file in fonts}


def _aligned(html: str, alignment: str) -> str:
    return html.replace("var(--alignment)", alignment)
