"""The legal commands of a seat in Speed, and the test for stuck seats (SPEED-4 to SPEED-8, SPEED-15, SPEED-16).

``legal`` and ``all_stuck`` run for every seat after every play, so both find the cards that two piles accept in line:
a call costs some 2 % of a command.
"""

from dataclasses import replace
from typing import Final

from engine.cards import is_joker
from engine.games.speed.queries import drawing, first_gap, fitting, may_lay, may_shout, may_slap
from engine.games.speed.rules import SHOUT, SpeedRules
from engine.panel import Command
from engine.race import NOTHING
from engine.table import Draft, Table

SLAP: Final = Command("slap")


def refusal(rules: SpeedRules, table: Table, seat: int, command: Command) -> str | None:
    """See ``Game.refusal``: ``phase``, ``empty``, ``rank``, ``occupied`` (hand full), ``window`` (all else)."""
    if table.scalars["phase"] != "play":
        return None if command.do == "slap" and may_slap(rules, table) else "phase"
    if command.do == "play":
        card, source, pile, zones = command.card, command.source, command.to, table.zones
        if source not in rules.slots[seat] or card not in zones[source]:
            return "empty"
        if pile not in rules.piles or (rules.declares and is_joker(card) and not command.word):
            return "rank"
        below = zones[pile]
        takes = fitting(rules, table, pile) if rules.declares else rules.fits[below[-1]] if below else NOTHING
        return None if card in takes else "rank"
    if command.do == "draw":
        return _draw_refusal(rules, table, seat, command)
    if command.do == "lay":
        is_own = command.source in rules.slots[seat] and command.card in table.zones[command.source]
        is_right = is_own and command.to == rules.centres[seat]
        return "empty" if not is_right else None if may_lay(rules, table, seat) else "window"
    return None if command.do == SHOUT and may_shout(rules, table, seat) else "window"


def _draw_refusal(rules: SpeedRules, table: Table, seat: int, command: Command) -> str | None:
    if not rules.draws_by_hand or command.source != rules.stocks[seat] or not table.zones[command.source]:
        return "empty"
    return None if command.to == first_gap(rules, table, seat) else "occupied"


def legal(rules: SpeedRules, table: Table, seat: int) -> list[Command]:
    """See ``Game.legal``: plays pile by pile and then slot by slot, a card to draw, a shout, cards to lay; a slap."""
    scalars = table.scalars
    if scalars["phase"] != "play":
        return [SLAP] if may_slap(rules, table) else []
    if rules.is_plain:
        zones, fits = table.zones, rules.fits
        one, other = rules.centres
        pile = zones[one]
        on_one = fits[pile[-1]] if pile else NOTHING
        pile = zones[other]
        on_other = fits[pile[-1]] if pile else NOTHING
        commands, second = [], []
        for slot, plays, other_plays in rules.plays[seat]:
            held = zones[slot]
            if held:
                card = held[0]
                if card in on_one:
                    commands.append(plays[card])
                if card in on_other:
                    second.append(other_plays[card])
        if second:
            commands += second
    else:
        commands = _any_plays(rules, table, seat)
    if rules.draws_by_hand and (draw := drawing(rules, table, seat)):
        commands.append(draw)
    if scalars["stuck"] or rules.consents:
        commands += _before_a_turn(rules, table, seat)
    return commands


def _before_a_turn(rules: SpeedRules, table: Table, seat: int) -> list[Command]:
    """Return the shout, and the choices of a card to lay at the turn (SPEED-7, SPEED-15)."""
    commands = [Command(SHOUT)] if may_shout(rules, table, seat) else []
    if may_lay(rules, table, seat):
        commands += [laying(rules, table, seat, slot) for slot in rules.hands[seat] if table.zones[slot]]
    return commands


def laying(rules: SpeedRules, table: Table, seat: int, slot: str) -> Command:
    """Return the command that chooses the slot's card for the coming turn (SPEED-15)."""
    return Command("lay", table.zones[slot][0], slot, rules.centres[seat])


def _any_plays(rules: SpeedRules, table: Table, seat: int) -> list[Command]:
    """Return the plays for any number of piles; a joker may have to be declared."""
    plays: list[Command] = []
    for pile in rules.centres:
        takes = fitting(rules, table, pile)
        for slot in rules.hands[seat]:
            held = table.zones[slot]
            if held and held[0] in takes:
                play = Command("play", held[0], slot, pile)
                plays += _spoken(play) if rules.declares else (play,)
    return plays


def _spoken(command: Command) -> tuple[Command, ...]:
    """Return the plays of a card when jokers are declared: up and down for a joker, else a single play."""
    if not is_joker(command.card):
        return (command,)
    return (replace(command, word="up"), replace(command, word="down"))


def can_go_on(rules: SpeedRules, draft: Draft | Table, seat: int) -> bool:
    """Return whether the seat has a legal play, or a card to draw (SPEED-6)."""
    zones = draft.zones
    if rules.draws_by_hand and zones[rules.stocks[seat]] and first_gap(rules, draft, seat):
        return True
    held = [zones[slot][0] for slot in rules.hands[seat] if zones[slot]]
    return any(not fitting(rules, draft, pile).isdisjoint(held) for pile in rules.centres)


def all_stuck(rules: SpeedRules, draft: Draft | Table) -> bool:
    """See ``Race.all_stuck``."""
    if not rules.is_plain or rules.draws_by_hand:
        return not any(can_go_on(rules, draft, seat) for seat in rules.all_seats)
    zones, fits = draft.zones, rules.fits
    one, other = rules.centres
    pile = zones[one]
    on_one = fits[pile[-1]] if pile else NOTHING
    pile = zones[other]
    on_other = fits[pile[-1]] if pile else NOTHING
    for slot in rules.all_slots:
        held = zones[slot]
        if held:
            card = held[0]
            if card in on_one or card in on_other:
                return False
    return True
