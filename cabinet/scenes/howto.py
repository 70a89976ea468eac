"""The lessons: three screens for a game, each a table on which the relevant buttons are pressed.

The picture is the match's own view of a posed table (`lessons`, `lesson_player`); beside it is the panel with the same
button lit, below it a few words. CARD5 leaves, any other button of either seat goes on. After the last screen, or after
a while without a press, the scene leads back.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.stage import Sprite, Stage
from cabinet.display.toolkit import Kit, beside, stacked
from cabinet.display.widgets.backdrop import night
from cabinet.games.presentation import Lesson, presentation_of
from cabinet.scenes.foot import Way, way
from cabinet.scenes.idle import IdleTimer
from cabinet.scenes.legend import panel
from cabinet.scenes.lesson_player import LessonPlayer
from cabinet.scenes.lessons import MIRRORED
from cabinet.scenes.stack import Scene
from cabinet.screens.table_setting import TableSetting
from cabinet.strings.catalogue import word
from engine.panel import CARDS, Press

WIDE: Final = 0.7
"""Share of the page's width that the table takes."""
LEAVE: Final = CARDS[-1]
"""The button that leaves the lessons."""


class HowTo(Scene):
    """The lessons of one game, shown from the seat `me` (0 or 1)."""

    def __init__(
        self, kit: Kit, setting: TableSetting, game: str, me: int, done: Callable[[], None], back: Callable[[], None],
        options: Mapping[str, object] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        """`done` is called after the last screen and by CARD5, `back` when both players have gone.

        `options` are those of the match, or of the house, whose variations are shown as well.

        Raises KeyError without lessons.
        """
        self._kit = kit
        self._game = game
        self._me = me
        self._done = done
        self._crossed = MIRRORED if me and setting.cocktail and setting.layout == "facing" else {}
        """The panel as the far player at a cocktail table sees it: that player's LEFT is the screen's right pile."""
        names = {button: name for (seat, button), name in setting.key_names.items() if seat == me}
        self._names = {self._crossed.get(button, button): name for button, name in names.items()}
        lessons = presentation_of(game).lessons_for(options)
        self._frame = frame = Frame(kit, len(lessons))
        self._player = LessonPlayer(kit, setting, game, me, lessons, frame.table, view_size=frame.table[2:])
        self._stage = Stage(night(kit), kit.breathe)
        self._back = back
        self._idle = IdleTimer()

    @property
    def lesson(self) -> Lesson:
        """The current lesson."""
        return self._player.lesson

    # Life

    def enter(self, now: int) -> None:
        """See `Scene.enter`."""
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
            self._done()

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`: makes the presses that are due, and repeats the lesson after its end."""
        self._player.advance(now)
        if self._idle.runs_out(now):
            self._back()

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`."""
        times = (self._player.next_deadline(), self._idle.ends_at)
        return min(time for time in times if time is not None)

    def is_stale(self, now: int) -> bool:
        """See `Scene.is_stale`."""
        return self._player.is_stale(now)

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """See `Scene.draw`."""
        self._stage.stand(self.sprites(now))
        if everything:
            self._stage.repaint()
        return self._stage.draw(screen, self._player.draw(now))

    # The picture

    def sprites(self, now: int) -> Sequence[Sprite]:
        """Return everything but the table: the game's name, the ways on and out, the dots, the panel, the words."""
        kit, frame, player = self._kit, self._frame, self._player
        name = kit.fitted(word(f"game.{self._game}"), 34, kit.theme.colours.text, frame.head.w // 3, "title")
        words = kit.fitted(word(self.lesson.words), 34, kit.theme.colours.text, frame.words.w)
        return [
            kit.put(frame.head, name, 0.0),
            kit.put(frame.ways, self._ways(), 1.0),
            *self._dots(),
            *panel(
                kit, self._me, self._names, frame.panel, self._on_panel(*player.lit), *self._on_panel(player.down(now))
            ),
            *stacked(frame.words, [words], 0),
        ]

    def _ways(self) -> pygame.Surface:
        """Draw how one goes on and how one leaves."""
        kit = self._kit
        ways = [way(kit, Way("", word("howto.next"))), way(kit, Way(LEAVE, word("way.leave")))]
        return beside(ways, kit.px(18, 8))

    def _on_panel(self, *buttons: str) -> Sequence[str]:
        """Return the positions of buttons on the panel, as its player sees it."""
        return [self._crossed.get(button, button) for button in buttons]

    def _dots(self) -> list[Sprite]:
        """Return a dot for each screen, bright up to the current screen."""
        kit, head = self._kit, self._frame.head
        side = dot_side(kit)
        dots = []
        for number in range(self._player.count):
            colour = kit.theme.seat(self._me).colour if number <= self._player.number else kit.theme.colours.key_edge
            x = head.right - (self._player.count - number) * 2 * side + side
            dots.append(Sprite(kit.plate((side, side), colour), x, head.y + (head.h - side) // 2))
        return dots


def dot_side(kit: Kit) -> int:
    """Return the side of the dot of a screen, px; half the distance from dot to dot."""
    return kit.px(14, 9)


class Frame:
    """The layout of a lesson: the table at the left, the panel at its right, the words below."""

    def __init__(self, kit: Kit, screens: int) -> None:
        margin = kit.px(24, 12)
        page = Box(0, 0, *kit.size).inset(margin, margin)
        self.head = Box(page.x, page.y, page.w, round(page.h * 0.11))
        dots = 2 * dot_side(kit) * screens + kit.px(26, 16)
        self.ways = Box(page.x + page.w // 3, page.y, page.w - page.w // 3 - dots, self.head.h)
        self.words = Box(page.x, page.bottom - round(page.h * 0.16), page.w, round(page.h * 0.16))
        middle = Box(page.x, self.head.bottom, page.w, self.words.y - self.head.bottom)
        width = min(round(page.w * WIDE), round(middle.h * kit.size[0] / kit.size[1]))
        height = round(width * kit.size[1] / kit.size[0])
        self.table = Box(page.x, middle.y + (middle.h - height) // 2, width, height)
        gap = kit.px(28, 14)
        self.panel = Box(self.table.right + gap, middle.y, page.right - self.table.right - gap, middle.h)
