"""The options of Speed, their presets' common values, and their exclusions (docs/rules/speed.md, "Options")."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.errors import OptionError
from engine.exclusions import MANY, Exclusion
from engine.handicap import handicap
from engine.options import GameOptions, number, one_of, show, yes_no
from engine.race import turn_delay


class Dealing(NamedTuple):
    """The sizes of a deal: packs, the cards of a reserve pile, and the single cards in each place in the middle."""

    packs: int
    reserve: int
    singles: int


DEALINGS: Final[Mapping[str, Dealing]] = MappingProxyType(
    {"21+5": Dealing(1, 5, 0), "20+5+1": Dealing(1, 5, 1), "15+10+1": Dealing(1, 10, 1)}
)
"""By the option ``deal`` (SPEED-1)."""
DEALINGS_OF_MANY: Final[Mapping[int, Dealing]] = MappingProxyType({3: Dealing(1, 5, 1), 4: Dealing(2, 5, 0)})
"""By the number of seats. Cards that cannot be shared out evenly are put under the first reserve pile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedOptions(GameOptions):
    """The options of Speed."""

    quick_play: bool = yes_no(True)
    hand_size: int = one_of(5, 4)
    doubles: bool = yes_no(False)
    jokers: bool = yes_no(False)
    declared_joker: bool = yes_no(False)
    replenish: str = one_of("auto", "press")
    stuck_call: str = one_of("auto", "shout")
    turn_ms: int = turn_delay()
    consent_flip: bool = yes_no(False)
    recycle: str = one_of("all", "keep_tops")
    deal: str = one_of(*DEALINGS)
    score: str = one_of("deals", "points")
    target: int = number(25, 1, 500)
    best_of: int = one_of(3, 1, 5, 7)
    handicap: tuple[int, ...] = handicap(4)
    """The cards that each seat holds fewer in hand (SPEED-13)."""
    colours: bool = yes_no(False, omit_default=True)
    """SPEED-14."""
    turn_from: str = one_of("reserves", "stocks", omit_default=True)
    """SPEED-15."""
    finish: str = one_of("last_card", "slap", omit_default=True)
    """SPEED-16."""


FIVE_CARD: Final[Mapping[str, str | int]] = MappingProxyType(
    {"deal": "15+10+1", "recycle": "keep_tops", "score": "points"}
)
"""The options of five-card-hand Spit."""

EXCLUSIONS: Final = (
    Exclusion("seats", MANY, "deal", ("20+5+1", "15+10+1"), "what three or four are dealt is fixed"),
    Exclusion("seats", MANY, "colours", (True,), "cards have two colours"),
    Exclusion("seats", MANY, "finish", ("slap",), "who is out first has won while the others play on"),
    Exclusion("turn_from", ("stocks",), "deal", ("20+5+1", "15+10+1"), "all cards go to the stocks"),
    Exclusion("finish", ("slap",), "consent_flip", (True,), "ACTION asks for new cards there, and could not be a slap"),
)
"""All other combinations are valid."""


def check_hands(options: SpeedOptions, full: int) -> None:
    """Raise OptionError for a handicap that leaves a seat no card in a hand of ``full`` cards (SPEED-13)."""
    if options.handicap and max(options.handicap) >= full:
        given = f"option handicap = {show(options.handicap)}"
        raise OptionError(f"{given} leaves a hand of {full} no card: each number is {full - 1} at most here")
