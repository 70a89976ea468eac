"""What a seat may do in Speed Uno, and why not (UNO-2 to UNO-5, UNO-8, UNO-10, UNO-11)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.games import speed_uno_call as call
from engine.games import speed_uno_draw as draw
from engine.panel import Command
from engine.table import Table, Zone
from engine.uno_cards import COLOURS, WILD_DRAW

if TYPE_CHECKING:  # the game asks this module, and this module asks the game back
    from engine.games.speed_uno import SpeedUno


def refusal(game: "SpeedUno", table: Table, seat: int, command: Command) -> str | None:
    """None if the command is legal, else the first reason that holds.

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
    """As ``refusal``, for a play while no colour is to be named."""
    cards = command.cards or (command.card,)
    hand = table.zones[game.hands[seat]]
    if command.source != game.hands[seat] or not set(cards) <= set(hand) or len(set(cards)) < len(cards):
        return "empty"
    what = game.face[cards[0]]
    if command.to != "discard" or any(game.face[card] != what for card in cards):
        return "rank"
    scalars = table.scalars
    if not (scalars["exact"] and what == game.top_face(table)):
        if scalars["turn"] != seat:
            return "turn"
        if scalars["owed"]:
            return "penalty"
        if what not in game.fitting(table):
            return "rank"
        if what == WILD_DRAW and not game.may_bluff and game.holds_colour(table, seat):
            return "colour"
    return "last" if what == WILD_DRAW and len(cards) == len(hand) else None


def legal(game: "SpeedUno", table: Table, seat: int) -> list[Command]:
    """Every legal command of the seat; of identical cards the first one, two, … of the hand."""
    scalars = table.scalars
    if scalars["phase"] != "play":
        return []
    if scalars["naming"] >= 0:
        return [game.command("colour", word=c) for c in COLOURS] if scalars["naming"] == seat else []
    hand = table.zones[game.hands[seat]]
    if scalars["turn"] == seat:
        commands = _in_turn(game, table, seat, hand)
    elif scalars["exact"]:
        commands = _matches(game, table, seat, hand)
    else:
        commands = []
    if len(hand) <= call.CALL_FROM and not scalars[game.called[seat]]:
        commands.append(game.command("uno"))
    for other, exposed in enumerate(game.exposed):
        if scalars[exposed] and other != seat:
            commands.append(game.command("catch", target=other))
    return commands


def _matches(game: "SpeedUno", table: Table, seat: int, hand: Zone) -> list[Command]:
    """Exact matches (UNO-4)."""
    what = game.face[table.zones["discard"][-1]]
    faces = game.by_face(hand)
    return list(_drops(game, seat, faces[what], what, len(hand))) if what in faces else []


def _in_turn(game: "SpeedUno", table: Table, seat: int, hand: Zone) -> list[Command]:
    """What goes in turn, exact matches among it; for one who owes cards matches alone (UNO-2, UNO-6)."""
    scalars = table.scalars
    exact = scalars["exact"]
    if scalars["owed"]:
        commands = _matches(game, table, seat, hand) if exact else []
        if game.may_bluff and draw.may_challenge(table, seat):
            commands.append(game.command("challenge"))
    elif scalars["must_draw"]:  # for being unable
        commands = []
    else:
        commands = list(game.turn_plays(seat, hand, game.followed(table)))
    if scalars["must_draw"] and not exact:
        commands.append(game.command("draw", source="draw", to=game.hands[seat]))
    return commands


def turn_plays(game: "SpeedUno", seat: int, hand: Zone, followed: str) -> tuple[Command, ...]:
    """The plays in turn of this hand; ``followed`` is the face or the colour that is followed (UNO-2, UNO-11)."""
    faces = game.by_face(hand)
    fitting = game.fits[followed]
    found = [what for what in faces if what in fitting]
    if WILD_DRAW in found and not game.may_bluff and any(what[0] == followed[0] for what in faces):
        found.remove(WILD_DRAW)
    return tuple(command for what in found for command in _drops(game, seat, faces[what], what, len(hand)))


def _drops(game: "SpeedUno", seat: int, cards: Zone, what: str, hand: int) -> Iterator[Command]:
    """One card, two, … of these identical ones; but nobody goes out on a Wild Draw Four (UNO-8, UNO-11)."""
    source = game.hands[seat]
    most = len(cards) - (what == WILD_DRAW and len(cards) == hand)
    if most:
        yield game.command("play", cards[0], source, "discard")
    for count in range(2, most + 1):
        yield Command("play", source=source, to="discard", cards=cards[:count])
