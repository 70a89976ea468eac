"""Replay of a match whose whole input is known: from the beginning to the end, once.

``timeline`` takes events in any order of arrival, so it keeps what it may have to undo. Here nothing arrives late:
all events are put in order before the first of them is judged, and no step is ever taken back. What remains in memory
are the steps that judging looks back to. The steps are those of the time line, made by the same ``reducer`` and
``scheduler`` (decision 0096).
"""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.chance import Chance
from engine.games import set_up
from engine.judge import CONTEST_NS, Court
from engine.panel import Act, Control, Event, Press
from engine.record import Entry
from engine.reducer import Reducer
from engine.scheduler import Scheduler
from engine.setup import Setup
from engine.state import NEVER, State, Step

KEPT: Final = 64
"""Above this number of steps, those that no judgement looks back to are dropped."""


class Forward:
    """One match of a setup without brains, played from its events; their times are log times (ns since zero)."""

    def __init__(self, setup: Setup, events: Iterable[Event]) -> None:
        game = set_up(setup.game, setup.options, setup.base, len(setup.seats), setup.rules)
        self._scheduler = Scheduler(Court(game, setup, Chance(setup.seed)), 0, {})
        self._reducer = Reducer(self._scheduler)
        self._resolution_ns = setup.resolution_ns
        self._events = in_order(self._reducer, events)
        self._look_back_ns = _look_back_ns(self._events)

    def entries(self, most: int) -> list[Entry]:
        """Return the match's entries in their order until nothing is due any more; stop when there are ``most``.

        A match without caps may never end, so there is no default. Call it once.
        """
        scheduler, reducer, events = self._scheduler, self._reducer, self._events
        past = scheduler.begin(scheduler.initial())
        entries = [entry for step in past for entry in step.entries]
        state = past[-1].after
        own = scheduler.next_timer(state)
        place, count = 0, len(events)
        while len(entries) < most:
            event = events[place] if place < count else None
            if event is not None and event.time_ns < own:
                if isinstance(event, Act):
                    step = reducer.act(state, event, event.time_ns, past)
                else:
                    step = self._judged(state, event, place, past, entries)
                place += 1
            elif own < NEVER:
                step = scheduler.fire(state, own)
            else:
                break
            past.append(step)
            entries += step.entries
            state = step.after
            own = scheduler.next_timer(state)
            if len(past) > KEPT:
                _forget(past, step.t - self._look_back_ns)
        return entries[:most]

    def _judged(
        self, state: State, event: Press | Control, place: int, past: list[Step], entries: list[Entry]
    ) -> Step:
        """Judge a press or a control; return the last of its steps, and append all steps before it."""
        t = event.time_ns
        if isinstance(event, Press):
            steps = self._reducer.press(state, event, t, self._coming(place), past)
        else:
            steps = self._reducer.control(state, event, t, past)
        for step in steps[:-1]:
            past.append(step)
            entries += step.entries
        return steps[-1]

    def _coming(self, place: int) -> Sequence[Event]:
        """Return the events after one, as far as a contest with it can reach."""
        events = self._events
        end = place + 1
        reach = events[place].time_ns + self._resolution_ns
        while end < len(events) and events[end].time_ns < reach:
            end += 1
        return events[place + 1 : end]


def in_order(reducer: Reducer, events: Iterable[Event]) -> list[Event]:
    """Return the events by their stamps; equal stamps of two seats are ordered by lot (``Reducer.goes_before``)."""
    ordered: list[Event] = []
    for event in events:
        place = len(ordered)
        if place and event.time_ns > ordered[-1].time_ns:  # nearly all of a log
            ordered.append(event)
            continue
        while place and reducer.goes_before(event, ordered[place - 1]):
            place -= 1
        ordered.insert(place, event)
    return ordered


def _look_back_ns(events: Iterable[Event]) -> int:
    """Return how far before the present judging may look (ns): after a void, to the beginning."""
    early = 0
    for event in events:
        if isinstance(event, Press):
            early = max(early, event.early_ns)
        elif isinstance(event, Control) and event.kind == "void":
            return NEVER
    return CONTEST_NS + early


def _forget(past: list[Step], before: int) -> None:
    """Remove the steps before a log time; half of ``KEPT`` steps always remain."""
    last = len(past) - KEPT // 2
    old = 0
    while old < last and past[old].t < before:
        old += 1
    del past[:old]
