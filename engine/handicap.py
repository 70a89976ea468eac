"""The handicap of a match: seats that play a harder deal, as an option of the games that have one (GEN-12).

A handicap is a number of cards for each seat, clockwise, at least one of them 0. What a card of it is, each game says:
one more to get rid of in Spit (SPIT-29), one fewer in hand in Speed (SPEED-13). Without a handicap the option is
``()`` and absent from a log's header.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from engine.errors import OptionError, shortened
from engine.options import Option, Value, is_number, option, show

HANDICAP: Final = "handicap"
"""The option's name."""

WORTH: Final[Mapping[str, tuple[tuple[int, float], ...]]] = MappingProxyType(
    {
        "spit": ((2, 0.577), (4, 0.625), (6, 0.653), (13, 0.717), (14, 0.788), (16, 0.836), (18, 0.898)),
        "mod_spit": ((2, 0.549), (4, 0.631), (6, 0.690), (8, 0.748), (10, 0.794)),
        "speed": ((1, 0.735), (2, 0.933)),
    }
)
"""By game, numbers of cards and the share of matches that the other seat of two wins, if both are equally strong.

Measured with bots (docs/handicaps.md). A number that is not worth more than the one before it
is left out, and so is one that decides the match.
"""


def extra_cards_for(game: str, expected_share: float) -> int:
    """Return the handicap, in cards, of the stronger of two seats, which wins that share of even matches (0 to 1).

    It is the one that is worth the nearest share, so that both win about as often; of two as near the smaller. It grows
    with the share up to the largest in ``WORTH``, and is 0 for a share of a half or less and for a game that has no
    handicap. Raises ValueError for a share outside 0 to 1.
    """
    if not 0.0 <= expected_share <= 1.0:
        raise ValueError(f"{expected_share} is no share of matches: it takes 0 to 1")
    offered = ((0, 0.5), *WORTH.get(game, ()))
    return min(offered, key=lambda entry: abs(entry[1] - expected_share))[0]


@dataclass(frozen=True, slots=True)
class PerSeat(Option):
    """An option with a whole number for each seat, each from 0 to the end of ``span``, at least one of them 0.

    All zeros are the default, the empty tuple. The number of seats is known only to the game (``check_seats``).
    """

    def takes(self) -> str:
        """See ``Option.takes``."""
        assert self.span is not None
        return f"a whole number for each seat, 0 to {self.span[1]}, at least one of them 0"

    def check(self, value: object) -> Value:
        """See ``Option.check``; all zeros become ``()``."""
        if isinstance(value, list | tuple) and all(map(self._within, value)) and (not value or 0 in value):
            return tuple(value) if any(value) else ()
        raise OptionError(f"option {self.name} = {shortened(show(value))}: it takes {self.takes()}")

    def read(self, text: str) -> Value:
        """See ``Option.read``; an empty text is no handicap."""
        numbers = [part.strip() for part in text.split(",")] if text.strip() else []
        return self.check([int(n) if is_number(n) else n for n in numbers])


def handicap(most: int) -> Any:  # as ``engine.options.option``
    """Declare the option: at most ``most`` cards for a seat."""
    return option(PerSeat("", (), span=(0, most), omit_default=True))


def check_seats(given: Sequence[int], seats: int) -> None:
    """Raise OptionError unless there is no handicap or a number for every seat (GEN-10)."""
    if given and len(given) != seats:
        raise OptionError(f"option {HANDICAP} = {show(given)}: it takes {seats} numbers, one for each seat, here")


def handicap_of(seats: int, seat: int, cards: int) -> dict[str, Value]:
    """Return the option that gives one seat a handicap of so many cards; nothing for 0 cards."""
    return {HANDICAP: tuple(cards if each == seat else 0 for each in range(seats))} if cards else {}


def is_handicapped(options: Mapping[str, object]) -> bool:
    """Return whether a match with these options, as a log's header has them, is played with a handicap."""
    cards = options.get(HANDICAP, ())
    return any(cards) if isinstance(cards, list | tuple) else bool(cards)
