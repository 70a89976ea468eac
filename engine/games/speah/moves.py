"""The execution of the moves of Speahx (SPX-4 to SPX-7)."""

from collections.abc import Sequence

from engine.games.speah.legal import legal
from engine.games.speah.powers import apply_cards, give_pile, kill, name_suit, take_pile
from engine.games.speah.queries import fitting, played_cards, suit_in_force
from engine.games.speah.rules import SpeahxRules
from engine.games.speah.turns import end_turn
from engine.games.speah.window import reset_window
from engine.panel import Command
from engine.table import Draft


def perform(rules: SpeahxRules, draft: Draft, seat: int, command: Command, now: int) -> None:
    """Perform a legal move, and end the turn if the move ends it."""
    scalars = draft.scalars
    if scalars[rules.marks[seat]] or scalars[rules.scrolls[seat]] or scalars[rules.menus[seat]]:
        reset_window(rules, draft, seat)
    match command.do:
        case "play":
            _play(rules, draft, seat, played_cards(command), now)
        case "chance":
            _draw_chance(rules, draft, seat, now)
        case "pick_up":
            _pick_up(rules, draft, seat, now)
        case "table":
            _try_table_card(rules, draft, seat, command.source, now)
        case "suit":
            name_suit(rules, draft, seat, command.word, now)
        case "give":
            give_pile(rules, draft, seat, command.target, now)
        case "kill":
            kill(rules, draft, seat, now)


def _play(rules: SpeahxRules, draft: Draft, seat: int, cards: Sequence[str], now: int) -> None:
    """Put cards on the pile, the last on top, and apply their effect."""
    was_empty = not draft.zones["pile"]
    before = suit_in_force(rules, draft)
    hand, chance = rules.hands[seat], rules.chances[seat]
    drawn = draft.zones[chance]
    for card in cards:
        draft.move(card, chance if card in drawn else hand, "pile")
    apply_cards(rules, draft, seat, cards, was_empty, before, now)


def _draw_chance(rules: SpeahxRules, draft: Draft, seat: int, now: int) -> None:
    """Draw a chance card (SPX-5); if it cannot be played and no other can be drawn, pick up the pile."""
    draft.deal_up("stock", rules.chances[seat])
    if [command.do for command in legal(rules, draft.now(), seat)] == ["pick_up"]:
        _pick_up(rules, draft, seat, now)


def _pick_up(rules: SpeahxRules, draft: Draft, seat: int, now: int) -> None:
    """Pick up the pile and end the turn (SPX-4)."""
    take_pile(draft, rules.hands[seat])
    end_turn(rules, draft, seat, now)


def _try_table_card(rules: SpeahxRules, draft: Draft, seat: int, slot: str, now: int) -> None:
    """Play a table card if it fits, else pick it up with the pile (SPX-6)."""
    was_empty = not draft.zones["pile"]
    before = suit_in_force(rules, draft)
    draft.turn_top(slot)
    (card,) = draft.zones[slot]
    if card in fitting(rules, draft):
        draft.move(card, slot, "pile")
        apply_cards(rules, draft, seat, (card,), was_empty, before, now)
    else:
        draft.move(card, slot, rules.hands[seat])
        _pick_up(rules, draft, seat, now)
