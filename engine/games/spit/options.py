"""The options of Spit, its layouts, and its exclusions (docs/rules/spit.md, "Options"; SPIT-16 to SPIT-30)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine import exclusions
from engine.errors import OptionError
from engine.exclusions import MANY, Exclusion
from engine.handicap import handicap
from engine.options import GameOptions, number, one_of, show, word_or_number, yes_no
from engine.race import turn_delay

SIZES: Final = (1, 2, 3, 4, 5)
"""The cards of each stock pile in a full layout (SPIT-1)."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SpitOptions(GameOptions):
    """The options of Spit."""

    quick_play: bool = yes_no(True)
    length: int | str = word_or_number("full", 1, 99)
    hands: str = one_of("two", "one")
    auto_turn: bool = yes_no(False)
    stuck_call: str = one_of("shout", "auto")
    turn_ms: int = turn_delay()
    layout: str = one_of(*LAYOUTS)
    """SPIT-16."""
    packs: int = one_of(1, 2)
    """SPIT-17."""
    piles: int = one_of(5, 6)
    """SPIT-17."""
    alternate_colours: bool = yes_no(False)
    """SPIT-18."""
    stack_equals: bool = yes_no(False)
    """SPIT-19."""
    claim: str = one_of("slap", "winner", "shout", "slap_smaller")
    """SPIT-20."""
    slap_guard_ms: int = number(200, 1, 1000, zero_off=True)
    """SPIT-10."""
    twin_call: bool = yes_no(False)
    """SPIT-21."""
    conceal_last: int = number(0, 3, 5, zero_off=True)
    """SPIT-22."""
    peek_under: bool = yes_no(False)
    """SPIT-23."""
    ghost: bool = yes_no(False)
    """SPIT-24."""
    spit_card_please: bool = yes_no(False)
    """SPIT-25."""
    slam_ms: int = number(3000, 500, 10_000)
    """SPIT-25."""
    reverse: bool = yes_no(False)
    """SPIT-26."""
    running: bool = yes_no(False)
    """SPIT-27."""
    travel_ms: int = number(800, 100, 3000, zero_off=True)
    """SPIT-27."""
    teams: str = one_of("off", "relay")
    """SPIT-27."""
    handicap: tuple[int, ...] = handicap(20)
    """The cards that each seat is dealt more, in Reverse Spit fewer (SPIT-29)."""
    doubles: bool = yes_no(False, omit_default=True)
    """SPIT-30."""


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


def check(options: SpitOptions, seats: int) -> None:
    """Raise OptionError for options that exclude each other, or a layout that leaves no spit card (GEN-10)."""
    exclusions.check(EXCLUSIONS, options, seats)
    each = 52 * options.packs // seats
    if sum(sizes_of(options, seats)) >= each:
        both = f"options layout = {options.layout} and seats = {seats}"
        raise OptionError(f"{both} exclude each other: {each} cards leave no spit card. Set packs = 2.")


def sizes_of(options: SpitOptions, seats: int) -> tuple[int, ...]:
    """Return the cards of each stock pile in a full layout; a sixth pile continues the series (SPIT-16, SPIT-17).

    With one pack, every seat above two costs each layout a pile (SPIT-28), unless the layout itself fixes their number.
    """
    sizes = LAYOUTS[options.layout]
    if options.piles == 6:
        return (*sizes, 2 * sizes[-1] - sizes[-2])
    if options.packs == 1 and options.layout in LOSING_PILES:
        return sizes[: len(sizes) + 2 - seats]
    return sizes


def keeps(sizes: Sequence[int], seats: int) -> int:
    """Return how many cards a seat keeps when others have a handicap (SPIT-29).

    Of two seats one for each stock pile. Of more a layout and a spit card: each begins its pile, since the card that
    cannot be dealt evenly lies under the first one (SPIT-28).
    """
    return len(sizes) if seats == 2 else sum(sizes) + 1


def extra_cards(options: SpitOptions, spare: int, seats: int) -> tuple[int, ...]:
    """Return for each seat the cards that its handicap adds to the first deal, below 0 those that it takes (SPIT-29).

    What the seats with a handicap get more comes from the others, clockwise, card by card; in Reverse Spit, where cards
    are what is wanted, the other way round. Raises OptionError if more than ``spare`` cards go from a seat.
    """
    givers = [seat for seat in range(seats) if not options.handicap[seat]]
    each, odd = divmod(sum(options.handicap), len(givers))
    extra = list(options.handicap)
    for place, seat in enumerate(givers):
        extra[seat] = -each - (place < odd)
    if options.reverse:
        extra = [-cards for cards in extra]
    if spare + min(extra) < 0:
        both = f"options handicap = {show(options.handicap)} and seats = {seats}"
        why = f"it takes {-min(extra)} cards from a seat, which can give {spare}"
        raise OptionError(f"{both} exclude each other: {why}. Set a lower one.")
    return tuple(extra)
