"""The notice across a seat's cards: a locked seat reads why and how long, in whole words, wherever it sits."""

from collections.abc import Iterator
from itertools import product
from typing import get_args

import pygame
import pytest

from cabinet.display.layout.arrange import hand_layout, table_layout
from cabinet.display.layout.boxes import HandNeed, LayoutName, Need, TableLayout
from cabinet.display.table.hands import Tiles
from cabinet.display.table.overlays import Overlays, SeatNotices
from cabinet.display.table.view_state import EventFeed, ViewState
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.strings.catalogue import has_word, word
from cabinet.strings.language import ENGLISH, Language, LanguageCode, in_use
from engine.log_lines import CommandLine
from engine.panel import Command
from engine.table import Effect, Table
from engine.units import MS

SIZES = {(480, 320): 11, (800, 480): 16, (1280, 720): 16}
"""The least height of capitals in px by the screen's size."""
WAYS: tuple[tuple[LayoutName, bool], ...] = (("facing", False), ("facing", True), ("beside", False))
REASONS = ("foul.miss", "table.false_alarm", "foul.false_start", "table.locked")
LONGEST_S = 9
"""A false start locks until the countdown is over and four seconds more."""


def layouts(size: tuple[int, int], name: LayoutName, cocktail: bool) -> Iterator[TableLayout]:
    """Tables with slots and with hands, for two people and for four."""
    four = Need(5, 4, 4, seats=4)
    for need, people in ((Need(5, 2, 2), 2), (Need(6, 2, 0), 2), (four, 2), (four, 4)):
        yield table_layout(size, name, cocktail=cocktail, need=need, people=tuple(range(people)))
    for seats, people in ((2, 1), (2, 2), (4, 2), (4, 4)):
        yield hand_layout(size, name, HandNeed(seats=seats, viewers=tuple(range(people))), cocktail=cocktail)


class Written(Overlays):
    """Overlays that remember what was written, and whether it had to be cut."""

    def __init__(self, toolkit: Toolkit) -> None:
        super().__init__(toolkit)
        self.toolkit = toolkit
        self.words: list[tuple[str, int, bool]] = []

    def notice_word(self, text: str, width: int) -> pygame.Surface:
        drawn = super().notice_word(text, width)
        self.words.append((text, drawn.get_bounding_rect().h, self.toolkit.fits(text, width, "title")))
        return drawn


@pytest.fixture(params=get_args(LanguageCode))
def code(request: pytest.FixtureRequest) -> Iterator[LanguageCode]:
    """Each language, in use."""
    with in_use(Language(request.param)) as language:
        yield language.code


@pytest.mark.parametrize(("layout_name", "cocktail"), WAYS)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_why_and_how_long_is_written_out_in_letters_that_can_be_read(
    size: tuple[int, int], layout_name: LayoutName, cocktail: bool, code: LanguageCode
) -> None:
    toolkit = Toolkit(Theme(), Fonts(), size)
    for layout, reason in product(layouts(size, layout_name, cocktail), REASONS):
        for seat in layout.seats:
            overlays = Written(toolkit)
            feed = EventFeed(Theme().motion)
            lock, until = f"lock.{seat.seat}", LONGEST_S * 1000 * MS
            if reason != "table.locked":
                foul = "miss" if reason == "table.false_alarm" else reason.partition(".")[2]
                effects: tuple[Effect, ...] = (("foul", seat.seat, foul), ("set", lock, until))
                do = "uno" if reason == "table.false_alarm" else "play"
                feed.hear([CommandLine(0, seat.seat, Command(do), False, effects)], 0)
            table = Table({}, {"phase": "play", lock: until})
            (pill,) = SeatNotices(toolkit, overlays, word).notice(ViewState(table, (), layout, {}, feed, 0, 0), seat)
            text, height, is_whole = overlays.words[-1]
            is_whole_word = code == ENGLISH and seat.card_keys  # small seats are bots'
            reasons = [reason] if is_whole_word else [reason, f"{reason}.short"]
            written = [word("table.locked_for", why=word(key), seconds=LONGEST_S) for key in reasons if has_word(key)]
            assert text in written
            assert is_whole and height >= SIZES[size], (text, height)
            assert pygame.Rect(0, 0, *size).contains(pill.rect)


def test_the_seconds_are_whole_and_count_down_to_one() -> None:
    overlays = Written(Toolkit(Theme(), Fonts(), (800, 480)))
    notices = SeatNotices(overlays.toolkit, overlays, word)
    layout = table_layout((800, 480))
    for left_ms in (2001, 2000, 1001, 1000, 1):
        table = Table({}, {"phase": "play", "lock.0": left_ms * MS})
        notices.notice(ViewState(table, (), layout, {}, EventFeed(Theme().motion), 0, 0), layout.seats[0])
    assert [text.split()[-2:] for text, *_ in overlays.words] == [["3", "S"], ["2", "S"], ["1", "S"]]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_foul_is_never_cut_on_the_tile_of_a_bot(size: tuple[int, int], code: LanguageCode) -> None:
    toolkit = Toolkit(Theme(), Fonts(), size)
    tiles = Tiles(toolkit, word, [word(f"seat.{seat}") for seat in range(8)])
    for name, cocktail in WAYS:
        for viewers in ((0,), (0, 1)):
            layout = hand_layout(size, name, HandNeed(seats=8, viewers=viewers), cocktail=cocktail)
            for tile, reason in product(layout.tiles, REASONS[:3]):
                text = tiles._text(reason, tile)
                assert toolkit.fits(text, tiles._said_room(tile.seat, tile.box.w), "title"), (text, tile)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("way", WAYS, ids=str)
def test_a_notice_stands_below_the_index_and_above_most_of_the_suit(
    size: tuple[int, int], way: tuple[LayoutName, bool]
) -> None:
    look = Theme().card
    for layout in layouts(size, *way):
        for seat in layout.seats:
            if not seat.card_keys or seat.turned:
                continue
            card = seat.slots[0]
            index = card.y + round(card.w * (look.margin + look.cap))
            suit = card.bottom - round(card.w * (look.margin + look.suit))
            assert index <= seat.notice.y
            assert seat.notice.bottom <= suit + round(card.w * look.suit * 0.4)
