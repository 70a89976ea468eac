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

from cabinet.display.emblem import emblem_of
from cabinet.display.evening.pages import Rings
from cabinet.display.layout.boxes import Box
from cabinet.display.legend import SIGN_OF
from cabinet.display.page import (
    HEAD,
    LARGE,
    PLAIN,
    SMALL,
    SPACE,
    Cell,
    Mark,
    On,
    Pages,
    Part,
    Space,
    Text,
    key_caps,
    lines,
    plate,
    row,
    sign,
    stack,
)
from cabinet.display.stage import Sprite
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import STEPS, KeyNames, keys_of
from cabinet.lamp_patterns import Cue, Light
from cabinet.match.request import PANELS
from cabinet.scenes.bases import GUARD_NS, IdleTimer, Leave, StaticScene, input_complete_until
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import S

MOST: Final = len(CARDS)
"""Places for answers: one for each card button."""
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
        return self.boxes_at(str(place))

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
        ring = self.toolkit.shared(Rings).ring(seat, side, left / ASKED_NS, -(-left // S))
        return [Sprite(ring, page.x if seat == 0 else page.right - side, page.y)]

    def described(self) -> Part:
        """Return the question, the answers as tiles, the highlighted answer's explanation, and the buttons' hint."""
        ink, pages = self.toolkit.theme.colours.text, self._pages
        head = [Text(self._question, HEAD, ink, across=0.5)]
        if pages.number > 1:
            seen = pages.on(self._page)
            part = word("choice.part", first=seen.start + 1, last=seen.stop, count=pages.count)
            head.append(Text(part, SMALL, ink, "text", across=0.5))
        told = Text(self._answers[self._chosen].line, PLAIN, ink, "text", 2, across=0.5)
        return stack((20, lines(*head, gap=12)), (52, self._tiles()), (16, On(told, pad=(0, 10))), (12, self._foot()))

    def _tiles(self) -> Part:
        """Return the page's answers side by side in the middle, each with its button below."""
        tiles: list[Part] = [SPACE] * self._columns
        for place, answer in self._standing().items():
            tiles[place] = self._tile(place, self._answers[answer], is_chosen=answer == self._chosen)
        free = (MOST - self._columns) / 2
        beside = [(free, SPACE)] if free else []
        return row(*beside, *((1, tile) for tile in tiles), *beside, gap=16)

    def _tile(self, place: int, answer: Answer[Value], *, is_chosen: bool) -> Part:
        """Return an answer above its button, whose mark is its place."""
        colours = self.toolkit.theme.colours
        fill, ink = (colours.paper, colours.dark_text) if is_chosen else (colours.plate, colours.text)
        words: Part = Text(answer.title, LARGE, ink, rows=2, across=0.5)
        if answer.emblem:
            words = stack((1, emblem_of(answer.emblem, ink)), (0, words), gap=8)
        tile = On(words, plate(fill, None if is_chosen else colours.key_edge, 12), (8, 14), tall=1.34)
        fill, ink = (colours.paper, colours.dark_text) if is_chosen else (colours.key, colours.key_text)
        signs: list[Part] = [Text(word(f"button.{CARDS[place]}"), SMALL, ink, "text", across=0.5)]
        if keys := keys_of(self._key_names, CARDS[place]):
            signs.append(key_caps(self.toolkit, keys, on_light=is_chosen))
        button = On(row(*((0, sign) for sign in signs), gap=10, across=0.5), plate(fill), (6, 6))
        return stack((0, tile), (0, On(button, Mark(name=str(place), is_ground=True))), gap=8)

    def _foot(self) -> Part:
        """Return the hint about the buttons, and at its left the way out, if it stands at the foot."""
        if self._leave is None:
            return self._hint(0.5)
        colours = self.toolkit.theme.colours
        is_chosen = self._chosen == len(self._answers) - 1
        fill, ink = (colours.paper, colours.dark_text) if is_chosen else (colours.key, colours.text)
        words = Text(f"[left]  {self._leave.title}", SMALL, ink, "text")
        out = On(words, plate(fill, colours.key_edge), (16, 9), fits=True)
        return row((0, out), (1, self._hint(1)), gap=20)

    def _hint(self, across: float) -> Part:
        """Return the hint about the buttons; at a desk with their keys, but for those of the answers."""
        quiet = self.toolkit.theme.colours.quiet
        if not self._key_names:
            return Text(word("choice.hint"), SMALL, quiet, "text", across=across)
        cells = list[Cell]()
        for button, key in ((LEFT, ""), (RIGHT, "choice.look"), (ACTION, "choice.take")):
            cells.append((0, sign(SIGN_OF[button], SMALL, quiet)))
            cells.append((0, key_caps(self.toolkit, keys_of(self._key_names, button))))
            cells += [(0, Text(word(key), SMALL, quiet, "text")), (0, Space((6, 0)))] if key else []
        return row(*cells, gap=6, across=across)


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
