"""The cost of a frame in the loudest moments: a race, the race in slow motion, the burst of a result.

Bots play Speed, the game with most races, and the table is drawn as in `tools.bench.drawing`, by which a frame is
measured. The frames of a race are those of its first moments, in which everything moves; all frames in which no race is
on the screen are the ordinary ones, and their 99th percentile is the yardstick. A run as a whole is repeated, and the
median of each frame counts.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from time import thread_time
from typing import Final

import pygame

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.display.fonts import Fonts
from cabinet.display.result.page import RaceCards
from cabinet.display.result.sheet import ResultSheet
from cabinet.display.result.slow_motion import SLOW_NS
from cabinet.display.table.view_state import TableUpdate
from cabinet.display.theme import Theme
from cabinet.display.toolkit import Toolkit
from cabinet.match.factory import MatchFactory
from cabinet.match.played import RunningScore
from cabinet.match.request import MatchRequest
from cabinet.match.story import Story, begun
from cabinet.scenes.result import result_page
from cabinet.screens.view_factory import table_view
from cabinet.screens.views import Look, Views
from cabinet.strings.catalogue import word
from engine.bots import find_brain
from engine.brain import Bot
from engine.match import Match
from engine.record import contest_of
from engine.setup import Setup, seats_of
from engine.units import MS
from tools.bench.drawing import FRAME_NS, FRAMES, JUDGED, blit_s, view_of
from tools.bench.report import Bench, Row, percentile

MOST: Final = 1.5
"""The bound: a loud frame's 99th percentile in ordinary frames' 99th percentiles."""
LOUD_NS: Final = 700 * MS
"""How long after a race everything of it moves."""
QUIET_NS: Final = 3_000 * MS
"""How long after a race its margin may be on the screen."""
PLAYER: Final = "bot:fast"
SEED: Final = 5
TIMES: Final = 5
"""How often each run is repeated."""


def match_frames(size: tuple[int, int]) -> Iterator[tuple[str, float]]:
    """Yield each drawn frame of a match of Speed: ``race``, ``ordinary`` or ``after``, and its cost in seconds."""
    screen = pygame.display.set_mode(size)
    match = Match(Setup("speed", {"caps": (0, 0)}, seats_of(PLAYER, PLAYER), SEED), brains=_brains())
    view = view_of(match, size)
    entries, now, raced = match.opening(), 0, -QUIET_NS
    for _ in range(FRAMES):
        if match.outcome is not None:
            return
        if any(map(contest_of, entries)):
            raced = now
        started = thread_time()
        if entries:
            shown = match.screen()
            seen, play = shown.redacted(entries), match.play_clock(now)
            view.update(
                TableUpdate(seen, shown.table, shown.keys, now, play_ns=play, rows=shown.rows, clock=shown.clock)
            )
        if view.draw(screen, now):
            age = now - raced
            yield "race" if age < LOUD_NS else "ordinary" if age >= QUIET_NS else "after", thread_time() - started
        now += FRAME_NS
        entries = match.advance(now).entries


def finished_match() -> tuple[Story, Match]:
    """Play a match of two bots to its end; return its story as well."""
    match, now = Match(Setup("speed", {}, seats_of(PLAYER, PLAYER), SEED), brains=_brains()), 0
    while not match.is_final and (deadline := match.next_deadline()) is not None:
        now = max(now, deadline)
        match.advance(now)
    story = begun(match.game)
    story.add(match.pending())
    return story, match


def slow_motion_frames(size: tuple[int, int], story: Story, match: Match) -> Iterator[float]:
    """Yield the cost of each drawn frame of a slow motion, in seconds, but of the first, which draws the scene."""
    screen = pygame.display.set_mode(size)
    race = story.closest()
    assert race is not None, "the seed has races"
    factory = MatchFactory(LoadedConfig(Config(), None, ""), Path(), SEED)
    toolkit = Toolkit(Theme(), Fonts(), size)
    request = MatchRequest("speed", "speed", (PLAYER, PLAYER))
    views = Views({0: Look(table_view(Config(), factory, request, toolkit, judged=True))})
    views.run_again(RaceCards(race.contest, race.cards), race.before, match, 0)
    views.draw([screen], 0, everything=True)
    for now in range(FRAME_NS, SLOW_NS, FRAME_NS):
        started = thread_time()
        if views.draw([screen], now, everything=False)[0]:
            yield thread_time() - started


def burst_frames(size: tuple[int, int], story: Story, match: Match) -> Iterator[float]:
    """Yield the cost of each frame of a result's burst, in seconds."""
    screen = pygame.display.set_mode(size)
    assert match.outcome is not None, "the match has been played to its end"
    names = tuple(seat.name for seat in match.setup.seats)
    page = result_page(match.outcome, names, story, RunningScore(), deals=match.table.number("deal"))
    sheet = ResultSheet(Toolkit(Theme(), Fonts(), size), word, page)
    while sheet.prepare():
        pass
    age = 0
    while sheet.is_moving(age):
        started = thread_time()
        sheet.draw(screen, age, 1.0)
        yield thread_time() - started
        age += FRAME_NS


def medians(runs: Sequence[Sequence[float]]) -> list[float]:
    """Return the median of each frame over the runs."""
    return [median(frame) for frame in zip(*runs, strict=True)]


def costs(size: tuple[int, int], story: Story, match: Match) -> dict[str, list[float]]:
    """Return the costs of the frames by moment, in seconds."""
    matches, slow, burst = [], [], []
    for _ in range(TIMES):
        matches.append(list(match_frames(size)))
        slow.append(list(slow_motion_frames(size, story, match)))
        burst.append(list(burst_frames(size, story, match)))
    moments = [moment for moment, _ in matches[0]]
    drawn = medians([[cost for _, cost in run] for run in matches])
    found = {"slow motion": medians(slow), "burst": medians(burst)}
    for moment in ("ordinary", "race"):
        found[moment] = [cost for name, cost in zip(moments, drawn, strict=True) if name == moment]
    return found


def run() -> Sequence[Row]:
    """Return a row for each size and moment: its 99th percentile beside that of the ordinary frames."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    rows = []
    story, match = finished_match()
    for size in JUDGED:
        pygame.display.init()
        found = costs(size, story, match)
        unit, usual = blit_s(size), percentile(found["ordinary"], 99)
        remark = f"{usual / unit:.1f} full-screen blits, {usual * 1e6:.0f} µs of the processor"
        rows.append(Row(f"an ordinary frame of Speed at {size[0]}×{size[1]}, 99 of 100", "1.00×", remark))
        for moment in ("race", "slow motion", "burst"):
            cost = percentile(found[moment], 99)
            remark = f"{cost / unit:.1f} blits, {cost * 1e6:.0f} µs, {len(found[moment])} frames; {MOST}× at most"
            rows.append(Row(f"  {moment}", f"{cost / usual:.2f}×", remark, cost <= MOST * usual))
        pygame.display.quit()
    return rows


def _brains() -> dict[int, Bot]:
    return {seat: find_brain(PLAYER) for seat in range(2)}


BENCH = Bench("loudest", run)
