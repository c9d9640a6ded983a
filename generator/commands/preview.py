"""What an author sees in a browser while writing: the last good artifacts, and what is wrong with the source now.

Only this machine is answered, and nothing but the artifacts is served.
"""

import json
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

from generator.commands.card_view import CardView, card_views, picture_in
from generator.diagnostics import BuildError
from generator.resources import TEMPLATES

_PORTS: Final = (*range(8137, 8157), 0)
"""Tried in turn; 0 is any that is free."""

_HOST: Final = "127.0.0.1"
_HEARTBEAT: Final = 15.0
"""Seconds without news after which a line is sent all the same, to learn whether anybody listens."""

_KINDS: Final = {
    "cheatsheet.html": "text/html; charset=utf-8",
    "handbook.pdf": "application/pdf",
    "deck.apkg": "application/zip",
}
_CARD: Final = (
    '<!DOCTYPE html><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    '<base href="/picture/"><style>{style}</style><body class="card{night}">{side}'
)


@dataclass
class Preview:
    """The state of the loop: artifacts in *out*, what the last build said, and who waits for the next."""

    out: Path
    number: int = 0
    messages: tuple[str, ...] = ()
    written: bool = True
    changed: str = ""
    """The key of the card that the last good build changed, the one that the author is writing."""
    cards: Mapping[str, CardView] = field(default_factory=dict)
    news: threading.Condition = field(default_factory=threading.Condition)

    def show(self, messages: Iterable[str], *, written: bool) -> None:
        """Tell all browsers what a build said, and whether it *written* new artifacts or left the old ones."""
        cards = self._cards_now() if written else self.cards
        with self.news:
            if self.cards:
                self.changed = next((key for key, card in cards.items() if self.cards.get(key) != card), self.changed)
            self.cards, self.messages, self.written = cards, tuple(messages), written
            self.number += 1
            self.news.notify_all()

    def serve(self) -> str:
        """Serve in the background, and return the address."""
        server = _server(self)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://{_HOST}:{server.server_port}/"

    def news_after(self, told: int) -> tuple[int, str]:
        """Wait for another state than that numbered *told*; return its number and the event that tells it."""
        with self.news:
            if self.news.wait_for(lambda: self.number != told, _HEARTBEAT):
                return self.number, f"data: {json.dumps(self.state())}\n\n"
            return told, ":\n\n"

    def state(self) -> Mapping[str, object]:
        """Return what a browser shows."""
        return {
            "number": self.number,
            "messages": self.messages,
            "written": self.written,
            "changed": self.changed,
            "cards": [(key, card.question) for key, card in self.cards.items()],
            "artifacts": [name for name in _KINDS if (self.out / name).is_file()],
        }

    def _cards_now(self) -> Mapping[str, CardView]:
        try:
            return card_views(self.out / "deck.apkg")
        except (BuildError, OSError):  # built without a deck
            return {}


def _server(preview: Preview) -> ThreadingHTTPServer:
    class Handler(_Handler):
        shown = preview

    for port in _PORTS:
        try:
            server = ThreadingHTTPServer((_HOST, port), Handler)
        except OSError:
            continue
        server.daemon_threads = True
        return server
    raise BuildError("no port of this machine is free; build without --serve")


class _Handler(BaseHTTPRequestHandler):
    shown: Preview

    def do_GET(self) -> None:
        """Answer with the page, the news, a card, or an artifact."""
        address = urlsplit(self.path)
        path = unquote(address.path)
        if self.headers.get("Host", "").rpartition(":")[0] not in (_HOST, "localhost"):
            self._send(HTTPStatus.FORBIDDEN, b"", "text/plain")  # a page elsewhere that calls itself by our address
        elif path == "/":
            self._send(HTTPStatus.OK, (TEMPLATES / "preview" / "preview.html").read_bytes(), "text/html; charset=utf-8")
        elif path == "/news":
            self._send_news()
        elif path == "/card":
            self._send_card({name: values[0] for name, values in parse_qs(address.query).items()})
        elif path.startswith("/picture/"):
            self._send_found(
                picture_in(self.shown.out / "deck.apkg", path.removeprefix("/picture/")),
                "image/svg+xml" if path.endswith(".svg") else "",
            )
        elif (name := path.removeprefix("/")) in _KINDS and (file := self.shown.out / name).is_file():
            self._send(HTTPStatus.OK, file.read_bytes(), _KINDS[name])
        else:
            self._send_found(None, "")

    def log_message(self, format: str, *args: object) -> None:  # the name is the base class's
        """Say nothing of each request."""

    def _send_card(self, wish: Mapping[str, str]) -> None:
        card = self.shown.cards.get(wish.get("key", ""))
        if card is None:
            self._send_found(None, "")
            return
        night = " nightMode night_mode" if wish.get("night") else ""
        side = card.back if wish.get("side") == "back" else card.front
        html = _CARD.format(style=card.style, night=night, side=side)
        self._send(HTTPStatus.OK, html.encode(), "text/html; charset=utf-8")

    def _send_news(self) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        told = -1
        try:
            while True:
                told, line = self.shown.news_after(told)
                self.wfile.write(line.encode())
                self.wfile.flush()
        except OSError:
            return  # nobody listens any more

    def _send_found(self, data: bytes | None, kind: str) -> None:
        self._send(
            HTTPStatus.NOT_FOUND if data is None else HTTPStatus.OK, data or b"", kind or "application/octet-stream"
        )

    def _send(self, status: HTTPStatus, data: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        with suppress(OSError):  # the page that asked may have gone on to the next state
            self.wfile.write(data)
