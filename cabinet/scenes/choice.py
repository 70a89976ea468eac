"""A question with its answers laid out like cards: CARD1 to CARD5 choose, as they do at the table.

LEFT and RIGHT move the highlight, ACTION chooses the highlighted answer. If there are more answers than places, they
are shared out to pages, which turn as the highlight moves on; `ways` to other questions keep their place on every page.
`leave` has no card button: it stands at the foot, LEFT of the first answer.
Both seats may steer, unless one of them alone is asked. After a while without a press the question is left.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

import msgspec
import pygame

from cabinet.display.cards import CardSize
from cabinet.display.evening.pages import Parts
from cabinet.display.layout.boxes import Box
from cabinet.display.shapes import SIGNS
from cabinet.display.stage import Sprite
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Toolkit, beside, stacked
from cabinet.display.widgets import STEPS, KeyNames, key_caps, keys_of
from cabinet.lamp_patterns import Cue, Light
from cabinet.match.request import PANELS
from cabinet.scenes.bases import GUARD_NS, IdleTimer, Leave, StaticScene, input_complete_until
from cabinet.scenes.legend import SIGN_OF, icon_text, on_plate, wrapped_text
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import S

MOST: Final = len(CARDS)
"""Places for answers: one for each card button."""
A_FEW: Final = 3
"""Maximum number of parts of an emblem at their usual size."""
A_ROW: Final = 5
"""Maximum number of parts of an emblem in a row."""
LINE: Final = 22
"""Letters of the smallest words, px at 800×480: capitals of 16."""
APART: Final = 1.12
"""Distance from one seat or sign of an emblem to the next, in its widths."""
FILLED: Final = 0.86
"""Share of a tile's width that many parts fill."""
ASKED_NS: Final = 20 * S
"""Time for one seat alone to answer, seen counting."""


Value = TypeVar("Value")


class Answer(msgspec.Struct, Generic[Value], frozen=True):
    """One answer: a word, a line that explains it, and its value."""

    title: str
    line: str
    value: Value
    emblem: tuple[str, ...] = ()
    """The parts above the word, side by side: cards by their codes, seats (``seat0``), signs of `shapes.SIGNS`."""


class Chosen(msgspec.Struct, Generic[Value], frozen=True):
    """The value of the answer, and the seat that chose it."""

    value: Value
    seat: int


class Choice(StaticScene[Chosen[Value] | Leave], Generic[Value]):
    """Asks one question; `Leave` when both players have gone."""

    def __init__(
        self,
        toolkit: Toolkit,
        question: str,
        answers: Sequence[Answer[Value]],
        chosen: int = 0,
        ways: Sequence[Answer[Value]] = (),
        leave: Answer[Value] | None = None,
        *,
        key_names: KeyNames = MappingProxyType({}),
        asks: int | None = None,
    ) -> None:
        """`chosen` is the answer or way highlighted at first, `ways` are the last answers on every page.

        `leave` is the way out where all card buttons have answers: it stands at the foot. `key_names`: the keys of the
        buttons at a desk. `asks`: the seat that alone may answer, within `ASKED_NS` of its last press.

        Raises ValueError for a question without answers, or with so many ways that no place is left for an answer.
        """
        super().__init__(toolkit)
        if not answers or len(ways) >= MOST:
            raise ValueError(f"no answers to {question!r}, or no place for them")
        self._question = question
        self._key_names = {place: key for place, key in key_names.items() if asks is None or place[0] == asks}
        self._pages = Pages(len(answers), MOST - len(ways))
        self._answers = (*answers, *ways, *([leave] if leave else []))
        self._columns = self._pages.widest + len(ways)
        self._ways = range(len(answers), len(answers) + len(ways))
        self._leave = leave
        self._asks = asks
        self._idle = IdleTimer() if asks is None else IdleTimer(ASKED_NS)
        self._now = self._entered = 0
        self._chosen = chosen
        self._page = self._pages.page_of(chosen) if chosen < len(answers) else 0

    def enter(self, now: int) -> None:
        """See `Scene.enter`."""
        self._now = self._entered = now
        self._idle.restart(now)

    def pressed(self, press: Press) -> None:
        """CARDs choose, LEFT and RIGHT move the highlight, ACTION chooses the highlighted answer."""
        if self._asks is not None and (press.seat % PANELS != self._asks or press.time_ns < self._entered + GUARD_NS):
            self.refuse()
            return
        self._idle.restart(press.time_ns)
        if press.button in (LEFT, RIGHT):
            self._look_at((self._chosen + (1 if press.button == RIGHT else -1)) % len(self._answers))
            return
        answer = self._chosen if press.button == ACTION else self._standing().get(CARDS.index(press.button))
        if answer is not None:
            self._look_at(answer)
            self.dismiss(Chosen(self._answers[answer].value, press.seat))
        else:
            self.refuse()

    def boxes_of(self, press: Press) -> Sequence[Box]:
        """See `Scene.boxes_of`: the key below an answer; ACTION takes the highlighted answer, wherever it stands."""
        places = {answer: place for place, answer in self._standing().items()}
        place = places.get(self._chosen) if press.button == ACTION else None
        place = CARDS.index(press.button) if press.button in CARDS else place
        if place is None or place not in places.values():
            return ()
        box = self._boxes(self._row)[place]
        return (self._key_box(box),)

    def _look_at(self, answer: int) -> None:
        """Highlight an answer and turn to its page; the ways are on every page."""
        self._chosen = answer
        if answer < self._pages.count:
            self._page = self._pages.page_of(answer)
        self.changed()

    def _standing(self) -> Mapping[int, int]:
        """Return the answer at each place of the visible page."""
        places = dict(enumerate(self._pages.on(self._page)))
        return places | dict(enumerate(self._ways, start=self._pages.widest))

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`."""
        self._now = now
        if self._idle.runs_out(now if self._asks is None else input_complete_until(now, drained)):
            self.dismiss(Leave())

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`: the ring of a seat that is asked runs out in steps."""
        ends = self._idle.ends_at
        return ends if ends is None or self._asks is None else min(ends, self._now + ASKED_NS // STEPS)

    @property
    def lamps(self) -> Light:
        """See `Scene.lamps`: the panel of a seat that alone is asked."""
        return super().lamps if self._asks is None else Cue("queue", (self._asks,))

    def step(self, now: int) -> int:
        """See `StaticScene.step`: how far the ring has run out."""
        ends = self._idle.ends_at
        return -1 if ends is None or self._asks is None else -(-max(0, ends - now) * STEPS // ASKED_NS)

    def moving(self, now: int) -> Sequence[Sprite]:
        """See `StaticScene.moving`: the ring, in the corner on the side of the seat that is asked."""
        ends, seat, page = self._idle.ends_at, self._asks, self.page
        if ends is None or seat is None:
            return []
        side, left = self.toolkit.px(60, 40), max(0, ends - now)
        ring = self.toolkit.shared(Parts).ring(seat, side, left / ASKED_NS, -(-left // S))
        return [Sprite(ring, page.x if seat == 0 else page.right - side, page.y)]

    def sprites(self) -> Sequence[Sprite]:
        """Return the question, the answers as tiles, the highlighted answer's explanation, and the buttons' hint."""
        toolkit, page, colours = self.toolkit, self.page, self.toolkit.theme.colours
        head = Box(page.x, page.y, page.w, round(page.h * 0.2))
        row = self._row
        line = Box(page.x, row.bottom, page.w, round(page.h * 0.16))
        foot = Box(page.x, line.bottom, page.w, page.bottom - line.bottom)
        question = toolkit.fitted(self._question, 46, colours.text, page.w, "title")
        told = wrapped_text(toolkit, self._answers[self._chosen].line, LINE, colours.text, page.w, most=2)
        return [
            *stacked(head, [question, *self._part(page.w)], toolkit.px(6, 3)),
            *self._tiles(row),
            *stacked(line, told, 0),
            *self._foot(foot),
        ]

    def _tiles(self, row: Box) -> list[Sprite]:
        """Return the page's answers side by side in the middle, each with the number of its button below."""
        sprites, boxes = [], self._boxes(row)
        for place, answer in self._standing().items():
            box = boxes[place]
            is_chosen = answer == self._chosen
            sprites.append(Sprite(self._tile(self._answers[answer], box, is_chosen), box.x, box.y))
            sprites.append(Sprite(self._number(place, box.w, is_chosen), *self._key_box(box)[:2]))
        return sprites

    @property
    def _row(self) -> Box:
        """The room of the answers."""
        page = self.page
        return Box(page.x, page.y + round(page.h * 0.2), page.w, round(page.h * 0.52))

    def _boxes(self, row: Box) -> list[Box]:
        """Return the box of the tile at each place."""
        toolkit = self.toolkit
        gap = toolkit.px(16, 8)
        width = min((row.w - gap * (MOST - 1)) // MOST, round(row.h * 0.62))
        height = min(round(width * 1.34), row.h - toolkit.px(48, 31))
        left = row.x + (row.w - self._columns * (width + gap) + gap) // 2
        top = row.y + (row.h - height - toolkit.px(44, 29)) // 2
        return [Box(left + place * (width + gap), top, width, height) for place in range(self._columns)]

    def _key_box(self, box: Box) -> Box:
        """Return the box of the key below the tile in that box."""
        toolkit = self.toolkit
        number = toolkit.text(word(f"button.{CARDS[0]}"), LINE, toolkit.theme.colours.key_text)
        return Box(box.x, box.bottom + toolkit.px(8, 5), box.w, number.get_height() + toolkit.px(6, 3))

    def _tile(self, answer: Answer[Value], box: Box, is_chosen: bool) -> pygame.Surface:
        toolkit, colours = self.toolkit, self.toolkit.theme.colours
        fill, ink = (colours.paper, colours.dark_text) if is_chosen else (colours.plate, colours.quiet)
        edge = None if is_chosen else colours.key_edge
        tile = toolkit.plate((box.w, box.h), fill, edge, radius=toolkit.px(12, 7)).copy()
        words = [toolkit.fitted(part, 30, ink, box.w - toolkit.px(16, 8), "title") for part in answer.title.split("\n")]
        if answer.emblem:
            words.insert(0, emblem(toolkit, answer.emblem, box.w, ink))
        for sprite in stacked(Box(0, 0, box.w, box.h), words, toolkit.px(4, 2)):
            tile.blit(sprite.surface, (sprite.x, sprite.y))
        return tile

    def _number(self, place: int, width: int, is_chosen: bool) -> pygame.Surface:
        toolkit, colours = self.toolkit, self.toolkit.theme.colours
        ink = colours.dark_text if is_chosen else colours.key_text
        text = toolkit.text(word(f"button.{CARDS[place]}"), LINE, ink)
        if keys := keys_of(self._key_names, CARDS[place]):
            text = beside([text, key_caps(toolkit, keys, LINE - 2, on_light=is_chosen)], toolkit.px(10, 5))
        size = (width, text.get_height() + toolkit.px(6, 3))
        return on_plate(toolkit.plate(size, colours.paper if is_chosen else colours.key), text)

    def _part(self, width: int) -> list[pygame.Surface]:
        """Return the line with the page's range and the number of answers; empty if all are visible."""
        if self._pages.number == 1:
            return []
        seen = self._pages.on(self._page)
        text = word("choice.part", first=seen.start + 1, last=seen.stop, count=self._pages.count)
        return [icon_text(self.toolkit, text, LINE, self.toolkit.theme.colours.text, width)]

    def _foot(self, box: Box) -> list[Sprite]:
        """Return the hint about the buttons, and at its left the way out, if it stands at the foot."""
        if self._leave is None:
            return stacked(box, [self._hint(box.w)], 0)
        toolkit, colours = self.toolkit, self.toolkit.theme.colours
        is_chosen = self._chosen == len(self._answers) - 1
        ink = colours.dark_text if is_chosen else colours.text
        text = icon_text(toolkit, f"[left]  {self._leave.title}", LINE, ink, box.w // 4)
        size = (text.get_width() + toolkit.px(28, 16), text.get_height() + toolkit.px(8, 4))
        plate = on_plate(toolkit.plate(size, colours.paper if is_chosen else colours.key, colours.key_edge), text)
        hint = self._hint(box.w - plate.get_width() - toolkit.px(20, 10))
        return [toolkit.put(box, plate, 0.0), toolkit.put(box, hint, 1.0)]

    def _hint(self, width: int) -> pygame.Surface:
        """Return the hint about the buttons in one line."""
        if not self._key_names:
            return icon_text(self.toolkit, word("choice.hint"), LINE, self.toolkit.theme.colours.quiet, width)
        size, line = LINE, self._hint_of_keys(LINE)
        while line.get_width() > width and self.toolkit.type_size(size) > self.toolkit.least_type():
            size -= 1
            line = self._hint_of_keys(size)
        return line

    def _hint_of_keys(self, size: int) -> pygame.Surface:
        """Return the hint at a desk: each button with its keys. Those of the answers stand below them."""
        toolkit, quiet, parts = self.toolkit, self.toolkit.theme.colours.quiet, []
        for button, words in ((LEFT, ""), (RIGHT, "choice.look"), (ACTION, "choice.take")):
            parts.append(toolkit.sign(SIGN_OF[button], toolkit.type_size(size) * 3 // 4, quiet))
            parts.append(key_caps(toolkit, keys_of(self._key_names, button), size - 2))
            parts += [toolkit.text(f"{word(words)}   ", size, quiet)] if words else []
        return beside(parts, toolkit.px(6, 3))


async def ask(
    toolkit: Toolkit,
    question: str,
    answers: Sequence[Answer[Any]],
    chosen: int = 0,
    key_names: KeyNames = MappingProxyType({}),
) -> Chosen[Any] | None:
    """Ask with a way back beside the answers, highlighted where `chosen` is their number.

    Return None for that way, and when nobody answers.
    """
    back: Answer[Any] = Answer(word("menu.back"), word("desk.back.line"), None, ("left",))
    answer = await Choice(toolkit, question, answers, chosen, [back], key_names=key_names)
    return None if isinstance(answer, Leave) or answer.value is None else answer


def emblem(toolkit: Toolkit, parts: Sequence[str], width: int, ink: Colour) -> pygame.Surface:
    """Return the parts above a tile's word side by side, cards overlapping, in the middle of `width` px.

    Many parts form several rows, so that each seat stays visible.
    """
    return toolkit.drawing(_draw_emblem, tuple(parts), width, ink)


def _draw_emblem(toolkit: Toolkit, parts: Sequence[str], width: int, ink: Colour) -> pygame.Surface:
    rows = Pages(len(parts), A_ROW)
    many = rows.widest if len(parts) > A_FEW else 0
    lines = [emblem_row(toolkit, [parts[n] for n in rows.on(row)], width, ink, many) for row in range(rows.number)]
    whole = pygame.Surface((max(line.get_width() for line in lines), _height(lines, toolkit)), pygame.SRCALPHA)
    for sprite in stacked(Box(0, 0, *whole.get_size()), lines, toolkit.px(3)):
        whole.blit(sprite.surface, (sprite.x, sprite.y))
    return whole


def _height(lines: Sequence[pygame.Surface], toolkit: Toolkit) -> int:
    return sum(line.get_height() for line in lines) + toolkit.px(3) * (len(lines) - 1)


def emblem_row(toolkit: Toolkit, parts: Sequence[str], width: int, ink: Colour, many: int) -> pygame.Surface:
    """Draw one row of an emblem; `many`, if it is not 0, is the number of parts that fill the tile's width."""
    pictures = [emblem_part(toolkit, part, width, ink, many) for part in parts]
    is_fan = parts[0] not in SIGNS and not parts[0].startswith("seat")
    step = [round(picture.get_width() * (0.55 if is_fan else APART)) for picture in pictures]
    whole = pygame.Surface(
        (sum(step[:-1]) + pictures[-1].get_width(), max(picture.get_height() for picture in pictures)), pygame.SRCALPHA
    )
    x = 0
    for picture, along in zip(pictures, step, strict=True):
        whole.blit(picture, (x, 0))
        x += along
    return whole


def emblem_part(toolkit: Toolkit, part: str, width: int, ink: Colour, many: int) -> pygame.Surface:
    """Draw one part of an emblem."""
    if part in SIGNS:
        return toolkit.sign(part, round(width * 0.2), ink)
    if part.startswith("seat"):
        side = round(width * FILLED / many / APART) if many else round(width * 0.24)
        return toolkit.badge(int(part.removeprefix("seat")), side)
    card = round(width * 0.38)
    return toolkit.art.card(part, CardSize(card, round(card * 1.4)))


# Pages of a long list


class Pages(msgspec.Struct, frozen=True):
    """`count` items, at most `most` on a page, shared out as evenly as possible; both at least 1. Pure arithmetic."""

    count: int
    most: int

    @property
    def number(self) -> int:
        """Number of pages."""
        return -(-self.count // self.most)

    @property
    def widest(self) -> int:
        """Number of items on the fullest page."""
        return -(-self.count // self.number)

    def on(self, page: int) -> range:
        """Return the items on a page 0, 1, …, by their indices in the list."""
        return range(self._first(page), self._first(page + 1))

    def _first(self, page: int) -> int:
        """Return the first item of a page, rounded up, so that the fuller pages come first."""
        return -(-page * self.count // self.number)

    def page_of(self, thing: int) -> int:
        """Return the page of an item. Raises StopIteration for an index outside the list."""
        return next(page for page in range(self.number) if thing in self.on(page))
