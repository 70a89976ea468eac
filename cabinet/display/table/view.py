"""The table on screen: shows the match as reported to it, and redraws only the changes.

`TableView` is used by one scene at a time: construct it for a match, `update` it with the match's entries, `draw` it
once a frame. It knows no game by name and changes nothing in the match. Its clock is any that runs evenly in ns; only
scalars that hold times (``lock.N``, ``turn_at``) need the play clock beside it.
"""

from collections.abc import Iterable, Mapping
from typing import Final

import pygame
from msgspec.structs import replace

from cabinet.display.cards import CardSize
from cabinet.display.layout.arrange import hand_layout, table_layout
from cabinet.display.layout.boxes import Board, Box, HandLayout, HandNeed, Need, TableLayout
from cabinet.display.stage import Sprite, Stage
from cabinet.display.table.animator import Animator
from cabinet.display.table.hand_overlays import TIMER_STEPS
from cabinet.display.table.hands import HandTable
from cabinet.display.table.messages import StatusText
from cabinet.display.table.middle import Middle
from cabinet.display.table.overlays import SECOND_NS, TENTH_NS, Overlays, SeatNotices
from cabinet.display.table.places import Place, Spots, hand_places, has_minis, need_of, places_of
from cabinet.display.table.prewarm import held_scenarios, scenarios
from cabinet.display.table.race import Race
from cabinet.display.table.seats import SlotSeat, choice_sizes
from cabinet.display.table.view_state import (
    Choice,
    Dialog,
    EventFeed,
    Overlay,
    TableSetup,
    TableUpdate,
    ViewState,
    Words,
    said,
)
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Toolkit, in_middle, stacked
from cabinet.display.widgets import STEPS, Discs, KeyNames, key_caps, keys_of, table_backdrop
from engine.log_lines import PressLine
from engine.scheduler import ASK_NS, LEAVE_NS
from engine.table import Table
from engine.units import NEVER


class TableView:
    """The picture of one match. It draws everything at its first appearance, or before that by `draw_ahead`."""

    def __init__(self, setup: TableSetup, words: Words, toolkit: Toolkit) -> None:
        self.setup = setup
        self.toolkit = toolkit
        """The toolkit of this view's screen."""
        self._theme = toolkit.theme
        self._notes = SeatNotices(toolkit, toolkit.shared(Overlays), words)
        self._seats = SlotSeat(toolkit, words, setup, self._notes)
        self._status = StatusText(toolkit, words, setup)
        self._race = Race(toolkit, words, setup, self._status)
        self._middle = Middle(toolkit, words, self._status, self._race)
        self._hands = HandTable(toolkit, words, setup, self._middle, self._notes)
        self._dialogs = Dialogs(toolkit, words, setup.key_names)
        self._feed = EventFeed(toolkit.theme.motion)
        self._need = replace(need_of(setup.zones), large=toolkit.theme.large)
        self._zones = setup.zones
        self._layout = self._lay_out(self._need)
        self._animator = Animator(toolkit.theme, toolkit.art, self._race.land, self._layout)
        self.toolkit.breathe()
        self._backdrop = table_backdrop(self.toolkit, self._layout)
        self._stage = Stage(self._backdrop, self.toolkit.breathe)
        self._places: Mapping[str, Place] = {}
        self._latest: TableUpdate | None = None
        self._dialog: Dialog | None = None
        self._overlay: Overlay | None = None
        self._overlay_since = 0
        self._asked_at: int | None = None
        self._change_at = 0
        self._moment: ViewState | None = None
        self._base: list[Sprite] = []
        self._race_at = NEVER
        self._race.lie_on(self._layout, self._places_of(self._zones))

    def draw_ahead(self) -> None:
        """Draw whatever a match usually shows, so that no frame of it has to: changes nothing but the caches."""
        self.draw_cards()
        self._draw_scenarios()
        self._race.prewarm(self._layout)

    def draw_cards(self) -> None:
        """Draw every face at the sizes of this layout; the toolkit keeps them, so a lesson draws a match's cards."""
        layout, art = self._layout, self.toolkit.art
        both = any(seat.turned for seat in layout.seats)
        faces = tuple(dict.fromkeys(face.partition("/")[0] for face in self.setup.faces))
        for size in (layout.card, layout.pile, layout.small):
            art.back(CardSize(*size))
            art.empty(CardSize(*size), self._theme.colours.well)
        if isinstance(layout, HandLayout) and has_minis(self._zones):
            for choice in choice_sizes(self.toolkit, layout):
                art.prepare(faces, choice)
        art.prepare(faces, CardSize(*layout.card))
        art.prepare(faces, CardSize(*layout.pile), two_ended=both)
        if both:
            art.prepare(faces, CardSize(*layout.card), turned=True)

    # Input

    def update(self, update: TableUpdate) -> None:
        """Show the match as it is after an update's entries."""
        if update.rewound_to is not None:
            self._feed.take_back(update.rewound_to)
            self._animator.halt()
        self._arrange(update.table)
        if isinstance(self._layout, HandLayout):
            self._animator.spread(Spots(update.rows, self._layout))
        self._latest = update
        self._feed.hear(update.entries, update.now_ns)
        self._animator.hear(update)
        self._listen(update)
        self._change_at = 0

    def show(self, dialog: Dialog | None) -> None:
        """Put a dialog over the table (a pause, a result), or remove it with None."""
        self._dialog = dialog
        self._change_at = 0

    def tell(self, seat: int, key: str, now_ns: int) -> None:
        """Tell a seat something across its cards for a while, in the colour of an alarm."""
        if self._feed.tell(seat, key, now_ns):
            self._change_at = 0

    def lay_over(self, overlay: Overlay | None, now_ns: int) -> None:
        """Show a picture in motion over the table from now on, in place of a race, or remove it with None."""
        if overlay is not None:
            self._feed.end_race()
        self._overlay = overlay
        self._overlay_since = now_ns
        self._change_at = 0

    def repaint(self) -> None:
        """Draw the whole screen at the next `draw`, as after another scene."""
        self._stage.repaint()

    @property
    def layout(self) -> TableLayout:
        """The current layout."""
        return self._layout

    @property
    def places(self) -> Mapping[str, Place]:
        """The current place of each zone."""
        return self._places

    def key_boxes(self, seat: int, button: int) -> tuple[Box, ...]:
        """Return where the soft-key of a button (0…7 in the panel's order) is drawn; none for a seat without keys."""
        boxes = (each.keys[button] for each in self._layout.seats if each.seat == seat and button < len(each.keys))
        return tuple(box for box in boxes if box.w)

    def is_lit(self, seat: int, button: int) -> bool:
        """Return whether the soft-key of a button is lit."""
        if self._latest is None or seat >= len(self._latest.keys):
            return False
        is_locked = self._moment is not None and self._moment.is_locked(seat)
        return self._latest.keys[seat][button].lit and not is_locked

    # Output

    def busy(self, now_ns: int) -> bool:
        """Return whether there is motion, so that the next frame will differ from this."""
        if self._overlay is not None and self._overlay.is_moving(now_ns - self._overlay_since):
            return True
        return self._animator.is_busy

    @property
    def next_change(self) -> int:
        """When the picture next changes without an update, in ns (`NEVER` if it does not; past: at once)."""
        return min(self._change_at, self._race_at)

    def flashing(self, now_ns: int) -> tuple[tuple[int, ...], int]:
        """Return the seats whose lamps a race lets flash at `now_ns`, and until when (ns; `NEVER` without a race)."""
        if self._latest is None:
            return (), NEVER
        return self._race.flashing(self._view_state(self._latest, now_ns), now_ns)

    def draw(self, surface: pygame.Surface, now_ns: int) -> list[pygame.Rect]:
        """Update the surface to a time; return the touched rectangles, none if nothing changed."""
        if self._animator.settle(now_ns) or now_ns >= self._change_at:
            self._compose(now_ns)
        elif now_ns >= self._race_at:
            self._stand(now_ns)
        return self._stage.draw(surface, self._moving(now_ns))

    # Internals

    def _draw_scenarios(self) -> None:
        """Draw the common elements of a match; see `cabinet.display.table.prewarm`."""
        layout, has_hands = self._layout, isinstance(self._layout, HandLayout)
        for scenario in held_scenarios(len(self.setup.names)) if has_hands else scenarios():
            places = self._places_of(scenario.table.zones)
            self._standing(
                ViewState(scenario.table, scenario.keys, layout, places, self._feed, 0, 0, rows=scenario.rows)
            )
            self.toolkit.breathe()
        if isinstance(layout, HandLayout):
            self._middle.prewarm(self._status.turns(), layout.boards)
            self._hands.prewarm(layout, self._zones)
            return
        self._middle.prewarm(self._status.runs(), layout.boards)
        for seat in layout.seats:
            self._notes.prewarm(seat)

    def _standing(self, moment: ViewState) -> list[Sprite]:
        """Return all standing sprites at a moment, from the bottom to the top."""
        if isinstance(self._layout, HandLayout):
            return self._hands.sprites(moment, self._layout)
        sprites = self._middle.sprites(moment)
        for seat in self._layout.seats:
            sprites += self._seats.sprites(moment, seat)
        return sprites

    def _lay_out(self, need: Need) -> TableLayout:
        setup = self.setup
        if setup.hands:
            there = HandNeed(len(setup.names), setup.viewers, has_minis(self._zones), self._theme.large)
            return hand_layout(setup.size, setup.layout, there, cocktail=setup.cocktail)
        turned, people = setup.cocktail, setup.viewers
        return table_layout(setup.size, setup.layout, cocktail=turned, need=need, near=setup.near, people=people)

    def _places_of(self, zones: Iterable[str]) -> Mapping[str, Place]:
        if isinstance(self._layout, HandLayout):
            return hand_places(zones, self._layout)
        return places_of(zones, self._layout)

    def _arrange(self, table: Table) -> None:
        """Set the places for a new set of zones and, where its needs differ, a new layout."""
        zones = tuple(table.zones)
        if zones == self._zones and self._places:
            return
        self._zones = zones
        need = replace(need_of(zones), large=self._theme.large)
        layout = self._layout if need == self._need and not self.setup.hands else self._lay_out(need)
        if layout != self._layout:
            self._need, self._layout = need, layout
            self._backdrop = table_backdrop(self.toolkit, self._layout)
            self._stage.set_backdrop(self._backdrop)
        self._places = self._places_of(zones)
        self._race.lie_on(self._layout, self._places)
        self._animator.arrange(self._places, self._layout)

    def _listen(self, update: TableUpdate) -> None:
        """Keep "Still there?" until a press, or until the match goes on without an answer."""
        for entry in update.entries:
            is_press = isinstance(entry, PressLine) and entry.pressed
            if is_press or any(effect[0] == "phase" for effect in entry.effects):
                self._asked_at = None
            if ("say", -1, "still_there") in entry.effects:
                self._asked_at = update.now_ns

    def _compose(self, now_ns: int) -> None:
        """Compose all standing sprites and find the time of the next change without an update."""
        self._feed.expire(now_ns)
        if self._latest is None:
            return
        self._moment = self._view_state(self._latest, now_ns)
        self._base = self._standing(self._moment)
        self._stand(now_ns)
        self._change_at = self._next_change(self._moment)

    def _stand(self, now_ns: int) -> None:
        """Put everything on the stage: a race's light, the table as it was composed last, and a dialog."""
        assert self._moment is not None, "composed before"
        ground, light = self._middle.ground(self._moment), self._race.under(self._moment, now_ns)
        sprites = [*ground, *light, *self._base, *self._race.over(self._moment, now_ns)]
        dialog = self._current_dialog(now_ns)
        if dialog is not None:
            sprites += self._dialogs.sprites(dialog, self._layout.dialogs)
        self._stage.stand(sprites)
        self._race_at = self._race.next_change(self._moment, now_ns)

    def _view_state(self, latest: TableUpdate, now_ns: int) -> ViewState:
        return ViewState(
            latest.table,
            latest.keys,
            self._layout,
            self._places,
            self._feed,
            now_ns,
            latest.play_clock_ns + (0 if latest.paused else now_ns - latest.now_ns),
            self._animator.under_way,
            latest.rows,
            latest.clock,
            latest.ready_wait,
        )

    def _current_dialog(self, now_ns: int) -> Dialog | None:
        if self._dialog is not None or self._asked_at is None:
            return self._dialog
        left = self._asked_at + LEAVE_NS - ASK_NS - now_ns
        return self._middle.question(max(0, -(-left // SECOND_NS)), (LEAVE_NS - ASK_NS) // SECOND_NS)

    def _moving(self, now_ns: int) -> list[Sprite]:
        if self._overlay is not None:
            return self._overlay.sprites(now_ns - self._overlay_since)
        is_covered = self._dialog is not None or self._asked_at is not None
        return [] if is_covered else self._animator.sprites(now_ns)

    def _next_change(self, moment: ViewState) -> int:
        """Return when the standing sprites change without an update: a notice or a countdown."""
        times = [NEVER]
        if (ends := self._feed.next_change()) is not None:
            times.append(ends)
        steps = {f"lock.{seat.seat}": SECOND_NS for seat in self._layout.seats}
        steps |= {"turn_at": TENTH_NS} if moment.number("stuck") else {}
        times += [moment.now_ns + (left - 1) % step + 1 for key, step in steps.items() if (left := moment.left_ns(key))]
        guards = (moment.left_ns(f"guard.{seat.seat}") for seat in self._layout.seats)
        times += [moment.now_ns + left for left in guards if left]
        if self._asked_at is not None:
            times.append(moment.now_ns + SECOND_NS - (moment.now_ns - self._asked_at) % SECOND_NS)
        if moment.ready_left_ns and not (self._latest and self._latest.paused):
            times.append(moment.now_ns + (moment.ready_left_ns - 1) % SECOND_NS + 1)
        if moment.clock is not None and moment.time_left() > 0 and not (self._latest and self._latest.paused):
            times.append(moment.now_ns + max(1, (moment.clock.ends - moment.clock.begins) // TIMER_STEPS))
        return min(times)


# Dialogs over the table: pauses, questions

LEAST_TITLE: Final = 22
"""The smallest title in a dialog, at 800×480."""

LINE: Final = 19
"""Letters of a dialog's lines, at 800×480."""


class Dialogs:
    """Draws dialogs and caches them."""

    def __init__(self, toolkit: Toolkit, words: Words, key_names: KeyNames) -> None:
        self._toolkit = toolkit
        self._words = words
        self._key_names = key_names
        self._discs = toolkit.shared(Discs)
        self._paper = toolkit.cached(self._draw_paper)
        self._veil = toolkit.cached(self._draw_veil)
        self._blank = toolkit.cached(self._draw_blank)

    def sprites(self, dialog: Dialog, boards: tuple[Board, ...]) -> list[Sprite]:
        """Return the dialog on its boards."""
        sprites = [Sprite(self._veil(self._toolkit.size), 0, 0)]
        for board in boards:
            high = min(board.box.h, self._toolkit.px(236, 160))
            box = board.box.inset(0, (board.box.h - high) // 2)
            sprites.append(Sprite(self._paper(dialog, (box.w, box.h), board.turned), box.x, box.y))
        return sprites

    # Paper

    def _draw_veil(self, size: tuple[int, int]) -> pygame.Surface:
        veil = pygame.Surface(size)
        veil.fill(self._toolkit.theme.colours.night)
        veil.set_alpha(205)
        return veil

    def _draw_paper(self, dialog: Dialog, size: tuple[int, int], turned: bool) -> pygame.Surface:
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        box = Box(0, 0, *size)
        edge = toolkit.theme.seat(dialog.seat).colour if dialog.seat >= 0 else colours.key_edge
        plate = self._blank(size, edge)
        margin = toolkit.px(26, 12)
        text = box.inset(margin, toolkit.px(14, 7))
        parts = [Sprite(plate, 0, 0)]
        if dialog.wait is not None:
            ring = self._ring_box(box)
            parts += self._waiting(dialog, ring)
            text = Box(ring.right + margin, text.y, text.right - ring.right - margin, text.h)
        return toolkit.panel(size, [*parts, *self._words_in(dialog, text)], turned=turned)

    def _ring_box(self, box: Box) -> Box:
        """Return the place of a ring at the left of the words."""
        side = min(box.h - self._toolkit.px(36, 20), box.w // 3)
        return Box(box.x + self._toolkit.px(26, 12), box.y + (box.h - side) // 2, side, side)

    def _waiting(self, dialog: Dialog, box: Box) -> list[Sprite]:
        """Return the ring in the colour of the dialog's seat as it has run out, and the seconds left inside."""
        toolkit, (left, whole) = self._toolkit, dialog.wait or (0, 1)
        ring = self._discs.ring(dialog.seat, box.w, STEPS - STEPS * left // max(1, whole))
        high = round(box.w * (0.44 if left < 10 else 0.32))
        seconds = toolkit.figures(str(left), high, toolkit.theme.colours.segments, False)
        return [Sprite(ring, box.x, box.y), toolkit.put(box, seconds)]

    def _draw_blank(self, size: tuple[int, int], edge: Colour) -> pygame.Surface:
        """Draw the plate, up to 1 MB at 800×480: it goes with the match, and the toolkit does not keep it."""
        return self._toolkit.draw_plate(size, self._toolkit.theme.colours.plate, edge, radius=self._toolkit.px(18, 10))

    def _words_in(self, dialog: Dialog, box: Box) -> list[Sprite]:
        """Return the words, with the title as large as the box allows."""
        size, gap = self._toolkit.theme.type.title, self._toolkit.px(10, 5)
        texts = self._texts(dialog, box.w, size)
        while size > LEAST_TITLE and sum(text.get_height() for text in texts) + gap * (len(texts) - 1) > box.h:
            size, gap = size - 2, max(2, gap - 1)
            texts = self._texts(dialog, box.w, size)
        return stacked(box, texts, gap)

    def _texts(self, dialog: Dialog, width: int, size: int) -> list[pygame.Surface]:
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        colour = toolkit.theme.seat(dialog.seat).colour if dialog.seat >= 0 else colours.text
        badges = 2 * toolkit.type_size(size) if dialog.seat >= 0 else 0
        title = toolkit.fitted(dialog.title, size, colour, width - badges, "title")
        texts = [self._with_badge(title, dialog.seat)]
        if dialog.scores:
            texts += self._scores(dialog.scores, width)
        for line in dialog.lines:
            rows = [line] if toolkit.fits(line, width) else toolkit.rows(line, LINE, width)
            texts += [toolkit.fitted(row, LINE, colours.text, width) for row in rows]
        if dialog.hold:
            how = [texts.pop(), *(key_caps(toolkit, keys, LINE, "+") for keys in dialog.hold)]
            row = _line(how, toolkit.px(14, 8))
            texts += [row] if row.get_width() <= width else how
        if dialog.choices:
            texts += self._choices(dialog.choices, width)
        return texts

    def _with_badge(self, title: pygame.Surface, seat: int) -> pygame.Surface:
        if seat < 0:
            return title
        toolkit = self._toolkit
        side = int(title.get_height() * 0.72)
        return _line([toolkit.badge(seat, side), title, toolkit.badge(seat, side)], toolkit.px(14, 8))

    def _scores(self, scores: tuple[int, ...], width: int) -> list[pygame.Surface]:
        """Return every seat's figure beside its badge: two against each other, more in one row or two."""
        toolkit, type_ = self._toolkit, self._toolkit.theme.type
        if len(scores) == 2:
            (first, badge), (last, other) = (self._score(seat, str(scores[seat]), type_.figure) for seat in (0, 1))
            dash = toolkit.text("–", type_.figure, toolkit.theme.colours.quiet, "title")
            return [_line([badge, first, dash, last, other], toolkit.px(12, 7))]
        size = type_.figure if len(scores) <= 4 else round(type_.figure * 0.8)
        figures = [self._score(seat, str(score), size) for seat, score in enumerate(scores)]
        pairs = [_line([*reversed(figure)], toolkit.px(5, 3)) for figure in figures]
        row = _line(pairs, toolkit.px(20, 10))
        if row.get_width() <= width:
            return [row]
        half = -(-len(pairs) // 2)
        return [_line(pairs[:half], toolkit.px(20, 10)), _line(pairs[half:], toolkit.px(20, 10))]

    def _score(self, seat: int, score: str, size: int) -> tuple[pygame.Surface, pygame.Surface]:
        """Return the figure and the badge of a seat."""
        toolkit = self._toolkit
        figure = toolkit.text(score, size, toolkit.theme.seat(seat).colour, "title")
        return figure, toolkit.badge(seat, int(figure.get_height() * 0.5))

    def _choices(self, choices: tuple[Choice, ...], width: int) -> list[pygame.Surface]:
        """Return the choices in a row, or below each other where the row is too long."""
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        parts: list[pygame.Surface] = []
        for choice in choices:
            keys = keys_of(self._key_names, choice.button)
            names = "  ".join(keys) or said(self._words, f"button.{choice.button}")
            name = toolkit.text(names, LINE, colours.dark_text)
            size = (name.get_width() + toolkit.px(24, 14), name.get_height() + toolkit.px(8, 4))
            cap = in_middle(toolkit.plate(size, colours.text), name)
            parts.append(_line([cap, toolkit.text(choice.text, LINE, colours.text)], toolkit.px(8, 5)))
        row = _line(parts, toolkit.px(30, 16))
        return [row] if row.get_width() <= width else parts


def _line(parts: list[pygame.Surface], gap: int) -> pygame.Surface:
    """Return the surfaces side by side, on one middle line."""
    height = max(part.get_height() for part in parts)
    line = pygame.Surface((sum(part.get_width() for part in parts) + gap * (len(parts) - 1), height), pygame.SRCALPHA)
    x = 0
    for part in parts:
        line.blit(part, (x, round((height - part.get_height()) * 0.5)))
        x += part.get_width() + gap
    return line
