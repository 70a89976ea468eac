"""Spitting: who turns its next spit card onto which pile (SPIT-2, SPIT-7, SPIT-8)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.game import S
from engine.games import spit_many, spit_marker
from engine.games.spit_claim import NOBODY
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game asks this module, and this module asks the game back
    from engine.games.spit import Spit

CHOICE_NS: Final = 3 * S
"""How long a seat that spits alone may choose its pile (SPIT-8)."""


def who_can(game: "Spit", table: Table | Draft) -> list[int]:
    """The seats that have spit cards, and are not out (SPIT-28)."""
    able = [seat for seat, hand in enumerate(game.spits) if table.zones[hand]]
    return [seat for seat in able if not spit_many.is_out(table, seat)] if game.many else able


def chooser(game: "Spit", table: Table | Draft) -> int:
    """The seat that is to spit alone and has not yet said on which of two piles (SPIT-8), or -1."""
    scalars, zones = table.scalars, table.zones
    if not scalars["stuck"] or scalars["spit_on"]:
        return NOBODY
    for hand in game.spits:
        if not zones[hand]:
            break
    else:  # mostly so
        return NOBODY
    able = who_can(game, table)
    return able[0] if len(able) == 1 and len(game.spit_piles(table)) > 1 else NOBODY


def call(game: "Spit", draft: Draft, seat: int, pile: str, now: int) -> None:
    """A seat says "Spit!", and on which pile if it has that choice. Where nobody need shout, it only chooses."""
    if pile:
        draft.set("spit_on", pile)
    if not draft.scalars["turn_at"]:
        game.perform_shout(draft, seat, now)


def spit(game: "Spit", draft: Draft, able: Sequence[int]) -> None:
    """All who have spit cards turn one, in one instant; who has not said "Spit!" says it now (GEN-9)."""
    for seat in able:
        if not draft.scalars[game.said[seat]]:
            draft.say(seat, game.shout)
        pile = _alone_on(game, draft, seat) if len(able) == 1 else game.centres[seat]
        draft.deal_up(game.spits[seat], pile)
    if len(able) == 1:
        spit_marker.lay(game, draft, able[0])


def _alone_on(game: "Spit", draft: Draft, seat: int) -> str:
    """Where a seat spits alone: on the pile it chose, or the only one, or else its own, and then for good (SPIT-8)."""
    piles = game.spit_piles(draft)
    if len(piles) < 2:
        return piles[0] if piles else game.centres[seat]
    if not draft.scalars["spit_on"]:
        draft.set("spit_on", game.centres[seat])
    return draft.text("spit_on")
