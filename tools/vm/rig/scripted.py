"""Plan a whole match as a list of taps in virtual time, to be played on real buttons.

The seed determines the cards, and so the legal plays. The plan alternates between the first legal plays of the two
seats, or takes another legal command, and records after which of the game's own moves (a deal, an opening, a turn)
each tap is due. Robots at real buttons use it: `player`, and the tests that play through every kind of source and a
window.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.log_lines import DealLine, Entry, OwnLine
from engine.match import Match
from engine.panel import ACTION, Press
from engine.setup import Setup
from engine.units import MS

GAP_NS: Final = 120 * MS
"""The time from tap to tap, ns."""
WANTED: Final = ("play", "turn", "slap", "claim", "spit", "move")
"""The commands of the plan by priority: as long as any seat can play a card, it does."""
HOLD_NS: Final = 60 * MS
"""The time from press to release, ns."""


@dataclass(frozen=True)
class Tap:
    """A button pressed for `HOLD_NS` at `t` (ns), after the game has made `after` moves of its own."""

    seat: int
    button: str
    t: int
    after: int


@dataclass
class Plan:
    """The taps of a match, and the entries of the match that results."""

    setup: Setup
    taps: list[Tap] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    def batches(self, *, are_ready: bool = False) -> Iterator[tuple[int, Sequence[Tap]]]:
        """Yield the taps in groups that wait for the same number of the game's own moves.

        `are_ready`: both were ready before the match, so their two taps for the first deal are left out.
        """
        taps = self.taps[2:] if are_ready else self.taps
        for after in sorted({tap.after for tap in taps}):
            yield after, [tap for tap in taps if tap.after == after]

    def presses(self) -> list[tuple[int, int, str, bool]]:
        """Return all presses and releases as (t, seat, button, pressed), in the order of time."""
        edges = [(tap.t, tap.seat, tap.button, True) for tap in self.taps]
        return sorted(edges + [(t + HOLD_NS, seat, button, False) for t, seat, button, _ in edges])


def own_moves(entries: Sequence[Entry]) -> int:
    """Count the game's own moves of cards: deals, openings, turns."""
    return sum(
        isinstance(entry, DealLine) or (isinstance(entry, OwnLine) and any(e[0] == "move" for e in entry.effects))
        for entry in entries
    )


def own_moves_in(lines: Sequence[Mapping[str, Any]]) -> int:
    """Count the game's own moves of cards in the parsed lines of a log."""
    own = [line for line in lines if "deal" in line or (line.keys() == {"t", "effects"})]
    return sum("deal" in line or any(effect[0] == "move" for effect in line["effects"]) for line in own)


def plan_of(setup: Setup) -> Plan:
    """Return the plan of a match between people. The game must let any seat play a legal card at any time."""
    return _Planner(setup).whole()


class _Planner:
    """Makes a plan by playing the match."""

    def __init__(self, setup: Setup) -> None:
        self.plan = Plan(setup)
        self._match = Match(setup)
        self._now = 0
        self.plan.entries += self._match.opening()

    def whole(self) -> Plan:
        """Play the match from its opening to the result."""
        while self._match.outcome is None:
            if not self._tap_what_is_due():
                deadline = self._match.next_deadline()
                assert deadline is not None, "no dead end"
                self._advance(max(deadline, self._now))
        return self.plan

    def _tap_what_is_due(self) -> bool:
        if self._match.table.phase == "ready":
            for seat in (0, 1):
                self._tap(seat, ACTION)
            return True
        first = len(self.plan.taps) % 2
        legal = {seat: self._match.legal(seat) for seat in (first, 1 - first)}
        for do in WANTED:
            for seat, commands in legal.items():
                command = next((command for command in commands if command.do == do), None)
                if command is not None:
                    for button in self._match.game.presses_for(self._match.table, seat, command):
                        self._tap(seat, button)
                    return True
        return False

    def _tap(self, seat: int, button: str) -> None:
        self.plan.taps.append(Tap(seat, button, self._now, own_moves(self.plan.entries)))
        for pressed, delay in ((True, 0), (False, HOLD_NS)):
            update = self._match.handle(Press(seat, button, pressed, self._now + delay, "plan"))
            self.plan.entries += update.entries
        self._advance(self._now + GAP_NS)

    def _advance(self, now: int) -> None:
        self._now = now
        self.plan.entries += self._match.advance(now).entries
