"""Soft-keys: every word of the catalogue fits every key, with a cap or without; lit in the seat's colour, dark not."""

import pygame
import pytest

from cabinet.display.layout.arrange import table_layout
from cabinet.display.layout.boxes import LayoutName, Need
from cabinet.display.table.softkeys import KeyFace, SoftKeys
from cabinet.display.theme import Colour, Face, Fonts, Theme, cap_height
from cabinet.display.toolkit import ELLIPSIS, Toolkit
from cabinet.display.widgets import LONGEST, SHORT, cap_name, cap_names
from cabinet.strings.catalogue import catalogue, word
from cabinet.strings.language import TRANSLATED, Language, in_use
from hardware.keyboard import DEFAULT_KEYS
from tests.cabinet.pictures.studio import SIZES

LABELS = [text for key, text in catalogue().items() if key.startswith("label.")]
WIDEST = 4
"""So many labels of each other language are tried."""
WAYS: tuple[tuple[LayoutName, bool], ...] = (("facing", False), ("facing", True), ("beside", False))


@pytest.fixture(scope="module")
def labels() -> list[str]:
    """Every label in English, and the widest of the other languages."""
    font, found = Fonts().get("title", 20), list(LABELS)
    for code in TRANSLATED:
        with in_use(Language(code)):
            said = {word(key) for key in catalogue() if key.startswith("label.")}
        found += sorted(said, key=lambda text: font.size(text)[0])[-WIDEST:]
    return found


@pytest.mark.once
@pytest.mark.parametrize("slots", [5, 6])
@pytest.mark.parametrize("cap", ["", "A", "-", "RCT"])
@pytest.mark.parametrize(("layout", "cocktail"), WAYS)
@pytest.mark.parametrize("size", SIZES)
def test_every_label_fits_every_key(
    size: tuple[int, int],
    layout: LayoutName,
    cocktail: bool,
    cap: str,
    slots: int,
    labels: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    toolkit = Toolkit(Theme(), Fonts(), size)
    cut: list[str] = []

    def spy(text: str, at: int, colour: Colour, width: int, face: Face = "text") -> object:
        if toolkit.fonts.get(face, toolkit.least_type(face)).size(text)[0] > width:
            cut.append(text)
        return toolkit.text(text, at, colour, face)

    monkeypatch.setattr(toolkit, "fitted", spy)
    keys = SoftKeys(toolkit)
    at = table_layout(size, layout, cocktail=cocktail, need=Need(slots))
    shared = layout == "beside"
    for seat in at.seats:
        for label in labels:
            for number, box in enumerate(seat.keys):
                side = {5: "left", 6: "right", 7: "star"}.get(number, "")
                face = KeyFace(label, True, seat.seat, side, shared and number in (5, 6), cap)  # type: ignore[arg-type]  # a side
                keys.key(face, (box.w, box.h))
    assert cut == []


def test_a_lit_key_has_its_seat_s_colour_and_a_dark_one_none() -> None:
    theme = Theme()
    keys = SoftKeys(Toolkit(theme, Fonts(), (800, 480)))
    for seat in (0, 1):
        lit = keys.key(KeyFace("PLAY", True, seat), (86, 24))
        dark = keys.key(KeyFace("3", False, seat), (86, 24))
        assert lit.get_at((14, 12))[:3] == theme.seat(seat).colour
        assert dark.get_at((14, 12))[:3] == theme.colours.key


def test_a_word_too_long_for_its_room_is_cut_with_a_sign() -> None:
    toolkit = Toolkit(Theme(), Fonts(), (800, 480))
    long = toolkit.fitted("A VERY LONG WORD INDEED", 15, (255, 255, 255), 60)
    assert long.get_width() <= 60
    assert toolkit.fonts.get("text", 13).size(ELLIPSIS)[0] < 60


# Caps


def cap_of(keys: SoftKeys, name: str, size: tuple[int, int], *, lit: bool = True) -> pygame.Rect:
    """Where the letters stand on a key that says nothing else."""
    surface = keys.key(KeyFace("", lit, 0, cap=name), size)
    mask = pygame.mask.from_threshold(surface, (*Theme().colours.text, 255), (60, 60, 60, 255))
    return mask.get_bounding_rects()[0].unionall(mask.get_bounding_rects())


@pytest.mark.parametrize("lit", [True, False])
@pytest.mark.parametrize("layout", ["facing", "beside"])
@pytest.mark.parametrize("size", SIZES)
def test_the_letter_of_a_cap_stands_at_the_left_as_large_as_any_text(
    size: tuple[int, int], layout: LayoutName, lit: bool
) -> None:
    toolkit = Toolkit(Theme(), Fonts(), size)
    keys = SoftKeys(toolkit)
    for box in table_layout(size, layout).seats[0].keys:
        for name in "AHWX789":
            letter = cap_of(keys, name, (box.w, box.h), lit=lit)
            assert letter.h >= cap_height(toolkit.fonts.get("text", toolkit.least_type("text"))) - 1
            assert letter.right < box.w * 0.4
            assert letter.y > 1
            assert letter.bottom < box.h - 1


def test_caps_tell_keys_apart_and_turn_with_them() -> None:
    keys = SoftKeys(Toolkit(Theme(), Fonts(), (480, 320)))
    first, other = (keys.key(KeyFace("PLAY", True, 0, cap=name), (52, 15)) for name in "AS")
    assert pygame.image.tobytes(first, "RGBA") != pygame.image.tobytes(other, "RGBA")
    turned = keys.key(KeyFace("PLAY", True, 0, cap="A"), (52, 15), True)
    assert pygame.image.tobytes(pygame.transform.rotate(turned, 180), "RGBA") == pygame.image.tobytes(first, "RGBA")


@pytest.mark.parametrize(
    ("key", "short"),
    [("a", "A"), ("-", "-"), ("left shift", "LSH"), ("return", "ENT"), ("enter", "ENT"), ("f10", "F10")],
)
def test_long_names_of_keys_are_shortened(key: str, short: str) -> None:
    assert cap_name(key) == short


def test_no_short_name_is_longer_than_promised() -> None:
    assert all(0 < len(name) <= LONGEST for name in SHORT.values())
    assert cap_name("a key that nobody foresaw") == "AKE"


def test_each_place_has_the_short_name_of_its_key() -> None:
    names = cap_names(
        {(seat, button): key for seat, keys in enumerate(DEFAULT_KEYS) for button, key in keys.items()}
    )
    assert len(names) == 16
    assert (names[0, "CARD1"], names[1, "ACTION"]) == ("A", "I")
