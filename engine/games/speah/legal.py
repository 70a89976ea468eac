"""The list of a seat's legal moves in Speahx, and the move at the time limit (SPX-2, SPX-4 to SPX-11, SPX-14)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from engine.cards import suit
from engine.games.speah.queries import choices, fitting, play_of
from engine.games.speah.refusal import chance_refusal, may_lay, table_refusal
from engine.games.speah.rules import JOKER, SpeahxRules
from engine.panel import Command
from engine.table import Table


def legal(rules: SpeahxRules, table: Table, seat: int) -> list[Command]:
    """Return every legal move of the seat: plays, a chance card, the pile, table cards; or its choices.

    Among the orders of several cards of a rank, the list has each pair of first and last card with each number of
    cards, and the cards between in the hand's order: nothing else about an order matters. ``refusal`` accepts any
    order.
    """
    scalars, zones = table.scalars, table.zones
    if scalars["phase"] != "play" or scalars["turn"] != seat:
        return []
    if scalars["wants"]:
        return choices(rules, table, seat)
    if zones[rules.chances[seat]]:
        commands = [play_of(rules, table, seat, cards) for cards in _chance_plays(rules, table, seat)]
    else:
        commands = _hand_plays(rules, table, seat)
    if zones["stock"] and chance_refusal(rules, table, seat) is None:
        commands.append(Command("chance"))
    if zones["pile"]:
        commands.append(Command("pick_up"))
    if zones["stock"] or zones[rules.hands[seat]]:
        return commands
    slots = (slot for slot in rules.tables[seat] if table_refusal(rules, table, seat, slot) is None)
    return commands + [Command("table", source=slot) for slot in slots]


def default_move(rules: SpeahxRules, table: Table, seat: int) -> Command:
    """Return the move at the time limit (SPX-14): pick up the pile; without a pile, the first legal card.

    Of choices the first, which with jacks is the kill; for a two its own suit.
    """
    if table.text("wants") == "suit":
        return Command("suit", word=suit(table.zones["pile"][-1]))
    if not table.text("wants") and table.zones["pile"]:
        return Command("pick_up")
    return legal(rules, table, seat)[0]


def _hand_plays(rules: SpeahxRules, table: Table, seat: int) -> list[Command]:
    """Return every listed play while no chance card was drawn."""
    zones, source, rank_of = table.zones, rules.hands[seat], rules.rank_of
    hand = zones[source]
    fits = fitting(rules, table)
    playable = [card for card in hand if card in fits]
    if not playable:
        return []
    singles = rules.singles[seat]
    firsts_of = _by_rank(rank_of, playable)
    by_rank = _by_rank(rank_of, [card for card in hand if rank_of[card] in firsts_of])
    commands: list[Command] = []
    for which in sorted(firsts_of):
        group, firsts = by_rank[which], firsts_of[which]
        if len(group) == 1 or which == JOKER:
            if which != JOKER or zones["pile"] or len(group) == len(hand):  # SPX-10
                commands += [singles[card] for card in firsts]
        else:
            commands += _plays_of_a_set(source, tuple(group), tuple(firsts))
    return commands


@lru_cache(maxsize=128)  # the same hands recur; four cards of a rank make 40 plays
def _plays_of_a_set(source: str, group: tuple[str, ...], firsts: tuple[str, ...]) -> tuple[Command, ...]:
    """Return the plays of cards of one rank from the hand ``source``; ``firsts`` may be played first."""
    return tuple(
        Command("play", source=source, to="pile", cards=cards)
        if len(cards) > 1
        else Command("play", cards[0], source, "pile")
        for cards in _orders(group, firsts)
    )


def _chance_plays(rules: SpeahxRules, table: Table, seat: int) -> Iterator[tuple[str, ...]]:
    """Yield the cards of every listed play after a chance card was drawn."""
    drawn, rank_of = table.zones[rules.chances[seat]], rules.rank_of
    fits = fitting(rules, table)
    by_rank = _by_rank(rank_of, drawn + table.zones[rules.hands[seat]])
    for which in sorted({rank_of[card] for card in drawn}):
        group = by_rank[which]
        for cards in _orders(group, [card for card in group if card in fits]):
            if not (which == JOKER and len(cards) > 1) and may_lay(rules, table, seat, cards):
                yield cards


def _by_rank(rank_of: Mapping[str, int], cards: Iterable[str]) -> dict[int, list[str]]:
    """Group the cards by rank, keeping their order."""
    groups: dict[int, list[str]] = {}
    for card in cards:
        groups.setdefault(rank_of[card], []).append(card)
    return groups


def _orders(group: Sequence[str], firsts: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the listed orders of cards of one rank (see ``legal``)."""
    for first in firsts:
        yield (first,)
        for last in group:
            if last != first:
                between = [card for card in group if card not in (first, last)]
                yield from ((first, *between[:count], last) for count in range(len(between) + 1))
