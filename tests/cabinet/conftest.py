"""Results of matches that were never played, for the tests of people, of the store and of commands.

And no test may stretch a picture that is one pixel high or wide, and no store gives up a slow disk.
"""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from cabinet.people.results import Figures, RaceFigure, Result
from cabinet.store.ledger import MatchBegun, MatchEnded

DAY = 86_400
EVENING = 1_700_000_000 - 1_700_000_000 % DAY + 18 * 3600 + 1800
"""Half past six of some day, UTC, in s since 1970: far from noon in any time zone."""


class Scorebook:
    """Makes results, each with a number of its own: the winner's name first."""

    def __init__(self) -> None:
        self._number = 0

    def won(self, *names: str, game: str = "speed", preset: str = "speed", bot: str = "", day: int = 0) -> Result:
        """A match that the first of these names won, an empty one for a guest; `bot` sits behind them."""
        self._number += 1
        players = ("human",) * len(names) + (bot,) * bool(bot)
        seats = len(players)
        at = EVENING + day * DAY + self._number
        figures = Figures(at, f"2026-11-{day + 1:02d}", places=(1,) + (2,) * (seats - 1))
        sitting = (*names, *[""] * bool(bot))
        return Result(f"match-{self._number}", game, preset, players, sitting, 0, "out", figures)

    def against_adaptive(self, name: str, after: str, game: str = "speed") -> Result:
        """A match that a name won against a bot that adapts, which goes on against it as `after`."""
        result = self.won(name, game=game, preset=game, bot="bot:adaptive")
        return replace(result, figures=replace(result.figures, adapted=("", after)))

    def with_race(self, result: Result, margin_ns: int, *, judged: bool = True) -> Result:
        """The same with a closest race that its winner won."""
        races = (*result.figures.races, RaceFigure(0, 1, margin_ns, judged))
        return replace(result, figures=replace(result.figures, races=races))

    def begun(self, result: Result) -> MatchBegun:
        """The beginning of a result's match."""
        at = result.figures.at - 60
        return MatchBegun(result.match, result.game, result.preset, result.players, at, result.names)

    def ended(self, result: Result) -> MatchEnded:
        """The end of a result's match."""
        return MatchEnded(result.match, result.winner, result.reason, (2, 1), 60.5, result)


@pytest.fixture(scope="session", autouse=True)
def _patience_with_the_disk() -> Iterator[None]:
    """Let every store be closed with all the time that its disk takes, unless a test says how much.

    A busy machine's disk takes more than the five seconds after which a program gives up and names what is not saved.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cabinet.store.worker.CLOSING_S", float("inf"))
        yield


@pytest.fixture
def book() -> Scorebook:
    return Scorebook()


@pytest.fixture(scope="session", autouse=True)
def _no_reading_past_a_picture() -> Iterator[None]:
    """Refuse what pygame-ce 2.5.8's `smoothscale` reads past the end of (`filter_expand_Y_SSE2`): one row or column.

    It shows in no picture, and ends the program where no memory follows.
    """
    smoothscale, smoothscale_by = pygame.transform.smoothscale, pygame.transform.smoothscale_by

    def check(source: pygame.Surface, size: tuple[float, float]) -> None:
        for side, (before, after) in zip(("wide", "high"), zip(source.get_size(), size, strict=True), strict=True):
            if before < min(2, after):
                raise AssertionError(f"{source} is one pixel {side}: smoothscale reads past its end. Make two alike.")

    def guarded(source: pygame.Surface, size: tuple[float, float], *rest: Any) -> pygame.Surface:
        check(source, size)
        return smoothscale(source, size, *rest)

    def guarded_by(source: pygame.Surface, factor: float | tuple[float, float], *rest: Any) -> pygame.Surface:
        across, down = factor if isinstance(factor, tuple) else (factor, factor)
        check(source, (int(source.get_width() * across), int(source.get_height() * down)))
        return smoothscale_by(source, factor, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pygame.transform, "smoothscale", guarded)
        patch.setattr(pygame.transform, "smoothscale_by", guarded_by)
        yield
