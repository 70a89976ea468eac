"""Whether a single move of Speahx is legal, and the reason if it is not (SPX-2, SPX-4 to SPX-11)."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from engine.cards import is_joker
from engine.games.speah.queries import choices, fitting, played_cards, run_on_top, source_of
from engine.games.speah.rules import CHANCES, FOUR, JOKER, SpeahxRules
from engine.panel import Command
from engine.table import Table

CHOICES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"": (), "suit": ("suit",), "give": ("give",), "jacks": ("give", "kill")}
)
"""The commands that answer each value of the scalar ``wants``."""


def refusal(rules: SpeahxRules, table: Table, seat: int, command: Command) -> str | None:
    """See ``Game.refusal``: ``phase`` (a choice comes first, or there is no choice), ``turn``, ``empty`` (no such card,
    or an empty zone), ``rank``, ``suit`` (a two requires another), ``window`` (not now)."""
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
            return chance_refusal(rules, table, seat)
        case "pick_up":
            return None if table.zones["pile"] else "empty"
        case "table":
            return table_refusal(rules, table, seat, command.source)
    return "window"


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


def chance_refusal(rules: SpeahxRules, table: Table, seat: int) -> str | None:
    """Return the reason against a chance card: up to three; on an empty pile the first must be played (SPX-5)."""
    drawn = len(table.zones[rules.chances[seat]])
    if not table.zones["stock"]:
        return "empty"
    return "window" if drawn >= CHANCES or (drawn and not table.zones["pile"]) else None


def table_refusal(rules: SpeahxRules, table: Table, seat: int, source: str) -> str | None:
    """Return the reason against a table card: only without hand cards, chance cards and stock (SPX-6)."""
    zones = table.zones
    if source not in rules.tables[seat] or not zones[source]:
        return "empty"
    return "window" if zones[rules.hands[seat]] or zones[rules.chances[seat]] or zones["stock"] else None
