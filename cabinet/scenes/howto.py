"""The lessons: three screens for a game, each a table on which the relevant buttons are pressed.

The picture is the match's own view of a posed table (`lessons`); beside it is the panel with the same button
lit, below it a few words. Any button of either seat goes on. After the last screen, or after a while without a press,
the scene leads back.
"""

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from cabinet.display.layout.boxes import SMALLEST_SCREEN, Box
from cabinet.display.stage import Sprite, Stage
from cabinet.display.table.view import TableSetup, TableView
from cabinet.display.table.view_state import TableUpdate
from cabinet.display.toolkit import Kit, stacked
from cabinet.display.widgets.backdrop import night
from cabinet.games.presentation import Lesson, presentation_of
from cabinet.scenes.legend import panel
from cabinet.scenes.lessons import MIRRORED, Demonstration
from cabinet.scenes.pointer import arrow, ring
from cabinet.scenes.stack import Scene
from cabinet.screens.table_setting import TableSetting
from cabinet.strings.catalogue import word
from engine.games import find_game
from engine.panel import BUTTONS, Command, Press
from engine.record import Entry

READ_NS: Final = 1_800_000_000
"""Time from the first sight of a table to the first press."""
STEP_NS: Final = 1_300_000_000
"""Time from press to press."""
DOWN_NS: Final = 400_000_000
"""How long a button stays down."""
REST_NS: Final = 2_500_000_000
"""How long the end is shown before the lesson repeats."""
PATIENCE_NS: Final = 40_000_000_000
"""Time without a press after which both players are taken to have gone."""
WIDE: Final = 0.7
"""Share of the page's width that the table takes."""


class HowTo(Scene):
    """The lessons of one game, shown from the seat `me` (0 or 1)."""

    def __init__(
        self, kit: Kit, setting: TableSetting, game: str, me: int, done: Callable[[], None], back: Callable[[], None]
    ) -> None:
        """`done` is called after the last screen, `back` when both players have gone.

        Raises KeyError without lessons.
        """
        self._kit = kit
        self._game = game
        self._lessons = presentation_of(game).lessons
        self._me = me
        self._done = done
        self._back = back
        self._crossed = MIRRORED if me and setting.cocktail and setting.layout == "facing" else {}
        """The panel as the far player at a cocktail table sees it: that player's LEFT is the screen's right pile."""
        names = {button: name for (seat, button), name in setting.key_names.items() if seat == me}
        self._names = {self._crossed.get(button, button): name for button, name in names.items()}
        self._frame = Frame(kit)
        self._view = self._new_view(setting)
        self._table = pygame.Surface(self._frame.view_size)
        self._shrunk: pygame.Surface | None = None
        self._stage = Stage(night(kit))
        self._number = 0
        self._pressed = 0
        self._begun = 0
        self._now = 0
        self._given_up_at: int | None = None
        self._is_stale = True
        self._demo = self._posed()

    @property
    def lesson(self) -> Lesson:
        """The current lesson."""
        return self._lessons[self._number]

    # Life

    def enter(self, now: int) -> None:
        """See `Scene.enter`."""
        self._given_up_at = now + PATIENCE_NS
        self._show(0, now)

    def handle(self, press: Press) -> None:
        """See `Scene.handle`: any button of either seat."""
        if not press.pressed:
            return
        self._given_up_at = press.time_ns + PATIENCE_NS
        if self._number + 1 < len(self._lessons):
            self._show(self._number + 1, press.time_ns)
        else:
            self._done()

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`: makes the presses that are due, and repeats the lesson after its end."""
        self._now = max(now, self._now)
        while self._due <= now:
            if self._pressed < len(self._demo.presses):
                self._press(self._due)
            else:
                self._show(self._number, now)
        if self._given_up_at is not None and now >= self._given_up_at:
            self._given_up_at = None
            self._back()

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`."""
        times = [self._due, self._released, self._view.next_change, self._given_up_at]
        return min((time for time in times if time is not None and time > self._now), default=None)

    def is_stale(self, now: int) -> bool:
        """See `Scene.is_stale`."""
        return self._is_stale or self._view.busy(now) or now >= min(self._view.next_change, self._released_from(now))

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """See `Scene.draw`."""
        self._is_stale = False
        self._drawn_at = now
        self._stage.stand(self.sprites(now))
        if everything:
            self._stage.repaint()
        return self._stage.draw(screen, [self._picture(now), *self._marks(now)])

    # The course of a lesson

    @property
    def _due(self) -> int:
        """The time of the next press or of the next repetition."""
        last = self._begun + READ_NS + (self._pressed - 1) * STEP_NS
        if self._pressed < len(self._demo.presses):
            return last + STEP_NS
        return max(last, self._begun + READ_NS) + REST_NS

    @property
    def _released(self) -> int:
        """The time at which the button pressed last is released."""
        return self._begun + READ_NS + (self._pressed - 1) * STEP_NS + DOWN_NS if self._pressed else 0

    def _released_from(self, now: int) -> int:
        """Return the time of the release if it has not been drawn yet, else a time after `now`."""
        return self._released if self._drawn_at < self._released else now + 1

    _drawn_at: int = 0

    def _posed(self) -> Demonstration:
        return Demonstration(self._game, self.lesson, self._me)

    def _show(self, number: int, now: int) -> None:
        self._number, self._pressed, self._begun, self._now = number, 0, now, now
        self._demo = self._posed()
        self._show_table((), now)

    def _press(self, at: int) -> None:
        told = self._demo.press(self._demo.presses[self._pressed], at)
        self._pressed += 1
        self._show_table((told,), at)

    def _show_table(self, told: Sequence[Entry], now: int) -> None:
        """Show the current table and the entries that led to it."""
        screen = self._demo.screen()
        self._view.update(TableUpdate(screen.redacted(told), screen.table, screen.keys, now, rows=screen.rows))
        self._is_stale = True

    # The picture

    def _new_view(self, setting: TableSetting) -> TableView:
        kit = Kit(self._kit.theme, self._kit.fonts, self._frame.view_size)
        seats = range(self._lessons[0].seats)
        setup = TableSetup(
            kit.size,
            tuple(word(f"seat.{seat}") for seat in seats),
            setting.layout,
            setting.cocktail,
            word(f"game.{self._game}"),
            key_names=setting.key_names,
            hands=find_game(self._game).info.hands,
        )
        return TableView(setup, kit.theme, kit.fonts, word, kit)

    def sprites(self, now: int) -> Sequence[Sprite]:
        """Return everything but the table: the game's name, the progress dots, the panel, the words."""
        kit, frame = self._kit, self._frame
        name = kit.fitted(word(f"game.{self._game}"), 34, kit.theme.colours.text, frame.head.w // 2, "title")
        down = self._demo.presses[self._pressed - 1] if now < self._released else ""
        return [
            kit.put(frame.head, name, 0.0),
            *self._dots(),
            *panel(kit, self._me, self._names, frame.panel, self._on_panel(*self._lit), *self._on_panel(down)),
            *stacked(frame.words, [kit.fitted(word(self.lesson.words), 34, kit.theme.colours.text, frame.words.w)], 0),
        ]

    @property
    def _lit(self) -> Sequence[str]:
        """The button to be pressed next, or at the end the last button pressed."""
        return self._demo.presses[self._pressed :][:1] or self._demo.presses[-1:]

    def _on_panel(self, *buttons: str) -> Sequence[str]:
        """Return the positions of buttons on the panel, as its player sees it."""
        return [self._crossed.get(button, button) for button in buttons]

    def _dots(self) -> list[Sprite]:
        """Return a dot for each screen, bright up to the current screen."""
        kit, head = self._kit, self._frame.head
        side = kit.px(14, 9)
        dots = []
        for number in range(len(self._lessons)):
            colour = kit.theme.seat(self._me).colour if number <= self._number else kit.theme.colours.key_edge
            x = head.right - (len(self._lessons) - number) * 2 * side + side
            dots.append(Sprite(kit.plate((side, side), colour), x, head.y + (head.h - side) // 2))
        return dots

    def _picture(self, now: int) -> Sprite:
        """Return the current table; the same surface as long as nothing on it changes."""
        box = self._frame.table
        if self._view.draw(self._table, now) or self._shrunk is None:
            self._shrunk = pygame.transform.smoothscale(self._table, box[2:])
            pygame.draw.rect(self._shrunk, self._kit.theme.colours.key_edge, self._shrunk.get_rect(), self._kit.px(2))
        return Sprite(self._shrunk, box.x, box.y)

    def _marks(self, now: int) -> list[Sprite]:
        """Return a ring round the button to be pressed, and an arrow from there to its target."""
        kit, layout = self._kit, self._view.layout
        places = self._view.places
        colour = kit.theme.seat(self._me).colour
        marks = [ring(kit, self._scaled(places[zone].box), colour) for zone in self._demo.look]
        if self._pressed == len(self._demo.presses) or now < self._released:
            return marks
        button = self._demo.presses[self._pressed]
        command = self._demo.meaning(button).command
        seat = layout.seats[self._me]
        key = self._scaled(seat.keys[BUTTONS.index(button)])
        if command is not None and command.to in places:
            slot = self._slot_of(command)
            start = key if slot is None else self._scaled(seat.slots[slot])
            marks.append(arrow(kit, start, self._scaled(places[command.to].box)))
        return [*marks, ring(kit, key, kit.theme.colours.text)]

    def _slot_of(self, command: Command) -> int | None:
        """Return the index of the slot, from 0, that holds the card of a command; None for a card outside the row."""
        if place := self._view.places.get(command.source):
            if place.kind == "slot":
                return place.number - 1
            row = self._demo.screen().rows[self._me]
            for slot, cards in enumerate(row.window if row else ()):
                if {command.card, *command.cards} & set(cards):
                    return slot
        return None

    def _scaled(self, box: Box) -> Box:
        """Return the box on the screen of a box of the table."""
        part = self._frame.table.w / self._frame.view_size[0]
        return Box(*(round(side * part) for side in box)).moved(*self._frame.table[:2])


class Frame:
    """The layout of a lesson: the table at the left, the panel at its right, the words below."""

    def __init__(self, kit: Kit) -> None:
        margin = kit.px(24, 12)
        page = Box(0, 0, *kit.size).inset(margin, margin)
        self.head = Box(page.x, page.y, page.w, round(page.h * 0.11))
        self.words = Box(page.x, page.bottom - round(page.h * 0.16), page.w, round(page.h * 0.16))
        middle = Box(page.x, self.head.bottom, page.w, self.words.y - self.head.bottom)
        width = min(round(page.w * WIDE), round(middle.h * kit.size[0] / kit.size[1]))
        height = round(width * kit.size[1] / kit.size[0])
        self.table = Box(page.x, middle.y + (middle.h - height) // 2, width, height)
        gap = kit.px(28, 14)
        self.panel = Box(self.table.right + gap, middle.y, page.right - self.table.right - gap, middle.h)
        grown = max(1.0, SMALLEST_SCREEN[0] / width, SMALLEST_SCREEN[1] / height)
        self.view_size = (round(width * grown), round(height * grown))
        """Size of the table before it is shrunk: it is never drawn so small that cards are unreadable."""
