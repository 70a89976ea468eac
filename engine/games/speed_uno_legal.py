"""The legal commands of a seat in Speed Uno, and the reasons against others (UNO-2 to 5, UNO-8, UNO-10, UNO-11)."""

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.games import speed_uno_call as call
from engine.games import speed_uno_draw as draw
from engine.games.speed_uno_call import CALL_FROM
from engine.panel import Command
from engine.table import Table, Zone
from engine.uno_cards import COLOURS, WILD

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.speed_uno import SpeedUno


def refusal(game: "SpeedUno", table: Table, seat: int, command: Command) -> str | None:
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
        return play_refusal(game, table, seat, command)
    return None if _is_in_place(game, table, seat, command) else "window"


def _is_in_place(game: "SpeedUno", table: Table, seat: int, command: Command) -> bool:
    match command.do:
        case "draw":
            return draw.may_draw(table, seat)
        case "uno":
            return call.may_call(game, table, seat)
        case "catch":
            return call.may_catch(game, table, seat, command.target)
        case "challenge":
            return draw.may_challenge(table, seat)
    return False


def play_refusal(game: "SpeedUno", table: Table, seat: int, command: Command) -> str | None:
    """Like ``refusal``, for a play while no colour has to be named."""
    cards = command.cards
    card = cards[0] if cards else command.card
    zones, source = table.zones, game.hands[seat]
    hand = zones[source]
    if command.source != source or not (_are_held(cards, hand) if cards else card in hand):
        return "empty"
    if command.to != "discard" or (cards and not game.alike[card].issuperset(cards)):
        return "rank"
    scalars = table.scalars
    top = zones["discard"][-1]
    if not scalars["exact"] or card not in game.alike[top]:
        if scalars["turn"] != seat:
            return "turn"
        if scalars["owed"]:
            return "penalty"
        if card not in game.fitting[top if top[0] != WILD else scalars["colour"]]:
            return "rank"
        if card in game.fours and not game.may_bluff and game.holds_colour(table, seat):
            return "colour"
    return "last" if card in game.fours and len(cards or (card,)) == len(hand) else None


def _are_held(cards: Zone, hand: Zone) -> bool:
    """Return whether the hand has these cards, each once."""
    return len(set(cards)) == len(cards) and set(cards) <= set(hand)


def legal(game: "SpeedUno", table: Table, seat: int) -> list[Command]:
    """Return every legal command of the seat; of identical cards the first card of the hand, the first two, …"""
    scalars = table.scalars
    if scalars["phase"] != "play":
        return []
    if scalars["naming"] >= 0:
        return list(game.colours) if scalars["naming"] == seat else []
    zones = table.zones
    hand = zones[game.hands[seat]]
    if scalars["turn"] == seat and not scalars["must_draw"]:
        top = zones["discard"][-1]
        commands = _turn_plays(game, seat, hand, top if top[0] != WILD else scalars["colour"])
    elif scalars["exact"]:  # with cards owed only matches are legal (UNO-6); a seat unable to play has none
        alike = game.alike[zones["discard"][-1]]
        commands = [] if alike.isdisjoint(hand) else _matches(game, seat, hand, alike)
        if game.may_bluff and draw.may_challenge(table, seat):
            commands.append(Command("challenge"))
    else:
        commands = [game.draws[seat]] if scalars["turn"] == seat else []
    if len(hand) <= CALL_FROM and not scalars[game.called[seat]]:
        commands.append(game.call)
    for exposed, catch in game.catches[seat]:
        if scalars[exposed]:
            commands.append(catch)
    return commands


def _matches(game: "SpeedUno", seat: int, hand: Zone, alike: frozenset[str]) -> list[Command]:
    """Return the exact matches (UNO-4); a Wild Draw Four may not be the last card (UNO-11)."""
    found = tuple(filter(alike.__contains__, hand))
    if alike is game.fours and len(found) == len(hand):
        found = found[:-1]
    return _drops(game, seat, found) if found else []


def _turn_plays(game: "SpeedUno", seat: int, hand: Zone, followed: str) -> list[Command]:
    """Return the plays in turn of this hand on ``followed``, a card or a colour (UNO-2, UNO-11)."""
    fitting = game.surely[followed]
    if not game.fours.isdisjoint(hand) and (game.may_bluff or game.coloured[followed[0]].isdisjoint(hand)):
        fitting = game.fitting[followed]
        if len(game.fours.intersection(hand)) == len(hand):  # a Wild Draw Four may not be the last card
            hand = hand[:-1]
    face, plays = game.face, game.plays[seat]
    commands = []
    faces = set()
    for card in hand:
        if card in fitting:
            commands.append(plays[card])
            faces.add(face[card])
    if len(faces) == len(commands):  # the usual case
        return commands
    alike = game.by_face(card for card in hand if card in fitting).values()
    return [command for cards in alike for command in _drops(game, seat, cards)]


def _drops(game: "SpeedUno", seat: int, cards: Zone) -> list[Command]:
    """Return the plays of one card, two, … of these identical cards (UNO-8)."""
    one = game.plays[seat][cards[0]]
    return [one, *_several(game.hands[seat], cards)] if len(cards) > 1 else [one]


@lru_cache(2048)  # the same arguments recur
def _several(hand: str, cards: Zone) -> tuple[Command, ...]:
    return tuple(Command("play", "", hand, "discard", cards[:count]) for count in range(2, len(cards) + 1))
