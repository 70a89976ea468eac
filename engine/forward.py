"""Replay of a match whose whole input is known: from the beginning to the end, once, as the text of its lines.

``timeline`` takes events in any order of arrival, so it keeps what it may have to undo. Here nothing arrives late:
all events are put in order before the first of them is judged, and no step is ever taken back (decision 0096).

Most events need no judgement: a release, a legal command of a seat without buttons, a press whose command is legal and
that no other press is near. For those, the lines are written at once, and no step is made (decision 0097); all others
go to the same ``reducer`` and ``scheduler`` as on the time line. What remains in memory is the past that judging looks
back to.
"""

from collections.abc import Sequence

from engine import judge, phases
from engine.chance import Chance
from engine.game import Game
from engine.games import set_up
from engine.judge import CONTEST_NS, Court
from engine.known_input import END, Input, event_of, in_order, look_back_ns, only_commands
from engine.log_text import command_text, effects_text
from engine.panel import BUTTON_INDEX, Act, Control, Event, Glitch, Press
from engine.past import Past, with_held
from engine.performer import Performer
from engine.reducer import PAUSE_CHORD, Reducer
from engine.scheduler import Scheduler
from engine.setup import Setup
from engine.state import NEVER, Situation, State, Step
from engine.stretch import Lines, Stretch
from engine.table import Draft


class Forward:
    """One match of a setup without brains, played from its input; ``game`` is that of the setup, if it is at hand."""

    def __init__(
        self,
        setup: Setup,
        inputs: Sequence[Input],
        game: Game | None = None,
        refused: Sequence[int] | None = None,
        is_exact: bool = False,
    ) -> None:
        """Prepare a match. The last two are what its log says, and if that is wrong, the lines are not the log's.

        ``refused``: the times (ns) of the refused commands, None if they are unknown. ``is_exact``: no stamp may be
        late, and nothing is undone.
        """
        self._game = game or set_up(setup.game, setup.options, setup.base, len(setup.seats), setup.rules)
        self._court = Court(self._game, setup, Chance(setup.seed))
        self._scheduler = Scheduler(self._court, 0, {})
        self._reducer = Reducer(self._scheduler)
        self._performer = Performer(self._scheduler)
        self._resolution_ns = setup.resolution_ns
        self._is_human = tuple(seat.is_human for seat in setup.seats)
        ordered = in_order(self._reducer, inputs)
        gives_commands = only_commands(ordered)
        self._inputs = [*ordered, END]
        look_back = CONTEST_NS if is_exact or gives_commands else look_back_ns(ordered)
        self._past = Past(look_back)
        self._is_exact = look_back == CONTEST_NS
        self._has_people = any(self._is_human)
        self._refused = refused if gives_commands and not self._has_people else None
        self._is_plain = False
        self._held: list[int] = []
        self._lines = Lines()

    def play(self, most: int) -> Lines:
        """Return the match's lines in their order until nothing is due any more; stop when there are ``most`` or more.

        A match without caps may never end, so there is no default. Call it once.
        """
        scheduler, inputs, lines, held = self._scheduler, self._inputs, self._lines, self._held
        stretch = None
        if self._refused is not None:
            stretch = Stretch(scheduler, self._performer, inputs, lines, self._refused)
        state = self._take(scheduler.begin(scheduler.initial()))
        own = scheduler.next_timer(state)
        place, texts, times = 0, lines.texts, lines.times
        while len(texts) < most:
            t, event, text = inputs[place]
            if own <= t:
                if own == NEVER:
                    break
                after = self._due(state, own)
            else:
                if isinstance(event, Press):
                    if self._is_plain and not event.pressed:
                        held[event.seat] &= ~(1 << BUTTON_INDEX[event.button])
                        texts.append(f'{{"t":{t},{text}}}')
                        times.append(t)
                        place += 1
                        continue
                    after = (self._pressed(state, event, t, text, place) if self._is_plain else None) or self._judged(
                        state, place
                    )
                elif isinstance(event, Act):
                    after = self._act(state, event, t, text)
                else:
                    after = self._judged(state, place)
                place += 1
            if after is not state:
                state = after
                if stretch:
                    state, place = stretch.play(state, place, most)
                own = scheduler.next_timer(state)
        return lines

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
            return self._take([self._reducer.act(self._whole(state), Act(seat, command, t), t, self._past.steps(t))])
        draft = Draft(state.table)
        after = self._performer.perform(state, draft, seat, command, t)
        self._lines.write(t, f'{text}true,"effects":{effects_text(draft.effects)}')
        self._past.append((t, state, tuple(self._held), after, seat, None))
        return after

    def _pressed(self, state: State, press: Press, t: int, text: str, place: int) -> State | None:
        """Process a press of a button; None, and nothing is done, if it needs a judgement."""
        table, game, seat, held = state.table, self._game, press.seat, self._held
        bit = 1 << BUTTON_INDEX[press.button]
        mask = held[seat] | bit
        if table.scalars["phase"] not in phases.PLAYING or mask & PAUSE_CHORD == PAUSE_CHORD:
            return None
        after = self._touched(state, t) if self._is_human[seat] else state
        now = t - state.sit.offset
        if judge.is_locked(table, seat, now):
            self._lines.write(t, f'{text},"ignored":"{judge.LOCKED}"')
            held[seat] = mask
            return after
        if game.guarded(table, seat, state.since, now):
            return None
        meaning = game.press(table, seat, press.button, held[seat] & ~bit)
        command = meaning.command
        draft = Draft(table)
        if command is None:
            if meaning.foul or not meaning.select:
                return None
            for key, value in meaning.select:
                draft.set(key, value)
            told = f',"effects":{effects_text(draft.effects)}' if draft.effects else ""
            self._lines.write(t, f"{text}{told}")
            after, winner = after.on(draft.table()), -1
        else:
            if self._is_near(place) or game.refusal(table, seat, command) is not None:
                return None
            after, winner = self._performer.perform(after, draft, seat, command, t), seat
            told = f'"seat":{seat},{command_text(command)},"ok":true,"effects":{effects_text(draft.effects)}'
            self._lines.texts += (f'{{"t":{t},{text}}}', f'{{"t":{t},{told}}}')
            self._lines.times += (t, t)
        self._past.append((t, state, tuple(held), after, winner, press))
        held[seat] = mask
        return after

    def _due(self, state: State, t: int) -> State:
        """Perform an action that no event asks for; return the state after it."""
        scheduler, sit = self._scheduler, state.sit
        now = t - sit.offset
        is_the_games = self._is_plain and not self._has_people and state.table.scalars["phase"] in phases.PLAYING
        if not is_the_games or now >= sit.cap_at:
            return self._take([scheduler.fire(self._whole(state), t)])
        draft = Draft(state.table)
        after = scheduler.commit(state, draft, t, scheduler.act(draft, now, state.since))
        self._lines.write(t, f'"effects":{effects_text(draft.effects)}')
        self._past.append((t, state, tuple(self._held), after, -1, None))
        return after

    def _touched(self, state: State, t: int) -> State:
        """Return the state after a press by a person."""
        sit = state.sit
        return State(state.table, state.since, sit.pressed(sit.held, sit.chord, t, False))

    def _is_near(self, place: int) -> bool:
        """Return whether the next event is so near that a contest may reach it."""
        inputs = self._inputs
        after = place + 1
        return after < len(inputs) and inputs[after][0] < inputs[place][0] + self._resolution_ns

    # Events to be judged

    def _judged(self, state: State, place: int) -> State:
        """Judge a press or a control as on the time line; return the state after it."""
        event, state = event_of(self._inputs[place]), self._whole(state)
        t = event.time_ns
        if isinstance(event, Press):
            return self._take(self._reducer.press(state, event, t, self._coming(place), self._past.steps(t)))
        if isinstance(event, Glitch):
            return self._take([self._reducer.glitch(state, event, t)])
        assert isinstance(event, Control)
        return self._take(self._reducer.control(state, event, t, self._past.steps(t)))

    def _coming(self, place: int) -> Sequence[Event]:
        """Return the events after one, as far as a contest with it can reach."""
        inputs = self._inputs
        end = place + 1
        reach = inputs[place][0] + self._resolution_ns
        while end < len(inputs) and inputs[end][0] < reach:
            end += 1
        return [event_of(each) for each in inputs[place + 1 : end]]

    def _whole(self, state: State) -> State:
        """Return the state with the buttons that are held now."""
        return with_held(state, tuple(self._held))

    def _take(self, steps: Sequence[Step]) -> State:
        """Write the lines of judged steps; return the state after them."""
        for step in steps:
            self._past.append(step)
            self._lines.add(step.entries)
        after = steps[-1].after
        self._held[:] = after.sit.held
        self._is_plain = self._is_exact and _is_plain(after.sit)
        return after


def _is_plain(sit: Situation) -> bool:
    """Return whether a press is judged on the table alone: no pause, no outcome, no contest that was just drawn."""
    return sit.outcome is None and sit.paused < 0 and not sit.judged_early and max(sit.chord) < 0
