"""When each released note last changed: what Anki compares to decide whether an import updates it."""

from collections.abc import Iterable

from generator.edition.facts import Fact
from generator.edition.ledger import Ledger
from generator.edition.release import Print, views_of_ledger, views_of_prints
from generator.output import Stamps


def stamps_of(ledger: Ledger, facts: Iterable[Fact] = ()) -> Stamps:
    """Return the times that *ledger* holds; of the notes in *facts*, those whose words have changed since are stale."""
    old = views_of_ledger(ledger)
    new = views_of_prints((Print(fact, "") for fact in facts), ledger)
    return Stamps(
        notes={key: entry.mod for key, entry in ledger.entries.items()},
        stale=frozenset(view.key for view in new if view.key not in old or view.words != old[view.key].words),
        style=ledger.style,
        look=ledger.look,
    )
