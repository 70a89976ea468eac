"""Cards in motion: glides, bounces, turns and shakes, as pure functions of the time.

A mover knows the card that it carries and the zone that already holds that card; until it arrives, the zone is drawn
without the card. So a card is never shown twice, and the screen is never more than one glide (`Motion.glide`) behind
the table.
"""

from collections.abc import Callable
from math import pi, sin
from typing import Protocol

import msgspec
import pygame

from cabinet.display.stage import Sprite

Spot = tuple[int, int]
"""A card's top left corner in px."""

FOREVER = 1 << 62
"""A time that never comes."""


class Mover(Protocol):
    """One card in motion."""

    @property
    def card(self) -> str:
        """The card's code without a face."""

    @property
    def zone(self) -> str:
        """The zone that already holds the card and is drawn without it during the motion."""

    @property
    def until(self) -> int:
        """The time of arrival, in ns of the clock that `at` uses."""

    def at(self, now: int) -> Sprite:
        """Return the sprite at `now`, with its position and look."""


def eased(part: float) -> float:
    """Ease-out: fast at the start, slow at the end. Maps 0…1 to 0…1 and clamps values outside."""
    part = min(1.0, max(0.0, part))
    return float(1 - (1 - part) ** 3)


def between(start: Spot, end: Spot, part: float) -> Spot:
    """Return the point at the share `part` of the way."""
    return round(start[0] + (end[0] - start[0]) * part), round(start[1] + (end[1] - start[1]) * part)


class Glide(msgspec.Struct, frozen=True):
    """A card moving from one place to another, `seat` its seat's. Before `start` it stays at its origin."""

    card: str
    zone: str
    surface: pygame.Surface
    origin: Spot
    goal: Spot
    start: int
    duration: int
    seat: int = -1

    @property
    def until(self) -> int:
        """See `Mover`."""
        return self.start + self.duration

    def at(self, now: int) -> Sprite:
        """See `Mover`."""
        part = eased((now - self.start) / self.duration)
        return Sprite(self.surface, *between(self.origin, self.goal, part))


class Walk(msgspec.Struct, frozen=True):
    """A card carried evenly to a pile, where it waits until the table reports that it landed or went home."""

    card: str
    zone: str
    surface: pygame.Surface
    origin: Spot
    goal: Spot
    start: int
    duration: int

    @property
    def until(self) -> int:
        """See `Mover`: unknown, for a pause stops it."""
        return FOREVER

    def at(self, now: int) -> Sprite:
        """See `Mover`."""
        part = min(1.0, max(0.0, (now - self.start) / self.duration)) if self.duration else 1.0
        return Sprite(self.surface, *between(self.origin, self.goal, part))


class Bounce(msgspec.Struct, frozen=True):
    """The card of a beaten play: out towards the pile, a stop, back to its place, and a short shake there."""

    card: str
    zone: str
    surface: pygame.Surface
    home: Spot
    reach: Spot
    width: int
    shakes: float
    start: int
    lunge: int
    back: int
    shake: int
    stop: int = 0

    @property
    def until(self) -> int:
        """See `Mover`."""
        return self.start + self.lunge + self.stop + self.back + self.shake

    def at(self, now: int) -> Sprite:
        """See `Mover`."""
        since = now - self.start
        if since < self.lunge:
            return Sprite(self.surface, *between(self.home, self.reach, eased(since / self.lunge)))
        since -= self.lunge + self.stop
        if since < self.back:
            return Sprite(self.surface, *between(self.reach, self.home, eased(since / self.back)))
        return Sprite(self.surface, self.home[0] + self._sway(since - self.back), self.home[1])

    def _sway(self, since: int) -> int:
        part = min(1.0, since / self.shake) if self.shake else 1.0
        return round(self.width * (1 - part) * sin(2 * pi * self.shakes * part))


class Flip(msgspec.Struct, frozen=True):
    """A card turned over in its place. `frame` returns its picture at a share 0…1 of the turn."""

    card: str
    zone: str
    frame: Callable[[float], Sprite]
    start: int
    duration: int

    @property
    def until(self) -> int:
        """See `Mover`."""
        return self.start + self.duration

    def at(self, now: int) -> Sprite:
        """See `Mover`."""
        return self.frame(min(1.0, max(0.0, (now - self.start) / self.duration)))


class Landing(msgspec.Struct, frozen=True):
    """The weight of a card that has landed: its pictures, one after another, over the card in its place."""

    card: str
    zone: str
    steps: tuple[tuple[Sprite, ...], ...]
    start: int
    duration: int

    @property
    def until(self) -> int:
        """When it is over, ns of the clock that `at` uses."""
        return self.start + self.duration

    def at(self, now: int) -> tuple[Sprite, ...]:
        """Return the sprites at `now`, from the bottom to the top."""
        part = min(1.0, max(0.0, (now - self.start) / self.duration))
        return self.steps[min(len(self.steps) - 1, int(part * len(self.steps)))]
