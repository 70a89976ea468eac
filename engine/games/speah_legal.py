"""The legal moves of Speahx: plays, chance cards, the pile, table cards, and choices (SPX-2, SPX-4 to SPX-11)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Final

from engine.cards import SUITS, is_joker, rank, suit
from engine.panel import Command
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.speah import Speahx

TWO: Final = 2
TEN: Final = 10
JACK: Final = 11
FOUR: Final = 4
"""This many cards of a rank on top take the pile out of the game (SPX-9)."""
CHANCES: Final = 3
"""The greatest number of chance cards in a turn (SPX-5)."""


def laid(command: Command) -> tuple[str, ...]:
    """Return the cards of a play, in order: a single card is in ``card``, several are in ``cards``."""
    return command.cards or ((command.card,) if command.card else ())


def play_of(game: "Speahx", table: Table, seat: int, cards: Sequence[str]) -> Command:
    """Return the play of these cards of a seat, in this order. A chance card among them makes it a chance play."""
    drawn = table.zones[game.chances[seat]]
    source = game.chances[seat] if any(card in drawn for card in cards) else game.hands[seat]
    if len(cards) == 1:
        return Command("play", cards[0], source, "pile")
    return Command("play", source=source, to="pile", cards=tuple(cards))


def run_on_top(pile: Sequence[str]) -> int:
    """Return the number of cards of one rank on top of the pile."""
    return len(list(next(groupby(reversed(pile), rank))[1])) if pile else 0


def goes(table: Table | Draft, card: str) -> bool:
    """Return whether the pile accepts the card as the first of a play."""
    pile = table.zones["pile"]
    return follows(card, pile[-1] if pile else "", table.text("named"))


def follows(card: str, top: str, named: str) -> bool:
    """Return whether the card may follow that top card of the pile ("" for none), or a two that requires the suit
    ``named`` (SPX-2, SPX-7, SPX-8, SPX-10)."""
    if not top or is_joker(card) or rank(card) in (TWO, TEN):
        return True
    if named:
        return suit(card) == named
    return suit(card) == suit(top) or rank(card) == rank(top)


def refusal(game: "Speahx", table: Table, seat: int, command: Command) -> str | None:
    """See ``Game.refusal``: ``phase`` (a choice comes first, or there is no choice), ``turn``, ``empty`` (no such card,
    or an empty zone), ``rank``, ``suit`` (a two requires another), ``window`` (not now)."""
    if table.phase != "play":
        return "phase"
    if table.number("turn") != seat:
        return "turn"
    wants = table.text("wants")
    if wants or command.do in ("suit", "give", "kill"):
        return _choice_refusal(game, table, seat, command, wants)
    match command.do:
        case "play":
            return _play_refusal(game, table, seat, command)
        case "chance":
            return _chance_refusal(game, table, seat)
        case "pick_up":
            return None if table.zones["pile"] else "empty"
        case "table":
            return _table_refusal(game, table, seat, command.source)
    return "window"


def _choice_refusal(game: "Speahx", table: Table, seat: int, command: Command, wants: str) -> str | None:
    do = command.do
    if do not in {"suit": ("suit",), "give": ("give",), "jacks": ("give", "kill")}.get(wants, ()):
        return "phase"
    return None if command in choices(game, table, seat) else "window"


def may_play(game: "Speahx", table: Table, seat: int, cards: Sequence[str]) -> bool:
    """Return whether the seat may play these cards in this order now; like ``refusal``, without a command."""
    if table.number("turn") != seat or table.phase != "play" or table.text("wants"):
        return False
    return _owns(game, table, seat, cards) and _laying_refusal(game, table, seat, cards) is None


def _play_refusal(game: "Speahx", table: Table, seat: int, command: Command) -> str | None:
    cards = laid(command)
    if not _owns(game, table, seat, cards) or command != play_of(game, table, seat, cards):
        return "empty"
    return _laying_refusal(game, table, seat, cards)


def _owns(game: "Speahx", table: Table, seat: int, cards: Sequence[str]) -> bool:
    """Return whether all the cards are the seat's, at least one, and each once."""
    own = (*table.zones[game.hands[seat]], *table.zones[game.chances[seat]])
    return bool(cards) and len(set(cards)) == len(cards) and all(card in own for card in cards)


def _laying_refusal(game: "Speahx", table: Table, seat: int, cards: Sequence[str]) -> str | None:
    """Return the reason against putting these cards of the seat on the pile, or None."""
    if len({rank(card) for card in cards}) > 1 or (is_joker(cards[0]) and len(cards) > 1):
        return "rank"
    if not goes(table, cards[0]):
        return "suit" if table.text("named") else "rank"
    return None if _may_lay(game, table, seat, cards) else "window"


def _may_lay(game: "Speahx", table: Table, seat: int, cards: Sequence[str]) -> bool:
    """Return whether the cards may be played, after the checks of rank and suit.

    SPX-5: after the first chance card, only the last drawn card alone, or drawn cards in completing four of a kind.
    SPX-10: no joker on an empty pile beside other cards; a joker drawn onto it must be played like any card.
    """
    pile = table.zones["pile"]
    drawn = table.zones[game.chances[seat]]
    if drawn and len(cards) == 1:
        return cards[0] == drawn[-1]
    if drawn:
        under = run_on_top(pile) if pile and rank(pile[-1]) == rank(cards[0]) else 0
        return under + len(cards) >= FOUR and any(card in drawn for card in cards)
    return bool(pile) or not is_joker(cards[0]) or all(map(is_joker, table.zones[game.hands[seat]]))


def _chance_refusal(game: "Speahx", table: Table, seat: int) -> str | None:
    """Return the reason against a chance card: up to three; on an empty pile the first must be played (SPX-5)."""
    drawn = len(table.zones[game.chances[seat]])
    if not table.zones["stock"]:
        return "empty"
    return "window" if drawn >= CHANCES or (drawn and not table.zones["pile"]) else None


def _table_refusal(game: "Speahx", table: Table, seat: int, source: str) -> str | None:
    """Return the reason against a table card: only without hand cards, chance cards and stock (SPX-6)."""
    if source not in game.tables[seat] or not table.zones[source]:
        return "empty"
    held = table.zones[game.hands[seat]] or table.zones[game.chances[seat]]
    return "window" if held or table.zones["stock"] else None


def choices(game: "Speahx", table: Table, seat: int) -> list[Command]:
    """Return the choices that the seat must make first, in the order of the buttons; empty if there are none.

    A suit (SPX-7), the receiver of the pile (SPX-10), or with four jacks (SPX-11) the kill before the receivers.
    """
    wants = table.text("wants")
    if table.number("turn") != seat or not wants:
        return []
    if wants == "suit":
        return [Command("suit", word=name) for name in SUITS]
    to = [Command("give", target=other) for other in game.after(table, seat)]
    return [Command("kill"), *to] if wants == "jacks" else to


def legal(game: "Speahx", table: Table, seat: int) -> list[Command]:
    """Return every legal move of the seat: plays, a chance card, the pile, table cards; or its choices.

    Among the orders of several cards of a rank, the list has each pair of first and last card with each number of
    cards, and the cards between in the hand's order: nothing else about an order matters. ``refusal`` accepts any
    order.
    """
    scalars, zones = table.scalars, table.zones
    if scalars["phase"] != "play" or scalars["turn"] != seat:
        return []
    if scalars["wants"]:
        return choices(game, table, seat)
    if zones[game.chances[seat]]:
        commands = [play_of(game, table, seat, cards) for cards in _chance_plays(game, table, seat)]
    else:
        commands = _hand_plays(game, table, seat)
    if zones["stock"] and _chance_refusal(game, table, seat) is None:
        commands.append(Command("chance"))
    if zones["pile"]:
        commands.append(Command("pick_up"))
    if zones["stock"] or zones[game.hands[seat]]:
        return commands
    slots = (slot for slot in game.tables[seat] if _table_refusal(game, table, seat, slot) is None)
    return commands + [Command("table", source=slot) for slot in slots]


def _hand_plays(game: "Speahx", table: Table, seat: int) -> list[Command]:
    """Return every listed play while no chance card was drawn."""
    pile, hand = table.zones["pile"], table.zones[game.hands[seat]]
    going = game.going(pile[-1] if pile else "", table.scalars["named"])
    playable = list(filter(going.__contains__, hand))
    if not playable:
        return []
    singles, rank_of = game.singles[seat], game.rank
    ranks = set(map(rank_of.__getitem__, playable))
    by_rank = _by_rank(game, [card for card in hand if rank_of[card] in ranks])
    commands = []
    for which in sorted(ranks):
        group = by_rank[which]
        firsts = [card for card in group if card in going]
        if len(group) == 1 or which == 0:
            if which or pile or len(group) == len(hand):  # SPX-10
                commands += [singles[card] for card in firsts]
        else:
            commands += _plays_of_a_set(game.hands[seat], tuple(group), tuple(firsts))
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


def _chance_plays(game: "Speahx", table: Table, seat: int) -> Iterator[tuple[str, ...]]:
    """Yield the cards of every listed play after a chance card was drawn."""
    pile, drawn = table.zones["pile"], table.zones[game.chances[seat]]
    going = game.going(pile[-1] if pile else "", table.scalars["named"])
    by_rank = _by_rank(game, (*drawn, *table.zones[game.hands[seat]]))
    for which in sorted({game.rank[card] for card in drawn}):
        group = by_rank[which]
        for cards in _orders(group, [card for card in group if card in going]):
            if not (which == 0 and len(cards) > 1) and _may_lay(game, table, seat, cards):
                yield cards


def _by_rank(game: "Speahx", cards: Sequence[str]) -> dict[int, list[str]]:
    """Group the cards by rank, keeping their order."""
    groups: dict[int, list[str]] = {}
    for card in cards:
        groups.setdefault(game.rank[card], []).append(card)
    return groups


def _orders(group: Sequence[str], firsts: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for first in firsts:
        yield (first,)
        for last in group:
            if last != first:
                between = [card for card in group if card not in (first, last)]
                yield from ((first, *between[:count], last) for count in range(len(between) + 1))


def unasked(game: "Speahx", table: Table, seat: int) -> Command:
    """Return the default move at the time limit (SPX-14): pick up the pile; without a pile, the first legal card.

    Of choices the first, which with jacks is the kill; for a two its own suit.
    """
    if table.text("wants") == "suit":
        return Command("suit", word=suit(table.zones["pile"][-1]))
    if not table.text("wants") and table.zones["pile"]:
        return Command("pick_up")
    return legal(game, table, seat)[0]
