"""The band of the title and the line about who is next."""

import pygame
import pytest

from cabinet.display.evening.pages import TonightBand, band_picture
from cabinet.scenes.evening_pages import band, match_band, next_names, next_words, stays_band
from cabinet.scenes.title import GetReady, Title, Tonight
from cabinet.tournaments.evening import Evening
from cabinet.tournaments.journal import AnyStart, Tournament, WinnerStays
from engine.panel import ACTION, RIGHT, Press
from hardware.keyboard import DEFAULT_KEYS
from tests.cabinet.scenes.stories import returned, toolkit_of

SIZES = ((480, 320), (800, 480), (1280, 720))
PEOPLE = ("MIA", "BEN", "ZOE")
BANDS = {
    "stays": stays_band("MIA", 0, 3, "BEN"),
    "nine": stays_band("MWM", 1, 9, "WMW"),
    "nobody": match_band("WINNER STAYS", "", "", ""),
    "match": match_band("ROUND ROBIN", "MATCH 107 OF 120", "MWM", "WMW"),
}


def test_who_is_next_is_one_line_and_nobody_is_none() -> None:
    assert (next_words("ZOE"), next_words("MIA", "BEN")) == ("NEXT: ZOE", "NEXT: MIA – BEN")
    assert next_words() == next_words("") == ""


def test_the_challenger_has_the_other_seat() -> None:
    band = stays_band("MIA", 1, 1, "BEN")
    assert (band.stays.seat, band.next_up.seat, band.wins_words) == (1, 0, "1 WIN")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("band", BANDS.values(), ids=BANDS)
@pytest.mark.parametrize("share", [0.9, 0.5, 0.2])
def test_the_band_keeps_to_its_room(size: tuple[int, int], band: TonightBand, share: float) -> None:
    width = round(size[0] * share)
    assert band_picture(toolkit_of(size), band, 14, width).get_width() <= width


@pytest.mark.parametrize("keys", [None, DEFAULT_KEYS], ids=["panels", "desk"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_title_with_an_evening_has_nothing_on_top_of_another(
    size: tuple[int, int], keys: tuple[dict[str, str], ...] | None
) -> None:
    for shown in BANDS.values():
        title = Title(toolkit_of(size), keys, has_evenings=True, band=shown, up=("MWM", "WMW"), up_game="speed_uno")
        rects = [sprite.rect for sprite in title.sprites()]
        assert all(pygame.Rect(0, 0, *size).contains(rect) for rect in rects)
        assert all(rect.collidelist(rects[place + 1 :]) < 0 for place, rect in enumerate(rects))


def test_in_an_evening_action_is_for_the_names_that_are_up_and_right_for_guests() -> None:
    title = Title(toolkit_of(), None, game="speed", has_evenings=True, up=("MIA", "BEN"), up_game="spit")
    assert title._up_words == "SIT DOWN: SPIT", "whichever game guests would play"
    down = Press(1, ACTION, True, 5, "fake")
    title.handle(down)
    title.handle(down._replace(pressed=False))
    assert title.take_result() == Tonight("speed", (down,))
    title.handle(Press(0, RIGHT, True, 9, "fake"))
    assert title.take_result() == GetReady("speed", frozenset({0}))


@pytest.mark.parametrize("start", [WinnerStays(PEOPLE), Tournament(PEOPLE, kind="single")])
def test_foot_lobby_and_title_name_the_same_two_before_anybody_stays(start: AnyStart) -> None:
    evening = Evening.begin(start).evening
    assert evening.now is not None
    names = evening.now.names
    assert band(evening).next_up.name == " – ".join(names)
    assert next_words(*next_names(evening)) == f"NEXT: {names[0]} – {names[1]}"


def test_right_leads_to_tonight_with_the_game_on_offer() -> None:
    title = Title(toolkit_of(), None, game="speed", has_evenings=True)
    title.handle(Press(1, RIGHT, True, 0, "fake"))
    assert returned(title) == [Tonight("speed")]
