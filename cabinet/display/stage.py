"""Incremental drawing: a stage of sprites over a backdrop, and cards in motion on it.

The standing sprites are composed once into a picture of the whole screen, and again only where their list changes.
Moving sprites are drawn over that picture and erased with it. So a frame in which one card glides costs two small
blits, and a frame without a change costs nothing.

Glides, bounces, turns and shakes are pure functions of the time. A mover knows the card that it carries and the zone
that already holds that card; until it arrives, the zone is drawn without the card. So a card is never shown twice, and
the screen is never more than one glide (`Motion.glide`) behind the table.
"""

from collections.abc import Callable, Iterable, Sequence
from math import pi, sin
from typing import NamedTuple

import msgspec
import pygame

from cabinet.display.theme import Motion
from engine.units import NEVER


class Sprite(NamedTuple):
    """A surface and its top left corner, in px. Surfaces come from caches: the same look is the same object."""

    surface: pygame.Surface
    x: int
    y: int

    @property
    def rect(self) -> pygame.Rect:
        """The pixels that the sprite covers."""
        return pygame.Rect(self.x, self.y, *self.surface.get_size())

    def moved(self, x: int, y: int) -> "Sprite":
        """Return the sprite so many px further to the right and down."""
        return Sprite(self.surface, self.x + x, self.y + y)


def paste(surface: pygame.Surface, sprites: Iterable[Sprite]) -> None:
    """Draw sprites on a surface, from the bottom to the top."""
    surface.fblits([(sprite.surface, (sprite.x, sprite.y)) for sprite in sprites])


class Stage:
    """The picture of one screen. It draws on the surface passed to `draw` and keeps no reference to it."""

    def __init__(self, backdrop: pygame.Surface, breathe: Callable[[], None] = lambda: None) -> None:
        """`breathe` is called between the long steps, a screen's composition (`Toolkit.breathe`)."""
        self._breathe = breathe
        self._backdrop = backdrop
        breathe()
        self._picture = _cached_copy(backdrop)
        breathe()
        self._standing: list[Sprite] = []
        self._rects: dict[Sprite, pygame.Rect] = {}
        self._shown: list[Sprite] = []
        self._dirty: list[pygame.Rect] = [backdrop.get_rect()]

    def set_backdrop(self, backdrop: pygame.Surface) -> None:
        """Change the backdrop; the next `draw` covers the whole screen."""
        self._backdrop = backdrop
        self.repaint()

    def repaint(self) -> None:
        """Make the next `draw` cover the whole screen, as after another scene has drawn on it."""
        self._breathe()
        self._dirty = [self._backdrop.get_rect()]
        self._compose(self._dirty)
        self._breathe()

    def stand(self, sprites: Sequence[Sprite]) -> None:
        """Replace the standing sprites, listed from the bottom to the top."""
        rects, new = self._rects, set(sprites)
        old = rects.keys()
        come, gone = new - old, old - new
        if come or gone:
            changed = [rects.pop(sprite) for sprite in gone]
            for sprite in come:
                rects[sprite] = sprite.rect
                changed.append(rects[sprite])
            self._standing = list(dict.fromkeys(sprites))
            dirty = merged(changed)
            self._breathe()
            self._compose(dirty)
            self._dirty.extend(dirty)
            self._breathe()

    def draw(self, surface: pygame.Surface, moving: Sequence[Sprite]) -> list[pygame.Rect]:
        """Update `surface` and return the touched rectangles, none if nothing changed."""
        if not self._dirty and moving == self._shown:
            return []
        dirty = self._dirty
        dirty.extend(sprite.rect for sprite in self._shown)
        picture = self._picture
        surface.blits([(picture, rect, rect) for rect in dirty], False)
        for sprite in moving:
            surface.blit(sprite.surface, (sprite.x, sprite.y))
        dirty.extend(sprite.rect for sprite in moving)
        self._dirty = []
        self._shown = list(moving)
        frame = surface.get_rect()
        return [rect.clip(frame) for rect in dirty]

    def _compose(self, dirty: Iterable[pygame.Rect]) -> None:
        picture, backdrop, standing = self._picture, self._backdrop, self._standing
        rects = list(map(self._rects.__getitem__, standing))
        for rect in dirty:
            picture.set_clip(rect)
            picture.blit(backdrop, rect, rect)
            hit = [standing[place] for place in rect.collidelistall(rects)]
            picture.fblits([(surface, (x, y)) for surface, x, y in hit])
        picture.set_clip(None)


def _cached_copy(backdrop: pygame.Surface) -> pygame.Surface:
    """Return a copy of the backdrop whose rows are not a multiple of 16 bytes long.

    SDL on x86 copies rows past the processor's caches where all of them begin at multiples of 16 bytes, in source and
    destination (SDL_blit_copy.c). A dirty rectangle is drawn on at once, and then takes four times as long.
    """
    width, height = backdrop.get_size()
    picture = pygame.Surface((width | 1, height), 0, backdrop).subsurface((0, 0, width, height))
    picture.blit(backdrop, (0, 0))
    return picture


def merged(rects: list[pygame.Rect]) -> list[pygame.Rect]:
    """Return the rectangles with overlaps united, so that no pixel is composed many times."""
    apart: list[pygame.Rect] = []
    for rect in rects:
        united = rect
        while (hit := united.collidelist(apart)) >= 0:
            united = united.union(apart.pop(hit))
        apart.append(united)
    return apart


Spot = tuple[int, int]
"""A card's top left corner in px."""


def eased(part: float) -> float:
    """Ease-out: fast at the start, slow at the end. Maps 0…1 to 0…1 and clamps values outside."""
    part = min(1.0, max(0.0, part))
    return float(1 - (1 - part) ** 3)


def between(start: Spot, end: Spot, part: float) -> Spot:
    """Return the point at the share `part` of the way."""
    return round(start[0] + (end[0] - start[0]) * part), round(start[1] + (end[1] - start[1]) * part)


class Timed(msgspec.Struct, frozen=True):
    """A card in motion from `start` for `duration`, in ns of the clock that `at` uses.

    `card` is its code without a face, `zone` already holds it and is drawn without it during the motion.
    """

    card: str
    zone: str
    start: int
    duration: int

    @property
    def until(self) -> int:
        """When it is over."""
        return self.start + self.duration

    def part(self, now: int) -> float:
        """Return the share 0…1 of the time that has passed."""
        return min(1.0, max(0.0, (now - self.start) / self.duration)) if self.duration else 1.0


class Glide(Timed, frozen=True):
    """A card moving from one place to another, `seat` its seat's. Before `start` it stays at its origin."""

    surface: pygame.Surface
    origin: Spot
    goal: Spot
    seat: int = -1

    def at(self, now: int) -> Sprite:
        """Return the card at `now`."""
        return Sprite(self.surface, *between(self.origin, self.goal, eased(self.part(now))))


class Slam(Glide, frozen=True, kw_only=True):
    """The card that wins: larger than any other, slow at first, and at the end it hits. `large` is its picture."""

    large: pygame.Surface

    def at(self, now: int) -> Sprite:
        """Return the card at `now`, its middle where that of a usual card would be."""
        part = self.part(now)
        x, y = between(self.origin, self.goal, part * part * part)
        aside = (self.large.get_width() - self.surface.get_width()) // 2
        above = (self.large.get_height() - self.surface.get_height()) // 2
        return Sprite(self.large, x - aside, y - above)


class Walk(Timed, frozen=True):
    """A card carried evenly to a pile, where it waits until the table reports that it landed or went home."""

    surface: pygame.Surface
    origin: Spot
    goal: Spot

    @property
    def until(self) -> int:
        """When it is over: unknown, for a pause stops it."""
        return NEVER

    def at(self, now: int) -> Sprite:
        """Return the card at `now`."""
        return Sprite(self.surface, *between(self.origin, self.goal, self.part(now)))


class Bounce(msgspec.Struct, frozen=True):
    """The card of a beaten play: out towards the pile, a stop, back to its place, and a short shake there.

    `motion` has the times of each, `width` is that of the shake in px.
    """

    card: str
    zone: str
    start: int
    surface: pygame.Surface
    home: Spot
    reach: Spot
    width: int
    motion: Motion

    @property
    def until(self) -> int:
        """When it is over."""
        motion = self.motion
        return self.start + motion.lunge + motion.hit_stop + motion.glide + motion.shake

    def at(self, now: int) -> Sprite:
        """Return the card at `now`."""
        motion, since = self.motion, now - self.start
        if since < motion.lunge:
            return Sprite(self.surface, *between(self.home, self.reach, eased(since / motion.lunge)))
        since -= motion.lunge + motion.hit_stop
        if since < motion.glide:
            return Sprite(self.surface, *between(self.reach, self.home, eased(since / motion.glide)))
        part = min(1.0, (since - motion.glide) / motion.shake)
        sway = round(self.width * (1 - part) * sin(2 * pi * motion.shakes * part))
        return Sprite(self.surface, self.home[0] + sway, self.home[1])


class Flip(Timed, frozen=True):
    """A card turned over in its place. `frame` returns its picture at a share 0…1 of the turn."""

    frame: Callable[[float], Sprite]

    def at(self, now: int) -> Sprite:
        """Return the card at `now`."""
        return self.frame(self.part(now))


Mover = Glide | Walk | Bounce | Flip
"""One card in motion."""


class Fall(NamedTuple):
    """A card that falls off the table: from `start` for `duration` ns, from its place to a row `down` px below it."""

    start: int
    duration: int
    surface: pygame.Surface
    origin: Spot
    down: int

    @property
    def until(self) -> int:
        """When it has fallen."""
        return self.start + self.duration

    def at(self, now_ns: int) -> Sprite:
        """Return its sprite at `now_ns`."""
        part = max(0.0, (now_ns - self.start) / self.duration)
        return Sprite(self.surface, self.origin[0], self.origin[1] + round(self.down * part * part))


class Landing(Timed, frozen=True):
    """The weight of a card that has landed: its pictures, one after another, over the card in its place."""

    steps: tuple[tuple[Sprite, ...], ...]

    def at(self, now: int) -> tuple[Sprite, ...]:
        """Return the sprites at `now`, from the bottom to the top."""
        return self.steps[min(len(self.steps) - 1, int(self.part(now) * len(self.steps)))]
