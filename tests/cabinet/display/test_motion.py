"""Movement: quick, gentle, ending where it should."""

import pygame
from hypothesis import given
from hypothesis import strategies as st

from cabinet.display.stage import Bounce, Glide, eased
from cabinet.display.theme import Motion
from engine.units import MS

MOTION = Motion()
CARD = pygame.Surface((10, 14))
spots = st.tuples(st.integers(0, 2000), st.integers(0, 2000))


def test_glides_take_80_to_150_ms() -> None:
    assert 80 * MS <= MOTION.glide <= 150 * MS
    assert 80 * MS <= MOTION.turn <= 150 * MS
    assert 80 * MS <= MOTION.land <= 120 * MS


@given(st.floats(0, 1), st.floats(0, 1))
def test_easing_never_goes_back(one: float, other: float) -> None:
    assert eased(0) == 0
    assert eased(1) == 1
    assert (eased(one) <= eased(other)) == (one <= other) or abs(one - other) < 1e-6


@given(spots, spots, st.integers(0, 10**15))
def test_a_glide_begins_and_ends_in_its_places(origin: tuple[int, int], goal: tuple[int, int], start: int) -> None:
    glide = Glide("7H", "centre.0", start, MOTION.glide, CARD, origin, goal)
    assert glide.at(start)[1:] == origin
    assert glide.at(glide.until)[1:] == goal
    assert glide.at(glide.until + 10**9)[1:] == goal


@given(spots, spots)
def test_a_beaten_card_comes_home(home: tuple[int, int], reach: tuple[int, int]) -> None:
    bounce = Bounce("7H", "seat0.hand1", 0, CARD, home, reach, 5, MOTION)
    assert bounce.at(0)[1:] == home
    standing = range(MOTION.lunge, MOTION.lunge + MOTION.hit_stop, MS)
    assert {bounce.at(now)[1:] for now in standing} == {reach}, "it stands for two frames"
    assert bounce.at(bounce.until)[1:] == home
    shaking = range(MOTION.lunge + MOTION.hit_stop + MOTION.glide, bounce.until, MS)
    assert {bounce.at(now).y for now in shaking} == {home[1]}
    assert max(abs(bounce.at(now).x - home[0]) for now in shaking) <= 5
