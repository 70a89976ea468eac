"""Looks at the scenes and at the evening, some times a second, and writes what has changed.

Whatever is told of a match follows from its final entries: an event is never taken back. The match is only read; what
it costs when nothing has changed is a handful of comparisons.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from cabinet.live.events import (
    VERSION,
    Begun,
    Bracket,
    Dealt,
    Event,
    Hello,
    Idle,
    Left,
    Pairing,
    Part,
    Queue,
    Race,
    Ready,
    Result,
    Score,
    Seat,
)
from cabinet.live.shelf import Shelf
from cabinet.live.spool import Spool
from cabinet.match.session import Session
from cabinet.match.story import RaceDetails
from cabinet.scenes.attract import Attract
from cabinet.scenes.match import MatchScene
from cabinet.scenes.stack import Scene
from cabinet.scenes.title import Title
from cabinet.tournaments.evening import Evening
from cabinet.tournaments.journal import Party, Tournament, WinnerStays
from cabinet.tournaments.views import Column
from engine.games import find_game
from engine.phases import CONTEST_NS
from engine.setup import SEAT_NAMES
from engine.version import VERSION as PROGRAM

US: Final = 1000
"""A microsecond, ns."""
NOBODY: Final = -1
FORMS: Final[Mapping[type, str]] = MappingProxyType(
    {WinnerStays: "winner_stays", Tournament: "tournament", Party: "party"}
)


Place: TypeAlias = Session | Idle | Ready
"""Where the guests are: in a match, at the title, or making a match."""


def place_of(scene: Scene[Any] | None) -> Place:
    """Return where the guests are; `scene` is their own, which lies under all others."""
    if isinstance(scene, MatchScene) and scene.session is not None:
        return scene.session
    return Idle() if scene is None or isinstance(scene, Title | Attract) else Ready()


class Match:
    """What has been told of one match."""

    def __init__(self, session: Session, name: str) -> None:
        self.session = session
        self.name = name
        self.log = session.log.path if session.log is not None else None
        """Where its log is written; None without one."""
        self._races = len(session.story.races)
        self._deals = len(session.story.won)
        self._over_ns = 0
        """When the deal that is over was first seen to be, 0 without one."""
        self._score: Score | None = None
        self._hides = find_game(session.match.setup.game).info.hands
        """Whether the loser's card is still in a hand that nobody else sees."""
        self.is_over = False

    def begun(self) -> Begun:
        """Return the event of its beginning."""
        setup = self.session.match.setup
        seats = tuple(
            Seat(info.name, colour, not info.is_human) for info, colour in zip(setup.seats, SEAT_NAMES, strict=False)
        )
        return Begun(self.name, setup.game, setup.preset, seats)

    def present(self) -> Sequence[Event]:
        """Return what whoever comes later must know."""
        return [self.begun(), *([self._score] if self._score is not None else [])]

    def news(self) -> Iterator[Event]:
        """Yield what has become final since the last call."""
        story = self.session.story
        for race in story.races[self._races :]:
            yield self._race(race)
        self._races = len(story.races)
        score = self._present_score()
        if score is not None and score != self._score:
            self._score = score
            yield score
        yield from self._dealt()
        outcome = self.session.outcome
        if outcome is not None and not self.is_over:
            self.is_over = True
            yield Left(self.name) if outcome.is_void else self._result()

    def _dealt(self) -> Iterator[Dealt]:
        """Yield the deal that is over, once the race for its last card is known, if there was one."""
        story, now = self.session.story, self.session.now
        for deal in list(story.won)[self._deals :]:
            self._over_ns = self._over_ns or now
            if self.session.outcome is None and now - self._over_ns < CONTEST_NS:
                return
            last = story.deciding() if deal + 1 == story.deal else None
            yield Dealt(self.name, deal + 1, story.won[deal], NOBODY if last is None else last.contest.margin_ns // US)
            self._deals, self._over_ns = self._deals + 1, 0

    def _present_score(self) -> Score | None:
        """Return the cards left in the deal on the table; None before the first."""
        story = self.session.story
        if not story.curves or not story.curves[-1]:
            return None
        scores = tuple(story.table.number(f"score.{seat}") for seat in range(story.seats))
        return Score(self.name, len(story.curves), story.curves[-1][-1].left, scores)

    def _race(self, race: RaceDetails) -> Race:
        contest, (won, lost) = race.contest, race.cards
        return Race(
            self.name,
            race.deal,
            contest.winner,
            contest.loser,
            contest.margin_ns // US,
            contest.dead_heat,
            contest.judged,
            (won, "" if self._hides else lost),
        )

    def _result(self) -> Result:
        outcome, closest = self.session.outcome, self.session.closest()
        assert outcome is not None, "asked once it is final"
        winner = NOBODY if outcome.winner is None else outcome.winner
        margin = closest.margin_ns // US if closest is not None and closest.judged else NOBODY
        return Result(self.name, winner, outcome.reason, outcome.scores, margin, self.session.is_record(closest))


class Watcher:
    """Writes events while the owner has them written."""

    def __init__(
        self,
        spool: Spool,
        shelf: Shelf,
        evening: Callable[[], Evening | None],
        about: Callable[[], tuple[str, str]],
    ) -> None:
        """`evening` returns the one that is running; `about` the house's name and the language's code."""
        self._spool = spool
        self._shelf = shelf
        self._evening = evening
        self._about = about
        self._place: Idle | Ready | None = None
        self._match: Match | None = None
        self._seen: Evening | None = None
        self._queue = Queue("", (), (), "")
        self._bracket = Bracket(())
        self._is_on = False
        self._run = f"{time.time_ns():x}"
        self.matches = 0
        """The number of matches that were told."""

    @property
    def evening(self) -> Evening | None:
        """The evening that is running."""
        return self._evening()

    def close(self) -> None:
        """Leave no events behind."""
        self.look(Idle(), is_on=False)

    def look(self, place: Place, *, is_on: bool) -> None:
        """Write what has changed since the last call, where the guests are now."""
        if not is_on:
            if self._is_on:
                self._remove()
                self._place = self._match = self._seen = None
            self._is_on = False
            return
        if not self._is_on:
            self._is_on = True
            self._remove()  # what a program that fell has left
        is_new = False
        for event in self._changes(place):
            is_new = True
            self._spool.write(event, self._present)
        if not isinstance(place, Session):
            self._shelf.show_boards(at_once=is_new)

    def _remove(self) -> None:
        self._shelf.remove()
        self._spool.remove()

    def _changes(self, place: Place) -> Iterator[Event]:
        yield from self._evening_changes()
        session = place if isinstance(place, Session) else None
        if self._match is not None and session is not self._match.session:
            over, self._match = self._match, None
            yield from self._news(over)
            if not over.is_over:
                yield Left(over.name)
        if isinstance(place, Session):
            if self._match is None:
                self._match = Match(place, str(time.time_ns() // 1_000_000))
                self.matches += 1
                self._place = None
                yield self._match.begun()
            yield from self._news(self._match)
            return
        if place != self._place:
            self._place = place
            yield place

    def _news(self, match: Match) -> Iterator[Event]:
        """Yield what is new of a match; its log is for everybody once it has a result."""
        for event in match.news():
            yield event
            if isinstance(event, Result) and match.log is not None:
                self._shelf.keep_log(match.name, match.log)

    def _evening_changes(self) -> Iterator[Event]:
        evening = self._evening()
        if evening is self._seen:  # an evening never changes: another one takes its place
            return
        self._seen = evening
        before = self._queue, self._bracket
        self._queue, self._bracket = queue_of(evening), bracket_of(evening)
        if self._queue != before[0]:
            yield self._queue
        if self._bracket != before[1]:
            yield self._bracket

    def _present(self) -> Sequence[Event]:
        """Return what a file begins with: all that whoever reads it alone must know."""
        house, language = self._about()
        place = self._match.present() if self._match is not None else [self._place] if self._place is not None else []
        return [Hello(VERSION, self._run, house, language, PROGRAM), self._queue, self._bracket, *place]


def queue_of(evening: Evening | None) -> Queue:
    """Return who is up and who comes next; a name that was deleted is ""."""
    if evening is None:
        return Queue("", (), (), "")
    up = evening.now.names if evening.now is not None else ()
    form = FORMS[type(evening.start)]
    return Queue(form, up, evening.next_up, " ".join(evening.champion))


def bracket_of(evening: Evening | None) -> Bracket:
    """Return the matches of a tournament; no parts for any other evening."""
    parts = evening.bracket if evening is not None else ()
    return Bracket(tuple(Part(part.part, tuple(map(_round_of, part.columns))) for part in parts))


def _round_of(column: Column) -> tuple[Pairing, ...]:
    return tuple(Pairing(box.names, box.wins, NOBODY if box.winner is None else box.winner) for box in column.boxes)
