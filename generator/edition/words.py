"""What counts as a change of a card's words, and what only of its markup."""

import hashlib
import unicodedata
from collections.abc import Iterator, Mapping

from generator.document import Blocks, CodeBlock, Image, Inlines
from generator.model import Asset, Book, Card
from generator.plaintext import line_text, squeezed, text_of
from generator.rewriting import inlines_in, walk_blocks, walk_inlines


def words_hash(card: Card, book: Book) -> str:
    """Return a hash of what a learner reads on *card*: visible text, TeX, code and the bytes of its pictures.

    Markup, spaces next to Chinese characters and tags make no difference.
    """
    parts = [squeezed(line_text(card.question)), *(_words(blocks) for blocks in (card.short, card.detail))]
    parts += [_words(note.blocks) for note in card.footnotes]
    parts += _pictures(card, book.assets)
    text = "\x1e".join(unicodedata.normalize("NFC", part) for part in parts)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _words(blocks: Blocks) -> str:
    code = [block.text for block in walk_blocks(blocks) if isinstance(block, CodeBlock)]
    return "\x1f".join([squeezed(text_of(blocks)), *code])


def _pictures(card: Card, assets: Mapping[str, Asset]) -> Iterator[str]:
    for node in _images(card.question, card.answer):
        asset = assets.get(node.source) if node.source else None
        yield asset.name if asset else "missing"


def _images(question: Inlines, answer: Blocks) -> Iterator[Image]:
    for node in (*walk_inlines(question), *inlines_in(answer)):
        if isinstance(node, Image):
            yield node
