"""The effects of the cards on the pile in Speahx: twos, tens, jokers, four of a rank (SPX-7 to SPX-11, SPX-13)."""

from collections.abc import Sequence

from engine.cards import suit
from engine.games.speah.queries import run_on_top, seats_after
from engine.games.speah.rules import FOUR, JACK, JOKER, TEN, TWO, SpeahxRules
from engine.games.speah.turns import ask, end_turn, is_done, play_again
from engine.table import Draft


def apply_cards(
    rules: SpeahxRules, draft: Draft, seat: int, cards: Sequence[str], was_empty: bool, before: str, now: int
) -> None:
    """Apply the effect of cards that a seat has just put on the pile.

    ``was_empty`` and ``before`` describe the pile before them: whether it was empty, and the suit in force.
    """
    if draft.scalars["named"]:
        draft.set("named", "")
    if not rules.torkels.isdisjoint(cards):
        draft.say(seat, "torkel")
    which = rules.rank_of[cards[0]]
    if which == JOKER:
        _apply_joker(rules, draft, seat, was_empty, now)
    elif which == TEN:
        draft.gather("pile", "gone")
        play_again(rules, draft, seat, now)
    elif which == JACK and not was_empty and _is_terminator(rules, cards):
        draft.set("left_suit", before)
        ask(rules, draft, seat, "jacks", now)
    else:
        clear_fours(rules, draft, seat, before, now)


def _is_terminator(rules: SpeahxRules, jacks: Sequence[str]) -> bool:
    """Return whether, without jokers, the top four are jacks of four suits, played by this seat in this turn (SPX-11).

    A turn plays cards once on one pile, so they are the last four of this play.
    """
    return not rules.has_jokers and len({suit(card) for card in jacks[-FOUR:]}) == FOUR


def _apply_joker(rules: SpeahxRules, draft: Draft, seat: int, was_empty: bool, now: int) -> None:
    """Apply a joker: the pile must be given away; on an empty pile the joker just leaves the game (SPX-10)."""
    if was_empty:
        _leave_game(draft, 1)
        end_turn(rules, draft, seat, now)
        return
    others = seats_after(rules, draft, seat)
    if len(others) == 1 and not is_done(rules, draft, seat):
        give_pile(rules, draft, seat, others[0], now)
    else:
        ask(rules, draft, seat, "give", now)


def clear_fours(rules: SpeahxRules, draft: Draft, seat: int, before: str, now: int) -> None:
    """Remove four of a rank; cards above them stay (SPX-9). ``before`` is the suit in force before the play.

    A two that stays on top requires the choice of a suit (SPX-7).
    """
    if draft.scalars["left_suit"]:
        draft.set("left_suit", "")
    run = run_on_top(draft.zones["pile"])
    while run > FOUR:
        stays = len(draft.zones["pile"]) - run + FOUR
        for card in draft.zones["pile"][:stays]:
            _put_away(draft, card)
        run -= FOUR
    if run == FOUR:
        draft.gather("pile", "gone")
        play_again(rules, draft, seat, now)
        return
    top = draft.zones["pile"][-1]
    if rules.rank_of[top] == TWO:
        draft.set("left_suit", before)
        ask(rules, draft, seat, "suit", now)
        return
    _say_speah(draft, seat, before, rules.suit_of[top])
    end_turn(rules, draft, seat, now)


# Choices


def name_suit(rules: SpeahxRules, draft: Draft, seat: int, word: str, now: int) -> None:
    """Name the suit that the next player must follow (SPX-7)."""
    draft.set("wants", "")
    draft.set("named", word)
    _say_speah(draft, seat, draft.text("left_suit"), word)
    draft.set("left_suit", "")
    end_turn(rules, draft, seat, now)


def give_pile(rules: SpeahxRules, draft: Draft, seat: int, to: int, now: int) -> None:
    """Remove the cards that gave the power, move the rest of the pile to a hand, end the turn (SPX-10, SPX-11)."""
    _leave_game(draft, FOUR if draft.text("wants") == "jacks" else 1)
    draft.set("wants", "")
    draft.set("left_suit", "")
    take_pile(draft, rules.hands[to])
    end_turn(rules, draft, seat, now)


def kill(rules: SpeahxRules, draft: Draft, seat: int, now: int) -> None:
    """Let four jacks take the pile out of the game like any four of a rank (SPX-11)."""
    draft.set("wants", "")
    clear_fours(rules, draft, seat, draft.text("left_suit"), now)


def _say_speah(draft: Draft, seat: int, before: str, after: str) -> None:
    """Say "speah" for a switch to spades from another suit (SPX-13)."""
    if after == "S" and before not in ("", "S"):
        draft.say(seat, "speah")


# Cards


def take_pile(draft: Draft, hand: str) -> None:
    """Move the whole pile to a hand and clear the required suit."""
    for card in draft.zones["pile"]:
        draft.move(card, "pile", hand)
    draft.set("named", "")


def _leave_game(draft: Draft, count: int) -> None:
    """Remove ``count`` cards from the top of the pile from the game."""
    for card in reversed(draft.zones["pile"][-count:]):
        _put_away(draft, card)


def _put_away(draft: Draft, card: str) -> None:
    draft.move(card, "pile", "gone")
    draft.turn(card, "gone", "down")
