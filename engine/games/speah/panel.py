"""The meanings of the eight buttons in Speahx (docs/rules/speahx.md, "Buttons"), and the row of a hand on the screen.

CARD1 to CARD5 are a window on the seat's cards, and LEFT and RIGHT move it by five (``window``). All seats may scroll
and mark at any time; only the seat in turn gives commands.
"""

from collections.abc import Sequence

from engine.effects import Scalar
from engine.games.speah.legal import legal
from engine.games.speah.queries import choices, play_of
from engine.games.speah.refusal import may_play, refusal
from engine.games.speah.rules import SpeahxRules
from engine.games.speah.window import MOVES, arranged, first_shown, marked, scrolled
from engine.panel import ACTION, CARDS, LEFT, NOTHING, RIGHT, Command, Meaning, is_held
from engine.shown import Row, unseen_row
from engine.table import Table


def row(rules: SpeahxRules, table: Table, seat: int) -> Row | None:
    """Return the row of the seat's cards as a screen may show them; during a choice LEFT and RIGHT scroll that.

    None before there are hands.
    """
    if rules.hands[seat] not in table.zones:
        return None
    unseen = unseen_row((*table.zones[rules.chances[seat]], *table.zones[rules.hands[seat]]))
    if unseen:
        return unseen
    cards = arranged(rules, table, seat)
    first = 0 if choices(rules, table, seat) else first_shown(rules, table, seat, len(cards))
    lit = tuple(place for place, card in enumerate(cards) if may_play(rules, table, seat, (card,)))
    return Row(tuple((card,) for card in cards), first, lit)


def meaning(rules: SpeahxRules, table: Table, seat: int, button: str, held: int) -> Meaning:
    """Return the meaning of a button during play; NOTHING in every other phase."""
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
        return _action(rules, table, seat, menu)
    if menu:
        return _move(rules, table, seat, CARDS.index(button), menu)
    return _card(rules, table, seat, CARDS.index(button))


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


def _action(rules: SpeahxRules, table: Table, seat: int, menu: str) -> Meaning:
    """ACTION plays the marked cards; with none marked it opens the other moves, or closes them."""
    if table.number("turn") != seat:
        return NOTHING
    if menu:
        return Meaning("close", select=((rules.menus[seat], ""),), lit=True)
    cards = marked(rules, table, seat)
    if not cards:
        has_others = any(command.do in MOVES for command in legal(rules, table, seat))
        return Meaning("moves", select=((rules.menus[seat], "moves"),), lit=has_others)
    command = play_of(rules, table, seat, cards)
    goes = refusal(rules, table, seat, command) is None
    return Meaning("play" if goes else "", command, lit=goes, zone="pile")


def _move(rules: SpeahxRules, table: Table, seat: int, place: int, menu: str) -> Meaning:
    """Return the meaning of a button among the other moves; the table move opens a second menu of table cards."""
    if menu == "table":
        if place >= len(rules.tables[seat]):
            return NOTHING
        slot = rules.tables[seat][place]
        return _offer(rules, table, seat, Command("table", source=slot), slot)
    if place >= len(MOVES):
        return NOTHING
    if MOVES[place] != "table":
        return _offer(rules, table, seat, Command(MOVES[place]), ("stock", "pile")[place])
    slots = [command.source for command in legal(rules, table, seat) if command.do == "table"]
    if not slots:
        return NOTHING
    return Meaning("table", select=((rules.menus[seat], "table"),), lit=True, sign=f"zone.{slots[0]}")


def _offer(rules: SpeahxRules, table: Table, seat: int, command: Command, zone: str) -> Meaning:
    if refusal(rules, table, seat, command) is not None:
        return NOTHING
    return Meaning(command.do, command, lit=True, zone=zone, sign=f"zone.{zone}")


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
