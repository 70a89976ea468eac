"""Bots that play like people: they need time to see and to move, and now and then hit the wrong button.

A cycle: look at the table and decide; move the finger (changes in the meantime go unnoticed); press and release; find
the next card. A bot that found nothing to do waits for a change and then needs its reaction time.
"""

import random
from dataclasses import dataclass
from math import sqrt
from typing import Final

from engine.bots import taps
from engine.bots.choice import Choice, best
from engine.brain import Plan
from engine.cards import is_down
from engine.game import Game, Riddle
from engine.judge import lock_ns
from engine.table import Table
from engine.units import MS

LEAST_MOVE_NS = 30 * MS
"""The shortest time for a finger's move; more than the least delay of any planned press."""
LAST_CARD_HURRY = 2
"""Divisor of the search time after the only open card: nothing is left to search, and the end may be near."""
BUSY: Final = 4
"""Divisor of the share of riddles tried while there is something else to do."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of play. Times are medians in ns; ``narrow`` and ``wide`` spread them.

    - ``react_ns``: from a change on the table to noticing it, for an idle bot.
    - ``move_ns``: the finger's move to a button.
    - ``seek_ns``: from the release to the next decision, in Speed.
    - ``slip``: the share of commands that hit the neighbouring button.
    - ``blur``: the greatest error of a rating, in cards (``Evaluation.rate``).
    - ``miss``: the share of looks that miss an easily missed command.
    - ``solve_ns``: the time to work out a riddle (``Evaluation.riddle``); ``solves``: the share of looks that try it;
      ``errs``: the share of these that get it wrong.
    """

    name: str
    react_ns: int
    move_ns: int
    seek_ns: int
    slip: float
    blur: float
    miss: float
    solve_ns: int
    solves: float
    errs: float


SLOW = Level(
    "slow",
    react_ns=1300 * MS,
    move_ns=300 * MS,
    seek_ns=850 * MS,
    slip=0.03,
    blur=3.0,
    miss=0.3,
    solve_ns=900 * MS,
    solves=0.15,
    errs=0.06,
)
MIDDLING = Level(
    "middling",
    react_ns=780 * MS,
    move_ns=185 * MS,
    seek_ns=430 * MS,
    slip=0.025,
    blur=1.5,
    miss=0.2,
    solve_ns=600 * MS,
    solves=0.3,
    errs=0.04,
)
FAST = Level(
    "fast",
    react_ns=580 * MS,
    move_ns=130 * MS,
    seek_ns=300 * MS,
    slip=0.02,
    blur=0.5,
    miss=0.1,
    solve_ns=400 * MS,
    solves=0.45,
    errs=0.02,
)


class Person:
    """A bot of one level; see ``Brain``."""

    def __init__(self, level: Level) -> None:
        self.level = level

    @property
    def name(self) -> str:
        """The level's name."""
        return self.level.name

    def reaction_ns(self, stream: random.Random) -> int:
        """See ``Brain.reaction_ns``."""
        return wide(self.level.react_ns, stream)

    def plan(self, game: Game, view: Table, seat: int, stream: random.Random) -> Plan:
        """See ``Brain.plan``: one command at a time, by its buttons."""
        level, evaluation = self.level, game.evaluation
        riddle = evaluation.riddle(view, seat)
        choice = best(
            game,
            view,
            seat,
            blur=lambda: level.blur * stream.random(),
            is_missed=lambda: stream.random() < level.miss,
            leave_out=riddle.command if riddle else None,
        )
        solving = wide(level.solve_ns, stream) if riddle else 0
        if riddle and self._believes_in(riddle, choice is not None, stream):
            choice = Choice(riddle.command, tuple(game.presses_for(view, seat, riddle.command)), is_reflex=True)
        elif choice is None:
            return Plan(rest_ns=solving if riddle else -1)
        else:
            solving = 0
        return self._by_hand(game, view, seat, choice, solving, stream)

    def _by_hand(
        self, game: Game, view: Table, seat: int, choice: Choice, solving: int, stream: random.Random
    ) -> Plan:
        """Return the presses for a choice; the first comes after ``solving``, the time (ns) to work out a riddle."""
        level, evaluation = self.level, game.evaluation
        keys = list(choice.taps)
        has_slipped = stream.random() < level.slip
        if has_slipped:
            keys[0] = taps.slipped(keys[0], upwards=stream.random() < 0.5)
        hold = narrow(level.move_ns // 2, stream)
        move = solving + max(narrow(level.move_ns, stream), LEAST_MOVE_NS + hold // 2)
        if evaluation.weighing and not choice.is_reflex:
            move += wide(int(level.seek_ns * evaluation.weighing), stream)
        edges = taps.in_sequence(keys, move, narrow(level.move_ns, stream), hold)
        hurry = LAST_CARD_HURRY if _is_last_card(view, seat) else 1
        rest = taps.last_release_ns(edges) + wide(int(level.seek_ns * evaluation.effort) // hurry, stream)
        lock = lock_ns(game, view, seat) if has_slipped else 0  # after a slip, people know that a miss locks, and wait
        return Plan(edges, rest + lock)

    def _believes_in(self, riddle: Riddle, is_busy: bool, stream: random.Random) -> bool:
        """Return whether the bot tries the riddle now, less often with something else to do, and takes it for right."""
        share = self.level.solves / BUSY if is_busy else self.level.solves
        is_tried, is_error = stream.random() < share, stream.random() < self.level.errs
        return is_tried and riddle.is_right != is_error


def _is_last_card(view: Table, seat: int) -> bool:
    """Return whether at most one card is face up in the seat's own zones."""
    own = f"seat{seat}."
    return sum(not is_down(card) for name, cards in view.zones.items() if name.startswith(own) for card in cards) < 2


# Human durations: skewed random times, from ``stream.random()`` only. Reaction and movement times have a long right
# tail. The log-logistic distribution has a tail much like the log-normal's, and its quantiles need only square roots,
# which every machine rounds alike (``log`` and ``exp`` carry no such promise).

CUT = 0.02
"""The share cut off at either end: no time is a hundredth of the median, and none is endless."""


def narrow(median_ns: int, stream: random.Random) -> int:
    """Return a time with a narrow spread, for a finger's move to a button: a standard deviation of about a fifth."""
    return int(median_ns * sqrt(sqrt(sqrt(_odds(stream)))))


def wide(median_ns: int, stream: random.Random) -> int:
    """Return a time with a wide spread, for finding the next card: a standard deviation of about two fifths."""
    return int(median_ns * sqrt(sqrt(_odds(stream))))


def _odds(stream: random.Random) -> float:
    share = CUT + (1 - 2 * CUT) * stream.random()
    return share / (1 - share)
