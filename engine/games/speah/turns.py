"""Turns of Speahx: their begin and their end, another turn after the pile's removal, and choices (SPX-3 to SPX-12)."""

from engine.games.speah.ending import end_deal
from engine.games.speah.queries import has_cards, next_seat, seats_after
from engine.games.speah.rules import SpeahxRules
from engine.table import Draft


def begin_turn(rules: SpeahxRules, draft: Draft, seat: int, now: int) -> None:
    """Begin a turn, or restart it after the pile's removal (SPX-8), with the timer's whole time."""
    draft.set("turn", seat)
    draft.set("turn_ends", now + rules.turn_ns)


def end_turn(rules: SpeahxRules, draft: Draft, seat: int, now: int) -> None:
    """Refill the hand (SPX-3), put a seat without cards out (SPX-12), and begin the next player's turn."""
    _take_in(rules, draft, seat)
    zones, hand = draft.zones, rules.hands[seat]
    while zones["stock"] and len(zones[hand]) < rules.hand_size:
        draft.deal_up("stock", hand)
    if not zones[hand] and not has_cards(rules, draft, seat):
        others = seats_after(rules, draft, seat)
        draft.set(rules.places[seat], rules.seats - len(others))
        if len(others) == 1:
            end_deal(rules, draft)
            return
    begin_turn(rules, draft, next_seat(rules, draft, seat), now)


def play_again(rules: SpeahxRules, draft: Draft, seat: int, now: int) -> None:
    """Let the player play again after the pile's removal, with chance cards of a fresh turn (SPX-8, SPX-9).

    With the last hand card gone and a stock to draw from, or without any card, the turn ends instead.
    """
    _take_in(rules, draft, seat)
    if not draft.zones[rules.hands[seat]] and (draft.zones["stock"] or is_done(rules, draft, seat)):
        end_turn(rules, draft, seat, now)
    else:
        begin_turn(rules, draft, seat, now)


def ask(rules: SpeahxRules, draft: Draft, seat: int, wants: str, now: int) -> None:
    """Require a choice of the seat, unless its last card leaves a single player, who has lost (SPX-12)."""
    if is_done(rules, draft, seat) and len(seats_after(rules, draft, seat)) == 1:
        end_turn(rules, draft, seat, now)
    else:
        draft.set("wants", wants)


def is_done(rules: SpeahxRules, draft: Draft, seat: int) -> bool:
    """Return whether the seat has no card, and none to draw."""
    return not draft.zones["stock"] and not has_cards(rules, draft, seat)


def _take_in(rules: SpeahxRules, draft: Draft, seat: int) -> None:
    """Move unplayed chance cards to the hand (SPX-5)."""
    chance = rules.chances[seat]
    for card in draft.zones[chance]:
        draft.move(card, chance, rules.hands[seat])
