"""The content of a result, of a slow motion and of a photo: words and numbers, ready to be drawn.

And what these full-screen pictures share: rays behind a winner.
"""

from math import cos, pi, sin
from typing import Final

import msgspec
import pygame

from cabinet.display.scan import Scan
from cabinet.display.table.view_state import Choice
from cabinet.display.theme import Colour, mixed
from engine.log_lines import Contest


class Mark(msgspec.Struct, frozen=True):
    """A race on the chart: when (ns of play), who won it, and whether it is the closest of all."""

    at_ns: int
    seat: int
    is_closest: bool = False


class Chart(msgspec.Struct, frozen=True):
    """Cards left over time: for each deal (ns of play, cards of each seat), and the races of all deals."""

    curves: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...] = ()
    marks: tuple[Mark, ...] = ()
    length_ns: int = 0

    @property
    def most(self) -> int:
        """The largest number of cards that any seat had."""
        return max((max(left) for curve in self.curves for _, left in curve), default=0)


class Figure(msgspec.Struct, frozen=True):
    """A figure of each seat, as text: its title, a text a seat (empty for none), and the seats that did best."""

    title: str
    texts: tuple[str, ...]
    best: tuple[int, ...] = ()


class ResultPage(msgspec.Struct, frozen=True):
    """The result of a match. `seat` won (-1: nobody) and gives the screen its colour.

    `score` is a figure a seat below `score_title`, or with `places` the place of each. `contest` is the closest race,
    None where nobody raced; `is_record`: the closest ever run here. `next_up` is the line about the evening's next
    match, empty for none. `sentence` says for people how it was, empty where there is nothing to say. `scan` is what
    phones scan.
    """

    title: str
    reason: str
    names: tuple[str, ...]
    seat: int = -1
    score_title: str = ""
    score: tuple[int, ...] = ()
    places: bool = False
    contest: Contest | None = None
    is_record: bool = False
    chart: Chart = Chart()
    figures: tuple[Figure, ...] = ()
    choices: tuple[Choice, ...] = ()
    next_up: str = ""
    sentence: str = ""
    scan: Scan | None = None


class Revenge(msgspec.Struct, frozen=True):
    """The question whether two play again: the seats that have said so, and the s left to say it."""

    ready: tuple[int, ...]
    left: int


class Print(msgspec.Struct, frozen=True):
    """A photo. `stamps` are the two presses in ns of the log; `cards` their cards, empty for none.

    `seats` are the winner and the loser; all texts are words already. `facts` stand below the strip in two columns:
    the match on the left, the place and the day on the right.
    """

    title: str
    kind: str
    number: str
    seats: tuple[int, int]
    names: tuple[str, str]
    cards: tuple[str, str]
    stamps: tuple[str, str]
    margin_ns: int
    beats: str
    match: tuple[str, ...]
    place: tuple[str, ...]
    dead_heat: bool = False
    heat: str = ""
    unit: str = "ms"


class RaceCards(msgspec.Struct, frozen=True):
    """A race with the two cards that ran, the winner's first, empty for none; `title` is a key of the words."""

    contest: Contest
    cards: tuple[str, str]
    title: str = "result.closest_race"


class DealPage(msgspec.Struct, frozen=True):
    """The result of a deal. `seat` won it (-1: nobody); `score` is a figure a seat, empty in a game without a score."""

    title: str
    seat: int = -1
    score: tuple[int, ...] = ()
    lines: tuple[str, ...] = ()


# A burst of rays in one colour: the light behind a winner. Drawn once and kept, never in a frame.

RAYS: Final = 14
REACH: Final = 1.6
"""The length of the rays in diagonals of the picture."""
LIGHT: Final = 0.16
"""How far a ray's colour lies towards white: rays are only lighter, so that dark words keep their contrast."""


def burst(size: tuple[int, int], heart: tuple[int, int], colour: Colour) -> pygame.Surface:
    """Draw rays that leave a point, px, over the whole picture."""
    small = pygame.Surface(size)
    small.fill(colour)
    reach = REACH * (size[0] + size[1])
    light = mixed(colour, (255, 255, 255), LIGHT)
    for ray in range(RAYS):
        turn = 2 * pi * ray / RAYS
        half = pi / RAYS / 2
        ends = [
            (heart[0] + reach * cos(turn + side * half), heart[1] + reach * sin(turn + side * half)) for side in (-1, 1)
        ]
        pygame.draw.polygon(small, light, [heart, *ends])
    return small
