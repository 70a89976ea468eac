"""A match's time line: its recent past as a list of immutable steps, and the events that these came of.

An event that arrives late is put in its place and everything behind it is done again, so the result is a function of
the events and their stamps alone. What is older than the horizon is final, and forgotten once nothing can go back to
it. Times are log times (ns since the match's zero), except in events, which keep their stamps. Sans-I/O, as ``match``
is, which asks it; what a step is made of is the business of ``steps``.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from operator import attrgetter

from engine.judge import CONTEST_NS
from engine.panel import Act, Event, Press
from engine.record import Entry, Update
from engine.state import NEVER, State, Step
from engine.steps import Stepper

_told_by = attrgetter("entries")


class TimeLine:
    """One match's past, present and known future.

    ``horizon_ns``: a moment is final when so much time has passed. ``resolution_ns``: and one moment that may be told
    apart. ``kept`` steps, about, are remembered, and more where judging may look back further; of more ``events`` than
    that, those are forgotten from which nothing can be judged anew.
    """

    __slots__ = (
        "_dropped", "_events", "_final", "_head", "_horizon_ns", "_inputs", "_kept", "_next", "_places",
        "_resolution_ns", "_settled", "_stepper", "_steps", "_told", "_zero_ns", "closed", "own", "state",
    )  # fmt: skip

    def __init__(self, stepper: Stepper, horizon_ns: int, resolution_ns: int, kept: int, events: int) -> None:
        self.state: State = stepper.initial()
        """Everything about the present moment, provisional within the horizon."""
        self.own = NEVER
        """When the present state next does something by itself; NEVER if it does not."""
        self.closed = -1
        """Up to here nothing is taken any more."""
        self._stepper = stepper
        self._zero_ns = stepper.zero_ns
        self._horizon_ns = horizon_ns
        self._resolution_ns = resolution_ns
        self._kept = kept
        self._events = events
        self._steps: list[Step] = []
        self._places: list[int] = []  # for each step, the index of its first event in _inputs
        self._settled = 0  # so many steps are final
        self._told = 0  # and so many of those were handed over
        self._final: list[Entry] = []  # what forgotten steps told, and was not handed over yet
        self._dropped = 0
        self._inputs: list[Event] = []
        self._next = 0
        self._head = 0  # everything is done up to here
        self._take(stepper.begin(self.state), self._next)
        self._settled = len(self._steps)  # no press can come before the beginning

    # What is asked of it

    @property
    def is_final(self) -> bool:
        """True if all that has happened is older than the horizon."""
        self._settle()
        return self._settled == len(self._steps)

    def due(self) -> int:
        """When ``advance`` next has something to do: something by itself, or an event; NEVER if it has not."""
        if self._next < len(self._inputs):
            return min(self.own, self._inputs[self._next].time_ns - self._zero_ns)
        return self.own

    def told(self) -> list[Entry]:
        """Every entry up to now that ``final`` has not handed over, those that can still change included."""
        return [*self._final, *_entries(self._steps[self._told :])]

    def final(self) -> list[Entry]:
        """The entries that became final since the last call, in order."""
        self._settle()
        final = self._final
        final += _entries(self._steps[self._told : self._settled])
        self._final, self._told = [], self._settled
        return final

    def opening(self) -> tuple[Entry, ...]:
        """The entries of the first instant, as long as it is remembered."""
        return self._steps[0].entries if not self._dropped else ()

    # What is done to it

    def take(self, event: Event, reach: int) -> Update:
        """An event takes its place, whenever it arrives; a contest with it may reach so far back before it (ns)."""
        t = event.time_ns - self._zero_ns
        if (
            self._steps[-1].t < t - reach
            and t < self.own
            and self._next == len(self._inputs)
            and not isinstance(event, Act)
        ):
            self._inputs.append(event)  # by far the commonest case of a press
            self._head = max(self._head, t)
            mark = len(self._steps)
            self._judge(event, t)
            return self._told_anew((), mark)
        old = self._rewind(t - reach)
        self._insert(event)
        mark = len(self._steps)
        self._run(max(self._head, t))
        return self._told_anew(old, mark)

    def append(self, act: Act) -> bool:
        """A command goes behind everything, and nothing is told of what came of it; False, and nothing is done, if
        something else is behind it or due before it.
        """
        t = act.time_ns - self._zero_ns
        place = self._next
        if place != len(self._inputs) or not self._head < t < self.own:
            return False
        self._inputs.append(act)
        self._next = place + 1
        self._head = t
        self._add(self._stepper.act(self.state, act, t, self._steps), place)
        return True

    def advance(self, until: int, known: int) -> Update:
        """Let everything happen that is due, and close what lies a horizon before what is ``known`` of all sources."""
        mark = len(self._steps)
        self._run(until)
        told = self._told_anew((), mark)
        self._close(known)
        return told

    def skip(self, t: int) -> int:
        """As ``advance`` to ``t``, or to what is due next if that is later, and nothing is told; returns to when.

        Does nothing, and returns NEVER, if nothing is due any more.
        """
        due = self.due()
        if due == NEVER:
            return NEVER
        if due > t:
            t = due
        self._run(t)
        self._close(t)
        return t

    def close(self) -> None:
        """Make everything up to now final, whatever the horizon."""
        self.closed = max(self.closed, self._head)
        self._settled = len(self._steps)

    def go_on_as(self, state: State) -> None:
        """The present is this from now on; no step tells of the change."""
        self.state = state
        self.own = self._stepper.own_at(state)

    # How

    def _close(self, known: int) -> None:
        """Close what lies a horizon before what is known, and forget what nobody can ask for any more."""
        closed = known - self._horizon_ns
        if closed > self.closed:
            self.closed = closed
        if len(self._steps) > self._kept:
            self._forget()

    def _rewind(self, t: int) -> list[Step]:
        """Go back to before everything that happened at ``t`` or later; returns the steps taken back."""
        self._settle()
        steps = self._steps
        first = len(steps)
        while first > self._settled and steps[first - 1].t >= t:
            first -= 1
        if first == len(steps):
            return []
        undone = steps[first:]
        self._next = self._places[first]
        del steps[first:]
        del self._places[first:]
        self.go_on_as(undone[0].before)
        planned = {press for step in undone for press in step.planned}
        if planned:
            self._inputs = [event for event in self._inputs if event not in planned]
        return undone

    def _insert(self, event: Event) -> None:
        inputs = self._inputs
        place = len(inputs)
        while place > self._next and self._stepper.goes_before(event, inputs[place - 1]):
            place -= 1
        inputs.insert(place, event)

    def _run(self, until: int) -> None:
        """Do everything that is due up to a log time, in the order of its time; own deadlines before events."""
        inputs = self._inputs
        while True:
            own = self.own
            if self._next < len(inputs):
                event = inputs[self._next]
                t = event.time_ns - self._zero_ns
                if t <= until and t < own:
                    self._judge(event, t)
                    continue
            if own > until:
                break
            self._add(self._stepper.fire(self.state, own), self._next)
        if until > self._head:
            self._head = until

    def _judge(self, event: Event, t: int) -> None:
        place = self._next
        self._next += 1
        if isinstance(event, Press):
            coming = self._inputs[self._next :] if len(self._inputs) > self._next else ()
            steps = self._stepper.press(self.state, event, t, coming, self._steps)
        elif isinstance(event, Act):
            steps = [self._stepper.act(self.state, event, t, self._steps)]
        else:
            steps = self._stepper.control(self.state, event, t, self._steps)
        self._take(steps, place)

    def _take(self, steps: Sequence[Step], place: int) -> None:
        for step in steps:
            self._add(step, place)

    def _add(self, step: Step, place: int) -> None:
        """The match goes on by a step, which came of the event at that place, or came before it."""
        self._steps.append(step)
        self._places.append(place)
        if step.planned:
            for press in step.planned:
                self._insert(press)
        self.state = state = step.after
        self.own = self._stepper.own_at(state)

    def _told_anew(self, old: Sequence[Step], mark: int) -> Update:
        """What the steps from ``mark`` on tell, and from when on the old ones, taken back, are told otherwise."""
        if not old:
            if len(self._steps) == mark + 1:
                return Update(self._steps[mark].entries)
            return Update(tuple(_entries(self._steps[mark:])))
        old = [step for step in old if step.entries]
        new = [step for step in self._steps[mark:] if step.entries]
        same = 0
        while same < len(old) and same < len(new) and old[same].entries == new[same].entries:
            same += 1
        if same == len(old):
            return Update(tuple(_entries(new[same:])))
        rewound_to = old[same].t
        while same and old[same - 1].t == rewound_to:
            same -= 1
        return Update(tuple(_entries(new[same:])), rewound_to, undone=len(list(_entries(old[same:]))))

    def _settle(self) -> None:
        """Note what became final."""
        last = self.closed - self._resolution_ns
        steps = self._steps
        settled = len(steps)
        while settled > self._settled and steps[settled - 1].t > last:  # only the last few can be as young as that
            settled -= 1
        self._settled = settled

    def _forget(self) -> None:
        """Keep the past for as long as judging may look back, and of what lies before it only what it told.

        A whole match of tables would be ten times as much as the processor has at hand: to make each anew in the place
        of one that is forgotten is quicker than any rule (``make bench``).
        """
        self._settle()
        old = self._settled - self._kept // 2
        if old <= 0 or self._steps[old].t >= self.closed - self._resolution_ns - CONTEST_NS:
            return
        final = self._final
        for step in self._steps[self._told : old]:
            final += step.entries
        self._told -= min(self._told, old)
        self._dropped += old
        self._settled -= old
        del self._steps[:old]
        del self._places[:old]
        if self._next > self._events:
            self._forget_events()

    def _forget_events(self) -> None:
        """Keep the events that something may be judged anew from; the places of final steps are not asked for."""
        settled = self._settled
        first = min(self._places[settled:], default=self._next)
        del self._inputs[:first]
        self._next -= first
        self._places[:] = [0] * settled + [place - first for place in self._places[settled:]]


def _entries(steps: Iterable[Step]) -> Iterable[Entry]:
    return chain.from_iterable(map(_told_by, steps))
