"""The title: the program's name, the buttons' legend, and the prompt to press a button.

ACTION begins on release: held down by both seats for five seconds it opens the operator's page instead.
"""

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.stage import Sprite
from cabinet.display.toolkit import Kit, stacked
from cabinet.display.widgets.backdrop import chequer
from cabinet.scenes.icon_text import icon_text, wrapped_text
from cabinet.scenes.legend import Wiring, cap_words, keyboard, lies_on_the_block, panel
from cabinet.scenes.static_scene import StaticScene
from cabinet.strings.catalogue import word
from engine.panel import ACTION, Press

HOLD_NS: Final = 5_000_000_000
"""How long both seats hold ACTION for the operator's page: too long for a guest to do it by accident."""
PEOPLE: Final = frozenset({0, 1})
"""The seats with panels."""


class Title(StaticScene):
    """The first scene of the program. ACTION of either seat goes on."""

    def __init__(
        self,
        kit: Kit,
        keys: Wiring | None,
        begin: Callable[[int], None],
        *,
        operator: Callable[[], None] | None = None,
        idle: Callable[[], None] | None = None,
        idle_ns: int = 0,
        notice: str = "",
        panels: int = len(PEOPLE),
    ) -> None:
        """`keys`: the keys of both seats when the keyboard serves as their panels, None on a cabinet.

        `begin` is called with the seat that pressed ACTION, `operator` when both have held it (None: holding has no
        effect), `idle` after `idle_ns` without a press (0: never). `notice` is a message for everyone, `panels` the
        number of panels that are wired.
        """
        super().__init__(kit)
        self._keys = keys
        self._begin = begin
        self._operator = operator
        self._idle = idle
        self._idle_ns = idle_ns if idle else 0
        self._notice = notice
        self._panels = panels
        self._held: set[int] = set()
        self._opens_at: int | None = None
        self._idle_at: int | None = None
        self._head = self._drawn_head()

    def enter(self, now: int) -> None:
        """See `Scene.enter`."""
        self._idle_at = now + self._idle_ns if self._idle_ns else None

    def resume(self, now: int) -> None:
        """See `Scene.resume`: forgets the buttons held when another scene covered this."""
        self._held.clear()
        self._opens_at = None
        self.enter(now)

    def handle(self, press: Press) -> None:
        """See `Scene.handle`: releases count as well."""
        if self._idle_ns:
            self._idle_at = press.time_ns + self._idle_ns
        if press.button != ACTION:
            return
        if press.pressed:
            self._held.add(press.seat)
            if self._held >= PEOPLE and self._operator is not None:
                self._opens_at = press.time_ns + HOLD_NS
        elif press.seat in self._held:
            self._held.clear()
            self._opens_at = None
            self._begin(press.seat)

    def pressed(self, press: Press) -> None:
        """See `StaticScene.pressed`; `handle` does the work."""

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`."""
        if self._operator is not None and self._opens_at is not None and now >= self._opens_at:
            self._held.clear()
            self._opens_at = None
            self._operator()
        elif self._idle is not None and self._idle_at is not None and now >= self._idle_at and not self._held:
            self._idle_at = None
            self._idle()

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`."""
        return min((at for at in (self._opens_at, self._idle_at) if at is not None), default=None)

    def say(self, notice: str) -> None:
        """Show a notice to everyone, in place of the line below the name."""
        if notice != self._notice:
            self._notice = notice
            self.changed()

    def sprites(self) -> Sequence[Sprite]:
        """Return name, legend, and the prompt to press a button, from top to bottom."""
        page = self.page
        head = Box(page.x, page.y, page.w, round(page.h * (0.34 if self._notice else 0.27)))
        high = round(page.h * (0.24 if self._keys else 0.2))
        foot = Box(page.x, page.bottom - high, page.w, high)
        middle = Box(page.x, head.bottom, page.w, foot.y - head.bottom)
        return [
            *stacked(head, [self._head, *self._below_the_name()], self.kit.px(6, 3)),
            *self._legend(middle),
            *stacked(foot, self._invitation(), self.kit.px(4, 2)),
        ]

    def _drawn_head(self) -> pygame.Surface:
        """Draw the name between two chequered strips: a finishing line seen from above."""
        kit = self.kit
        name = kit.text(word("title"), 74, kit.theme.colours.text, "title")
        square = kit.px(7, 4)
        strip = Box(0, 0, kit.px(84, 40), square * (name.get_height() * 6 // 10 // square))
        gap = kit.px(18, 10)
        head = pygame.Surface((name.get_width() + 2 * (strip.w + gap), name.get_height()), pygame.SRCALPHA)
        down = (name.get_height() - strip.h) // 2
        chequer(head, strip.moved(0, down), square, kit.theme.seat(0).colour)
        head.blit(name, (strip.w + gap, 0))
        chequer(head, strip.moved(head.get_width() - strip.w, down), square, kit.theme.seat(1).colour)
        return head

    def _below_the_name(self) -> list[pygame.Surface]:
        if self._notice:
            return wrapped_text(self.kit, self._notice, 16, self.kit.theme.colours.alarm, self.page.w, most=2)
        return [self._line("tagline", 16)]

    def _line(self, key: str, size: int) -> pygame.Surface:
        return self.kit.fitted(word(key), size, self.kit.theme.colours.quiet, self.page.w)

    def _invitation(self) -> list[pygame.Surface]:
        kit, colours = self.kit, self.kit.theme.colours
        press = icon_text(kit, self._press_words(), 22, colours.text, self.page.w)
        buttons = icon_text(kit, word("title.buttons"), 14, colours.quiet, self.page.w)
        return [press, buttons, self._line("title.not_judged", 13)] if self._keys else [press, buttons]

    def _press_words(self) -> str:
        if self._keys is None:
            return word("title.press_action")
        first, second = (cap_words(panel[ACTION]) for panel in self._keys)
        return word("title.press_keys", first=first, second=second)

    def _legend(self, box: Box) -> list[Sprite]:
        kit = self.kit
        seats = range(len(PEOPLE) if self._keys else self._panels)
        names = [self._name(seat, (box.w - kit.px(60, 30)) // len(seats)) for seat in seats]
        gap = kit.px(8, 4)
        high = names[0].get_height()
        lower = Box(box.x, box.y + high + gap, box.w, box.h - high - 2 * gap)
        if self._keys is not None and lies_on_the_block(self._keys):
            sides = [Sprite(names[0], lower.x, box.y), Sprite(names[1], box.right - names[1].get_width(), box.y)]
            return [*self._beside_keys(sides, lower), *keyboard(kit, self._keys, lower)]
        lower = lower.inset(kit.px(10), 0)
        apart = kit.px(60, 30) // (len(seats) - 1)
        width = (lower.w - apart * (len(seats) - 1)) // len(seats)
        rooms = [Box(lower.x + seat * (width + apart), lower.y, width, lower.h) for seat in seats]
        sprites = [Sprite(name, each.x, box.y) for name, each in zip(names, rooms, strict=True)]
        for seat, each in enumerate(rooms):
            sprites += panel(kit, seat, self._keys[seat] if self._keys else {}, each)
        return sprites

    def _beside_keys(self, names: list[Sprite], lower: Box) -> list[Sprite]:
        """Return the names moved inwards to the edges of the keyboard's picture."""
        keys = keyboard(self.kit, self._keys or (), lower)
        left, right = min(key.x for key in keys), max(key.rect.right for key in keys)
        return [names[0]._replace(x=left), names[1]._replace(x=right - names[1].surface.get_width())]

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
