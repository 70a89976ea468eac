"""The meanings of the eight buttons in Spit with three or four seats: LEFT and RIGHT aim (SPIT-28, and ``aim``).

A card is played on the aimed pile or, with quick play, on the only pile that accepts it. ACTION chooses the aimed pile,
or spits there. Spaces, turns, moves and stacks are as for two (``panel``).
"""

from collections.abc import Sequence

from engine import aim
from engine.cards import DOWN
from engine.games.spit import many_seats
from engine.games.spit.panel import (
    CARD_MASK,
    SIDES,
    button_of,
    can_be_shifted,
    pile_of,
    space,
    to_the_sixth,
    wants_space,
)
from engine.games.spit.rules import SpitRules
from engine.games.spit.running import takers
from engine.games.spit.spitting import chooser, may_shout
from engine.games.spit.visibility import may_conceal
from engine.games.spit.waiting import may_act
from engine.panel import ACTION, NOTHING, Command, Meaning
from engine.table import Table


def meaning(rules: SpitRules, table: Table, seat: int, button: str, held: int) -> Meaning:
    """Return the meaning of a button during play or the choice of a pile; NOTHING for a seat that has to wait."""
    if table.phase != "play" or not may_act(rules, table, seat):
        return NOTHING
    if button in SIDES:
        moved = aim.move(table, seat, button, rules.centres)
        return moved if moved.lit or many_seats.is_choosing(table) else to_the_sixth(rules, table, seat, meaning)
    if many_seats.is_choosing(table):
        pile = aim.at(table, seat, rules.centres)
        return Meaning("slap", Command("slap", to=pile), lit=True, zone=pile) if button == ACTION else NOTHING
    if rules.options.hands == "one" and held & CARD_MASK:
        return Meaning(foul="two_hands")
    if button == ACTION:
        return _action(rules, table, seat)
    stock = pile_of(rules, seat, button, held)
    return _stock(rules, table, seat, stock) if stock else NOTHING


def _action(rules: SpitRules, table: Table, seat: int) -> Meaning:
    """ACTION calls "Spit!", alone onto the aimed pile (SPIT-7, SPIT-8), or picks up the last cards (SPIT-22)."""
    pile = aim.at(table, seat, rules.centres) if chooser(rules, table) == seat else ""
    if pile or may_shout(rules, table, seat):
        return Meaning("spit", Command("spit", to=pile), lit=True, zone=pile)
    return Meaning("conceal", Command("conceal"), lit=True) if may_conceal(rules, table, seat) else NOTHING


def _stock(rules: SpitRules, table: Table, seat: int, stock: str) -> Meaning:
    """Return the meaning of a stock pile's button: for a space, a face-down card or a face-up card."""
    cards = table.zones[stock]
    armed, marked = table.text(f"armed.{seat}"), table.text(f"marked.{seat}")
    if not cards:
        return space(rules, table, seat, stock)
    card = cards[-1]
    if card[0] == DOWN:
        return Meaning("turn", Command("turn", source=stock), lit=True, zone=stock)
    if marked:
        unmark = ((f"marked.{seat}", ""),)
        return Meaning("move", Command("move", card, stock, marked), unmark, lit=len(cards) > 1, zone=marked)
    if rules.stacks and armed and armed != stock and table.zones[armed][-1][0] == card[0]:
        return Meaning("stack", Command("stack", table.zones[armed][-1], armed, stock), lit=True, zone=stock)
    return _card(rules, table, seat, stock, armed)


def _card(rules: SpitRules, table: Table, seat: int, stock: str, armed: str) -> Meaning:
    """Return the meaning of a face-up top with no space marked: play it or arm it; if armed, play or disarm it."""
    card = table.zones[stock][-1]
    pile = _goes_to(rules, table, seat, card)
    is_armed = armed == stock
    arm = ((f"armed.{seat}", "" if is_armed else stock),)
    if pile and (is_armed or rules.quick_play):
        return Meaning("play", Command("play", card, stock, pile), lit=True, zone=stock)
    if is_armed or not rules.quick_play:
        lit = is_armed or bool(takers(rules, table, card)) or can_be_shifted(rules, table, seat, stock)
        return Meaning("armed" if is_armed else "arm", select=arm, lit=lit, zone=stock)
    aimed = aim.at(table, seat, rules.centres) if takers(rules, table, card) else ""
    play = Command("play", card, stock, aimed)
    if wants_space(rules, table, seat):
        return Meaning("arm", play, select=arm, zone=stock)
    return Meaning("", play, zone=stock)


def _goes_to(rules: SpitRules, table: Table, seat: int, card: str) -> str:
    """Return the pile for the card if played now: the only one that accepts it, or the aimed one; empty for none."""
    piles = takers(rules, table, card)
    if rules.quick_play and len(piles) == 1:
        return piles[0]
    aimed = aim.at(table, seat, rules.centres)
    return aimed if aimed in piles else ""


def presses_for(rules: SpitRules, table: Table, seat: int, command: Command) -> Sequence[str]:
    """See ``panel.presses_for``. Empty if the button of another armed card would play, not disarm it."""
    if command.do in ("slap", "spit", "conceal"):
        return (*_aiming(rules, table, seat, command.to), ACTION) if command.to else (ACTION,)
    armed, marked = table.text(f"armed.{seat}"), table.text(f"marked.{seat}")
    put_down: tuple[str, ...] = ()
    if armed and armed != command.source:
        if _goes_to(rules, table, seat, table.zones[armed][-1]):
            return ()
        put_down = (button_of(rules, seat, armed),)
    if marked and marked != command.to:
        put_down = (*put_down, button_of(rules, seat, marked))
    if command.do == "refill":
        return (*put_down, button_of(rules, seat, command.to))
    card = button_of(rules, seat, command.source)
    if command.do == "turn":
        return (card,)
    if command.do == "play":
        return (*put_down, *_playing(rules, table, seat, command, card))
    place = button_of(rules, seat, command.to)
    if armed == command.source:
        return (place,)
    if command.do == "stack" or (rules.refills and table.zones[rules.spits[seat]]):
        return (*put_down, card, place)  # a space pressed first would be refilled
    return (*put_down, card) if marked == command.to else (*put_down, place, card)


def _playing(rules: SpitRules, table: Table, seat: int, command: Command, card: str) -> tuple[str, ...]:
    """Aim at the pile, unless quick play finds it; then press the card, without quick play twice to arm and play."""
    if rules.quick_play and len(takers(rules, table, command.card)) == 1:
        return (card,)
    aiming = _aiming(rules, table, seat, command.to)
    once = rules.quick_play or table.text(f"armed.{seat}") == command.source
    return (*aiming, card) if once else (*aiming, card, card)


def _aiming(rules: SpitRules, table: Table, seat: int, pile: str) -> tuple[str, ...]:
    return aim.taps(table, seat, pile, rules.centres)
