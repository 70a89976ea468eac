"""Dealing Speed Uno: the layout, the scalars at the start of a hand, and its opening (UNO-1)."""

from collections.abc import Mapping

from engine.chance import Chance
from engine.dealing import deal_round
from engine.games.speed_uno import calling, drawing, slots
from engine.games.speed_uno.cards import DRAW, REVERSE, SKIP, WILD_DRAW, is_wild
from engine.games.speed_uno.rules import SpeedUnoRules
from engine.table import Draft, Zone


def layout(rules: SpeedUnoRules, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
    """Deal ten cards each, one by one from the dealer's left; the deal passes left (UNO-1)."""
    if draft.number("deal"):
        draft.set("dealer", (draft.number("dealer") + 1) % rules.seats)
    cards = chance.order(rules.face_down, "deal", draft.number("deal") + 1)
    left = len(cards) - rules.dealt * rules.seats
    hands = deal_round(cards[left:], rules.seats, (draft.number("dealer") + 1) % rules.seats)
    zones: dict[str, Zone] = {rules.hands[seat]: tuple(hand) for seat, hand in enumerate(hands)}
    return {**zones, "draw": cards[:left], "discard": ()}


def reset(rules: SpeedUnoRules, draft: Draft) -> None:
    """See ``Game.reset``."""
    for key in ("exact", "must_draw", "bluff", "glow"):
        draft.set(key, False)
    for key in ("owed", "passes", "fine"):
        draft.set(key, 0)
    for key in ("naming", "challenged", "fined", "won"):
        draft.set(key, -1)
    draft.set("turn", (draft.number("dealer") + 1) % rules.seats)
    draft.set("direction", 1)
    draft.set("colour", "")
    for seat in rules.all_seats:
        calling.reset(rules, draft, seat)
        slots.reset(rules, draft, seat)


def open_hand(rules: SpeedUnoRules, draft: Draft, chance: Chance) -> None:
    """Take the hands up and turn the start card, with its usual effect (UNO-1)."""
    draft.phase("play")
    for hand in rules.hands:
        draft.take_up(hand)
    _start_with(rules, draft, _turn_start(rules, draft, chance))


def _turn_start(rules: SpeedUnoRules, draft: Draft, chance: Chance) -> str:
    """Turn a card to start; shuffle a Wild Draw Four back in (UNO-1). Return the card's face.

    With a deck of only Wild Draw Fours this would not end.
    """
    while True:
        card = draft.deal_up("draw", "discard")
        if rules.face[card] != WILD_DRAW:
            return rules.face[card]
        draft.turn_top("discard", "down")
        draft.move(card, "discard", "draw")
        drawing.shuffle(draft, chance)


def _start_with(rules: SpeedUnoRules, draft: Draft, face: str) -> None:
    """Apply the usual effect of the start card to the first player (UNO-1). Nobody may match it."""
    first = draft.number("turn")
    if is_wild(face):
        draft.set("naming", first)
        return
    draft.set("colour", face[0])
    symbol = face[1]
    if symbol == REVERSE and rules.seats > 2:
        draft.set("direction", -1)
    if symbol == DRAW:
        draft.set("owed", 2)
    elif symbol == SKIP:
        draft.set("turn", (first + 1) % rules.seats)
    elif symbol == REVERSE:
        draft.set("turn", draft.number("dealer"))
    drawing.update_must_draw(rules, draft)
