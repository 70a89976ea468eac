"""The light of a photo finish: a wing's ground, rays, the frame round the pile, and a dead heat with its coin.

`RaceLight` draws, `DeadHeat` puts a dead heat on the wings: the words, the coin that falls with both seats' sides in
turn, and whom the lot chose. Each picture is drawn once and cached. Steps of brightness share their pixels, so a fade
costs no memory.
"""

from collections.abc import Callable, Sequence
from math import cos, pi, sin
from typing import Final

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.layout.parts import Edge
from cabinet.display.layout.race import Lit, Wing, touch
from cabinet.display.shapes import FINER, painted
from cabinet.display.stage import Sprite
from cabinet.display.table.race_words import RaceWords
from cabinet.display.theme import MS, Colour
from cabinet.display.toolkit import Kit
from cabinet.display.widgets.backdrop import chequer
from engine.record import Contest

RAYS: Final = 22
"""Rays of a burst round a whole circle."""
STREAK: Final = 0.14
"""How far a streak on a wing is from the seat's colour towards white: words on it keep their contrast."""
COIN_STEPS: Final = 8
"""Pictures of a coin from flat to on edge."""
LIT: Final = 0.6
"""Opacity of the brightest rays."""


class RaceLight:
    """Draws the light of all seats and keeps it."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._ground = kit.cached(self._draw_ground)
        self._cut = kit.cached(self._draw_cut)
        self._burst = kit.cached(self._draw_burst)
        self._dimmed = kit.cached(self._draw_dimmed)
        self._frame = kit.cached(self._draw_frame)
        self._coin = kit.cached(self._draw_coin)
        self._backdrop = pygame.Surface((1, 1))

    def shine_on(self, backdrop: pygame.Surface) -> None:
        """Set the picture that the rays light; one object for one layout."""
        self._backdrop = backdrop

    def ground(self, seat: int, box: Box, inner: Edge, share: float = 1.0) -> Sprite:
        """Return a wing's ground in the seat's colour, of which `share` (0…1) is flooded from the inner edge."""
        return _at(box, self._cut(seat, (box.w, box.h), inner, round(share * 12)))

    def rays(
        self, seat: int, lit: Lit, centre: tuple[int, int], holes: tuple[Box, ...], opacity: int
    ) -> list[Sprite]:
        """Return rays in the seat's colour that fill a box of light, from `centre` outwards, except for the holes.

        `centre` and `holes` are on the screen; `opacity` is from 0 to 255.
        """
        return self._dimmed(seat, lit, centre, holes, opacity, self._backdrop)

    def frame(self, outer: Box, inner: Box, colour: Colour) -> Sprite:
        """Return a frame between two boxes; inside it is empty."""
        hole = inner.moved(-outer.x, -outer.y)
        return Sprite(self._frame((outer.w, outer.h), hole, colour), outer.x, outer.y)

    def coin(self, seat: int, side: int, turn: float, *, turned: bool = False) -> pygame.Surface:
        """Return the coin with the seat's badge, `side` px across, at an angle of `turn` (0 flat, 1 on edge)."""
        coin = self._coin(seat, side, round(turn * (COIN_STEPS - 1)))
        return self._kit.turned(coin) if turned else coin

    # Drawing

    def _draw_ground(self, seat: int, size: tuple[int, int], inner: Edge) -> pygame.Surface:
        """Draw a ground: the seat's colour, streaks from the inner edge, and a chequered line along that edge."""
        colour = self._kit.theme.seat(seat).colour
        light: Colour = (_towards(colour[0]), _towards(colour[1]), _towards(colour[2]))
        ground = pygame.Surface(size)
        ground.fill(colour)
        whole = Box(0, 0, *size)
        for wedge in _wedges(_middle_of(whole, inner), sum(size), 2 * RAYS):
            pygame.draw.polygon(ground, light, wedge)
        square = self._kit.px(4, 2)
        line = _along(whole, inner, 2 * square)
        ground.fill(self._kit.theme.colours.paper, line)
        chequer(ground, line, square, self._kit.theme.colours.dark_text)
        return ground

    def _draw_cut(self, seat: int, size: tuple[int, int], inner: Edge, twelfths: int) -> tuple[Box, pygame.Surface]:
        """Return the flooded part of a ground and its box inside the wing."""
        whole = Box(0, 0, *size)
        deep = (size[0] if inner in ("left", "right") else size[1]) * max(1, min(12, twelfths)) // 12
        part = _along(whole, inner, deep)
        return part, self._ground(seat, size, inner).subsurface(part)

    def _draw_burst(
        self, seat: int, box: Box, centre: tuple[int, int], holes: tuple[Box, ...], backdrop: pygame.Surface
    ) -> pygame.Surface:
        """Draw a part of the backdrop with the rays on it: without transparency it costs a third of a frame's time."""
        colour = self._kit.theme.seat(seat).colour
        burst = pygame.Surface((box.w, box.h), pygame.SRCALPHA)
        burst.fill((*colour, 0))
        for wedge in _wedges((centre[0] - box.x, centre[1] - box.y), 2 * sum(self._kit.size), RAYS):
            pygame.draw.polygon(burst, (*colour, round(255 * LIT)), wedge)
        for hole in holes:
            pygame.draw.rect(burst, (*colour, 0), hole.moved(-box.x, -box.y), border_radius=self._kit.px(5, 3))
        lit = pygame.Surface((box.w, box.h), depth=backdrop.get_bitsize(), masks=backdrop.get_masks())
        lit.blit(backdrop, (0, 0), box)
        lit.blit(burst, (0, 0))
        return lit

    def _draw_dimmed(
        self,
        seat: int,
        lit: Lit,
        centre: tuple[int, int],
        holes: tuple[Box, ...],
        opacity: int,
        backdrop: pygame.Surface,
    ) -> list[Sprite]:
        """Return the strips of a burst at an opacity; their pixels are those of the whole burst.

        A blit with an opacity changes pixels below a hole by one step of brightness, so it leaves out protected boxes.
        """
        burst, sprites = self._burst(seat, lit.box, centre, holes, backdrop), []
        for strip in lit.strips:
            dimmed = burst.subsurface(strip.moved(-lit.box.x, -lit.box.y))
            dimmed.set_alpha(opacity if opacity < 255 else None)
            sprites.append(Sprite(dimmed, strip.x, strip.y))
        return sprites

    def _draw_frame(self, size: tuple[int, int], hole: Box, colour: Colour) -> pygame.Surface:
        radius = self._kit.px(11, 6) * FINER

        def draw(big: pygame.Surface) -> None:
            pygame.draw.rect(big, colour, big.get_rect(), border_radius=radius)

        frame = painted(size, colour, draw)
        frame.fill((*colour, 0), hole)
        return frame

    def _draw_coin(self, seat: int, side: int, step: int) -> pygame.Surface:
        kit, colours = self._kit, self._kit.theme.colours

        def draw(big: pygame.Surface) -> None:
            centre, radius = big.get_rect().center, big.get_width() // 2
            pygame.draw.circle(big, colours.dark_text, centre, radius)
            pygame.draw.circle(big, colours.paper, centre, round(radius * 0.93))
            pygame.draw.circle(big, kit.theme.seat(seat).colour, centre, round(radius * 0.84))

        coin = painted((side, side), colours.dark_text, draw)
        badge = kit.badge(seat, round(side * 0.46), colours.dark_text)
        coin.blit(badge, badge.get_rect(center=coin.get_rect().center))
        height = max(3, round(side * cos(step / (COIN_STEPS - 1) * pi / 2)))
        return pygame.transform.smoothscale(coin, (side, height))


def _wedges(centre: tuple[int, int], reach: int, count: int) -> list[list[tuple[float, float]]]:
    """Return every other sector of a circle as a triangle."""
    step = 2 * pi / count

    def tip(turn: float) -> tuple[float, float]:
        return centre[0] + reach * cos(turn), centre[1] + reach * sin(turn)

    return [[centre, tip(ray * step), tip((ray + 0.5) * step)] for ray in range(count)]


def _middle_of(box: Box, edge: Edge) -> tuple[int, int]:
    """Return the point in the middle of a box's edge."""
    x, y = box.centre
    return {"left": (box.x, y), "right": (box.right, y), "top": (x, box.y), "bottom": (x, box.bottom)}[edge]


def _along(box: Box, edge: Edge, deep: int) -> Box:
    """Return the strip of a box along an edge, `deep` px deep."""
    return {
        "left": Box(box.x, box.y, deep, box.h),
        "right": Box(box.right - deep, box.y, deep, box.h),
        "top": Box(box.x, box.y, box.w, deep),
        "bottom": Box(box.x, box.bottom - deep, box.w, deep),
    }[edge]


def _at(box: Box, cut: tuple[Box, pygame.Surface]) -> Sprite:
    part, surface = cut
    return Sprite(surface, box.x + part.x, box.y + part.y)


def _towards(channel: int) -> int:
    """Return a channel of a colour, `STREAK` of the way to white."""
    return round(channel + (255 - channel) * STREAK)


# A dead heat on the wings

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
