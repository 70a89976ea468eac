"""Where things stand: what the pages show, folded from the events one by one."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from cabinet.live.events import Begun, Bracket, Dealt, Event, Hello, Idle, Left, Line, Queue, Race, Ready, Result, Score

MOST_RACES: Final = 200
"""Races that are kept of a match: the closest and the latest are shown."""
MOST_MATCHES: Final = 20
"""Matches of tonight that are kept."""


class MatchState(msgspec.Struct):
    """A match as far as it is known; `result` once it is over, `is_left` if it was left before."""

    begun: Begun
    at: int = 0
    """When its first line was written, ms since 1970."""
    score: Score | None = None
    races: tuple[Race, ...] = ()
    deals: tuple[int, ...] = ()
    result: Result | None = None
    is_left: bool = False

    @property
    def closest(self) -> Race | None:
        """The judged race with the smallest margin; None before one."""
        judged = [race for race in self.races if race.judged and not race.dead_heat]
        return min(judged, key=lambda race: race.margin_us, default=None)

    def name(self, seat: int) -> str:
        """Return the name at a seat; "" for nobody."""
        return self.begun.seats[seat].name if 0 <= seat < len(self.begun.seats) else ""


class State(msgspec.Struct):
    """What the pages show. `at` is when the last line was written, ms since 1970."""

    hello: Hello | None = None
    place: str = "title"
    match: MatchState | None = None
    matches: tuple[MatchState, ...] = ()
    queue: Queue = Queue("", (), (), "")
    bracket: Bracket = Bracket(())
    at: int = 0
    number: int = 0

    def begin_anew(self) -> None:
        """A new file tells by itself where things stand: forget that, but not the matches of tonight."""
        self.place, self.queue, self.bracket = "title", Queue("", (), (), ""), Bracket(())

    def add(self, lines: Iterable[Line]) -> None:
        """Take up new lines."""
        for line in lines:
            self.at, self.number = line.at, line.n
            self._take(line.event)

    def _take(self, event: Event) -> None:
        match event:
            case Hello():
                self.hello = event
            case Idle():
                self.place = "title"
            case Ready():
                self.place = "ready"
            case Queue():
                self.queue = event
            case Bracket():
                self.bracket = event
            case Begun():
                self.place = "match"
                if self.match is None or self.match.begun != event:
                    self.match = MatchState(event, self.at)
                    self.matches = (*self.matches[-MOST_MATCHES + 1 :], self.match)
            case Score() | Race() | Dealt() | Result() | Left():
                if self.match is not None and self.match.begun.match == event.match:
                    _note(self.match, event)

    @property
    def closest_tonight(self) -> Sequence[tuple[MatchState, Race]]:
        """The closest races of the matches that are kept, at most ten, the closest first."""
        races = [(match, race) for match in self.matches if (race := match.closest) is not None]
        return sorted(races, key=lambda found: found[1].margin_us)[:10]


def _note(match: MatchState, event: Score | Race | Dealt | Result | Left) -> None:
    match event:
        case Score():
            match.score = event
        case Race():
            match.races = (*match.races[-MOST_RACES + 1 :], event)
        case Dealt(seat=seat):
            match.deals = (*match.deals, seat)
        case Result():
            match.result = event
        case Left():
            match.is_left = True
