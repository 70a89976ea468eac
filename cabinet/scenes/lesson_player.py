"""Plays the lessons of one game on a part of a screen: the posed table, its presses in time, and the pointers.

Scenes place it: "How to play" shows the whole table, the screen of those who get ready a close-up of one player's half.
"""

from collections.abc import Sequence
from typing import Final

import pygame

from cabinet.display.layout.boxes import SMALLEST_SCREEN, Box
from cabinet.display.layout.parts import HandLayout, SeatLayout
from cabinet.display.stage import Sprite
from cabinet.display.table.view import TableSetup, TableView
from cabinet.display.table.view_state import TableUpdate
from cabinet.display.toolkit import Kit
from cabinet.games.presentation import Lesson
from cabinet.scenes.lessons import Demonstration
from cabinet.scenes.pointer import arrow, ring
from cabinet.screens.table_setting import TableSetting
from cabinet.strings.catalogue import word
from engine.games import find_game
from engine.panel import BUTTONS, Command
from engine.record import Entry

READ_NS: Final = 1_800_000_000
"""Time from the first sight of a table to the first press."""
STEP_NS: Final = 1_300_000_000
"""Time from press to press."""
DOWN_NS: Final = 400_000_000
"""How long a button stays down."""
REST_NS: Final = 2_500_000_000
"""How long the end is shown before the lesson repeats."""


class LessonPlayer:
    """The lessons of `game`, at least one, shown from the seat `me` (0 or 1) in the box `room` of the kit's screen."""

    def __init__(
        self, kit: Kit, setting: TableSetting, game: str, me: int, lessons: Sequence[Lesson], room: Box,
        *, view_size: tuple[int, int], close: bool = False, flows: bool = False,
    ) -> None:  # fmt: skip
        """`view_size` is the table's size (px) before it is shrunk into `room`.

        `close`: show only the half of the table where `me` plays. `flows`: continue with the next lesson after the end
        of one; otherwise the same lesson repeats.
        """
        self._kit = kit
        self._game = game
        self._me = me
        self._lessons = tuple(lessons)
        self._flows = flows
        grown = max(1.0, SMALLEST_SCREEN[0] / view_size[0], SMALLEST_SCREEN[1] / view_size[1])
        self._view_size = (round(view_size[0] * grown), round(view_size[1] * grown))
        """The table is never drawn so small that its cards are unreadable."""
        self._view = self._new_view(setting)
        self._table = pygame.Surface(self._view_size)
        self._shrunk: pygame.Surface | None = None
        self._crop = Box(0, 0, *self._view_size)
        self._cut: list[Box] = []
        """The boxes of words that the close-up would show in part: they are left out."""
        self.number = 0
        """The index of the current lesson."""
        self._pressed = 0
        self._begun = 0
        self._now = 0
        self._drawn_at = 0
        self._is_stale = True
        kit.breathe()
        self._demo = self._posed()
        kit.breathe()
        self._show_table((), 0)
        if close:
            self._crop = self._close_up()
        self.box = _fitted(self._crop, room)
        """The table's place on the screen."""

    @property
    def lesson(self) -> Lesson:
        """The current lesson."""
        return self._lessons[self.number]

    @property
    def count(self) -> int:
        """The number of lessons."""
        return len(self._lessons)

    # The course of a lesson

    def show(self, number: int, now: int) -> None:
        """Begin the lesson of that index."""
        self.number, self._pressed, self._begun, self._now = number, 0, now, now
        self._demo = self._posed()
        self._show_table((), now)

    def advance(self, now: int) -> None:
        """Make the presses that are due; after the end repeat the lesson, or begin the next."""
        self._now = max(now, self._now)
        while self._due <= now:
            if self._pressed < len(self._demo.presses):
                self._press(self._due)
            else:
                self.show((self.number + self._flows) % len(self._lessons), now)

    def next_deadline(self) -> int:
        """Return when `advance` or `draw` is due next."""
        times = [self._due, self._released, self._view.next_change]
        return min(time for time in times if time > self._now)

    def is_stale(self, now: int) -> bool:
        """Return whether the picture is out of date."""
        return self._is_stale or self._view.busy(now) or now >= min(self._view.next_change, self._released_from(now))

    def draw_ahead(self) -> None:
        """Draw the cards of this table, which are those of a match at a table of the same size."""
        self._view.draw_cards()

    @property
    def lit(self) -> Sequence[str]:
        """The button to be pressed next, or at the end the last button pressed."""
        return self._demo.presses[self._pressed :][:1] or self._demo.presses[-1:]

    def down(self, now: int) -> str:
        """Return the button that is held down; empty if none is."""
        return self._demo.presses[self._pressed - 1] if now < self._released else ""

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

    def _posed(self) -> Demonstration:
        return Demonstration(self._game, self.lesson, self._me)

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
        kit = self._kit.with_size(self._view_size)
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

    def _close_up(self) -> Box:
        """Return the part of the table that holds everything that the lessons press, play on and point at."""
        layout, places = self._view.layout, self._view.places
        seat = layout.seats[self._me]
        used = {button for lesson in self._lessons for button in lesson.presses}
        boxes = [*seat.slots, *seat.card_keys[:5], *layout.piles]
        boxes += [seat.keys[BUTTONS.index(button)] for button in used]
        for lesson in self._lessons:
            looked_at = Demonstration(self._game, lesson, self._me).look
            self._kit.breathe()
            boxes += [places[zone].box for zone in looked_at if zone in places]
        area = pygame.Rect(boxes[0]).unionall([pygame.Rect(box) for box in boxes if box.w])
        margin = self._kit.px(10, 6)
        area = area.inflate(2 * margin, 2 * margin).clip(pygame.Rect(0, 0, *self._view_size))
        self._cut = [box for box in self._wordy() if area.colliderect(box) and not area.contains(box)]
        return Box(*area)

    def _wordy(self) -> list[Box]:
        """Return the boxes of the table that hold words: none may be shown in part."""
        layout = self._view.layout
        boxes = [board.box for board in (*layout.boards, layout.info)]
        for seat in layout.seats:
            edges = self._kit.px(6, 4)  # of the cards below the top card of a stock
            boxes += [*seat.keys[5:], seat.plate, seat.count]
            boxes += [seat.stock.inset(-edges, -edges)] if seat.stock.w else []
        if isinstance(layout, HandLayout):
            boxes += [tile.box for tile in layout.tiles]
        return [box for box in boxes if box.w]

    def draw(self, now: int) -> list[Sprite]:
        """Return the table as it is now, and the pointers over it."""
        self._is_stale = False
        self._drawn_at = now
        return [self.picture(now), *self.marks(now)]

    def picture(self, now: int) -> Sprite:
        """Return the current table; the same surface as long as nothing on it changes."""
        box = self.box
        if self._view.draw(self._table, now) or self._shrunk is None:
            self._kit.breathe()
            part = self._table.subsurface(self._crop)
            self._shrunk = part.copy() if part.get_size() == box[2:] else pygame.transform.smoothscale(part, box[2:])
            colours, band = self._kit.theme.colours, pygame.Rect(self._view.layout.band)
            for cut in self._cut:
                ground = colours.band if band.contains(cut) else colours.night
                self._shrunk.fill(ground, self._scaled(cut).moved(-box.x, -box.y))
            pygame.draw.rect(self._shrunk, self._kit.theme.colours.key_edge, self._shrunk.get_rect(), self._kit.px(2))
            self._kit.breathe()
        return Sprite(self._shrunk, box.x, box.y)

    def marks(self, now: int) -> list[Sprite]:
        """Return a ring round the button to be pressed, and an arrow from there to its target."""
        kit, places = self._kit, self._view.places
        colour = kit.theme.seat(self._me).colour
        marks = [ring(kit, self._scaled(places[zone].box), colour) for zone in self._demo.look]
        if self._pressed == len(self._demo.presses) or now < self._released:
            return marks
        button = self._demo.presses[self._pressed]
        command = self._demo.meaning(button).command
        seat = self._view.layout.seats[self._me]
        key = self._scaled(seat.keys[BUTTONS.index(button)])
        if command is not None and command.to in places:
            marks.append(arrow(kit, self._start_of(command, seat, key), self._scaled(places[command.to].box)))
        return [*marks, ring(kit, key, kit.theme.colours.text)]

    def _start_of(self, command: Command, seat: SeatLayout, key: Box) -> Box:
        """Return the box on the screen from which a command's card leaves: its slot, else the button's key."""
        slot = self._slot_of(command)
        return key if slot is None else self._scaled(seat.slots[slot])

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
        part = self.box.w / self._crop.w
        moved = box.moved(-self._crop.x, -self._crop.y)
        return Box(*(round(side * part) for side in moved)).moved(*self.box[:2])


def _fitted(crop: Box, room: Box) -> Box:
    """Return the largest box of the crop's proportions in the middle of the room, no larger than the crop itself."""
    part = min(room.w / crop.w, room.h / crop.h, 1.0)
    width, height = round(crop.w * part), round(crop.h * part)
    return Box(room.x + (room.w - width) // 2, room.y + (room.h - height) // 2, width, height)
