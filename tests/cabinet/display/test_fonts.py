"""Typefaces: shipped with their licences, no glyph missing, no letter too small."""

import os
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import get_args

import pytest

from cabinet.display.cards import CardArt
from cabinet.display.theme import FILES, LEAST_LARGE, MOST_BYTES, Face, Fonts, Theme, bytes_of, cap_height, with_theme
from cabinet.display.toolkit import Toolkit
from cabinet.strings.language import Language, LanguageCode
from tests.cabinet.pictures import scenes
from tests.cabinet.pictures.samples import samples
from tests.cabinet.pictures.studio import ARRANGEMENTS, Arrangement, Studio
from tools.languages import screen_texts

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


def _same(one: object, other: object) -> bool:
    import pygame

    assert isinstance(one, pygame.Surface)
    assert isinstance(other, pygame.Surface)
    return pygame.image.tobytes(one, "RGBA") == pygame.image.tobytes(other, "RGBA")


def test_capitals_are_as_high_as_asked_for() -> None:
    fonts = Fonts()
    for face in FILES:
        for height in (11, 20, 39, 73):
            assert height <= cap_height(fonts.for_capitals(face, height)) <= height + 2


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


@pytest.mark.once
@pytest.mark.parametrize("arrangement", ARRANGEMENTS, ids=lambda arrangement: arrangement.name)
@pytest.mark.parametrize("size", LEAST, ids=str)
def test_no_letter_is_too_small(
    size: tuple[int, int], arrangement: Arrangement, sizes_used: set[tuple[Face, int]]
) -> None:
    render_all(Theme(), size, arrangement)
    assert min(cap_height(Fonts().get(face, used)) for face, used in sizes_used) >= LEAST[size]


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
    assert len(scenes.posters(Toolkit(Theme(), fonts, size, CardArt(Theme(), Fonts())))) > 80
    assert [each for each in used if cap_height(get(fonts, *each)) < LEAST[size]] == []


@pytest.mark.once
def test_with_large_letters_the_smallest_are_larger(sizes_used: set[tuple[Face, int]]) -> None:
    large = with_theme(Theme(), two_colour=False, reduced_motion=False, large=True)
    render_all(large, (800, 480), ARRANGEMENTS[0])
    assert min(cap_height(Fonts().get(face, used)) for face, used in sizes_used) >= LEAST_LARGE > LEAST[800, 480]
