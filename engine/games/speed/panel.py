"""The panel of Speed: the meanings of the eight buttons, and the presses for each command."""

from collections.abc import Sequence

from engine.cards import is_joker
from engine.games.speed.course import SpeedCourse
from engine.games.speed.play import SLAP, laying
from engine.games.speed.rules import (
    SHOUT,
    SpeedRules,
    drawing,
    fitting,
    has_action,
    is_choosing,
    may_lay,
    may_shout,
    may_slap,
    takers,
)
from engine.panel import ACTION, CARDS, LEFT, NOTHING, RIGHT, SIDES, Command, Meaning, is_held
from engine.race import aim_taps, aimed_pile, is_out, move_aim
from engine.table import Table


class SpeedPanel(SpeedCourse):
    """The layer of ``Speed`` that the panel asks."""

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """Return the meaning of a button during play, or while a slap counts; NOTHING in every other phase."""
        rules = self.rules
        if table.scalars["phase"] != "play":
            return _slap(rules, table, seat) if button == ACTION else NOTHING
        if button == ACTION:
            return _action(rules, table, seat)
        if button in SIDES and rules.is_many:
            return move_aim(table, seat, button, rules.centres) if not is_out(table, seat) else NOTHING
        if button in SIDES:
            return _side(rules, table, seat, rules.centres[SIDES.index(button)])
        place = CARDS.index(button)
        if place >= len(rules.hands[seat]) or not table.zones[rules.hands[seat][place]]:
            return NOTHING
        slot = rules.hands[seat][place]
        if rules.face_down_ns[seat] and table.scalars[rules.turns_up[slot]]:
            return NOTHING  # nobody knows that card yet (SPEED-18)
        return _card(rules, table, seat, slot, held)

    def presses_for(self, table: Table, seat: int, command: Command) -> Sequence[str]:
        """Return the taps for a legal command: a button, and the pile's if needed. ``LEFT+CARD3`` holds LEFT."""
        rules = self.rules
        if command.do not in ("play", "lay"):
            return (ACTION,)
        place = rules.hands[seat].index(command.source)
        if command.do == "lay":
            return (CARDS[place],)
        if rules.is_many:
            return taps_to_aim(rules, table, seat, command)
        card, side = CARDS[place], SIDES[rules.centres.index(command.to)]
        slot, word = _armed(table, seat)
        if command.word:
            if slot == command.source and word == command.word:
                return (side,)
            return ((f"{LEFT}+{card}" if command.word == "down" else card), side)
        if rules.options.quick_play:
            piles = takers(rules, table, command.card)
            if len(piles) == 1:
                return (card,)
        return (side,) if slot == command.source else (card, side)


def _slap(rules: SpeedRules, table: Table, seat: int) -> Meaning:
    """ACTION slaps after the last card: the finisher says "Speed!", the other catches it (SPEED-16)."""
    if not may_slap(rules, table):
        return NOTHING
    return Meaning("speed" if seat == table.number("finisher") else "catch", SLAP, lit=True)


def _action(rules: SpeedRules, table: Table, seat: int) -> Meaning:
    """ACTION draws with ``replenish = press``, else calls "stuck" (SPEED-5, SPEED-7).

    With ``finish = slap`` it is else a slap without cause, which is a miss (SPEED-16).
    """
    if draw := drawing(rules, table, seat):
        return Meaning("draw", draw, lit=True, zone=draw.source)
    if may_shout(rules, table, seat):
        label = "stuck" if table.flag("stuck") else "flip"
        return Meaning(label, Command(SHOUT), lit=table.flag("stuck"))
    return Meaning("", SLAP) if rules.slaps and not has_action(rules, table, seat) else NOTHING


def _side(rules: SpeedRules, table: Table, seat: int, pile: str) -> Meaning:
    """LEFT and RIGHT play the armed card; without an armed card they have no function of their own."""
    slot, word = _armed(table, seat)
    if not slot or not table.zones[slot] or is_choosing(rules, table, seat):
        return NOTHING
    card = table.zones[slot][0]
    command = Command("play", card, slot, pile, word=word if rules.declares and is_joker(card) else "")
    takes = card in fitting(rules, table, pile)
    return Meaning("play" if takes else "", command, lit=takes, zone=pile)


def _card(rules: SpeedRules, table: Table, seat: int, slot: str, held: int) -> Meaning:
    if is_choosing(rules, table, seat):
        return _lay(rules, table, seat, slot)
    card = table.zones[slot][0]
    if rules.is_many:
        return _aimed(rules, table, seat, slot, held)
    if rules.declares and is_joker(card):
        return _joker(rules, table, seat, slot, held)
    sides = [pile for side, pile in zip(SIDES, rules.centres, strict=False) if is_held(held, side)] if held else []
    if len(sides) == 1:
        takes = card in fitting(rules, table, sides[0])
        return Meaning("play" if takes else "", Command("play", card, slot, sides[0]), lit=takes, zone=slot)
    piles = takers(rules, table, card)
    is_quick = rules.options.quick_play
    if is_quick and len(piles) == 1:
        return Meaning("play", Command("play", card, slot, piles[0]), lit=True, zone=slot)
    if is_quick and not piles:
        return Meaning("", Command("play", card, slot), zone=slot)
    is_armed = _armed(table, seat)[0] == slot
    if not is_quick:
        label = "armed" if is_armed else "arm"
        return Meaning(
            label,
            select=((f"armed.{seat}", "" if is_armed else slot),),
            lit=bool(piles) or is_armed,
            zone=slot,
        )
    if is_armed:
        return Meaning("armed", Command("play", card, slot, rules.centres[seat]), lit=True, zone=slot)
    return Meaning("choose", select=((f"armed.{seat}", slot),), lit=True, zone=slot)


def _lay(rules: SpeedRules, table: Table, seat: int, slot: str) -> Meaning:
    """Choose the card that goes to the middle at the coming turn (SPEED-15)."""
    if not may_lay(rules, table, seat):
        return NOTHING
    return Meaning("lay", laying(rules, table, seat, slot), lit=True, zone=slot)


def _aimed(rules: SpeedRules, table: Table, seat: int, slot: str, held: int) -> Meaning:
    """With more than two piles a card goes to the aimed pile or, with quick play, to the only pile that accepts it.

    A joker to be declared counts down while LEFT is held (whose press has already moved the aim), else up.
    """
    card = table.zones[slot][0]
    piles = takers(rules, table, card)
    pile = aimed_pile(table, seat, rules.centres)
    if rules.options.quick_play and len(piles) == 1:
        (pile,) = piles
    elif not piles:
        return Meaning("", Command("play", card, slot), zone=slot)
    word = ("down" if is_held(held, LEFT) else "up") if rules.declares and is_joker(card) else ""
    takes = pile in piles
    return Meaning("play" if takes else "", Command("play", card, slot, pile, word=word), lit=takes, zone=slot)


def _joker(rules: SpeedRules, table: Table, seat: int, slot: str, held: int) -> Meaning:
    """Arm a joker that must be declared as the next card up (RIGHT held, or nothing) or down (LEFT held).

    LEFT or RIGHT then chooses the pile, so that both choices stay the player's own (``declared_joker``).
    """
    armed, word = _armed(table, seat)
    wanted = "down" if is_held(held, LEFT) else "up"
    if armed == slot and word == wanted and not is_held(held, LEFT) and not is_held(held, RIGHT):
        command = Command("play", table.zones[slot][0], slot, rules.centres[seat], word=word)
        return Meaning("armed", command, lit=True, zone=slot)
    return Meaning(f"joker_{wanted}", select=((f"armed.{seat}", f"{slot} {wanted}"),), lit=True, zone=slot)


def _armed(table: Table, seat: int) -> tuple[str, str]:
    """Return the armed slot and, for a declared joker, ``up`` or ``down``."""
    slot, _, word = table.text(f"armed.{seat}").partition(" ")
    return slot, word


def taps_to_aim(rules: SpeedRules, table: Table, seat: int, command: Command) -> Sequence[str]:
    """Aim at the pile, unless quick play finds it alone; then press the card's button."""
    card = CARDS[rules.hands[seat].index(command.source)]
    piles = takers(rules, table, command.card)
    if rules.options.quick_play and len(piles) == 1 and command.word != "down":
        return (card,)
    steps = aim_taps(table, seat, command.to, rules.centres)
    if command.word != "down":
        return (*steps, card)
    # LEFT, held for "down", moves the aim by one when it is pressed.
    return (*steps[:-1], f"{LEFT}+{card}") if steps[-1:] == (LEFT,) else (*steps, RIGHT, f"{LEFT}+{card}")
