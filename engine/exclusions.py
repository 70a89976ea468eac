"""A game's mutually exclusive options, as a table with reasons (GEN-10)."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.errors import OptionError
from engine.options import GameOptions, Value, show, values_of

MANY: Final = (3, 4)
"""Numbers of seats above two, for a game designed for two that takes up to four."""


class Exclusion(NamedTuple):
    """Two options whose listed values exclude each other, and the reason.

    ``seats`` is not an option; here it is the number of seats.
    """

    one: str
    of: tuple[Value, ...]
    other: str
    values: tuple[Value, ...]
    why: str


def check(table: Iterable[Exclusion], options: GameOptions, seats: int) -> None:
    """Raise OptionError for the first exclusion that applies; the message names both options."""
    given = {**values_of(options), "seats": seats}
    for one, of, other, values, why in table:
        if given.get(one) in of and given.get(other) in values:
            both = f"options {one} = {show(given[one])} and {other} = {show(given[other])}"
            raise OptionError(f"{both} exclude each other: {why}. Change one of them.")
