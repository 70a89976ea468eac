"""A stretch of play without judgement: legal commands without buttons and the game's own actions, on one table.

A legal command looks at nothing before it, and nobody needs the table of then. One draft continues from command to
command: the rules and the effects are those of any other play, and nothing is copied (decision 0097). A change of phase
ends the stretch, as does everything that the game itself does not do, and a refused command as far ahead of it as it is
judged by the past.
"""

from collections.abc import Sequence

from engine.judge import CONTEST_NS
from engine.known_input import Input
from engine.log_text import effects_text
from engine.panel import Act
from engine.performer import Performer, has_turned
from engine.phases import PLAYING
from engine.record import Entry
from engine.scheduler import Scheduler
from engine.state import NEVER, State
from engine.table import Draft, Table


class Lines:
    """The lines of a match as far as it is played, without the header: their texts, and their log times (ns)."""

    __slots__ = ("texts", "times")

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.times: list[int] = []

    def write(self, t: int, text: str) -> None:
        """Append a line, given without its time."""
        self.texts.append(f'{{"t":{t},{text}}}')
        self.times.append(t)

    def add(self, entries: Sequence[Entry]) -> None:
        """Append entries."""
        for entry in entries:
            self.texts.append(entry.as_text())
            self.times.append(entry.t)


class Stretch:
    """The stretches of one match that no person plays."""

    def __init__(
        self,
        scheduler: Scheduler,
        performer: Performer,
        inputs: Sequence[Input],
        lines: Lines,
        refused: Sequence[int],
    ) -> None:
        """Prepare the stretches of a match; ``refused`` are the times of its refused commands (log time, ns)."""
        self._scheduler = scheduler
        self._performer = performer
        self._inputs = inputs
        self._lines = lines
        self._refused = [NEVER, *sorted(refused, reverse=True)]

    def play(self, state: State, place: int, most: int) -> tuple[State, int]:
        """Play from the input at ``place`` until the stretch ends, or the game acts though there are ``most`` lines.

        Return the state then, and the place of the first input that was not played.
        """
        phase, sit, since = state.table.scalars["phase"], state.sit, state.since
        scheduler, game, inputs = self._scheduler, self._scheduler.game, self._inputs
        quiet = self._quiet_until(inputs[place][0])
        if inputs[place][0] >= quiet or not self._may_begin(state):
            return state, place
        deadline, refusal, perform, settle = game.deadline, game.refusal, game.perform, game.settle
        chance, progressive, turning = scheduler.chance, game.progress, game.turning
        texts, times = self._lines.texts, self._lines.times
        draft = Draft(state.table)
        table = draft.live()
        offset, scalars, effects = sit.offset, table.scalars, draft.effects
        end = min(sit.cap_at, quiet - offset)
        while True:
            t, event, text = inputs[place]
            own = deadline(table, since)
            if own is None or own > end:
                own = end
            now = t - offset
            if own <= now:
                now = own
                if now >= end or len(texts) >= most:  # the end of play, of the input, or of what needs no past
                    break
                t = now + offset
                progress = scheduler.act(draft, now, since)
                texts.append(f'{{"t":{t},"effects":{effects_text(effects)}}}')
            else:
                if not isinstance(event, Act):
                    break
                seat, command = event.seat, event.command
                if refusal(table, seat, command) is not None:
                    break
                perform(draft, seat, command, now)
                settle(draft, chance, now)
                do = command.do
                progress = do in progressive or (do in turning and has_turned(draft))
                texts.append(f'{{"t":{t},{text}true,"effects":{effects_text(effects)}}}')
                place += 1
            times.append(t)
            if scalars["phase"] != phase:
                return scheduler.entered(phase, draft, sit, t), place
            effects.clear()
            if progress:
                since = now
        return State(Table(draft.zones, draft.scalars, draft.shuffles), since, sit), place

    def _may_begin(self, state: State) -> bool:
        """Return whether the game alone decides what happens next."""
        sit, table = state.sit, state.table
        is_played = table.scalars["phase"] in PLAYING and sit.paused < 0 and sit.outcome is None
        return is_played and not self._performer.may_forgive(table)

    def _quiet_until(self, t: int) -> int:
        """Return the time from ``t`` on at which a coming judgement begins to look back (log time, ns)."""
        refused = self._refused
        while refused[-1] < t:
            refused.pop()
        return refused[-1] - CONTEST_NS
