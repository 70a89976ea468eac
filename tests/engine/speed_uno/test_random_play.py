"""Speed Uno at random: two to eight seats, every pair of options, GEN-6 at every step, and any order of delivery.

The order of delivery within the horizon decides nothing: a tiny deck of few faces makes nearly every press of four
seats a race, and stamps are made to collide.
"""

import random
from itertools import combinations, pairwise
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from engine.cards import bare
from engine.games.speed_uno.game import SpeedUno
from engine.games.speed_uno.rules import SpeedUnoOptions, can_play
from engine.log import text_of
from engine.log_lines import CommandLine, Entry, Update
from engine.match import Match
from engine.options import settle
from engine.panel import ACTION, CARDS, LEFT, Act, Press
from engine.setup import Setup, seats_of
from engine.units import MS, S
from tests.engine.conftest import steps, tap
from tools.soundness import every_card_is_there_once

VALUES: tuple[tuple[str, object], ...] = (
    ("colour_only", True),
    ("match_window_ms", 300),
    ("turn_s", 3),
    ("penalty_skips", True),
    ("challenge", True),
    ("target", 20),
    ("match_hands", 2),
    ("cards_seen", "peek"),
    ("lockout_ms", 0),
    ("caps", (10, 30)),
)
PAIRS = [dict(pair) for pair in combinations(VALUES, 2)]
STEP_NS = 100 * MS


def sit(seats: int, options: dict[str, object], seed: int, game: SpeedUno | None = None) -> Match:
    setup = Setup("speed_uno", options, seats_of(*["bot:random"] * seats), seed)
    return Match(setup, game=game or game_of(options, seats))


def game_of(options: dict[str, object], seats: int, **small: Any) -> SpeedUno:
    """A game with these options; ``small`` makes its deck and its hands smaller."""
    return SpeedUno(settle(SpeedUnoOptions, "speed_uno", options), seats, **small)


def check(match: Match) -> None:
    """GEN-6, and what Speed Uno adds."""
    table, game = match.table, match.game
    assert isinstance(game, SpeedUno)
    assert every_card_is_there_once(game, table)
    rules = game.rules
    if table.phase != "play":
        return
    assert all(table.zone(hand) for hand in rules.hands)
    assert not any(card[0] == "~" for hand in (*rules.hands, "discard") for card in table.zone(hand))
    turn, naming = table.number("turn"), table.number("naming")
    assert (table.text("colour") == "") == (naming >= 0)
    assert naming >= 0 or table.flag("must_draw") == (table.number("owed") > 0 or not can_play(rules, table, turn))
    for seat in rules.all_seats:
        for command in game.legal(table, seat):
            assert game.refusal(table, seat, command) is None
            assert seat == turn or command.do in ("uno", "catch", "colour") or table.flag("exact")
        assert not table.flag(f"called.{seat}") or len(table.zone(rules.hands[seat])) <= 2
        view = game.view(table, seat)
        assert game.legal(view, seat) == game.legal(table, seat)


def play_at_random(match: Match, seed: int) -> None:
    """One match, checked at every step."""
    for now, seat, command in steps(match, seed, 0.2, STEP_NS):
        if command is not None:
            match.handle(Act(seat, command, now))
        match.advance(now)
        check(match)
    outcome = match.outcome
    assert outcome is not None and outcome.scores == match.game.figures(match.table)


@pytest.mark.once
@pytest.mark.parametrize("options", [{}, *PAIRS], ids=str)
def test_gen_6_every_pair_of_options_leads_on_to_an_outcome(options: dict[str, object]) -> None:
    seats = 2 + PAIRS.index(options) % 7 if options else 4
    play_at_random(sit(seats, {"match_hands": 1, **options}, seats), seats)


@pytest.mark.once
@pytest.mark.parametrize("seats", range(2, 9))
def test_gen_6_two_to_eight_seats_play_to_five_hundred_without_caps(seats: int) -> None:
    match = sit(seats, {"caps": (0, 0), "target": 500}, seats)
    play_at_random(match, seats)
    assert match.outcome is not None and match.outcome.reason == "points" and max(match.outcome.scores) >= 500


@pytest.mark.once
@given(
    options=st.dictionaries(st.sampled_from([name for name, _ in VALUES]), st.just(None)),
    seats=st.integers(2, 8),
    packed=st.integers(0, 200),
    seed=st.integers(0, 10**6),
)
@settings(max_examples=40)
def test_gen_6_any_options_any_seats_and_small_decks_too(
    options: dict[str, None], seats: int, packed: int, seed: int
) -> None:
    chosen: dict[str, object] = {"match_hands": 1, **{name: dict(VALUES)[name] for name in options}}
    whole = game_of(chosen, seats).deck
    deck = random.Random(seed).sample(whole, max(len(whole) - packed, seats * 3 + 12))
    if all(bare(card).startswith("W+") for card in deck):
        return
    dealt = min(10, (len(deck) - 9) // seats)
    play_at_random(sit(seats, chosen, seed, game_of(chosen, seats, deck=deck, dealt=dealt)), seed)


@pytest.mark.once
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_every_legal_command_has_its_buttons(seats: int) -> None:
    match = sit(seats, {"match_hands": 1, "challenge": True, "lockout_ms": 0}, 5)
    given_by_buttons = 0
    for now, seat, command in steps(match, 5, 0.2, STEP_NS):
        match.advance(now)
        if command is None or command not in match.legal(seat):
            continue
        taps = match.game.presses_for(match.table, seat, command)
        due = match.next_deadline() or 0
        if not taps:
            assert command.do in ("draw", "catch", "uno") or command.cards or command.card
            match.handle(Act(seat, command, now))
        elif due > now + 20 * MS:
            told = [line for place, buttons in enumerate(taps) for line in tap(match, seat, buttons, now + place * MS)]
            assert [(line.command, line.ok) for line in told] == [(command, True)]
            given_by_buttons += 1
    assert given_by_buttons > 30


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
