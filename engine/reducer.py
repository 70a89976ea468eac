"""The processing of one event: a press, a command, a control. Pure functions: a state in, steps out.

The presses of a drawn contest are one batch of steps, all at the contest's instant; they are only ever undone together.
``scheduler`` acts without events (deadlines, bots, deals).
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from sys import intern
from typing import Final, NamedTuple

from engine import judge, phases
from engine.game import ALL
from engine.judge import Rival
from engine.log_lines import CommandLine, Entry, GlitchLine, PressLine, VoidLine
from engine.panel import BUTTONS, NOTHING, Act, Command, Control, Event, Glitch, Meaning, Press, mask
from engine.scheduler import Scheduler
from engine.state import BotState, State, Step
from engine.table import Draft, Effect, Table

PAUSE_CHORD = mask(("CARD1", "CARD5", "ACTION"))
"""One seat holds these for two seconds to pause (GEN-5)."""


class DeadHeat(NamedTuple):
    """The contest that a command won: its seats, the lot, and whether their stamps could be compared."""

    seats: tuple[int, ...] = ()
    lot: int = -1
    judged: bool = True


ALONE: Final = DeadHeat()
"""No contest."""


class Reducer:
    """Applies events to the states of one match."""

    def __init__(self, scheduler: Scheduler) -> None:
        self.scheduler = scheduler
        self.context = scheduler.context
        self._adaptation = scheduler.adaptation
        self._game = scheduler.context.game
        self._zero_ns = scheduler.zero_ns
        self._misses = tuple(intern(f"misses.{seat}") for seat in range(self._game.seats))

    def keys(self, state: State, seat: int) -> tuple[Meaning, ...]:
        """Return the meaning of each of the seat's eight buttons on this state, in the panel's order."""
        if judge.ignored(self.context, state, seat, _latest(state)) == "paused" or state.sit.outcome:
            return (Meaning(),) * len(BUTTONS)
        return phases.meanings(self._game, self.context.setup, state.table, seat, state.sit.held[seat])

    def goes_before(self, event: Event, other: Event) -> bool:
        """Return whether an event comes first: by stamp; equal stamps of two seats by lot, of one seat by button.

        Of two edges of one button, source and stamp neither comes first: they keep the order of their delivery, which
        is that of the contact, and the only order of delivery that counts (decision 0024).
        """
        if event.time_ns != other.time_ns:
            return event.time_ns < other.time_ns
        return self._tie_key(event) < self._tie_key(other)

    def _tie_key(self, event: Event) -> tuple[int, int, int, bool, str]:
        if isinstance(event, Control):
            return (0, 0, 0, False, "")
        turn = self.context.chance.below(self._game.seats, "tie", event.time_ns - self._zero_ns)
        seat = (event.seat + turn) % self._game.seats
        if isinstance(event, Act):
            return (1, seat, 0, False, "")
        is_press = isinstance(event, Press)  # a glitch comes before its press
        return (1, seat, BUTTONS.index(event.button), is_press, event.source)

    # Presses

    def press(
        self,
        state: State,
        press: Press,
        t: int,
        coming: Sequence[Event],
        past: Sequence[Step],
    ) -> list[Step]:
        """Judge one press. ``coming`` are the known later events, ``past`` the recent steps."""
        if state.sit.outcome is not None:
            return [Step(t, state, state)]
        if press in state.sit.judged_early:
            left = tuple(other for other in state.sit.judged_early if other != press)
            return [Step(t, state, replace(state, sit=replace(state.sit, judged_early=left)))]
        held = self._hold(state, press, t)
        if not press.pressed:
            return [self.scheduler.step(t, state, held, (self._line(press, t),))]
        why = judge.ignored(self.context, held, press.seat, press.time_ns - self._zero_ns)
        if why:
            if why == "guarded" and (lost := judge.beaten_to_the_end(self.context, past, press, t, self._zero_ns)):
                return [self._too_late(state, held, press, lost, t, why)]
            return [self._ignored(state, held, press, t, why)]
        meaning = judge.meaning_of(self.context, held, press)
        if meaning.command is None:
            if meaning == NOTHING and (beaten := judge.beaten_to_the_end(self.context, past, press, t, self._zero_ns)):
                return [self._too_late(state, held, press, beaten, t)]
            return [self._selected(state, held, press, t, meaning)]
        if judge.refusal(self.context, held.table, press.seat, meaning.command) is None:
            return self._contested(state, held, press, meaning.command, t, coming, past)
        return [self._refused(state, held, press, meaning, t, past)]

    def glitch(self, state: State, glitch: Glitch, t: int) -> Step:
        """Record a press that was taken back; the state stays as it is."""
        if state.sit.outcome is not None:
            return Step(t, state, state)
        return Step(t, state, state, (GlitchLine(t, glitch.seat, glitch.button, glitch.source),))

    def _line(self, press: Press, t: int, ignored: str = "", effects: Sequence[Effect] = ()) -> PressLine:
        """Return the line of a press; its ``t`` is its own stamp even when a contest judged it earlier."""
        stamp = press.time_ns - self._zero_ns
        seat, button, pressed, _, source, res, clock, tick_ns, tick_res, early_ns = press
        shown = tuple(effects)
        return PressLine(stamp, seat, button, pressed, source, res, ignored, shown, clock, tick_ns, tick_res, early_ns)

    def _hold(self, state: State, press: Press, t: int) -> State:
        """Update the held buttons, the pause chord, and the time of the last press by a person."""
        sit, seat = state.sit, press.seat
        held, chord = judge.held_after(sit.held, press), sit.chord
        if held[seat] & PAUSE_CHORD != PAUSE_CHORD:
            if chord[seat] >= 0:
                chord = (*chord[:seat], -1, *chord[seat + 1 :])
        elif chord[seat] < 0:
            chord = (*chord[:seat], t, *chord[seat + 1 :])
        if press.pressed and self.context.setup.seats[seat].is_human:
            return State(state.table, state.since, sit.pressed(held, chord, t, False))
        return State(state.table, state.since, sit.pressed(held, chord, sit.touched, sit.nagged))

    def _ignored(self, before: State, held: State, press: Press, t: int, why: str) -> Step:
        """Record a press without a present meaning; in the countdown it is a false start (GEN-11)."""
        draft = Draft(held.table)
        if why == "countdown":
            draft.foul(press.seat, "false_start")
            penalty_ms = self._game.options.false_start_ms
            if penalty_ms:
                opening = held.since + draft.number("beat") * phases.BEAT_NS
                draft.set(f"lock.{press.seat}", opening + penalty_ms * 1_000_000)
        after = held.on(draft.table()) if draft.effects else held
        return self.scheduler.step(t, before, after, (self._line(press, t, why, draft.effects),))

    def _selected(self, before: State, held: State, press: Press, t: int, meaning: Meaning) -> Step:
        """Process a press without a command: it arms a card, marks a space, is itself a foul, or has no effect."""
        draft = Draft(held.table)
        if meaning.foul:
            draft.foul(press.seat, meaning.foul)
        for key, value in meaning.select:
            draft.set(key, value)
        after = held.on(draft.table()) if draft.effects else held
        return self.scheduler.step(t, before, after, (self._line(press, t, effects=draft.effects),))

    def _too_late(
        self, before: State, held: State, press: Press, beaten: judge.Beaten, t: int, ignored: str = ""
    ) -> Step:
        """Refuse a press that lost the race that ended play, with its margin, like any beaten press."""
        why = judge.refusal(self.context, held.table, press.seat, beaten.command) or ""
        line = _lost(t, press.seat, beaten, why)
        return self.scheduler.step(t, before, held, (self._line(press, t, ignored), line))

    def _refused(
        self, before: State, held: State, press: Press, meaning: Meaning, t: int, past: Sequence[Step]
    ) -> Step:
        """Process a command that the rules refuse: beaten, a miss, or impossible; its selection stands."""
        assert meaning.command is not None
        line, draft = self._refusal(held, press, press.seat, meaning.command, t, past)
        for key, value in meaning.select:
            draft.set(key, value)
        if draft.effects:
            line = replace(line, effects=tuple(draft.effects))
        after = held.on(draft.table()) if draft.effects else held
        return self.scheduler.step(t, before, after, (self._line(press, t), line))

    def _refusal(
        self, state: State, press: Press | None, seat: int, command: Command, t: int, past: Sequence[Step]
    ) -> tuple[CommandLine, Draft]:
        why = judge.refusal(self.context, state.table, seat, command) or ""
        draft = Draft(state.table)
        stamp = t if press is None else press.time_ns - self._zero_ns
        beaten = judge.beaten(self.context, past, press, seat, command, stamp, self._zero_ns)
        if beaten is not None:
            why = judge.refusal(self.context, state.table, seat, beaten.command) or why
            return _lost(t, seat, beaten, why), draft
        early_ns = 0 if press is None else press.early_ns
        if judge.is_miss(self.context, past, state, seat, command, t, early_ns):
            judge.punish(self._game, draft, seat, state.sit.clock(t))
        return CommandLine(t, seat, command, False, (), why), draft

    # Contests

    def _contested(
        self,
        before: State,
        held: State,
        press: Press,
        command: Command,
        t: int,
        coming: Sequence[Event],
        past: Sequence[Step],
    ) -> list[Step]:
        """Perform a legal command, unless another seat's is so close behind that the lot must decide (GEN-1)."""
        alone = self._accept(before, held, press, command, t)
        rivals = self._rivals(held, alone.after, press, coming)
        if not rivals:
            return [alone]
        commands = {press.seat: command, **{rival.press.seat: rival.command for rival in rivals}}
        winner, lot = judge.draw(self.context, commands, held.table, alone.after.table, press.time_ns - self._zero_ns)
        setup = self.context.setup
        heat = DeadHeat(
            tuple(sorted(commands)), lot, all(judge.is_judged(setup, press, rival.press) for rival in rivals)
        )
        if winner == ALL:
            return self._all_stand(before, press, command, rivals, t, heat._replace(lot=-1))
        if winner == press.seat:
            return [self._accept(before, held, press, command, t, heat)]
        rival = next(rival for rival in rivals if rival.press.seat == winner)
        batch = self._ahead(before, rival, t, heat)
        return batch + self.press(batch[-1].after, press, t, coming, [*past, *batch])

    def _rivals(self, held: State, after: State, press: Press, coming: Sequence[Event]) -> list[Rival]:
        """Return the later presses that may have been first and contest the target of this one."""
        if not coming:
            return []
        # An action of the match in between ends a contest, unless the contact may have closed before that action; an
        # action of the cabinet always ends it.
        own = self._zero_ns + min(self.scheduler.next_logged_timer(held), self.scheduler.next_logged_timer(after))
        reach = press.time_ns + self.context.setup.reach_ns
        near = [
            other
            for other in takewhile(lambda event: event.time_ns < reach and not isinstance(event, Control), coming)
            if isinstance(other, Press) and other not in held.sit.judged_early and other.time_ns - other.early_ns < own
        ]
        setup = self.context.setup
        if all(other.seat == press.seat or judge.is_certainly_later(setup, press, other) for other in near):
            return []
        found = judge.rivals(self.context, held, after.table, press, near, self._zero_ns)
        if len(found) < 2 or setup.clock_errors == "max":
            return found
        return judge.not_beaten_by_each_other(self.context, held, found, self._table_after, self._zero_ns)

    def _table_after(self, state: State, seat: int, command: Command) -> Table:
        return self._apply(state, seat, command, _latest(state))[0].table

    def _accept(
        self,
        before: State,
        held: State,
        press: Press,
        command: Command,
        t: int,
        heat: DeadHeat = ALONE,
        settle: bool = True,
    ) -> Step:
        """Perform a legal command."""
        after, effects, more = self._apply(held, press.seat, command, t, settle)
        seats, lot, judged = heat
        line = CommandLine(t, press.seat, command, True, effects, dead_heat=seats, draw=lot, judged=judged)
        entries: tuple[Entry, ...] = (self._line(press, t), line, *more)
        return self.scheduler.step(t, before, after, entries, press.seat, press)

    def _ahead(self, state: State, rival: Rival, t: int, heat: DeadHeat) -> list[Step]:
        """Judge the drawn winner's press ahead of its place, with its seat's preceding presses."""
        batch: list[Step] = []
        for press in rival.lead_in:
            batch += self.press(state, press, t, (), ())
            state = batch[-1].after
        held = self._hold(state, rival.press, t)
        batch.append(self._accept(state, held, rival.press, rival.command, t, heat))
        return self._with_judged_early(batch, (*rival.lead_in, rival.press))

    def _all_stand(
        self, state: State, press: Press, command: Command, rivals: list[Rival], t: int, heat: DeadHeat
    ) -> list[Step]:
        """Perform every contestant's command, and only then the common consequences (SPEED-11).

        The rivals' preceding presses come first: on the table after the first command they could have another meaning.
        """
        batch: list[Step] = []
        for lead in [lead for rival in rivals for lead in rival.lead_in]:
            batch += self.press(state, lead, t, (), ())
            state = batch[-1].after
        contestants = [(press, command), *[(rival.press, rival.command) for rival in rivals]]
        for each, wanted in contestants:
            is_last = each is contestants[-1][0]
            batch.append(self._accept(state, self._hold(state, each, t), each, wanted, t, heat, settle=is_last))
            state = batch[-1].after
        return self._with_judged_early(batch, tuple(p for rival in rivals for p in (*rival.lead_in, rival.press)))

    def _with_judged_early(self, batch: list[Step], presses: tuple[Press, ...]) -> list[Step]:
        """Return the batch; its last state records the presses that must not be judged again."""
        after = batch[-1].after
        sit = replace(after.sit, judged_early=after.sit.judged_early + presses)
        batch[-1] = replace(batch[-1], after=replace(after, sit=sit))
        return batch

    # Legal commands

    def _apply(
        self, state: State, seat: int, command: Command, t: int, settle: bool = True
    ) -> tuple[State, tuple[Effect, ...], tuple[Entry, ...]]:
        """Perform a legal command: return the state after it, its effects, and further entries of the same instant."""
        draft = Draft(state.table)
        if command.do == "ready":
            return self._ready(state, draft, seat, t)
        return self._perform(state, draft, seat, command, state.sit.clock(t), settle), tuple(draft.effects), ()

    def _perform(self, state: State, draft: Draft, seat: int, command: Command, now: int, settle: bool = True) -> State:
        """Perform a legal command of the game on ``draft``, a draft of the state's table, at ``now`` (play clock, ns).

        Return the state after it.
        """
        game, do = self._game, command.do
        game.perform(draft, seat, command, now)
        if draft.scalars[self._misses[seat]] and do in game.attempts:
            judge.forgive(draft, seat)
        if settle:
            self.scheduler.settle(draft, now)
        progress = do in game.progress or (do in game.turning and _has_turned(draft))
        if progress and self._adaptation.seats:
            self._adaptation.follow(draft, seat, now - state.since)
        before, scalars = state.table.scalars, draft.scalars
        if scalars is not before:
            was: str = before["phase"]
            phase: str = scalars["phase"]
            if phase != was:
                return self.scheduler.entered(was, draft, state.sit, now)
        return State(Table(draft.zones, scalars, draft.shuffles), now if progress else state.since, state.sit)

    def _ready(
        self, state: State, draft: Draft, seat: int, t: int
    ) -> tuple[State, tuple[Effect, ...], tuple[Entry, ...]]:
        if state.table.phase == "draw":
            after, entries = self.scheduler.deal(state, t)
            return after, (), entries
        draft.set(f"ready.{seat}", True)
        if phases.everyone_ready(self.context.setup, draft):
            phases.count_down(self._game, draft)
        return self.scheduler.commit(state, draft, t, False), tuple(draft.effects), ()

    # Commands without buttons, and the cabinet's actions

    def act(self, state: State, act: Act, t: int, past: Sequence[Step]) -> Step:
        """Judge a command without a press."""
        seat, command, sit = act.seat, act.command, state.sit
        if sit.outcome is not None or sit.paused >= 0:
            return Step(t, state, state)
        if command.do != "ready":
            after, line = self.command(state, seat, command, t, past)
        elif judge.refusal(self.context, state.table, seat, command) is None:
            after, effects, more = self._apply(state, seat, command, t)
            return self.scheduler.step(t, state, after, (CommandLine(t, seat, command, True, effects), *more), seat)
        else:
            after, line = self._refused_command(state, seat, command, t, past)
        return self.scheduler.step(t, state, after, (line,), seat if line.ok else -1)

    def command(
        self, state: State, seat: int, command: Command, t: int, past: Sequence[Step] = ()
    ) -> tuple[State, CommandLine]:
        """Judge a command of the game without a press, while the match goes on; return the state after and its line."""
        if self._game.refusal(state.table, seat, command) is None:
            return self.perform(state, seat, command, t)
        return self._refused_command(state, seat, command, t, past)

    def _refused_command(
        self, state: State, seat: int, command: Command, t: int, past: Sequence[Step]
    ) -> tuple[State, CommandLine]:
        line, draft = self._refusal(state, None, seat, command, t, past)
        if not draft.effects:
            return state, line
        return state.on(draft.table()), replace(line, effects=tuple(draft.effects))

    def perform(self, state: State, seat: int, command: Command, t: int) -> tuple[State, CommandLine]:
        """Perform a legal command of the game without a press; return the state after it and its line."""
        draft = Draft(state.table)
        after = self._perform(state, draft, seat, command, t - state.sit.offset)
        return after, CommandLine(t, seat, command, True, tuple(draft.effects))

    def control(self, state: State, control: Control, t: int, past: Sequence[Step]) -> list[Step]:
        """Pause, resume, leave or undo. A control that does not apply to the state has no effect."""
        sit = state.sit
        if control.kind == "void":
            return [self._go_back(state, control, t, past)]
        if sit.outcome is None and control.kind == "leave":
            return [self.scheduler.leave(state, t, control.seat)]
        if sit.outcome is None and control.kind == "pause":
            turns = sit.is_broken != (control.why == phases.BROKEN) or sit.is_stalled
            if sit.paused < 0 or sit.resume >= 0 or (turns and control.why != phases.STALL):
                return [self.scheduler.stand_still(state, t, control.why)]
        if sit.outcome is None and control.kind == "resume" and sit.paused >= 0 and sit.resume < 0:
            return [self.scheduler.resume(state, t)]
        return [Step(t, state, state)]

    def _go_back(self, state: State, control: Control, t: int, past: Sequence[Step]) -> Step:
        """Undo everything since a moment, unless the match was already over at that moment."""
        since = control.since_ns - self._zero_ns
        then = _state_before(past, since)
        if then.sit.outcome is not None or since >= t:
            return Step(t, state, state)
        after = _rolled_back(state, then, t, since)
        if self.scheduler.has_bots and after.table.phase in phases.PLAYING:
            after = self.scheduler.wake(after, t)
        step = self.scheduler.step(t, state, after, (VoidLine(t, since, control.why),))
        return replace(step, is_void=True)


def _lost(t: int, seat: int, beaten: judge.Beaten, why: str) -> CommandLine:
    """Return the line of a command that lost to another seat's."""
    command, by, margin_ns, judged = beaten
    return CommandLine(t, seat, command, False, (), why, by, margin_ns, judged=judged)


def _has_turned(draft: Draft) -> bool:
    """Return whether the command that was just performed turned a card."""
    return any(effect[0] == "turn" for effect in draft.effects)


def _latest(state: State) -> int:
    """Return a log time at which this state holds; precise enough to check for a pause."""
    return state.since + state.sit.offset


# A rollback: where edges of a button were lost, the true order of presses is unknown. All decisions since then are
# void, and play returns to the earlier table. The log keeps its lines; a ``void`` line marks them as not counting.


def _state_before(past: Sequence[Step], t: int) -> State:
    """Return the state just before a log time, as far back as ``past`` reaches."""
    for step in reversed(past):
        if step.t < t:
            return step.after
    return past[0].before


def _rolled_back(now: State, then: State, t: int, since: int) -> State:
    """Return the earlier state ``then`` (at log time ``since``), paused at ``t``.

    The play clock goes back as well. Held buttons are the present ones; bots plan anew, with unused plan numbers.
    """
    was = then.sit
    bots = tuple(BotState(number=bot.number) for bot in now.sit.bots)
    sit = replace(
        was,
        held=now.sit.held,
        chord=(-1,) * len(was.chord),
        offset=t - was.clock(since),
        paused=t,
        resume=-1,
        touched=t,
        nagged=False,
        bots=bots,
        judged_early=now.sit.judged_early,
        why=phases.BROKEN if now.sit.is_broken else "",
        by=-1,
        pauses=now.sit.pauses,
    )
    return State(then.table, then.since, sit)
