"""Options of a game that exclude each other, as a table with the reasons (GEN-10)."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.errors import OptionError
from engine.options import Options, Value, show

MANY: Final = (3, 4)
"""Numbers of seats above two, where a game is made for two and takes up to four."""


class Exclusion(NamedTuple):
    """Two options that cannot both have one of these values, and why.

    ``seats`` is none of the options, and stands here for the number of seats all the same.
    """

    one: str
    of: tuple[Value, ...]
    other: str
    values: tuple[Value, ...]
    why: str


def check(table: Iterable[Exclusion], options: Options, seats: int) -> None:
    """Raise OptionError, naming both, for the first two options that exclude each other."""
    given = {**options, "seats": seats}
    for one, of, other, values, why in table:
        if given.get(one) in of and given.get(other) in values:
            both = f"options {one} = {show(given[one])} and {other} = {show(given[other])}"
            raise OptionError(f"{both} exclude each other: {why}. Change one of them.")
