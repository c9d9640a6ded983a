"""How a book stands to its editions: what was released, what it says now, and where the two contradict each other."""

from collections.abc import Set
from dataclasses import dataclass
from pathlib import Path

from generator.diagnostics import Diagnostic
from generator.edition.facts import Fact, facts_of
from generator.edition.guards import broken_promises, missing_ledger
from generator.edition.ledger import Ledger, read_ledger
from generator.edition.stamps import stamps_of
from generator.model import Book
from generator.output import Stamps
from generator.read.folder import place


@dataclass(frozen=True, slots=True)
class Standing:
    """*ledger* is None before the first edition, *facts* are then not gathered."""

    ledger: Ledger | None = None
    facts: tuple[Fact, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def stamps(self) -> Stamps:
        """Return the times of released notes."""
        return stamps_of(self.ledger, self.facts) if self.ledger else Stamps()


def standing_of(folder: Path, book: Book, revived: Set[str] = frozenset()) -> Standing:
    """Return how *book*, read from *folder*, stands to what was released; cards in *revived* may come back."""
    if book.edition.trial or not book.edition.deck:  # a broken book.toml is reported where it is read
        return Standing()
    ledger, faults = read_ledger(folder)
    book_file = place(folder, folder / "book.toml")
    if ledger is None:
        return Standing(diagnostics=faults or tuple(missing_ledger(book.edition, book_file)))
    facts = facts_of(book)
    return Standing(ledger, facts, tuple(broken_promises(book.edition, facts, ledger, book_file, revived)))
