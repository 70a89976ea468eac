"""Waiting in Spit, in the variations in which not every seat may always play: runs, and the choice of a pile.

Used only with these variations (SPIT-27, SPIT-28; ``SpitRules.waits``), on top of the usual legal commands.
"""

from engine.games.spit import many_seats, running
from engine.games.spit.legal import legal as usual_legal
from engine.games.spit.queries import is_out, spit_piles
from engine.games.spit.refusal import refusal as usual_refusal
from engine.games.spit.rules import SpitRules
from engine.panel import Command
from engine.table import Table


def refusal(rules: SpitRules, table: Table, seat: int, command: Command) -> str | None:
    """See ``refusal.refusal``; also ``away`` (the seat runs), and ``phase`` for all but the choice of a pile."""
    if table.scalars["phase"] != "play":
        return usual_refusal(rules, table, seat, command)
    if rules.is_many and many_seats.is_choosing(table):
        if command.do != "slap":
            return "phase"
        if not many_seats.may_choose(rules, table, seat):
            return "window"
        return None if command.to in spit_piles(rules, table) else "empty"
    if rules.is_many and is_out(table, seat):
        return "phase" if command.do == "slap" else "empty"
    if rules.travel_ns and running.is_away(table, seat):
        return "away"
    if rules.travel_ns and command.do == "play":
        table = running.promised(table)
    return usual_refusal(rules, table, seat, command)


def legal(rules: SpitRules, table: Table, seat: int) -> list[Command]:
    """See ``legal.legal``; only the choice of a pile while one is due, and none for a seat that has to wait."""
    if table.scalars["phase"] != "play":  # a deal may be at its cap while a seat chooses
        return usual_legal(rules, table, seat)
    if not may_act(rules, table, seat):
        return []
    if rules.is_many and many_seats.is_choosing(table):
        return [Command("slap", to=pile) for pile in spit_piles(rules, table)]
    now = usual_legal(rules, table, seat)
    if not rules.travel_ns or not table.scalars["away"]:
        return now
    then = usual_legal(rules, running.promised(table), seat)
    return [*(command for command in then if command.do == "play"), *(each for each in now if each.do != "play")]


def may_act(rules: SpitRules, table: Table, seat: int) -> bool:
    """Return False for a seat that cannot act now: it runs, it is out, or another seat chooses a pile."""
    if rules.travel_ns and running.is_away(table, seat):
        return False
    if not rules.is_many:
        return True
    if many_seats.is_choosing(table):
        return many_seats.may_choose(rules, table, seat)
    return not is_out(table, seat)
