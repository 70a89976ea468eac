"""The meanings of the eight buttons in Speahx (docs/rules/speahx.md, "Buttons"), and the presses for each command.

A hand may be longer than five, so CARD1 to CARD5 are a window on the seat's cards, and LEFT and RIGHT move it by five.
All seats may scroll and mark at any time; only the seat in turn gives commands.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.cards import rank, suit
from engine.effects import Scalar
from engine.games import speah_legal
from engine.panel import ACTION, CARDS, LEFT, NOTHING, RIGHT, Command, Meaning, is_held
from engine.shown import Row, unseen_row
from engine.table import Table, Zone

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.speah import Speahx

WINDOW: Final = len(CARDS)
MOVES: Final = ("chance", "pick_up", "table")
"""The other moves, in the order of CARD1 to CARD3."""


def arranged(game: "Speahx", table: Table, seat: int) -> tuple[str, ...]:
    """Return the seat's cards in the order of its buttons and its screen: drawn cards, then the hand by rank.

    Only for the seat itself: a hidden hand (GEN-4) has no order.
    """
    return (*table.zones[game.chances[seat]], *_by_rank(table.zones[game.hands[seat]]))


@lru_cache(maxsize=128)
def _by_rank(hand: Zone) -> Zone:
    """Return the hand in order; cached, because each of the eight keys needs it."""
    return tuple(sorted(hand, key=lambda card: (rank(card), suit(card), card)))


def row(game: "Speahx", table: Table, seat: int) -> Row:
    """Return the row of the seat's cards as a screen may show them; during a choice LEFT and RIGHT scroll that."""
    unseen = unseen_row((*table.zones[game.chances[seat]], *table.zones[game.hands[seat]]))
    if unseen:
        return unseen
    cards = arranged(game, table, seat)
    first = 0 if speah_legal.choices(game, table, seat) else _first(table, seat, len(cards))
    lit = tuple(place for place, card in enumerate(cards) if speah_legal.may_play(game, table, seat, (card,)))
    return Row(tuple((card,) for card in cards), first, lit)


def marked(table: Table, seat: int) -> tuple[str, ...]:
    """Return the cards that the seat has marked, in the order of marking."""
    return tuple(table.text(f"marks.{seat}").split())


def meaning(game: "Speahx", table: Table, seat: int, button: str, held: int) -> Meaning:
    """Return the meaning of a button during play; NOTHING in every other phase."""
    if table.phase != "play":
        return NOTHING
    choices = speah_legal.choices(game, table, seat)
    menu = table.text(f"menu.{seat}")
    if button in (LEFT, RIGHT):
        if is_held(held, RIGHT if button == LEFT else LEFT):
            return Meaning("peek")
        return _scroll(game, table, seat, button, len(choices) if choices else len(arranged(game, table, seat)))
    if choices:
        return _choice(table, seat, button, choices)
    if button == ACTION:
        return _action(game, table, seat, menu)
    if menu:
        return _move(game, table, seat, CARDS.index(button), menu)
    return _card(game, table, seat, CARDS.index(button))


def _first(table: Table, seat: int, count: int) -> int:
    """Return the index of the first item in the window, of ``count`` items."""
    return min(table.number(f"scroll.{seat}"), max(count - WINDOW, 0))


def _scrolled(first: int, button: str, count: int) -> int:
    """Return the start of the window after LEFT or RIGHT."""
    step = -WINDOW if button == LEFT else WINDOW
    return max(0, min(first + step, count - WINDOW))


def _scroll(game: "Speahx", table: Table, seat: int, button: str, count: int) -> Meaning:
    first = _first(table, seat, count)
    to = _scrolled(first, button, count)
    if to == first:
        return NOTHING
    return Meaning("scroll", select=((f"scroll.{seat}", to),), lit=True, zone=game.hands[seat])


def _choice(table: Table, seat: int, button: str, choices: Sequence[Command]) -> Meaning:
    """Return the meaning of a choice: a suit, a receiver, or the kill; a suit's label is ``suit_h`` and so on."""
    if button == ACTION:
        return NOTHING
    place = _first(table, seat, len(choices)) + CARDS.index(button)
    if place >= len(choices):
        return NOTHING
    command = choices[place]
    label = f"suit_{command.word.lower()}" if command.word else command.do
    return Meaning(label, command, lit=True, sign=_sign(command))


def _sign(command: Command) -> str:
    """Return the symbol of a choice on the screen."""
    if command.word:
        return f"suit.{command.word}"
    return "kill" if command.do == "kill" else f"seat.{command.target}"


def _action(game: "Speahx", table: Table, seat: int, menu: str) -> Meaning:
    """ACTION plays the marked cards; with none marked it opens the other moves, or closes them."""
    if table.number("turn") != seat:
        return NOTHING
    if menu:
        return Meaning("close", select=((f"menu.{seat}", ""),), lit=True)
    cards = marked(table, seat)
    if not cards:
        has_others = any(command.do in MOVES for command in speah_legal.legal(game, table, seat))
        return Meaning("moves", select=((f"menu.{seat}", "moves"),), lit=has_others)
    command = speah_legal.play_of(game, table, seat, cards)
    goes = speah_legal.refusal(game, table, seat, command) is None
    return Meaning("play" if goes else "", command, lit=goes, zone="pile")


def _move(game: "Speahx", table: Table, seat: int, place: int, menu: str) -> Meaning:
    """Return the meaning of a button among the other moves; the table move opens a second menu of table cards."""
    if menu == "table":
        if place >= len(game.tables[seat]):
            return NOTHING
        slot = game.tables[seat][place]
        return _offer(game, table, seat, Command("table", source=slot), slot)
    if place >= len(MOVES):
        return NOTHING
    if MOVES[place] != "table":
        return _offer(game, table, seat, Command(MOVES[place]), ("stock", "pile")[place])
    slots = [command.source for command in speah_legal.legal(game, table, seat) if command.do == "table"]
    if not slots:
        return NOTHING
    return Meaning("table", select=((f"menu.{seat}", "table"),), lit=True, sign=f"zone.{slots[0]}")


def _offer(game: "Speahx", table: Table, seat: int, command: Command, zone: str) -> Meaning:
    if speah_legal.refusal(game, table, seat, command) is not None:
        return NOTHING
    return Meaning(command.do, command, lit=True, zone=zone, sign=f"zone.{zone}")


def _card(game: "Speahx", table: Table, seat: int, place: int) -> Meaning:
    """CARDk marks or unmarks its card. Lit if the card is marked, or playable alone or after the marked cards."""
    cards = arranged(game, table, seat)
    place += _first(table, seat, len(cards))
    if place >= len(cards):
        return NOTHING
    card = cards[place]
    marks = marked(table, seat)
    is_marked = card in marks
    left = tuple(other for other in marks if other != card) if is_marked else (*marks, card)
    select: tuple[tuple[str, Scalar], ...] = ((f"marks.{seat}", " ".join(left)),)
    lit = is_marked or any(speah_legal.may_play(game, table, seat, cards) for cards in {(card,), left})
    zone = game.chances[seat] if card in table.zones[game.chances[seat]] else game.hands[seat]
    return Meaning("unchoose" if is_marked else "choose", select=select, lit=lit, zone=zone, card=card)


def presses_for(game: "Speahx", table: Table, seat: int, command: Command) -> Sequence[str]:
    """Return the taps that give a legal command, from the present marks, scrolling and menu."""
    choices = speah_legal.choices(game, table, seat)
    if choices:
        return _reach(_first(table, seat, len(choices)), choices.index(command), len(choices))[0]
    taps = [ACTION] if table.text(f"menu.{seat}") else []
    taps += _marking(game, table, seat, speah_legal.laid(command))
    taps.append(ACTION)
    if command.do == "play":
        return taps
    taps.append(CARDS[MOVES.index(command.do)])
    if command.do == "table":
        taps.append(CARDS[game.tables[seat].index(command.source)])
    return taps


def _marking(game: "Speahx", table: Table, seat: int, wanted: Sequence[str]) -> list[str]:
    """Return the taps after which exactly these cards are marked, in this order."""
    marks = marked(table, seat)
    kept = marks if wanted[: len(marks)] == marks else ()
    cards = arranged(game, table, seat)
    first = _first(table, seat, len(cards))
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
        first = _scrolled(first, taps[-1], count)
    return [*taps, CARDS[place - first]], first
