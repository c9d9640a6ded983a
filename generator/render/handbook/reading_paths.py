"""The reading paths of a book, worked out: which cards each leads to, in which order."""

from generator.model import Book, Card, ReadingPath


def cards_on(path: ReadingPath, book: Book) -> tuple[Card, ...]:
    """Return the cards that *path* leads to, each once; what it names and the book lacks is left out."""
    homes = [(chapter, card) for chapter in book.chapters for card in chapter.cards]
    found: dict[str, Card] = {}
    for item in path.items:
        kind, _, name = item.partition(":")
        for chapter, card in homes:
            wanted = {"chapter": chapter.id == name, "card": card.id == name}
            if wanted.get(kind, name in card.tags or name in chapter.tags):
                found.setdefault(card.id, card)
    return tuple(found.values())
