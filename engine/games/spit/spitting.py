"""Spitting: which seats turn their next spit cards, and onto which piles (SPIT-2, SPIT-7, SPIT-8)."""

from collections.abc import Sequence

from engine import race
from engine.games.spit import marker
from engine.games.spit.queries import is_out, spit_piles
from engine.games.spit.rules import NOBODY, SHOUT, SpitRules
from engine.race import is_shout_due
from engine.table import Draft, Table


def spitters(rules: SpitRules, table: Table | Draft) -> list[int]:
    """Return the seats that spit next, and must call before: those with spit cards that are not out (SPIT-28)."""
    able = [seat for seat, hand in enumerate(rules.spits) if table.zones[hand]]
    return [seat for seat in able if not is_out(table, seat)] if rules.is_many else able


def may_shout(rules: SpitRules, table: Table, seat: int) -> bool:
    """Return whether a call of the seat counts; while no piles are left, after a call of twins, none does (SPIT-21)."""
    if not is_shout_due(rules.race, table, seat) or not table.zones[rules.spits[seat]]:
        return False
    return not (rules.is_many and is_out(table, seat)) and bool(spit_piles(rules, table))


def chooser(rules: SpitRules, table: Table | Draft) -> int:
    """Return the seat that must spit alone and has not yet chosen one of two piles (SPIT-8), or NOBODY."""
    scalars, zones = table.scalars, table.zones
    if not scalars["stuck"] or scalars["spit_on"]:
        return NOBODY
    for hand in rules.spits:
        if not zones[hand]:
            break
    else:  # the usual case
        return NOBODY
    able = spitters(rules, table)
    return able[0] if len(able) == 1 and len(spit_piles(rules, table)) > 1 else NOBODY


def call(rules: SpitRules, draft: Draft, seat: int, pile: str, now: int) -> None:
    """Call "Spit!", with a pile if the seat may choose one. If no shout is needed, only store the choice."""
    if pile:
        draft.set("spit_on", pile)
    if not draft.scalars["turn_at"]:
        race.shout(rules.race, draft, seat, spitters(rules, draft), now)


def spit(rules: SpitRules, draft: Draft, able: Sequence[int]) -> None:
    """Turn a spit card of each seat that has any, in one instant; add "Spit!" for seats without a call (GEN-9)."""
    for seat in able:
        if not draft.scalars[rules.race.said[seat]]:
            draft.say(seat, SHOUT)
        pile = _alone_on(rules, draft, seat) if len(able) == 1 else rules.centres[seat]
        draft.deal_up(rules.spits[seat], pile)
    if len(able) == 1:
        marker.lay(rules, draft, able[0])


def _alone_on(rules: SpitRules, draft: Draft, seat: int) -> str:
    """Return the pile for a seat that spits alone: its choice, the only pile, or its own, then kept (SPIT-8)."""
    piles = spit_piles(rules, draft)
    if len(piles) < 2:
        return piles[0] if piles else rules.centres[seat]
    if not draft.scalars["spit_on"]:
        draft.set("spit_on", rules.centres[seat])
    return draft.text("spit_on")
