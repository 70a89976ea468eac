"""What the tests of the general rules share: a table where both can play, and what is asked of a desk's log."""

from typing import TYPE_CHECKING

from engine.log_lines import PauseLine

if TYPE_CHECKING:
    from tests.engine.conftest import Desk

OPEN = {"hands": ("7H 2H 7S", "7D 2C"), "centre": ("6S", "QD"), "reserves": ("2S 3C", "3S 4C")}
"""Both can play their first card on the left pile, and nothing else; cards are left to turn."""


def pauses(desk: "Desk") -> list[str]:
    return [entry.why for entry in desk.entries if isinstance(entry, PauseLine)]
