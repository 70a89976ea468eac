"""Options that tests of all games try: the values of each, every pair of them, and few sets that hold all pairs."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from engine.errors import OptionError
from engine.game import Game
from engine.games import set_up
from engine.options import GameOptions, Option, PerSeat, Value, schema_of

Options = dict[str, Any]
Single = tuple[str, Any]
"""An option, or ``seats``, with one value."""

LENGTHS = ("length", "best_of", "target", "match_hands", "deals", "turn_s")
"""Options that say no more than how long a match lasts."""
LEAVE_OUT = {option.name for option in schema_of(GameOptions).every} | {*LENGTHS, "custom_rules"}
HIDING = ("peek", "own_screen")
"""The values of ``cards_seen`` with which a bot plays from a view that hides cards."""
SHORT: dict[str, Options] = {
    "spit": {"length": 1},
    "mod_spit": {"length": 1},
    "speed": {"best_of": 1, "target": 1},
    "speed_uno": {"match_hands": 1},
    "speah": {"deals": 1},
}
NEEDS: dict[Single, Options] = {
    ("piles", 6): {"packs": 2},
    ("teams", "relay"): {"running": True},
    ("declared_joker", True): {"jokers": True},
}
"""What a value means nothing, or is refused, without."""


def values(option: Option) -> list[Value]:
    """The values of an option besides its default; of numbers, the least; of handicaps two, as two seats have them."""
    if isinstance(option, PerSeat):
        assert option.span is not None
        return [(1, 0), (option.span[1] * 4 // 5, 0)]
    some = option.choices or ((0,) if option.zero_off and option.default else (option.span or ())[:1])
    return [value for value in some if value != option.default]


def singles(game: type[Game], seats: tuple[int, ...] = ()) -> list[Single]:
    """Every value besides the defaults of the game's own options; ``seats`` is one of them, above two all there are."""
    own: list[Single] = [
        (option.name, value)
        for option in game.info.options
        if option.name not in LEAVE_OUT
        for value in values(option)
        if (option.name, value) != ("rule", "custom")
    ]
    return own + [("seats", number) for number in seats or range(3, game.info.seats[1] + 1)]


def pairs(game: type[Game]) -> Iterator[Options]:
    """Every two options with every value that they have besides their defaults; ``seats`` is one of them."""
    for one, other in combinations(singles(game), 2):
        if one[0] != other[0]:
            yield with_needs(one, other)


def with_needs(*chosen: Single) -> Options:
    """These values, and whatever they need."""
    options: Options = {}
    for single in chosen:
        options |= NEEDS.get(single, {})
    return options | dict(chosen)


def at_table(options: Options) -> tuple[Options, int]:
    """The options to set a match up by, and the number of seats: a handicap has a number for each of them."""
    given = dict(options)
    seats = given.pop("seats", 2)
    if handicap := given.get("handicap"):
        given["handicap"] = (*handicap, *(0,) * (seats - len(handicap)))
    return given, seats


def is_allowed(game: type[Game], options: Options) -> bool:
    """True unless some of the options exclude each other, which the game itself says."""
    given, seats = at_table(options)
    try:
        set_up(game.info.id, given, "", seats)
    except OptionError:
        return False
    return True


def covering(game: type[Game], chosen: list[Single]) -> list[Options]:
    """Few sets of options in which every two of the values are found together that may be.

    Greedy: each set takes in, one after the other, the pairs still missing that go with what it has already.
    """
    missing = {
        (one, other): both
        for one, other in combinations(chosen, 2)
        if one[0] != other[0] and is_allowed(game, both := with_needs(one, other))
    }
    found: list[Options] = []
    while missing:
        options: Options = {}
        for pair, wanted in list(missing.items()):
            if all(options.get(name, value) == value for name, value in wanted.items()):
                larger = options | wanted
                if larger == options or is_allowed(game, larger):
                    options = larger
                    del missing[pair]
        found.append(options)
    return found
