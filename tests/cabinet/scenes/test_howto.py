"""How to play: what a newcomer is shown is what the game does, in few words, and any button leads on."""

import re
from collections.abc import Mapping
from itertools import product
from types import MappingProxyType
from typing import get_args

import pygame
import pytest
from msgspec.structs import replace

from cabinet.display.layout.boxes import Box
from cabinet.display.page import laid, marks
from cabinet.display.theme import Colour, Face
from cabinet.display.toolkit import Toolkit
from cabinet.games.presentation import Lesson, presentation_of
from cabinet.scenes.bases import IDLE_NS, Done, Leave
from cabinet.scenes.lessons import LEAVE, READ_NS, REST_NS, STEP_NS, TABLE, Demonstration, HowTo, LessonPlayer, Place
from cabinet.screens.view_factory import TableSetting
from cabinet.strings.catalogue import word
from cabinet.strings.language import Language, LanguageCode, in_use
from engine.games import GAMES, set_up
from engine.options import values_of
from engine.panel import BUTTONS, LEFT, RIGHT, Press
from engine.units import MS, S
from tests.cabinet.display.page_faults import faults
from tests.cabinet.pictures import preset_sheets
from tests.cabinet.pictures.preset_sheets import plan
from tests.cabinet.scenes.stories import returned, toolkit_of

SIZES = ((480, 320), (800, 480), (1280, 720))
SETTINGS = {
    "facing": TableSetting(),
    "cocktail": TableSetting("facing", cocktail=True),
    "beside": TableSetting("beside"),
}
LESSONS = {game.info.id: presentation_of(game.info.id).lessons for game in GAMES}
VARIED = [(game.info.id, lesson) for game in GAMES for lesson in presentation_of(game.info.id).variations]
EVERY = [(game, lesson) for game, lessons in LESSONS.items() for lesson in lessons] + VARIED
MOST_WORDS = 10
SMALL, BOX = (480, 320), Box(0, 0, 480, 320)


@pytest.mark.parametrize("game", LESSONS)
def test_no_mark_of_a_close_up_lies_outside_it(game: str) -> None:
    """A key that the close-up leaves out had a ring of its own, across the picture's edge."""
    toolkit = toolkit_of((800, 480))
    place = Place(Box(0, 0, 800, 480), (800, 480), close=True)
    player = LessonPlayer(toolkit, TableSetting(), game, 0, LESSONS[game], place)
    for number, lesson in enumerate(LESSONS[game]):
        begun = number * 20 * READ_NS
        player.show(number, begun)
        for step in range(len(lesson.presses) + 1):
            now = begun + READ_NS + step * STEP_NS - 1
            player.advance(now)
            assert all(pygame.Rect(player.box).collidepoint(mark.rect.center) for mark in player.marks(now)), step


def test_a_lesson_that_repeats_counts_its_cards_anew() -> None:
    """Its seat had fourteen cards in a row after forty seconds."""
    player = LessonPlayer(toolkit_of(SMALL), TableSetting(), "speed", 0, LESSONS["speed"], Place(BOX, SMALL))
    most = 0
    for now in range(0, 40 * S, 100 * MS):
        player.advance(now)
        most = max(most, player._view._feed.run[1])
    assert 0 < most <= len(player.lesson.presses)


class Pupil:
    """Somebody who watches and presses."""

    def __init__(
        self,
        game: str = "speed",
        setting: TableSetting | None = None,
        toolkit: Toolkit | None = None,
        options: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        self.toolkit = toolkit or toolkit_of((800, 480))
        self.scene = HowTo(
            self.toolkit,
            setting or TableSetting(),
            game,
            1,
            options,
        )
        self.scene.enter(0)

    @property
    def ways(self) -> list[Done | Leave]:
        """The ways out that were taken."""
        return returned(self.scene)

    def tap(self, seat: int, button: str, at: int) -> None:
        self.scene.advance(at, at)
        for pressed in (True, False):
            self.scene.handle(Press(seat, button, pressed, at, "fake"))

    def seen(self, at: int) -> bytes:
        screen = pygame.Surface(self.toolkit.size)
        self.scene.advance(at, at)
        self.scene.draw(screen, at, everything=True)
        return pygame.image.tobytes(screen, "RGB")


def named(lesson: Lesson | str) -> str:
    return lesson if isinstance(lesson, str) else lesson.words


# What is shown


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("code", get_args(LanguageCode))
def test_nothing_in_a_lesson_is_cut(code: LanguageCode, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    cut: list[tuple[str, int]] = []
    draw = Toolkit._fitted

    def fitted(toolkit: Toolkit, text: str, at: int, colour: Colour, width: int, face: Face = "text") -> pygame.Surface:
        cut.extend([(text, width)] if not toolkit.fits(text, width, face) else [])
        return draw(toolkit, text, at, colour, width, face)

    monkeypatch.setattr(Toolkit, "_fitted", fitted)
    toolkit = toolkit_of(size)
    with in_use(Language(code)):
        for setting, (game, lesson) in product(SETTINGS.values(), EVERY):
            pupil = Pupil(game, setting, toolkit, lesson.options)
            number = presentation_of(game).lessons_for(lesson.options).index(lesson)
            for _ in range(number):
                pupil.tap(0, "CARD1", 0)
            for step in range(len(lesson.presses) + 1):
                pupil.seen(READ_NS + step * STEP_NS - 1)
    assert cut == []


def test_every_game_has_three_screens() -> None:
    assert {len(lessons) for lessons in LESSONS.values()} == {3}


@pytest.mark.parametrize(("game", "lesson"), EVERY, ids=named)
def test_a_screen_has_ten_words_at_most(game: str, lesson: Lesson) -> None:
    text = f"{word(f'game.{game}')} {word(lesson.text)}"
    assert 3 <= len(re.findall(r"\S*\w\S*|[×=]", text)) <= MOST_WORDS


@pytest.mark.parametrize("me", [0, 1])
@pytest.mark.parametrize(("game", "lesson"), EVERY, ids=named)
def test_what_is_pressed_is_lit_and_does_something(game: str, lesson: Lesson, me: int) -> None:
    shown = Demonstration(game, lesson, me)
    for button in shown.presses:
        assert shown.meaning(button).lit, button
        before, seen = shown.table, shown.screen().table
        if not shown.press(button, 0).effects:
            assert button in shown.held and shown.screen().table != seen, "it is held to look"
            continue
        assert (dict(shown.table.zones), dict(shown.table.scalars)) != (dict(before.zones), dict(before.scalars))
    assert shown.presses or shown.look
    assert all(shown.table.zones[zone] for zone in shown.look)


def test_a_variation_is_taught_where_it_is_played_only() -> None:
    for game, lesson in VARIED:
        assert lesson.options
        shown = presentation_of(game)
        assert shown.lessons_for({}) == LESSONS[game]
        lessons = shown.lessons_for({**lesson.options, "lockout_ms": 500})
        assert lesson in lessons if lesson.instead_of else lessons == (*LESSONS[game], lesson)
    by_suit = [lesson.words for lesson in presentation_of("speed").lessons_for({"follow": "suit"})]
    assert by_suit == ["howto.suit_alone", "howto.both", "howto.out"]
    complete = values_of(set_up("speed", {"finish": "slap", "turn_from": "stocks"}).options)
    taught = [lesson.words for lesson in presentation_of("speed").lessons_for(complete)]
    assert taught[3:] == ["howto.stocks", "howto.speed"]


@pytest.mark.parametrize("me", [0, 1])
def test_the_lesson_of_equal_ranks_shows_a_play_that_is_not_there_without_them(me: int) -> None:
    for game, lesson in VARIED:
        if lesson.words == "howto.equal":
            (button,) = Demonstration(game, lesson, me).presses
            assert Demonstration(game, lesson, me).meaning(button).label == "play"
            assert not Demonstration(game, replace(lesson, options={}), me).meaning(button).lit


def test_the_lesson_of_the_slap_wins_by_it() -> None:
    lesson = next(lesson for _, lesson in VARIED if lesson.words == "howto.speed")
    shown = Demonstration("speed", lesson)
    assert ("set", "won", 0) not in shown.press("CARD3", 0).effects
    assert ("set", "won", 0) in shown.press("ACTION", 0).effects


def test_the_last_card_of_speed_wins() -> None:
    shown = Demonstration("speed", LESSONS["speed"][2])
    assert ("set", "won", 0) in shown.press("CARD3", 0).effects


def test_what_is_slapped_in_spit_is_the_smaller_pile() -> None:
    for me in (0, 1):
        shown = Demonstration("spit", LESSONS["spit"][2], me)
        piles = {LEFT: len(shown.table.zones["centre.0"]), RIGHT: len(shown.table.zones["centre.1"])}
        assert shown.presses == (min(piles, key=lambda side: piles[side]),)


def labels_pressed(game: str, number: int, me: int) -> list[str]:
    """The words on the keys of a lesson, each as it is pressed."""
    shown, labels = Demonstration(game, LESSONS[game][number], me), []
    for button in shown.presses:
        labels.append(shown.meaning(button).label)
        shown.press(button, 0)
    return labels


@pytest.mark.parametrize("me", [0, 1])
def test_spit_teaches_the_move_into_a_space_where_it_is_the_only_way_on(me: int) -> None:
    shown = Demonstration("spit", LESSONS["spit"][1], me)
    assert {command.do for command in shown.game.legal(shown.table, me)} == {"move"}
    assert [button for button in BUTTONS if shown.meaning(button).lit] == ["CARD3"]
    assert labels_pressed("spit", 1, me) == ["mark", "move", "turn", "play"]


@pytest.mark.parametrize("me", [0, 1])
def test_speahx_shows_pick_then_play_on_the_keys_themselves(me: int) -> None:
    labels = labels_pressed("speah", 0, me)
    assert labels == ["peek", "choose", "play"]
    words = [word(f"label.{label}") for label in labels]
    assert re.findall(r"\b[A-Z]{2,}\b", word(LESSONS["speah"][0].text)) == words


def test_who_plays_with_open_hands_is_not_told_to_look() -> None:
    lesson = presentation_of("speah").lessons_for({"cards_seen": "own_screen"})[0]
    assert lesson.text == "howto.suit" and Demonstration("speah", lesson).presses == ("CARD4", "ACTION")


def test_the_number_slapped_in_mod_spit_is_right() -> None:
    shown = Demonstration("mod_spit", LESSONS["mod_spit"][2])
    shown.press("ACTION", 0)
    assert not shown.table.zones["centre.0"] and not shown.table.zones["centre.1"]
    assert len(shown.table.zones["seat1.spit"]) > len(shown.table.zones["seat0.spit"])


def test_the_card_of_speed_uno_goes_out_of_turn() -> None:
    shown = Demonstration("speed_uno", LESSONS["speed_uno"][1])
    assert shown.table.scalars["turn"] != 0
    shown.press("CARD2", 0)
    assert shown.table.zones["discard"][-1] == "G7/2"


def test_a_zone_that_a_game_does_not_have_is_a_mistake() -> None:
    with pytest.raises(ValueError, match=r"speed has no zones seat0\.table1"):
        Demonstration("speed", Lesson("howto.play", {"me.table1": "AS"}))


# How it goes


def test_the_press_is_shown_then_it_begins_again() -> None:
    pupil = Pupil()
    first = pupil.seen(READ_NS // 2)
    after = pupil.seen(READ_NS + STEP_NS // 2)
    assert first != after
    again = READ_NS + STEP_NS + REST_NS
    assert pupil.seen(again + READ_NS // 2) == first


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("button", [button for button in BUTTONS if button != LEAVE])
def test_any_button_of_either_seat_goes_on_and_behind_the_last_screen_back_to_the_rules(seat: int, button: str) -> None:
    pupil = Pupil("spit")
    seen = [pupil.scene.lesson.words]
    for number in range(3):
        assert pupil.ways == []
        pupil.tap(seat, button, number * 10**9)
        seen.append(pupil.scene.lesson.words)
    assert pupil.ways == [Done()]
    assert seen[:3] == [lesson.words for lesson in LESSONS["spit"]]


@pytest.mark.parametrize("seat", [0, 1])
def test_the_last_card_button_leaves_from_every_screen(seat: int) -> None:
    for screens in range(3):
        pupil = Pupil("spit")
        for number in range(screens):
            pupil.tap(0, "CARD1", number * 10**9)
        pupil.tap(seat, LEAVE, 5 * 10**9)
        assert pupil.ways == [Done()]


def test_who_walks_away_is_led_back_once() -> None:
    pupil = Pupil()
    pupil.tap(0, "CARD1", 10**9)
    pupil.scene.advance(IDLE_NS, IDLE_NS)
    assert pupil.ways == []
    for late in (1, 2):
        pupil.scene.advance(IDLE_NS + late * 10**9, IDLE_NS)
    assert pupil.ways == [Leave()]


def test_it_sleeps_until_something_changes() -> None:
    pupil = Pupil()
    now = 5_000_000
    pupil.seen(now)
    rounds = 0
    while (due := pupil.scene.next_deadline()) is not None and due < READ_NS:
        assert due > now
        now = due
        pupil.scene.advance(now, now)
        rounds += 1
    assert rounds < 10
    assert not pupil.scene.is_stale(now)
    pupil.scene.advance(READ_NS, READ_NS)
    assert pupil.scene.is_stale(READ_NS)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("setting", SETTINGS)
def test_nothing_is_clipped_and_nothing_overlaps(setting: str, size: tuple[int, int]) -> None:
    frame, toolkit = pygame.Rect(0, 0, *size), toolkit_of(size)
    for game in LESSONS:
        shown = presentation_of(game)
        options = {name: value for lesson in shown.variations for name, value in lesson.options.items()}
        pupil = Pupil(game, SETTINGS[setting], toolkit, options)
        for number in range(len(shown.lessons_for(options))):
            at = number * 10**9
            scene = pupil.scene
            parts = laid(toolkit, scene.described(at), scene._page)
            assert faults(toolkit, parts, Box(0, 0, *size)) == []
            assert pygame.Rect(marks(toolkit, parts)[TABLE]).contains(scene._player.picture(at).rect)
            assert all(frame.contains(mark.rect) for mark in pupil.scene._player.marks(at))
            pupil.tap(0, "CARD1", at + 10**8)


def test_at_a_cocktail_table_the_panel_is_seen_from_its_players_side() -> None:
    pupil = Pupil("spit", SETTINGS["cocktail"])
    assert pupil.scene._on_panel(LEFT, "CARD1") == (RIGHT, "CARD1")
    assert Pupil("spit", SETTINGS["facing"]).scene._on_panel(LEFT) == (LEFT,)


# Plans


@pytest.mark.parametrize("game", LESSONS)
def test_a_plan_names_everything_that_lies_there(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    named: list[str] = []
    monkeypatch.setattr(preset_sheets, "blit_label", lambda _toolkit, _picture, text, *_where: named.append(text))
    plan(toolkit_of((800, 480)), game)
    assert len(named) == len(presentation_of(game).plan) and all(named)


def test_a_label_stays_on_the_picture() -> None:
    toolkit, picture = toolkit_of((800, 480)), pygame.Surface((800, 480), pygame.SRCALPHA)
    corner = Box(790, 470, 40, 40)
    preset_sheets.blit_label(toolkit, picture, "cards", corner, corner, 1.0)
    whole = picture.get_bounding_rect()
    assert whole.right <= 800 and whole.bottom <= 480 and whole.w > toolkit.text("cards", 17, (0, 0, 0)).get_width()
