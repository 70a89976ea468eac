"""The attract scene's pages: every part stays in its place, whatever the names, figures and sizes; the band's looks."""

import pygame
import pytest

from cabinet.display.attract import (
    PLACES,
    Band,
    Holder,
    Queued,
    RecordBoard,
    RecordRow,
    RecordSheet,
    TonightBoard,
    TonightSheet,
    above_band,
    band_height,
)
from cabinet.display.theme import SEATS, Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import least_capitals

SIZES = ((480, 320), (640, 480), (800, 480), (1024, 600), (1280, 720), (1920, 1080))
WIDE = RecordRow("8888.8", "WINS", Holder("YELLOW", 3), Holder("WWW", 1), "SPEED UNO", "28 NOV")


def board(rows: int) -> RecordBoard:
    spans = ("TONIGHT", "MONTH", "EVER")
    return RecordBoard("MOST CARDS A MINUTE", (WIDE,) * rows, spans, 1, "CLASSIC SPIT · TO THE END", "beats", "FREE")


def toolkit_of(size: tuple[int, int]) -> Toolkit:
    return Toolkit(Theme(), Fonts(), size)


def row_of(sheet: RecordSheet, number: int) -> pygame.Surface:
    """A row on a picture of its own."""
    sheet._picture = pygame.Surface(sheet._room[2:], pygame.SRCALPHA)
    sheet._draw_row(number)
    return sheet._picture


@pytest.mark.parametrize("size", SIZES)
def test_every_row_stays_in_its_place(size: tuple[int, int]) -> None:
    sheet = RecordSheet(toolkit_of(size), board(PLACES))
    for number in range(1, PLACES):
        ink = row_of(sheet, number).get_bounding_rect()
        place = sheet._span(20, 182 + 58 * (number - 1), 780, 182 + 58 * number)
        assert pygame.Rect(place).inflate(2, 2).contains(ink)


@pytest.mark.parametrize("size", SIZES)
def test_figures_people_and_games_share_a_row_without_touching(size: tuple[int, int]) -> None:
    sheet = RecordSheet(toolkit_of(size), board(PLACES))
    small, large = (36, 150, (30, 24), 270), (70, 180, (56, 36), 350)
    for cap, wide, caps, room in (small, large):
        figure = sheet._figure(WIDE, cap, sheet._span(0, 0, wide, 9).w)
        people = sheet._people(WIDE, caps, sheet._span(0, 0, room, 9).w)
        assert figure.get_width() <= sheet._span(66, 0, 314, 9).w
        assert people.get_width() <= sheet._span(0, 0, room, 9).w + 2
        assert people.get_height() >= least_capitals(sheet._toolkit)


@pytest.mark.parametrize("size", SIZES)
def test_the_title_and_the_spans_share_the_head(size: tuple[int, int]) -> None:
    sheet = RecordSheet(toolkit_of(size), board(0))
    sheet._picture = pygame.Surface(sheet._room[2:], pygame.SRCALPHA)
    sheet._draw_head()
    assert pygame.Rect(sheet._span(20, 10, 780, 70)).contains(sheet._picture.get_bounding_rect())


@pytest.mark.parametrize(("taken", "filled"), [(0, 1), (1, 1), (3, 3), (4, 4), (5, 4)])
def test_of_the_free_places_only_the_first_has_words(taken: int, filled: int) -> None:
    """Of four rows below the first; on an empty board the first place has words as well."""
    sheet = RecordSheet(toolkit_of((800, 480)), board(taken))
    written = []
    for number in range(1, PLACES):
        beside_rank = sheet._span(60, 186 + 58 * (number - 1), 780, 232 + 58 * (number - 1))
        written.append(row_of(sheet, number).subsurface(beside_rank).get_bounding_rect().w > 0)
    assert written == [number < filled for number in range(PLACES - 1)]


@pytest.mark.once
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [0, 1, 6, 7, 12, 13, 32])
@pytest.mark.parametrize("champion", [None, Holder("WWW", 0), Holder("YELLOW", 3)])
def test_tonight_fits_above_the_band(size: tuple[int, int], count: int, champion: Holder | None) -> None:
    line = tuple(Queued("WWW", "NEXT" if number == 0 else "") for number in range(count))
    toolkit = toolkit_of(size)
    rule = "FIVE WINS, THEN ALL CHANGE"
    sheet = TonightSheet(toolkit, TonightBoard("TONIGHT", rule, champion, "9 WINS", "IN LINE", line))
    sheet._picture = pygame.Surface(sheet._room[2:], pygame.SRCALPHA)
    sheet._draw_champion()
    sheet._draw_line()
    ink = sheet._picture.get_bounding_rect()
    assert ink.w == 0 or pygame.Rect(sheet._span(20, 60, 780, 436)).contains(ink)
    assert sheet.picture.get_size() == above_band(toolkit)[2:]


@pytest.mark.parametrize("size", SIZES)
def test_the_bands_words_are_readable_and_apart_from_the_chequer(size: tuple[int, int]) -> None:
    toolkit = toolkit_of(size)
    band, screen = Band(toolkit, "PHOTO FINISH", "PRESS ANY BUTTON"), pygame.Surface(size)
    for turn, ground in enumerate((toolkit.theme.colours.paper, toolkit.theme.colours.dark_text)):
        assert band.draw(screen, turn) == pygame.Rect(0, size[1] - band_height(toolkit), size[0], band_height(toolkit))
        columns = [all(screen.get_at((x, y))[:3] == ground for y in range(size[1] - band_height(toolkit), size[1]))
                   for x in range(size[0])]  # fmt: skip
        first, last = columns.index(True), size[0] - 1 - columns[::-1].index(True)
        around = columns[first : first + toolkit.px(10)] + columns[last - toolkit.px(10) + 1 : last + 1]
        assert all(around), "space between the chequer and the words at both sides"
        assert columns[first : last + 1].count(False) > size[0] // 6, "words"


def test_names_have_their_seats_colours() -> None:
    sheet = RecordSheet(toolkit_of((800, 480)), board(1))
    people = sheet._people(WIDE, (56, 36), 350)
    for seat in (3, 1):
        assert pygame.mask.from_threshold(people, SEATS[seat].colour, (1, 1, 1, 255)).count() > 200
