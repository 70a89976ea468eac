"""The operator's pages on which a mode of the screen is chosen, tried, and kept or taken back.

LEFT and RIGHT turn the modes that the screen offers, ACTION shows the picture in one. Who does not see it cannot say
so: it takes itself back after `KEEP_NS`, unless ACTION is pressed.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import msgspec

from cabinet.config.schema import AUTO
from cabinet.display.stage import Sprite
from cabinet.display.toolkit import Toolkit
from cabinet.scenes.bases import GUARD_NS, Done, Leave, LeftWhenIdle, StaticScene
from cabinet.scenes.legend import wrapped_text
from cabinet.scenes.machine_pages import READ_NS, TEXT, page_of
from cabinet.scenes.operator_pages import Note
from cabinet.screens.modes import Mode, mode_of
from cabinet.store.store import Store
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import S

KEEP_NS: Final = 10 * S
"""How long the picture waits for ACTION in a mode that is tried."""
BIG: Final = 40
"""The size of a mode's letters at 800×480."""


ListModes: TypeAlias = Callable[[], Sequence[Mode]]
"""Returns the modes that can be chosen."""
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
    if not isinstance(await KeepMode(tried, mode), Done):
        return Note(word("mode.taken_back", mode=words), "alarm")
    store.set("mode", AUTO if mode is None else str(mode))
    return Note(word("mode.kept", mode=words), "good")


class ChooseMode(LeftWhenIdle[ModeChosen]):
    """Turns the modes, from the present one on; `Leave` for the way back."""

    def __init__(self, toolkit: Toolkit, offered: Sequence[Mode], now: Mode | None) -> None:
        super().__init__(toolkit, idle_ns=READ_NS)
        self._modes = [None, *offered]
        self._place = self._modes.index(now) if now in self._modes else 0

    def pressed(self, press: Press) -> None:
        """See `StaticScene.pressed`."""
        if press.button == ACTION:
            self.dismiss(ModeChosen(self._modes[self._place]))
        elif press.button == CARDS[-1]:
            self.dismiss(Leave())
        elif press.button in (LEFT, RIGHT):
            self._place = (self._place + (1 if press.button == RIGHT else -1)) % len(self._modes)
            self.changed()
        else:
            self.refuse()

    def sprites(self) -> Sequence[Sprite]:
        """See `StaticScene.sprites`."""
        toolkit, colours, page = self.toolkit, self.toolkit.theme.colours, self.page
        turned = word("operator.turned", value=mode_words(self._modes[self._place]))
        lines = [
            toolkit.fitted(turned, BIG, colours.text, page.w, "title"),
            toolkit.fitted(f"{self._place + 1} / {len(self._modes)}", TEXT, colours.quiet, page.w),
            *wrapped_text(toolkit, word("mode.about"), TEXT, colours.text, page.w, most=3),
        ]
        return page_of(toolkit, page, word("mode.title"), lines, word("mode.hint"))


class KeepMode(StaticScene[Done | Leave]):
    """Asks in a mode that is tried whether its picture is seen: `Done` by ACTION, `Leave` by CARD5 or no press."""

    def __init__(self, toolkit: Toolkit, mode: Mode | None) -> None:
        super().__init__(toolkit)
        self._mode = mode
        self._came = 0
        self._left_s = KEEP_NS // S

    def enter(self, now: int) -> None:
        """See `Scene.enter`."""
        self._came = now

    def pressed(self, press: Press) -> None:
        """See `StaticScene.pressed`; a press that was meant for the page before is none."""
        if press.time_ns < self._came + GUARD_NS:
            return
        if press.button == ACTION:
            self.dismiss(Done())
        elif press.button == CARDS[-1]:
            self.dismiss(Leave())
        else:
            self.refuse()

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`."""
        left_s = -(-(self._came + KEEP_NS - now) // S)
        if left_s <= 0:
            self.dismiss(Leave())
        elif left_s != self._left_s:
            self._left_s = left_s
            self.changed()

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`: the next second that is counted."""
        return self._came + KEEP_NS - (self._left_s - 1) * S

    def sprites(self) -> Sequence[Sprite]:
        """See `StaticScene.sprites`."""
        toolkit, colours, page = self.toolkit, self.toolkit.theme.colours, self.page
        lines = [
            toolkit.fitted(mode_words(self._mode), BIG, colours.text, page.w, "title"),
            *wrapped_text(toolkit, word("mode.back_in", seconds=self._left_s), TEXT, colours.caution, page.w, most=3),
        ]
        return page_of(toolkit, page, word("mode.keep"), lines, word("mode.keep.hint"))
