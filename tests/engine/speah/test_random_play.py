"""Speahx at random, for 2 to 14 seats and every pair of options: GEN-6 at every step, and logs that play again."""

import json
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import pytest

from engine.bots import Masher, find_brain
from engine.cards import is_down
from engine.chance import Chance
from engine.games.speah.game import Speahx
from engine.games.speah.rules import cards_left, is_in
from engine.log import Log
from engine.log_lines import CommandLine, Entry, as_text
from engine.log_replay import events
from engine.match import Match
from engine.panel import Act, Command
from engine.table import Table
from engine.units import MS
from tests.engine.conftest import tap
from tools.soundness import every_card_is_there_once

if TYPE_CHECKING:
    from tests.engine.conftest import Replayed
    from tests.engine.speah.conftest import Seated

pytestmark = pytest.mark.once

STEP_NS = 100 * MS
SEATS = (2, 3, 4, 5, 6, 7, 14)
NO_CAPS: dict[str, object] = {"caps": (0, 0)}
VALUES: dict[str, tuple[object, ...]] = {
    "jokers": (False, True),
    "table_cards": (5, 3, 1),
    "hand_cards": (5, 3, 1),
    "turn_s": (20, 3),
    "deals": (1, 2),
    "cards_seen": ("peek", "open"),
    "caps": ((0, 0), (30, 50)),
}
"""What each option is tried with; every two options meet in all their values."""


def pairs() -> list[dict[str, object]]:
    """Option sets in which every pair of values of two options is found, as few as a greedy choice makes them."""
    wanted = {
        ((one, a), (other, b)) for one, other in combinations(VALUES, 2) for a in VALUES[one] for b in VALUES[other]
    }
    sets = [dict(zip(VALUES, values, strict=True)) for values in product(*VALUES.values())]
    chosen = []
    while wanted:
        best = max(sets, key=lambda options: len(wanted & met(options)))
        chosen.append(best)
        wanted -= met(best)
    return chosen


def met(options: dict[str, object]) -> set[tuple[tuple[str, object], tuple[str, object]]]:
    """The pairs of values that a set of options has."""
    return {(one, other) for one, other in combinations(options.items(), 2)}


def check(game: Speahx, table: Table) -> None:
    """GEN-6, and what Speahx adds."""
    zones = table.zones
    assert every_card_is_there_once(game, table)
    assert all(map(is_down, (*zones["stock"], *zones["gone"]))) and not any(map(is_down, zones["pile"]))
    for seat in range(game.seats):
        legal = game.legal(table, seat)
        assert len(set(legal)) == len(legal)
        assert all(game.refusal(table, seat, command) is None for command in legal)
        if table.phase == "play":
            assert bool(legal) == (seat == table.number("turn")), "whoever is to play can, and nobody else"
            if seat != table.number("turn"):
                assert is_in(game.rules, table, seat) == bool(cards_left(game.rules, table, seat))
                assert not zones[game.rules.chances[seat]]
    if table.phase == "play" and not table.text("wants"):
        runs = [card[0] for card in zones["pile"][-4:]]
        assert len(runs) < 4 or len(set(runs)) > 1, "four of a rank never stay on top"
        assert not any(card[0] in "TX" for card in zones["pile"]), "neither tens nor jokers stay"


def play_at_random(match: Match, seed: int, lapse: float = 0.0, checked: bool = True) -> int:
    """Random legal commands to the outcome, letting time pass instead so often; returns the turns."""
    draw = Chance(seed).stream("test").random
    game = match.game
    assert isinstance(game, Speahx)
    now, turns = 0, 0
    while match.outcome is None:
        turn = match.table.number("turn")
        legal = match.legal(turn) if turn >= 0 else []
        due = match.next_deadline()
        if legal and draw() >= lapse and (due is None or due > now + STEP_NS):
            now += STEP_NS
            match.advance(now)
            update = match.handle(Act(turn, legal[int(draw() * len(legal))], now))
            assert isinstance(update.entries[0], CommandLine) and update.entries[0].ok
        else:
            assert due is not None, "a dead end"
            now = max(now, due)
            match.advance(now)
        turns += match.table.number("turn") != turn
        if checked:
            check(game, match.table)
        assert turns < 20_000
    return turns


@pytest.mark.parametrize("seats", range(2, 15))
def test_gen_6_no_card_is_lost_and_no_dead_end_for_every_number_of_seats(seated: "Seated", seats: int) -> None:
    for jokers in (False, True) if seats < 4 else (seats % 2 == 0,):  # the pairs of options have both at many tables
        match = seated(seats, {**NO_CAPS, "jokers": jokers}, seed=seats)
        play_at_random(match, seats)
        assert match.outcome is not None and match.outcome.reason == "out"
        assert sorted(match.outcome.scores) == list(range(1, seats + 1)), "the scores are the places"
        assert match.outcome.scores[match.outcome.winner or 0] == 1


def at_tables() -> list[tuple[int, dict[str, object]]]:
    """Each of those option sets at two tables, of all the sizes in turn."""
    sets = pairs()
    return [(SEATS[(place + more) % len(SEATS)], options) for more in (0, 3) for place, options in enumerate(sets)]


@pytest.mark.long
@pytest.mark.parametrize(("seats", "options"), at_tables(), ids=str)
def test_gen_6_every_pair_of_options(seated: "Seated", seats: int, options: dict[str, object]) -> None:
    match = seated(seats, options, seed=3)
    play_at_random(match, 3, lapse=0.01)
    assert match.outcome is not None
    assert match.outcome.reason in ("cap", "deals" if options["deals"] == 2 else "out")


def test_every_number_of_seats_has_its_options() -> None:
    assert {seats for seats, _ in at_tables()} == set(SEATS)


@pytest.mark.parametrize("seats", [2, 5, 7])
def test_gen_6_the_effects_give_the_table_and_the_log_plays_again(
    seated: "Seated", replay: "Replayed", seats: int
) -> None:
    match = seated(seats, {"jokers": seats == 5, "deals": 2, "caps": (60, 90)}, seed=seats)
    play_at_random(match, seats, lapse=0.02, checked=False)
    entries = match.pending()
    zones, scalars = replay(entries)
    assert (zones, {f"score.{n}": 0 for n in range(seats)} | scalars) == (
        dict(match.table.zones),
        dict(match.table.scalars),
    )
    assert again(match, entries) == [as_text(entry) for entry in entries]


def again(match: Match, entries: list[Entry]) -> list[str]:
    """The lines that come of feeding what the entries say came in to a new match."""
    values: tuple[dict[str, Any], ...] = tuple(json.loads(as_text(entry)) for entry in entries)
    log = Log(match.setup, (), values)
    second = Match(match.setup, game=match.game)
    for event in events(log):
        second.handle(event)
    second.advance(log.end)
    return [as_text(entry) for entry in second.pending()]


def test_bots_play_it_on_their_buttons_and_their_logs_play_again(seated: "Seated") -> None:
    for name, seats, cap in (("perfect", 4, 10), ("fast", 2, 100), ("middling", 3, 60)):
        brain = find_brain(name)
        match = seated(
            seats, {"caps": (cap, cap)}, players=(f"bot:{name}",) * seats, brains=dict.fromkeys(range(seats), brain)
        )
        run(match)
        commands = [entry for entry in match.pending() if isinstance(entry, CommandLine)]
        assert sum(command.ok for command in commands) > 10
        entries = match.pending()
        assert again(match, entries) == [as_text(entry) for entry in entries]


def test_blind_mashing_loses_no_card_and_costs_no_lock(seated: "Seated") -> None:
    match = seated(3, {"caps": (60, 60)}, players=("bot:masher",) * 3, brains=dict.fromkeys(range(3), Masher()))
    run(match)
    assert match.outcome is not None and match.table.number("misses.0") == 0


def run(match: Match) -> None:
    """From deadline to deadline, to the outcome."""
    game = match.game
    assert isinstance(game, Speahx)
    while match.outcome is None:
        due = match.next_deadline()
        assert due is not None, "a dead end"
        match.advance(due)
        check(game, match.table)


def test_every_legal_command_has_its_buttons(seated: "Seated") -> None:
    match = seated(3, {**NO_CAPS, "jokers": True}, seed=8)
    draw = Chance(8).stream("test").random
    now = 0
    while match.table.phase != "play":
        now = match.next_deadline() or 0
        match.advance(now)
    for _ in range(400):
        seat = match.table.number("turn")
        legal = match.legal(seat)
        if not legal:
            break
        wanted = legal[int(draw() * len(legal))]
        told = []
        for button in match.game.presses_for(match.game.view(match.table, seat), seat, wanted):
            now += MS
            told += tap(match, seat, button, now)
        assert [(line.command, line.ok) for line in told] == [(wanted, True)]


def test_spx_14_two_at_random_take_hundreds_of_turns(seated: "Seated") -> None:
    """Why there are a turn timer, caps and a party preset. Each turn's kind of move is drawn, then one of that kind."""
    matches = 30
    turns = [play_by_kind(seated(2, NO_CAPS, seed=seed), seed) for seed in range(matches)]
    assert 150 < sum(turns) / matches < 450


def play_by_kind(match: Match, seed: int) -> int:
    """A match without caps, to the outcome; returns its turns."""
    draw = Chance(seed).stream("test").random
    now, turns = 0, 0
    while match.outcome is None:
        turn = match.table.number("turn")
        legal = match.legal(turn) if turn >= 0 else []
        if legal:
            kinds = sorted({command.do for command in legal})
            kind = kinds[int(draw() * len(kinds))]
            of_kind = [command for command in legal if command.do == kind]
            now += STEP_NS
            match.handle(Act(turn, of_kind[int(draw() * len(of_kind))], now))
        else:
            now = max(now, match.next_deadline() or 0)
            match.advance(now)
        turns += match.table.number("turn") != turn
    return turns


def test_commands_of_another_game_are_refused(seated: "Seated") -> None:
    match = seated(2)
    while match.table.phase != "play":
        match.advance(match.next_deadline() or 0)
    turn = match.table.number("turn")
    assert match.game.refusal(match.table, turn, Command("slap", to="pile")) == "window"
