"""How to play: the buttons' page, and a game's lessons, each a table on which the relevant buttons are pressed.

`Demonstration` poses a lesson of `cabinet.games` and asks the game itself what each press means and does, so a lesson
always agrees with the rules. `LessonPlayer` draws it on a part of any screen: `HowTo` has the whole table, attract and
the screen of those who get ready a close-up of one player's half.
"""

from collections.abc import Container, Mapping, Sequence
from math import atan2, cos, hypot, pi, sin
from types import MappingProxyType
from typing import Final, NamedTuple

import pygame

from cabinet.display.layout.boxes import SMALLEST_SCREEN, Box, HandLayout, SeatLayout
from cabinet.display.legend import Way, Wiring, keyboard, lies_on_the_block, named_panel, way_line
from cabinet.display.page import (
    LARGE,
    PLAIN,
    SMALL,
    SPACE,
    Mark,
    On,
    Part,
    Space,
    Text,
    laid,
    lines,
    marks,
    named,
    plate,
    row,
    sprites,
    stack,
)
from cabinet.display.shapes import FINER, Point, painted
from cabinet.display.stage import Sprite, Stage
from cabinet.display.table.view import TableView
from cabinet.display.table.view_state import TableSetup, TableUpdate
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import cap_name, keys_of, night
from cabinet.games.presentation import PEOPLE, Lesson, presentation_of
from cabinet.match.request import PERSON, full_table, seat_names
from cabinet.scenes.bases import Done, IdleTimer, Leave, LeftWhenIdle
from cabinet.scenes.stack import Scene
from cabinet.screens.view_factory import TableSetting
from cabinet.strings.catalogue import word
from engine import phases
from engine.cards import bare, face_down
from engine.chance import Chance
from engine.games import find_game, set_up
from engine.log_lines import CommandLine, Entry
from engine.panel import BUTTONS, CARDS, LEFT, RIGHT, Command, Meaning, Press, mask
from engine.screen import LOOK, Screen, keys_on, of_everybody, of_seat, with_look
from engine.table import Draft, Effect, Scalar, Table, Zone, with_layout

# A lesson in progress

MIRRORED: Final = MappingProxyType({LEFT: RIGHT, RIGHT: LEFT})
"""The buttons that are exchanged for seat 1."""


class Demonstration:
    """A lesson in progress: the game, the table and the buttons. `me` is the demonstrated seat, 0 or 1."""

    def __init__(self, game: str, lesson: Lesson, me: int = 0) -> None:
        self.me = me
        self._is_hidden = lesson.is_hidden
        self._held = 0
        wanted = (LEFT, *lesson.presses) if lesson.is_hidden else lesson.presses
        self.presses = tuple(MIRRORED.get(button, button) if me else button for button in wanted)
        """The buttons to press, in order."""
        self.seats = lesson.seats
        self.look = tuple(map(self._zone, lesson.look))
        """The zones to point at."""
        self.game = set_up(game, lesson.options, seats=lesson.seats)
        self._chance = Chance(1)
        self.table = self._posed(lesson)

    def screen(self) -> Screen:
        """Return the screen as the demonstrated seat may see it, one of all if hands lie hidden. No deadline passes."""
        seats = range(self.seats)
        held = [self._held if seat == self.me else 0 for seat in seats]
        shown = (
            of_everybody(self.game, self.table, seats, held)
            if self._is_hidden
            else of_seat(self.game, self.table, self.me, held)
        )
        told = tuple(self._keys(shown, seat, held[seat]) for seat in seats)
        return Screen(shown, told, tuple(self.game.row(shown, seat) for seat in seats))

    def _keys(self, shown: Table, seat: int, held: int) -> tuple[Meaning, ...]:
        own = self.game.keys(self.table, seat, held)
        if seat == self.me and not self._is_hidden:
            return own
        keys = keys_on(shown, self.game, self.table, seat, own, held)
        if not self._is_hidden:
            return keys
        return with_look(keys, self.game, shown, self.game.view(self.table, seat), seat, held)

    @property
    def held(self) -> Sequence[str]:
        """The buttons that are held down from press to press."""
        return [button for place, button in enumerate(BUTTONS) if self._held >> place & 1]

    def meaning(self, button: str) -> Meaning:
        """Return the present meaning of a button of the demonstrated seat."""
        return self.screen().keys[self.me][BUTTONS.index(button)]

    def press(self, button: str, now: int) -> CommandLine:
        """Press a button; return the entry that a match would make of it at `now` (ns)."""
        meaning = self.meaning(button)
        if meaning == LOOK:
            self._held |= mask((button,))
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


# Pointers into its picture

LEAVES: Final = 1.0
"""Start of an arrow: share of the way from its source's centre to the edge."""
ENTERS: Final = 0.15
"""End of an arrow: share of the way from its goal's centre to the edge."""


def ring(toolkit: Toolkit, box: Box, colour: Colour) -> Sprite:
    """Return a ring round a box."""
    wide = toolkit.px(4, 3)
    outer = box.inset(-wide - toolkit.px(2), -wide - toolkit.px(2))
    return Sprite(toolkit.drawing(_draw_ring, (outer.w, outer.h), wide, colour), outer.x, outer.y)


def _draw_ring(_toolkit: Toolkit, size: tuple[int, int], wide: int, colour: Colour) -> pygame.Surface:
    def draw(big: pygame.Surface) -> None:
        radius = min(size) * FINER // 3
        pygame.draw.rect(big, colour, big.get_rect(), width=wide * FINER, border_radius=radius)

    return painted(size, colour, draw)


def arrow(toolkit: Toolkit, source: Box, goal: Box) -> Sprite:
    """Return an arrow from one box into another, bright with a dark rim, so that it is visible on cards and background.

    It begins at the edge, so that it does not cover its source, and ends near the middle.
    """
    start, end = towards(source, goal, LEAVES), towards(goal, source, ENTERS)
    margin = toolkit.px(26, 18)
    left, top = min(start[0], end[0]) - margin, min(start[1], end[1]) - margin
    size = abs(start[0] - end[0]) + 2 * margin, abs(start[1] - end[1]) + 2 * margin
    here, there = ((x - left, y - top) for x, y in (start, end))
    return Sprite(toolkit.drawing(_draw_arrow, size, here, there), left, top)


def towards(box: Box, other: Box, part: float) -> tuple[int, int]:
    """Return the point in a box on the way from its centre to another's: at 0 the centre, at 1 the box's edge."""
    (x, y), (to_x, to_y) = box.centre, other.centre
    dx, dy = to_x - x, to_y - y
    whole = min(box.w / 2 / abs(dx) if dx else 1, box.h / 2 / abs(dy) if dy else 1)
    return round(x + dx * whole * part), round(y + dy * whole * part)


def _draw_arrow(
    toolkit: Toolkit, size: tuple[int, int], start: tuple[int, int], end: tuple[int, int]
) -> pygame.Surface:
    colours = toolkit.theme.colours
    thick = toolkit.px(9, 6)

    def draw(big: pygame.Surface) -> None:
        for colour, rim in ((colours.dark_text, toolkit.px(3, 2)), (colours.text, 0)):
            points = outline(start, end, thick, rim)
            pygame.draw.polygon(big, colour, [(x * FINER, y * FINER) for x, y in points])

    return painted(size, colours.dark_text, draw, breathe=toolkit.breathe)


def outline(start: tuple[int, int], end: tuple[int, int], thick: float, rim: float) -> list[Point]:
    """Return the seven corners of an arrow with a shaft `thick` px wide, grown by `rim` on every side."""
    along = atan2(end[1] - start[1], end[0] - start[0])
    length = hypot(end[0] - start[0], end[1] - start[1])
    head, half = thick * 2.6, thick / 2 + rim
    wing = thick * 1.5 + rim * 1.8
    neck = max(0.0, length - head) - rim * 0.6
    upper = [(-rim, -half), (neck, -half), (neck, -wing)]
    flat = [*upper, (length + rim * 2, 0), *((x, -y) for x, y in reversed(upper))]
    turn, across = (cos(along), sin(along)), (cos(along + pi / 2), sin(along + pi / 2))
    return [(start[0] + x * turn[0] + y * across[0], start[1] + x * turn[1] + y * across[1]) for x, y in flat]


# Its picture

READ_NS: Final = 1_800_000_000
"""Time from the first sight of a table to the first press."""
STEP_NS: Final = 1_300_000_000
"""Time from press to press."""
DOWN_NS: Final = 400_000_000
"""How long a button stays down."""
REST_NS: Final = 2_500_000_000
"""How long the end is shown before the lesson repeats."""


class Place(NamedTuple):
    """Where a lesson's table stands on the screen: drawn as `view_size` (px), then shrunk into `room`.

    `close`: only the half of the table where the pupil plays is shown.
    """

    room: Box
    view_size: tuple[int, int]
    close: bool = False


class LessonPlayer:
    """The lessons of `game`, at least one, shown from seat `me` (0 or 1)."""

    def __init__(
        self,
        toolkit: Toolkit,
        setting: TableSetting,
        game: str,
        me: int,
        lessons: Sequence[Lesson],
        place: Place,
        *,
        flows: bool = False,
    ) -> None:
        """`flows`: continue with the next lesson after the end of one; otherwise the same lesson repeats."""
        self._toolkit = toolkit
        self._game = game
        self._me = me
        self._lessons = tuple(lessons)
        self._flows = flows
        self._view_size = legible(place.view_size)
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
        toolkit.breathe()
        self._demo = self._posed()
        toolkit.breathe()
        self._show_table((), 0)
        if place.close:
            self._crop = self._close_up()
        self.box = _fitted(self._crop, place.room)
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
        self._show_table((), now, rewound_to=0)

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

    def down(self, now: int) -> Sequence[str]:
        """Return the buttons that are held down."""
        pressed = self._demo.presses[self._pressed - 1 : self._pressed] if now < self._released else ()
        return (*self._demo.held, *pressed)

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

    def _show_table(self, told: Sequence[Entry], now: int, rewound_to: int | None = None) -> None:
        """Show the current table and the entries that led to it; `rewound_to` as in `TableUpdate`."""
        screen = self._demo.screen()
        entries = screen.redacted(told)
        update = TableUpdate(entries, screen.table, screen.keys, now, rewound_to=rewound_to, rows=screen.rows)
        self._view.update(update)
        self._is_stale = True

    # The picture

    def _new_view(self, setting: TableSetting) -> TableView:
        toolkit = self._toolkit.with_size(self._view_size)
        setup = TableSetup(
            toolkit.size,
            seat_names(self._game, full_table(self._lessons[0].seats, (PERSON, PERSON))),
            setting.layout,
            setting.cocktail,
            word(f"game.{self._game}"),
            key_names=setting.key_names,
            hands=find_game(self._game).info.hands,
        )
        return TableView(setup, word, toolkit)

    def _close_up(self) -> Box:
        """Return the part of the table that holds everything that the lessons press, play on and point at."""
        layout, places = self._view.layout, self._view.places
        seat = layout.seats[self._me]
        used = {button for lesson in self._lessons for button in lesson.presses}
        boxes = [*seat.slots, *seat.card_keys[:5], *layout.piles]
        boxes += [seat.keys[BUTTONS.index(button)] for button in used]
        for lesson in self._lessons:
            looked_at = Demonstration(self._game, lesson, self._me).look
            self._toolkit.breathe()
            boxes += [places[zone].box for zone in looked_at if zone in places]
        area = pygame.Rect(boxes[0]).unionall([pygame.Rect(box) for box in boxes if box.w])
        margin = self._toolkit.px(10, 6)
        area = area.inflate(2 * margin, 2 * margin).clip(pygame.Rect(0, 0, *self._view_size))
        self._cut = [box for box in self._wordy() if area.colliderect(box) and not area.contains(box)]
        return Box(*area)

    def _wordy(self) -> list[Box]:
        """Return the boxes of the table that hold words: none may be shown in part."""
        layout = self._view.layout
        boxes = [board.box for board in (*layout.boards, layout.info)]
        for seat in layout.seats:
            edges = self._toolkit.px(6, 4)  # of the cards below the top card of a stock
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
            self._toolkit.breathe()
            part = self._table.subsurface(self._crop)
            self._shrunk = part.copy() if part.get_size() == box[2:] else pygame.transform.smoothscale(part, box[2:])
            colours, band = self._toolkit.theme.colours, pygame.Rect(self._view.layout.band)
            for cut in self._cut:
                ground = colours.band if band.contains(cut) else colours.night
                self._shrunk.fill(ground, self._scaled(cut).moved(-box.x, -box.y))
            pygame.draw.rect(
                self._shrunk, self._toolkit.theme.colours.key_edge, self._shrunk.get_rect(), self._toolkit.px(2)
            )
            self._toolkit.breathe()
        return Sprite(self._shrunk, box.x, box.y)

    def marks(self, now: int) -> list[Sprite]:
        """Return a ring round the button to be pressed, and an arrow from there to its target.

        What lies outside a close-up has no ring.
        """
        toolkit, places, shown = self._toolkit, self._view.places, pygame.Rect(self._crop)
        colour = toolkit.theme.seat(self._me).colour
        seat = self._view.layout.seats[self._me]
        keys = {button: seat.keys[BUTTONS.index(button)] for button in (*self._demo.held, *self._demo.presses)}
        held = [keys[button] for button in self._demo.held if shown.contains(keys[button])]
        boxes = [*(places[zone].box for zone in self._demo.look), *held]
        marks = [ring(toolkit, self._scaled(box), colour) for box in boxes]
        if self._pressed == len(self._demo.presses) or now < self._released:
            return marks
        button = self._demo.presses[self._pressed]
        command = self._demo.meaning(button).command
        key = self._scaled(keys[button])
        if command is not None and command.to in places:
            marks.append(arrow(toolkit, self._start_of(command, seat, key), self._scaled(places[command.to].box)))
        return [*marks, *([ring(toolkit, key, toolkit.theme.colours.text)] if shown.contains(keys[button]) else [])]

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


def legible(size: tuple[int, int]) -> tuple[int, int]:
    """Return a table's size (px), grown until its cards are readable."""
    grown = max(1.0, SMALLEST_SCREEN[0] / size[0], SMALLEST_SCREEN[1] / size[1])
    return round(size[0] * grown), round(size[1] * grown)


def _fitted(crop: Box, room: Box) -> Box:
    """Return the largest box of the crop's proportions in the middle of the room, no larger than the crop itself."""
    part = min(room.w / crop.w, room.h / crop.h, 1.0)
    width, height = round(crop.w * part), round(crop.h * part)
    return Box(room.x + (room.w - width) // 2, room.y + (room.h - height) // 2, width, height)


# The scenes

LEAVE: Final = CARDS[-1]
"""The button that leaves."""


class ButtonsPage(LeftWhenIdle[Done]):
    """Shows every button of every seat: the keys at a desk, or the panels. CARD5 leaves, any other button goes on."""

    def __init__(
        self, toolkit: Toolkit, keys: Wiring | None, places: Wiring | None = None, *, panels: int = 2, note: str = ""
    ) -> None:
        """`keys`: what is printed on the keys of both seats at a desk, None on a cabinet with `panels` panels.

        `places`: the places of these keys on a US keyboard, which are their names if they are not given. `note` is
        what is to be known of presses whose stamps are not exact.
        """
        super().__init__(toolkit)
        self._keys = keys
        self._note = note
        places = places or keys
        self._places = places if places is not None and lies_on_the_block(places) else None
        self._seats = range(2 if keys else panels)

    def pressed(self, press: Press) -> None:
        self.dismiss(Leave() if press.button == LEAVE else Done())

    def boxes_of(self, press: Press) -> Sequence[Box]:
        """See `Scene.boxes_of`: the pressed seat's own button in the picture."""
        if press.seat not in self._seats:
            return ()
        name = f"{press.seat}{press.button}" if self._places is None else self._places[press.seat][press.button]
        return self.boxes_at(name)

    def _foot_ways(self) -> Sequence[Way]:
        keys = tuple(cap_name(panel[LEAVE]) for panel in self._keys or ())
        return [Way("", word("howto.next")), Way(LEAVE, word("way.leave"), keys)]

    def described(self) -> Part:
        """Return the seats' names, their keys or panels, and the buttons' purposes."""
        toolkit, ink = self.toolkit, self.toolkit.theme.colours.text
        names = [named(toolkit, word(f"seat.{seat}"), seat, LARGE) for seat in self._seats]
        if self._keys is not None and self._places is not None:
            keys = keyboard(toolkit, self._places, self._keys)
            shown: Part = stack((0, row((0, names[0]), (1, SPACE), (0, names[1]))), (1, keys), gap=12)
        else:
            panels = [named_panel(toolkit, seat, self._keys[seat] if self._keys else {}) for seat in self._seats]
            columns = (stack((0, name), (1, each), gap=12) for name, each in zip(names, panels, strict=True))
            shown = row(*((1, column) for column in columns), gap=60 / (len(panels) - 1))
        told = (Text(word(key), PLAIN, ink, "text", across=0.5) for key in ("buttons.cards", "buttons.others"))
        note = Text(self._note, SMALL, toolkit.theme.colours.quiet, "text", across=0.5)
        return stack((1, shown), (0, lines(*told, note, gap=12)), gap=12)


WIDE: Final = 0.7
"""Share of the page's width that the table takes."""
TABLE: Final = "table"
"""The mark of the table's place."""


class HowTo(Scene[Done | Leave]):
    """The lessons of one game, shown from the seat `me` (0 or 1).

    The picture is the match's own view of a posed table; beside it is the panel with the same button lit, below it a
    few words. Any button of either seat goes on. CARD5 and the last screen end it (`Done`), and so does a while without
    a press (`Leave`).
    """

    def __init__(
        self,
        toolkit: Toolkit,
        setting: TableSetting,
        game: str,
        me: int,
        options: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        """`options` are those of the match, or of the house, whose variations are shown as well.

        Raises KeyError without lessons.
        """
        self._toolkit = toolkit
        self._game = game
        self._me = me
        self._crossed = MIRRORED if me and setting.cocktail and setting.layout == "facing" else {}
        """The panel as the far player at a cocktail table sees it: that player's LEFT is the screen's right pile."""
        names = {button: name for (seat, button), name in setting.key_names.items() if seat == me}
        self._leave_keys = keys_of(setting.key_names, LEAVE)
        self._names = {self._crossed.get(button, button): name for button, name in names.items()}
        lessons = presentation_of(game).lessons_for(options)
        self._count = len(lessons)
        self._marks = marks(toolkit, laid(toolkit, self._described(0, "", (), ()), self._page))
        room = self._marks[TABLE]
        view = _fitted(Box(0, 0, *toolkit.size), room)
        self._player = LessonPlayer(toolkit, setting, game, me, lessons, Place(room, view[2:]))
        self._stage = Stage(night(toolkit), toolkit.breathe)
        self._idle = IdleTimer()

    @property
    def lesson(self) -> Lesson:
        """The current lesson."""
        return self._player.lesson

    # Life

    def enter(self, now: int) -> None:
        self._idle.restart(now)
        self._player.show(0, now)

    def handle(self, press: Press) -> None:
        """See `Scene.handle`: any button of either seat."""
        if not press.pressed:
            return
        self._idle.restart(press.time_ns)
        following = self._player.number + 1
        if press.button != LEAVE and following < self._player.count:
            self._player.show(following, press.time_ns)
        else:
            self.dismiss(Done())

    def boxes_of(self, press: Press) -> Sequence[Box]:
        """See `Scene.boxes_of`: the button of the panel beside the table, if it is that seat's."""
        button = self._crossed.get(press.button, press.button)
        return (self._marks[f"{self._me}{button}"],) if press.seat == self._me else ()

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`: makes the presses that are due, and repeats the lesson after its end."""
        self._player.advance(now)
        if self._idle.runs_out(now):
            self.dismiss(Leave())

    def next_deadline(self) -> int | None:
        times = (self._player.next_deadline(), self._idle.ends_at)
        return min(time for time in times if time is not None)

    def is_stale(self, now: int) -> bool:
        return self._player.is_stale(now)

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        self._stage.stand(self.sprites(now))
        if everything:
            self._stage.repaint()
        return self._stage.draw(screen, self._player.draw(now))

    # The picture

    @property
    def _page(self) -> Box:
        margin = self._toolkit.px(24, 12)
        return Box(0, 0, *self._toolkit.size).inset(margin, margin)

    def sprites(self, now: int) -> Sequence[Sprite]:
        """Return everything but the table."""
        return sprites(self._toolkit, self.described(now), self._page)

    def described(self, now: int) -> Part:
        """Return the description of the page."""
        player = self._player
        lit, down = (self._on_panel(*buttons) for buttons in (player.lit, player.down(now)))
        return self._described(player.number, word(self.lesson.text), lit, down)

    def _described(self, number: int, words: str, lit: Sequence[str], down: Sequence[str]) -> Part:
        """Return the game's name, the ways on and out, a dot for each screen, the table's place, the panel, the words.

        Dots are bright up to the current screen.
        """
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        bright = toolkit.theme.seat(self._me).colour
        fills = (bright if each <= number else colours.key_edge for each in range(self._count))
        dots = row(*((0, On(Space((14, 14)), plate(fill), fits=True)) for fill in fills), gap=12)
        ways = (Way("", word("howto.next")), Way(LEAVE, word("way.leave"), self._leave_keys))
        name = Text(word(f"game.{self._game}"), LARGE, colours.text)
        head = row((1, name), *((0, way_line(toolkit, way)) for way in ways), (0, dots), gap=20)
        panel = named_panel(toolkit, self._me, self._names, lit, down)
        shown = row((WIDE, Mark(name=TABLE, is_ground=True)), (1 - WIDE, panel), gap=28)
        told = Text(words, LARGE, colours.text, "text", across=0.5)
        return stack((11, head), (73, shown), (16, told))

    def _on_panel(self, *buttons: str) -> Sequence[str]:
        """Return the positions of buttons on the panel, as its player sees it."""
        return tuple(self._crossed.get(button, button) for button in buttons)
