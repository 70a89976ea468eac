"""Colours that everybody can tell apart, and text that stands out from its ground."""

from itertools import combinations
from typing import Final

import pytest

from cabinet.display.cards import ORDER
from cabinet.display.shapes import COLOUR_SHAPES, SEAT_SHAPES, SUITS
from cabinet.display.theme import Colour, Colours, Theme
from engine.setup import SEAT_NAMES

Rows = tuple[tuple[float, float, float], ...]

AS_SEEN: Final[dict[str, Rows]] = {
    "by most": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "without red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "without green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "without blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Machado, Oliveira and Fernandes 2009, severity 1.0: linear RGB as seen with each kind of colour blindness."""


def linear(colour: Colour) -> tuple[float, float, float]:
    red, green, blue = (
        value / 255 / 12.92 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in colour
    )
    return red, green, blue


def seen(colour: Colour, kind: str) -> tuple[float, float, float]:
    light = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(part * value for part, value in zip(row, light, strict=True)))) for row in AS_SEEN[kind]
    )
    return red, green, blue


def lab(light: tuple[float, float, float]) -> tuple[float, float, float]:
    """CIE L*a*b* under D65."""
    red, green, blue = light
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: Colour, other: Colour, kind: str) -> float:
    """CIE76 difference; about 2.3 can just be noticed side by side."""
    pairs = zip(lab(seen(one, kind)), lab(seen(other, kind)), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def contrast(text: Colour, ground: Colour) -> float:
    """WCAG 2 contrast ratio, 1 to 21."""
    light = sorted(
        sum(part * value for part, value in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True)) + 0.05
        for colour in (text, ground)
    )
    return light[1] / light[0]


@pytest.mark.parametrize("kind", AS_SEEN)
def test_the_two_players_colours_are_far_apart_for_every_eye(kind: str) -> None:
    amber, blue = Theme().seats[:2]
    assert apart(amber.colour, blue.colour, kind) > 45


@pytest.mark.parametrize("kind", AS_SEEN)
def test_all_seats_round_one_screen_can_be_told_apart(kind: str) -> None:
    for one, other in combinations(Theme().seats[:8], 2):
        assert apart(one.colour, other.colour, kind) > 10, f"{one.word} and {other.word}"


def test_every_seat_has_a_shape_of_its_own() -> None:
    seats = Theme().seats
    assert [seat.shape for seat in seats[:4]] == ["triangle", "disc", "square", "diamond"]
    assert [seat.word for seat in seats] == list(SEAT_NAMES)
    assert len({seat.shape for seat in seats}) == len(seats)
    assert all(seat.shape in SEAT_SHAPES for seat in seats)


@pytest.mark.parametrize("kind", AS_SEEN)
def test_suits_differ_in_colour_for_every_eye_and_in_shape_anyway(kind: str) -> None:
    theme = Theme()
    for one, other in combinations(SUITS, 2):
        assert apart(theme.suit_colour(one), theme.suit_colour(other), kind) > 10, one + other


@pytest.mark.parametrize("kind", AS_SEEN)
def test_card_colours_differ_for_every_eye_and_in_shape_anyway(kind: str) -> None:
    theme = Theme()
    for one, other in combinations(ORDER, 2):
        assert apart(theme.card_colour(one), theme.card_colour(other), kind) > 10, one + other
    assert set(COLOUR_SHAPES) == set(ORDER)


COLOURS = Colours()
PAIRS = {
    "dark soft-key": (COLOURS.key_text, COLOURS.key),
    "quiet note in the night": (COLOURS.quiet, COLOURS.night),
    "quiet note on the band": (COLOURS.quiet, COLOURS.floodlight),
    "text on a plate": (COLOURS.text, COLOURS.plate),
    **{f"lit soft-key of {seat.word}": (COLOURS.dark_text, seat.colour) for seat in Theme().seats},
    **{f"name of {seat.word}": (seat.colour, COLOURS.night) for seat in Theme().seats},
    **{f"index on {name}": (COLOURS.paper, Theme().card_colour(name)) for name in "RGBW"},
    "index on Y": (COLOURS.dark_text, COLOURS.card_yellow),
    **{f"index of {suit}": (Theme().suit_colour(suit), COLOURS.paper) for suit in SUITS},
}


@pytest.mark.parametrize("pair", PAIRS)
def test_what_must_be_read_stands_out(pair: str) -> None:
    assert contrast(*PAIRS[pair]) >= 4.5
