"""The variations of Spit as options, what they lay out, and which of them exclude each other (SPIT-16 to SPIT-28)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.errors import OptionError
from engine.games.spit_piles import SIZES
from engine.options import Option, Options, Value, number, one_of, show, word_or_number, yes_no
from engine.race import TURN_MS, stuck_call

REFILL: Final = "1111+refill"
LAYOUTS: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "12345": SIZES,
        "1234": SIZES[:4],
        "1,1,11,1,1": (1, 1, 11, 1, 1),
        "33333": (3,) * 5,
        "11111": (1,) * 5,
        REFILL: (1,) * 4,
    }
)
"""The cards of each stock pile, by the option ``layout`` (SPIT-16)."""

SPIT_OPTIONS: Final[tuple[Option, ...]] = (
    yes_no("quick_play", True),
    word_or_number("length", "full", 1, 99),
    one_of("hands", "two", "one"),
    yes_no("auto_turn", False),
    stuck_call("shout", "auto"),
    TURN_MS,
    one_of("layout", *LAYOUTS),  # SPIT-16
    one_of("packs", 1, 2),  # SPIT-17
    one_of("piles", 5, 6),  # SPIT-17
    yes_no("alternate_colours", False),  # SPIT-18
    yes_no("stack_equals", False),  # SPIT-19
    one_of("claim", "slap", "winner", "shout", "slap_smaller"),  # SPIT-20
    number("slap_guard_ms", 200, 1, 1000, zero_off=True),
    yes_no("twin_call", False),  # SPIT-21
    number("conceal_last", 0, 3, 5, zero_off=True),  # SPIT-22
    yes_no("peek_under", False),  # SPIT-23
    yes_no("ghost", False),  # SPIT-24
    yes_no("spit_card_please", False),  # SPIT-25
    number("slam_ms", 3000, 500, 10_000),  # SPIT-25
    yes_no("reverse", False),  # SPIT-26
)


class Exclusion(NamedTuple):
    """Two options that cannot both have one of these values, and why."""

    one: str
    of: tuple[Value, ...]
    other: str
    values: tuple[Value, ...]
    why: str


EXCLUSIONS: Final[tuple[Exclusion, ...]] = (
    Exclusion("piles", (6,), "packs", (1,), "six piles take the cards of two packs"),
    Exclusion("ghost", (True,), "spit_card_please", (True,), "the one marker cannot lie in the middle and be lent"),
    Exclusion("reverse", (True,), "ghost", (True,), "who takes nothing wins nothing where cards are what is wanted"),
    Exclusion("reverse", (True,), "spit_card_please", (True,), "to slam is to win without cards, which is to lose"),
    Exclusion("piles", (6,), "layout", ("1234", "1,1,11,1,1", REFILL), "that layout says how many piles there are"),
)
"""Everything else may be combined."""


def check(options: Options) -> None:
    """Raise OptionError, naming both, for the first two options that exclude each other (GEN-10)."""
    for one, of, other, values, why in EXCLUSIONS:
        if options.get(one) in of and options.get(other) in values:
            given = f"options {one} = {show(options[one])} and {other} = {show(options[other])}"
            raise OptionError(f"{given} exclude each other: {why}. Change one of them.")


def sizes_of(options: Options) -> tuple[int, ...]:
    """The cards of each stock pile in a full layout; a sixth pile goes on as the five begin (SPIT-16, SPIT-17)."""
    sizes = LAYOUTS[str(options["layout"])]
    if options.get("piles") != 6:
        return sizes
    return (*sizes, 2 * sizes[-1] - sizes[-2])
