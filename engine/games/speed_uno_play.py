"""The execution of plays: action cards, exact matches, drops, the passing of hands, and the naming of a colour."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.chance import Chance
from engine.games import speed_uno_call as call
from engine.games import speed_uno_draw as draw
from engine.games import speed_uno_slots as slots
from engine.table import Draft
from engine.uno_cards import COLOURS, DRAW, REVERSE, SKIP, WILD, WILD_DRAW, is_wild

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.speed_uno import SpeedUno


def turn_start(game: "SpeedUno", draft: Draft, chance: Chance) -> str:
    """Turn a card to start; shuffle a Wild Draw Four back in (UNO-1). Return the card's face.

    With a deck of only Wild Draw Fours this would not end.
    """
    while True:
        card = draft.deal_up("draw", "discard")
        if game.face[card] != WILD_DRAW:
            return game.face[card]
        draft.turn_top("discard", "down")
        draft.move(card, "discard", "draw")
        draw.shuffle(draft, chance)


def start_with(game: "SpeedUno", draft: Draft, what: str) -> None:
    """Apply the usual effect of the start card to the first player (UNO-1). Nobody may match it."""
    if is_wild(what):
        draft.set("naming", draft.number("turn"))
        return
    draft.set("colour", what[0])
    first = draft.number("turn")
    if what[1] == REVERSE and game.seats > 2:
        draft.set("direction", -1)
    if what[1] == DRAW:
        draft.set("owed", 2)
    elif what[1] == SKIP:
        draft.set("turn", (first + 1) % game.seats)
    elif what[1] == REVERSE:
        draft.set("turn", draft.number("dealer"))
    draw.ask_to_draw(game, draft)


def play(game: "SpeedUno", draft: Draft, seat: int, cards: Sequence[str], now: int) -> None:
    """Play one or several identical cards, in turn or as an exact match (UNO-2, UNO-4, UNO-8)."""
    before = draft.scalars
    hand = game.hands[seat]
    what = game.face[cards[0]]
    in_turn = before["turn"] == seat and not before["owed"]
    call.something_happened(game, draft, now)
    slots.leave_gap(game, draft, seat, cards, now)
    if game.may_bluff:
        draft.set("challenged", seat if what == WILD_DRAW and in_turn else -1)
        draft.set("bluff", what == WILD_DRAW and in_turn and game.holds_colour(draft, seat))
    for card in cards:
        draft.move(card, hand, "discard")
    if before["passes"]:
        draft.change("passes", 0)
    if before["glow"]:
        draft.change("glow", False)
    if not before["exact"]:
        draft.change("exact", True)
    is_out = not draft.zones[hand]
    _take_effect(game, draft, seat, what, len(cards))
    if in_turn and what[-1] == "0" and what[0] == before["colour"] and not is_out:
        pass_hands_on(game, draft, now)
    else:
        call.landed(game, draft, seat, now)
    if what[0] == WILD and not is_out:
        draft.set("colour", "")
        draft.set("naming", seat)
        draft.set("must_draw", False)
    else:
        draw.ask_to_draw(game, draft)


def _take_effect(game: "SpeedUno", draft: Draft, seat: int, what: str, count: int) -> None:
    """Update the colour in force, the direction, the cards owed, and the next turn (UNO-4, UNO-6, UNO-8)."""
    skipped = 0
    if what == WILD_DRAW:
        draft.change("owed", draft.scalars["owed"] + 4 * count)
    elif (colour := what[0]) != WILD:
        if draft.scalars["colour"] != colour:
            draft.change("colour", colour)
        symbol = what[1]
        if symbol == DRAW:
            draft.change("owed", draft.scalars["owed"] + 2 * count)
        elif symbol == SKIP or (symbol == REVERSE and game.seats == 2):  # UNO-14
            skipped = count
        elif symbol == REVERSE and count % 2:
            draft.set("direction", -draft.scalars["direction"])
    draft.set("turn", (seat + draft.scalars["direction"] * (1 + skipped)) % game.seats)


def pass_hands_on(game: "SpeedUno", draft: Draft, now: int) -> None:
    """Pass every hand to the next seat in the direction of play; calls lapse, and one card requires a call (UNO-9)."""
    hands = [draft.zones[hand] for hand in game.hands]
    step = draft.number("direction")
    for seat, cards in enumerate(hands):
        for card in cards:
            draft.move(card, game.hands[seat], game.hands[(seat + step) % game.seats])
    for seat in game.all_seats:
        call.reset(game, draft, seat)
        slots.reset(game, draft, seat)
        call.landed(game, draft, seat, now)


def name_colour(game: "SpeedUno", draft: Draft, colour: str, now: int) -> None:
    """Name the colour and continue play; the time for matches starts here (UNO-4)."""
    draft.set("colour", colour)
    draft.set("naming", -1)
    call.count_from(game, draft, now)
    draw.ask_to_draw(game, draft)


def commonest_colour(game: "SpeedUno", draft: Draft, seat: int) -> str:
    """Return the most frequent colour in hand, the first of equals in the order of ``COLOURS`` (UNO-4)."""
    counts = Counter(card[0] for card in draft.zones[game.hands[seat]])
    return max(COLOURS, key=lambda colour: counts[colour])


def play_first(game: "SpeedUno", draft: Draft, now: int) -> None:
    """Play the first playable card of a seat that took too long (UNO-3, GEN-5)."""
    seat = draft.number("turn")
    command = game.legal(draft.now(), seat)[0]
    play(game, draft, seat, (command.card,), now)
