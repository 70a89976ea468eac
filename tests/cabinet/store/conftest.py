"""What the store's tests write down."""

from typing import NamedTuple

import pytest

from cabinet.store.ledger import MatchBegun, MatchEnded, Race


class Notes(NamedTuple):
    """Matches and races by number, so that a test need not make them up."""

    def begun(self, number: int = 1) -> MatchBegun:
        return MatchBegun(f"match-{number}", "speed", "speed", ("human", "human"), 1_700_000_000 + number)

    def ended(self, number: int = 1) -> MatchEnded:
        return MatchEnded(f"match-{number}", 0, "out", (2, 1), 63.5)

    def race(self, margin_ns: int, *, judged: bool = True, at: int = 5) -> Race:
        return Race(0, 1, margin_ns, "speed", at, judged)


@pytest.fixture(scope="session")
def notes() -> Notes:
    return Notes()
