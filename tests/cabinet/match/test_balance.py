"""The balance of a way to play: it adds up in any order, and a log that is read again gives the same figures."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.config.offers import find_offer
from cabinet.config.schema import Config
from cabinet.research import balance_table as tables
from cabinet.research.balance import (
    HALF,
    LEVELS,
    NOBODY,
    STEPS,
    Balance,
    Curve,
    Leads,
    Plan,
    Report,
    mean,
    plan_of,
    play_plans,
)
from cabinet.research.bulk import processes
from cabinet.research.simulate import play_bots, simulated_brains
from engine.games import GAMES
from engine.log import header, read, text_of
from engine.log_lines import Entry
from engine.log_replay import rebuild
from engine.setup import Setup, seats_of
from tests.cabinet.bulk.jobs import Unreliable

AMBER, BLUE = 0, 1
FIRST = [pytest.param(game.info.id, game.info.presets[0].name, id=game.info.id) for game in GAMES]


def plan(game: str, preset: str, matches: int, levels: Sequence[str] = LEVELS, seed: int = 1) -> Plan:
    return plan_of(find_offer(Config(), game, preset), matches, levels, seed)


@lru_cache(maxsize=16)
def report(game: str, preset: str, matches: int, levels: tuple[str, ...] = LEVELS) -> Report:
    with processes(1) as executor:
        return play_plans([plan(game, preset, matches, levels)], executor)[0]


@lru_cache(maxsize=16)
def match_of(game: str, preset: str, seed: int) -> tuple[Setup, tuple[Entry, ...]]:
    chosen = plan(game, preset, 1).setup
    setup = replace(chosen, seed=seed, seats=seats_of(*["bot:fast"] * len(chosen.seats)))
    return setup, tuple(play_bots(setup, simulated_brains(setup)).final())


def counted(game: str, preset: str, seeds: Sequence[int]) -> Balance:
    setup, _ = match_of(game, preset, 1)
    balance = Balance(setup.game, setup.options, len(setup.seats))
    for seed in seeds:
        balance.add(match_of(game, preset, seed)[1])
    return balance


# Adding up


def merged(parts: Sequence[Balance]) -> Balance:
    total = counted("speed", "speed", ())
    for part in parts:
        total.merge(part)
    return total


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(st.integers(1, 6), max_size=4), max_size=4), st.randoms())
def test_balances_add_up_the_same_in_any_order_and_grouping(groups: list[list[int]], lot: Random) -> None:
    parts = [counted("speed", "speed", seeds) for seeds in groups]
    whole = counted("speed", "speed", [seed for seeds in groups for seed in seeds])
    lot.shuffle(parts)
    half = len(parts) // 2
    assert merged(parts) == whole
    assert merged([merged(parts[:half]), merged(parts[half:])]) == whole
    assert tables.level_dict(merged(parts)) == tables.level_dict(whole)


def test_figures_of_other_rules_do_not_add_up() -> None:
    with pytest.raises(ValueError, match="other rules"):
        counted("speed", "speed", ()).merge(counted("speed", "speed_doubles", ()))


@pytest.mark.parametrize(("game", "preset"), FIRST)
def test_a_log_that_was_written_and_read_again_gives_the_same_figures(game: str, preset: str) -> None:
    setup, entries = match_of(game, preset, 2)
    log = read(f"{header(setup)}\n{text_of(entries)}".encode())
    again = Balance(log.setup.game, log.setup.options, len(log.setup.seats))
    again.add(rebuild(log).pending())
    assert tables.level_dict(again) == tables.level_dict(counted(game, preset, (2,)))


@pytest.mark.parametrize(("game", "preset"), FIRST)
def test_the_sums_agree_with_each_other(game: str, preset: str) -> None:
    balance = counted(game, preset, (1, 2, 3))
    tally = balance.tally
    assert tally.matches == sum(balance.lead_changes.values()) == 3
    assert balance.deals == tally.deals == sum(balance.deal_tenths.values()) == sum(balance.deal_lead_changes.values())
    assert balance.match_curve.decided == tally.matches - tally.wins[NOBODY]
    assert balance.deal_curve.decided == balance.deals - balance.deals_won[NOBODY]
    assert balance.match_curve.led[STEPS] == balance.match_curve.decided
    assert balance.match_curve.trailed[STEPS] == 0
    assert sum(balance.margins_ms.values()) == tally.races
    assert 0 <= balance.stuck_ns < balance.play_ns


# Comebacks


def leads(*moments: tuple[int, int]) -> Leads:
    noted = Leads()
    for at, seat in moments:
        noted.note(at, seat)
    return noted


def test_a_comeback_is_a_win_of_a_seat_that_trailed_at_half_of_the_time() -> None:
    curve = Curve()
    curve.add(leads((0, BLUE), (70, AMBER)), 100, AMBER)  # behind at 50
    curve.add(leads((0, BLUE), (40, AMBER)), 100, AMBER)  # ahead again in time
    curve.add(leads((0, NOBODY), (60, AMBER)), 100, AMBER)  # level is not behind
    curve.add(leads((0, BLUE), (70, NOBODY)), 100, NOBODY)  # nobody has won
    assert (curve.decided, curve.trailed[HALF], curve.led[HALF]) == (3, 1, 1)
    assert curve.comebacks[0] == pytest.approx(1 / 3)


def test_of_four_seats_one_is_behind_only_if_another_is_alone_ahead() -> None:
    curve = Curve()
    curve.add(leads((0, 3), (80, 2)), 100, 2)
    curve.add(leads((0, NOBODY), (80, 2)), 100, 2)
    assert curve.trailed[HALF] == 1


def test_a_mean_is_of_values_counted_by_value() -> None:
    assert mean({0: 3, 4: 1}) == 1.0
    assert mean({}) == 0.0


def test_nothing_played_has_figures_too() -> None:
    empty = tables.level_dict(counted("speed", "speed", ()))
    assert empty["matches_won_from_behind"] == [0.0, 0.0, 1.0]
    assert (empty["stuck_share"], empty["cards_a_minute"], empty["median_margin_ms"]) == (0.0, 0.0, 0.0)


# Plans


def test_every_level_meets_every_lower_one() -> None:
    assert plan("speed", "speed", 4).pairs == [("middling", "slow"), ("fast", "slow"), ("fast", "middling")]
    assert plan("speed", "speed", 4, ("fast", "slow")).pairs == [("fast", "slow")]
    assert plan("speed", "speed", 4, ("random", "fast")).pairs == []


@pytest.mark.parametrize(("game", "preset", "seats"), [("speed", "speed", 2), ("speed", "speed_for_four", 4)])
def test_in_the_ladder_each_seat_has_the_higher_level_as_often(game: str, preset: str, seats: int) -> None:
    series = plan(game, preset, 7, ("slow", "fast")).ladder_series()
    players = [[seat.player for seat in each.setup.seats] for each in series]
    assert players == [["bot:fast" if seat == place else "bot:slow" for seat in range(seats)] for place in range(seats)]
    assert {each.matches for each in series} == {-(-7 // seats)}
    assert {each.setup.seed for each in series} == {1}


def test_a_report_has_all_matches_of_its_plan() -> None:
    found = report("speed", "speed", 5)
    assert [balance.tally.matches for balance in found.levels.values()] == [5, 5, 5]
    assert [rung.matches for rung in found.ladder] == [6, 6, 6]
    assert found.plan.total == 5 * 3 + 6 * 3
    fast = found.ladder[1]
    assert (fast.higher, fast.lower) == ("fast", "slow")
    assert fast.wins == 6
    assert fast.share[0] == 1.0


def test_random_play_is_a_level_too() -> None:
    (balance,) = report("speed", "speed", 5, ("random",)).levels.values()
    assert balance.tally.matches == 5
    assert balance.margins_ms == {}


@settings(max_examples=10, deadline=None)
@given(st.data())
def test_tasks_done_twice_in_any_order_give_the_same_reports(data: st.DataObject) -> None:
    alone = [report("speed", "speed", 3, ("random",)), report("speed", "four_card_speed", 1, ("fast", "slow"))]
    found = play_plans([each.plan for each in alone], Unreliable(data.draw))
    assert [tables.as_dict(each) for each in found] == [tables.as_dict(each) for each in alone]


def test_processes_give_the_figures_of_one() -> None:
    chosen = plan("speed", "four_card_speed", 5, ("fast", "middling"))
    with processes(2) as executor:
        (together,) = play_plans([chosen], executor)
    assert tables.as_dict(together) == tables.as_dict(report("speed", "four_card_speed", 5, ("fast", "middling")))
