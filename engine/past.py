"""The past of a match that is played forward: as far as judging looks back, as steps only on demand (``forward``)."""

from typing import Final, TypeAlias

from engine.panel import Press
from engine.state import State, Step

KEPT: Final = 32
"""Above this number of moments, those that no judgement looks back to are dropped."""

Moment: TypeAlias = tuple[int, State, tuple[int, ...], State, int, Press | None]
"""A step that was not made: its log time, the state before it and the buttons held then, the state after it, the seat
whose command stood (-1 for none), and its press, with any time."""


class Past:
    """The recent past of one match; ``look_back_ns`` is how far judging may look back."""

    __slots__ = ("_look_back_ns", "_moments")

    def __init__(self, look_back_ns: int) -> None:
        self._look_back_ns = look_back_ns
        self._moments: list[Step | Moment] = []

    def append(self, moment: Step | Moment) -> None:
        """Append what happened last."""
        moments = self._moments
        moments.append(moment)
        if len(moments) > KEPT:
            self._forget(_time(moment))

    def steps(self, t: int) -> list[Step]:
        """Return the past that judging at ``t`` looks back to; a press or a release that changed nothing is no step."""
        moments, before = self._moments, t - self._look_back_ns
        first = len(moments)
        while first and _time(moments[first - 1]) >= before:
            first -= 1
        steps = [each if isinstance(each, Step) else _step(each) for each in moments[first:]]
        moments[first:] = steps
        return steps

    def _forget(self, t: int) -> None:
        """Remove what no judgement at ``t`` or later looks back to; half of ``KEPT`` moments always remain."""
        moments = self._moments
        before, last = t - self._look_back_ns, len(moments) - KEPT // 2
        old = 0
        while old < last and _time(moments[old]) < before:
            old += 1
        del moments[:old]


def with_held(state: State, held: tuple[int, ...]) -> State:
    """Return the state with these buttons held."""
    sit = state.sit
    if sit.held == held:
        return state
    return State(state.table, state.since, sit.pressed(held, sit.chord, sit.touched, sit.nagged))


def _step(moment: Moment) -> Step:
    """Return a moment as a step, without entries."""
    t, before, held, after, winner, press = moment
    return Step(t, with_held(before, held), after, (), winner, press and press._replace(time_ns=t))


def _time(past: Step | Moment) -> int:
    return past.t if isinstance(past, Step) else past[0]

