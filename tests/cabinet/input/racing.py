"""A match in which both seats race for one pile with their first card, as it stands when the race begins."""

from collections.abc import Sequence

from cabinet.config.schema import Input
from cabinet.input.panel_map import lines_map
from engine.game import Game
from engine.games import set_up
from engine.match import Match
from engine.panel import ACTION, Glitch, Press
from engine.record import CommandLine
from engine.setup import HUMAN, Setup, seats_of
from hardware.clock import MS
from tests.engine.conftest import dealt, rigged

LINES = Input().lines
MAP = lines_map((LINES.panel0, LINES.panel1), (0, 1))
PLACES = {place: int(line) for line, place in MAP.items()}
OPTIONS = {"countdown": 1, "best_of": 1, "quick_play": True}


class Starter:
    """Brings race after race to its start."""

    def __init__(self) -> None:
        layout = dealt(("7H 2H 9C", "7D 2C 9D"), ("KH KS", "KD KC"), ("6S", "QD"), ("", ""))
        self._game: Game = rigged(set_up("speed", OPTIONS, "speed", 2), layout)

    def ready(self, seed: int, at_ns: int) -> Match:
        """A match at its opening: whoever is first with CARD1 has the pile."""
        setup = Setup("speed", OPTIONS, seats_of(HUMAN, HUMAN), seed, "speed")
        match, now = Match(setup, at_ns - 2000 * MS, game=self._game), at_ns - 2000 * MS
        for seat in (0, 0, 1):  # the first press skips the draw
            now += MS
            match.handle(Press(seat, ACTION, True, now, "start", 0))
            match.handle(Press(seat, ACTION, False, now + 1, "start", 0))
        match.advance(at_ns)
        assert match.table.phase == "play"
        return match


def run(match: Match, presses: Sequence[Press | Glitch], told: list[object]) -> None:
    """Hand a match what was pressed; `told` is what it has told by now, a rewind included."""
    for press in presses:
        update = match.handle(press)
        del told[len(told) - update.undone :]
        told += update.entries


def winner_of(told: Sequence[object]) -> CommandLine:
    """The one play that stands."""
    (winner,) = (line for line in told if isinstance(line, CommandLine) and line.ok and line.command.do == "play")
    return winner
