"""The options of Speahx and their exclusions (docs/rules/speahx.md, "Options")."""

from dataclasses import dataclass
from typing import Final

from engine.exclusions import Exclusion
from engine.options import GameOptions, number, redefined, yes_no


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeahxOptions(GameOptions):
    """The options of Speahx."""

    jokers: bool = yes_no(False)
    table_cards: int = number(5, 1, 5)
    hand_cards: int = number(5, 1, 5)
    turn_s: int = number(20, 3, 120)
    deals: int = number(1, 1, 9)
    cards_seen: str = redefined("cards_seen", "peek")


EXCLUSIONS: Final[tuple[Exclusion, ...]] = ()
"""None: ``jokers`` only removes the Terminator (SPX-11), and every number of table and hand cards leaves a stock at
every number of seats."""
