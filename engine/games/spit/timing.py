"""Deadlines of Spit, and the actions that are due then (SPIT-7 to SPIT-10, SPIT-27, SPIT-28)."""

from engine.chance import Chance
from engine.games.spit import claiming, many_seats, moves, running, spitting, waiting
from engine.games.spit.moves import BeforePlay
from engine.games.spit.rules import CHOICE_NS, CLAIM_NS, NOBODY, SpitRules
from engine.race import AUTO_TURN_NS
from engine.table import Draft, Table


def turns_after(rules: SpitRules, draft: Draft) -> int:
    """See ``Race.turns_after``; without any spit card a shout has no purpose (SPIT-9)."""
    able = spitting.spitters(rules, draft)
    if not able:
        return AUTO_TURN_NS
    wait = rules.race.auto_turn_ns
    return CHOICE_NS if wait and len(able) == 1 and spitting.chooser(rules, draft) != NOBODY else wait


def deadline(rules: SpitRules, table: Table, since: int, usual: int | None) -> int | None:
    """See ``Game.deadline``; ``usual`` is that of every race.

    Also the end of a choice of pile, to spit on or to take (SPIT-8 to 10), and the landing of a card (SPIT-27).
    """
    scalars = table.scalars
    if scalars["phase"] == "slap":
        return table.number("choose_by") or since + CLAIM_NS
    if scalars["stuck"] and not scalars["turn_at"] and spitting.chooser(rules, table) != NOBODY:
        return since + CHOICE_NS
    if not rules.waits or scalars["phase"] != "play":
        return usual
    if rules.is_many and many_seats.is_choosing(table):
        return table.number("choose_by")
    lands = running.lands_at(table) if rules.travel_ns else 0
    return lands if lands and (usual is None or lands < usual) else usual


def end_choice(rules: SpitRules, draft: Draft, chance: Chance) -> bool:
    """Assign a pile to a seat that has not taken one in time; return False if no choice was due."""
    if draft.scalars["phase"] == "slap":
        claiming.time_out(rules, draft, chance)
        return True
    if rules.is_many and many_seats.is_choosing(draft):
        many_seats.give(rules, draft, chance)
        return True
    return False


def end_run(rules: SpitRules, draft: Draft, now: int, before_play: BeforePlay) -> bool:
    """Land a card (SPIT-27); return False if none was due."""
    if not rules.travel_ns or draft.scalars["phase"] != "play" or not 0 < running.lands_at(draft) <= now:
        return False
    moves.land(rules, draft, now, before_play)
    return True


def call_alone(rules: SpitRules, draft: Draft, now: int) -> bool:
    """Choose the own pile of a seat that spits alone and has not chosen in time (SPIT-8); return False for none."""
    seat = NOBODY if draft.scalars["turn_at"] else spitting.chooser(rules, draft)
    if seat == NOBODY:
        return False
    spitting.call(rules, draft, seat, rules.centres[seat], now)
    return True


def turn_cards(rules: SpitRules, draft: Draft, chance: Chance, now: int) -> None:
    """Spit with all seats that can (SPIT-7, SPIT-8); if none can, share out the piles for a new layout (SPIT-9)."""
    if able := spitting.spitters(rules, draft):
        spitting.spit(rules, draft, able)
    elif rules.is_many:
        many_seats.share(rules, draft, chance, now)
    else:
        claiming.share(rules, draft, chance)


def is_guarded(rules: SpitRules, table: Table, seat: int, since: int, now: int) -> bool:
    """Return whether presses are ignored: just after the last card they were not yet meant for a pile (SPIT-10).

    The option is ``slap_guard_ms``. A seat that runs, or waits while another chooses a pile, cannot use its buttons
    either (SPIT-27, SPIT-28).
    """
    if table.scalars["phase"] == "play":
        return rules.waits and not waiting.may_act(rules, table, seat)
    return now < guard_ends(rules, table, seat, since)


def guard_ends(rules: SpitRules, table: Table, seat: int, since: int) -> int:
    """See ``Game.guard_ends`` (SPIT-10)."""
    return since + rules.guard_ns if table.phase == "slap" and seat != table.number("finisher") else 0
