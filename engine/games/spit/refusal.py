"""The reasons against commands in Spit (SPIT-3 to SPIT-10, SPIT-16 to SPIT-25)."""

from engine.cards import DOWN
from engine.games.spit.claiming import allowed, claimable, may_claim_by_shout, may_slap
from engine.games.spit.marker import is_slam
from engine.games.spit.queries import is_ghost, spit_piles
from engine.games.spit.rules import SpitRules
from engine.games.spit.spitting import chooser, may_shout
from engine.games.spit.twins import is_twin
from engine.games.spit.visibility import may_conceal
from engine.panel import Command
from engine.table import Table


def refusal(rules: SpitRules, table: Table, seat: int, command: Command) -> str | None:
    """Return None if the command is legal, else the first reason against it.

    Reasons: ``phase``; ``empty`` (no such card on an own pile, or no such spit pile); ``face_down``, ``face_up``;
    ``occupied``, ``alone`` (a move, SPIT-5); ``rank``, ``colour``; ``size`` (SPIT-20: that pile may not be taken);
    ``window`` (a shout or a slap out of place). ``waiting`` adds those of seats that have to wait.
    """
    do = command.do
    phase = table.scalars["phase"]
    if phase == "play" and do == "play":
        zones, source = table.zones, command.source
        if source in rules.stocks[seat] and zones[source][-1:] == (command.card,) and command.to in rules.centres:
            cards = zones[command.to]
            if cards and command.card in rules.fits[cards[-1]]:
                return None  # the usual case
        return _held(rules, table, seat, command) or _misfit(rules, table, command)
    if phase == "slap":
        return _refusal_of_a_claim(rules, table, seat, command)
    if phase != "play" or do in ("slap", "claim"):
        return "phase"
    if do == "turn":  # SPIT-4
        source = command.source
        cards = table.zones[source] if source in rules.stocks[seat] else ()
        if not cards:
            return "empty"
        return None if cards[-1][0] == DOWN else "face_up"
    return _refusal_of_the_rest(rules, table, seat, command)


def _refusal_of_the_rest(rules: SpitRules, table: Table, seat: int, command: Command) -> str | None:
    """Return the reason against a command in phase ``play`` that is neither a play nor a turn."""
    match command.do:
        case "move":
            return _held(rules, table, seat, command) or _move(rules, table, seat, command)
        case "stack":
            return _held(rules, table, seat, command) or _stack(rules, table, seat, command)
        case "spit":
            return _spit(rules, table, seat, command.to)
        case "refill":
            return _refill(rules, table, seat, command.to)
        case "conceal" if may_conceal(rules, table, seat):
            return None
    return "window"


def _refusal_of_a_claim(rules: SpitRules, table: Table, seat: int, command: Command) -> str | None:
    """Return the reason against a command while piles are claimed."""
    if command.do in ("slap", "claim") or (command.do == "spit" and rules.options.claim == "shout"):
        return _claim(rules, table, seat, command)
    return "phase"


def _held(rules: SpitRules, table: Table, seat: int, command: Command) -> str | None:
    """Return the reason why the command's card is not a face-up top of an own pile; None if it is."""
    source = command.source
    cards = table.zones[source] if source in rules.stocks[seat] else ()
    if cards and cards[-1] == command.card:
        return None
    return "face_down" if cards and cards[-1] == DOWN + command.card else "empty"


def _misfit(rules: SpitRules, table: Table, command: Command) -> str | None:
    """Return why that spit pile refuses the card (SPIT-3, SPIT-18); a play without a target fits nowhere."""
    pile = command.to
    if not pile:
        return "rank"
    cards = table.zones[pile] if pile in rules.centres else ()
    if not cards:
        return "empty"
    if command.card in rules.fits[cards[-1]]:
        return None
    return "colour" if command.card in rules.by_rank[cards[-1]] else "rank"


def _move(rules: SpitRules, table: Table, seat: int, command: Command) -> str | None:
    """Return the reason against a move: only into an own space, and never a pile's only card (SPIT-5)."""
    if command.to not in rules.stocks[seat] or table.zones[command.to]:
        return "occupied"
    return "alone" if len(table.zones[command.source]) == 1 else None


def _stack(rules: SpitRules, table: Table, seat: int, command: Command) -> str | None:
    """Return the reason against a stack: only onto an own face-up top of equal rank (SPIT-19)."""
    if not rules.stacks or command.to == command.source:
        return "occupied"
    cards = table.zones[command.to] if command.to in rules.stocks[seat] else ()
    if not cards:
        return "empty"
    if cards[-1][0] == DOWN:
        return "face_down"
    return None if cards[-1][0] == command.card[0] else "rank"


def _refill(rules: SpitRules, table: Table, seat: int, space: str) -> str | None:
    """Return the reason against a refill: own space and a spit card, in the layout with refills (SPIT-16)."""
    if not rules.refills or space not in rules.stocks[seat] or table.zones[space]:
        return "occupied"
    return None if table.zones[rules.spits[seat]] else "empty"


def _claim(rules: SpitRules, table: Table, seat: int, command: Command) -> str | None:
    """Return the reason against a claim (SPIT-10, SPIT-20).

    A ghost is claimed, a pile is slapped (SPIT-24), a borrowed marker is slammed (SPIT-25).
    """
    do, pile = command.do, command.to
    if do == "spit":
        return None if may_claim_by_shout(rules, table) and not pile else "window"
    if do == "claim" and not pile:
        return None if is_slam(rules, table) else "window"
    if not may_slap(rules, table, seat):
        return "window"
    if pile not in claimable(rules, table) or (do == "claim") != is_ghost(table, pile):
        return "empty"
    return None if pile in allowed(rules, table) else "size"


def _spit(rules: SpitRules, table: Table, seat: int, pile: str) -> str | None:
    """Return the reason against a shout (SPIT-7): alone, it names a pile (SPIT-8); twins may be called (SPIT-21)."""
    if is_twin(rules, table):
        return "window" if pile else None
    if chooser(rules, table) == seat:
        return None if pile in spit_piles(rules, table) else "empty"
    return None if not pile and may_shout(rules, table, seat) else "window"
