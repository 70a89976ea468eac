"""The operator's pages of the screen: its mode, the test card, and the margin.

On the first LEFT and RIGHT turn the modes that the screen offers, and ACTION shows the picture in one. Who does not see
it cannot say so: it takes itself back after `KEEP_NS`, unless ACTION is pressed.

The test card shows what the guests would find: its first picture has the edges and corners, a circle, colours, greys
and the sizes of letters; the others are one colour each, on which a dead pixel shows. Any button turns to the next one,
and CARD5 leaves.

The margin is for a screen that cuts off the edges of its picture. Its page is drawn in the whole picture: RIGHT moves
the four corners inwards until all of them are seen, LEFT outwards, ACTION takes the margin, and CARD5 leaves it as it
was.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import msgspec
import pygame

from cabinet.config.schema import AUTO
from cabinet.display.layout.boxes import Box
from cabinet.display.page import HEAD, LARGE, PLAIN, SMALL, On, Part, Text, lines, plate, sprites, stack
from cabinet.display.stage import Sprite
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Toolkit
from cabinet.scenes.bases import GUARD_NS, Done, Leave, LeftWhenIdle, StaticScene
from cabinet.scenes.machine_pages import READ_NS, Picked, PickLine, page_of, sentence
from cabinet.scenes.operator_pages import Note, Row
from cabinet.screens.canvas import inside, is_legible
from cabinet.screens.modes import Mode, mode_of
from cabinet.store.store import Store
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import S

KEEP_NS: Final = 10 * S
"""How long the picture waits for ACTION in a mode that is tried."""

TURNS: Final = (0, 90, 180, 270)
"""By how much a picture can be turned clockwise, in degrees."""
KEEP_TURNED_NS: Final = 15 * S
"""How long a turned picture waits for ACTION: who reads it may have to turn as well."""

TryMode: TypeAlias = Callable[[Mode | None], Toolkit | None]
"""Shows the picture in a mode, and returns the toolkit of that; None where the screen refuses it."""


class ModeChosen(msgspec.Struct, frozen=True):
    """The mode to be tried; None for the one that the program chooses itself."""

    mode: Mode | None


def mode_words(mode: Mode | None) -> str:
    """Return a mode in words."""
    if mode is None:
        return word("mode.auto")
    size = f"{mode.width}x{mode.height}"
    return word("shown.mode", mode=size, hz=mode.hz) if mode.hz else size


async def take_mode(
    toolkit: Toolkit,
    store: Store,
    present: str,
    offered: Sequence[Mode],
    try_mode: TryMode,
) -> Note | None:
    """Have a mode chosen and, where its picture is seen, saved; return what the operator's page says of it.

    `present` is the `mode` of the configuration. The caller shows the picture in the mode that is saved then.
    """
    now = mode_of(present)
    chosen = await ChooseMode(toolkit, offered, now)
    if not isinstance(chosen, ModeChosen) or chosen.mode == now:
        return None
    mode, words = chosen.mode, mode_words(chosen.mode)
    tried = try_mode(mode)
    if tried is None:
        return Note(word("mode.refused", mode=words), "alarm")
    if not isinstance(await KeepPicture(tried, words, KEEP_NS), Done):
        return Note(word("mode.taken_back", mode=words), "alarm")
    store.set("mode", AUTO if mode is None else str(mode))
    return Note(word("mode.kept", mode=words), "good")


async def take_rotation(
    toolkit: Toolkit, store: Store, now: int, try_rotation: Callable[[int], Toolkit | None]
) -> Note | None:
    """Have it chosen how the picture is turned and, where that is confirmed, saved; return what the page says of it.

    `now` is the turn in use, clockwise in degrees. The caller shows the picture as it is saved then.
    """
    rows = [Row(rotation_words(turn), word("rotate.now") if turn == now else "") for turn in TURNS]
    picked = await PickLine(toolkit, word("rotate.title"), rows, TURNS.index(now))
    if not isinstance(picked, Picked) or TURNS[picked.place] == now:
        return None
    turn = TURNS[picked.place]
    tried, words = try_rotation(turn), rotation_words(turn)
    if tried is None:
        return Note(word("rotate.refused", turn=words), "alarm")
    if not isinstance(await KeepPicture(tried, words, KEEP_TURNED_NS), Done):
        return Note(word("rotate.taken_back", turn=words), "alarm")
    store.set("rotate", turn)
    return Note(word("rotate.kept", turn=words), "good")


def rotation_words(turn: int) -> str:
    """Return how the picture is turned, in words."""
    return word("rotate.clockwise", degrees=turn) if turn else word("rotate.upright")


class ChooseMode(LeftWhenIdle[ModeChosen]):
    """Turns the modes, from the present one on; `Leave` for the way back."""

    def __init__(self, toolkit: Toolkit, offered: Sequence[Mode], now: Mode | None) -> None:
        super().__init__(toolkit, idle_ns=READ_NS)
        self._modes = [None, *offered]
        self._place = self._modes.index(now) if now in self._modes else 0

    def pressed(self, press: Press) -> None:
        if press.button == ACTION:
            self.dismiss(ModeChosen(self._modes[self._place]))
        elif press.button == CARDS[-1]:
            self.dismiss(Leave())
        elif press.button in (LEFT, RIGHT):
            self._place = (self._place + (1 if press.button == RIGHT else -1)) % len(self._modes)
            self.changed()
        else:
            self.refuse()

    def described(self) -> Part:
        colours = self.toolkit.theme.colours
        turned = word("operator.turned", value=mode_words(self._modes[self._place]))
        place = Text(f"{self._place + 1} / {len(self._modes)}", PLAIN, colours.quiet, across=0.5)
        body = Text(turned, HEAD, colours.text, across=0.5), place, sentence(word("mode.about"), colours.text)
        return page_of(self.toolkit, word("mode.title"), *body, hint=word("mode.hint"))


class KeepPicture(StaticScene[Done | Leave]):
    """Asks in a picture that is tried whether it is seen: `Done` by ACTION, `Leave` by CARD5 or no press in time."""

    def __init__(self, toolkit: Toolkit, words: str, keep_ns: int) -> None:
        """`words` say what is tried, `keep_ns` is how long the answer is waited for."""
        super().__init__(toolkit)
        self._words = words
        self._keep_ns = keep_ns
        self._came = 0
        self._left_s = keep_ns // S

    def enter(self, now: int) -> None:
        self._came = now

    def pressed(self, press: Press) -> None:
        """See `StaticScene.pressed`; a press that was meant for the page before does nothing."""
        if press.time_ns < self._came + GUARD_NS:
            self.refuse()
        elif press.button == ACTION:
            self.dismiss(Done())
        elif press.button == CARDS[-1]:
            self.dismiss(Leave())
        else:
            self.refuse()

    def advance(self, now: int, drained: int) -> None:
        left_s = -(-(self._came + self._keep_ns - now) // S)
        if left_s <= 0:
            self.dismiss(Leave())
        elif left_s != self._left_s:
            self._left_s = left_s
            self.changed()

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`: the next second that is counted."""
        return self._came + self._keep_ns - (self._left_s - 1) * S

    def described(self) -> Part:
        colours = self.toolkit.theme.colours
        tried = Text(self._words, HEAD, colours.text, across=0.5)
        left = sentence(word("mode.back_in", seconds=self._left_s), colours.caution)
        return page_of(self.toolkit, word("mode.keep"), tried, left, hint=word("mode.keep.hint"))


PATIENCE_NS: Final = 600 * S
"""Time without a press after which nobody looks any more: a screen is set by its own buttons meanwhile."""
BARS: Final[Sequence[Colour]] = (
    *((255, 255, 255), (255, 255, 0), (0, 255, 255), (0, 255, 0)),
    *((255, 0, 255), (255, 0, 0), (0, 0, 255), (0, 0, 0)),
)
"""White, what the three primary colours make in pairs, and the three, by falling luminance; black."""
FILLS: Final[Sequence[Colour]] = ((255, 255, 255), (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0))
GREYS: Final = 16
SIZES: Final = (LARGE, PLAIN, SMALL)
"""The heights of capitals, px at 800×480."""
SQUARES: Final = 10
"""The squares of the grid from top to bottom."""
WHITE: Final = (255, 255, 255)


class ScreenTest(LeftWhenIdle[Leave]):
    """The test card. It is drawn in the whole picture, to the last pixel at each edge."""

    def __init__(self, toolkit: Toolkit) -> None:
        super().__init__(toolkit, idle_ns=PATIENCE_NS)
        self._picture = 0

    def pressed(self, press: Press) -> None:
        if press.button == CARDS[-1]:
            self.dismiss(Leave())
            return
        self._picture = (self._picture + 1) % (1 + len(FILLS))
        self.changed()

    # The picture

    def sprites(self) -> Sequence[Sprite]:
        picture = pygame.Surface(self.toolkit.size)
        if self._picture:
            picture.fill(FILLS[self._picture - 1])
            return [Sprite(picture, 0, 0)]
        self._draw_edges(picture)
        self.toolkit.breathe()
        return [Sprite(picture, 0, 0), *self._colours(), *self._letters()]

    def _draw_edges(self, picture: pygame.Surface) -> None:
        """Draw squares, a circle, a frame of one pixel at the edges, and an arrow into each corner."""
        wide, high = picture.get_size()
        quiet, side = self.toolkit.theme.colours.quiet, high // SQUARES
        for across in range(wide // 2 % side, wide, side):
            pygame.draw.line(picture, quiet, (across, 0), (across, high))
        for down in range(high // 2 % side, high, side):
            pygame.draw.line(picture, quiet, (0, down), (wide, down))
        pygame.draw.circle(picture, WHITE, (wide // 2, high // 2), high // 2 - side // 2, self.toolkit.px(2))
        pygame.draw.rect(picture, WHITE, picture.get_rect(), 1)
        for x, inwards in ((0, side), (wide - 1, -side)):
            for y, downwards in ((0, side), (high - 1, -side)):
                pygame.draw.polygon(picture, WHITE, [(x, y), (x + inwards, y), (x, y + downwards)])

    def _colours(self) -> list[Sprite]:
        """Return bars of colours and of greys, inside the circle."""
        wide, high = self.toolkit.size
        whole, bar = (wide * 5 // 10, high * 15 // 100), pygame.Surface((wide * 5 // 10, high * 15 // 100))
        for place, colour in enumerate(BARS):
            left = whole[0] * place // len(BARS)
            bar.fill(colour, (left, 0, whole[0] * (place + 1) // len(BARS) - left, whole[1]))
        grey = pygame.Surface((whole[0], whole[1] * 2 // 3))
        for place in range(GREYS):
            left, level = whole[0] * place // GREYS, 255 * place // (GREYS - 1)
            grey.fill((level, level, level), (left, 0, whole[0] * (place + 1) // GREYS - left, whole[1]))
        x = (wide - whole[0]) // 2
        return [Sprite(bar, x, high * 2 // 10), Sprite(grey, x, high * 2 // 10 + whole[1])]

    def _letters(self) -> list[Sprite]:
        """Return a line of each size, and how to go on."""
        caps = {self.toolkit.px(cap): cap for cap in SIZES}  # a small screen has one for several
        named = [(word("screen_test.letters", size=real), cap) for real, cap in caps.items()]
        texts = [Text(words, cap, WHITE, "text") for words, cap in (*named, (word("screen_test.hint"), SMALL))]
        black = plate((0, 0, 0), radius=1)
        part = stack(*((0, On(line, black, (6, 5), fits=True, across=0.5)) for line in texts), gap=2, down=0)
        wide, high = self.toolkit.size
        return sprites(self.toolkit, part, Box(wide // 5, high * 47 // 100, wide * 3 // 5, high * 53 // 100))


UNANSWERED_NS: Final = 120 * S
"""Time without a press after which the margin stays as it was."""
MARGINS: Final = tuple(range(11))
"""The margins to choose from, in per cent of the width and of the height, at each edge."""
LONG: Final = 0.12
"""The length of a corner's arms, in the picture's height."""


async def take_margin(toolkit: Toolkit, store: Store, margin: float) -> None:
    """Have the margin set on a toolkit of the whole screen, and save it; `margin` is the one at first."""
    scene = SetMargin(toolkit, margin)
    if isinstance(await scene, Done):
        store.set("margin", scene.margin)


class SetMargin(LeftWhenIdle[Done]):
    """Sets `margin`; the result is `Done` where it is taken."""

    def __init__(self, toolkit: Toolkit, margin: float) -> None:
        """`margin` is the one at first, in per cent."""
        super().__init__(toolkit, idle_ns=UNANSWERED_NS)
        fitting = [each for each in MARGINS if is_legible(toolkit.size, each)]
        self._fitting = fitting or list(MARGINS[:1])
        self.margin = min(self._fitting, key=lambda each: abs(each - margin))
        """The margin that is shown, in per cent."""

    def pressed(self, press: Press) -> None:
        place = self._fitting.index(self.margin) + {LEFT: -1, RIGHT: 1}.get(press.button, 0)
        if press.button == ACTION:
            self.dismiss(Done())
        elif press.button == CARDS[-1]:
            self.dismiss(Leave())
        elif press.button in (LEFT, RIGHT) and 0 <= place < len(self._fitting):
            self.margin = self._fitting[place]
            self.changed()
        else:
            self.refuse()

    def sprites(self) -> Sequence[Sprite]:
        """See `StaticScene.sprites`: the corners where the picture would end, and what the buttons do."""
        toolkit, colours = self.toolkit, self.toolkit.theme.colours
        box = inside(toolkit.size, self.margin)
        picture = pygame.Surface(toolkit.size)
        pygame.draw.rect(picture, colours.quiet, box, 1)
        long, wide = round(toolkit.size[1] * LONG), toolkit.px(10, 6)
        for left in (True, False):
            for top in (True, False):
                for arm in ((long, wide), (wide, long)):
                    x = box.x if left else box.right - arm[0]
                    y = box.y if top else box.bottom - arm[1]
                    picture.fill(colours.text, (x, y, *arm))
        texts = (
            Text(word("margin.title"), LARGE, colours.text, across=0.5),
            Text(f"{self.margin} %", HEAD, colours.text, across=0.5),
            Text(word("margin.hint"), SMALL, colours.text, "text", across=0.5),
        )
        wide, high = toolkit.size
        return [Sprite(picture, 0, 0), *sprites(toolkit, lines(*texts, gap=24), Box(wide // 7, 0, wide * 5 // 7, high))]
