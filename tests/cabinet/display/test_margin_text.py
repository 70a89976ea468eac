"""Margins in figures."""

import pytest

from cabinet.display.margin_text import margin_text, tag_texts


@pytest.mark.parametrize(
    ("margin_ns", "text"),
    [(1_000, "0.00"), (870_000, "0.87"), (9_994_000, "9.99"), (12_400_000, "12.4"), (287_000_000, "287.0")],
)
def test_margins_in_figures(margin_ns: int, text: str) -> None:
    assert margin_text(margin_ns) == text


@pytest.mark.parametrize(
    ("margin_ns", "texts"),
    [
        (870_000, ("+0.87",)),
        (12_400_000, ("+12.4", "+12")),
        (150_300_000, ("+150.3", "+150")),
        (1_003_000_000, ("+1003",)),
    ],
)
def test_a_card_has_room_for_a_margin_whole_or_in_whole_milliseconds(margin_ns: int, texts: tuple[str, ...]) -> None:
    assert tag_texts(margin_ns) == texts
