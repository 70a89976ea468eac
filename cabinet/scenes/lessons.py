"""Lessons in progress: `Demonstration` plays a lesson of `cabinet.games`.

It asks the game itself for the meaning and the effect of each press, so a lesson always agrees with the rules.
`cabinet.scenes.howto` draws it.
"""

from collections.abc import Container
from types import MappingProxyType
from typing import Final

from cabinet.games.presentation import PEOPLE, Lesson
from engine import phases
from engine.cards import bare, face_down
from engine.chance import Chance
from engine.effects import Effect, Scalar
from engine.games import set_up
from engine.panel import BUTTONS, LEFT, RIGHT, Command, Meaning
from engine.record import CommandLine
from engine.screen import Screen, keys_on, of_seat
from engine.table import Draft, Table, Zone, with_layout

MIRRORED: Final = MappingProxyType({LEFT: RIGHT, RIGHT: LEFT})
"""The buttons that are exchanged for seat 1."""


class Demonstration:
    """A lesson in progress: the game, the table and the buttons. `me` is the demonstrated seat, 0 or 1."""

    def __init__(self, game: str, lesson: Lesson, me: int = 0) -> None:
        self.me = me
        self.presses = tuple(MIRRORED.get(button, button) if me else button for button in lesson.presses)
        """The buttons to press, in order."""
        self.seats = lesson.seats
        self.look = tuple(map(self._zone, lesson.look))
        """The zones to point at."""
        self.game = set_up(game, lesson.options, seats=lesson.seats)
        self._chance = Chance(1)
        self.table = self._posed(lesson)

    def screen(self) -> Screen:
        """Return the screen as the demonstrated seat may see it. No deadline passes in a lesson."""
        held = (0,) * self.seats
        shown = of_seat(self.game, self.table, self.me, held)
        keys = [self.game.keys(self.table, seat, 0) for seat in range(self.seats)]
        told = [
            own if seat == self.me else keys_on(shown, self.game, self.table, seat, own, 0)
            for seat, own in enumerate(keys)
        ]
        return Screen(shown, tuple(told), tuple(self.game.row(shown, seat) for seat in range(self.seats)))

    def meaning(self, button: str) -> Meaning:
        """Return the present meaning of a button of the demonstrated seat."""
        return self.game.keys(self.table, self.me, 0)[BUTTONS.index(button)]

    def press(self, button: str, now: int) -> CommandLine:
        """Press a button; return the entry that a match would make of it at `now` (ns)."""
        meaning = self.meaning(button)
        draft = Draft(self.table)
        command = meaning.command
        if command is not None and self.game.refusal(self.table, self.me, command) is None:
            self.game.perform(draft, self.me, command, now)
            self._settle(draft, now)
        else:
            for key, value in meaning.select:
                draft.set(key, value)
        effects: tuple[Effect, ...] = tuple(draft.effects)
        self.table = draft.table()
        return CommandLine(now, self.me, command or Command(""), True, effects)

    # Posing

    def _posed(self, lesson: Lesson) -> Table:
        """Return the table of a lesson, with the scalars of a new deal unless the lesson overrides them.

        Raises ValueError for zones that the game does not have.
        """
        begun = Draft(phases.initial(self.game))
        names = self.game.layout(begun, self._chance)
        given = {self._zone(name): _cards(text, self.game.deck) for name, text in lesson.zones.items()}
        draft = Draft(with_layout(begun.table(), {name: given.pop(name, ()) for name in names}))
        if given:
            raise ValueError(f"{self.game.info.id} has no zones {', '.join(given)}")
        draft.set("deal", 1)
        phases.begin_deal(self.game, draft)
        draft.phase(lesson.phase)
        for key, value in lesson.scalars.items():
            draft.set(key, self._seat(value) if value in PEOPLE else value)
        if lesson.phase == "play":
            self._settle(draft, 0)
        return draft.table()

    def _settle(self, draft: Draft, now: int) -> None:
        """Let the game settle, but clear "stuck": a lesson shows one rule, and its table may allow no other move."""
        self.game.settle(draft, self._chance, now)
        if draft.flag("stuck"):
            draft.set("stuck", False)
            draft.set("turn_at", 0)

    def _seat(self, who: Scalar) -> int:
        """Return the seat of one of `PEOPLE`, clockwise from the demonstrated seat."""
        return (self.me + PEOPLE.index(str(who))) % self.seats

    def _zone(self, name: str) -> str:
        who, _, rest = name.partition(".")
        if who in ("centre", "reserve"):
            return f"{who}.{(int(rest) + self.me) % 2}"
        return f"seat{self._seat(who)}.{rest}" if who in PEOPLE else name


def _cards(text: str, deck: Container[str]) -> Zone:
    """Return the cards of a zone, bottom to top."""
    return tuple(card for pile in text.split() for card in _pile(pile, deck))


def _pile(text: str, deck: Container[str]) -> Zone:
    """Parse a pile, its top card and its size; without a copy number, take the first copy in a deck of several."""
    top, _, size = text.partition("*")
    if bare(top) not in deck:
        top = f"{top}/1"
    return (*[face_down(bare(top))] * (int(size or 1) - 1), top)
