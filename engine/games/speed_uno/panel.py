"""The meanings of the eight buttons in Speed Uno (rules/speed-uno.md, "Buttons"), and the presses for each command.

CARD1 to CARD5 are five slots; LEFT and RIGHT show the five before and after, in a ring, so that LEFT can be held for
any of them. ACTION calls or catches; ACTION with LEFT held challenges (option).
"""

from collections.abc import Sequence
from typing import Final

from engine.games.speed_uno.course import SpeedUnoCourse
from engine.games.speed_uno.rules import (
    COLOURS,
    PAGE,
    SpeedUnoRules,
    first_shown,
    may_call,
    may_challenge,
    pages,
    slots,
)
from engine.panel import ACTION, CARDS, LEFT, NOTHING, RIGHT, Command, Meaning, Row, is_held, unseen_row
from engine.table import Table

COLOUR_LABELS: Final = ("red", "green", "blue", "yellow")
"""The labels of the buttons that name a colour, in the order of ``COLOURS``."""


class SpeedUnoPanel(SpeedUnoCourse):
    """The layer of ``SpeedUno`` that the panels and the screen ask."""

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """Return the meaning of a button while a hand is played; NOTHING in every other phase."""
        if table.phase != "play":
            return NOTHING
        if button == ACTION:
            return self._action(table, seat, held)
        if button in (LEFT, RIGHT):
            return self._scroll(table, seat, button)
        place = CARDS.index(button)
        if table.number("naming") == seat:
            return _colour(place)
        return self._slot(table, seat, place, is_held(held, LEFT))

    def _slot(self, table: Table, seat: int, place: int, only_one: bool) -> Meaning:
        """Play the whole slot, or with LEFT held one card of it (UNO-8)."""
        rules = self.rules
        found = slots(rules, table, seat)
        place += first_shown(rules, table, seat, found)
        if place >= len(found) or not found[place]:
            return NOTHING
        cards = found[place][:1] if only_one else found[place]
        command = _play(rules, seat, cards)
        if self.refusal(table, seat, command) is not None:
            return Meaning("", command, zone=command.source, card=cards[0])
        return Meaning("play", command, lit=True, zone=command.source, card=cards[0])

    def _scroll(self, table: Table, seat: int, button: str) -> Meaning:
        """Show the next five slots; LEFT's label says "hold" while a Wild Draw Four may be challenged (UNO-11)."""
        rules = self.rules
        found = slots(rules, table, seat)
        count = pages(found)
        may_doubt = button == LEFT and self.refusal(table, seat, Command("challenge")) is None
        label = "hold" if may_doubt else "scroll"
        if count == 1:
            return Meaning(label, lit=True) if may_doubt else NOTHING
        page = first_shown(rules, table, seat, found) // PAGE + (1 if button == RIGHT else -1)
        return Meaning(label, select=((rules.scroll[seat], page % count * PAGE),), lit=True, zone=rules.hands[seat])

    def _action(self, table: Table, seat: int, held: int) -> Meaning:
        """Call if the seat itself could be caught; else catch; else call beforehand. A wrong catch has no effect."""
        rules = self.rules
        if is_held(held, LEFT) and may_challenge(table, seat):
            return self._shout(table, seat, "challenge", Command("challenge"))
        exposed = [(seat + step) % rules.seats for step in range(1, rules.seats)]
        exposed = [other for other in exposed if table.scalars[rules.exposed[other]]]
        is_exposed = table.scalars[rules.exposed[seat]] > 0
        if exposed and not is_exposed:
            return self._shout(table, seat, "catch", Command("catch", target=exposed[0]))
        if may_call(rules, table, seat):
            return self._shout(table, seat, "uno", Command("uno"))
        return Meaning("", Command("catch"))

    def _shout(self, table: Table, seat: int, label: str, command: Command) -> Meaning:
        is_legal = self.refusal(table, seat, command) is None
        return Meaning(label if is_legal else "", command, lit=is_legal)

    def presses_for(self, table: Table, seat: int, command: Command) -> Sequence[str]:
        """Return the taps for a legal command; none for commands without a button: a draw, or part of a slot."""
        rules = self.rules
        match command.do:
            case "play":
                return _taps(rules, table, seat, command)
            case "colour":
                return (CARDS[COLOURS.index(command.word)],)
            case "challenge":
                return (f"{LEFT}+{ACTION}",)
        return (ACTION,) if self.press(table, seat, ACTION, 0).command == command else ()

    def row(self, table: Table, seat: int) -> Row | None:
        """Return the row of the seat's slots, as far as a screen may show them; None before the deal."""
        rules = self.rules
        hand = rules.hands[seat]
        if hand not in table.zones:
            return None
        if unseen := unseen_row(table.zones[hand]):
            return unseen
        found = slots(rules, table, seat)
        may = {command.card for command in self.legal(table, seat) if command.do == "play"}
        lit = tuple(place for place, cards in enumerate(found) if not may.isdisjoint(cards))
        return Row(found, first_shown(rules, table, seat, found), lit)

    def view(self, table: Table, seat: int, held: int = 0) -> Table:
        """See ``Game.view``; some scalars are hidden, too."""
        seen = super().view(table, seat, held)
        if table.phase != "play":
            return seen
        return Table(seen.zones, {**seen.scalars, **_hidden_scalars(self.rules, table, seat)}, seen.shuffles)


def _colour(place: int) -> Meaning:
    """CARD1 to CARD4 name the colour (UNO-4)."""
    if place >= len(COLOURS):
        return NOTHING
    colour = COLOURS[place]
    return Meaning(COLOUR_LABELS[place], Command("colour", word=colour), lit=True, sign=f"colour.{colour}")


def _play(rules: SpeedUnoRules, seat: int, cards: tuple[str, ...]) -> Command:
    if len(cards) == 1:
        return Command("play", cards[0], rules.hands[seat], "discard")
    return Command("play", source=rules.hands[seat], to="discard", cards=cards)


def _taps(rules: SpeedUnoRules, table: Table, seat: int, command: Command) -> Sequence[str]:
    """Scroll as far as needed, then press the slot's button; for one card of several hold LEFT, which also scrolls."""
    cards = command.cards or (command.card,)
    found = slots(rules, table, seat)
    place = next(place for place, slot in enumerate(found) if cards[0] in slot)
    is_whole = len(found[place]) == len(cards)
    if not is_whole and cards != found[place][:1]:
        return ()
    count = pages(found)
    page, button = place // PAGE, CARDS[place % PAGE]
    shown = first_shown(rules, table, seat, found) // PAGE
    wanted = page if is_whole else (page + 1) % count
    ahead = (wanted - shown) % count
    scrolling = (RIGHT,) * ahead if ahead <= count // 2 else (LEFT,) * (count - ahead)
    return (*scrolling, button if is_whole else f"{LEFT}+{button}")


def _hidden_scalars(rules: SpeedUnoRules, table: Table, seat: int) -> dict[str, bool]:
    """Return the scalars that the seat may not know, with the value that it sees instead, while a hand is played.

    A bluff; with hidden hands also ``must_draw`` of another seat, until the draw shows it.
    """
    hidden = {"bluff": False}
    if rules.options.cards_seen != "open" and table.flag("exact") and table.number("turn") != seat:
        hidden["must_draw"] = table.number("owed") > 0
    return hidden
