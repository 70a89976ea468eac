"""The cost of drawing a frame of the table, as a ratio to one full-screen blit of the same run.

Bots play real matches in virtual time, and the table is drawn sixty times in each second of it: from the update to the
changed pixels, without flip and event queue. Frames without a change cost almost nothing and do not count.

Drawing never blocks, so its cost is the thread's processor time; a core shared with other programs makes it a third
dearer all the same. The match is drawn five times from its beginning, each time by a new view and with its own blits,
because a processor's speed changes within a minute: the median of each frame counts, and the unit is the median of many
blits. What is drawn ahead is what the program's cache has room for (`cabinet.loop.AHEAD`), so a match at 1280×720 draws
some of it when it is first seen.

A frame with a change takes 0.3 ms of Python at any size. So its ratio depends on how quick a machine's memory is: where
the screen fits the processor's caches, a blit at 800×480 takes 20 µs, and 12 of them are 0.24 ms. There 99 of 100 are
within 20 to 29, with the revision for which the bound was set too.
"""

import os
from collections.abc import Iterator, Sequence
from statistics import median
from time import thread_time
from typing import Final

import pygame

from cabinet.display.table.view import TableView
from cabinet.display.table.view_state import TableSetup, TableUpdate
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.loop import AHEAD
from cabinet.process.slices import Slices
from cabinet.screens.view_factory import drawings_for
from cabinet.strings.catalogue import word
from engine.bots import find_brain
from engine.games import GAMES, find_game
from engine.match import Match
from engine.setup import Setup, seats_of
from tools.bench.report import Bench, Row, percentile

SIZES: Final = ((480, 320), (800, 480), (1280, 720))
JUDGED: Final = ((800, 480), (1280, 720))
"""The sizes to which the bounds apply; an SPI panel of 480×320 is a marquee."""
P50, P99 = 4.0, 12.0
"""The bounds, in full-screen blits."""
FRAME_NS: Final = 1_000_000_000 // 60
FRAMES: Final = 4000
"""The frames of a match that are drawn: about a minute."""
TIMES: Final = 5
"""How often each match is drawn."""


def blit_s(size: tuple[int, int]) -> float:
    """Return the median cost of one full-screen blit between surfaces in the screen's format, in seconds."""
    screen = pygame.display.set_mode(size)
    picture = pygame.Surface(size).convert()
    times = []
    for _ in range(300):
        started = thread_time()
        screen.blit(picture, (0, 0))
        times.append(thread_time() - started)
    return percentile(times, 50)


def frames(game: str, size: tuple[int, int]) -> Iterator[float]:
    """Yield the cost of each drawn frame of a match of fast bots, in seconds."""
    screen = pygame.display.set_mode(size)
    seats = find_game(game).info.presets[0].seats
    setup = Setup(game, {"caps": (0, 0)}, seats_of(*["bot:fast"] * seats), seed=5)
    match = Match(setup, brains={seat: find_brain("bot:fast") for seat in range(seats)})
    view = view_of(match, screen)
    entries, now = match.opening(), 0
    for _ in range(FRAMES):
        if match.outcome is not None:
            return
        started = thread_time()
        if entries:
            shown = match.screen()
            told, play = shown.redacted(entries), match.play_clock(now)
            view.update(
                TableUpdate(told, shown.table, shown.keys, now, play_ns=play, rows=shown.rows, clock=shown.clock)
            )
        if view.draw(screen, now):
            yield thread_time() - started
        now += FRAME_NS
        entries = match.advance(now).entries


def in_blits(game: str, size: tuple[int, int]) -> tuple[list[float], float]:
    """Draw the match once; return its frames in full-screen blits, and the cost of such a blit in seconds."""
    before = blit_s(size)
    drawn = list(frames(game, size))
    unit = (before + blit_s(size)) / 2
    return [seconds / unit for seconds in drawn], unit


def view_of(match: Match, screen: pygame.Surface) -> TableView:
    """Return the view of a match for two people, with everything drawn that the program draws in spare time."""
    size = screen.get_size()
    info, names = match.game.info, tuple(seat.name for seat in match.setup.seats)
    faces = tuple(dict.fromkeys(card.partition("/")[0] for card in match.game.deck))
    setup = TableSetup(size, names, hands=info.hands, faces=faces, zones=tuple(match.table.zones))
    drawn, slices = drawings_for([screen]), Slices(most_ns=0)
    view = TableView(setup, word, Toolkit(Theme(), Fonts(), size, drawn=drawn))
    drawn.breathe = slices.breathe
    until, go_on = drawn.made + round(AHEAD * drawn.most), slices.start(view.draw_ahead)
    while drawn.made < until and not go_on():
        pass
    return view


def run() -> Sequence[Row]:
    """Return a row for each size and game: the median frame, with the 99th percentile in its remark."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    rows = []
    for size in SIZES:
        pygame.display.init()
        for game in [game.info.id for game in GAMES]:
            drawn, units = zip(*(in_blits(game, size) for _ in range(TIMES)), strict=True)
            times, unit = [median(frame) for frame in zip(*drawn, strict=True)], median(units)
            p50, p99 = percentile(times, 50), percentile(times, 99)
            met = (p50 <= P50 and p99 <= P99) if size in JUDGED else None
            bound = f"{P50:.0f}× and {P99:.0f}× at most" if size in JUDGED else "printed only"
            what = f"{game}: a frame at {size[0]}×{size[1]}"
            usual = f"{p99:.1f}× in 99 of 100, {p99 * unit * 1e3:.1f} ms"
            remark = f"a full-screen blit ({unit * 1e6:.0f} µs); {usual}; {bound}"
            rows.append(Row(what, f"{p50:.1f}×", remark, met))
        pygame.display.quit()
    return rows


BENCH = Bench("drawing", run)
