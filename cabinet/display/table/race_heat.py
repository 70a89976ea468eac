"""A dead heat on the wings: the words, the coin that falls with both seats' sides in turn, and whom the lot chose."""

from collections.abc import Callable, Sequence
from math import pi, sin
from typing import Final

from cabinet.display.layout.boxes import Box
from cabinet.display.layout.race import Wing, touch
from cabinet.display.stage import Sprite
from cabinet.display.table.race_words import RaceWords
from cabinet.display.theme import MS
from cabinet.display.toolkit import Kit
from cabinet.display.widgets.race_light import COIN_STEPS, RaceLight
from engine.record import Contest

COIN: Final = 0.94
"""Diameter of the coin, as a share of its room."""
COIN_STEP: Final = 16 * MS
"""Time between two pictures of the falling coin."""


class DeadHeat:
    """Draws dead heats; `solid` are the boxes that no coin may cross, `plates` those that hide a coin behind them."""

    def __init__(self, kit: Kit, write: RaceWords, light: RaceLight) -> None:
        self._motion = kit.theme.motion
        self._still = kit.theme.reduced_motion
        self._write = write
        self._light = light
        self.solid: tuple[Box, ...] = ()
        self.plates: tuple[Box, ...] = ()

    @property
    def fall(self) -> int:
        """How long a coin falls, ns; with reduced motion it lies from the start."""
        return 0 if self._still else self._motion.coin_fall

    def sprites(
        self,
        contest: Contest,
        wings: Sequence[Wing],
        since: int,
        ground: Callable[[int, Wing], Sprite],
        *,
        is_written: bool = True,
    ) -> list[Sprite]:
        """Return a dead heat's wings, `since` ns after it is first shown; `ground` draws one in a seat's colour.

        The words stand on the first wing, the coin falls on the others. Where a wing is alone, or is read from the
        other side, it shows one after the other. `is_written` False leaves out words and coin.
        """
        takes_turns = not self._still and (len(wings) < 2 or any(wing.turned for wing in wings))
        sprites: list[Sprite] = []
        for number, wing in enumerate(wings):
            own = sorted((contest.winner, contest.loser))[number % 2]
            sprites.append(ground(contest.winner if since >= self.fall else own, wing))
            if not is_written:
                continue
            if since >= self.fall // 2 if takes_turns else number > 0:
                sprites += self._lot(contest, wing, since)
            else:
                sprites += self._write.dead_heat(wing)
        return sprites

    def prewarm(self, seat: int, wing: Wing) -> None:
        """Draw all pictures of a seat's side of the coin."""
        side = _coin_side(self._write.lot(seat, wing)[1])
        for step in range(COIN_STEPS):
            self._light.coin(seat, side, step / (COIN_STEPS - 1), turned=wing.turned)

    def _lot(self, contest: Contest, wing: Wing, since: int) -> list[Sprite]:
        """Return the coin on its wing, and below it whom it chose once it lies."""
        is_drawn = since >= self.fall
        words, room = self._write.lot(contest.winner if is_drawn else -1, wing)
        side = _coin_side(room)
        part = 1.0 if is_drawn else since / self.fall
        y = room.y + (room.h - side) // 2
        start = self._fall_from(wing, room, side)
        turn = (1 - part) * self._motion.coin_turns
        face = contest.winner if round(turn) % 2 == 0 else contest.loser
        coin = self._light.coin(face, side, abs(sin(turn * pi)), turned=wing.turned)
        fallen = round(start + (y - start) * min(1.0, part * part * 1.1))
        return [*words, Sprite(coin, room.x + (room.w - side) // 2, fallen + (side - coin.get_height()) // 2)]

    def _fall_from(self, wing: Wing, room: Box, side: int) -> int:
        """Return where a coin begins to fall, y in px: at the screen's upper edge or below a name on its way, if no
        card or key is there.
        """
        way, end = Box(room.x + (room.w - side) // 2, 0, side, wing.box.y), room.y + (room.h - side) // 2
        if wing.turned or any(touch(way, box) for box in self.solid):
            return end
        return min(end, max((box.bottom for box in self.plates if touch(way, box)), default=0))


def _coin_side(room: Box) -> int:
    return max(8, round(min(room.w, room.h) * COIN))
