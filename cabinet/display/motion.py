"""Cards in motion: glides, bounces, turns and shakes, as pure functions of the time.

A mover knows the card that it carries and the zone that already holds that card; until it arrives, the zone is drawn
without the card. So a card is never shown twice, and the screen is never more than one glide (`Motion.glide`) behind
the table.
"""

from collections.abc import Callable
from math import pi, sin

import msgspec
import pygame

from cabinet.display.stage import Sprite
from cabinet.display.theme import Motion
from engine.units import NEVER

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


class Landing(Timed, frozen=True):
    """The weight of a card that has landed: its pictures, one after another, over the card in its place."""

    steps: tuple[tuple[Sprite, ...], ...]

    def at(self, now: int) -> tuple[Sprite, ...]:
        """Return the sprites at `now`, from the bottom to the top."""
        return self.steps[min(len(self.steps) - 1, int(self.part(now) * len(self.steps)))]
