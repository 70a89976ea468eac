"""The balance of a way to play and its drawing.

It adds up in any order, a log that is read again gives the same figures; the sheet is well-formed, its words apart.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, pairwise
from random import Random
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.config.offers import find_offer
from cabinet.config.schema import Config
from cabinet.display.theme import SEATS
from engine.games import GAMES
from engine.log import header, read, text_of
from engine.log_lines import Entry
from engine.log_replay import rebuild
from engine.setup import Setup, seats_of
from engine.simulation import play_bots
from tests.workshop.research.jobs import Unreliable
from workshop.research import balance_table as tables
from workshop.research.balance import (
    HALF,
    LEVELS,
    NOBODY,
    STEPS,
    Balance,
    Curve,
    Leads,
    Plan,
    Report,
    Rung,
    mean,
    plan_of,
    play_plans,
)
from workshop.research.bulk import processes
from workshop.research.simulate import simulated_brains

if TYPE_CHECKING:  # 30 MB, here and below: not for those who only collect the tests
    from matplotlib.transforms import Bbox

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


def counts(lot: Random, matches: int, low: int, high: int) -> Counter[int]:
    return Counter(lot.randint(low, high) for _ in range(matches))


def balance_of(plan: Plan, lot: Random, lengths: tuple[int, int]) -> Balance:
    """Figures that nobody played, so that a change of a game or of bots changes no drawing."""
    matches, seats = plan.matches, plan.seats
    balance = Balance(plan.setup.game, plan.setup.options, seats)
    tally = balance.tally
    tally.matches, tally.deals, tally.stuck, tally.races = matches, 3 * matches, 7 * matches, 20 * matches
    tally.commands["play"], tally.wins = 100 * matches, Counter(lot.randrange(seats) for _ in range(matches))
    tally.lengths_ms = counts(lot, matches, *lengths)
    balance.deals_won = counts(lot, 3 * matches, 0, seats - 1)
    balance.deal_tenths = counts(lot, 3 * matches, 200, 600)
    balance.deal_lead_changes, balance.lead_changes = counts(lot, 3 * matches, 0, 6), counts(lot, matches, 0, 15)
    led = Counter({step: matches * step // STEPS for step in range(STEPS + 1)})
    trailed = Counter({step: (matches - led[step]) // 2 for step in range(STEPS + 1)})
    balance.match_curve = balance.deal_curve = Curve(matches, led, trailed)
    balance.margins_ms = counts(lot, 20 * matches, 1, 299)
    balance.play_ns, balance.stuck_ns = matches * 90 * 10**9, matches * 15 * 10**9
    return balance


def report_of(preset: str, matches: int = 100, levels: tuple[str, ...] = LEVELS) -> Report:
    game = {"speed": "speed", "speed_for_four": "speed", "speah": "speah"}[preset]
    plan, lot = plan_of(find_offer(Config(), game, preset), matches, levels), Random(1)
    found = {level: balance_of(plan, lot, (60_000 * place, 150_000 * place)) for place, level in enumerate(levels, 1)}
    ladder = [Rung(higher, lower, matches, matches, matches, 0) for higher, lower in plan.pairs]
    return Report(plan, found, ladder)


NOTHING = plan("speed", "speed", 1, ("fast",))
REPORTS = {
    "three levels": report_of("speed"),
    "four seats": report_of("speed_for_four"),
    "one level": report_of("speah", levels=("random",)),
    "two levels": report_of("speah", levels=("fast", "slow")),
    "one match": report_of("speed", 1),
    "no match": Report(NOTHING, {"fast": Balance("speed", NOTHING.setup.options, 2)}, []),
}


@pytest.mark.parametrize("report", REPORTS.values(), ids=list(REPORTS))
def test_all_words_are_on_the_sheet_and_none_lies_on_others(report: Report) -> None:
    wide, high, found = boxes(report)
    for box, words in found:
        assert box.x0 >= 0, words
        assert box.x1 <= wide, words
        assert box.y0 >= 0, words
        assert box.y1 <= high, words
    for (one, words), (other, beside) in combinations(found, 2):
        apart = one.x1 <= other.x0 or other.x1 <= one.x0 or one.y1 <= other.y0 or other.y1 <= one.y0
        assert apart, f"{words!r} and {beside!r}"


def boxes(report: Report) -> tuple[float, float, list[tuple["Bbox", str]]]:
    """The width and height of a sheet, and where its words are, from below."""
    from matplotlib import style
    from matplotlib.text import Text

    from workshop.research import charts

    with style.context(charts.STYLE, after_reset=True):
        sheet = charts.sheet_of(report)
        sheet.draw_without_rendering()
        texts = [text for text in sheet.findobj(Text) if text.get_visible()]
        found = [(text.get_window_extent(), text.get_text()) for text in texts if text.get_text().strip()]
    return sheet.bbox.width, sheet.bbox.height, found


@pytest.mark.parametrize(("preset", "seats"), [("speed", 2), ("speed_for_four", 4)])
def test_seats_have_their_colours_with_their_shapes(preset: str, seats: int) -> None:
    from workshop.research import charts

    text = charts.drawing(REPORTS["three levels" if seats == 2 else "four seats"])
    used = set(re.findall(r"fill: (#[0-9a-f]{6})", text))
    assert {charts.hexed(look.colour) for look in SEATS[:seats]} <= used
    assert not {charts.hexed(look.colour) for look in SEATS[seats:]} & used
    assert [word for word in ("AMBER", "BLUE", "GREEN", "YELLOW") if f">{word}<" in text] == [
        look.word for look in SEATS[:seats]
    ]


def test_every_seat_has_a_marker_of_its_own() -> None:
    from workshop.research import charts

    markers = [charts.seat_marker(seat).vertices for seat in range(len(SEATS))]
    assert len({str(corners) for corners in markers}) == len(SEATS)


def test_each_level_has_its_figures() -> None:
    from workshop.research import charts

    text = charts.drawing(REPORTS["three levels"])
    for row in charts.figures_of(REPORTS["three levels"]):
        for cell in filter(None, row):
            assert f">{cell}<" in text
    for balance in REPORTS["three levels"].levels.values():
        assert f">{balance.tally.share_of_wins(AMBER)[0]:.1%}<" in text


def test_the_same_report_gives_the_same_bytes() -> None:
    from matplotlib import rc_context

    from workshop.research.charts import drawing

    with rc_context({"font.size": 20, "svg.hashsalt": None, "lines.linewidth": 9, "figure.dpi": 50}):
        of_an_engineer = drawing(report_of("speed"))
    assert of_an_engineer == drawing(report_of("speed"))
    assert "<dc:date>" not in of_an_engineer
    assert "Matplotlib v" not in of_an_engineer


def test_any_name_is_drawn_as_it_is() -> None:
    """A way to play may be called by signs of XML, by two dollars, and in letters that matplotlib has no font for."""
    played = REPORTS["one level"].plan
    plan = msgspec.structs.replace(played, setup=replace(played.setup, preset="<$a_b$ & 牌>"))
    from workshop.research.charts import drawing

    text = drawing(replace(REPORTS["one level"], plan=plan))
    assert "SPEAHX: &lt;$a_b$ &amp; 牌&gt;<" in text
    assert ElementTree.fromstring(text).tag.endswith("svg")


COUNTS = st.dictionaries(st.integers(0, 10**7), st.integers(1, 10**9), max_size=40)


@given(COUNTS)
def test_bars_hold_every_value_but_the_last_few_and_are_not_too_many(counts: dict[int, int]) -> None:
    from workshop.research import charts

    edges, has_tail = charts.edges_for(counts)
    (width,) = {later - earlier for earlier, later in pairwise(edges)}
    assert str(width).rstrip("0") in ("1", "2", "5")
    assert 1 <= len(edges) - 1 <= charts.MOST_BARS
    if counts:
        assert edges[0] <= min(counts)
        assert has_tail == (max(counts) >= edges[-1])
        within = sum(count for value, count in counts.items() if value < edges[-1])
        assert within >= charts.TAIL * sum(counts.values())


def test_a_few_far_values_go_into_the_last_bar() -> None:
    from workshop.research import charts

    assert charts.edges_for({1: 50, 2: 30, 3: 19, 400: 1}) == ([1, 2, 3, 4], True)


def test_bars_are_as_narrow_as_there_is_room() -> None:
    from workshop.research import charts

    assert charts.edges_for({0: 1, 99: 1}) == (list(range(0, 105, 5)), False)
    assert charts.edges_for({7: 4}) == ([7, 8], False)
    assert charts.edges_for({}) == ([0, 1], False)
