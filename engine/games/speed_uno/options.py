"""The options of Speed Uno, their presets' common values, and their exclusions (docs/rules/speed-uno.md, "Options")."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.exclusions import Exclusion
from engine.options import FOR_GUESTS, GameOptions, Value, number, yes_no


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedUnoOptions(GameOptions):
    """The options of Speed Uno."""

    colour_only: bool = yes_no(False)
    """Cards follow by colour alone (UNO-2)."""
    match_window_ms: int = number(1500, 300, 3000)
    """How long exact matches stay legal before a seat unable to play draws (UNO-5)."""
    turn_s: int = number(8, 3, 60)
    """How long a seat may take for its turn (UNO-3)."""
    penalty_skips: bool = yes_no(False)
    """A seat that has drawn a penalty does not play (UNO-7)."""
    challenge: bool = yes_no(False)
    """A Wild Draw Four may be a bluff, and be challenged (UNO-11)."""
    target: int = number(500, 20, 1000)
    """The points that win the match (UNO-12)."""
    match_hands: int = number(0, 1, 20, zero_off=True)
    """The hands of a match, 0 to play for points (UNO-12)."""


PARTY: Final[Mapping[str, Value]] = MappingProxyType({"match_hands": 1, "caps": (300, 300), **FOR_GUESTS})
"""One hand is the match, so it may last as long as the match."""

EXCLUSIONS: Final[tuple[Exclusion, ...]] = ()
"""None. ``target`` has no effect while ``match_hands`` counts the hands, nor ``penalty_skips`` for two seats, who
always play so (UNO-14)."""
