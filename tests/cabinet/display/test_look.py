"""The look: colours told apart, typefaces with every glyph, card faces, and movement that ends where it should."""

import os
import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import combinations
from typing import Final, get_args

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.display.cards import CAP, ORDER, CardArt, CardSize
from cabinet.display.result.content import LIGHT
from cabinet.display.shapes import COLOUR_SHAPES, SEAT_SHAPES, SUITS
from cabinet.display.stage import Bounce, Glide, eased
from cabinet.display.table.view_state import FACES
from cabinet.display.theme import (
    FILES,
    LEAST_LARGE,
    MOST_BYTES,
    SEATS,
    Colour,
    Colours,
    Face,
    Fonts,
    Motion,
    Theme,
    bytes_of,
    cap_height,
    mixed,
    with_theme,
)
from cabinet.display.toolkit import Toolkit
from cabinet.strings.language import Language, LanguageCode
from engine.games.speed_uno.rules import face, uno_deck
from engine.setup import SEAT_NAMES
from engine.units import MS
from tests.cabinet.pictures import scenes
from tests.cabinet.pictures.samples import samples
from tests.cabinet.pictures.studio import ARRANGEMENTS, Arrangement, Studio
from tools.languages import screen_texts

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


@pytest.mark.parametrize("seat", range(-1, len(SEATS)))
def test_dark_words_are_readable_on_every_seats_burst(seat: int) -> None:
    ground = SEATS[seat].colour if seat >= 0 else COLOURS.quiet
    for colour in (ground, mixed(ground, (255, 255, 255), LIGHT)):
        assert contrast(COLOURS.dark_text, colour) >= 4.5


NAMES = re.compile(r"\{(\w+)[^}]*\}")
"""The values in a text, by name."""
LEAST = {(480, 320): 11, (800, 480): 16}
"""The least capitals in px that anything has which a player needs: on screens below 800 px, and on the others."""


def test_every_typeface_is_shipped_with_its_licence() -> None:
    folder = files("cabinet") / "assets" / "fonts"
    for file in FILES.values():
        assert (folder / file).is_file()
    for licence in ("B612-LICENSE.txt", "BebasNeue-LICENSE.txt", "DSEG-LICENSE.txt"):
        assert (
            "SIL OPEN FONT LICENSE" in (folder / licence).read_text().upper() or "OFL" in (folder / licence).read_text()
        )


@pytest.mark.parametrize("code", get_args(LanguageCode))
@pytest.mark.parametrize("face", ["text", "title"])
def test_no_glyph_is_missing_from_what_the_screen_says(face: Face, code: LanguageCode) -> None:
    font = Fonts().get(face, 20)
    unknown = font.render("\uffff", True, (255, 255, 255))
    said = said_in(code)
    letters = {letter for text in said.values() for letter in text if letter.isprintable() and letter.strip()}
    missing = [letter for letter in letters if _same(font.render(letter, True, (255, 255, 255)), unknown)]
    assert {key: text for key, text in said.items() if set(text) & set(missing)} == {}


def said_in(code: LanguageCode) -> dict[str, str]:
    """What the screen says in a language, by keys."""
    language = Language(code)
    words = {
        key: language.text(key, text, dict.fromkeys(NAMES.findall(text), 2)) for key, text in screen_texts().items()
    }
    return {key: NAMES.sub("", text) for key, text in words.items()}


def _same(one: pygame.Surface, other: pygame.Surface) -> bool:
    return pygame.image.tobytes(one, "RGBA") == pygame.image.tobytes(other, "RGBA")


def test_capitals_are_as_high_as_asked_for() -> None:
    fonts = Fonts()
    for style in FILES:
        for height in (11, 20, 39, 73):
            assert height <= cap_height(fonts.for_capitals(style, height)) <= height + 2


def next_file_number() -> int:
    number = os.open(os.devnull, os.O_RDONLY)
    os.close(number)
    return number


def test_no_size_keeps_a_file_open() -> None:
    before = next_file_number()
    fonts = Fonts()
    for size in range(10, 60):
        fonts.get("text", size).render("7H", True, (255, 255, 255))
    assert next_file_number() == before


def test_the_fonts_used_last_are_kept_and_however_many_sizes_there_are_they_keep_their_bound() -> None:
    fonts = Fonts()
    always = fonts.get("text", 20)
    first = fonts.get("figures", 200)
    for size in range(200, 600):
        fonts.get("figures", size)
        assert fonts.get("text", 20) is always
        assert sum(bytes_of(size) for _, size in fonts._loaded) <= MOST_BYTES
    assert fonts.get("figures", 200) is not first


def test_a_page_has_all_its_fonts_at_once() -> None:
    fonts = Fonts()
    loaded = [fonts.get(face, size) for face in ("text", "title") for size in range(20, 80, 4)]
    assert [fonts.get(face, size) for face in ("text", "title") for size in range(20, 80, 4)] == loaded


@pytest.fixture
def sizes_used(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[tuple[Face, int]]]:
    """The faces for reading, and their sizes, that anything asks for."""
    used: set[tuple[Face, int]] = set()
    get = Fonts.get

    def noted(self: Fonts, face: Face, size: int) -> object:
        if face != "figures":
            used.add((face, size))
        return get(self, face, size)

    monkeypatch.setattr(Fonts, "get", noted)
    yield used


def render_all(theme: Theme, size: tuple[int, int], arrangement: Arrangement) -> None:
    """Render every sample; of each kind of table also everything that a match there may show."""
    studio, known = Studio(theme), set[object]()
    for sample in samples().values():
        kind = (sample.seats, sample.hands, sample.viewers, sample.judged, sample.goal > 0, tuple(sample.table.zones))
        if kind not in known:
            studio.view(sample, size, arrangement).draw_ahead()
        studio.render(sample, size, arrangement)
        known.add(kind)


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("arrangement", ARRANGEMENTS, ids=lambda arrangement: arrangement.name)
@pytest.mark.parametrize("size", LEAST, ids=str)
def test_no_letter_is_too_small(
    size: tuple[int, int], arrangement: Arrangement, sizes_used: set[tuple[Face, int]]
) -> None:
    render_all(Theme(), size, arrangement)
    assert min(cap_height(Fonts().get(face, used)) for face, used in sizes_used) >= LEAST[size]


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("size", LEAST, ids=str)
def test_no_letter_on_any_players_page_is_too_small(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """But for those of a lesson's table, a picture of the table at a part of its size, and on cards in a strip."""
    fonts, used, get, with_size = Fonts(), set[tuple[Face, int]](), Fonts.get, Toolkit.with_size

    def noted(self: Fonts, face: Face, size: int) -> object:
        if self is fonts and face != "figures":
            used.add((face, size))
        return get(self, face, size)

    def unnoted(self: Toolkit, part: tuple[int, int]) -> Toolkit:
        toolkit = with_size(self, part)
        if part != size:
            toolkit.fonts = Fonts()
        return toolkit

    monkeypatch.setattr(Fonts, "get", noted)
    monkeypatch.setattr(Toolkit, "with_size", unnoted)
    for operators in ("operator_pictures", "operators_menu"):
        monkeypatch.setattr(scenes, operators, lambda _toolkit: {})
    assert sum(1 for _ in scenes.posters(Toolkit(Theme(), fonts, size, CardArt(Theme(), Fonts())))) > 80
    assert [each for each in used if cap_height(get(fonts, *each)) < LEAST[size]] == []


@pytest.mark.once
def test_with_large_letters_the_smallest_are_larger(sizes_used: set[tuple[Face, int]]) -> None:
    large = with_theme(Theme(), two_colour=False, reduced_motion=False, large=True)
    render_all(large, (800, 480), ARRANGEMENTS[0])
    assert min(cap_height(Fonts().get(face, used)) for face, used in sizes_used) >= LEAST_LARGE > LEAST[800, 480]


SMALL = CardSize(52, 73)
USUAL = CardSize(88, 123)


@pytest.fixture(scope="module")
def art() -> CardArt:
    return CardArt(Theme(), Fonts())


def ink_box(face: pygame.Surface, area: pygame.Rect, paper: tuple[int, int, int]) -> pygame.Rect:
    """The box of everything in an area that is much darker than paper."""
    mask = pygame.mask.from_threshold(face.subsurface(area), paper, (60, 60, 60))
    mask.invert()
    rects = mask.get_bounding_rects()
    return rects[0].unionall(rects[1:]) if rects else pygame.Rect(0, 0, 0, 0)


@pytest.mark.parametrize("size", [SMALL, USUAL])
def test_every_face_differs_from_every_other(art: CardArt, size: CardSize) -> None:
    seen = {pygame.image.tobytes(art.card(code, size), "RGB") for code in (*FACES, "X1", "X2")}
    assert len(seen) == 54


@pytest.mark.parametrize(("size", "least"), [(SMALL, 20), (USUAL, 28)])
@pytest.mark.parametrize("code", ["AS", "7H", "TC", "QD", "KS", "JC"])
def test_the_index_is_as_tall_as_the_look_asks_for(art: CardArt, code: str, size: CardSize, least: int) -> None:
    # inside the sheet's edge; the corner in which no emblem stands
    corner = pygame.Rect(2, 2, size.width // 2 - 10 * size.width // 88, int(size.width * 0.53))
    box = ink_box(art.card(code, size), corner, Theme().colours.paper)
    assert box.height >= least
    assert box.height >= 0.4 * size.width


@pytest.mark.parametrize(("card", "copy"), [("9D", "9D"), ("7H/1", "7H"), ("G7/1", "G7/3"), ("~9D", "~4C")])
def test_a_card_and_its_copies_are_drawn_once(art: CardArt, card: str, copy: str) -> None:
    assert art.card(card, USUAL) is art.card(copy, USUAL)


def test_a_turned_card_is_the_same_card_turned(art: CardArt) -> None:
    upright = pygame.transform.rotate(art.card("4C", USUAL), 180)
    turned = art.card("4C", USUAL, turned=True)
    assert pygame.image.tobytes(upright, "RGBA") == pygame.image.tobytes(turned, "RGBA")


def test_a_two_ended_card_reads_the_same_from_both_sides(art: CardArt) -> None:
    for code in ("8H", "KS", "TC"):
        face = art.card(code, USUAL, two_ended=True)
        index = pygame.Rect(4, 4, USUAL.width // 2, int(USUAL.width * 0.5))
        opposite = pygame.transform.rotate(face, 180)
        assert pygame.image.tobytes(face.subsurface(index), "RGB") == pygame.image.tobytes(
            opposite.subsurface(index), "RGB"
        )


def test_two_colours_are_an_option() -> None:
    four, two = Theme(), with_theme(Theme(), two_colour=True, reduced_motion=False)
    assert len({four.suit_colour(suit) for suit in "SHDC"}) == 4
    assert two.suit_colour("S") == two.suit_colour("C")
    assert two.suit_colour("H") == two.suit_colour("D")
    assert two.suit_colour("S") != two.suit_colour("H")


def test_unknown_cards_show_their_code(art: CardArt) -> None:
    assert pygame.image.tobytes(art.card("M1", USUAL), "RGB") != pygame.image.tobytes(art.blank(USUAL), "RGB")
    assert pygame.image.tobytes(art.card("W+", USUAL), "RGB") != pygame.image.tobytes(art.card("GS", USUAL), "RGB")


COLOURED = tuple(dict.fromkeys(map(face, uno_deck(1))))


@pytest.mark.parametrize("two_ended", [False, True])
@pytest.mark.parametrize("size", [SMALL, USUAL])
def test_every_coloured_face_differs_from_every_other(art: CardArt, size: CardSize, two_ended: bool) -> None:
    seen = {pygame.image.tobytes(art.card(code, size, two_ended=two_ended), "RGB") for code in (*COLOURED, *FACES)}
    assert len(seen) == 54 + 52


@pytest.mark.parametrize(("size", "least"), [(SMALL, 20), (USUAL, 28)])
def test_a_coloured_card_s_index_is_as_tall_as_the_look_asks_for(art: CardArt, size: CardSize, least: int) -> None:
    for code in COLOURED:
        index = art.coloured.index(code, round(size.width * CAP), round(size.width * 0.66))
        assert index.get_bounding_rect().height >= least, code
        assert index.get_width() <= size.width * 0.66, code


@pytest.mark.parametrize("code", COLOURED)
def test_a_coloured_face_reads_the_same_from_both_ends(art: CardArt, code: str) -> None:
    face = art.card(code, USUAL, two_ended=True)
    corner = pygame.Rect(8, 8, int(USUAL.width * 0.45), int(USUAL.width * 0.5))
    opposite = pygame.transform.rotate(face, 180)
    assert pygame.image.tobytes(face.subsurface(corner), "RGB") == pygame.image.tobytes(
        opposite.subsurface(corner), "RGB"
    )


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
