"""Soft-keys: every word of the catalogue fits every key; lit in the seat's colour, dark with a number."""

import pytest

from cabinet.display.fonts import Fonts
from cabinet.display.kit import ELLIPSIS, Kit
from cabinet.display.layout import LayoutName, table_layout
from cabinet.display.pictures import SIZES
from cabinet.display.softkeys import KeyFace, SoftKeys
from cabinet.display.theme import Theme
from cabinet.words import CATALOGUE

LABELS = [text for key, text in CATALOGUE.items() if key.startswith("label.")]
WAYS: tuple[tuple[LayoutName, bool], ...] = (("facing", False), ("facing", True), ("beside", False))


@pytest.mark.parametrize(("layout", "cocktail"), WAYS)
@pytest.mark.parametrize("size", SIZES)
def test_every_label_fits_every_key(
    size: tuple[int, int], layout: LayoutName, cocktail: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = Kit(Theme(), Fonts(), size)
    cut: list[str] = []

    def spy(text: str, at: int, colour: tuple[int, int, int], width: int) -> object:
        if kit.fonts.get("text", kit.least_type).size(text)[0] > width:
            cut.append(text)
        return kit.text(text, at, colour)

    monkeypatch.setattr(kit, "fitted", spy)
    keys = SoftKeys(kit)
    at = table_layout(size, layout, cocktail=cocktail)
    shared = layout == "beside"
    for seat in at.seats:
        for label in LABELS:
            for number, box in enumerate(seat.keys):
                side = {5: "left", 6: "right", 7: "star"}.get(number, "")
                face = KeyFace(label, True, seat.seat, side, shared and number in (5, 6))  # type: ignore[arg-type]  # a side
                keys.key(face, (box.w, box.h))
    assert cut == []


def test_a_lit_key_has_its_seat_s_colour_and_a_dark_one_none() -> None:
    theme = Theme()
    keys = SoftKeys(Kit(theme, Fonts(), (800, 480)))
    for seat in (0, 1):
        lit = keys.key(KeyFace("PLAY", True, seat), (86, 24))
        dark = keys.key(KeyFace("3", False, seat), (86, 24))
        assert lit.get_at((14, 12))[:3] == theme.seat(seat).colour
        assert dark.get_at((14, 12))[:3] == theme.colours.key


def test_a_word_too_long_for_its_room_is_cut_with_a_sign() -> None:
    kit = Kit(Theme(), Fonts(), (800, 480))
    long = kit.fitted("A VERY LONG WORD INDEED", 15, (255, 255, 255), 60)
    assert long.get_width() <= 60
    assert kit.fonts.get("text", 13).size(ELLIPSIS)[0] < 60
