"""The meanings of the eight buttons in Speahx (docs/rules/speahx.md, "Buttons"), and the row of a hand on the screen.

CARD1 to CARD5 are a window on the seat's cards, and LEFT and RIGHT move it by five. All seats may scroll
and mark at any time; only the seat in turn gives commands.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.cards import rank, suit
from engine.games.speah.course import SpeahxCourse
from engine.games.speah.play import may_play
from engine.games.speah.rules import SpeahxRules, choices, play_of, played_cards
from engine.panel import ACTION, CARDS, LEFT, NOTHING, RIGHT, Command, Meaning, Row, is_held, unseen_row
from engine.table import Scalar, Table, Zone

WINDOW: Final = len(CARDS)
"""A hand may be longer than five: CARD1 to CARD5 show this many of its cards."""
MOVES: Final = ("chance", "pick_up", "table")
"""The moves of the menu, in the order of CARD1 to CARD3."""


class SpeahxPanel(SpeahxCourse):
    """The layer of ``Speahx`` that the panels and the screen ask."""

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """Return the meaning of a button during play; NOTHING in every other phase."""
        rules = self.rules
        if table.phase != "play":
            return NOTHING
        to_make = choices(rules, table, seat)
        if button in (LEFT, RIGHT):
            if is_held(held, RIGHT if button == LEFT else LEFT):
                return Meaning("peek")
            return _scroll(rules, table, seat, button, len(to_make or arranged(rules, table, seat)))
        if to_make:
            return _choice(rules, table, seat, button, to_make)
        menu = table.text(rules.menus[seat])
        if button == ACTION:
            return self._action(table, seat, menu)
        if menu:
            return self._move(table, seat, CARDS.index(button), menu)
        return _card(rules, table, seat, CARDS.index(button))

    def _action(self, table: Table, seat: int, menu: str) -> Meaning:
        """ACTION plays the marked cards; with none marked it opens the other moves, or closes them."""
        rules = self.rules
        if table.number("turn") != seat:
            return NOTHING
        if menu:
            return Meaning("close", select=((rules.menus[seat], ""),), lit=True)
        cards = marked(rules, table, seat)
        if not cards:
            has_others = any(command.do in MOVES for command in self.legal(table, seat))
            return Meaning("moves", select=((rules.menus[seat], "moves"),), lit=has_others)
        command = play_of(rules, table, seat, cards)
        goes = self.refusal(table, seat, command) is None
        return Meaning("play" if goes else "", command, lit=goes, zone="pile")

    def _move(self, table: Table, seat: int, place: int, menu: str) -> Meaning:
        """Return the meaning of a button among the other moves; the table move opens a second menu of table cards."""
        rules = self.rules
        if menu == "table":
            if place >= len(rules.tables[seat]):
                return NOTHING
            slot = rules.tables[seat][place]
            return self._offer(table, seat, Command("table", source=slot), slot)
        if place >= len(MOVES):
            return NOTHING
        if MOVES[place] != "table":
            return self._offer(table, seat, Command(MOVES[place]), ("stock", "pile")[place])
        slots = [command.source for command in self.legal(table, seat) if command.do == "table"]
        if not slots:
            return NOTHING
        return Meaning("table", select=((rules.menus[seat], "table"),), lit=True, sign=f"zone.{slots[0]}")

    def _offer(self, table: Table, seat: int, command: Command, zone: str) -> Meaning:
        if self.refusal(table, seat, command) is not None:
            return NOTHING
        return Meaning(command.do, command, lit=True, zone=zone, sign=f"zone.{zone}")

    def presses_for(self, table: Table, seat: int, command: Command) -> Sequence[str]:
        """Return the taps that give a legal command."""
        rules = self.rules
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

    def row(self, table: Table, seat: int) -> Row | None:
        """Return the row of the seat's cards as a screen may show them; during a choice LEFT and RIGHT scroll that.

        None before there are hands.
        """
        rules = self.rules
        if rules.hands[seat] not in table.zones:
            return None
        unseen = unseen_row((*table.zones[rules.chances[seat]], *table.zones[rules.hands[seat]]))
        if unseen:
            return unseen
        cards = arranged(rules, table, seat)
        first = 0 if choices(rules, table, seat) else first_shown(rules, table, seat, len(cards))
        lit = tuple(place for place, card in enumerate(cards) if may_play(rules, table, seat, (card,)))
        return Row(tuple((card,) for card in cards), first, lit)

    def view(self, table: Table, seat: int, held: int = 0) -> Table:
        """See ``Game.view``; another seat's marked cards are hidden with its hand."""
        seen = super().view(table, seat, held)
        hands = zip(self.rules.marks, self.rules.hands, strict=True)
        hidden = {marks for marks, hand in hands if not self.sees(hand, seat)}
        scalars = {key: "" if key in hidden else value for key, value in seen.scalars.items()}
        return Table(seen.zones, scalars, seen.shuffles)


def _scroll(rules: SpeahxRules, table: Table, seat: int, button: str, count: int) -> Meaning:
    first = first_shown(rules, table, seat, count)
    to = scrolled(first, button, count)
    if to == first:
        return NOTHING
    return Meaning("scroll", select=((rules.scrolls[seat], to),), lit=True, zone=rules.hands[seat])


def _choice(rules: SpeahxRules, table: Table, seat: int, button: str, to_make: Sequence[Command]) -> Meaning:
    """Return the meaning of a choice: a suit, a receiver, or the kill; a suit's label is ``suit_h`` and so on."""
    if button == ACTION:
        return NOTHING
    place = first_shown(rules, table, seat, len(to_make)) + CARDS.index(button)
    if place >= len(to_make):
        return NOTHING
    command = to_make[place]
    label = f"suit_{command.word.lower()}" if command.word else command.do
    return Meaning(label, command, lit=True, sign=_sign(command))


def _sign(command: Command) -> str:
    """Return the symbol of a choice on the screen."""
    if command.word:
        return f"suit.{command.word}"
    return "kill" if command.do == "kill" else f"seat.{command.target}"


def _card(rules: SpeahxRules, table: Table, seat: int, place: int) -> Meaning:
    """CARDk marks or unmarks its card. Lit if the card is marked, or playable alone or after the marked cards."""
    cards = arranged(rules, table, seat)
    place += first_shown(rules, table, seat, len(cards))
    if place >= len(cards):
        return NOTHING
    card = cards[place]
    marks = marked(rules, table, seat)
    is_marked = card in marks
    left = tuple(other for other in marks if other != card) if is_marked else (*marks, card)
    select: tuple[tuple[str, Scalar], ...] = ((rules.marks[seat], " ".join(left)),)
    lit = is_marked or any(may_play(rules, table, seat, cards) for cards in {(card,), left})
    zone = rules.chances[seat] if card in table.zones[rules.chances[seat]] else rules.hands[seat]
    return Meaning("unchoose" if is_marked else "choose", select=select, lit=lit, zone=zone, card=card)


# Taps


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


# A seat's cards on its buttons: their order, the window of five, the marked cards


def arranged(rules: SpeahxRules, table: Table, seat: int) -> tuple[str, ...]:
    """Return the seat's cards in the order of its buttons and its screen: drawn cards, then the hand by rank.

    Only for the seat itself: a hidden hand (GEN-4) has no order.
    """
    return table.zones[rules.chances[seat]] + _sorted_hand(table.zones[rules.hands[seat]])


@lru_cache(maxsize=128)
def _sorted_hand(hand: Zone) -> Zone:
    """Return the hand in order; cached, because each of the eight keys needs it."""
    return tuple(sorted(hand, key=lambda card: (rank(card), suit(card), card)))


def marked(rules: SpeahxRules, table: Table, seat: int) -> tuple[str, ...]:
    """Return the cards that the seat has marked, in the order of marking."""
    return tuple(table.text(rules.marks[seat]).split())


def first_shown(rules: SpeahxRules, table: Table, seat: int, count: int) -> int:
    """Return the index of the first item in the window, of ``count`` items."""
    return min(table.number(rules.scrolls[seat]), max(count - WINDOW, 0))


def scrolled(first: int, button: str, count: int) -> int:
    """Return the start of the window after LEFT or RIGHT, which move it by five."""
    step = -WINDOW if button == LEFT else WINDOW
    return max(0, min(first + step, count - WINDOW))
