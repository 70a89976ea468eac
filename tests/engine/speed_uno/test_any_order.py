"""Any order of delivery within the horizon gives the same match: matches, plays, calls and catches of four seats.

A tiny deck of few faces makes nearly every press a race, and stamps are made to collide.
"""

from itertools import pairwise

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from engine.games.speed_uno.game import SpeedUno
from engine.games.speed_uno.rules import SpeedUnoOptions
from engine.log import text_of
from engine.log_lines import CommandLine, Entry, Update
from engine.match import Match
from engine.options import settle
from engine.panel import ACTION, CARDS, LEFT, Press
from engine.setup import Setup, seats_of
from engine.units import MS, S

HORIZON = 250 * MS
DECK = tuple(f"{what}/{copy}" for what in ("R7", "R+", "RS", "GR", "G7", "G0", "W", "W+") for copy in range(1, 6))
GAPS = (0, 1, 999, 40_000, 99_999, 100_000, MS, 5 * MS, 90 * MS, 250 * MS)
BUTTONS_OF_A_RACE = (*CARDS[:3], *CARDS[:3], ACTION, ACTION, ACTION, LEFT)
SOURCES = (("gpio", 100_000), ("pin", 0), ("keyboard", 8 * MS))
SEATS = 4

presses = st.tuples(
    st.sampled_from(GAPS),
    st.integers(0, SEATS - 1),
    st.sampled_from(BUTTONS_OF_A_RACE),
    st.sampled_from(SOURCES),
    st.integers(0, HORIZON - 1),
    st.booleans(),
)


def new_match(seed: int, dealt: int) -> Match:
    options: dict[str, object] = {
        "match_window_ms": 300,
        "lockout_ms": 20,
        "challenge": bool(seed % 2),
        "countdown": 1,
    }
    game = SpeedUno(settle(SpeedUnoOptions, "speed_uno", options), SEATS, deck=DECK, dealt=dealt)
    return Match(Setup("speed_uno", options, seats_of(*["bot:random"] * SEATS), seed), game=game)


def opening_of(match: Match) -> int:
    """Let the deal open; the moment of it."""
    while True:
        due = match.next_deadline()
        assert due is not None
        match.advance(due)
        if match.table.phase == "play":
            return due


class Screen:
    """What a reader of the provisional stream knows."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def take(self, update: Update) -> None:
        assert not update.refused
        if update.undone:
            del self.entries[-update.undone :]
        self.entries += update.entries


def deliver(match: Match, order: list[tuple[int, Press, bool]], until: int) -> tuple[list[Entry], str]:
    """Deliver at each arrival (ns), then wait; what a screen knows, and the log."""
    screen = Screen()
    for arrival, press, advances in order:
        if advances:
            screen.take(match.advance(arrival))
        screen.take(match.handle(press))
    screen.take(match.advance(until))
    return screen.entries, text_of(match.final())


@pytest.mark.once
@given(given=st.lists(presses, min_size=4, max_size=40), seed=st.integers(1, 200), dealt=st.integers(2, 5))
@settings(max_examples=150)
def test_any_order_of_delivery_within_the_horizon_gives_the_same_match(
    given: list[tuple[int, int, str, tuple[str, int], int, bool]], seed: int, dealt: int
) -> None:
    late, in_time = new_match(seed, dealt), new_match(seed, dealt)
    stamp = opening_of(late)
    assert opening_of(in_time) == stamp
    late.final(), in_time.final()
    deliveries = []
    for gap, seat, button, (source, res), lateness, advances in given:
        stamp += gap + 1
        deliveries.append((stamp + lateness, Press(seat, button, True, stamp, source, res), advances))
        up = Press(seat, button, False, stamp + 20 * MS, source, res)
        deliveries.append((stamp + 20 * MS + lateness, up, False))
    until = stamp + 5 * S
    by_arrival = sorted(deliveries, key=lambda each: each[0])
    by_stamp = [(press.time_ns, press, False) for _, press, _ in deliveries]
    by_stamp.sort(key=lambda each: each[0])
    assert all(before[0] <= after[0] for before, after in pairwise(by_stamp))
    first = deliver(in_time, by_stamp, until)
    assert deliver(late, by_arrival, until) == first
    assert late.state == in_time.state


def test_such_play_is_full_of_races() -> None:
    """The property would be worth little if hardly anything were contested."""
    told: list[CommandLine] = []
    for seed in range(1, 40):
        match = new_match(seed, 3)
        stamp = opening_of(match)
        for place in range(60):
            stamp += GAPS[(place * seed) % len(GAPS)] + 1
            seat, button = (place * 7 + seed) % SEATS, BUTTONS_OF_A_RACE[(place * 3 + seed) % 10]
            told += [
                entry
                for entry in match.handle(Press(seat, button, True, stamp, "gpio", 100_000)).entries
                if isinstance(entry, CommandLine)
            ]
    assert sum(line.beaten_by >= 0 for line in told) > 20
    assert {line.command.do for line in told if line.beaten_by >= 0} >= {"play", "catch"}
