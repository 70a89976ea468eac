"""Races through a button board and the host: the earlier press wins every one; one wire to both is a fair draw."""

import random
from math import sqrt

import pytest

from cabinet.certify.race import MAP, PLACES, Starter, run, winner_of
from cabinet.input.inputs import Inputs, Panels
from engine.log_lines import CommandLine
from engine.match import Match
from engine.panel import CARDS, Control
from hardware.board.fake import FakeBoard
from hardware.board.source import BoardSource
from hardware.clock import MS, FakeClock
from hardware.debounce import Debounced
from hardware.source import Event

RACES = 10_000
LEADS_US = (2, 5, 10, 50, 200, 1000)
LATEST_NS = 40 * MS


class Track:
    """A board whose line is slow at random, the host behind it, and match after match that both seats race in."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.clock = FakeClock(10_000 * MS)
        self.board = FakeBoard(self.clock, ppm=self.chance.uniform(-60, 60), booted_ns=1_234_567)
        source = BoardSource(self.board.open, clock=self.clock)
        self.inputs = Inputs([Panels(Debounced(source), MAP)], self.trouble)
        self.inputs.start()
        self.board.delay = lambda: self.chance.randrange(LATEST_NS)
        self.starter = Starter()

    def trouble(self, event: Event) -> None:
        raise AssertionError(f"unexpected: {event}")

    def race(self, seed: int, first: int, lead_us: int) -> CommandLine:
        """The winner's line of a race in which `first` is earlier by so many µs, or neither by 0."""
        match = self.starter.ready(seed, self.clock())
        self.clock.advance(self.chance.randrange(1_000_000))
        one, other = PLACES[first, CARDS[0]], PLACES[1 - first, CARDS[0]]
        if lead_us:
            self.board.edge(one, True)
            self.clock.advance(lead_us * 1000)
            self.board.edge(other, True)
        else:
            self.board.edges([(one, True), (other, True)])
        told = self.listen(match, 100 * MS)
        self.board.edges([(one, False), (other, False)])
        self.clock.advance(100 * MS)
        self.inputs.drain(self.clock())
        return winner_of(told)

    def listen(self, match: Match, for_ns: int) -> list[object]:
        told: list[object] = []
        for _ in range(5):
            self.clock.advance(for_ns // 5)
            run(match, self.inputs.drain(self.clock()), told)
        return told


@pytest.mark.once
def test_the_earlier_press_wins_every_race() -> None:
    track = Track(1)
    lost = []
    for number in range(RACES):
        first, lead = track.chance.randrange(2), LEADS_US[number % len(LEADS_US)]
        winner = track.race(number, first, lead)
        if winner.seat != first or winner.dead_heat:
            lost.append((number, lead, winner))
    assert lost == []


def test_one_wire_to_both_players_is_a_dead_heat_that_each_wins_half_of() -> None:
    track, count = Track(2), 2000
    winners = [track.race(number, 0, 0) for number in range(count)]
    assert {winner.dead_heat for winner in winners} == {(0, 1)}
    assert abs(sum(winner.seat for winner in winners) - count / 2) <= 3 * sqrt(count) / 2


def test_a_pause_in_between_is_no_race() -> None:
    track = Track(3)
    match = track.starter.ready(1, track.clock())
    match.handle(Control("pause", track.clock() + MS, "source"))
    track.clock.advance(2 * MS)
    track.board.edge(PLACES[0, CARDS[0]], True)
    assert [line for line in track.listen(match, 100 * MS) if isinstance(line, CommandLine)] == []


class TwoTracks:
    """A board for each player. One's answers are slow, the other's questions: each clock is mapped 3 ms wrong."""

    ASYMMETRY_NS = 6 * MS

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.clock = FakeClock(10_000 * MS)
        slow, quick = self._slow, self._quick
        self.boards = [
            FakeBoard(self.clock, board_id=b"board  0", delay=slow, delay_back=quick),
            FakeBoard(self.clock, board_id=b"board  1", delay=quick, delay_back=slow),
        ]
        panels = []
        for seat, board in enumerate(self.boards):
            source = BoardSource(board.open, clock=self.clock, name=f"board{seat}")
            buttons = {line: place for line, place in MAP.items() if place[0] == seat}
            panels.append(Panels(Debounced(source), buttons))
        self.inputs = Inputs(panels, lambda _event: None)
        self.inputs.start()
        self.starter = Starter()

    def _slow(self) -> int:
        return self.ASYMMETRY_NS + self.chance.randrange(100_000)

    def _quick(self) -> int:
        return self.chance.randrange(100_000)

    def race(self, seed: int, first: int, lead_ns: int) -> tuple[CommandLine, int]:
        """The winner's line of a race in which `first` is earlier by so much, and the margin told."""
        match = self.starter.ready(seed, self.clock())
        told: list[object] = []
        for seat, wait in ((first, lead_ns), (1 - first, 100 * MS)):
            self.boards[seat].edge(PLACES[seat, CARDS[0]], True)
            end = self.clock() + wait
            while self.clock() < end:
                self.clock.advance(min(16 * MS, end - self.clock()))
                run(match, self.inputs.drain(self.clock()), told)
        for seat, board in enumerate(self.boards):
            board.edge(PLACES[seat, CARDS[0]], False)
        for _ in range(8):
            self.clock.advance(16 * MS)
            self.inputs.drain(self.clock())
        (beaten,) = (line for line in told if isinstance(line, CommandLine) and line.beaten_by >= 0)
        return winner_of(told), beaten.margin_ns


def test_between_two_boards_the_later_press_never_wins_alone_and_no_margin_is_more_than_the_lead() -> None:
    track = TwoTracks(5)
    drawn = 0
    for number in range(400):
        first, lead = track.chance.randrange(2), track.chance.randrange(1000, 12 * MS)
        winner, margin = track.race(number, first, lead)
        assert first in (winner.seat, *winner.dead_heat), f"race {number}, {lead} ns ahead"
        assert margin <= lead, f"race {number}"
        drawn += bool(winner.dead_heat)
    assert 0 < drawn < 400
