"""What a seat may do in Speed Uno, and why not (UNO-2 to UNO-5, UNO-8, UNO-10, UNO-11)."""

from itertools import chain
from typing import TYPE_CHECKING

from engine.games import speed_uno_call as call
from engine.games import speed_uno_draw as draw
from engine.games.speed_uno_call import CALL_FROM
from engine.panel import Command
from engine.table import Table, Zone
from engine.uno_cards import COLOURS, WILD, WILD_DRAW

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
    card, cards = command.card, command.cards
    hand = table.zones[game.hands[seat]]
    if command.source != game.hands[seat] or not (_are_held(cards, hand) if cards else card in hand):
        return "empty"
    what = game.face[cards[0] if cards else card]
    if command.to != "discard" or (cards and any(game.face[each] != what for each in cards)):
        return "rank"
    scalars = table.scalars
    top = game.face[table.zones["discard"][-1]]
    if what != top or not scalars["exact"]:
        if scalars["turn"] != seat:
            return "turn"
        if scalars["owed"]:
            return "penalty"
        if what not in game.fits[top if top[0] != WILD else scalars["colour"]]:
            return "rank"
        if what == WILD_DRAW and not game.may_bluff and game.holds_colour(table, seat):
            return "colour"
    return "last" if what == WILD_DRAW and len(cards or (card,)) == len(hand) else None


def _are_held(cards: Zone, hand: Zone) -> bool:
    """True if the hand has these cards, each once."""
    return len(set(cards)) == len(cards) and set(cards) <= set(hand)


def legal(game: "SpeedUno", table: Table, seat: int) -> list[Command]:
    """Every legal command of the seat; of identical cards the first one, two, … of the hand."""
    scalars = table.scalars
    if scalars["phase"] != "play":
        return []
    naming = scalars["naming"]
    if naming >= 0:
        return list(game.colours) if naming == seat else []
    hand = table.zones[game.hands[seat]]
    if scalars["turn"] == seat:
        commands = _in_turn(game, table, seat, hand)
    elif scalars["exact"]:
        commands = _matches(game, table, seat, hand)
    else:
        commands = []
    if len(hand) <= CALL_FROM and not scalars[game.called[seat]]:
        commands.append(game.call)
    for exposed, catch in game.catches[seat]:
        if scalars[exposed]:
            commands.append(catch)
    return commands


def _matches(game: "SpeedUno", table: Table, seat: int, hand: Zone) -> list[Command]:
    """Exact matches (UNO-4)."""
    what = game.face[table.zones["discard"][-1]]
    copies = game.copies[what]
    if copies.isdisjoint(hand):
        return []
    return _drops(game, seat, tuple(filter(copies.__contains__, hand)), what, len(hand))


def _in_turn(game: "SpeedUno", table: Table, seat: int, hand: Zone) -> list[Command]:
    """What goes in turn, exact matches among it; for one who owes cards matches alone (UNO-2, UNO-6)."""
    scalars = table.scalars
    if not scalars["must_draw"]:
        top = game.face[table.zones["discard"][-1]]
        return _turn_plays(game, seat, hand, top if top[0] != WILD else scalars["colour"])
    if not scalars["exact"]:
        return [game.draws[seat]]
    if not scalars["owed"]:  # unable
        return []
    commands = _matches(game, table, seat, hand)
    if game.may_bluff and draw.may_challenge(table, seat):
        commands.append(Command("challenge"))
    return commands


def _turn_plays(game: "SpeedUno", seat: int, hand: Zone, followed: str) -> list[Command]:
    """The plays in turn of this hand; ``followed`` is the face or the colour that is followed (UNO-2, UNO-11)."""
    found = list(filter(game.fitting[followed].__contains__, hand))
    faces = set(map(game.face.__getitem__, found))
    if len(faces) == len(found) and WILD_DRAW not in faces:  # one of each
        return list(map(game.plays[seat].__getitem__, found))
    if WILD_DRAW in faces and not game.may_bluff and any(card[0] == followed[0] for card in hand):
        faces.remove(WILD_DRAW)
    groups = [(cards, what) for what, cards in game.by_face(found).items() if what in faces]
    return list(chain.from_iterable(_drops(game, seat, cards, what, len(hand)) for cards, what in groups))


def _drops(game: "SpeedUno", seat: int, cards: Zone, what: str, hand: int) -> list[Command]:
    """One card, two, … of these identical ones; but nobody goes out on a Wild Draw Four (UNO-8, UNO-11)."""
    most = len(cards) - (what == WILD_DRAW and len(cards) == hand)
    if not most:
        return []
    source = game.hands[seat]
    several = (Command("play", source=source, to="discard", cards=cards[:count]) for count in range(2, most + 1))
    return [game.plays[seat][cards[0]], *several]
