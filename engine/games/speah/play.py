"""The moves of a seat in Speahx: which are legal, and what each does, with the turn that it ends (SPX-2 to SPX-13)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine.cards import is_joker, suit
from engine.game import NOBODY, Game
from engine.games.speah.rules import (
    CHANCES,
    FOUR,
    JACK,
    JOKER,
    TEN,
    TWO,
    SpeahxRules,
    cards_left,
    choices,
    fitting,
    next_seat,
    only_first,
    places,
    play_of,
    played_cards,
    run_on_top,
    seats_after,
    source_of,
    suit_in_force,
)
from engine.panel import Command
from engine.table import Draft, Table, Zone

CHANCE: Final = Command("chance")
PICK_UP: Final = Command("pick_up")
CHOICES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"": (), "suit": ("suit",), "give": ("give",), "jacks": ("give", "kill")}
)
"""The commands that answer each value of the scalar ``wants``."""


class SpeahxPlay(Game):
    """The moves of Speahx: which are legal, and what each does; the end of the turn is part of a move."""

    rules: SpeahxRules
    """Set by the subclass."""

    def refusal(self, table: Table, seat: int, command: Command) -> str | None:
        """See ``Game.refusal``.

        ``phase`` (a choice comes first, or there is no choice), ``turn``, ``empty`` (no such card, or an empty zone),
        ``rank``, ``suit`` (a two requires another), ``window`` (not now).
        """
        rules = self.rules
        scalars, do = table.scalars, command.do
        if scalars["phase"] != "play":
            return "phase"
        if scalars["turn"] != seat:
            return "turn"
        wants: str = scalars["wants"]
        if wants or do in ("suit", "give", "kill"):
            if do not in CHOICES[wants]:
                return "phase"
            return None if command in choices(rules, table, seat) else "window"
        match do:
            case "play":
                return _play_refusal(rules, table, seat, command)
            case "chance":
                return _chance_refusal(rules, table, seat)
            case "pick_up":
                return None if table.zones["pile"] else "empty"
            case "table":
                return _table_refusal(rules, table, seat, command.source)
        return "window"

    def legal(self, table: Table, seat: int) -> list[Command]:
        """Return every legal move of the seat: plays, a chance card, the pile, table cards; or its choices.

        Among the orders of several cards of a rank, the list has each pair of first and last card with each number of
        cards, and the cards between in the hand's order: nothing else about an order matters. ``refusal`` accepts any
        order.
        """
        rules = self.rules
        scalars, zones = table.scalars, table.zones
        if scalars["phase"] != "play" or scalars["turn"] != seat:
            return []
        if scalars["wants"]:
            return choices(rules, table, seat)
        if zones[rules.chances[seat]]:
            commands = [play_of(rules, table, seat, cards) for cards in _chance_plays(rules, table, seat)]
        else:
            commands = _hand_plays(rules, table, seat)
        if zones["stock"] and _chance_refusal(rules, table, seat) is None:
            commands.append(CHANCE)
        if zones["pile"]:
            commands.append(PICK_UP)
        if zones["stock"] or zones[rules.hands[seat]]:
            return commands
        slots = [slot for slot in rules.tables[seat] if _table_refusal(rules, table, seat, slot) is None]
        return commands + [Command("table", source=slot) for slot in slots]

    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """Perform a legal move, and end the turn if the move ends it."""
        rules = self.rules
        scalars = draft.scalars
        if scalars[rules.marks[seat]] or scalars[rules.scrolls[seat]] or scalars[rules.menus[seat]]:
            reset_window(rules, draft, seat)
        match command.do:
            case "play":
                _play(rules, draft, seat, played_cards(command), now)
            case "chance":
                self._draw_chance(draft, seat, now)
            case "pick_up":
                _pick_up(rules, draft, seat, now)
            case "table":
                _try_table_card(rules, draft, seat, command.source, now)
            case "suit":
                _name_suit(rules, draft, seat, command.word, now)
            case "give":
                _give_pile(rules, draft, seat, command.target, now)
            case "kill":
                _kill(rules, draft, seat, now)

    def _draw_chance(self, draft: Draft, seat: int, now: int) -> None:
        """Draw a chance card (SPX-5); if it cannot be played and no other can be drawn, pick up the pile."""
        rules = self.rules
        draft.deal_up("stock", rules.chances[seat])
        if [command.do for command in self.legal(draft.now(), seat)] == ["pick_up"]:
            _pick_up(rules, draft, seat, now)


# Plays


def may_play(rules: SpeahxRules, table: Table, seat: int, cards: Sequence[str]) -> bool:
    """Return whether the seat may play these cards in this order now; like ``refusal``, without a command."""
    if table.number("turn") != seat or table.phase != "play" or table.text("wants"):
        return False
    return _owns(rules, table, seat, cards) and _cards_refusal(rules, table, seat, cards) is None


def _play_refusal(rules: SpeahxRules, table: Table, seat: int, command: Command) -> str | None:
    cards = played_cards(command)
    if not _owns(rules, table, seat, cards) or not _is_play_of(rules, table, seat, command, cards):
        return "empty"
    return _cards_refusal(rules, table, seat, cards)


def _is_play_of(rules: SpeahxRules, table: Table, seat: int, command: Command, cards: Sequence[str]) -> bool:
    """Return whether the command is ``play_of`` these cards, its own."""
    if command.target != -1 or command.word or command.to != "pile" or (command.card and command.cards):
        return False
    return (len(cards) > 1) is bool(command.cards) and command.source == source_of(rules, table, seat, cards)


def _owns(rules: SpeahxRules, table: Table, seat: int, cards: Sequence[str]) -> bool:
    """Return whether all the cards are the seat's, at least one, and each once."""
    hand, drawn = table.zones[rules.hands[seat]], table.zones[rules.chances[seat]]
    if len(cards) == 1:
        return cards[0] in hand or cards[0] in drawn
    own = hand + drawn
    return bool(cards) and len(set(cards)) == len(cards) and all(card in own for card in cards)


def _cards_refusal(rules: SpeahxRules, table: Table, seat: int, cards: Sequence[str]) -> str | None:
    """Return the reason against putting these cards of the seat on the pile, or None."""
    if len(cards) > 1:
        rank_of = rules.rank_of
        which = rank_of[cards[0]]
        if which == JOKER or any(rank_of[card] != which for card in cards):
            return "rank"
    if cards[0] not in fitting(rules, table):
        return "suit" if table.text("named") else "rank"
    return None if may_lay(rules, table, seat, cards) else "window"


def may_lay(rules: SpeahxRules, table: Table, seat: int, cards: Sequence[str]) -> bool:
    """Return whether the cards may be played, after the checks of rank and suit.

    SPX-5: after the first chance card, only the last drawn card alone, or drawn cards in completing four of a kind.
    SPX-10: no joker on an empty pile beside other cards; a joker drawn onto it must be played like any card.
    """
    zones = table.zones
    pile, drawn = zones["pile"], zones[rules.chances[seat]]
    if drawn and len(cards) == 1:
        return cards[0] == drawn[-1]
    if drawn:
        under = run_on_top(pile) if pile and pile[-1][0] == cards[0][0] else 0
        return under + len(cards) >= FOUR and any(card in drawn for card in cards)
    return bool(pile) or not is_joker(cards[0]) or all(map(is_joker, zones[rules.hands[seat]]))


# The other moves


def _chance_refusal(rules: SpeahxRules, table: Table, seat: int) -> str | None:
    """Return the reason against a chance card: up to three; on an empty pile the first must be played (SPX-5)."""
    drawn = len(table.zones[rules.chances[seat]])
    if not table.zones["stock"]:
        return "empty"
    return "window" if drawn >= CHANCES or (drawn and not table.zones["pile"]) else None


def _table_refusal(rules: SpeahxRules, table: Table, seat: int, source: str) -> str | None:
    """Return the reason against a table card: only without hand cards, chance cards and stock (SPX-6)."""
    zones = table.zones
    if source not in rules.tables[seat] or not zones[source]:
        return "empty"
    return "window" if zones[rules.hands[seat]] or zones[rules.chances[seat]] or zones["stock"] else None


# The list of all moves


def _hand_plays(rules: SpeahxRules, table: Table, seat: int) -> list[Command]:
    """Return every listed play while no chance card was drawn."""
    zones, source = table.zones, rules.hands[seat]
    hand = zones[source]
    fits = fitting(rules, table)
    singles = rules.singles[seat]
    by_rank = _by_rank(rules.rank_of, hand)
    commands: list[Command] = []
    for which in sorted(by_rank):
        group = by_rank[which]
        if fits.isdisjoint(group) or (which == JOKER and not zones["pile"] and len(group) < len(hand)):  # SPX-10
            continue
        if len(group) == 1:
            commands.append(singles[group[0]])
        elif which == JOKER:
            commands += [singles[card] for card in group if card in fits]
        else:
            for card in group:
                if card in fits:
                    commands += _plays_of_a_set(source, group, card)
    return commands


@lru_cache(maxsize=8192)  # more than all sets of one pack and two seats; four cards of a rank make 10 plays
def _plays_of_a_set(source: str, group: Zone, first: str) -> tuple[Command, ...]:
    """Return the plays of cards of one rank from the hand ``source`` that begin with one of them."""
    _, *longer = _orders(group, first)
    several = [Command("play", source=source, to="pile", cards=cards) for cards in longer]
    return (Command("play", first, source, "pile"), *several)


def _chance_plays(rules: SpeahxRules, table: Table, seat: int) -> Iterator[tuple[str, ...]]:
    """Yield the cards of every listed play after a chance card was drawn."""
    drawn, rank_of = table.zones[rules.chances[seat]], rules.rank_of
    fits = fitting(rules, table)
    by_rank = _by_rank(rank_of, drawn + table.zones[rules.hands[seat]])
    for which in sorted({rank_of[card] for card in drawn}):
        group = by_rank[which]
        for first in group:
            for cards in _orders(group, first) if first in fits else ():
                if not (which == JOKER and len(cards) > 1) and may_lay(rules, table, seat, cards):
                    yield cards


def _by_rank(rank_of: Mapping[str, int], cards: Zone) -> dict[int, Zone]:
    """Group the cards by rank, keeping their order."""
    groups: dict[int, Zone] = {}
    for card in cards:
        which = rank_of[card]
        if which in groups:
            groups[which] += (card,)
        else:
            groups[which] = (card,)
    return groups


def _orders(group: Zone, first: str) -> list[Zone]:
    """Return the listed orders of cards of one rank that begin with ``first`` (see ``legal``)."""
    orders: list[Zone] = [(first,)]
    for last in group:
        if last != first:
            between = [card for card in group if card not in (first, last)]
            orders += [(first, *between[:count], last) for count in range(len(between) + 1)]
    return orders


# What moves do


def _play(rules: SpeahxRules, draft: Draft, seat: int, cards: Sequence[str], now: int) -> None:
    """Put cards on the pile, the last on top, and apply their effect."""
    was_empty = not draft.zones["pile"]
    before = suit_in_force(rules, draft)
    hand, chance = rules.hands[seat], rules.chances[seat]
    drawn = draft.zones[chance]
    for card in cards:
        draft.move(card, chance if card in drawn else hand, "pile")
    _apply_cards(rules, draft, seat, cards, was_empty, before, now)


def _pick_up(rules: SpeahxRules, draft: Draft, seat: int, now: int) -> None:
    """Pick up the pile and end the turn (SPX-4)."""
    _take_pile(draft, rules.hands[seat])
    _end_turn(rules, draft, seat, now)


def _try_table_card(rules: SpeahxRules, draft: Draft, seat: int, slot: str, now: int) -> None:
    """Play a table card if it fits, else pick it up with the pile (SPX-6)."""
    was_empty = not draft.zones["pile"]
    before = suit_in_force(rules, draft)
    draft.turn_top(slot)
    (card,) = draft.zones[slot]
    if card in fitting(rules, draft):
        draft.move(card, slot, "pile")
        _apply_cards(rules, draft, seat, (card,), was_empty, before, now)
    else:
        draft.move(card, slot, rules.hands[seat])
        _pick_up(rules, draft, seat, now)


def reset_window(rules: SpeahxRules, draft: Draft, seat: int) -> None:
    """Unmark all cards, scroll the hand to its beginning, close the menu."""
    draft.set(rules.marks[seat], "")
    draft.set(rules.scrolls[seat], 0)
    draft.set(rules.menus[seat], "")


# Powers: twos, tens, jokers, four of a rank (SPX-7 to SPX-11, SPX-13)


def _apply_cards(
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
        _play_again(rules, draft, seat, now)
    elif which == JACK and not was_empty and _is_terminator(rules, cards):
        draft.set("left_suit", before)
        _ask(rules, draft, seat, "jacks", now)
    else:
        _clear_fours(rules, draft, seat, before, now)


def _is_terminator(rules: SpeahxRules, jacks: Sequence[str]) -> bool:
    """Return whether, without jokers, the top four are jacks of four suits, played by this seat in this turn (SPX-11).

    A turn plays cards once on one pile, so they are the last four of this play.
    """
    return not rules.options.jokers and len({suit(card) for card in jacks[-FOUR:]}) == FOUR


def _apply_joker(rules: SpeahxRules, draft: Draft, seat: int, was_empty: bool, now: int) -> None:
    """Apply a joker: the pile must be given away; on an empty pile the joker just leaves the game (SPX-10)."""
    if was_empty:
        _leave_game(draft, 1)
        _end_turn(rules, draft, seat, now)
        return
    others = seats_after(rules, draft, seat)
    if len(others) == 1 and not _is_done(rules, draft, seat):
        _give_pile(rules, draft, seat, others[0], now)
    else:
        _ask(rules, draft, seat, "give", now)


def _clear_fours(rules: SpeahxRules, draft: Draft, seat: int, before: str, now: int) -> None:
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
        _play_again(rules, draft, seat, now)
        return
    top = draft.zones["pile"][-1]
    if rules.rank_of[top] == TWO:
        draft.set("left_suit", before)
        _ask(rules, draft, seat, "suit", now)
        return
    _say_speah(draft, seat, before, rules.suit_of[top])
    _end_turn(rules, draft, seat, now)


# Choices


def _name_suit(rules: SpeahxRules, draft: Draft, seat: int, word: str, now: int) -> None:
    """Name the suit that the next player must follow (SPX-7)."""
    draft.set("wants", "")
    draft.set("named", word)
    _say_speah(draft, seat, draft.text("left_suit"), word)
    draft.set("left_suit", "")
    _end_turn(rules, draft, seat, now)


def _give_pile(rules: SpeahxRules, draft: Draft, seat: int, to: int, now: int) -> None:
    """Remove the cards that gave the power, move the rest of the pile to a hand, end the turn (SPX-10, SPX-11)."""
    _leave_game(draft, FOUR if draft.text("wants") == "jacks" else 1)
    draft.set("wants", "")
    draft.set("left_suit", "")
    _take_pile(draft, rules.hands[to])
    _end_turn(rules, draft, seat, now)


def _kill(rules: SpeahxRules, draft: Draft, seat: int, now: int) -> None:
    """Let four jacks take the pile out of the game like any four of a rank (SPX-11)."""
    draft.set("wants", "")
    _clear_fours(rules, draft, seat, draft.text("left_suit"), now)


def _say_speah(draft: Draft, seat: int, before: str, after: str) -> None:
    """Say "speah" for a switch to spades from another suit (SPX-13)."""
    if after == "S" and before not in ("", "S"):
        draft.say(seat, "speah")


# Cards


def _take_pile(draft: Draft, hand: str) -> None:
    """Move the whole pile to a hand and clear the required suit."""
    draft.move_all("pile", hand)
    draft.set("named", "")


def _leave_game(draft: Draft, count: int) -> None:
    """Remove ``count`` cards from the top of the pile from the game."""
    for card in reversed(draft.zones["pile"][-count:]):
        _put_away(draft, card)


def _put_away(draft: Draft, card: str) -> None:
    draft.move(card, "pile", "gone")
    draft.turn(card, "gone", "down")


# Turns (SPX-3 to SPX-12)


def begin_turn(rules: SpeahxRules, draft: Draft, seat: int, now: int) -> None:
    """Begin a turn, or restart it after the pile's removal (SPX-8), with the timer's whole time."""
    draft.set("turn", seat)
    draft.set("turn_ends", now + rules.turn_ns)


def _end_turn(rules: SpeahxRules, draft: Draft, seat: int, now: int) -> None:
    """Refill the hand (SPX-3), put a seat without cards out (SPX-12), and begin the next player's turn."""
    _take_in(rules, draft, seat)
    zones, hand, size = draft.zones, rules.hands[seat], rules.options.hand_cards
    while zones["stock"] and len(zones[hand]) < size:
        draft.deal_up("stock", hand)
    if not zones[hand] and _is_done(rules, draft, seat):
        others = seats_after(rules, draft, seat)
        draft.set(rules.places[seat], rules.seats - len(others))
        if len(others) == 1:
            end_deal(rules, draft)
            return
    begin_turn(rules, draft, next_seat(rules, draft, seat), now)


def _play_again(rules: SpeahxRules, draft: Draft, seat: int, now: int) -> None:
    """Let the player play again after the pile's removal, with chance cards of a fresh turn (SPX-8, SPX-9).

    With the last hand card gone and a stock to draw from, or without any card, the turn ends instead.
    """
    _take_in(rules, draft, seat)
    if not draft.zones[rules.hands[seat]] and (draft.zones["stock"] or _is_done(rules, draft, seat)):
        _end_turn(rules, draft, seat, now)
    else:
        begin_turn(rules, draft, seat, now)


def _ask(rules: SpeahxRules, draft: Draft, seat: int, wants: str, now: int) -> None:
    """Require a choice of the seat, unless its last card leaves a single player, who has lost (SPX-12)."""
    if _is_done(rules, draft, seat) and len(seats_after(rules, draft, seat)) == 1:
        _end_turn(rules, draft, seat, now)
    else:
        draft.set("wants", wants)


def _is_done(rules: SpeahxRules, draft: Draft, seat: int) -> bool:
    """Return whether the seat has no card, and none to draw."""
    zones = draft.zones
    return not (zones["stock"] or zones[rules.hands[seat]] or cards_left(rules, draft, seat))


def _take_in(rules: SpeahxRules, draft: Draft, seat: int) -> None:
    """Move unplayed chance cards to the hand (SPX-5)."""
    chance = rules.chances[seat]
    if draft.zones[chance]:
        draft.move_all(chance, rules.hands[seat])


def end_deal(rules: SpeahxRules, draft: Draft) -> None:
    """Score the places; the last seat is the loser (SPX-12)."""
    in_deal = places(rules, draft)
    draft.set("wants", "")
    draft.set("left_suit", "")
    for seat, place in enumerate(in_deal):
        draft.score(seat, place)
    winner = only_first(in_deal)
    draft.set("won", NOBODY if winner is None else winner)
    draft.set("loser", in_deal.index(max(in_deal)))
    draft.phase("over")
