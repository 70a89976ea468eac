"""A match at any moment of its log, and the same view that showed it while it was played.

Time is log time, ns since the match's zero; it is also the clock of the view. Going back means to play again from the
beginning, which takes a fraction of a second.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from pathlib import Path

import pygame

from cabinet.config.file import LoadedConfig
from cabinet.display.result.content import RaceCards
from cabinet.display.theme import Fonts
from cabinet.display.toolkit import Toolkit
from cabinet.errors import ReplayError
from cabinet.match.factory import MatchFactory
from cabinet.match.request import request_of
from cabinet.match.session import Session
from cabinet.match.story import RaceDetails, Story
from cabinet.screens.view_factory import table_view, theme_of
from cabinet.screens.views import Look, Views
from cabinet.strings.catalogue import word
from engine.log import Log
from engine.log_lines import CommandLine, Update
from engine.log_replay import events, rebuild
from engine.match import Match
from engine.screen import EVERYBODY


class Reel:
    """One log, its story, and its match at a moment."""

    def __init__(self, log: Log, loaded: LoadedConfig, size: tuple[int, int]) -> None:
        """`log` is one that verifies; `loaded` gives the layout and the colours, `size` the picture's in px.

        Raises ReplayError for a log without any event.
        """
        if not log.values:
            raise ReplayError(word("replay.empty"))
        self.log = log
        self.end_ns = log.end
        """The last moment of the log."""
        session = Session(rebuild(log), None, lambda _update: None)
        entries = session.match.pending()
        session.recall(entries)
        self.story: Story = session.story
        self.steps: Sequence[int] = sorted({entry.t for entry in entries if isinstance(entry, CommandLine)})
        """The times of all commands."""
        self._events = list(events(log))
        self._times = [event.time_ns for event in self._events]
        request = request_of(log.setup)
        factory = MatchFactory(loaded, Path(), log.setup.seed)
        self.toolkit = Toolkit(theme_of(loaded.config), Fonts(), size)
        view = table_view(loaded.config, factory, request, self.toolkit, judged=True)
        people = request.people
        self.views = Views({0: Look(view, people[0] if len(people) == 1 else EVERYBODY)})
        self._begin()

    def _begin(self) -> None:
        self.match = Match(self.log.setup)
        self.now_ns = 0
        self._next = 0

    def seek(self, t_ns: int) -> None:
        """Go to a moment, without the motion that leads to it."""
        t_ns = min(max(0, t_ns), self.end_ns)
        if t_ns < self.now_ns or self._next == 0:
            self._begin()
        self._play_to(t_ns)
        self.views.update([Update((), 0)], self.match, t_ns)

    def advance(self, t_ns: int) -> None:
        """Advance to a later moment, and show everything up to it."""
        updates = self._play_to(min(max(self.now_ns, t_ns), self.end_ns))
        if updates:
            self.views.update(updates, self.match, self.now_ns)

    def _play_to(self, t_ns: int) -> list[Update]:
        """Feed the match its events up to a moment.

        Nothing becomes final: a `void` of the log may reach further back than the horizon of a running match.
        """
        updates = [Update(self.match.opening())] if self._next == 0 and self.now_ns == 0 else []
        end = bisect_right(self._times, t_ns, lo=self._next)
        updates += [self.match.handle(event) for event in self._events[self._next : end]]
        updates.append(self.match.advance(t_ns, 0))
        self._next, self.now_ns = end, t_ns
        return [update for update in updates if update.entries or update.rewound_to is not None]

    def draw(self, surface: pygame.Surface, *, everything: bool = False) -> list[pygame.Rect]:
        """Draw the present moment; return the dirty rectangles."""
        return self.views.draw([surface], self.now_ns, everything=everything)[0]

    def step_after(self, t_ns: int) -> int:
        """Return the time of the next command after a moment; the end without one."""
        place = bisect_right(self.steps, t_ns)
        return self.steps[place] if place < len(self.steps) else self.end_ns

    def step_before(self, t_ns: int) -> int:
        """Return the time of the last command before a moment; 0 without one."""
        place = bisect_left(self.steps, t_ns)
        return self.steps[place - 1] if place else 0

    def race(self, number: int = 0) -> RaceDetails:
        """Return a race by its number, from 1, or the closest (0). Raises ReplayError if there is no such race."""
        races = self.story.races
        closest = self.story.closest()
        if closest is None:
            raise ReplayError(word("replay.no_race"))
        if not 0 <= number <= len(races):
            raise ReplayError(word("replay.no_such_race", number=number, count=len(races)))
        return races[number - 1] if number else closest

    def run_again(self, race: RaceDetails, now_ns: int) -> None:
        """Show a race in slow motion from `now_ns` on, over the table as it was."""
        key = "result.closest_race" if race is self.story.closest() else "result.the_race"
        self.views.run_again(RaceCards(race.contest, race.cards, key), race.before, self.match, now_ns)
