"""The meanings of the eight buttons in Spit with three or four seats: LEFT and RIGHT aim (SPIT-28, and ``aim``).

A card is played on the aimed pile or, with quick play, on the only pile that accepts it. ACTION chooses the aimed pile,
or spits there. Spaces, turns, moves and stacks are as for two (``spit_panel``).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.cards import DOWN
from engine.games import aim, spit_many
from engine.games.spit_panel import (
    CARD_MASK,
    SIDES,
    button_of,
    can_be_shifted,
    pile_of,
    space,
    to_the_sixth,
    wants_space,
)
from engine.games.spit_view import may_conceal
from engine.games.spit_wait import may_act
from engine.panel import ACTION, NOTHING, Command, Meaning
from engine.table import Table

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.spit import Spit


def meaning(game: "Spit", table: Table, seat: int, button: str, held: int) -> Meaning:
    """Return the meaning of a button during play or the choice of a pile; NOTHING for a seat that has to wait."""
    if table.phase != "play" or not may_act(game, table, seat):
        return NOTHING
    if button in SIDES:
        moved = aim.move(table, seat, button, game.centres)
        return moved if moved.lit or spit_many.is_choosing(table) else to_the_sixth(game, table, seat)
    if spit_many.is_choosing(table):
        pile = aim.at(table, seat, game.centres)
        return Meaning("slap", Command("slap", to=pile), lit=True, zone=pile) if button == ACTION else NOTHING
    if game.options["hands"] == "one" and held & CARD_MASK:
        return Meaning(foul="two_hands")
    if button == ACTION:
        return _action(game, table, seat)
    stock = pile_of(game, seat, button, held)
    return _stock(game, table, seat, stock) if stock else NOTHING


def _action(game: "Spit", table: Table, seat: int) -> Meaning:
    """ACTION calls "Spit!", alone onto the aimed pile (SPIT-7, SPIT-8), or picks up the last cards (SPIT-22)."""
    pile = aim.at(table, seat, game.centres) if game.chooser(table) == seat else ""
    if pile or game.may_shout(table, seat):
        return Meaning("spit", Command("spit", to=pile), lit=True, zone=pile)
    return Meaning("conceal", Command("conceal"), lit=True) if may_conceal(game, table, seat) else NOTHING


def _stock(game: "Spit", table: Table, seat: int, stock: str) -> Meaning:
    """Return the meaning of a stock pile's button: for a space, a face-down card or a face-up card."""
    cards = table.zones[stock]
    armed, marked = table.text(f"armed.{seat}"), table.text(f"marked.{seat}")
    if not cards:
        return space(game, table, seat, stock)
    card = cards[-1]
    if card[0] == DOWN:
        return Meaning("turn", Command("turn", source=stock), lit=True, zone=stock)
    if marked:
        unmark = ((f"marked.{seat}", ""),)
        return Meaning("move", Command("move", card, stock, marked), unmark, lit=len(cards) > 1, zone=marked)
    if game.stacks and armed and armed != stock and table.zones[armed][-1][0] == card[0]:
        return Meaning("stack", Command("stack", table.zones[armed][-1], armed, stock), lit=True, zone=stock)
    return _card(game, table, seat, stock, armed)


def _card(game: "Spit", table: Table, seat: int, stock: str, armed: str) -> Meaning:
    """Return the meaning of a face-up top with no space marked: play it or arm it; if armed, play or disarm it."""
    card = table.zones[stock][-1]
    pile = _goes_to(game, table, seat, card)
    is_armed = armed == stock
    arm = ((f"armed.{seat}", "" if is_armed else stock),)
    if pile and (is_armed or game.quick_play):
        return Meaning("play", Command("play", card, stock, pile), lit=True, zone=stock)
    if is_armed or not game.quick_play:
        lit = is_armed or bool(game.taking(table, card)) or can_be_shifted(game, table, seat, stock)
        return Meaning("armed" if is_armed else "arm", select=arm, lit=lit, zone=stock)
    aimed = aim.at(table, seat, game.centres) if game.taking(table, card) else ""
    play = Command("play", card, stock, aimed)
    if wants_space(game, table, seat):
        return Meaning("arm", play, select=arm, zone=stock)
    return Meaning("", play, zone=stock)


def _goes_to(game: "Spit", table: Table, seat: int, card: str) -> str:
    """Return the pile for the card if played now: the only one that accepts it, or the aimed one; empty for none."""
    piles = game.taking(table, card)
    if game.quick_play and len(piles) == 1:
        return piles[0]
    aimed = aim.at(table, seat, game.centres)
    return aimed if aimed in piles else ""


def presses_for(game: "Spit", table: Table, seat: int, command: Command) -> Sequence[str]:
    """See ``spit_panel.presses_for``. Empty if the button of another armed card would play, not disarm it."""
    if command.do in ("slap", "spit", "conceal"):
        return (*_aiming(game, table, seat, command.to), ACTION) if command.to else (ACTION,)
    armed, marked = table.text(f"armed.{seat}"), table.text(f"marked.{seat}")
    put_down: tuple[str, ...] = ()
    if armed and armed != command.source:
        if _goes_to(game, table, seat, table.zones[armed][-1]):
            return ()
        put_down = (button_of(game, seat, armed),)
    if marked and marked != command.to:
        put_down = (*put_down, button_of(game, seat, marked))
    if command.do == "refill":
        return (*put_down, button_of(game, seat, command.to))
    card = button_of(game, seat, command.source)
    if command.do == "turn":
        return (card,)
    if command.do == "play":
        return (*put_down, *_playing(game, table, seat, command, card))
    place = button_of(game, seat, command.to)
    if armed == command.source:
        return (place,)
    if command.do == "stack" or (game.refills and table.zones[game.spits[seat]]):
        return (*put_down, card, place)  # a space pressed first would be refilled
    return (*put_down, card) if marked == command.to else (*put_down, place, card)


def _playing(game: "Spit", table: Table, seat: int, command: Command, card: str) -> tuple[str, ...]:
    """Aim at the pile, unless quick play finds it; then press the card, without quick play twice to arm and play."""
    if game.quick_play and len(game.taking(table, command.card)) == 1:
        return (card,)
    aiming = _aiming(game, table, seat, command.to)
    once = game.quick_play or table.text(f"armed.{seat}") == command.source
    return (*aiming, card) if once else (*aiming, card, card)


def _aiming(game: "Spit", table: Table, seat: int, pile: str) -> tuple[str, ...]:
    return aim.taps(table, seat, pile, game.centres)
