"""The presses that give each command in Spit, for two seats (rules/spit.md, "Buttons")."""

from collections.abc import Sequence

from engine.games.spit.panel import SIDES, button_of
from engine.games.spit.rules import SpitRules
from engine.games.spit.running import takers
from engine.panel import ACTION, Command
from engine.table import Table


def presses_for(rules: SpitRules, table: Table, seat: int, command: Command) -> Sequence[str]:
    """Return the taps that give a legal command, one after the other; ``LEFT+CARD3`` is CARD3 while LEFT is held.

    With a space marked, a card pressed alone would be moved. With an equal armed, it would be stacked: so the armed
    card is disarmed first; LEFT or RIGHT held would play it. Empty if another card is armed that must be played or
    moved first: with quick play, a card that both piles accept.
    """
    if command.do in ("slap", "spit", "claim", "conceal"):
        return (SIDES[rules.centres.index(command.to)],) if command.to else (ACTION,)
    if command.do == "refill":
        return _to_refill(rules, table, seat, command)
    card = button_of(rules, seat, command.source)
    armed, marked = table.text(f"armed.{seat}"), table.text(f"marked.{seat}")
    if "+" in card + (button_of(rules, seat, command.to) if command.do in ("move", "stack") else "") and armed:
        return ()  # LEFT and RIGHT, held for the sixth pile, would play the armed card
    if command.do == "turn":
        return (card,)
    if command.do == "play":
        side = SIDES[rules.centres.index(command.to)]
        if armed == command.source:
            return (side,)
        if "+" in card and (armed or marked):
            return ()
        if marked:
            return (f"{side}+{card}",)
        if armed and rules.stacks and table.zones[armed][-1][0] == command.card[0]:
            return (button_of(rules, seat, armed), card, side)
        alone = rules.quick_play and len(takers(rules, table, command.card)) == 1
        return (card,) if alone else (card, side)
    return _to_shift(rules, table, seat, command, card)


def _to_shift(rules: SpitRules, table: Table, seat: int, command: Command, card: str) -> Sequence[str]:
    """Mark the space before the card to move, since a card pressed first might be played; to stack, arm the card."""
    armed, marked = table.text(f"armed.{seat}"), table.text(f"marked.{seat}")
    place = button_of(rules, seat, command.to)
    if armed == command.source:
        return (place,)
    put_down: tuple[str, ...] = ()
    if armed:
        if rules.quick_play and takers(rules, table, table.zones[armed][-1]):
            return ()
        put_down = (button_of(rules, seat, armed),)
    if command.do == "move" and rules.refills and table.zones[rules.spits[seat]]:
        return (*put_down, card, place)  # a space pressed first would be refilled
    if command.do == "move":
        return (*put_down, card) if marked == command.to else (*put_down, place, card)
    if "+" in place:
        return ()  # not after arming the other
    if marked:
        put_down = (*put_down, button_of(rules, seat, marked))
    return (*put_down, card, place)


def _to_refill(rules: SpitRules, table: Table, seat: int, command: Command) -> Sequence[str]:
    """Disarm an armed card before the refill, unless quick play would play it."""
    place = button_of(rules, seat, command.to)
    armed = table.text(f"armed.{seat}")
    if not armed:
        return (place,)
    if rules.quick_play and takers(rules, table, table.zones[armed][-1]):
        return ()
    return (button_of(rules, seat, armed), place)
