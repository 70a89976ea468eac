"""The execution of the moves of Speahx, and the end of turns (SPX-3 to SPX-13)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.cards import is_joker, rank, suit
from engine.games import speah_legal
from engine.games.speah_legal import FOUR, JACK, TEN, TWO, laid, run_on_top
from engine.panel import Command
from engine.table import Draft

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.speah import Speahx


def perform(game: "Speahx", draft: Draft, seat: int, command: Command, now: int) -> None:
    """Perform a legal move, and end the turn if the move ends it."""
    lower(draft, seat)
    match command.do:
        case "play":
            _lay(game, draft, seat, laid(command), now)
        case "chance":
            _draw_chance(game, draft, seat, now)
        case "pick_up":
            _pick_up(game, draft, seat, now)
        case "table":
            _try_table_card(game, draft, seat, command.source, now)
        case "suit":
            _name(game, draft, seat, command.word, now)
        case "give":
            _give(game, draft, seat, command.target, now)
        case "kill":
            draft.set("wants", "")
            _clear_fours(game, draft, seat, draft.text("left_suit"), now)


def lower(draft: Draft, seat: int) -> None:
    """Unmark all cards, scroll the hand to its beginning, close the menu."""
    draft.set(f"marks.{seat}", "")
    draft.set(f"scroll.{seat}", 0)
    draft.set(f"menu.{seat}", "")


def begin(game: "Speahx", draft: Draft, seat: int, now: int) -> None:
    """Begin a turn, or restart it after the pile's removal (SPX-8), with the timer's whole time."""
    draft.set("turn", seat)
    draft.set("turn_ends", now + game.turn_ns)


# Moves


def _lay(game: "Speahx", draft: Draft, seat: int, cards: Sequence[str], now: int) -> None:
    """Put cards on the pile, the last on top, and apply their effect."""
    was_empty = not draft.zones["pile"]
    before = _suit_in_force(draft)
    for card in cards:
        held = game.hands[seat] if card in draft.zones[game.hands[seat]] else game.chances[seat]
        draft.move(card, held, "pile")
    _lies(game, draft, seat, cards, was_empty, before, now)


def _lies(
    game: "Speahx", draft: Draft, seat: int, cards: Sequence[str], was_empty: bool, before: str, now: int
) -> None:
    draft.set("named", "")
    if any(card.startswith("JD") for card in cards):
        draft.say(seat, "torkel")
    if is_joker(cards[0]):
        _joker_lies(game, draft, seat, was_empty, now)
    elif rank(cards[0]) == TEN:
        draft.gather("pile", "gone")
        _play_on(game, draft, seat, now)
    elif not was_empty and _is_terminator(game, cards):
        draft.set("left_suit", before)
        _ask(game, draft, seat, "jacks", now)
    else:
        _clear_fours(game, draft, seat, before, now)


def _suit_in_force(draft: Draft) -> str:
    """Return the suit that the next card would follow; empty on an empty pile."""
    pile = draft.zones["pile"]
    return draft.text("named") or (suit(pile[-1]) if pile else "")


def _is_terminator(game: "Speahx", cards: Sequence[str]) -> bool:
    """Return whether, without jokers, the top four are jacks of four suits, played by this seat in this turn (SPX-11).

    A turn plays cards once on one pile, so they are the last four of this play.
    """
    top = cards[-FOUR:]
    return not game.has_jokers and rank(top[0]) == JACK and len({suit(card) for card in top}) == FOUR


def _joker_lies(game: "Speahx", draft: Draft, seat: int, was_empty: bool, now: int) -> None:
    """Apply a joker: the pile must be given away; on an empty pile the joker just leaves the game (SPX-10)."""
    if was_empty:
        _leave_game(draft, 1)
        _end_turn(game, draft, seat, now)
        return
    others = game.after(draft, seat)
    if len(others) == 1 and not _is_done(game, draft, seat):
        _give(game, draft, seat, others[0], now)
    else:
        _ask(game, draft, seat, "give", now)


def _give(game: "Speahx", draft: Draft, seat: int, to: int, now: int) -> None:
    """Remove the cards that gave the power, move the rest of the pile to a hand, end the turn (SPX-10, SPX-11)."""
    _leave_game(draft, FOUR if draft.text("wants") == "jacks" else 1)
    draft.set("wants", "")
    draft.set("left_suit", "")
    _take_pile(draft, game.hands[to])
    _end_turn(game, draft, seat, now)


def _name(game: "Speahx", draft: Draft, seat: int, word: str, now: int) -> None:
    """Name the suit that the next player must follow (SPX-7)."""
    draft.set("wants", "")
    draft.set("named", word)
    _say_speah(draft, seat, draft.text("left_suit"), word)
    draft.set("left_suit", "")
    _end_turn(game, draft, seat, now)


def _draw_chance(game: "Speahx", draft: Draft, seat: int, now: int) -> None:
    """Draw a chance card (SPX-5); if it cannot be played and no other can be drawn, pick up the pile."""
    draft.deal_up("stock", game.chances[seat])
    if [command.do for command in speah_legal.legal(game, draft.now(), seat)] == ["pick_up"]:
        _pick_up(game, draft, seat, now)


def _pick_up(game: "Speahx", draft: Draft, seat: int, now: int) -> None:
    """Pick up the pile and end the turn (SPX-4)."""
    _take_pile(draft, game.hands[seat])
    _end_turn(game, draft, seat, now)


def _try_table_card(game: "Speahx", draft: Draft, seat: int, slot: str, now: int) -> None:
    """Play a table card if it fits, else pick it up with the pile (SPX-6)."""
    was_empty = not draft.zones["pile"]
    before = _suit_in_force(draft)
    draft.turn_top(slot)
    (card,) = draft.zones[slot]
    if speah_legal.goes(draft, card):
        draft.move(card, slot, "pile")
        _lies(game, draft, seat, (card,), was_empty, before, now)
    else:
        draft.move(card, slot, game.hands[seat])
        _pick_up(game, draft, seat, now)


# Consequences


def _clear_fours(game: "Speahx", draft: Draft, seat: int, before: str, now: int) -> None:
    """Remove four of a rank; cards above them stay (SPX-9). ``before`` is the suit in force before the play."""
    draft.set("left_suit", "")
    run = run_on_top(draft.zones["pile"])
    while run > FOUR:
        stays = len(draft.zones["pile"]) - run + FOUR
        for card in draft.zones["pile"][:stays]:
            _put_away(draft, card)
        run -= FOUR
    if run == FOUR:
        draft.gather("pile", "gone")
        _play_on(game, draft, seat, now)
        return
    top = draft.zones["pile"][-1]
    if rank(top) == TWO:
        draft.set("left_suit", before)
        _ask(game, draft, seat, "suit", now)
        return
    _say_speah(draft, seat, before, suit(top))
    _end_turn(game, draft, seat, now)


def _ask(game: "Speahx", draft: Draft, seat: int, wants: str, now: int) -> None:
    """Require a choice of the seat, unless its last card leaves a single player, who has lost (SPX-12)."""
    if _is_done(game, draft, seat) and len(game.after(draft, seat)) == 1:
        _end_turn(game, draft, seat, now)
    else:
        draft.set("wants", wants)


def _say_speah(draft: Draft, seat: int, before: str, after: str) -> None:
    """Say "speah" for a switch to spades from another suit (SPX-13)."""
    if after == "S" and before not in ("", "S"):
        draft.say(seat, "speah")


def _play_on(game: "Speahx", draft: Draft, seat: int, now: int) -> None:
    """Let the player play again after the pile's removal, with chance cards of a fresh turn (SPX-8, SPX-9).

    With the last hand card gone and a stock to draw from, or without any card, the turn ends instead.
    """
    _take_in(game, draft, seat)
    if not draft.zones[game.hands[seat]] and (draft.zones["stock"] or _is_done(game, draft, seat)):
        _end_turn(game, draft, seat, now)
    else:
        begin(game, draft, seat, now)


def _end_turn(game: "Speahx", draft: Draft, seat: int, now: int) -> None:
    """Refill the hand (SPX-3), put a seat without cards out (SPX-12), and begin the next player's turn."""
    _take_in(game, draft, seat)
    hand = game.hands[seat]
    while draft.zones["stock"] and len(draft.zones[hand]) < game.hand_size:
        draft.deal_up("stock", hand)
    others = game.after(draft, seat)
    if not game.cards_left(draft, seat):
        draft.set(f"place.{seat}", game.seats - len(others))
        if len(others) == 1:
            game.end_deal(draft)
            return
    begin(game, draft, others[0], now)


def _is_done(game: "Speahx", draft: Draft, seat: int) -> bool:
    """Return whether the seat has no card, and none to draw."""
    return not draft.zones["stock"] and not game.cards_left(draft, seat)


def _take_in(game: "Speahx", draft: Draft, seat: int) -> None:
    """Move unplayed chance cards to the hand (SPX-5)."""
    for card in draft.zones[game.chances[seat]]:
        draft.move(card, game.chances[seat], game.hands[seat])


def _take_pile(draft: Draft, hand: str) -> None:
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
