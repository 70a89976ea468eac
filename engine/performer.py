"""Performing a legal command: the state after it, its effects, and whether it counts as progress.

``reducer`` decides whether a command stands; this module only carries it out. Pure functions: a state in, a state out.
"""

from sys import intern

from engine import phases
from engine.effects import Effect
from engine.judge import forgive
from engine.panel import Command
from engine.record import Entry
from engine.scheduler import Scheduler
from engine.state import State
from engine.table import Draft, Table


class Performer:
    """Performs the commands of one match. ``scheduler`` deals, and times the phases that a command begins or ends."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._game, self._setup, self._chance = scheduler.court
        self._misses = tuple(intern(f"misses.{seat}") for seat in range(self._game.seats))

    def apply(
        self, state: State, seat: int, command: Command, t: int, settle: bool = True
    ) -> tuple[State, tuple[Effect, ...], tuple[Entry, ...]]:
        """Perform a legal command: return the state after it, its effects, and further entries of the same instant."""
        draft = Draft(state.table)
        if command.do == "ready":
            return self._ready(state, draft, seat, t)
        return self.perform(state, draft, seat, command, t, settle), tuple(draft.effects), ()

    def perform(
        self, state: State, draft: Draft, seat: int, command: Command, t: int, settle: bool = True
    ) -> State:
        """Perform a legal command of the game on ``draft``, a draft of the state's table; return the state after it."""
        sit = state.sit
        now = t - sit.offset
        progress = self.play(draft, seat, command, now, settle)
        was, scalars = state.table.scalars["phase"], draft.scalars
        if scalars["phase"] != was:
            return self._scheduler.entered(was, draft, sit, t)
        return State(Table(draft.zones, scalars, draft.shuffles), now if progress else state.since, sit)

    def may_forgive(self, table: Table) -> bool:
        """Return whether a legal play may take a miss back, as some seat has one (GEN-3)."""
        return any(map(table.scalars.get, self._misses))

    def play(self, draft: Draft, seat: int, command: Command, now: int, settle: bool = True) -> bool:
        """Perform a legal command of the game on a draft, with its consequences; return whether it was progress."""
        game, do = self._game, command.do
        game.perform(draft, seat, command, now)
        if draft.scalars[self._misses[seat]] and do in game.attempts:
            forgive(draft, seat)
        if settle:
            game.settle(draft, self._chance, now)
        return do in game.progress or (do in game.turning and has_turned(draft))

    def _ready(
        self, state: State, draft: Draft, seat: int, t: int
    ) -> tuple[State, tuple[Effect, ...], tuple[Entry, ...]]:
        if state.table.phase == "draw":
            after, entries = self._scheduler.deal(state, t)
            return after, (), entries
        draft.set(f"ready.{seat}", True)
        if phases.everyone_ready(self._setup, draft):
            phases.count_down(self._game, draft)
        return self._scheduler.commit(state, draft, t, False), tuple(draft.effects), ()


def has_turned(draft: Draft) -> bool:
    """Return whether the command that was just performed turned a card."""
    return any(effect[0] == "turn" for effect in draft.effects)
