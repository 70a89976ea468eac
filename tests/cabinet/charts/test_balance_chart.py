"""The drawing of a balance: well-formed, within its sheet, its words apart; one sheet letter by letter."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from cabinet.config.offers import find_offer
from cabinet.config.schema import Config
from cabinet.display.theme import SEATS
from cabinet.research import charts
from cabinet.research.balance import LEVELS, STEPS, Balance, Curve, Plan, Report, Rung, plan_of
from cabinet.research.charts import drawing

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
