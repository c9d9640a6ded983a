"""Building again at each change, and showing the sheet while one writes."""

import threading
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import click
import watchfiles

_PORT = 8137


def watch_folders(folders: tuple[Path, ...], build: Callable[[], object], page: Path | None) -> None:
    """Call *build* now and at each change in *folders*, until interrupted; serve *page* on this machine if given."""
    build()
    if page is not None:
        _serve(page)
    try:
        for _ in watchfiles.watch(*(folder for folder in folders if folder.is_dir()), debounce=200):
            build()
    except KeyboardInterrupt:
        click.echo("stopped")


class _Pages(SimpleHTTPRequestHandler):
    """Serves the build folder, never from a browser's memory."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # the name is the base class's
        """Say nothing of each request."""


def _serve(page: Path) -> None:
    handler = partial(_Pages, directory=str(page.parent))
    server = ThreadingHTTPServer(("127.0.0.1", _PORT), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    click.echo(f"http://127.0.0.1:{_PORT}/{page.name}")
