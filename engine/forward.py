"""Replay of a match whose whole input is known: from the beginning to the end, once, as the text of its lines.

``timeline`` takes events in any order of arrival, so it keeps what it may have to undo. Here nothing arrives late:
all events are put in order before the first of them is judged, and no step is ever taken back (decision 0096).

Most events need no judgement: a release, a legal command of a seat without buttons, a press whose command is legal and
that no other press is near. For those, the lines are written at once, and no step is made (decision 0097); all others
go to the same ``reducer`` and ``scheduler`` as on the time line. What remains in memory is the past that judging looks
back to.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from engine import judge, phases
from engine.chance import Chance
from engine.game import Game
from engine.games import set_up
from engine.judge import CONTEST_NS, Court
from engine.log_text import command_text, effects_text, press_text
from engine.panel import BUTTON_INDEX, Act, Control, Event, Press
from engine.performer import Performer
from engine.reducer import PAUSE_CHORD, Reducer
from engine.scheduler import Scheduler
from engine.setup import Setup
from engine.state import NEVER, Situation, State, Step
from engine.table import Draft

KEPT: Final = 32
"""Above this number of moments, those that no judgement looks back to are dropped."""

Input: TypeAlias = tuple[int, Event, str]
"""An event: its log time (ns), the event itself, and the text of its line after the time.

The text of a press is without its result; that of a command ends before its result; that of a control is empty. A press
or a command may be shared by many moments, so its own time is not read.
"""

Moment: TypeAlias = tuple[int, State, tuple[int, ...], State, int, Press | None]
"""A step that was not made: its log time, the state before it and the buttons held then, the state after it, the seat
whose command stood (-1 for none), and its press, with any time."""


class Played(NamedTuple):
    """The lines of a match, without the header, and their log times."""

    texts: Sequence[str]
    times: Sequence[int]


class Forward:
    """One match of a setup without brains, played from its input; ``game`` is that of the setup, if it is at hand."""

    def __init__(self, setup: Setup, inputs: Sequence[Input], game: Game | None = None) -> None:
        self._game = game or set_up(setup.game, setup.options, setup.base, len(setup.seats), setup.rules)
        self._setup = setup
        self._court = Court(self._game, setup, Chance(setup.seed))
        self._scheduler = Scheduler(self._court, 0, {})
        self._reducer = Reducer(self._scheduler)
        self._performer = Performer(self._scheduler)
        self._is_human = tuple(seat.is_human for seat in setup.seats)
        self._inputs = in_order(self._reducer, inputs)
        self._look_back_ns = _look_back_ns(self._inputs)
        self._is_exact = self._look_back_ns == CONTEST_NS
        self._is_plain = False
        self._held: tuple[int, ...] = ()
        self._past: list[Step | Moment] = []
        self._texts: list[str] = []
        self._times: list[int] = []

    def play(self, most: int) -> Played:
        """Return the match's lines in their order until nothing is due any more; stop when there are ``most``.

        A match without caps may never end, so there is no default. Call it once.
        """
        scheduler, texts = self._scheduler, self._texts
        state = self._take(scheduler.begin(scheduler.initial()))
        own = scheduler.next_timer(state)
        for place, (t, event, text) in enumerate(self._inputs):
            while own <= t and len(texts) < most:
                state = self._take([scheduler.fire(self._whole(state), own)])
                own = scheduler.next_timer(state)
            if len(texts) >= most:
                break
            if isinstance(event, Act):
                after = self._act(state, event, t, text)
            elif isinstance(event, Press):
                after = self._press(state, event, t, text, place)
            else:
                after = self._judged(state, place)
            if after is not state:
                state = after
                own = scheduler.next_timer(state)
        while own < NEVER and len(texts) < most:
            state = self._take([scheduler.fire(self._whole(state), own)])
            own = scheduler.next_timer(state)
        return Played(texts[:most], self._times[:most])

    # Events that need no judgement

    def _act(self, state: State, act: Act, t: int, text: str) -> State:
        """Perform a legal command without a press; return the state after it."""
        seat, command, sit = act.seat, act.command, state.sit
        if (
            sit.outcome is not None
            or sit.paused >= 0
            or command.do == "ready"
            or self._game.refusal(state.table, seat, command) is not None
        ):
            return self._take([self._reducer.act(self._whole(state), Act(seat, command, t), t, self._steps())])
        draft = Draft(state.table)
        after = self._performer.perform(state, draft, seat, command, t)
        self._write(t, f'{text}true,"effects":{effects_text(draft.effects)}')
        self._remember((t, state, self._held, after, seat, None))
        return after

    def _press(self, state: State, press: Press, t: int, text: str, place: int) -> State:
        """Process a press or a release; return the state after it."""
        if not self._is_plain:
            return self._judged(state, place)
        held, seat, button = self._held, press.seat, press.button
        others = held[seat] & ~(1 << BUTTON_INDEX[button])
        if not press.pressed:
            self._held = (*held[:seat], others, *held[seat + 1 :])
            self._write(t, text)
            return state
        return self._pressed(state, press, t, text, others, place) or self._judged(state, place)

    def _pressed(self, state: State, press: Press, t: int, text: str, others: int, place: int) -> State | None:
        """Process a press with ``others`` held beside it; None, and nothing is done, if it needs a judgement."""
        table, seat, button = state.table, press.seat, press.button
        mask = others | 1 << BUTTON_INDEX[button]
        if table.scalars["phase"] not in phases.PLAYING or mask & PAUSE_CHORD == PAUSE_CHORD:
            return None
        why = judge.ignored(self._court, state, seat, t)
        if why:
            if why == "guarded":
                return None
            self._hold(seat, mask)
            self._write(t, f'{text},"ignored":"{why}"')
            return self._touched(state, seat, t)
        meaning = self._game.press(table, seat, button, others)
        command = meaning.command
        draft = Draft(table)
        if command is None:
            if meaning.foul or not meaning.select:
                return None
            for key, value in meaning.select:
                draft.set(key, value)
            told = f',"effects":{effects_text(draft.effects)}' if draft.effects else ""
            self._write(t, f"{text}{told}")
            after = self._touched(state, seat, t).on(draft.table())
            self._remember((t, state, self._held, after, -1, None))
            self._hold(seat, mask)
            return after
        if self._is_near(place) or self._game.refusal(table, seat, command) is not None:
            return None
        after = self._performer.perform(self._touched(state, seat, t), draft, seat, command, t)
        self._write(t, text)
        self._write(t, f'"seat":{seat},{command_text(command)},"ok":true,"effects":{effects_text(draft.effects)}')
        self._remember((t, state, self._held, after, seat, press))
        self._hold(seat, mask)
        return after

    def _hold(self, seat: int, mask: int) -> None:
        """Set the buttons that a seat holds."""
        held = self._held
        self._held = (*held[:seat], mask, *held[seat + 1 :])

    def _touched(self, state: State, seat: int, t: int) -> State:
        """Return the state after a press of the seat, for the time of the last press by a person."""
        if not self._is_human[seat]:
            return state
        sit = state.sit
        return State(state.table, state.since, sit.pressed(sit.held, sit.chord, t, False))

    def _is_near(self, place: int) -> bool:
        """Return whether the next event is so near that a contest may reach it."""
        inputs = self._inputs
        after = place + 1
        return after < len(inputs) and inputs[after][0] < inputs[place][0] + self._setup.resolution_ns

    def _write(self, t: int, text: str) -> None:
        """Append a line, given without its time."""
        self._texts.append(f'{{"t":{t},{text}}}')
        self._times.append(t)

    def _remember(self, moment: Moment) -> None:
        """Append a moment to the past."""
        past = self._past
        past.append(moment)
        if len(past) > KEPT:
            self._forget(moment[0])

    # Events to be judged

    def _judged(self, state: State, place: int) -> State:
        """Judge a press or a control as on the time line; return the state after it."""
        event, state = _event(self._inputs[place]), self._whole(state)
        if isinstance(event, Press):
            return self._take(self._reducer.press(state, event, event.time_ns, self._coming(place), self._steps()))
        assert isinstance(event, Control)
        return self._take(self._reducer.control(state, event, event.time_ns, self._steps()))

    def _coming(self, place: int) -> Sequence[Event]:
        """Return the events after one, as far as a contest with it can reach."""
        inputs = self._inputs
        end = place + 1
        reach = inputs[place][0] + self._setup.resolution_ns
        while end < len(inputs) and inputs[end][0] < reach:
            end += 1
        return [_event(each) for each in inputs[place + 1 : end]]

    def _whole(self, state: State) -> State:
        """Return the state with the buttons that are held now."""
        return _with_held(state, self._held)

    def _steps(self) -> list[Step]:
        """Return the past as steps; a press or a release that changed nothing has none."""
        steps = [each if isinstance(each, Step) else _step(each) for each in self._past]
        self._past[:] = steps
        return steps

    def _take(self, steps: Sequence[Step]) -> State:
        """Write the lines of judged steps; return the state after them."""
        past = self._past
        for step in steps:
            past.append(step)
            for entry in step.entries:
                self._texts.append(entry.as_text())
                self._times.append(entry.t)
        last = steps[-1]
        if len(past) > KEPT:
            self._forget(last.t)
        sit = last.after.sit
        self._held = sit.held
        self._is_plain = self._is_exact and _is_plain(sit)
        return last.after

    def _forget(self, t: int) -> None:
        """Remove the past that no judgement at ``t`` or later looks back to; half of ``KEPT`` moments always remain."""
        past = self._past
        before, last = t - self._look_back_ns, len(past) - KEPT // 2
        old = 0
        while old < last and _time(past[old]) < before:
            old += 1
        del past[:old]


def as_input(event: Event) -> Input:
    """Return an event, stamped in log time, as input."""
    if isinstance(event, Press):
        return event.time_ns, event, press_text(event)
    if isinstance(event, Act):
        return event.time_ns, event, act_text(event)
    return event.time_ns, event, ""


def act_text(act: Act) -> str:
    """Return the text of a command's line from the seat to its result."""
    return f'"seat":{act.seat},{command_text(act.command)},"ok":'


def in_order(reducer: Reducer, inputs: Sequence[Input]) -> Sequence[Input]:
    """Return the input by its stamps; equal stamps of two seats are ordered by lot (``Reducer.goes_before``)."""
    ordered: list[Input] = []
    latest = -1
    for each in inputs:
        t = each[0]
        if t > latest:  # nearly all of a log
            ordered.append(each)
            latest = t
            continue
        place = len(ordered)
        while place and (t < ordered[place - 1][0] or _goes_before(reducer, each, ordered[place - 1])):
            place -= 1
        ordered.insert(place, each)
    return ordered


def _goes_before(reducer: Reducer, one: Input, other: Input) -> bool:
    return reducer.goes_before(_event(one), _event(other))


def _event(given: Input) -> Event:
    """Return an event with its own time."""
    t, event, _ = given
    if isinstance(event, Press):
        return event._replace(time_ns=t)
    return Act(event.seat, event.command, t) if isinstance(event, Act) else event


def _look_back_ns(inputs: Iterable[Input]) -> int:
    """Return how far before the present judging may look (ns): after a void, to the beginning."""
    early = 0
    for _, event, _ in inputs:
        if isinstance(event, Press):
            early = max(early, event.early_ns)
        elif isinstance(event, Control) and event.kind == "void":
            return NEVER
    return CONTEST_NS + early


def _is_plain(sit: Situation) -> bool:
    """Return whether a press is judged on the table alone: no pause, no outcome, no contest that was just drawn."""
    return sit.outcome is None and sit.paused < 0 and not sit.judged_early and max(sit.chord) < 0


def _with_held(state: State, held: tuple[int, ...]) -> State:
    sit = state.sit
    if sit.held is held:
        return state
    return State(state.table, state.since, sit.pressed(held, sit.chord, sit.touched, sit.nagged))


def _step(moment: Moment) -> Step:
    """Return a moment as a step, without entries."""
    t, before, held, after, winner, press = moment
    return Step(t, _with_held(before, held), after, (), winner, press and press._replace(time_ns=t))


def _time(past: Step | Moment) -> int:
    return past.t if isinstance(past, Step) else past[0]

