"""The look of the parts of the operator's page. Pure: values in, sprites out."""

import time
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.margin_text import margin_text
from cabinet.display.stage import Sprite
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Kit, stacked
from cabinet.doctor.findings import FAIL, OK, WARN, Finding
from cabinet.input.audit import never_pressed
from cabinet.scenes.legend import button_sign, icon_text, wrapped_text
from cabinet.store.changes import Race
from cabinet.strings.catalogue import has_word, word
from engine.panel import BUTTONS, CARDS, Press

TABS: Final = ("operator.state", "operator.buttons", "operator.records", "operator.settings", "operator.leave")
"""The labels of the card buttons."""
RACES: Final = 9
"""Number of the closest races in the list."""


class Row(NamedTuple):
    """A line of the settings, in words."""

    title: str
    value: str = ""


class ButtonState(NamedTuple):
    """The state of a button in the test."""

    is_down: bool = False
    presses: int = 0


def frame(kit: Kit, page: Box, part: int) -> tuple[list[Sprite], Box, Box]:
    """Return the tabs on top, the room for the part, and the foot below it."""
    high = kit.px(40, 28)
    gap = kit.px(8, 4)
    width = (page.w - gap * (len(TABS) - 1)) // len(TABS)
    sprites = []
    for place, key in enumerate(TABS):
        box = Box(page.x + place * (width + gap), page.y, width, high)
        sprites.append(Sprite(tab(kit, place, key, box, is_open=place == part), box.x, box.y))
    foot = Box(page.x, page.bottom - kit.px(48, 34), page.w, kit.px(48, 34))
    room = Box(page.x, page.y + high + kit.px(12, 6), page.w, 0)
    return sprites, Box(room.x, room.y, room.w, foot.y - room.y - kit.px(6, 3)), foot


def tab(kit: Kit, place: int, key: str, box: Box, *, is_open: bool) -> pygame.Surface:
    """Draw one tab: the number of its button, and its name."""
    colours = kit.theme.colours
    fill, ink = (colours.paper, colours.dark_text) if is_open else (colours.key, colours.key_text)
    plate = kit.plate((box.w, box.h), fill, radius=kit.px(8, 5)).copy()
    text = kit.fitted(f"{word(f'button.{CARDS[place]}')}  {word(key)}", 17, ink, box.w - kit.px(12, 6))
    plate.blit(text, text.get_rect(center=plate.get_rect().center))
    return plate


def hint(kit: Kit, foot: Box, key: str) -> list[Sprite]:
    """Return the line that explains the buttons."""
    return stacked(foot, [icon_text(kit, word(key), 14, kit.theme.colours.quiet, foot.w)], 0)


def said(kit: Kit, foot: Box, text: str, colour: Colour) -> list[Sprite]:
    """Return a sentence at the foot, in two lines at most."""
    return stacked(foot, wrapped_text(kit, text, 15, colour, foot.w, most=2), 0)


class Table:
    """Lines of one height, from the top of a room downwards."""

    def __init__(self, kit: Kit, room: Box, lines: int, size: int = 15) -> None:
        self._kit = kit
        self._room = room
        self.size = size
        text = kit.fonts.get("text", kit.type_size(size)).get_linesize()
        self.high = max(min(text + kit.px(8, 3), room.h // max(1, lines)), 1)

    def bar(self, line: int, colour: Colour) -> Sprite:
        """Return the highlight behind a line."""
        box = Box(self._room.x, self._room.y + line * self.high, self._room.w, self.high)
        return Sprite(self._kit.plate((box.w, box.h), colour, radius=self._kit.px(6, 3)), box.x, box.y)

    def cell(self, line: int, left: float, right: float, text: str, colour: Colour, *, across: float = 0) -> Sprite:
        """Return text between two shares of the width."""
        kit, room = self._kit, self._room
        margin = kit.px(8, 4)
        box = Box(
            room.x + round(room.w * left) + margin,
            room.y + line * self.high,
            round(room.w * (right - left)) - margin,
            self.high,
        )
        return kit.put(box, kit.fitted(text, self.size, colour, box.w), across, 0.5)


# The parts


def state_page(kit: Kit, room: Box, foot: Box, findings: Sequence[Finding] | None, chosen: int) -> list[Sprite]:
    """Return the doctor's findings, and the remedy of the highlighted line."""
    colours = kit.theme.colours
    if findings is None:
        return stacked(room, [kit.text(word("operator.looking"), 22, colours.quiet)], 0)
    levels = {OK: colours.good, WARN: colours.caution, FAIL: colours.alarm}
    table = Table(kit, room, len(findings))
    sprites = [table.bar(chosen, colours.key)] if findings else []
    for line, finding in enumerate(findings):
        sprites += [
            table.cell(line, 0, 0.1, finding.level, levels[finding.level]),
            table.cell(line, 0.1, 0.26, finding.name, colours.text),
            table.cell(line, 0.26, 1, finding.told, colours.quiet),
        ]
    remedy = findings[chosen].remedy if chosen < len(findings) and findings[chosen].level != OK else ""
    return [*sprites, *(said(kit, foot, remedy, colours.text) if remedy else hint(kit, foot, "operator.hint.look"))]


def rows_page(
    kit: Kit, room: Box, foot: Box, rows: Sequence[Row], chosen: int, asked: int, not_done: str = ""
) -> list[Sprite]:
    """Return settings and other actions, a line each; the foot has a question, or the action that failed."""
    colours = kit.theme.colours
    table = Table(kit, room, len(rows), 17)
    sprites = [table.bar(chosen, colours.key)]
    for line, row in enumerate(rows):
        ink = colours.text if line == chosen else colours.quiet
        sprites.append(table.cell(line, 0.06, 0.62, row.title, ink))
        sprites.append(table.cell(line, 0.62, 0.94, row.value, colours.text, across=1))
    if asked:
        question = word(("operator.sure.1", "operator.sure.2")[asked - 1], what=rows[chosen].title)
        return [*sprites, *stacked(foot, [icon_text(kit, question, 17, colours.alarm, foot.w)], 0)]
    return [*sprites, *(said(kit, foot, not_done, colours.alarm) if not_done else hint(kit, foot, "operator.hint.set"))]


def records_page(
    kit: Kit, room: Box, foot: Box, seats: Sequence[int], audits: Mapping[str, int], races: Sequence[Race]
) -> list[Sprite]:
    """Return the audits on the left, the closest races on the right."""
    gap = kit.px(24, 12)
    left = Box(room.x, room.y, round(room.w * 0.5) - gap, room.h)
    right = Box(room.x + round(room.w * 0.5), room.y, room.w - round(room.w * 0.5), room.h)
    return [*counts(kit, left, audits), *race_list(kit, right, races), *never(kit, foot, seats, audits)]


def counts(kit: Kit, room: Box, audits: Mapping[str, int]) -> list[Sprite]:
    """Return the counts of interest to an operator, and how often each game was played."""
    colours = kit.theme.colours
    games = sorted(name for name in audits if name.startswith("game.") and has_word(name))
    lines = [(word(f"audit.{name}"), audits.get(name, 0)) for name in AUDITED]
    presses = sum(count for name, count in audits.items() if name.startswith("press."))
    lines.insert(1, (word("audit.presses"), presses))
    lines.append((word("audit.unclean"), max(0, audits.get("starts", 0) - audits.get("ends", 0) - 1)))
    lines += [(word(name), audits[name]) for name in games]
    table = Table(kit, room, len(lines) + 1)
    sprites = [table.cell(0, 0, 1, word("operator.counts"), colours.text)]
    for line, (title, count) in enumerate(lines, 1):
        is_bad = title in (word("audit.late"), word("audit.lost")) and count
        sprites.append(table.cell(line, 0, 0.74, title, colours.quiet))
        sprites.append(table.cell(line, 0.74, 1, str(count), colours.alarm if is_bad else colours.text, across=1))
    return sprites


AUDITED: Final = ("matches", "race", "dead_heat", "false_start", "late", "lost", "overwritten", "swallowed")
"""The counts that are always shown, in this order."""


def race_list(kit: Kit, room: Box, races: Sequence[Race]) -> list[Sprite]:
    """Return the closest races, closest first."""
    colours = kit.theme.colours
    table = Table(kit, room, max(RACES + 1, 10))
    sprites = [table.cell(0, 0, 1, word("operator.races"), colours.text)]
    if not races:
        return [*sprites, table.cell(1, 0, 1, word("operator.no_races"), colours.quiet)]
    for line, race in enumerate(races[:RACES], 1):
        look = kit.theme.seat(race.winner)
        sprites += [
            table.cell(line, 0, 0.3, f"{margin_text(race.margin_ns)} {word('table.ms')}", colours.text, across=1),
            table.cell(line, 0.3, 0.52, race.names[0] or word(f"seat.{race.winner}"), look.colour),
            table.cell(line, 0.52, 0.76, word(f"game.{race.game}"), colours.quiet),
            table.cell(line, 0.76, 1, time.strftime("%d.%m.%y", time.localtime(race.at)), colours.quiet),
        ]
    return sprites


def never(kit: Kit, foot: Box, seats: Sequence[int], audits: Mapping[str, int]) -> list[Sprite]:
    """Return the buttons that were never pressed and may be defective."""
    silent = never_pressed(audits, seats)
    if not silent:
        return hint(kit, foot, "operator.all_pressed")
    told = {seat: [button for of, button in silent if of == seat] for seat, _ in silent}
    names = "; ".join(silent_words(seat, buttons) for seat, buttons in told.items())
    return said(kit, foot, word("operator.never", names=names), kit.theme.colours.caution)


def silent_words(seat: int, buttons: Sequence[str]) -> str:
    """Return a seat's buttons that were never pressed, in words."""
    name = word(f"seat.{seat}")
    return word("operator.never.panel", seat=name) if len(buttons) == len(BUTTONS) else f"{name} {', '.join(buttons)}"


def buttons_page(
    kit: Kit,
    room: Box,
    foot: Box,
    seats: Sequence[int],
    buttons: Mapping[tuple[int, str], ButtonState],
    last: Press | None,
    gap_ns: int | None,
) -> list[Sprite]:
    """Return every panel, two in a row: a button is dark until pressed, then in the seat's colour, white while down."""
    gap = kit.px(40, 20)
    half = (room.w - gap) // 2
    line = kit.px(26, 16)
    high = (room.h - line) // -(-len(seats) // 2)
    sprites = []
    for place, seat in enumerate(seats):
        row, column = divmod(place, 2)
        box = Box(room.x + column * (half + gap), room.y + row * high, half, high)
        size, font = (24, "title") if len(seats) <= 2 else (15, "text")
        name = kit.text(word(f"seat.{seat}"), size, kit.theme.seat(seat).colour, font)
        sprites.append(Sprite(name, box.x, box.y))
        below = Box(box.x, box.y + name.get_height(), box.w, box.h - name.get_height())
        sprites += tested_panel(kit, seat, buttons, below)
    if last is not None:
        gap_text = "–" if gap_ns is None else f"{gap_ns / 1e6:.3f}"
        text = word(
            "operator.last",
            seat=word(f"seat.{last.seat}"),
            button=last.button,
            source=last.source,
            stamp=f"{last.time_ns / 1e9:.6f}",
            gap=gap_text,
        )
        told = kit.fitted(text, 14, kit.theme.colours.text, room.w)
        sprites.append(Sprite(told, room.x + (room.w - told.get_width()) // 2, room.bottom - told.get_height()))
    return [*sprites, *hint(kit, foot, "operator.hint.test")]


def tested_panel(kit: Kit, seat: int, buttons: Mapping[tuple[int, str], ButtonState], box: Box) -> list[Sprite]:
    """Return one panel under test, as it is built: five buttons above, three below."""
    gap = kit.px(8, 4)
    width = (box.w - 4 * gap) // 5
    height = min(width, (box.h - 2 * gap) // 2)
    top = box.y + (box.h - 2 * height - gap) // 2
    sprites = []
    for place, button in enumerate(BUTTONS):
        row, column = divmod(place, len(CARDS))
        cap = Box(box.x + (column + row) * (width + gap), top + row * (height + gap), width, height)
        state = buttons.get((seat, button), ButtonState())
        sprites.append(Sprite(tested_button(kit, seat, button, state, cap), cap.x, cap.y))
    return sprites


def tested_button(kit: Kit, seat: int, button: str, state: ButtonState, cap: Box) -> pygame.Surface:
    """Draw a button under test with its sign and the number of its presses."""
    colours = kit.theme.colours
    fill = colours.paper if state.is_down else kit.theme.seat(seat).colour if state.presses else colours.key_text
    cap_surface = kit.plate((cap.w, cap.h), fill, radius=cap.h // 4).copy()
    half = cap.h // 2
    sign = button_sign(kit, button, Box(0, 0, cap.w, half), colours.dark_text)
    cap_surface.blit(sign, sign.get_rect(center=(cap.w // 2, half // 2 + kit.px(3))))
    count = kit.fitted(str(state.presses), 15, colours.dark_text, cap.w)
    cap_surface.blit(count, count.get_rect(center=(cap.w // 2, half + half // 2)))
    return cap_surface
