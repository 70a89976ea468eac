"""The balance of a way to play and its drawing.

It adds up in any order, a log that is read again gives the same figures; the sheet is well-formed, its words apart.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.config.offers import find_offer
from cabinet.config.schema import Config
from cabinet.display.theme import SEATS
from cabinet.research import balance_table as tables
from cabinet.research import charts
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
    Rung,
    mean,
    plan_of,
    play_plans,
)
from cabinet.research.bulk import processes
from cabinet.research.charts import Bins, bins_for, drawing
from cabinet.research.simulate import play_bots, simulated_brains
from engine.games import GAMES
from engine.log import header, read, text_of
from engine.log_lines import Entry
from engine.log_replay import rebuild
from engine.setup import Setup, seats_of
from tests.cabinet.research.jobs import Unreliable

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


GOLDEN = Path(__file__).parent / "golden" / "speed.svg"
SVG = "{http://www.w3.org/2000/svg}"
CAPITAL = 0.72
"""The height of capitals, and the mean width of letters is less than this in the widest of the typefaces."""


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
    ladder = [Rung(higher, lower, matches, matches, matches) for higher, lower in plan.pairs]
    return Report(plan, found, ladder)


REPORTS = {
    "three levels": report_of("speed"),
    "four seats": report_of("speed_for_four"),
    "one level": report_of("speah", levels=("random",)),
    "two levels": report_of("speah", levels=("fast", "slow")),
    "one match": report_of("speed", 1),
}


@pytest.mark.parametrize("report", REPORTS.values(), ids=list(REPORTS))
def test_a_sheet_is_well_formed_and_nothing_leaves_it(report: Report) -> None:
    sheet = ElementTree.fromstring(drawing(report))
    wide, high = float(sheet.attrib["width"]), float(sheet.attrib["height"])
    for x, y in places(sheet):
        assert 0 <= x <= wide
        assert 0 <= y <= high
    for left, top, right, bottom, words in boxes(sheet):
        assert left >= 0, words
        assert right <= wide, words
        assert bottom <= high, words
        assert top >= 0, words


def places(sheet: ElementTree.Element) -> Iterator[tuple[float, float]]:
    for mark in sheet:
        for x, y in (("x", "y"), ("x1", "y1"), ("x2", "y2"), ("cx", "cy")):
            if x in mark.attrib:
                yield float(mark.attrib[x]), float(mark.attrib[y])
        for point in mark.attrib.get("points", "").split():
            x, y = point.split(",")
            yield float(x), float(y)


def boxes(sheet: ElementTree.Element) -> Iterator[tuple[float, float, float, float, str]]:
    """Yield (left, top, right, bottom, words) of every text, by a generous mean width of letters."""
    for mark in sheet.iter(f"{SVG}text"):
        size, x, y, words = float(mark.attrib["font-size"]), float(mark.attrib["x"]), float(mark.attrib["y"]), mark.text
        assert words
        wide = len(words) * size * (0.75 if mark.attrib.get("font-weight") else 0.56)
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[mark.attrib["text-anchor"]]
        yield left, y - CAPITAL * size, left + wide, y, words


@pytest.mark.parametrize("report", REPORTS.values(), ids=list(REPORTS))
def test_no_words_lie_on_others(report: Report) -> None:
    found = sorted(boxes(ElementTree.fromstring(drawing(report))))
    for place, (left, top, right, bottom, words) in enumerate(found):
        for other_left, other_top, _, other_bottom, other in found[place + 1 :]:
            if other_left >= right:
                break
            assert other_bottom <= top or other_top >= bottom, f"{words!r} at {left:.0f} and {other!r}"


@pytest.mark.parametrize(("preset", "seats"), [("speed", 2), ("speed_for_four", 4)])
def test_seats_have_their_colours_with_their_shapes(preset: str, seats: int) -> None:
    text = drawing(REPORTS["three levels" if seats == 2 else "four seats"])
    used = set(re.findall(r'fill="(#[0-9a-f]{6})"', text))
    assert {charts.hexed(look.colour) for look in SEATS[:seats]} <= used
    assert not {charts.hexed(look.colour) for look in SEATS[seats:]} & used
    assert text.count("<circle") == len(LEVELS) + 1  # BLUE's, and the legend's
    assert [word for word in ("AMBER", "BLUE", "GREEN", "YELLOW") if f">{word}<" in text] == [
        look.word for look in SEATS[:seats]
    ]


def test_the_same_report_gives_the_same_bytes() -> None:
    assert drawing(report_of("speed")) == drawing(report_of("speed"))


def test_the_golden_sheet() -> None:
    """A changed drawing is looked at, and then its text replaces this one."""
    assert drawing(report_of("speed")) == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("value", "expected"), [(1.0, "1"), (1.04, "1"), (-0.01, "0"), (12.25, "12.2"), (100, "100"), (0.96, "1")]
)
def test_coordinates_are_short(value: float, expected: str) -> None:
    assert charts.number(value) == expected


def test_words_with_signs_of_xml_are_escaped() -> None:
    assert ">a &lt; b &amp; c</text>" in charts.text(0, 0, "a < b & c")


COUNTS = st.dictionaries(st.integers(0, 10**7), st.integers(1, 50), max_size=40)


@given(st.lists(COUNTS, max_size=3), st.integers(1, 30), st.sampled_from((1, 100, 6000)))
def test_every_count_is_in_a_bar_and_there_are_not_too_many(
    many: list[dict[int, int]], most: int, unit: int
) -> None:
    bins = bins_for(many, most, unit)
    assert 1 <= bins.count <= most
    assert bins.width % unit == 0
    for counts in many:
        assert sum(bins.bars(counts)) == sum(counts.values())
    values = [value for counts in many for value in counts]
    if values:
        assert bins.start <= min(values)
        assert bins.has_tail == (max(values) >= bins.end)


def test_a_few_far_values_go_into_the_last_bar() -> None:
    counts = Counter({1: 50, 2: 30, 3: 19, 400: 1})
    bins = bins_for([counts], 10)
    assert bins == Bins(1, 1, 3, has_tail=True)
    assert bins.bars(counts) == [50, 30, 20]


def test_bars_are_as_narrow_as_there_is_room() -> None:
    assert bins_for([{0: 1, 99: 1}], 24) == Bins(0, 5, 20, has_tail=False)
    assert bins_for([{7: 4}], 24) == Bins(7, 1, 1, has_tail=False)
    assert bins_for([], 24) == Bins(0, 1, 1, has_tail=False)
