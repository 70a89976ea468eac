"""Cards under way: glides, bounces, turns and shakes, as pure functions of the time.

A mover knows which card it carries and in which zone that card already is: while it is under way the zone is drawn
without it. So nothing is ever shown twice, and what the table says is never more than one glide (`Motion.glide`)
away from what the screen shows.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import pi, sin
from typing import Protocol

import pygame

from cabinet.display.stage import Sprite

Spot = tuple[int, int]
"""A card's top left corner in px."""

FOREVER = 1 << 62
"""A moment that does not come."""


class Mover(Protocol):
    """One card under way."""

    @property
    def card(self) -> str:
        """Its code without a face."""

    @property
    def zone(self) -> str:
        """The zone that already holds it, and is drawn without it meanwhile."""

    @property
    def until(self) -> int:
        """When it has arrived, in ns of the clock that `at` is given."""

    def at(self, now: int) -> Sprite:
        """Where it is, and how it looks, at a moment."""


def eased(part: float) -> float:
    """Ease-out: quick away, gentle in. 0…1 to 0…1; outside, the nearer end."""
    part = min(1.0, max(0.0, part))
    return float(1 - (1 - part) ** 3)


def between(start: Spot, end: Spot, part: float) -> Spot:
    """The point so far on the way."""
    return round(start[0] + (end[0] - start[0]) * part), round(start[1] + (end[1] - start[1]) * part)


@dataclass(frozen=True, slots=True)
class Glide:
    """A card on its way from one place to another. Before `start` it waits where it comes from."""

    card: str
    zone: str
    surface: pygame.Surface
    origin: Spot
    goal: Spot
    start: int
    duration: int

    @property
    def until(self) -> int:
        """See `Mover`."""
        return self.start + self.duration

    def at(self, now: int) -> Sprite:
        """See `Mover`."""
        part = eased((now - self.start) / self.duration)
        return Sprite(self.surface, *between(self.origin, self.goal, part))


@dataclass(frozen=True, slots=True)
class Walk:
    """A card carried evenly to a pile; there it waits until it is told that it has landed, or gone home."""

    card: str
    zone: str
    surface: pygame.Surface
    origin: Spot
    goal: Spot
    start: int
    duration: int

    @property
    def until(self) -> int:
        """See `Mover`: nobody knows, for a pause stops it."""
        return FOREVER

    def at(self, now: int) -> Sprite:
        """See `Mover`."""
        part = min(1.0, max(0.0, (now - self.start) / self.duration)) if self.duration else 1.0
        return Sprite(self.surface, *between(self.origin, self.goal, part))


@dataclass(frozen=True, slots=True)
class Bounce:
    """A card that was beaten: out towards the pile, back to its place, and a short shake there."""

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

    @property
    def until(self) -> int:
        """See `Mover`."""
        return self.start + self.lunge + self.back + self.shake

    def at(self, now: int) -> Sprite:
        """See `Mover`."""
        since = now - self.start
        if since < self.lunge:
            return Sprite(self.surface, *between(self.home, self.reach, eased(since / self.lunge)))
        since -= self.lunge
        if since < self.back:
            return Sprite(self.surface, *between(self.reach, self.home, eased(since / self.back)))
        return Sprite(self.surface, self.home[0] + self._sway(since - self.back), self.home[1])

    def _sway(self, since: int) -> int:
        part = min(1.0, since / self.shake) if self.shake else 1.0
        return round(self.width * (1 - part) * sin(2 * pi * self.shakes * part))


@dataclass(frozen=True, slots=True)
class Flip:
    """A card turned over where it lies. `frame` gives its picture at a share 0…1 of the turn."""

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
