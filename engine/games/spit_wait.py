"""Waiting in Spit, in the variations in which not every seat may always play: runs, and the choice of a pile.

Used only with these variations (SPIT-27, SPIT-28): ``Spit.waits``.
"""

from typing import TYPE_CHECKING

from engine.chance import Chance
from engine.games import spit_legal, spit_many, spit_running
from engine.panel import Command
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.spit import Spit


def refusal(game: "Spit", table: Table, seat: int, command: Command) -> str | None:
    """See ``spit_legal.refusal``; also ``away`` (the seat runs), and ``phase`` for all but the choice of a pile."""
    if table.scalars["phase"] != "play":
        return spit_legal.refusal(game, table, seat, command, waits=False)
    if game.many and spit_many.is_choosing(table):
        if command.do != "slap":
            return "phase"
        if not spit_many.may_choose(game, table, seat):
            return "window"
        return None if command.to in game.spit_piles(table) else "empty"
    if game.many and spit_many.is_out(table, seat):
        return "phase" if command.do == "slap" else "empty"
    if game.travel_ns and spit_running.is_away(table, seat):
        return "away"
    if game.travel_ns and command.do == "play":
        table = spit_running.promised(table)
    return spit_legal.refusal(game, table, seat, command, waits=False)


def legal(game: "Spit", table: Table, seat: int) -> list[Command]:
    """See ``spit_legal.legal``."""
    if game.many and spit_many.is_choosing(table):
        return [Command("slap", to=pile) for pile in game.spit_piles(table)] if may_act(game, table, seat) else []
    if not may_act(game, table, seat):
        return []
    if not game.travel_ns or table.scalars["phase"] != "play" or not table.scalars["away"]:
        return spit_legal.legal(game, table, seat, waits=False)
    now = spit_legal.legal(game, table, seat, waits=False)
    then = spit_legal.legal(game, spit_running.promised(table), seat, waits=False)
    return [*(command for command in then if command.do == "play"), *(each for each in now if each.do != "play")]


def may_act(game: "Spit", table: Table, seat: int) -> bool:
    """Return False for a seat that cannot act now: it runs, it is out, or another seat chooses a pile."""
    if game.travel_ns and spit_running.is_away(table, seat):
        return False
    if not game.many:
        return True
    if spit_many.is_choosing(table):
        return spit_many.may_choose(game, table, seat)
    return not spit_many.is_out(table, seat)


def is_under_way(game: "Spit", table: Table | Draft, seat: int) -> bool:
    """Return whether the seat's card is about to land: such a seat is not stuck (SPIT-7)."""
    return bool(game.travel_ns) and spit_running.is_away(table, seat)


def deadline(game: "Spit", table: Table, usual: int | None) -> int | None:
    """Return when a card lands or a choice ends (play clock, ns), if that comes before the usual deadline."""
    if game.many and spit_many.is_choosing(table):
        return table.number("choose_by")
    lands = spit_running.lands_at(table) if game.travel_ns else 0
    return lands if lands and (usual is None or lands < usual) else usual


def due(game: "Spit", draft: Draft, chance: Chance, now: int) -> bool:
    """Land a card, or assign the pile after the time limit; return False if neither was due."""
    if game.many and spit_many.is_choosing(draft):
        spit_many.give(game, draft, chance)
        return True
    if game.travel_ns and draft.scalars["phase"] == "play" and 0 < spit_running.lands_at(draft) <= now:
        spit_running.land(game, draft, now)
        return True
    return False
