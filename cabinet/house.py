"""How matches come about: what was chosen and what the configuration says, made into a `Session`.

The only place that draws a match's seed, that joins bots to seats, and that names logs.
"""

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from cabinet import config
from cabinet.bookkeeping import Books, wall_clock
from cabinet.config_file import LoadedConfig
from cabinet.matchlog_file import MatchLog, begin_log, continue_log, length_of, read_log
from cabinet.presets import Offer, check_rules, find_offer, offers
from cabinet.session import Session
from cabinet.store.store import Store
from cabinet.words import word
from engine.bots import find_brain
from engine.errors import LogError
from engine.game import Game, S
from engine.games import GAMES, set_up
from engine.log import Log, header, read
from engine.log_replay import rebuild, resume, verify
from engine.match import Match
from engine.options import Options
from engine.record import Update
from engine.seats import Brain
from engine.setup import HUMAN, Setup, seats_of

PERSON = "person"
"""How configuration and menu call a human player."""

FILLS_UP = "bot:middling"
"""Who takes the seats without a panel where two people play; against a bot they are others of its level."""

WATCHED: Final = ("bot:fast", "bot:middling")
"""Who has the two panels in a match that people only look at."""

PANELS: Final = 2
"""How many people a cabinet has buttons for, unless it has a second pair of panels."""

OWN_SCREEN: Final = "own_screen"
"""The value of ``cards_seen`` that asks for a screen a seat."""

Begin = Callable[[int, Callable[[Update], None]], Session]
"""Makes a session that begins now (CLOCK_MONOTONIC, ns) and tells its updates to the second argument."""


@dataclass(frozen=True)
class Wish:
    """What somebody chose to play: game, preset, and who sits in each seat (``person`` or ``bot:`` and a level).

    `options`: every option of a match that began by other rules than today's, perhaps: it goes on by those, and again.
    """

    game: str
    preset: str
    players: tuple[str, ...]
    options: Options | None = None


LAST_BEAT_NS: Final = S
"""Before the opening: the last beat of the countdown."""


class CutOff(NamedTuple):
    """A match that was cut off: what it was, how it stood, and what goes on with it."""

    wish: Wish
    match: Match
    begin: Begin


class House:
    """Sets matches up by the house's rules."""

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
        """`seed`, if given, is every match's; else the configuration's, else one is drawn for each match.

        `store` writes the logs and keeps the books; without one there are no books, and logs are written to `data` at
        once. `judged`: whether presses carry stamps that are true now; `panels` is how many people have buttons. Raises
        ConfigError where the configuration's games, presets or options are not such.
        """
        check_rules(loaded)
        self._loaded = loaded
        self._data = data
        self._store = store
        self._judged = judged
        self._panels = panels
        self._seed = loaded.config.match.seed if seed is None else seed

    def offers(self, game: type[Game]) -> tuple[Offer, ...]:
        """The ways to play a game, in the menu's order."""
        return offers(game, self._loaded.config)

    def setup(self, wish: Wish) -> Setup:
        """The setup for a wish: the preset's options and the house's, and each of the game's others."""
        players = [HUMAN if player == PERSON else player for player in wish.players]
        seed = self._seed or secrets.randbits(48)
        return self._offer(wish).setup(seats_of(*players), seed)

    def offer(self, match: config.Match) -> Offer:
        """The preset that the configuration wants, the first of the game's if it names none."""
        return find_offer(self._loaded.config, match.game, match.preset)

    def rules(self, wish: Wish) -> Options:
        """Every option by which a wish is played."""
        return self._offer(wish).complete(len(wish.players))

    def faces(self, wish: Wish) -> tuple[str, ...]:
        """The cards of a wish, by their faces: each of them once, however many copies are played with."""
        game = set_up(wish.game, self._offer(wish).options, seats=len(wish.players))
        return tuple(dict.fromkeys(card.partition("/")[0] for card in game.deck))

    def zones(self, wish: Wish) -> tuple[str, ...]:
        """The zones of a wish's first table."""
        return tuple(Match(self.setup(wish)).table.zones)

    def goal(self, wish: Wish) -> int:
        """How many scores win by the rules of a wish; 0 if it takes as many as it takes."""
        options = self.rules(wish)
        best_of, target = options.get("best_of", 0), options.get("target", 0)
        if options.get("score") == "points":
            return int(target) if isinstance(target, int) else 0
        return best_of // 2 + 1 if isinstance(best_of, int) and best_of else 0

    def screens(self, resume: Path | None = None) -> int:
        """How many screens the program needs: one, or one for each panel where some match gives each seat its own.

        `resume` is an unfinished log to begin with. Raises LogFileError, and LogError also for a finished one.
        """
        rules = [offer.complete() for game in GAMES for offer in self.offers(game)]
        if resume is not None:
            log = read(read_log(resume))
            if log.is_finished:
                raise LogError(word("play.is_over", path=resume))
            rules.append(whole_options(log.setup))
        return self._panels if any(options["cards_seen"] == OWN_SCREEN for options in rules) else 1

    def session(self, wish: Wish, zero: int, hear: Callable[[Update], None]) -> Session:
        """A match that begins at `zero`, with its log. Raises LogFileError where there can be none."""
        setup = self.setup(wish)
        log = self._begin_log(setup)
        log.write([header(setup)])
        books = self._books(setup, log)
        if books is not None:
            books.begin()
        return Session(Match(setup, zero, brains_of(setup)), log, hear, books)

    def demo(self, wish: Wish, now: int, hear: Callable[[Update], None]) -> Session:
        """A match of bots that is not remembered: no log, no books.

        It began so long before `now` that its first cards are about to be played: nobody stops to see bots get ready.
        """
        setup = self.setup(wish)
        zero = now - max(0, opening_ns(setup) - LAST_BEAT_NS)
        return Session(Match(setup, zero, brains_of(setup)), None, hear)

    def resumed(self, path: Path) -> tuple[Wish, Begin]:
        """What an unfinished log was about, and what goes on with it. Raises LogFileError, LogError."""
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
            session.recall(rebuild(whole).told())
            return session

        return wish_of(setup), begin

    def cut_off(self, path: Path) -> CutOff | None:
        """The match that was cut off, as it stood, and what can be done with it.

        None for one that had come to its outcome when it was cut off, before its result was saved: it is saved now.
        Raises LogFileError, LogError or Divergence for one that cannot go on.
        """
        log = read(read_log(path))
        if log.is_finished:
            self._make_up_for(path.stem, log)
            return None
        match = resume(log, log.end).match
        return CutOff(wish_of(log.setup), match, *self.resumed(path)[1:])

    def _make_up_for(self, name: str, log: Log) -> None:
        """Keep the books of a finished match from its log. Raises LogError, Divergence for one that is not right."""
        verify(log)
        if self._store is not None:
            books = Books(self._store, log.setup, name, judged=self._judged(), wall_s=wall_clock)
            books.begin()
            session = Session(rebuild(log), None, lambda _update: None, books)
            session.recall(session.match.told())

    def give_up(self, begin: Begin, now: int) -> None:
        """End a match that was cut off, as players do who leave one: its log gets an outcome."""
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
    """What somebody chose, from what it was made into."""
    players = tuple(PERSON if seat.is_human else seat.player for seat in setup.seats)
    return Wish(setup.game, setup.preset, players, whole_options(setup))


def whole_options(setup: Setup) -> Options:
    """Every option of a setup that can be played."""
    return set_up(setup.game, setup.options, setup.base, len(setup.seats)).options


def full_table(seats: int, panels: tuple[str, ...]) -> tuple[str, ...]:
    """Who sits where: whoever has the panels, then bots, up to the seats that a preset is made for (GEN-7)."""
    bot = next((player for player in panels if player != PERSON), FILLS_UP)
    return (*panels, *[bot] * (seats - len(panels)))


def has_own_screens(game: Game) -> bool:
    """Whether each seat looks at a screen of its own (GEN-4)."""
    return game.options["cards_seen"] == OWN_SCREEN


def brains_of(setup: Setup) -> Mapping[int, Brain]:
    """The brain of every seat that is a bot. Raises UnknownBot."""
    return {seat: find_brain(info.player) for seat, info in enumerate(setup.seats) if not info.is_human}


def opening_ns(setup: Setup) -> int:
    """When cards are played first in a match of bots, in ns from its beginning."""
    match, now = Match(setup, 0, brains_of(setup)), 0
    while match.table.phase != "play" and match.outcome is None:
        deadline = match.next_deadline()
        assert deadline is not None, "no dead end"
        now = max(now, deadline)
        match.advance(now)
    return now
