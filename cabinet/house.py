"""Set up matches: make a `Session` from the players' choice and the configuration.

The only module that draws a match's seed, assigns bots to seats, and begins logs.
"""

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from cabinet.bookkeeping import Books, wall_clock
from cabinet.config import schema
from cabinet.config.file import LoadedConfig
from cabinet.config.presets import Offer, check_rules, find_offer, offers
from cabinet.session import Session
from cabinet.store.log_file import MatchLog, begin_log, continue_log, length_of, read_log
from cabinet.store.store import Store
from cabinet.strings.catalogue import word
from engine.bots import find_brain
from engine.brain import Brain
from engine.errors import LogError
from engine.game import Game, S
from engine.games import GAMES, set_up
from engine.log import Log, header, read
from engine.log_replay import rebuild, resume, verify
from engine.match import Match
from engine.options import Options
from engine.record import Update
from engine.setup import HUMAN, Setup, seats_of

PERSON = "person"
"""A human player in the configuration and the menu."""

FILLS_UP = "bot:middling"
"""The player of seats without a panel where two people play; in a match against a bot they are bots of its level."""

WATCHED: Final = ("bot:fast", "bot:middling")
"""The players at the two panels in a match that people only watch."""

PANELS: Final = 2
"""The number of panels of a cabinet without a second pair."""

OWN_SCREEN: Final = "own_screen"
"""The value of ``cards_seen`` that requires a screen for each seat."""

Begin = Callable[[int, Callable[[Update], None]], Session]
"""Makes a session that begins at the given time (CLOCK_MONOTONIC, ns) and passes its updates to the second argument."""


@dataclass(frozen=True)
class Wish:
    """The players' choice: game, preset, and the player of each seat (``person`` or ``bot:`` and a level).

    `options`: every option of an earlier match, whose rules may differ from today's: the match continues by them, and
    so does a rematch.
    """

    game: str
    preset: str
    players: tuple[str, ...]
    options: Options | None = None


LAST_BEAT_NS: Final = S
"""How long before the opening a demonstration begins, ns: the last beat of the countdown."""


class CutOff(NamedTuple):
    """An interrupted match: the choice that it was set up by, its state, and the callable that continues it."""

    wish: Wish
    match: Match
    begin: Begin


class House:
    """Sets up matches by the house rules."""

    def __init__(
        self,
        loaded: LoadedConfig,
        data: Path,
        seed: int | None = None,
        store: Store | None = None,
        *,
        judged: Callable[[], bool] = lambda: True,
        panels: int = PANELS,
    ) -> None:
        """Use `seed` for every match if given, else the configuration's, else draw one for each match.

        `store` writes the logs and the statistics; without it there are no statistics, and logs are written to `data`
        directly. `judged` returns whether the stamps of presses are accurate now; `panels` is the number of people who
        have buttons. Raises ConfigError for invalid games, presets or options in the configuration.
        """
        check_rules(loaded)
        self._loaded = loaded
        self._data = data
        self._store = store
        self._judged = judged
        self._panels = panels
        self._seed = loaded.config.match.seed if seed is None else seed

    def offers(self, game: type[Game]) -> tuple[Offer, ...]:
        """Return the ways to play a game, in the menu's order."""
        return offers(game, self._loaded.config)

    def setup(self, wish: Wish) -> Setup:
        """Return the setup for a wish, with all options: the preset's, the house's and the game's defaults."""
        players = [HUMAN if player == PERSON else player for player in wish.players]
        seed = self._seed or secrets.randbits(48)
        return self._offer(wish).setup(seats_of(*players), seed)

    def offer(self, match: schema.Match) -> Offer:
        """Return the preset that the configuration names, or the game's first if it names none."""
        return find_offer(self._loaded.config, match.game, match.preset)

    def rules(self, wish: Wish) -> Options:
        """Return all options of a wish."""
        return self._offer(wish).complete(len(wish.players))

    def faces(self, wish: Wish) -> tuple[str, ...]:
        """Return the card faces of a wish, each once, whatever the number of its copies."""
        game = set_up(wish.game, self._offer(wish).options, seats=len(wish.players))
        return tuple(dict.fromkeys(card.partition("/")[0] for card in game.deck))

    def zones(self, wish: Wish) -> tuple[str, ...]:
        """Return the zones of a wish's first table."""
        return tuple(Match(self.setup(wish)).table.zones)

    def goal(self, wish: Wish) -> int:
        """Return the score that wins by the rules of a wish; 0 if there is no fixed goal."""
        options = self.rules(wish)
        best_of, target = options.get("best_of", 0), options.get("target", 0)
        if options.get("score") == "points":
            return int(target) if isinstance(target, int) else 0
        return best_of // 2 + 1 if isinstance(best_of, int) and best_of else 0

    def screens(self, resume: Path | None = None) -> int:
        """Return the number of screens needed: one, or one a panel if any offered match gives each seat its own.

        `resume` is an unfinished log to begin with. Raises LogFileError, and LogError also for a finished log.
        """
        rules = [offer.complete() for game in GAMES for offer in self.offers(game)]
        if resume is not None:
            log = read(read_log(resume))
            if log.is_finished:
                raise LogError(word("play.is_over", path=resume))
            rules.append(whole_options(log.setup))
        return self._panels if any(options["cards_seen"] == OWN_SCREEN for options in rules) else 1

    def session(self, wish: Wish, zero: int, hear: Callable[[Update], None]) -> Session:
        """Return a match that begins at `zero`, with its log. Raises LogFileError if the log cannot be written."""
        setup = self.setup(wish)
        log = self._begin_log(setup)
        log.write([header(setup)])
        books = self._books(setup, log)
        if books is not None:
            books.begin()
        return Session(Match(setup, zero, brains_of(setup)), log, hear, books)

    def demo(self, wish: Wish, now: int, hear: Callable[[Update], None]) -> Session:
        """Return a match of bots without a log and without statistics.

        It begins far enough before `now` that only the last beat of the countdown is left: spectators need not wait.
        """
        setup = self.setup(wish)
        zero = now - max(0, opening_ns(setup) - LAST_BEAT_NS)
        return Session(Match(setup, zero, brains_of(setup)), None, hear)

    def resumed(self, path: Path) -> tuple[Wish, Begin]:
        """Return the wish of an unfinished log and the callable that continues it. Raises LogFileError, LogError."""
        data = read_log(path)
        log = read(data)
        setup = log.setup

        def begin(now: int, hear: Callable[[Update], None]) -> Session:
            resumed = resume(log, now, brains_of(setup))
            whole = log._replace(lines=log.lines[: resumed.kept], values=log.values[: resumed.kept - 1])
            file = self._continue_log(path, length_of(data, resumed.kept))
            file.write(resumed.missing)
            books = self._books(setup, file)
            if books is not None:
                books.begin()
            session = Session(resumed.match, file, hear, books)
            session.recall(rebuild(whole).pending())
            return session

        return wish_of(setup), begin

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
        return CutOff(wish_of(log.setup), match, *self.resumed(path)[1:])

    def _make_up_for(self, name: str, log: Log) -> None:
        """Record the statistics of a finished match from its log. Raises LogError, Divergence for a wrong log."""
        verify(log)
        if self._store is not None:
            books = Books(self._store, log.setup, name, judged=self._judged(), wall_s=wall_clock)
            books.begin()
            session = Session(rebuild(log), None, lambda _update: None, books)
            session.recall(session.match.pending())

    def give_up(self, begin: Begin, now: int) -> None:
        """End an interrupted match as if its players left it: its log gets an outcome."""
        session = begin(now, lambda _update: None)
        session.control("leave", now)
        end = now + session.match.setup.horizon_ns + 2 * session.match.setup.resolution_ns
        session.advance(end, end)
        session.close()

    def _offer(self, wish: Wish) -> Offer:
        if wish.options is None:
            return find_offer(self._loaded.config, wish.game, wish.preset)
        return Offer(wish.game, wish.preset, "", "", len(wish.players), wish.options)

    def _begin_log(self, setup: Setup) -> MatchLog:
        if self._store is None:
            return begin_log(self._data, setup.game, setup.seed, time.localtime())
        return self._store.begin_log(setup.game, setup.seed, time.localtime())

    def _continue_log(self, path: Path, length: int) -> MatchLog:
        return continue_log(path, length) if self._store is None else self._store.continue_log(path, length)

    def _books(self, setup: Setup, log: MatchLog) -> Books | None:
        if self._store is None:
            return None
        return Books(self._store, setup, log.path.stem, judged=self._judged(), wall_s=wall_clock)


def wish_of(setup: Setup) -> Wish:
    """Return the wish that a setup was made from."""
    players = tuple(PERSON if seat.is_human else seat.player for seat in setup.seats)
    return Wish(setup.game, setup.preset, players, whole_options(setup))


def whole_options(setup: Setup) -> Options:
    """Return all options of a setup. Raises as `engine.games.set_up` does."""
    return set_up(setup.game, setup.options, setup.base, len(setup.seats)).options


def full_table(seats: int, panels: tuple[str, ...]) -> tuple[str, ...]:
    """Return the players of all seats: those at the panels, then bots up to the preset's number of seats (GEN-7)."""
    bot = next((player for player in panels if player != PERSON), FILLS_UP)
    return (*panels, *[bot] * (seats - len(panels)))


def has_own_screens(game: Game) -> bool:
    """Return whether each seat has its own screen (GEN-4)."""
    return game.options["cards_seen"] == OWN_SCREEN


def brains_of(setup: Setup) -> Mapping[int, Brain]:
    """Return the brain of every bot by seat. Raises UnknownBot."""
    return {seat: find_brain(info.player) for seat, info in enumerate(setup.seats) if not info.is_human}


def opening_ns(setup: Setup) -> int:
    """Return when the first play phase of a bots' match begins, in ns from the match's beginning."""
    match, now = Match(setup, 0, brains_of(setup)), 0
    while match.table.phase != "play" and match.outcome is None:
        deadline = match.next_deadline()
        assert deadline is not None, "no dead end"
        now = max(now, deadline)
        match.advance(now)
    return now
