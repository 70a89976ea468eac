"""The legal commands of a seat in Speed Uno, and the reasons against others (UNO-2 to 5, UNO-8, UNO-10, UNO-11).

``legal`` runs for every seat after every play, so it lists the usual plays in line.
"""

from functools import lru_cache
from typing import Final

from engine.games.speed_uno.cards import COLOURS, WILD, by_face
from engine.games.speed_uno.queries import holds_colour, may_call, may_catch, may_challenge, may_draw
from engine.games.speed_uno.rules import CALL_FROM, SpeedUnoRules
from engine.panel import Command
from engine.table import Table, Zone

CALLS: Final = frozenset({"uno", "catch", "challenge"})
"""The commands of ACTION: words about the table, which are a miss where they have no cause (UNO-10)."""

# Reasons against a command


def refusal(rules: SpeedUnoRules, table: Table, seat: int, command: Command) -> str | None:
    """Return None if the command is legal, else the first reason against it.

    ``phase`` (also while a colour is named), ``empty``, ``rank`` (does not fit), ``turn``, ``penalty`` (cards to draw
    first), ``colour`` (a Wild Draw Four, and the colour is held), ``last`` (not as the last card), ``window`` (a call,
    a catch, a challenge or a draw out of place).
    """
    scalars = table.scalars
    if scalars["phase"] != "play":
        return "phase"
    naming = scalars["naming"]
    if command.do == "colour":
        return None if naming == seat and command.word and command.word in COLOURS else "phase"
    if naming >= 0:
        return "phase"
    if command.do == "play":
        return _play_refusal(rules, table, seat, command)
    return None if _is_in_place(rules, table, seat, command) else "window"


def would_take(rules: SpeedUnoRules, table: Table, seat: int, command: Command) -> bool:
    """See ``Game.would_take``; while a colour is being named no play is a miss."""
    scalars = table.scalars
    if scalars["phase"] != "play":
        return False
    if command.do in CALLS:
        return _may_call_out(rules, table, seat)
    return scalars["naming"] >= 0 or _play_refusal(rules, table, seat, command) in (None, "last")


def _may_call_out(rules: SpeedUnoRules, table: Table, seat: int) -> bool:
    """Return whether ACTION has a cause: an own call, a seat to catch, a Wild Draw Four to challenge (UNO-10, UNO-11).

    Also while a colour is named, when all of them have to wait: who calls too soon then is right all the same.
    """
    if may_call(rules, table, seat) or any(may_catch(rules, table, seat, other) for other in rules.all_seats):
        return True
    return rules.may_bluff and may_challenge(table, seat)


def _is_in_place(rules: SpeedUnoRules, table: Table, seat: int, command: Command) -> bool:
    match command.do:
        case "draw":
            return may_draw(table, seat)
        case "uno":
            return may_call(rules, table, seat)
        case "catch":
            return may_catch(rules, table, seat, command.target)
        case "challenge":
            return may_challenge(table, seat)
    return False


def _play_refusal(rules: SpeedUnoRules, table: Table, seat: int, command: Command) -> str | None:
    """Like ``refusal``, for a play while no colour has to be named."""
    cards = command.cards
    card = cards[0] if cards else command.card
    zones, source = table.zones, rules.hands[seat]
    hand = zones[source]
    if command.source != source or not (_are_held(cards, hand) if cards else card in hand):
        return "empty"
    alike, fours = rules.alike, rules.fours
    if command.to != "discard" or (cards and not alike[card].issuperset(cards)):
        return "rank"
    scalars = table.scalars
    top = zones["discard"][-1]
    if not scalars["exact"] or card not in alike[top]:
        if scalars["turn"] != seat:
            return "turn"
        if scalars["owed"]:
            return "penalty"
        if card not in rules.fitting[top if top[0] != WILD else scalars["colour"]]:
            return "rank"
        if card in fours and not rules.may_bluff and holds_colour(rules, table, seat):
            return "colour"
    return "last" if card in fours and len(cards or (card,)) == len(hand) else None


def _are_held(cards: Zone, hand: Zone) -> bool:
    """Return whether the hand has these cards, each once."""
    return len(set(cards)) == len(cards) and set(cards) <= set(hand)


# The list


def legal(rules: SpeedUnoRules, table: Table, seat: int) -> list[Command]:
    """Return every legal command of the seat; of identical cards the first card of the hand, the first two, …"""
    scalars = table.scalars
    if scalars["phase"] != "play":
        return []
    if scalars["naming"] >= 0:
        return list(rules.colours) if scalars["naming"] == seat else []
    zones = table.zones
    hand = zones[rules.hands[seat]]
    if scalars["turn"] == seat and not scalars["must_draw"]:
        top = zones["discard"][-1]
        commands = _turn_plays(rules, seat, hand, top if top[0] != WILD else scalars["colour"])
    elif scalars["exact"]:  # with cards owed only matches are legal (UNO-6); a seat unable to play has none
        alike = rules.alike[zones["discard"][-1]]
        commands = [] if alike.isdisjoint(hand) else _matches(rules, seat, hand, alike)
        if rules.may_bluff and may_challenge(table, seat):
            commands.append(Command("challenge"))
    else:
        commands = [rules.draws[seat]] if scalars["turn"] == seat else []
    if len(hand) <= CALL_FROM and not scalars[rules.called[seat]]:
        commands.append(rules.call)
    for exposed, catch in rules.catches[seat]:
        if scalars[exposed]:
            commands.append(catch)
    return commands


def _matches(rules: SpeedUnoRules, seat: int, hand: Zone, alike: frozenset[str]) -> list[Command]:
    """Return the exact matches (UNO-4); a Wild Draw Four may not be the last card (UNO-11)."""
    found = tuple(filter(alike.__contains__, hand))
    if alike is rules.fours and len(found) == len(hand):
        found = found[:-1]
    return _plays_of_one_face(rules, seat, found) if found else []


def _turn_plays(rules: SpeedUnoRules, seat: int, hand: Zone, followed: str) -> list[Command]:
    """Return the plays in turn of this hand on ``followed``, a card or a colour (UNO-2, UNO-11)."""
    fitting, fours = rules.surely[followed], rules.fours
    if not fours.isdisjoint(hand) and (rules.may_bluff or rules.coloured[followed[0]].isdisjoint(hand)):
        fitting = rules.fitting[followed]
        if len(fours.intersection(hand)) == len(hand):  # a Wild Draw Four may not be the last card
            hand = hand[:-1]
    face, plays = rules.face, rules.plays[seat]
    commands = []
    faces = set()
    for card in hand:
        if card in fitting:
            commands.append(plays[card])
            faces.add(face[card])
    if len(faces) == len(commands):  # the usual case
        return commands
    alike = by_face((card for card in hand if card in fitting), face).values()
    return [command for cards in alike for command in _plays_of_one_face(rules, seat, cards)]


def _plays_of_one_face(rules: SpeedUnoRules, seat: int, cards: Zone) -> list[Command]:
    """Return the plays of one card, two, … of these identical cards (UNO-8)."""
    one = rules.plays[seat][cards[0]]
    return [one, *_several(rules.hands[seat], cards)] if len(cards) > 1 else [one]


@lru_cache(2048)  # the same arguments recur
def _several(hand: str, cards: Zone) -> tuple[Command, ...]:
    return tuple(Command("play", "", hand, "discard", cards[:count]) for count in range(2, len(cards) + 1))
