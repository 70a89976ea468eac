"""A stretch of play without judgement: legal commands without buttons and the game's own actions, on one table.

All commands of random play are legal, so none looks back, and nobody needs the table before a command. One draft
continues from command to command: the rules and the effects are those of any other play, and nothing is copied
(decision 0097). A change of phase ends the stretch, as does everything that the game itself does not do.
"""

from collections.abc import Sequence

from engine.known_input import Input
from engine.log_text import effects_text
from engine.panel import Act
from engine.performer import Performer
from engine.phases import PLAYING
from engine.record import Entry
from engine.scheduler import Scheduler
from engine.state import State
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

    def __init__(self, scheduler: Scheduler, performer: Performer, inputs: Sequence[Input], lines: Lines) -> None:
        self._scheduler = scheduler
        self._performer = performer
        self._inputs = inputs
        self._lines = lines

    def play(self, state: State, place: int, most: int) -> tuple[State, int]:
        """Play from the input at ``place`` until the stretch ends, or there are ``most`` lines.

        Return the state then, and the place of the first input that was not played.
        """
        phase, sit, since = state.table.scalars["phase"], state.sit, state.since
        if phase not in PLAYING or sit.paused >= 0 or sit.outcome is not None:
            return state, place
        scheduler, game, inputs, lines = self._scheduler, self._scheduler.game, self._inputs, self._lines
        play, deadline, refusal, write = self._performer.play, game.deadline, game.refusal, lines.write
        draft = Draft(state.table)
        table = draft.live()
        offset, cap_at, scalars = sit.offset, sit.cap_at, table.scalars
        while len(lines.texts) < most:
            t, event, text = inputs[place]
            own = deadline(table, since)
            if own is None or own > cap_at:
                own = cap_at
            now = t - offset
            if own <= now:
                now = own
                if now >= cap_at:  # the end of play, or that of the input
                    break
                t = now + offset
                progress = scheduler.act(draft, now, since)
                write(t, f'"effects":{effects_text(draft.effects)}')
            else:
                if not isinstance(event, Act) or event.command.do == "ready":
                    break
                seat, command = event.seat, event.command
                if refusal(table, seat, command) is not None:
                    break
                progress = play(draft, seat, command, now)
                write(t, f'{text}true,"effects":{effects_text(draft.effects)}')
                place += 1
            if scalars["phase"] != phase:
                return scheduler.entered(phase, draft, sit, t), place
            draft.effects = []
            if progress:
                since = now
        return State(Table(draft.zones, draft.scalars, draft.shuffles), since, sit), place
