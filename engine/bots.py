"""Bots: players for seats without a person.

A bot is a stateless ``Brain`` (``brain``): it gets its seat's view of the table and returns presses of the same eight
buttons that people have. ``Person`` plays like people, at any pace of the scale (``level_at``). The others serve tests
and benchmarks: ``Perfect`` has no human limits, ``Masher`` and ``Thumb`` hammer buttons, and ``Fumbler`` plays at
random by buttons. A game's module ``bots`` rates its commands; the bots themselves know no game by name.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Final, TypeVar

from engine.adaptive import QUICKEST, SLOWEST, STRANGER, is_adaptive, start_of
from engine.brain import Bot, Choice, Edge, Plan, best, best_presses, in_sequence, last_release_ns, slipped
from engine.cards import is_down
from engine.errors import UnknownBot, instead, shortened
from engine.game import Game, Riddle
from engine.judge import lock_ns
from engine.panel import BUTTONS
from engine.table import Scalar, Table
from engine.units import MS

T = TypeVar("T")

# Bots that play like people: they need time to see and to move, and now and then hit the wrong button.
#
# A cycle: look at the table and decide; move the finger (changes in the meantime go unnoticed); press and release; find
# the next card. A bot that found nothing to do waits for a change and then needs its reaction time.

LEAST_MOVE_NS = 30 * MS
"""The shortest time for a finger's move; more than the least delay of a press between bots (``Plan``)."""
LAST_CARD_HURRY = 2
"""Divisor of the search time after the only open card: nothing is left to search, and the end may be near."""
BUSY: Final = 4
"""Divisor of the share of riddles tried while there is something else to do."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of play. Times are medians in ns; ``narrow`` and ``wide`` spread them.

    - ``pace``: cards a minute in Speed, of the time in which it could play, against its own level.
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
    pace: float
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
    pace=38,
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
    pace=66,
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
    pace=92,
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


# The scale of paces. Every whole number from the slowest to the quickest is a level, and below ten every half; its name
# is the number. So no two neighbours are further apart than 65 wins to 35 (docs/bots.md).

SCALE: Final = (*[half / 2 for half in range(2 * SLOWEST, 20)], *range(10, QUICKEST + 1))
"""The paces that have a name, cards a minute."""

CHILD = Level(
    "6",
    pace=6,
    react_ns=5500 * MS,
    move_ns=750 * MS,
    seek_ns=7300 * MS,
    slip=0.08,
    blur=5.0,
    miss=0.5,
    solve_ns=3000 * MS,
    solves=0.04,
    errs=0.2,
)
"""A child of six."""
FIRST_TIME = Level(
    "20",
    pace=20,
    react_ns=2200 * MS,
    move_ns=420 * MS,
    seek_ns=1900 * MS,
    slip=0.06,
    blur=4.0,
    miss=0.4,
    solve_ns=1500 * MS,
    solves=0.08,
    errs=0.1,
)
"""Somebody who plays for the first time."""
FIERCEST = Level(
    "140",
    pace=140,
    react_ns=380 * MS,
    move_ns=85 * MS,
    seek_ns=180 * MS,
    slip=0.015,
    blur=0.2,
    miss=0.05,
    solve_ns=270 * MS,
    solves=0.6,
    errs=0.01,
)
"""Quicker than people: the best of them find no bot too slow."""
MARKS: Final = (CHILD, FIRST_TIME, SLOW, MIDDLING, FAST, FIERCEST)
"""The levels that are set by hand, the slowest first; those between follow from them (``level_at``)."""


def level_at(pace: float) -> Level:
    """Return the level of a pace, the nearest end of the scale beyond it.

    Between two marks the shares follow the pace in a straight line, and so does a time multiplied by its pace: a time
    would fall in a straight line much too slowly at first. Only operations that every machine rounds alike are used.
    """
    at = min(max(pace, SLOWEST), QUICKEST)
    place = next(place for place, mark in enumerate(MARKS[1:]) if at <= mark.pace)
    low, high = MARKS[place], MARKS[place + 1]
    part = (at - low.pace) / (high.pace - low.pace)

    def between(one: float, other: float) -> float:
        return one + part * (other - one)

    def time(one_ns: int, other_ns: int) -> int:
        return int(between(one_ns * low.pace, other_ns * high.pace) / at)

    return Level(
        f"{at:g}",
        at,
        react_ns=time(low.react_ns, high.react_ns),
        move_ns=time(low.move_ns, high.move_ns),
        seek_ns=time(low.seek_ns, high.seek_ns),
        slip=between(low.slip, high.slip),
        blur=between(low.blur, high.blur),
        miss=between(low.miss, high.miss),
        solve_ns=time(low.solve_ns, high.solve_ns),
        solves=between(low.solves, high.solves),
        errs=between(low.errs, high.errs),
    )


class Person:
    """A bot of one level; see ``Brain``."""

    def __init__(self, level: Level) -> None:
        self.level = level

    @property
    def name(self) -> str:
        """The level's name."""
        return self.level.name

    def reaction_ns(self, scalars: Mapping[str, Scalar], seat: int, stream: random.Random) -> int:
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

    def _by_hand(self, game: Game, view: Table, seat: int, choice: Choice, solving: int, stream: random.Random) -> Plan:
        """Return the presses for a choice; the first comes after ``solving``, the time (ns) to work out a riddle."""
        level, evaluation = self.level, game.evaluation
        keys = list(choice.taps)
        has_slipped = stream.random() < level.slip
        if has_slipped:
            keys[0] = slipped(keys[0], upwards=stream.random() < 0.5)
        hold = narrow(level.move_ns // 2, stream)
        move = solving + max(narrow(level.move_ns, stream), LEAST_MOVE_NS + hold // 2)
        if evaluation.weighing and not choice.is_reflex:
            move += wide(int(level.seek_ns * evaluation.weighing), stream)
        edges = in_sequence(keys, move, narrow(level.move_ns, stream), hold)
        hurry = LAST_CARD_HURRY if _is_last_card(view, seat) else 1
        rest = last_release_ns(edges) + wide(int(level.seek_ns * evaluation.effort) // hurry, stream)
        lock = lock_ns(game, view, seat) if has_slipped else 0  # after a slip, people know that a miss locks, and wait
        return Plan(edges, rest + lock)

    def _believes_in(self, riddle: Riddle, is_busy: bool, stream: random.Random) -> bool:
        """Return whether the bot tries the riddle now, less often with something else to do, and takes it for right."""
        share = self.level.solves / BUSY if is_busy else self.level.solves
        is_tried, is_error = stream.random() < share, stream.random() < self.level.errs
        return is_tried and riddle.is_right != is_error


@lru_cache(maxsize=2048)
def person_at(pace: int) -> Person:
    """Return the bot of a pace in tenths of a card a minute; cached, because an adaptive bot asks at every plan."""
    return Person(level_at(pace / 10))


class Adaptive:
    """See ``Brain``. A bot whose pace the table tells (``engine.adaptive``), at every moment another one."""

    def __init__(self, name: str) -> None:
        self.name = name

    def reaction_ns(self, scalars: Mapping[str, Scalar], seat: int, stream: random.Random) -> int:
        """See ``Brain.reaction_ns``."""
        return person_at(int(scalars[f"pace.{seat}"])).reaction_ns(scalars, seat, stream)

    def plan(self, game: Game, view: Table, seat: int, stream: random.Random) -> Plan:
        """See ``Brain.plan``."""
        return person_at(view.number(f"pace.{seat}")).plan(game, view, seat, stream)


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


# A bot without human limits.

PERFECT_FIRST_NS = 1 * MS
"""The first press: earlier than a match allows, which delays the whole plan by the least amount (``Plan``)."""
PERFECT_HOLD_NS = 2 * MS
PERFECT_GAP_NS = 4 * MS


class Perfect:
    """See ``Brain``; uses no chance."""

    name = "perfect"

    def reaction_ns(self, scalars: Mapping[str, Scalar], seat: int, stream: random.Random) -> int:
        """See ``Brain.reaction_ns``: no reaction time."""
        return 0

    def plan(self, game: Game, view: Table, seat: int, stream: random.Random) -> Plan:
        """See ``Brain.plan``."""
        keys = best_presses(game, view, seat)
        if not keys:
            return Plan()
        edges = in_sequence(keys, PERFECT_FIRST_NS, PERFECT_GAP_NS, PERFECT_HOLD_NS)
        return Plan(edges, last_release_ns(edges) + 1)


# Bots that hammer buttons without looking, ten presses a second: GEN-3 must make that lose, or at least win nothing.

BEAT_NS = 100 * MS
MASHER_HOLD_NS = 50 * MS
LOOK_NS = 400 * MS
"""How long a bot with a thumb waits for a change on the table before it looks again: a plan of taps has an end."""


class Masher:
    """See ``Brain``. ``buttons`` are the buttons to hammer, in order; it never reads the table."""

    name = "masher"

    def __init__(self, buttons: Sequence[str] = BUTTONS) -> None:
        self.buttons = tuple(buttons)

    def reaction_ns(self, scalars: Mapping[str, Scalar], seat: int, stream: random.Random) -> int:
        """See ``Brain.reaction_ns``: no reaction time."""
        return 0

    def plan(self, game: Game, view: Table, seat: int, stream: random.Random) -> Plan:
        """See ``Brain.plan``: each of its buttons once."""
        edges = in_sequence(self.buttons, BEAT_NS // 2, BEAT_NS, MASHER_HOLD_NS)
        return Plan(edges, len(self.buttons) * BEAT_NS)


class Thumb:
    """See ``Brain``. A bot of a level, one of whose thumbs taps ``buttons`` in turn whatever is on the table.

    Without buttons it is the control: the same plans at the same times, and no taps. The thumb rests while the bot
    itself needs one of the buttons.
    """

    name = "thumb"

    def __init__(self, level: Bot, buttons: Sequence[str] = ()) -> None:
        self.level = level
        self.buttons = tuple(buttons)

    def reaction_ns(self, scalars: Mapping[str, Scalar], seat: int, stream: random.Random) -> int:
        """See ``Brain.reaction_ns``: that of the level."""
        return self.level.reaction_ns(scalars, seat, stream)

    def plan(self, game: Game, view: Table, seat: int, stream: random.Random) -> Plan:
        """See ``Brain.plan``: the presses of the level, and taps until its next plan."""
        presses, rest = self.level.plan(game, view, seat, stream)
        end = rest if rest >= 0 else max(LOOK_NS, last_release_ns(presses) + MASHER_HOLD_NS)
        first = int(stream.random() * BEAT_NS)
        count = max((end - MASHER_HOLD_NS - first) // BEAT_NS + 1, 0)
        if not self.buttons or any(button in self.buttons for _, button, _ in presses):
            count = 0
        tapped = in_sequence((self.buttons * count)[:count], first, BEAT_NS, MASHER_HOLD_NS)
        return Plan(tuple(sorted((*presses, *tapped), key=lambda edge: edge[0])), end)


# A bot that plays at random by its buttons, with slips: random play in which presses count. The random seats of
# ``simulate`` give commands without buttons. Those commands have no stamp that could contest another's (GEN-1), and no
# button held during the next press (SPIT-6); the levels always release a button before the next press.

LONGEST_NS: Final = 200 * MS
"""The longest wait before a press, and before the next plan."""
FUMBLER_GAP_NS: Final = 60 * MS
FUMBLER_HOLD_NS: Final = 40 * MS
ASTRAY: Final = 0.1
"""The share of plans that press a random button instead of those of a legal command."""
BOTH: Final = 0.1
"""The share of plans that press another button before the last one is up."""


class Fumbler:
    """See ``Brain``. All legal commands are equally likely."""

    name = "fumbler"

    def reaction_ns(self, scalars: Mapping[str, Scalar], seat: int, stream: random.Random) -> int:
        """See ``Brain.reaction_ns``: any time up to ``LONGEST_NS``."""
        return _up_to(LONGEST_NS, stream)

    def plan(self, game: Game, view: Table, seat: int, stream: random.Random) -> Plan:
        """See ``Brain.plan``: the buttons of one command, or a random button; sometimes nothing."""
        commands = game.legal(view, seat)
        is_astray = stream.random() < ASTRAY
        if not commands and not is_astray:
            return Plan()
        keys = () if is_astray else tuple(game.presses_for(view, seat, _any(commands, stream)))
        keys = keys or (_any(BUTTONS, stream),)
        edges = in_sequence(keys, MS + _up_to(LONGEST_NS, stream), FUMBLER_GAP_NS, FUMBLER_HOLD_NS)
        if stream.random() < BOTH:
            edges = _with_another(edges, keys[-1], stream)
        return Plan(edges, last_release_ns(edges) + MS + _up_to(LONGEST_NS, stream))


def _with_another(edges: tuple[Edge, ...], held: str, stream: random.Random) -> tuple[Edge, ...]:
    """Add a button that is not in the last tap: it goes down while that tap is held and up after it."""
    last = held.split("+")
    button = _any([button for button in BUTTONS if button not in last], stream)
    down = next(at for at, name, pressed in reversed(edges) if pressed and name == last[-1]) + FUMBLER_HOLD_NS // 2
    more = ((down, button, True), (last_release_ns(edges) + FUMBLER_HOLD_NS // 2, button, False))
    return tuple(sorted((*edges, *more), key=lambda edge: edge[0]))


def _any(some: Sequence[T], stream: random.Random) -> T:
    return some[int(stream.random() * len(some))]


def _up_to(most_ns: int, stream: random.Random) -> int:
    return int(stream.random() * most_ns)


LEVELS: tuple[Person, ...] = (Person(SLOW), Person(MIDDLING), Person(FAST))
"""The bots with a name of their own on the scale, the slowest first."""
BOTS: tuple[Bot, ...] = (*LEVELS, Perfect(), Masher(), Fumbler())
"""Every bot with a name of its own, listed by hand; those of the scale have numbers."""


def find_brain(player: str) -> Bot:
    """Return the bot of a seat's ``player`` (``bot:fast`` or ``fast``, ``bot:34``); raise UnknownBot with the names."""
    name = player.removeprefix("bot:")
    for bot in BOTS:
        if bot.name == name:
            return bot
    if is_adaptive(f"bot:{name}"):
        return Adaptive(name)
    pace = pace_of(player)
    if pace is not None:
        return Person(level_at(pace))
    known = [*[bot.name for bot in BOTS], "adaptive", f"{SLOWEST} to {QUICKEST}"]
    raise UnknownBot(f"no bot is called {shortened(name) or '(nothing)'}{instead(name, known)}")


def pace_of(player: str) -> float | None:
    """Return the place on the scale of a seat's ``player``: 38 for ``bot:slow``, 34 for ``bot:34``; None for others."""
    name = player.removeprefix("bot:")
    named = {level.name: level.level.pace for level in LEVELS}
    if name in named:
        return named[name]
    return next((pace for pace in SCALE if f"{pace:g}" == name), None)


def starting_pace(player: str) -> float | None:
    """Return the pace at which a seat's ``player`` begins a match: ``pace_of``, or that of a bot that adapts."""
    if is_adaptive(player):
        start = start_of(player)
        return start.pace if start else STRANGER
    return pace_of(player)
