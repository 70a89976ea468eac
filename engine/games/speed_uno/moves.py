"""The execution of plays: action cards, exact matches, drops, the passing of hands, and the naming of a colour."""

from collections import Counter
from collections.abc import Sequence

from engine.games.speed_uno import calling, drawing, slots
from engine.games.speed_uno.cards import COLOURS, DRAW, REVERSE, SKIP, WILD, WILD_DRAW
from engine.games.speed_uno.legal import legal
from engine.games.speed_uno.queries import holds_colour
from engine.games.speed_uno.rules import SpeedUnoRules
from engine.table import Draft


def play(rules: SpeedUnoRules, draft: Draft, seat: int, cards: Sequence[str], now: int) -> None:
    """Play one or several identical cards, in turn or as an exact match (UNO-2, UNO-4, UNO-8)."""
    scalars = draft.scalars
    colour = scalars["colour"]
    hand = rules.hands[seat]
    face = rules.face[cards[0]]
    in_turn = scalars["turn"] == seat and not scalars["owed"]
    calling.let_exposures_fade(rules, draft, now)
    slots.leave_gap(rules, draft, seat, cards, now)
    if rules.may_bluff:
        draft.set("challenged", seat if face == WILD_DRAW and in_turn else -1)
        draft.set("bluff", face == WILD_DRAW and in_turn and holds_colour(rules, draft, seat))
    for card in cards:
        draft.move(card, hand, "discard")
    if scalars["passes"]:
        draft.set("passes", 0)
    if scalars["glow"]:
        draft.set("glow", False)
    if not scalars["exact"]:
        draft.set("exact", True)
    is_out = not draft.zones[hand]
    _take_effect(rules, draft, seat, face, len(cards))
    if in_turn and face[-1] == "0" and face[0] == colour and not is_out:
        _pass_hands_on(rules, draft, now)
    else:
        calling.hand_changed(rules, draft, seat, now)
    if face[0] == WILD and not is_out:
        draft.set("colour", "")
        draft.set("naming", seat)
        draft.set("must_draw", False)
    else:
        drawing.update_must_draw(rules, draft)


def _take_effect(rules: SpeedUnoRules, draft: Draft, seat: int, face: str, count: int) -> None:
    """Update the colour in force, the direction, the cards owed, and the next turn (UNO-4, UNO-6, UNO-8)."""
    skipped = 0
    if face == WILD_DRAW:
        draft.set("owed", draft.scalars["owed"] + 4 * count)
    elif (colour := face[0]) != WILD:
        if draft.scalars["colour"] != colour:
            draft.set("colour", colour)
        symbol = face[1]
        if symbol == DRAW:
            draft.set("owed", draft.scalars["owed"] + 2 * count)
        elif symbol == SKIP or (symbol == REVERSE and rules.seats == 2):  # UNO-14
            skipped = count
        elif symbol == REVERSE and count % 2:
            draft.set("direction", -draft.scalars["direction"])
    draft.set("turn", (seat + draft.scalars["direction"] * (1 + skipped)) % rules.seats)


def _pass_hands_on(rules: SpeedUnoRules, draft: Draft, now: int) -> None:
    """Pass every hand to the next seat in the direction of play; calls lapse, and one card requires a call (UNO-9)."""
    hands = [draft.zones[hand] for hand in rules.hands]
    step = draft.number("direction")
    for seat, cards in enumerate(hands):
        for card in cards:
            draft.move(card, rules.hands[seat], rules.hands[(seat + step) % rules.seats])
    for seat in rules.all_seats:
        calling.reset(rules, draft, seat)
        slots.reset(rules, draft, seat)
        calling.hand_changed(rules, draft, seat, now)


def name_colour(rules: SpeedUnoRules, draft: Draft, colour: str, now: int) -> None:
    """Name the colour and continue play; the time for matches starts here (UNO-4)."""
    draft.set("colour", colour)
    draft.set("naming", -1)
    calling.restart_exposures(rules, draft, now)
    drawing.update_must_draw(rules, draft)


# For a seat that took too long


def name_commonest_colour(rules: SpeedUnoRules, draft: Draft, seat: int, now: int) -> None:
    """Name the most frequent colour in the seat's hand, the first of equals in the order of ``COLOURS`` (UNO-4)."""
    counts = Counter(card[0] for card in draft.zones[rules.hands[seat]])
    name_colour(rules, draft, max(COLOURS, key=lambda colour: counts[colour]), now)


def play_first(rules: SpeedUnoRules, draft: Draft, now: int) -> None:
    """Play the first playable card of the seat in turn (UNO-3, GEN-5)."""
    seat = draft.number("turn")
    command = legal(rules, draft.now(), seat)[0]
    play(rules, draft, seat, (command.card,), now)
