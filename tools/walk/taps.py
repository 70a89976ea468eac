"""The next taps of a match, chosen from its state, with races of given margins where the cards allow one.

The choice is that of `cabinet.input.scripted` with two differences: where both seats can play to one pile by one press
each, they race for it, and one seat misses once. Where nothing is a race (`Game.attempts`), a seat plays just before
the end of its turn's clock, and another just after it.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from cabinet.input.scripted import GAP_NS, HOLD_NS
from engine.contest import Contest, contest_of
from engine.game import MS
from engine.match import Match
from engine.panel import ACTION, CARDS, Command
from engine.record import CommandLine, OwnLine

MARGINS: Final = (300_000, 8 * MS, 120 * MS, 0)
"""The margins of the races, ns; 0 is a dead heat."""
LAST_NS: Final = 8 * MS
"""The margin of a race for a deal's last card, and the distance of a press from the end of a turn's clock."""
CHORD_NS: Final = 20 * MS
"""The time between two buttons that are pressed together."""
ERROR_NS: Final = 1 * MS
"""The most by which a press's time in the log and its time at the panel differ."""
FIRST: Final = 4
"""The number of taps before the first race."""
ROOM_NS: Final = 300 * MS
"""The least time from the last preparing tap to a press at the end of a turn's clock."""
WANTED: Final = ("play", "turn", "slap", "number_slap", "claim", "spit", "move", "pick_up", "stack", "draw", "refill")
"""The commands by priority; of other commands the first is taken."""
OWN: Final = "seat{}."
"""The beginning of the names of a seat's zones."""
LAST_CARD: Final = "last-card"
TO_THE_CLOCK: Final = f"clock-{LAST_NS // MS}ms"
PAST_THE_CLOCK: Final = f"late-{LAST_NS // MS}ms"
OUT_OF_TIME: Final = "time"
"""The foul of a seat whose turn ran out (SPX-14)."""


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


Rival = tuple[int, Sequence[str]]
"""A seat and its presses for one command."""


class Chooser:
    """Chooses the taps of one match. `is_close`: a race was for a deal's last card."""

    def __init__(self, margins: Sequence[int] = MARGINS) -> None:
        self.is_close = False
        self._margins = list(margins)
        self._clocks = [TO_THE_CLOCK, PAST_THE_CLOCK]
        self._has_missed = False
        self._taps = 0

    def taps(self, match: Match, now: int) -> list[Step]:
        """Return the taps for the match's state, from `now` (ns) on; the last one `shows` the effect that it is for.

        An empty list: nobody can do anything before the match's next deadline.
        """
        if match.table.phase == "ready":
            return self._ready(match, now)
        steps = self._play(match, now)
        self._taps += len(steps)
        return steps

    def decided(self, match: Match, steps: Sequence[Step]) -> str:
        """Return the name of the effect that the taps had, and count it; empty where they had none."""
        last, since = steps[-1], steps[0].t - ERROR_NS
        if last.shows in (TO_THE_CLOCK, PAST_THE_CLOCK):
            return self._against_the_clock(match, last)
        if not last.shows.startswith(("race", "dead", LAST_CARD)):
            return last.shows
        contest = contest_since(match, since)
        if contest is None:
            return ""
        if match.table.phase != "play":
            self.is_close = True
            return LAST_CARD
        if self._margins:
            self._margins.pop(0)
        return last.shows if contest.dead_heat == last.shows.startswith("dead") else ""

    @staticmethod
    def _ready(match: Match, now: int) -> list[Step]:
        return [Step(now + seat * GAP_NS, seat, ACTION) for seat in (0, 1) if not match.table.flag(f"ready.{seat}")]

    def _play(self, match: Match, now: int) -> list[Step]:
        first = self._taps % 2
        legal = {seat: match.legal(seat) for seat in (first, 1 - first)}
        if self._taps >= FIRST:
            staged = self._race(match, legal, now) or self._miss(match, legal, now) or self._clock(match, legal, now)
            if staged:
                return staged
        ranked = [(self._rank(one), seat, one) for seat, commands in legal.items() for one in commands]
        for _, seat, command in sorted(ranked, key=lambda one: one[0]):
            buttons = match.game.presses_for(match.table, seat, command)
            if buttons:  # a game gives some commands by itself
                return in_turn(now, seat, buttons)
        return []

    @staticmethod
    def _rank(command: Command) -> int:
        return WANTED.index(command.do) if command.do in WANTED else len(WANTED)

    def _race(self, match: Match, legal: dict[int, list[Command]], now: int) -> list[Step]:
        """Let both seats go for one pile, with a margin between their last presses, where they can."""
        is_last = _is_last(match, legal)
        pair = self._rivals(match, legal)
        if pair is None or not (self._margins or is_last):
            return []
        (winner, first), (loser, second) = pair
        steps = in_turn(now, winner, first[:-1])
        steps += in_turn(now + len(steps) * GAP_NS, loser, second[:-1])
        margin = LAST_NS if is_last else self._margins[0]
        at = now + len(steps) * GAP_NS
        shows = LAST_CARD if is_last else f"race-{margin / MS:g}ms" if margin else "dead-heat"
        return [*steps, Step(at, winner, first[-1]), Step(at + margin, loser, second[-1], shows)]

    def _rivals(self, match: Match, legal: dict[int, list[Command]]) -> tuple[Rival, Rival] | None:
        """Return each seat and its presses for one pile, the winner's first; the seats win in turn."""
        table, game = match.table, match.game
        for mine in legal[0]:
            for theirs in legal[1]:
                if mine.do == theirs.do == "play" and mine.to == theirs.to:
                    pair = (0, game.presses_for(table, 0, mine)), (1, game.presses_for(table, 1, theirs))
                    if all(presses and "+" not in presses[-1] for _, presses in pair):
                        return pair if len(self._margins) % 2 else (pair[1], pair[0])
        return None

    def _miss(self, match: Match, legal: dict[int, list[Command]], now: int) -> list[Step]:
        """Let seat 1 press a card that fits nowhere, once."""
        if self._has_missed or self._margins:
            return []
        meanings = dict(zip(CARDS, match.keys(1), strict=False))
        wrong = [button for button, meaning in meanings.items() if meaning.command and meaning.command not in legal[1]]
        if not wrong:
            return []
        self._has_missed = True
        return [Step(now, 1, wrong[0], "miss")]

    def _clock(self, match: Match, legal: dict[int, list[Command]], now: int) -> list[Step]:
        """Let the seat in turn play just before its time is up, and one just after, in a game without races."""
        ends = match.next_deadline()
        plays = [(seat, one) for seat, commands in legal.items() for one in commands if one.do == "play"]
        if match.game.attempts or not self._clocks or not plays or ends is None:
            return []
        seat, command = plays[0]
        *before, last = match.game.presses_for(match.table, seat, command)
        steps = in_turn(now, seat, before)
        if ends - LAST_NS < now + len(steps) * GAP_NS + ROOM_NS:
            return []
        at = ends - LAST_NS if self._clocks[0] == TO_THE_CLOCK else ends + LAST_NS
        return [*steps, Step(at, seat, last, self._clocks[0])]

    def _against_the_clock(self, match: Match, last: Step) -> str:
        """Return the name of a press at the end of a turn's clock, if it came as it was meant."""
        entries = [entry for entry in match.pending() if abs(entry.t - last.t) <= 2 * LAST_NS]
        played = any(isinstance(entry, CommandLine) and entry.ok and entry.seat == last.seat for entry in entries)
        foul = ("foul", last.seat, OUT_OF_TIME)
        over = any(isinstance(entry, OwnLine) and foul in entry.effects for entry in entries)
        if (played, over) != (last.shows == TO_THE_CLOCK, last.shows == PAST_THE_CLOCK):
            return ""
        self._clocks.remove(last.shows)
        return last.shows


def in_turn(now: int, seat: int, buttons: Sequence[str]) -> list[Step]:
    """Return taps of one seat, `GAP_NS` apart."""
    return [Step(now + place * GAP_NS, seat, button) for place, button in enumerate(buttons)]


def contest_since(match: Match, t: int) -> Contest | None:
    """Return the contest that was decided from `t` on, if any."""
    found = (contest_of(entry) for entry in match.pending() if entry.t >= t)
    return next((contest for contest in found if contest is not None), None)


def _is_last(match: Match, legal: dict[int, list[Command]]) -> bool:
    """Return whether any seat that plays now wins the deal with it: it has one card left to play."""
    left = [
        sum(len(cards) for zone, cards in match.table.zones.items() if zone.startswith(OWN.format(seat)))
        for seat in legal
    ]
    return 1 in left
