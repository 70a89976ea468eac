"""Play without any display: a whole match of two bots, its result, its log, and a picture of its final table.

It uses the same session and log as people's matches; only its clock runs `SPEED_UP` times as fast.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Final

import pygame
from tqdm import tqdm

from cabinet.config.schema import Config
from cabinet.display.png import png
from cabinet.display.table.view import TableView
from cabinet.display.table.view_state import TableUpdate
from cabinet.display.theme import Fonts
from cabinet.display.toolkit import Toolkit
from cabinet.match.factory import MatchFactory
from cabinet.match.request import WATCHED, MatchRequest, full_table
from cabinet.match.session import Session
from cabinet.process.streams import printed_to
from cabinet.scenes.dialogs import race_line, reason_line
from cabinet.screens.view_factory import table_view, theme_of
from cabinet.strings.catalogue import word
from engine.game import Outcome
from engine.log_lines import Update
from engine.match import Match
from engine.units import S
from hardware.clock import Clock

SPEED_UP: Final = 20
"""The speed of the match's clock, as a multiple of real time."""
STEP_S: Final = 0.02
"""The interval between two reads of the clock, in real seconds."""


def play_match(config: Config, factory: MatchFactory, clock: Clock) -> None:
    """Play a match of two bots by `clock` (ns), and report on it. Raises as `cabinet.app.play` does."""
    offer = factory.offer(config.match)
    request = MatchRequest(offer.game, offer.name, full_table(offer.seats, WATCHED))
    session = factory.session(request, clock(), ignore)
    play_through(session, clock)
    toolkit = Toolkit(theme_of(config), Fonts(), config.display.size)
    view = table_view(config, factory, request, toolkit, judged=True)
    assert session.log is not None, "the factory gives every match a log"
    picture = final_picture(session.match, view, toolkit.size, session.log.path.with_suffix(".png"))
    print_result(session, picture, lambda line: sys.stdout.write(f"{line}\n"))
    session.close()


def play_through(session: Session, clock: Clock, pause: Callable[[float], None] = sleep) -> None:
    """Play a match to its end, `SPEED_UP` times as fast as `clock` (ns), with a progress bar.

    The bar runs to the match's cap (GEN-8), or to its end if that comes first. Raises LogFileError.
    """
    begun, zero = clock(), session.match.zero_ns
    total = cap_s(session.match)
    with tqdm(total=total, bar_format=word("offscreen.bar"), file=printed_to(sys.stderr)) as bar:
        while session.outcome is None:
            now = zero + (clock() - begun) * SPEED_UP
            session.advance(now, now)
            bar.update(min(total, (now - zero) / S) - bar.n)
            pause(STEP_S)
        bar.total = bar.n
        bar.refresh()


def cap_s(match: Match) -> int:
    """Return the cap of the match, in seconds of play; 300 if it has none."""
    return match.game.options.caps[1] or 300


def print_result(session: Session, picture: Path, write: Callable[[str], object]) -> None:
    """Print the result, the closest race, and the paths of log and picture."""
    outcome = session.outcome
    assert outcome is not None, "the match has been played through"
    names = tuple(seat.name for seat in session.match.setup.seats)
    write(result_line(outcome, names, session.match.table.number("deal")))
    closest = session.closest()
    write(race_line(closest, names) if closest else word("offscreen.no_race"))
    if session.log is not None:
        write(word("offscreen.log", path=session.log.path))
    write(word("offscreen.picture", path=picture))


def result_line(outcome: Outcome, names: tuple[str, ...], deals: int) -> str:
    """Return the line with the winner, the reason, the scores and the number of deals."""
    reason, scores = reason_line(outcome, deals, names), " – ".join(map(str, outcome.scores))
    if outcome.winner is None:
        return word("offscreen.nobody", reason=reason, scores=scores)
    return word("offscreen.won", seat=names[outcome.winner], reason=reason, scores=scores)


def final_picture(match: Match, view: TableView, size: tuple[int, int], path: Path) -> Path:
    """Draw the present table into a PNG file; return its path. Raises OSError."""
    now = match.state.since
    shown = match.screen()
    view.update(TableUpdate((), shown.table, shown.keys, now, rows=shown.rows, clock=shown.clock))
    picture = pygame.Surface(size)
    view.draw(picture, now)
    path.write_bytes(png(size, pygame.image.tobytes(picture, "RGB")))  # pygame opens no name that is not UTF-8
    return path


def ignore(_update: Update) -> None:
    """Discard an update: an offscreen match has no spectators."""
