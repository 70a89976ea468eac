"""The look of the operator's page: values in, sprites out.

`frame` divides the page. Each part has a function: `state_page`, `buttons_page`, `audits_page`, `rows_page`. No line is
lower than its letters: what has no room for all of its lines shows those around the highlighted one.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.margin_text import margin_text
from cabinet.display.stage import Sprite
from cabinet.display.theme import Colour, Face
from cabinet.display.toolkit import Toolkit, stacked
from cabinet.doctor.findings import FAIL, OK, WARN, Finding
from cabinet.input.assigning import button_words, place_words
from cabinet.input.audit import never_pressed
from cabinet.scenes.legend import button_sign, icon_text, on_plate, panel_boxes, signed_cap, wrapped_text
from cabinet.store.audits import STRETCHES, Audits
from cabinet.store.ledger import SINCE, Race
from cabinet.strings.catalogue import has_word, local_number, word
from engine.panel import BUTTONS, CARDS, Press

EDGES: Final = 50
"""So many of the last edges are shown."""
HELD_NS: Final = 10_000_000_000
"""A button that is down for so long in the test is called held."""

# Values


class Row(NamedTuple):
    """A line of the settings, in words."""

    title: str
    value: str = ""


class ButtonState(NamedTuple):
    """The state of a button in the test."""

    is_down: bool = False
    presses: int = 0
    since_ns: int = 0
    """When it went down last."""
    chatters: bool = False
    shortest_ns: int | None = None
    """How long its shortest press took."""

    def is_held(self, now: int) -> bool:
        """Return whether it has been down for longer than a finger stays."""
        return self.is_down and now >= self.since_ns + HELD_NS


TestView = Literal["presses", "edges", "shortest", "bounce"]
"""What the test of the buttons shows: the panels with their presses, the last edges, or the panels with how long each
button's shortest press was, or its longest bounce."""
Spans = Mapping[tuple[int, str], int]
"""How long something of each (seat, button) took, ns."""


# The frame, and what its parts share

TABS: Final = ("operator.state", "operator.buttons", "operator.audits", "operator.settings", "operator.leave")
"""The labels of the card buttons."""


def frame(toolkit: Toolkit, page: Box, part: int) -> tuple[list[Sprite], Box, Box]:
    """Return the tabs on top, the room for the part, and the foot below it."""
    high = toolkit.px(40, 28)
    gap = toolkit.px(8, 4)
    width = (page.w - gap * (len(TABS) - 1)) // len(TABS)
    sprites = []
    for place, key in enumerate(TABS):
        box = Box(page.x + place * (width + gap), page.y, width, high)
        sprites.append(Sprite(tab(toolkit, place, key, box, is_open=place == part), box.x, box.y))
    foot_high = toolkit.px(56, 40)
    foot = Box(page.x, page.bottom - foot_high + toolkit.px(14, 5), page.w, foot_high)
    room = Box(page.x, page.y + high + toolkit.px(12, 6), page.w, 0)
    return sprites, Box(room.x, room.y, room.w, foot.y - room.y - toolkit.px(6, 3)), foot


def tab(toolkit: Toolkit, place: int, key: str, box: Box, *, is_open: bool) -> pygame.Surface:
    """Draw one tab: the number of its button, and its name."""
    colours = toolkit.theme.colours
    fill, ink = (colours.paper, colours.dark_text) if is_open else (colours.key, colours.key_text)
    text = toolkit.fitted(f"{word(f'button.{CARDS[place]}')}  {word(key)}", 17, ink, box.w - toolkit.px(12, 6))
    return on_plate(toolkit.plate((box.w, box.h), fill, radius=toolkit.px(8, 5)), text)


def hint(toolkit: Toolkit, foot: Box, key: str) -> list[Sprite]:
    """Return the line that explains the buttons."""
    return stacked(foot, [icon_text(toolkit, word(key), 14, toolkit.theme.colours.quiet, foot.w)], 0)


def said(toolkit: Toolkit, foot: Box, text: str, colour: Colour) -> list[Sprite]:
    """Return a sentence at the foot, in two lines at most."""
    return stacked(foot, wrapped_text(toolkit, text, 15, colour, foot.w, most=2), 0)


class Table:
    """Lines of one height, from the top of a room downwards."""

    def __init__(self, toolkit: Toolkit, room: Box, lines: int, size: int = 20) -> None:
        self._toolkit = toolkit
        self._room = room
        self.size = size
        text = toolkit.fonts.get("text", toolkit.type_size(size)).get_linesize()
        self.high = max(min(text + toolkit.px(8, 3), room.h // max(1, lines)), 1)

    @classmethod
    def readable(cls, toolkit: Toolkit, room: Box, lines: int, chosen: int) -> "tuple[Table, range]":
        """Return a table of lines that can be read standing, and those that fit around the chosen one."""
        text = toolkit.fonts.get("text", toolkit.type_size(LARGE)).get_linesize()
        fit = max(1, room.h // (text + toolkit.px(6, 3)))
        first = max(0, min(chosen - fit // 2, lines - fit))
        return cls(toolkit, room, min(fit, lines), LARGE), range(first, min(lines, first + fit))

    def place(self, shown: range, lines: int) -> list[Sprite]:
        """Return a bar at the right edge that says which of the lines are shown; nothing where all are."""
        if len(shown) == lines:
            return []
        toolkit, room, wide = self._toolkit, self._room, self._toolkit.px(4, 3)
        top, high = room.h * shown.start // lines, max(1, room.h * len(shown) // lines)
        bar = toolkit.plate((wide, high), toolkit.theme.colours.quiet, radius=wide // 2)
        return [Sprite(bar, room.right - wide, room.y + top)]

    def bar(self, line: int, colour: Colour) -> Sprite:
        """Return the highlight behind a line."""
        box = Box(self._room.x, self._room.y + line * self.high, self._room.w, self.high)
        return Sprite(self._toolkit.plate((box.w, box.h), colour, radius=self._toolkit.px(6, 3)), box.x, box.y)

    def cell(
        self, line: int, left: float, right: float, text: str, colour: Colour, *, across: float = 0, face: Face = "text"
    ) -> Sprite:
        """Return text between two shares of the width."""
        toolkit, box = self._toolkit, self._box(line, left, right)
        return toolkit.put(box, toolkit.fitted(text, self.size, colour, box.w, face), across, 0.5)

    def sign(self, line: int, left: float, right: float, button: str, colour: Colour) -> Sprite:
        """Return the sign of a button between two shares of the width."""
        box = self._box(line, left, right)
        return self._toolkit.put(box, button_sign(self._toolkit, button, box, colour), 0, 0.5)

    def fits(self, left: float, right: float, text: str) -> bool:
        """Return whether text stands whole between two shares of the width."""
        return self._toolkit.fits(text, self._box(0, left, right).w)

    def _box(self, line: int, left: float, right: float) -> Box:
        room, margin = self._room, self._toolkit.px(8, 4)
        x, wide = room.x + round(room.w * left) + margin, round(room.w * (right - left)) - margin
        return Box(x, room.y + line * self.high, wide, self.high)


# The parts


LARGE: Final = 20
"""The size of letters that are read standing: capitals of 14 px at 800×480."""


MOST_LINES: Final = 6
"""So many lines the whole text of a finding may take, with its remedy."""


class Note(NamedTuple):
    """The sentence at the foot, in the colour of that name; `is_signs`: with signs of buttons in brackets."""

    text: str
    colour: Literal["quiet", "good", "alarm"] = "quiet"
    is_signs: bool = False

    @property
    def is_hint(self) -> bool:
        """Return whether it only explains the buttons."""
        return self.is_signs and self.colour == "quiet"


def state_page(toolkit: Toolkit, room: Box, foot: Box, findings: Sequence[Finding] | None, chosen: int) -> list[Sprite]:
    """Return the doctor's findings, and below them the text of the highlighted line, and its remedy.

    The foot takes as many lines from the room as the text needs: a command in it cannot be told in capitals.
    """
    colours = toolkit.theme.colours
    if findings is None:
        return stacked(room, [toolkit.text(word("operator.looking"), 22, colours.quiet)], 0)
    if not findings:
        return hint(toolkit, foot, "operator.hint.look")
    levels = {OK: colours.good, WARN: colours.caution, FAIL: colours.alarm}
    chosen = min(chosen, len(findings) - 1)
    finding = findings[chosen]
    is_fault = finding.level != OK and finding.remedy
    whole = word("operator.remedy", message=finding.message, remedy=finding.remedy) if is_fault else finding.message
    lines = wrapped_text(toolkit, whole, 15, colours.text, foot.w, most=MOST_LINES)
    more = max(0, sum(line.get_height() for line in lines) - foot.h)
    room, foot = Box(room.x, room.y, room.w, room.h - more), Box(foot.x, foot.y - more, foot.w, foot.h + more)
    table, shown = Table.readable(toolkit, room, len(findings), chosen)
    sprites = [table.bar(chosen - shown.start, colours.key)]
    for line, each in enumerate(findings[shown.start : shown.stop]):
        sprites += [
            table.cell(line, 0, 0.12, word(f"finding.{each.level}"), levels[each.level]),
            table.cell(line, 0.12, 0.31, word(f"check.{each.name}"), colours.text),
            table.cell(line, 0.31, 0.985, each.message, colours.quiet),
        ]
    return [*sprites, *table.place(shown, len(findings)), *stacked(foot, lines, 0)]


def topic_strip(
    toolkit: Toolkit, room: Box, topics: Sequence[str], topic: str, dots: tuple[int, int] = (0, 0)
) -> tuple[list[Sprite], Box]:
    """Return the names of the topics in a line, the open one bright and underlined, and the room below.

    At its end are so many `dots`, of which one is bright.
    """
    colours = toolkit.theme.colours
    inks = {name: colours.text if name == topic else colours.quiet for name in topics}
    names = [toolkit.text(word(f"topic.{name}"), LARGE, ink, "title") for name, ink in inks.items()]
    taken, least = sum(name.get_width() for name in names), room.w - len(names) * toolkit.px(8, 4)
    if taken > least:
        shares = [name.get_width() * least // taken for name in names]
        fitted = zip(inks.items(), shares, strict=True)
        names = [toolkit.fitted(word(f"topic.{name}"), LARGE, ink, wide, "title") for (name, ink), wide in fitted]
    high, gap = max(name.get_height() for name in names), toolkit.px(4, 2)
    apart = min(toolkit.px(36, 14), (room.w - sum(name.get_width() for name in names)) // len(names))
    sprites, x = [], room.x + toolkit.px(8, 4)
    for name, drawn in zip(topics, names, strict=True):
        sprites.append(Sprite(drawn, x, room.y + high - drawn.get_height()))  # an accent makes a capital higher
        if name == topic:
            line = toolkit.plate((drawn.get_width(), toolkit.px(3, 2)), colours.text, radius=1)
            sprites.append(Sprite(line, x, room.y + high))
        x += drawn.get_width() + apart
    side = toolkit.px(10, 6)
    for place in range(dots[0]):
        dot = toolkit.plate((side, side), colours.text if place == dots[1] else colours.key_edge)
        left = room.right - (dots[0] - place) * 2 * side
        sprites.append(Sprite(dot, left, room.y + (high - side) // 2))
    taken = high + toolkit.px(3, 2) + gap
    return sprites, Box(room.x, room.y + taken, room.w, room.h - taken)


def rows_page(
    toolkit: Toolkit, room: Box, foot: Box, rows: Sequence[Row], chosen: int, note: Note, *, turning: bool
) -> list[Sprite]:
    """Return settings and other actions, a line each, and the note at the foot; a value that is turned has arrows.

    Where the highlighted line is cut, a foot that only explains the buttons has the whole line instead.
    """
    colours = toolkit.theme.colours
    table, shown = Table.readable(toolkit, room, len(rows), chosen)
    sprites = [table.bar(chosen - shown.start, colours.key)]
    for line, row in enumerate(rows[shown.start : shown.stop]):
        is_chosen = line + shown.start == chosen
        sprites.append(table.cell(line, 0.03, 0.62, row.title, colours.text if is_chosen else colours.quiet))
        value = word("operator.turned", value=row.value) if is_chosen and turning else row.value
        sprites.append(table.cell(line, 0.62, 0.97, value, colours.text, across=1))
        if is_chosen and note.is_hint and not (table.fits(0.03, 0.62, row.title) and table.fits(0.62, 0.97, value)):
            note = Note(word("operator.whole", title=row.title, value=row.value) if row.value else row.title)
    sprites += table.place(shown, len(rows))
    ink: Colour = getattr(colours, note.colour)
    if note.is_signs:
        return [*sprites, *stacked(foot, [icon_text(toolkit, note.text, 17, ink, foot.w)], 0)]
    return [*sprites, *said(toolkit, foot, note.text, ink)]


# The button test


def buttons_page(
    toolkit: Toolkit,
    room: Box,
    foot: Box,
    seats: Sequence[int],
    buttons: Mapping[tuple[int, str], ButtonState],
    last: Press | None,
    gap_ns: int | None,
    verdict: tuple[str, bool],
    spans: Spans | None,
    title: str,
) -> list[Sprite]:
    """Return every panel, two in a row: a button is dark until pressed, then in the seat's colour, white while down.

    Each has the number of its presses or, where there are `spans`, its own in ms; `title` says what these are.
    """
    colours = toolkit.theme.colours

    def draw(seat: int, button: str, cap: Box) -> pygame.Surface:
        state = buttons.get((seat, button), ButtonState())
        own = toolkit.theme.seat(seat).colour
        fill = colours.paper if state.is_down else own if state.presses else colours.key_text
        figure = str(state.presses) if spans is None else _milliseconds(spans.get((seat, button)))
        return numbered_cap(toolkit, button, fill, figure, cap)

    line = toolkit.px(30, 18)
    sprites = panels(toolkit, Box(room.x, room.y, room.w, room.h - line), seats, draw)
    text = title
    if last is not None and not title:
        gap_text = "–" if gap_ns is None else local_number(f"{gap_ns / 1e6:.3f}")
        stamp = local_number(f"{last.time_ns / 1e9:.6f}")
        place = place_words(last.seat, last.button)
        text = word("operator.last", place=place, source=last.source, stamp=stamp, gap=gap_text)
    if text:
        told = toolkit.fitted(text, LARGE, colours.text, room.w)
        sprites.append(Sprite(told, room.x + (room.w - told.get_width()) // 2, room.bottom - told.get_height()))
    return [*sprites, *_verdict_lines(toolkit, foot, verdict)]


def _milliseconds(ns: int | None) -> str:
    """Return a time in ms in four signs at most: ``0.9``, ``46``, ``1.2K``."""
    if ns is None:
        return "–"
    return local_number(f"{ns / 1e6:.1f}") if ns < 9_950_000 else short_number(round(ns / 1e6))


def _verdict_lines(toolkit: Toolkit, foot: Box, verdict: tuple[str, bool]) -> list[Sprite]:
    colours, (text, is_good) = toolkit.theme.colours, verdict
    lines = [
        toolkit.fitted(text, 17, colours.good if is_good else colours.caution, foot.w),
        icon_text(toolkit, word("operator.hint.test"), 17, colours.quiet, foot.w),
    ]
    return stacked(foot, lines, 0)


EDGE_ROWS: Final = 10
"""The edges below each other; the next column goes on with the later ones."""


def edges_page(
    toolkit: Toolkit,
    room: Box,
    foot: Box,
    edges: Sequence[Press],
    shortest: Spans,
    bounce: Spans,
    verdict: tuple[str, bool],
) -> list[Sprite]:
    """Return the last edges column by column, each with the time since the one before in ms: presses in the seat's
    colour, releases grey; above them the shortest press and the longest bounce."""
    colours = toolkit.theme.colours
    words = []
    if shortest:
        words.append(_span_words("operator.edges.shortest", shortest, min(shortest, key=lambda each: shortest[each])))
    if bounce:
        words.append(_span_words("operator.edges.bounce", bounce, max(bounce, key=lambda each: bounce[each])))
    head = toolkit.fitted("     ".join(words) or word("operator.edges"), LARGE, colours.text, room.w)
    sprites = [Sprite(head, room.x, room.y)]
    box = Box(room.x, room.y + head.get_height(), room.w, room.h - head.get_height())
    table = Table(toolkit, box, EDGE_ROWS, LARGE)
    columns = -(-EDGES // EDGE_ROWS)
    for place, edge in enumerate(edges):
        column, line = divmod(place, EDGE_ROWS)
        ink = toolkit.theme.seat(edge.seat).colour if edge.pressed else colours.quiet
        gap = local_number(f"{(edge.time_ns - edges[place - 1].time_ns) / 1e6:,.1f}") if place else "–"
        left, right = column / columns, (column + 0.8) / columns
        sprites.append(table.sign(line, left, left + 0.05, edge.button, ink))
        sprites.append(table.cell(line, left + 0.05, right, gap, ink, across=1, face="title"))
    return [*sprites, *_verdict_lines(toolkit, foot, verdict)]


def _span_words(key: str, spans: Spans, place: tuple[int, str]) -> str:
    return word(key, button=place_words(*place), ms=local_number(f"{spans[place] / 1e6:.1f}"))


Draw = Callable[[int, str, Box], pygame.Surface]
"""Draws a seat's button, as large as the box."""


def panels(toolkit: Toolkit, room: Box, seats: Sequence[int], draw: Draw) -> list[Sprite]:
    """Return the panels with their names, two in a row, each as it is built."""
    gap = toolkit.px(40, 20)
    half = (room.w - gap) // 2
    high = room.h // -(-len(seats) // 2)
    sprites = []
    for place, seat in enumerate(seats):
        row, column = divmod(place, 2)
        box = Box(room.x + column * (half + gap), room.y + row * high, half, high)
        name = toolkit.text(word(f"seat.{seat}"), LARGE, toolkit.theme.seat(seat).colour, "title")
        sprites.append(Sprite(name, box.x, box.y))
        below = Box(box.x, box.y + name.get_height(), box.w, box.h - name.get_height())
        for button, cap in panel_boxes(toolkit, below).items():
            sprites.append(Sprite(draw(seat, button, cap), cap.x, cap.y))
    return sprites


def numbered_cap(toolkit: Toolkit, button: str, fill: Colour, number: str, cap: Box) -> pygame.Surface:
    """Draw a button with a number below its sign, or beside it where the cap is low."""
    colours = toolkit.theme.colours
    count = toolkit.inked(number, LARGE, colours.dark_text, cap.w, "title")
    return signed_cap(toolkit, button, fill, count, cap)


# The audits

VIEWS: Final = ("played", "days", "buttons", "counts", "races")
"""The pages of the audits, in the order in which RIGHT turns them."""
FIRST_HOUR: Final = 12
"""The hour at the left of the day: an evening is not cut in two."""
SMALL_LIST: Final = 5
"""Number of the games in the list beside the hours."""
COUNTED: Final = (
    "race",
    "dead_heat",
    "false_start",
    "late",
    "lost",
    "overwritten",
    "swallowed",
    "glitch",
    "stuck",
    "chatter",
    "restart.operator",
    "restart.board",
    "restart.card",
)
"""The counts that are shown, in this order."""


def audits_page(
    toolkit: Toolkit,
    room: Box,
    foot: Box,
    seats: Sequence[int],
    audits: Mapping[str, Audits] | None,
    stretch: str,
    view: str,
    races: Sequence[Race],
    trouble: str = "",
) -> list[Sprite]:
    """Return a view of the audits of one of `STRETCHES`; None while they are read. `trouble`: why there are none."""
    colours = toolkit.theme.colours
    strip, room = topic_strip(toolkit, room, tuple(STRETCHES), stretch, dots=(len(VIEWS), VIEWS.index(view)))
    if audits is None:
        return [*strip, *stacked(room, [toolkit.text(word("operator.looking"), 22, colours.quiet)], 0)]
    found = audits.get(stretch, Audits())
    match view:
        case "played":
            parts = played_view(toolkit, room, found)
        case "days":
            parts = days_view(toolkit, room, found)
        case "buttons":
            parts = pressed_panels(toolkit, room, seats, found.counts)
        case "counts":
            parts = counts_view(toolkit, room, found)
        case _:
            parts = race_list(toolkit, room, races)
    if trouble:
        return [*strip, *parts, *said(toolkit, foot, trouble, colours.alarm)]
    silent = never_pressed(found.counts, seats) if view in ("played", "buttons") else []
    since = found.counts.get(SINCE)
    lines = [icon_text(toolkit, word("operator.hint.audits"), 17, colours.quiet, foot.w)]
    if silent:
        key = "operator.never" if stretch == "ever" else "operator.never.stretch"
        lines.insert(0, toolkit.fitted(word(key, names=silent_places(silent)), 17, colours.caution, foot.w))
    elif since:
        at = time.strftime(word("form.moment"), time.localtime(since))
        matches, presses = (found.counts.get(f"since.{name}", 0) for name in ("matches", "presses"))
        before = word("operator.since", at=at, matches=matches, presses=word("operator.presses", count=presses))
        lines.insert(0, toolkit.fitted(before, 17, colours.quiet, foot.w))
    return [*strip, *parts, *stacked(foot, lines, 0)]


def played_view(toolkit: Toolkit, room: Box, found: Audits) -> list[Sprite]:
    """Return the figures, the matches by the hour, and the games that were played most."""
    gap = toolkit.px(10, 5)
    length = round(found.seconds / found.matches) if found.matches else 0
    lost = found.counts.get("lost", 0)
    figures = (
        ("matches", counted(found.matches), False),
        ("minutes", counted(round(found.seconds / 60)), False),
        ("length", f"{length // 60}:{length % 60:02}", False),
        ("presses", counted(found.presses), False),
        ("lost", counted(lost), lost > 0),
        ("restarts", counted(restarts(found)), False),
    )
    high = toolkit.px(66, 40)
    width = (room.w - gap * (len(figures) - 1)) // len(figures)
    sprites = []
    for place, (name, figure, is_bad) in enumerate(figures):
        box = Box(room.x + place * (width + gap), room.y, width, high)
        sprites += tile(toolkit, box, figure, word(f"audit.tile.{name}"), is_bad=is_bad)
    below = Box(room.x, room.y + high + gap, room.w, room.h - high - gap)
    left = Box(below.x, below.y, round(below.w * 0.6) - 2 * gap, below.h)
    right = Box(left.right + 2 * gap, below.y, below.right - left.right - 2 * gap, below.h)
    sprites += hour_bars(toolkit, left, word("operator.by_hour"), found.hours)
    sprites += game_bars(toolkit, right, {game: matches for game, (matches, _) in found.games.items()})
    return sprites


def restarts(found: Audits) -> int:
    """Return how often the program began again: by itself, by the operator, or after a cut or a fall."""
    return unclean(found) + sum(count for name, count in found.counts.items() if name.startswith("restart."))


def unclean(found: Audits) -> int:
    """Return the starts after an end that nobody asked for; the program that runs now has no end yet."""
    return max(0, found.counts.get("starts", 0) - found.counts.get("ends", 0) - 1)


def tile(toolkit: Toolkit, box: Box, figure: str, name: str, *, is_bad: bool) -> list[Sprite]:
    """Return a figure above its name on a plate."""
    colours = toolkit.theme.colours
    room = box.w - toolkit.px(8, 4)
    lines = [
        toolkit.inked(figure, 36, colours.alarm if is_bad else colours.text, room, "title"),
        toolkit.inked(name, LARGE, colours.quiet, room, "title"),
    ]
    plate = toolkit.plate((box.w, box.h), colours.plate, radius=toolkit.px(8, 5))
    return [Sprite(plate, box.x, box.y), *stacked(box, lines, toolkit.px(7, 4))]


def bars(toolkit: Toolkit, box: Box, title: str, values: Sequence[int], marks: Sequence[str]) -> list[Sprite]:
    """Return numbers as bars below a title, the first of the highest bright and with its number; marks stand below."""
    colours = toolkit.theme.colours
    head = toolkit.text(title, LARGE, colours.quiet, "title")
    most = max(values)
    top = box.y + head.get_height()
    number = toolkit.text(counted(most), LARGE, colours.text, "title")
    low = box.bottom - number.get_height()
    room = max(1, low - top - number.get_height())
    step = box.w / len(values)
    sprites = [Sprite(head, box.x, box.y)]
    sprites.append(Sprite(toolkit.plate((box.w, toolkit.px(2)), colours.lane, radius=0), box.x, low))
    for place, (value, mark) in enumerate(zip(values, marks, strict=True)):
        x, is_most = box.x + round(place * step), value == most and most not in values[:place]
        high = round(room * value / most) if most else 0
        if value:
            size = (max(1, round(step) - toolkit.px(3)), max(toolkit.px(2), high))
            bar = toolkit.plate(size, colours.text if is_most else colours.ghost, radius=toolkit.px(1))
            sprites.append(Sprite(bar, x, low - size[1]))
            if is_most:
                across = min(max(box.x, x + (size[0] - number.get_width()) // 2), box.right - number.get_width())
                sprites.append(Sprite(number, across, low - size[1] - number.get_height()))
        if mark:
            drawn = toolkit.text(mark, LARGE, colours.quiet, "title")
            sprites.append(Sprite(drawn, min(x, box.right - drawn.get_width()), low + toolkit.px(2)))
    return sprites


def hour_bars(toolkit: Toolkit, box: Box, title: str, hours: Sequence[int]) -> list[Sprite]:
    """Return numbers by the hour, 0 to 23, as bars from noon to noon."""
    order = [(FIRST_HOUR + place) % 24 for place in range(24)]
    marks = [str(hour) if hour % 4 == 0 else "" for hour in order]
    return bars(toolkit, box, title, [hours[hour] for hour in order], marks)


def game_bars(toolkit: Toolkit, box: Box, games: Mapping[str, int]) -> list[Sprite]:
    """Return the games that were played most, each with a bar and its number of matches."""
    colours = toolkit.theme.colours
    head = toolkit.text(word("operator.by_game"), LARGE, colours.quiet, "title")
    table = Table(toolkit, Box(box.x, box.y + head.get_height(), box.w, box.h - head.get_height()), SMALL_LIST)
    sprites, most = [Sprite(head, box.x, box.y)], max(games.values(), default=0)
    for line, (game, count) in enumerate(list(games.items())[:SMALL_LIST]):
        sprites.append(table.cell(line, 0, 0.4, game_name(game), colours.text, face="title"))
        sprites.append(table.cell(line, 0.78, 1, counted(count), colours.text, across=1, face="title"))
        size = (max(toolkit.px(2), round(box.w * 0.36 * count / most)), max(2, table.high // 2))
        bar = toolkit.plate(size, colours.ghost if line else colours.text, radius=toolkit.px(1))
        y = box.y + head.get_height() + line * table.high + (table.high - size[1]) // 2
        sprites.append(Sprite(bar, box.x + round(box.w * 0.42), y))
    return sprites


def game_name(game: str) -> str:
    """Return a game's name; the id of a game that this version does not have."""
    key = f"game.{game}"
    return word(key) if has_word(key) else game


def days_view(toolkit: Toolkit, room: Box, found: Audits) -> list[Sprite]:
    """Return the matches of the last days and the presses by the hour, and what was played and pressed by game."""
    gap = toolkit.px(20, 10)
    left = Box(room.x, room.y, round(room.w * 0.5) - gap, room.h)
    half = (room.h - gap // 2) // 2
    days = [day for day, _ in found.days]
    marks = [day[8:] if place % 3 == 1 else "" for place, day in enumerate(days)]
    upper, lower = Box(left.x, left.y, left.w, half), Box(left.x, left.bottom - half, left.w, half)
    sprites = bars(toolkit, upper, word("operator.by_day"), [count for _, count in found.days] or [0], marks or [""])
    sprites += hour_bars(toolkit, lower, word("operator.presses_by_hour"), found.press_hours)
    return [*sprites, *game_table(toolkit, Box(left.right + gap, room.y, room.right - left.right - gap, room.h), found)]


def game_table(toolkit: Toolkit, room: Box, found: Audits) -> list[Sprite]:
    """Return matches, minutes and people's presses of each game."""
    colours = toolkit.theme.colours
    columns = ((0.0, 0.4), (0.4, 0.58), (0.58, 0.76), (0.76, 1.0))
    table, shown = Table.readable(toolkit, room, len(found.games) + 1, 0)
    names = ("", *(word(f"audit.tile.{name}") for name in ("matches", "minutes", "presses")))
    rows = [names]
    for game, (matches, seconds) in found.games.items():
        presses = found.counts.get(f"presses.{game}", 0)
        rows.append((game_name(game), counted(matches), counted(round(seconds / 60)), counted(presses)))
    return [
        table.cell(line, *columns[place], text, colours.text if line else colours.quiet, across=place > 0, face="title")
        for line, row in enumerate(rows[: len(shown)])
        for place, text in enumerate(row)
        if text
    ]


def counts_view(toolkit: Toolkit, room: Box, found: Audits) -> list[Sprite]:
    """Return the counts in two columns; what should be none and is not, in the colour of an alarm."""
    colours = toolkit.theme.colours
    lines = [(name, counted(found.counts.get(name, 0))) for name in COUNTED]
    lines += [("unclean", counted(unclean(found))), ("streak", found.streak or "–")]
    half = -(-len(lines) // 2)
    table = Table(toolkit, room, half, LARGE)
    sprites = []
    for place, (name, text) in enumerate(lines):
        column, line = divmod(place, half)
        left = 0.52 * column
        is_bad = name in ("late", "lost", "stuck", "chatter") and text != "0"
        sprites.append(table.cell(line, left, left + 0.34, word(f"audit.{name}"), colours.quiet, face="title"))
        ink = colours.alarm if is_bad else colours.text
        sprites.append(table.cell(line, left + 0.34, left + 0.48, text, ink, across=1, face="title"))
    return sprites


def race_list(toolkit: Toolkit, room: Box, races: Sequence[Race]) -> list[Sprite]:
    """Return the closest races ever, closest first, as many as the page has room for."""
    colours = toolkit.theme.colours
    table, shown = Table.readable(toolkit, room, len(races) + 1, 0)
    sprites = [table.cell(0, 0, 1, word("operator.races"), colours.quiet)]
    if not races:
        return [*sprites, table.cell(0, 0.35, 1, word("operator.no_races"), colours.quiet)]
    for line, race in enumerate(races[: len(shown) - 1], 1):
        look = toolkit.theme.seat(race.winner)
        margin = f"{local_number(margin_text(race.margin_ns))} {word('table.ms')}"
        sprites += [
            table.cell(line, 0, 0.22, margin, colours.text, across=1),
            table.cell(line, 0.26, 0.5, race.names[0] or word(f"seat.{race.winner}"), look.colour),
            table.cell(line, 0.5, 0.76, game_name(race.game), colours.quiet),
            table.cell(line, 0.76, 1, time.strftime(word("form.date"), time.localtime(race.at)), colours.quiet),
        ]
    return sprites


def pressed_panels(toolkit: Toolkit, room: Box, seats: Sequence[int], counts: Mapping[str, int]) -> list[Sprite]:
    """Return every panel with the presses of each button: never pressed in yellow, stuck or chattering in red."""
    colours = toolkit.theme.colours
    faulty = {
        (seat, button): bool(counts.get(f"stuck.{seat}.{button}") or counts.get(f"chatter.{seat}.{button}"))
        for seat in seats
        for button in BUTTONS
    }

    def draw(seat: int, button: str, cap: Box) -> pygame.Surface:
        count = counts.get(f"press.{seat}.{button}", 0)
        fill = colours.alarm if faulty[seat, button] else colours.key_text if count else colours.caution
        return numbered_cap(toolkit, button, fill, short_number(count), cap)

    return panels(toolkit, room, seats, draw)


def short_number(count: int) -> str:
    """Return a count in four signs at most: ``999``, ``4.1K``, ``38K``."""
    if count < 1000:
        return str(count)
    return local_number(f"{count / 1000:.1f}K") if count < 9950 else f"{round(count / 1000)}K"


def counted(number: int) -> str:
    """Return a number with marks between its thousands."""
    return local_number(f"{number:,}")


def silent_places(silent: Sequence[tuple[int, str]]) -> str:
    """Return buttons without a press, in words, seat by seat."""
    told = {seat: [button for of, button in silent if of == seat] for seat, _ in silent}
    return "; ".join(silent_words(seat, buttons) for seat, buttons in told.items())


def silent_words(seat: int, buttons: Sequence[str]) -> str:
    """Return a seat's buttons that were never pressed, in words."""
    name = word(f"seat.{seat}")
    if len(buttons) == len(BUTTONS):
        return word("operator.never.panel", seat=name)
    return f"{name} {', '.join(map(button_words, buttons))}"
