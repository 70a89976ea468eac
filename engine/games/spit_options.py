"""The variations of Spit as options, their layouts, and their exclusions (SPIT-16 to SPIT-28)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine import exclusions
from engine.errors import OptionError
from engine.exclusions import MANY, Exclusion
from engine.games.spit_piles import SIZES
from engine.options import Option, Options, number, one_of, show, word_or_number, yes_no
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

LOSING_PILES: Final = ("12345", "33333", "11111")
"""The layouts that lose a pile for each seat above two, with one pack (SPIT-28)."""

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
    yes_no("running", False),  # SPIT-27
    number("travel_ms", 800, 100, 3000, zero_off=True),  # SPIT-27
    one_of("teams", "off", "relay"),  # SPIT-27
)


EXCLUSIONS: Final[tuple[Exclusion, ...]] = (
    Exclusion("piles", (6,), "packs", (1,), "six piles take the cards of two packs"),
    Exclusion("ghost", (True,), "spit_card_please", (True,), "the one marker cannot lie in the middle and be lent"),
    Exclusion("reverse", (True,), "ghost", (True,), "who takes nothing wins nothing where cards are what is wanted"),
    Exclusion("reverse", (True,), "spit_card_please", (True,), "to slam is to win without cards, which is to lose"),
    Exclusion("teams", ("relay",), "running", (False,), "nobody runs"),
    Exclusion("seats", MANY, "claim", ("shout", "slap_smaller"), "who runs out chooses, and nobody races for it"),
    Exclusion("seats", MANY, "twin_call", (True,), "with more than one other seat nobody is the other"),
    Exclusion("seats", MANY, "ghost", (True,), "the place that is empty is not one of two"),
    Exclusion("seats", MANY, "spit_card_please", (True,), "there is one marker, and more than one to lend it to"),
    Exclusion("seats", MANY, "reverse", (True,), "who cannot lay out wins the game by running out of cards"),
    Exclusion("piles", (6,), "layout", ("1234", "1,1,11,1,1", REFILL), "that layout says how many piles there are"),
)
"""All other combinations are valid."""


def check(options: Options, seats: int) -> None:
    """Raise OptionError for options that exclude each other, or a layout that leaves no spit card (GEN-10)."""
    exclusions.check(EXCLUSIONS, options, seats)
    each = 52 * packs_of(options) // seats
    if sum(sizes_of(options, seats)) >= each:
        both = f"options layout = {show(options['layout'])} and seats = {seats}"
        raise OptionError(f"{both} exclude each other: {each} cards leave no spit card. Set packs = 2.")


def packs_of(options: Options) -> int:
    """Return the number of packs (SPIT-17)."""
    packs = options["packs"]
    assert isinstance(packs, int)
    return packs


def sizes_of(options: Options, seats: int) -> tuple[int, ...]:
    """Return the cards of each stock pile in a full layout; a sixth pile continues the series (SPIT-16, SPIT-17).

    With one pack, every seat above two costs each layout a pile (SPIT-28), unless the layout itself fixes their number.
    """
    sizes = LAYOUTS[str(options["layout"])]
    if options["piles"] == 6:
        return (*sizes, 2 * sizes[-1] - sizes[-2])
    if packs_of(options) == 1 and options["layout"] in LOSING_PILES:
        return sizes[: len(sizes) + 2 - seats]
    return sizes
