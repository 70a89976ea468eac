"""Margins in figures."""

import pytest

from cabinet.display.margin_text import margin_text, short_margin_text


@pytest.mark.parametrize(
    ("margin_ns", "text"),
    [(1_000, "0.00"), (870_000, "0.87"), (9_994_000, "9.99"), (12_400_000, "12.4"), (287_000_000, "287.0")],
)
def test_margins_in_figures(margin_ns: int, text: str) -> None:
    assert margin_text(margin_ns) == text


@pytest.mark.parametrize(
    ("margin_ns", "text"),
    [
        (40_000, "0.04"),
        (94_900, "0.09"),
        (95_100, "0.1"),
        (870_000, "0.9"),
        (8_000_000, "8.0"),
        (9_940_000, "9.9"),
        (9_960_000, "10"),
        (150_300_000, "150"),
        (1_003_000_000, "1003"),
    ],
)
def test_a_margin_across_a_room_has_few_figures_and_never_only_zeros(margin_ns: int, text: str) -> None:
    assert short_margin_text(margin_ns) == text
