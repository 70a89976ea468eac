"""The operator's page on which the margin is set for a screen that cuts off the edges of its picture.

It is drawn in the whole picture, without a margin: RIGHT moves the four corners inwards until all of them are seen,
LEFT outwards, ACTION takes the margin, and CARD5 leaves it as it was.
"""

from collections.abc import Sequence
from typing import Final

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.stage import Sprite
from cabinet.display.toolkit import Toolkit, stacked
from cabinet.scenes.bases import Done, Leave, LeftWhenIdle
from cabinet.scenes.legend import icon_text
from cabinet.screens.canvas import inside, is_legible
from cabinet.store.store import Store
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import S

PATIENCE_NS: Final = 120 * S
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
        super().__init__(toolkit, idle_ns=PATIENCE_NS)
        fitting = [each for each in MARGINS if is_legible(toolkit.size, each)]
        self._fitting = fitting or list(MARGINS[:1])
        self.margin = min(self._fitting, key=lambda each: abs(each - margin))
        """The margin that is shown, in per cent."""

    def pressed(self, press: Press) -> None:
        """See `StaticScene.pressed`."""
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
        room = Box(0, 0, *toolkit.size)
        lines = [
            toolkit.text(word("margin.title"), 30, colours.text, "title"),
            toolkit.text(f"{self.margin} %", 46, colours.text, "title"),
            icon_text(toolkit, word("margin.hint"), 17, colours.text, room.w * 7 // 10),
        ]
        return [Sprite(picture, 0, 0), *stacked(room, lines, toolkit.px(12, 6))]
