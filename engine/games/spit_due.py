"""Consequences and deadlines in Spit: shouts, turns, the end of a deal (SPIT-7 to 10, SPIT-14).

Methods of the game, under the same names.
"""

from typing import TYPE_CHECKING

from engine.chance import Chance
from engine.games import spit_call, spit_claim, spit_many, spit_wait
from engine.games.spit_call import CHOICE_NS
from engine.games.spit_claim import CLAIM_NS, NOBODY
from engine.race import AUTO_TURN_NS, Race
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.spit import Spit


def may_shout(game: "Spit", table: Table, seat: int) -> bool:
    """See ``Race.may_shout``; while no piles are left, after a call of twins, no shout is needed (SPIT-21)."""
    return game.may_race_shout(table, seat) and bool(game.spit_piles(table))


def must_shout(game: "Spit", table: Table | Draft, seat: int) -> bool:
    """Return whether the seat has spit cards and is not out (SPIT-7, SPIT-8)."""
    return bool(table.zones[game.spits[seat]]) and not (game.many and spit_many.is_out(table, seat))


def turns_after(game: "Spit", draft: Draft) -> int:
    """See ``Race.turns_after``; without any spit card a shout has no purpose (SPIT-9)."""
    able = spit_call.who_can(game, draft)
    if not able:
        return AUTO_TURN_NS
    wait = Race.turns_after(game, draft)
    return CHOICE_NS if wait and len(able) == 1 and spit_call.chooser(game, draft) != NOBODY else wait


def deadline(game: "Spit", table: Table, since: int) -> int | None:
    """See ``Game.deadline``; also the end of a choice of pile, to spit on or to take (SPIT-8 to 10)."""
    scalars = table.scalars
    if scalars["phase"] == "slap":
        return table.number("choose_by") or since + CLAIM_NS
    if scalars["stuck"] and not scalars["turn_at"] and spit_call.chooser(game, table) != NOBODY:
        return since + CHOICE_NS
    usual = game.race_deadline(table, since)
    return spit_wait.deadline(game, table, usual) if game.waits and scalars["phase"] == "play" else usual


def due(game: "Spit", draft: Draft, chance: Chance, now: int, since: int) -> bool:
    """See ``Game.due``."""
    if draft.scalars["phase"] == "slap":
        spit_claim.time_out(game, draft, chance)
        return True
    if game.waits and spit_wait.due(game, draft, chance, now):
        return True
    seat = NOBODY if draft.scalars["turn_at"] else spit_call.chooser(game, draft)
    if seat == NOBODY:
        return Race.due(game, draft, chance, now, since)
    spit_call.call(game, draft, seat, game.centres[seat], now)
    return False


def turn_cards(game: "Spit", draft: Draft, chance: Chance, now: int) -> None:
    """Spit with all seats that can (SPIT-7, SPIT-8); if none can, share out the piles for a new layout (SPIT-9)."""
    if able := spit_call.who_can(game, draft):
        spit_call.spit(game, draft, able)
    elif game.many:
        spit_many.share(game, draft, chance, now)
    else:
        spit_claim.share(game, draft, chance)


def end_of_deal(game: "Spit", draft: Draft, chance: Chance, now: int) -> bool:
    """End the deal if a seat's stock piles are all empty (SPIT-10, SPIT-14).

    Two seats at once (their last spit cards turned together, in the layout with refills): no seat finished before the
    other, so the piles are shared as between equals (SPIT-9).
    """
    if game.many:
        return spit_many.end_of_deal(game, draft, chance, now)
    zones = draft.zones
    for stocks in game.last_out:
        for stock in stocks:
            if zones[stock]:
                break
        else:
            break
    else:  # the usual case; this runs after every play
        return False
    out = [seat for seat in game.all_seats if not game.stock_left(draft, seat)]
    if game.refills:
        out = [seat for seat in out if not zones[game.spits[seat]]]
    if not out:
        return False
    if len(out) == 1:
        spit_claim.finish(game, draft, out[0], now)
    else:
        spit_claim.share(game, draft, chance)
    return True
