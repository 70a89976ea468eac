"""A request for a match: the players' choice of a game, of its preset, and of who sits where."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

import msgspec

from cabinet.games.presentation import presentation_of
from cabinet.people.names import is_name, known, names_of
from cabinet.strings.catalogue import word
from engine.adaptive import ADAPTIVE, is_adaptive
from engine.games import set_up
from engine.options import OptionValues, values_of
from engine.setup import Setup

PERSON: Final = "person"
"""A human player in the configuration and the menu."""

FILLS_UP: Final = ADAPTIVE
"""The player of seats of nobody, unless the house names another; in a match against a bot they are bots of its level.
Where it begins, the match before says (`cabinet.match.played`)."""

WATCHED: Final = ("bot:middling", "bot:middling")
"""The players at the two panels in a match that people only watch: equals, so that no panel is seen to win more."""

MOST_PEOPLE: Final = 4
"""Maximum number of people at one screen: one for each quarter."""

PANELS: Final = 2
"""The number of panels of a cabinet without a second pair."""


class MatchRequest(msgspec.Struct, frozen=True):
    """The players' choice: game, preset, and the player of each seat (``person`` or ``bot:`` and a level).

    `options`: every option of an earlier match, whose rules may differ from today's: the match continues by them, and
    so does a rematch. `names`: the name of the person at each seat, empty for guests and bots; () for guests alone.
    """

    game: str
    preset: str
    players: tuple[str, ...]
    options: OptionValues | None = None
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError for names that fit no seats: another number, no names, twice the same, or a bot's."""
        named = known(self.names)
        if self.names and (
            len(self.names) != len(self.players)
            or not all(map(is_name, named))
            or len(named) != sum(map(bool, self.names))
            or any(name and seat not in self.people for seat, name in enumerate(self.names))
        ):
            raise ValueError(f"names {self.names} do not fit the players {self.players}")

    @property
    def people(self) -> tuple[int, ...]:
        """The seats with human players."""
        return tuple(seat for seat, player in enumerate(self.players) if player == PERSON)

    @property
    def sitters(self) -> tuple[str, ...]:
        """Who sits at each seat: a person's name, else the player."""
        return tuple(name or player for name, player in zip_longest(self.names, self.players, fillvalue=""))

    @property
    def seat_names(self) -> tuple[str, ...]:
        """See `seat_names`."""
        return seat_names(self.game, self.players, self.names)

    @property
    def calls_by_colour(self) -> bool:
        """Whether a seat is called by its colour at the table: nobody has a name, and the cards have no colours."""
        return not any(self.names) and not presentation_of(self.game).has_coloured_cards


BOT_NAMES: Final = ("DAN", "EVE", "TOM", "UMA", "LEO", "IDA", "MAX", "ZOE", "KIM", "ROY", "LIV", "SAM", "AVA", "JIM")
"""What bots are called where a seat's colour could be taken for a card's."""


def seat_names(game: str, players: Sequence[str], names: Sequence[str] = ()) -> tuple[str, ...]:
    """Return what each seat is called at its table: the name of its person, else its colour, as in the match's log.

    In a game whose cards have colours a guest is called by the seat's sign, and a bot has a name that nobody else has.
    """
    names = names or ("",) * len(players)
    if not presentation_of(game).has_coloured_cards:
        return tuple(name or word(f"seat.{seat}") for seat, name in enumerate(names))
    free = (name for name in BOT_NAMES if name not in names)
    return tuple(
        name or (word(f"sign.{seat}") if player == PERSON else next(free))
        for seat, (name, player) in enumerate(zip(names, players, strict=True))
    )


def names_in(setup: Setup) -> tuple[str, ...]:
    """Return what each seat of a setup is called (`seat_names`)."""
    players = [PERSON if seat.is_human else seat.player for seat in setup.seats]
    return seat_names(setup.game, players, names_of(setup))


def request_of(setup: Setup) -> MatchRequest:
    """Return the request that a setup was made from."""
    players = tuple(PERSON if seat.is_human else _without_start(seat.player) for seat in setup.seats)
    names = names_of(setup)
    return MatchRequest(setup.game, setup.preset, players, whole_options(setup), names if any(names) else ())


def _without_start(player: str) -> str:
    return ADAPTIVE if is_adaptive(player) else player


def whole_options(setup: Setup) -> OptionValues:
    """Return all options of a setup. Raises as `engine.games.set_up` does."""
    return values_of(set_up(setup.game, setup.options, setup.base, len(setup.seats)).options)


def full_table(seats: int, panels: tuple[str, ...]) -> tuple[str, ...]:
    """Return the players of all seats: those at the panels, then bots up to the preset's number of seats (GEN-7)."""
    bot = next((player for player in panels if player != PERSON), FILLS_UP)
    return (*panels, *[bot] * (seats - len(panels)))
