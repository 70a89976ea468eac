"""The taps of a whole match, planned in virtual time, with races of given margins where the cards allow one.

The planner is that of `cabinet.input.scripted` with two differences: where both seats can play to one pile by one press
each, they race for it, and one seat misses once; the match itself decides whether a planned race became one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from cabinet.input.scripted import GAP_NS, HOLD_NS
from engine.contest import Contest, contest_of
from engine.game import MS, Outcome
from engine.match import Match
from engine.panel import ACTION, CARDS, Command, Press
from engine.setup import Setup

MARGINS: Final = (300_000, 8 * MS, 120 * MS, 0)
"""The margins of the races, ns; 0 is a dead heat."""
BEGIN_NS: Final = 3_000 * MS
"""The time from the first opening to the first tap, in which its log is read."""
SLACK_NS: Final = 40 * MS
"""The time from a move of the game itself to the next tap: the board's clock and the match's differ by a little."""
LOOK_NS: Final = 3_000 * MS
"""The time after a race without another tap: its wings stay 2.6 s."""
CHORD_NS: Final = 20 * MS
"""The time between two buttons that are pressed together."""
FIRST: Final = 4
"""The number of taps before the first race."""
WANTED: Final = ("play", "turn", "slap", "number_slap", "claim", "spit", "move", "pick_up", "stack", "draw", "refill")
"""The commands of the plan by priority; of other commands the first is taken."""
OWN: Final = "seat{}."
"""The beginning of the names of a seat's zones."""
SEEDS: Final = range(1, 151)
"""The seeds among which `best_seed` chooses."""
MOST: Final = 150
"""The number of taps after which a match counts as endless."""


class Step(NamedTuple):
    """A tap at `t` (ns); `shows` names its effect, if any.

    ``"LEFT+CARD3"`` is CARD3 while LEFT is held.
    """

    t: int
    seat: int
    button: str
    shows: str = ""

    def edges(self) -> Iterator[tuple[int, int, str, bool]]:
        """Yield time (ns), seat, button, and whether it closes; what is pressed first is released last."""
        buttons = self.button.split("+")
        for place, button in enumerate(buttons):
            yield self.t + place * CHORD_NS, self.seat, button, True
            yield self.t + HOLD_NS + (len(buttons) - 1 - place) * CHORD_NS, self.seat, button, False


@dataclass
class Walk:
    """The steps of one match from its first opening (ns) on, and those before it, by which both were `ready`.

    `is_close`: a race was for a deal's last card. The match follows from the times of the steps alone, so they are
    pressed by the clock.
    """

    setup: Setup
    steps: list[Step] = field(default_factory=list)
    ready: list[Step] = field(default_factory=list)
    opened: int = -1
    is_close: bool = False
    outcome: Outcome | None = None

    @property
    def shown(self) -> list[str]:
        """The names of all races and misses."""
        return [step.shows for step in self.steps if step.shows]


def planned(setup: Setup, margins: Sequence[int] = MARGINS) -> Walk:
    """Return the plan of a match between two people. Raises ValueError for a match that does not end."""
    return _Planner(setup, margins).whole()


def best_seed(setup_of: Callable[[int], Setup], seeds: Sequence[int] = SEEDS) -> int:
    """Return the seed whose match shows most: races, a miss, a race for the last card; among equals the fewest taps."""

    def worth(seed: int) -> tuple[int, bool, int]:
        try:
            walk = planned(setup_of(seed))
        except ValueError:
            return -1, False, 0
        return len(set(walk.shown)), walk.is_close, -len(walk.steps)

    return max(seeds, key=worth)


Rival = tuple[int, Sequence[str]]
"""A seat and its presses for one command."""


class _Planner:
    """Makes a plan by playing the match."""

    def __init__(self, setup: Setup, margins: Sequence[int]) -> None:
        self.walk = Walk(setup)
        self._match = Match(setup)
        self._margins = list(margins)
        self._has_missed = False
        self._now = 0

    def whole(self) -> Walk:
        """Play the match from its opening to its result."""
        while self._match.outcome is None:
            if len(self.walk.steps) > MOST:
                raise ValueError(f"more than {MOST} taps in a match of {self.walk.setup.game}")
            if not self._act():
                deadline = self._match.next_deadline()
                assert deadline is not None, "no dead end"
                self._advance(max(deadline, self._now) + SLACK_NS)
        self.walk.outcome = self._match.outcome
        return self.walk

    def _act(self) -> bool:
        if self._match.table.phase == "play" and self.walk.opened < 0:
            opening = ("phase", "play")
            self.walk.opened = next(entry.t for entry in self._match.pending() if opening in entry.effects)
            self.walk.ready, self.walk.steps = self.walk.steps, []
            self._advance(self.walk.opened + BEGIN_NS)
        if self._match.table.phase == "ready":
            for seat in (0, 1):
                self._tap(seat, ACTION)
                self._advance(self._now + GAP_NS)
            return True
        first = len(self.walk.steps) % 2
        legal = {seat: self._match.legal(seat) for seat in (first, 1 - first)}
        if len(self.walk.steps) >= FIRST and (self._race(legal) or self._miss(legal)):
            return True
        ranked = [(self._rank(one), seat, one) for seat, commands in legal.items() for one in commands]
        for _, seat, command in sorted(ranked, key=lambda one: one[0]):
            buttons = self._match.game.presses_for(self._match.table, seat, command)
            for button in buttons:
                self._tap(seat, button)
                self._advance(self._now + GAP_NS)
            if buttons:  # a game gives some commands by itself
                return True
        return False

    @staticmethod
    def _rank(command: Command) -> int:
        return WANTED.index(command.do) if command.do in WANTED else len(WANTED)

    def _race(self, legal: dict[int, list[Command]]) -> bool:
        """Let both seats go for one pile, with a margin between their last presses; return False where they cannot."""
        pair = self._rivals(legal)
        if pair is None or not (self._margins or self._is_last(legal)):
            return False
        for seat, buttons in pair:
            for button in buttons[:-1]:
                self._tap(seat, button)
                self._advance(self._now + GAP_NS)
        margin = 8 * MS if self._is_last(legal) else self._margins[0]
        (winner, first), (loser, second) = pair
        at = self._now
        self._give(Step(at, winner, first[-1]), Step(at + margin, loser, second[-1]))
        self._advance(at + margin + 2 * GAP_NS)
        name = self._name(self._contest_since(at), margin)
        self.walk.steps[-1] = self.walk.steps[-1]._replace(shows=name)
        self._advance(self._now + (LOOK_NS if name else GAP_NS))
        return True

    def _name(self, contest: Contest | None, margin: int) -> str:
        """Return the name of a race that has been decided, and count it; empty without one."""
        if contest is None:
            return ""
        if self._match.table.phase != "play":
            self.walk.is_close = True
            return "last-card"
        if self._margins:
            self._margins.pop(0)
        return "dead-heat" if contest.dead_heat else f"race-{margin / MS:g}ms"

    def _rivals(self, legal: dict[int, list[Command]]) -> tuple[Rival, Rival] | None:
        """Return each seat and its presses for one pile, the winner's first; the seats win in turn."""
        table, game = self._match.table, self._match.game
        for mine in legal[0]:
            for theirs in legal[1]:
                if mine.do == theirs.do == "play" and mine.to == theirs.to:
                    pair = (0, game.presses_for(table, 0, mine)), (1, game.presses_for(table, 1, theirs))
                    if all(presses and "+" not in presses[-1] for _, presses in pair):
                        return pair if len(self._margins) % 2 else (pair[1], pair[0])
        return None

    def _is_last(self, legal: dict[int, list[Command]]) -> bool:
        """Return whether any seat that plays now wins the deal with it: it has one card left to play."""
        left = [
            sum(len(cards) for zone, cards in self._match.table.zones.items() if zone.startswith(OWN.format(seat)))
            for seat in legal
        ]
        return 1 in left

    def _contest_since(self, t: int) -> Contest | None:
        """Return the contest that was decided from `t` on, if any."""
        found = (contest_of(entry) for entry in self._match.pending() if entry.t >= t)
        return next((contest for contest in found if contest is not None), None)

    def _miss(self, legal: dict[int, list[Command]]) -> bool:
        """Let seat 1 press a card that fits nowhere, once."""
        if self._has_missed or self._margins:
            return False
        meanings = dict(zip(CARDS, self._match.keys(1), strict=False))
        wrong = [button for button, meaning in meanings.items() if meaning.command and meaning.command not in legal[1]]
        if not wrong:
            return False
        self._has_missed = True
        self._tap(1, wrong[0], "miss")
        self._advance(self._now + LOOK_NS)
        return True

    def _tap(self, seat: int, button: str, shows: str = "") -> None:
        self._give(Step(self._now, seat, button, shows))

    def _give(self, *steps: Step) -> None:
        """Add steps to the walk, and play them."""
        self.walk.steps += steps
        for at, seat, button, pressed in sorted(edge for step in steps for edge in step.edges()):
            self._match.handle(Press(seat, button, pressed, at, "plan"))

    def _advance(self, now: int) -> None:
        self._now = now
        self._match.advance(now)
