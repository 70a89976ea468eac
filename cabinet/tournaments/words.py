"""The texts of an evening's values: where a match stands, and the consequence of winning it."""

from cabinet.strings.catalogue import word
from cabinet.tournaments.views import Pairing


def stage_text(pairing: Pairing) -> str:
    """Return where a match stands: ROUND 2, BEATEN ONCE, ROUND 3, FINAL."""
    return word(f"evening.stage.{pairing.stage}", round=pairing.round)


def stake_text(pairing: Pairing, seat: int) -> str:
    """Return the consequence of a win for a seat: WINNER STAYS, ONE MORE WIN, CHAMPION."""
    return word(f"evening.stake.{pairing.stakes[seat]}", best_of=pairing.best_of)
