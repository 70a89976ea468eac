"""The taps that give a command in Speahx, from the seat's present marks, window and menu."""

from collections.abc import Sequence

from engine.games.speah.queries import choices, played_cards
from engine.games.speah.rules import SpeahxRules
from engine.games.speah.window import MOVES, WINDOW, arranged, first_shown, marked, scrolled
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Command
from engine.table import Table


def presses_for(rules: SpeahxRules, table: Table, seat: int, command: Command) -> Sequence[str]:
    """Return the taps that give a legal command."""
    to_make = choices(rules, table, seat)
    if to_make:
        first = first_shown(rules, table, seat, len(to_make))
        return _reach(first, to_make.index(command), len(to_make))[0]
    taps = [ACTION] if table.text(rules.menus[seat]) else []
    taps += _marking(rules, table, seat, played_cards(command))
    taps.append(ACTION)
    if command.do == "play":
        return taps
    taps.append(CARDS[MOVES.index(command.do)])
    if command.do == "table":
        taps.append(CARDS[rules.tables[seat].index(command.source)])
    return taps


def _marking(rules: SpeahxRules, table: Table, seat: int, wanted: Sequence[str]) -> list[str]:
    """Return the taps after which exactly these cards are marked, in this order."""
    marks = marked(rules, table, seat)
    kept = marks if wanted[: len(marks)] == marks else ()
    cards = arranged(rules, table, seat)
    first = first_shown(rules, table, seat, len(cards))
    taps: list[str] = []
    for card in (*(marks[len(kept) :]), *wanted[len(kept) :]):
        more, first = _reach(first, cards.index(card), len(cards))
        taps += more
    return taps


def _reach(first: int, place: int, count: int) -> tuple[list[str], int]:
    """Return the taps that scroll to an item and press its button, and the new start of the window."""
    taps: list[str] = []
    while not first <= place < first + WINDOW:
        taps.append(LEFT if place < first else RIGHT)
        first = scrolled(first, taps[-1], count)
    return [*taps, CARDS[place - first]], first
