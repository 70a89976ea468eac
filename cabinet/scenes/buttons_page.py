"""The buttons' page before the lessons: the keys for the panels, or the panels themselves, and what each is for."""

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.stage import Sprite
from cabinet.display.toolkit import Kit, stacked
from cabinet.scenes.foot import Way, foot, foot_height
from cabinet.scenes.icon_text import icon_text
from cabinet.scenes.idle import IdleTimer
from cabinet.scenes.legend import Wiring, keyboard, lies_on_the_block, panel
from cabinet.scenes.static_scene import StaticScene
from cabinet.strings.catalogue import word
from engine.panel import CARDS, Press

LEAVE: Final = CARDS[-1]


class ButtonsPage(StaticScene):
    """Shows every button of every seat. CARD5 leaves, any other button goes on."""

    def __init__(
        self, kit: Kit, keys: Wiring | None, done: Callable[[], None], back: Callable[[], None], *, panels: int = 2
    ) -> None:
        """`keys`: the keys of both seats at a desk, None on a cabinet with `panels` panels."""
        super().__init__(kit)
        self._keys = keys
        self._done = done
        self._back = back
        self._idle = IdleTimer()
        self._panels = panels

    def enter(self, now: int) -> None:
        """See `Scene.enter`."""
        self._idle.restart(now)

    def pressed(self, press: Press) -> None:
        """See `StaticScene.pressed`."""
        (self._back if press.button == LEAVE else self._done)()

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`."""
        if self._idle.runs_out(now):
            self._back()

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`."""
        return self._idle.ends_at

    def sprites(self) -> Sequence[Sprite]:
        """Return the seats' names, their keys or panels, the buttons' purposes, and the ways."""
        kit, colours = self.kit, self.kit.theme.colours
        page = self.page
        bottom = kit.size[1] - foot_height(kit) - kit.px(6, 3)
        high = kit.px(64, 40)
        told = Box(page.x, bottom - high, page.w, high)
        buttons = [icon_text(kit, word(key), 20, colours.text, page.w) for key in ("buttons.cards", "buttons.others")]
        ways = [Way("", word("howto.next")), Way(LEAVE, word("way.leave"))]
        return [
            *self._legend(Box(page.x, page.y, page.w, told.y - page.y)),
            *stacked(told, buttons, kit.px(4, 2)),
            foot(kit, ways),
        ]

    def _legend(self, box: Box) -> list[Sprite]:
        kit = self.kit
        seats = range(2 if self._keys else self._panels)
        names = [self._name(seat, (box.w - kit.px(60, 30)) // len(seats)) for seat in seats]
        gap = kit.px(8, 4)
        high = names[0].get_height()
        lower = Box(box.x, box.y + high + gap, box.w, box.h - high - 2 * gap)
        if self._keys is not None and lies_on_the_block(self._keys):
            return self._over_keys(names, box.y, keyboard(kit, self._keys, lower))
        lower = lower.inset(kit.px(10), 0)
        apart = kit.px(60, 30) // (len(seats) - 1)
        width = (lower.w - apart * (len(seats) - 1)) // len(seats)
        rooms = [Box(lower.x + seat * (width + apart), lower.y, width, lower.h) for seat in seats]
        sprites = [Sprite(name, each.x, box.y) for name, each in zip(names, rooms, strict=True)]
        for seat, each in enumerate(rooms):
            sprites += panel(kit, seat, self._keys[seat] if self._keys else {}, each)
        return sprites

    def _over_keys(self, names: list[pygame.Surface], y: int, keys: list[Sprite]) -> list[Sprite]:
        """Return the names above the edges of the keyboard's picture, and the picture."""
        left, right = min(key.x for key in keys), max(key.rect.right for key in keys)
        return [Sprite(names[0], left, y), Sprite(names[1], right - names[1].get_width(), y), *keys]

    def _name(self, seat: int, width: int) -> pygame.Surface:
        """Draw a seat's badge and its name."""
        kit = self.kit
        name = kit.fitted(word(f"seat.{seat}"), 30, kit.theme.seat(seat).colour, width, "title")
        badge = kit.badge(seat, name.get_height() * 7 // 10)
        gap = kit.px(10, 6)
        whole = pygame.Surface((badge.get_width() + gap + name.get_width(), name.get_height()), pygame.SRCALPHA)
        whole.blit(badge, badge.get_rect(midleft=(0, whole.get_height() // 2)))
        whole.blit(name, (badge.get_width() + gap, 0))
        return whole
