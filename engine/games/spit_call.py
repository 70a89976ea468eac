"""Spitting: which seats turn their next spit cards, and onto which piles (SPIT-2, SPIT-7, SPIT-8)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.game import S
from engine.games import spit_many, spit_marker
from engine.games.spit_claim import NOBODY
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.spit import Spit

CHOICE_NS: Final = 3 * S
"""How long a seat that spits alone may choose its pile (SPIT-8)."""


def who_can(game: "Spit", table: Table | Draft) -> list[int]:
    """Return the seats that have spit cards and are not out (SPIT-28)."""
    able = [seat for seat, hand in enumerate(game.spits) if table.zones[hand]]
    return [seat for seat in able if not spit_many.is_out(table, seat)] if game.many else able


def chooser(game: "Spit", table: Table | Draft) -> int:
    """Return the seat that must spit alone and has not yet chosen one of two piles (SPIT-8), or -1."""
    scalars, zones = table.scalars, table.zones
    if not scalars["stuck"] or scalars["spit_on"]:
        return NOBODY
    for hand in game.spits:
        if not zones[hand]:
            break
    else:  # the usual case
        return NOBODY
    able = who_can(game, table)
    return able[0] if len(able) == 1 and len(game.spit_piles(table)) > 1 else NOBODY


def call(game: "Spit", draft: Draft, seat: int, pile: str, now: int) -> None:
    """Call "Spit!", with a pile if the seat may choose one. If no shout is needed, only store the choice."""
    if pile:
        draft.set("spit_on", pile)
    if not draft.scalars["turn_at"]:
        game.perform_shout(draft, seat, now)


def spit(game: "Spit", draft: Draft, able: Sequence[int]) -> None:
    """Turn a spit card of each seat that has any, in one instant; add "Spit!" for seats without a call (GEN-9)."""
    for seat in able:
        if not draft.scalars[game.said[seat]]:
            draft.say(seat, game.shout)
        pile = _alone_on(game, draft, seat) if len(able) == 1 else game.centres[seat]
        draft.deal_up(game.spits[seat], pile)
    if len(able) == 1:
        spit_marker.lay(game, draft, able[0])


def _alone_on(game: "Spit", draft: Draft, seat: int) -> str:
    """Return the pile for a seat that spits alone: its choice, the only pile, or its own, then kept (SPIT-8)."""
    piles = game.spit_piles(draft)
    if len(piles) < 2:
        return piles[0] if piles else game.centres[seat]
    if not draft.scalars["spit_on"]:
        draft.set("spit_on", game.centres[seat])
    return draft.text("spit_on")
