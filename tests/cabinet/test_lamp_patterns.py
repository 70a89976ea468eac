"""The patterns of light, in virtual time: which lamps, whose, and no more than three flashes a second."""

from pathlib import Path

import pytest

from cabinet.config.schema import Input
from cabinet.input.inputs import lines_map
from cabinet.lamp_patterns import LEAST_MS, PATTERNS, Cue, Wanted, colour_of, is_about_seats, laid_under, lit
from cabinet.strings.catalogue import has_word
from engine.panel import ACTION, BUTTONS, CARDS
from hardware.lamps import Lamp, Motion

LINES = Input().lines
DEVICE = lines_map(LINES, (0, 1))
AMBER, BLUE = 0, 1
STEP_MS = 5


def share_at(lamp: Lamp, ms: int) -> float:
    """Return the share of its colour, 0 to 1, that a lamp shows at a time of the board (docs/protocol.md, Lamps)."""
    if lamp.period_ms == 0 or lamp.motion is Motion.STEADY:
        return 1.0
    x = ((ms + lamp.phase * lamp.period_ms // 256) % lamp.period_ms) / lamp.period_ms
    match lamp.motion:
        case Motion.BLINK:
            return 1.0 if x < 1 / 2 else 0.0
        case Motion.PULSE:
            return 2 * x if x < 1 / 2 else 2 - 2 * x
    return 1 - 4 * x if x < 1 / 4 else 0.0


def light(lamps: Wanted, place: tuple[int, str], ms: int) -> float:
    """The light of a lamp at a time, 0 to 1."""
    lamp = lamps.get(place, Lamp())
    return share_at(lamp, ms) * max(lamp.colour) / 255


def flashes(lamps: Wanted, place: tuple[int, str], begin_ms: int) -> int:
    """How often the lamp rises from dark to bright within a second."""
    count, was_dark = 0, light(lamps, place, begin_ms) <= 0.1
    for ms in range(begin_ms, begin_ms + 1000, STEP_MS):
        level = light(lamps, place, ms)
        count += was_dark and level > 0.5
        was_dark = level <= 0.1 or (was_dark and level <= 0.5)
    return count


@pytest.mark.parametrize("name", PATTERNS)
def test_no_lamp_flashes_more_than_three_times_in_any_second(name: str) -> None:
    lamps = lit(Cue(name, (AMBER,)), DEVICE)
    assert max(flashes(lamps, place, begin) for place in lamps for begin in range(0, 2000, 250)) <= 3


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_repeats_as_the_board_counts_periods(name: str) -> None:
    for part in PATTERNS[name]:
        assert part.period_ms % 20 == 0
        assert part.motion is Motion.STEADY or LEAST_MS <= part.period_ms <= 255 * 20


def test_five_flashes_a_second_would_be_seen() -> None:
    fast: Wanted = {(0, ACTION): Lamp((255, 0, 0), Motion.BLINK, 200)}
    assert flashes(fast, (0, ACTION), 0) > 3


def test_nobody_plays_and_a_light_runs_over_all_panels() -> None:
    lamps = lit(Cue("attract"), DEVICE)
    heads = []
    for ms in range(0, 2400, 150):
        levels = {place: light(lamps, place, ms) for place in DEVICE.values()}
        heads.append(max(levels, key=lambda place: levels[place]))
    assert heads == list(DEVICE.values())
    assert {lamp.colour for lamp in lamps.values()} == {colour_of(AMBER), colour_of(BLUE)}


def test_the_seat_that_is_awaited_breathes_and_the_other_glows() -> None:
    lamps = lit(Cue("queue", (BLUE,)), DEVICE)
    breath = [light(lamps, (BLUE, ACTION), ms) for ms in (0, 300, 600, 900, 1200)]
    assert breath == [0, 0.5, 1, 0.5, 0]
    glows = {place: light(lamps, place, 0) for place in lamps if place != (BLUE, ACTION)}
    assert glows.keys() == {(AMBER, ACTION), *((BLUE, card) for card in CARDS)}
    assert all(0.15 < glow < 0.25 for glow in glows.values())


def test_a_light_runs_round_the_winners_panel_alone() -> None:
    lamps = lit(Cue("winner", (BLUE,)), DEVICE)
    assert set(lamps) == {(BLUE, button) for button in BUTTONS}
    for ms in range(0, 800, 20):
        assert sum(light(lamps, place, ms) > 0 for place in lamps) in (1, 2, 3)


def test_all_blink_where_nobody_won() -> None:
    lamps = lit(Cue("nobody"), DEVICE)
    assert [sum(light(lamps, place, ms) for place in DEVICE.values()) for ms in (0, 399, 400, 799)] == [16, 16, 0, 0]


def test_a_record_blinks_round_a_white_action() -> None:
    lamps = lit(Cue("record", (AMBER,)), DEVICE)
    assert lamps[AMBER, ACTION] == Lamp((255, 255, 255))
    cards = [[light(lamps, (AMBER, card), ms) for card in CARDS] for ms in (0, 249, 250, 499)]
    assert cards == [[1] * 5, [1] * 5, [0] * 5, [0] * 5]
    assert light(lamps, (BLUE, ACTION), 1000) == 1
    assert not any((BLUE, card) in lamps for card in CARDS)


@pytest.mark.parametrize(("name", "period_ms"), [("race", 400), ("tension", 900)])
def test_a_pattern_of_a_match_hides_no_key(name: str, period_ms: int) -> None:
    key: Wanted = {(AMBER, ACTION): Lamp((51, 28, 0)), (AMBER, "CARD1"): Lamp((255, 140, 0))}
    assert laid_under(Cue(name, (AMBER,)), key) == key
    below = laid_under(Cue(name, (AMBER, BLUE)), {(AMBER, "CARD1"): Lamp((255, 140, 0))})
    assert below.keys() == {(AMBER, ACTION), (BLUE, ACTION), (AMBER, "CARD1")}
    seen = {light(below, (BLUE, ACTION), ms) > 0.5 for ms in range(0, period_ms, 20)}
    assert seen == {True, False}
    assert laid_under(Cue(name), key) == key


def test_seats_without_a_colour_are_white() -> None:
    assert colour_of(13) == (255, 255, 255)
    (lamp,) = lit(Cue("winner", (13,)), {"0": (13, ACTION)}).values()
    assert lamp.colour == (255, 255, 255)


def test_a_pattern_that_is_not_in_the_table_is_an_error() -> None:
    with pytest.raises(KeyError):
        lit(Cue("disco"), DEVICE)


@pytest.mark.parametrize("name", PATTERNS)
def test_every_pattern_is_described_in_words_and_in_the_documents(name: str, repository: Path) -> None:
    assert has_word(f"lamps.{name}")
    assert f"| `{name}` |" in (repository / "docs" / "wiring.md").read_text(encoding="utf-8")


def test_some_patterns_are_about_nobody() -> None:
    assert [name for name in PATTERNS if not is_about_seats(name)] == ["attract", "nobody"]


SHARES: list[tuple[Motion, int, int, list[tuple[int, float]]]] = [
    (Motion.STEADY, 200, 0, [(0, 1), (99, 1)]),
    (Motion.BLINK, 200, 128, [(0, 0), (99, 0), (100, 1), (199, 1), (200, 0)]),
    (Motion.PULSE, 200, 64, [(0, 0.5), (50, 1), (100, 0.5), (150, 0)]),
    (Motion.CHASE, 200, 192, [(0, 0), (50, 1), (75, 0.5), (100, 0)]),
    (Motion.PULSE, 0, 9, [(0, 1), (77, 1)]),
]
"""As tests/firmware/test_pure.py has them of the board's own program."""


@pytest.mark.parametrize(("motion", "period", "phase", "shares"), SHARES)
def test_a_lamp_shows_here_what_it_shows_on_the_board(
    motion: Motion, period: int, phase: int, shares: list[tuple[int, float]]
) -> None:
    lamp = Lamp((255, 0, 0), motion, period, phase)
    assert [(ms, share_at(lamp, ms)) for ms, _ in shares] == shares
