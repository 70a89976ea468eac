"""Set up matches: make a `Session` from the players' choice and the configuration.

The only module that draws a match's seed, assigns bots to seats, and begins logs.
"""

import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import repeat
from pathlib import Path
from typing import Final

import msgspec

from cabinet.config import schema
from cabinet.config.file import LoadedConfig
from cabinet.config.offers import (
    OWN_SCREEN,
    Offer,
    check_rules,
    each_offer,
    each_on_offer,
    find_offer,
    games_on_offer,
    is_any_on_own_screens,
)
from cabinet.match.request import PANELS, PERSON, MatchRequest, request_of, whole_options
from cabinet.match.session import Session
from cabinet.match.statistics import MatchStatistics, Notes, no_notes
from cabinet.people.names import GUEST
from cabinet.store.logs import MatchLog, begin_log, continue_log, length_of, read_log
from cabinet.store.store import Store
from cabinet.strings.catalogue import word
from engine.bots import SLOW, find_brain, starting_pace
from engine.brain import Brain
from engine.errors import LogError
from engine.game import Game
from engine.games import GAMES, find_game, set_up
from engine.log import Log, header, read
from engine.log_lines import Update
from engine.log_replay import no_pause, rebuild, resume, verify
from engine.match import Match
from engine.options import OptionValues
from engine.setup import HUMAN, Setup, seats_of
from engine.units import S

SUMS: Final = "sums"
"""The option of the games that have a sum to teach."""

Begin = Callable[[int, Callable[[Update], None]], Session]
"""Makes a session that begins at the given time (CLOCK_MONOTONIC, ns) and passes its updates to the second argument."""


LAST_BEAT_NS: Final = S
"""How long before the opening a demonstration begins, ns: the last beat of the countdown."""


class CutOff(msgspec.Struct, frozen=True):
    """An interrupted match: the choice that it was set up by, its state, and the callable that continues it."""

    request: MatchRequest
    match: Match
    begin: Begin


class Surroundings(msgspec.Struct, frozen=True):
    """What a match asks of the program around it.

    `judged` returns whether the stamps of presses are accurate now. `stamps` is called as a match begins or goes on,
    and returns how its presses are stamped (`Setup.stamps`). `notes` returns the lines of the evening's journal that
    are saved with a result. `breathe` is called between the steps of a match's beginning, and while one is continued
    (`engine.log_replay.resume`).
    """

    judged: Callable[[], bool] = lambda: True
    stamps: Callable[[], str] = lambda: ""
    notes: Notes = no_notes
    breathe: Callable[[], object] = no_pause


class MatchFactory:
    """Sets up matches by the configuration's house rules."""

    def __init__(
        self,
        loaded: LoadedConfig,
        data: Path,
        seed: int | None = None,
        store: Store | None = None,
        *,
        panels: int = PANELS,
        around: Surroundings | None = None,
    ) -> None:
        """Use `seed` for every match if given, else the configuration's, else draw one for each match.

        `store` writes the logs and the statistics; without it there are no statistics, and logs are written to `data`
        directly. `panels` is the number of people who have buttons.
        Raises ConfigError for invalid games, presets or options in the configuration.
        """
        check_rules(loaded)
        self._loaded = loaded
        self._data = data
        self._store = store
        self._around = around or Surroundings()
        self._panels = panels
        self._seed = loaded.config.match.seed if seed is None else seed

    @property
    def games(self) -> tuple[type[Game], ...]:
        """The games that are offered; at least one."""
        return games_on_offer(self._loaded.config)

    def each_on_offer(self, game: type[Game]) -> Iterator[Offer]:
        """Yield the ways to play a game that are offered, one for two among them; each takes some milliseconds the
        first time."""
        return each_on_offer(game, self._loaded.config)

    def warm_up(self) -> Iterator[Callable[[], object]]:
        """Yield a call for each way to play any game, hidden or not, that makes what is made for the first time."""
        config = self._loaded.config
        for game in GAMES:
            ways = len(game.info.presets) + sum(preset.game == game.info.id for preset in config.presets)
            yield from repeat(partial(next, each_offer(game, config), None), ways)

    def setup(self, request: MatchRequest) -> Setup:
        """Return the setup for a request, with all options: the preset's, the house rules' and the game's defaults."""
        players = [HUMAN if player == PERSON else player for player in request.players]
        seed = self._seed or secrets.randbits(48)
        names = request.names or [GUEST] * len(players)
        usual = seats_of(*players)
        seats = tuple(replace(seat, name=name or seat.name) for seat, name in zip(usual, names, strict=True))
        setup = self._offer(request).setup(seats, seed)
        return replace(setup, options={**teaching(request), **setup.options})

    def offer(self, match: schema.Match) -> Offer:
        """Return the preset that the configuration names, or the game's first if it names none."""
        return find_offer(self._loaded.config, match.game, match.preset)

    def rules(self, request: MatchRequest) -> OptionValues:
        """Return all options of a request."""
        return self._offer(request).complete(len(request.players))

    def faces(self, request: MatchRequest) -> tuple[str, ...]:
        """Return the card faces of a request, each once, whatever the number of its copies."""
        game = set_up(request.game, self._offer(request).options, seats=len(request.players))
        return tuple(dict.fromkeys(card.partition("/")[0] for card in game.deck))

    def zones(self, request: MatchRequest) -> tuple[str, ...]:
        """Return the zones of a request's first table."""
        return tuple(Match(self.setup(request)).table.zones)

    def goal(self, request: MatchRequest) -> int:
        """Return the score that wins by the rules of a request; 0 if there is no fixed goal."""
        options = self.rules(request)
        best_of, target = options.get("best_of", 0), options.get("target", 0)
        if options.get("score") == "points":
            return int(target) if isinstance(target, int) else 0
        return best_of // 2 + 1 if isinstance(best_of, int) and best_of else 0

    def screens(self, resume: Path | None = None) -> int:
        """Return the number of screens needed: one, or one a panel if any offered match gives each seat its own.

        `resume` is an unfinished log to begin with. Raises LogFileError, and LogError also for a finished log.
        """
        has_own = is_any_on_own_screens(self._loaded.config)
        if resume is not None:
            log = read(read_log(resume))
            if log.is_finished:
                raise LogError(word("play.is_over", path=resume))
            has_own = has_own or whole_options(log.setup)["cards_seen"] == OWN_SCREEN
        return self._panels if has_own else 1

    def session(self, request: MatchRequest, zero: int, hear: Callable[[Update], None]) -> Session:
        """Return a match that begins at `zero`, with its log. Raises LogFileError if the log cannot be written."""
        setup = replace(self.setup(request), stamps=self._around.stamps())
        self._around.breathe()  # the rules of a game made for the first time take milliseconds
        log = self._begin_log(setup)
        log.write([header(setup)])
        statistics = self._statistics(setup, log.path.stem)
        self._around.breathe()
        return Session(Match(setup, zero, brains_of(setup)), log, hear, statistics)

    def demo(self, request: MatchRequest, now: int, hear: Callable[[Update], None]) -> Session:
        """Return a match of bots without a log and without statistics.

        It begins far enough before `now` that only the last beat of the countdown is left: spectators need not wait.
        """
        setup = self.setup(request)
        zero = now - max(0, opening_ns(setup) - LAST_BEAT_NS)
        return Session(Match(setup, zero, brains_of(setup)), None, hear)

    def resumed(self, path: Path) -> tuple[MatchRequest, Begin]:
        """Return an unfinished log's request and the callable that continues it. Raises LogFileError, LogError."""
        data = read_log(path)
        log = read(data)
        setup = log.setup

        def begin(now: int, hear: Callable[[Update], None]) -> Session:
            self._around.stamps()  # its log keeps the word of the beginning
            resumed = resume(log, now, brains_of(setup), self._around.breathe)
            file = self._continue_log(path, length_of(data, resumed.kept))
            file.write(resumed.missing)
            session = Session(resumed.match, file, hear, self._statistics(setup, file.path.stem))
            session.recall(resumed.entries, self._around.breathe)
            return session

        return request_of(setup), begin

    def cut_off(self, path: Path) -> CutOff | None:
        """Return the interrupted match of the log at `path`.

        For a match with an outcome that was interrupted before its result was saved, save the result now and return
        None. Raises LogFileError, LogError or Divergence for a match that cannot continue.
        """
        log = read(read_log(path))
        if log.is_finished:
            self._make_up_for(path.stem, log)
            return None
        match = resume(log, log.end).match
        return CutOff(request_of(log.setup), match, *self.resumed(path)[1:])

    def _make_up_for(self, name: str, log: Log) -> None:
        """Record the statistics of a finished match from its log. Raises LogError, Divergence for a wrong log."""
        verify(log)
        statistics = self._statistics(log.setup, name)
        if statistics is not None:
            session = Session(rebuild(log), None, lambda _update: None, statistics)
            session.recall(session.match.pending())

    def give_up(self, begin: Begin, now: int) -> None:
        """End an interrupted match as if its players left it: its log gets an outcome."""
        session = begin(now, lambda _update: None)
        session.control("leave", now)
        end = now + session.match.setup.horizon_ns + 2 * session.match.setup.reach_ns
        session.advance(end, end)
        session.close()

    def _offer(self, request: MatchRequest) -> Offer:
        if request.options is None:
            return find_offer(self._loaded.config, request.game, request.preset)
        return Offer(request.game, request.preset, "", "", len(request.players), request.options)

    def _begin_log(self, setup: Setup) -> MatchLog:
        if self._store is None:
            return begin_log(self._data, setup.game, setup.seed, time.localtime())
        return self._store.begin_log(setup.game, setup.seed, time.localtime())

    def _continue_log(self, path: Path, length: int) -> MatchLog:
        return continue_log(path, length) if self._store is None else self._store.continue_log(path, length)

    def _statistics(self, setup: Setup, name: str) -> MatchStatistics | None:
        """Return the statistics of a match, whose beginning is recorded; None without a store."""
        if self._store is None:
            return None
        judged = self._around.judged()
        statistics = MatchStatistics(
            self._store, setup, name, judged=judged, wall_s=time.time, notes=self._around.notes
        )
        statistics.begin()
        return statistics


def has_own_screens(game: Game) -> bool:
    """Return whether each seat has its own screen (GEN-4)."""
    return game.options.cards_seen == OWN_SCREEN


def brains_of(setup: Setup) -> Mapping[int, Brain]:
    """Return the brain of every bot by seat. Raises UnknownBot."""
    return {seat: find_brain(info.player) for seat, info in enumerate(setup.seats) if not info.is_human}


def teaching(request: MatchRequest) -> OptionValues:
    """Return the option by which a game teaches its sum: a guest in one deal, in all against an easy bot (MOD-5)."""
    if all(option.name != SUMS for option in find_game(request.game).info.options):
        return {}
    if any((pace := starting_pace(player)) is not None and pace <= SLOW.pace for player in request.players):
        return {SUMS: "shown"}
    has_guests = not request.names or any(not request.names[seat] for seat in request.people)
    return {SUMS: "first_deal"} if has_guests and request.people else {}


def opening_ns(setup: Setup) -> int:
    """Return when the first play phase of a bots' match begins, in ns from the match's beginning."""
    match, now = Match(setup, 0, brains_of(setup)), 0
    while match.table.phase != "play" and match.outcome is None:
        deadline = match.next_deadline()
        assert deadline is not None, "no dead end"
        now = max(now, deadline)
        match.advance(now)
    return now
