"""Title, menu and pages: what a newcomer presses and where it leads, records, faults of the card, keys at a desk."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle, pairwise, permutations, product
from typing import Any, Final, get_args

import pygame
import pytest
from msgspec.structs import replace

from cabinet.config.offers import offers
from cabinet.config.schema import Config, Match
from cabinet.display.attract import PLACED, PlacesBoard, RecordBoard
from cabinet.display.emblem import emblem
from cabinet.display.evening.pages import TonightBand
from cabinet.display.layout.boxes import Box
from cabinet.display.legend import Way, foot, foot_height, foot_part, lies_on_the_block, panel, ways_by
from cabinet.display.page import SPACE, Pages, Text, laid, marks
from cabinet.display.table.view import Dialogs
from cabinet.display.theme import Fonts, Theme, with_theme
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import BREATH_NS, FILL_NS, FILLS, cap_name, keys_of
from cabinet.match.request import MatchRequest
from cabinet.people.people import People
from cabinet.people.results import Figures, Result
from cabinet.scenes.attract_pages import RecordsPage, places_boards, record_board
from cabinet.scenes.bases import GUARD_NS, IDLE_NS, Done, Leave
from cabinet.scenes.bracket import BigMoment, Bracket, TournamentState
from cabinet.scenes.card_faults import PAGE_NS, CardFaults, FaultLine
from cabinet.scenes.choice import MOST, Answer, Choice, Chosen
from cabinet.scenes.dialogs import pause_dialog
from cabinet.scenes.evening import ask_loser
from cabinet.scenes.evening_pages import match_band, stays_band
from cabinet.scenes.lessons import ButtonsPage, HowTo
from cabinet.scenes.machine_pages import Message
from cabinet.scenes.menu import OPPONENTS, choose_match, game_question, opponent_question, rules_question
from cabinet.scenes.result import choices_of
from cabinet.scenes.screen_pages import KEEP_NS, KeepPicture
from cabinet.scenes.stack import Scene
from cabinet.scenes.title import TAPE_NS, TURN_NS, GetReady, Learn, Notice, Title, TitleState, Tonight
from cabinet.scenes.tonight import format_question
from cabinet.screens.view_factory import TableSetting, pause_hints
from cabinet.strings.catalogue import word
from cabinet.strings.language import Language, LanguageCode, in_use
from cabinet.tournaments.views import Chooser
from engine.game import Game
from engine.games import GAMES, find_game
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT, Press
from engine.units import MS, S
from hardware.keyboard import DEFAULT_KEYS
from tests.cabinet.display.page_faults import faults
from tests.cabinet.pictures.bracket_samples import CHAMPION, double, results
from tests.cabinet.pictures.operator_samples import CARD_FAULTS
from tests.cabinet.pictures.scenes import few_offers
from tests.cabinet.pictures.studio import SIZES
from tests.cabinet.scenes.stories import Dialog, note, out_of_place, returned, title_faults, toolkit_of
from workshop.paper.panel import ARC, seat_places, spacing

SCREENS = ((480, 320), (800, 480), (1024, 600), (1280, 720), (1920, 1080))
AMBER, BLUE = 0, 1


@pytest.fixture(scope="module")
def toolkit() -> Toolkit:
    return toolkit_of((800, 480))


def tap(scene: Scene[Any] | Dialog[Any], seat: int, *buttons: str, at_ms: int = 0) -> None:
    for button in buttons:
        scene.handle(Press(seat, button, True, at_ms * 1_000_000, "fake"))
        scene.handle(Press(seat, button, False, (at_ms + 60) * 1_000_000, "fake"))


def drawn(scene: Scene[Any] | Dialog[Any], toolkit: Toolkit) -> pygame.Surface:
    screen = pygame.Surface(toolkit.size)
    scene.draw(screen, 0, everything=True)
    return screen


def digest_of(picture: pygame.Surface) -> bytes:
    """What tells a picture from others without keeping it: 8 MB on the largest screen."""
    return hashlib.sha256(pygame.image.tobytes(picture, "RGB")).digest()


# Title


@pytest.mark.parametrize("seat", [AMBER, BLUE])
def test_action_of_either_seat_makes_it_ready_for_the_game_on_offer(toolkit: Toolkit, seat: int) -> None:
    title = Title(toolkit, DEFAULT_KEYS, TitleState("speed"))
    tap(title, seat, ACTION)
    assert title.take_result() == GetReady("speed", frozenset({seat}))
    for button, game in zip(CARDS, GAMES, strict=True):
        tap(title, 1 - seat, button)
        assert not title.is_dismissed
        tap(title, seat, ACTION)
        assert title.take_result() == GetReady(game.info.id, frozenset({seat}))


def test_left_teaches_and_right_leads_on_with_the_game_on_offer(toolkit: Toolkit) -> None:
    title, game = Title(toolkit, None, TitleState("spit")), GAMES[2].info.id
    tap(title, BLUE, "CARD3", LEFT)
    assert title.take_result() == Learn(game, BLUE)
    tap(title, BLUE, RIGHT)
    assert title.take_result() == Tonight(game)


def test_the_glow_breathes_and_with_reduced_motion_nothing_moves(toolkit: Toolkit) -> None:
    still = Toolkit(replace(toolkit.theme, reduced_motion=True), toolkit.fonts, toolkit.size)
    for each, moves in ((toolkit, True), (still, False)):
        title = Title(each, None)
        title.enter(0)
        title.draw(pygame.Surface(toolkit.size), 0, everything=True)
        assert title.is_stale(BREATH_NS // 2) is moves
        assert (title.next_deadline() is not None) is moves


def test_the_tape_runs_from_both_ends_and_clears_the_name(toolkit: Toolkit) -> None:
    title = Title(toolkit, None, news=lambda: ["CLOSEST RACES EVER: 0.42 ms · MIA"])
    title.enter(0)
    for turn in range(3):
        now = turn * TURN_NS
        title.advance(now, now)
        (name, *_), ends = title.sprites(), title.moving(now)[:2]
        assert all(not end.rect.colliderect(name.rect) for end in ends)
        later = title.moving(now + TAPE_NS)[:2]
        assert [end.rect for end in later] == [end.rect for end in ends]
        for end, moved in zip(ends, later, strict=True):
            assert pygame.image.tobytes(end.surface, "RGBA") != pygame.image.tobytes(moved.surface, "RGBA")


def test_news_take_turns_with_the_name_and_are_asked_for_once(toolkit: Toolkit) -> None:
    asked: list[int] = []

    def news() -> list[str]:
        asked.append(1)
        return ["A RECORD"]

    title = Title(toolkit, None, news=news)
    title.enter(0)
    name = title.sprites()[0].surface
    assert asked == []
    title.advance(TURN_NS, TURN_NS)
    assert title.sprites()[0].surface is not name
    title.advance(2 * TURN_NS, 2 * TURN_NS)
    assert title.sprites()[0].surface is name
    assert asked == [1]


def test_a_disc_fills_in_120_ms_while_its_button_is_held(toolkit: Toolkit) -> None:
    title, screen = Title(toolkit, None), pygame.Surface(toolkit.size)
    begun = 2 * BREATH_NS
    light = []
    title.handle(Press(BLUE, ACTION, True, begun, "test"))
    for now in range(begun, begun + FILL_NS + 1, FILL_NS // FILLS):
        title.advance(now, now)
        assert title.is_stale(now) or now == begun + FILL_NS
        title.draw(screen, now, everything=False)
        light.append(pygame.mask.from_threshold(screen, toolkit.theme.colours.text, (8, 8, 8, 255)).count())
    assert all(sooner < later for sooner, later in pairwise(light[:FILLS]))
    title.handle(Press(BLUE, ACTION, False, begun + 2 * FILL_NS, "test"))
    title.draw(screen, begun + 2 * FILL_NS, everything=False)
    assert pygame.mask.from_threshold(screen, toolkit.theme.colours.text, (8, 8, 8, 255)).count() < light[0]


def test_the_default_keys_are_shown_where_they_lie() -> None:
    assert lies_on_the_block(DEFAULT_KEYS)
    assert not lies_on_the_block([{**DEFAULT_KEYS[0], ACTION: "left shift"}, DEFAULT_KEYS[1]])


def test_a_panel_on_the_screen_is_the_one_that_is_drilled(toolkit: Toolkit) -> None:
    part = panel(0, dict.fromkeys(BUTTONS, SPACE))
    there = marks(toolkit, laid(toolkit, part, Box(10, 10, 300, 200)))
    printed, shown = seat_places(spacing(30)), {button: there[f"0{button}"] for button in BUTTONS}
    assert printed.keys() == shown.keys()
    for one, other in permutations(printed, 2):
        (x, y), (there_x, there_y) = printed[one], printed[other]
        assert (x < there_x) == (shown[one].x < shown[other].x), (one, other)
        assert (y + ARC < there_y) == (shown[one].y < shown[other].y), (one, other)


UPRIGHT: Final = ((480, 800), (720, 1280), (1080, 1920))
SQUARER: Final = ((1024, 768), (1024, 819))
"""Screens that stand upright, and of 4:3 and 5:4."""


DRILLED: Final = (DEFAULT_KEYS, None, ({**DEFAULT_KEYS[0], ACTION: "left shift"}, DEFAULT_KEYS[1]))
NOTICES: Final = ("", "The records were damaged. " + "They are kept as some.long.name. " * 3)
PANELS_KEYS_NOTICES: Final = [
    (panels, keys, notice) for (panels, keys), notice in zip(product((2, 3, 4), DRILLED), cycle(NOTICES), strict=False)
]
"""Every two of their values occur together."""


@pytest.mark.long
@pytest.mark.parametrize("size", [*SCREENS, *UPRIGHT, *SQUARER])
@pytest.mark.parametrize(("panels", "keys", "notice"), PANELS_KEYS_NOTICES)
def test_nothing_on_the_title_is_clipped_or_overlaps(
    size: tuple[int, int], panels: int, keys: tuple[dict[str, str], ...] | None, notice: str
) -> None:
    toolkit = toolkit_of(size)
    game, line = ("speed", "FIRST\nTO TWO") if notice else ("speed_uno", "THE LONGEST RULES\nOF ANY HOUSE IN TOWN")
    shown = TitleState(game, notice=Notice(notice), panels=panels, house="W" * 24)
    title = Title(toolkit, keys, shown, line=lambda _game: line)
    assert title_faults(title) == []
    assert out_of_place(size, title._told()) == []
    assert all(told.rect.bottom <= title.places(game)["race"].y for told in title._told())


@pytest.mark.parametrize("size", UPRIGHT)
def test_on_a_screen_that_stands_upright_the_offer_is_above_the_seats_and_nothing_is_stretched(
    size: tuple[int, int],
) -> None:
    title = Title(toolkit_of(size), None)
    places = title.places("spit")
    race, disc, tile = places["race"], places["disc.0"], places[CARDS[0]]
    assert places["head"].bottom < race.y < race.bottom < disc.y < disc.bottom < tile.y
    assert tile.h < 2 * tile.w
    assert race.w > size[0] * 0.4
    assert disc.w > size[0] * 0.25


def test_a_poster_is_drawn_once_and_then_only_when_it_changes(toolkit: Toolkit) -> None:
    menu = Choice(toolkit, "?", [Answer("A", "", 1), Answer("B", "", 2)])
    screen = pygame.Surface(toolkit.size)
    assert menu.is_stale(0)
    assert menu.draw(screen, 0, everything=True)
    assert not menu.is_stale(1)
    tap(menu, AMBER, RIGHT)
    assert menu.is_stale(2)
    changed = menu.draw(screen, 2, everything=False)
    assert 0 < sum(rect.w * rect.h for rect in changed) < 800 * 480 / 2


# A question


def asked(
    toolkit: Toolkit, count: int = 3, *, way_back: bool = False
) -> tuple[Dialog[None], list[Chosen[str] | Leave]]:
    """A question that is asked for ever, and the answers."""
    chosen: list[Chosen[str] | Leave] = []
    return Dialog(note(question(toolkit, count, way_back=way_back), chosen)), chosen


def question(toolkit: Toolkit, count: int, *, way_back: bool) -> Choice[str]:
    """A question with that many answers."""
    answers = [Answer(f"A{n}", "", f"A{n}") for n in range(count)]
    return Choice(toolkit, "?", answers, ways=[Answer("BACK", "", "BACK")] if way_back else [])


def titles(chosen: list[Chosen[str] | Leave]) -> list[str]:
    """The answers that were chosen."""
    return ["" if isinstance(each, Leave) else each.value for each in chosen]


def page_of(dialog: Dialog[Any]) -> Choice[Any]:
    """The question that is asked now."""
    assert isinstance(dialog.top, Choice)
    return dialog.top


def test_left_and_right_move_round_and_action_takes(toolkit: Toolkit) -> None:
    choice, chosen = asked(toolkit)
    tap(choice, AMBER, RIGHT, ACTION, LEFT, LEFT)
    tap(choice, BLUE, ACTION)
    assert chosen == [Chosen("A1", AMBER), Chosen("A2", BLUE)]


def test_whoever_walks_away_is_led_back_once(toolkit: Toolkit) -> None:
    choice, chosen = asked(toolkit)
    assert choice.top.next_deadline() == IDLE_NS
    tap(choice, AMBER, RIGHT, at_ms=1_000)
    choice.advance(IDLE_NS, IDLE_NS)
    assert chosen == []
    choice.advance(IDLE_NS + 1_000_000_000, IDLE_NS)
    choice.advance(IDLE_NS + 2_000_000_000, IDLE_NS)
    assert chosen == [Leave()]


def test_a_question_without_answers_is_refused(toolkit: Toolkit) -> None:
    with pytest.raises(ValueError, match="no answers"):
        asked(toolkit, 0)


# More answers than places


def pages_of(count: int) -> Iterator[tuple[int, Sequence[int]]]:
    """For each page of a question with a way back: how often RIGHT leads to it, and the answers that it should show."""
    pages = Pages(count, MOST - 1)
    for page in range(pages.number):
        yield pages.on(page).start, pages.on(page)


@pytest.mark.parametrize("most", [4, 5])
@pytest.mark.parametrize("count", range(1, 26))
def test_pages_hold_everything_once_in_order_and_evenly(count: int, most: int) -> None:
    pages = Pages(count, most)
    shown = [list(pages.on(page)) for page in range(pages.number)]
    assert [thing for things in shown for thing in things] == list(range(count))
    assert pages.widest == len(shown[0]) == max(map(len, shown)) <= most
    assert pages.widest - min(map(len, shown)) <= 1
    assert all(pages.page_of(thing) == page for page, things in enumerate(shown) for thing in things)


@pytest.mark.parametrize("count", range(1, 13))
def test_right_passes_every_answer_and_the_way_back_and_left_goes_the_other_way(toolkit: Toolkit, count: int) -> None:
    ring = [*(f"A{n}" for n in range(count)), "BACK"]
    choice, chosen = asked(toolkit, count, way_back=True)
    for _ in range(count + 2):
        tap(choice, AMBER, ACTION, RIGHT)
    assert titles(chosen) == [*ring, ring[0]]
    choice, chosen = asked(toolkit, count, way_back=True)
    for _ in range(count + 2):
        tap(choice, AMBER, ACTION, LEFT)
    assert titles(chosen) == [ring[0], *reversed(ring)]


@pytest.mark.parametrize("count", range(1, 13))
def test_a_card_button_takes_what_stands_at_its_place_and_the_way_back_never_moves(
    toolkit: Toolkit, count: int
) -> None:
    places = Pages(count, MOST - 1).widest
    for steps, answers in pages_of(count):
        for place, button in enumerate(CARDS):
            choice, chosen = asked(toolkit, count, way_back=True)
            tap(choice, BLUE, *[RIGHT] * steps, button)
            here = [f"A{answers[place]}"] if place < len(answers) else ["BACK"] if place == places else []
            assert titles(chosen) == here


def test_looking_at_the_way_back_leaves_the_page_as_it_is(toolkit: Toolkit) -> None:
    choice, chosen = asked(toolkit, 9, way_back=True)
    tap(choice, AMBER, LEFT, "CARD1")
    assert chosen == [Chosen("A0", AMBER)]
    choice, chosen = asked(toolkit, 9, way_back=True)
    tap(choice, AMBER, LEFT, LEFT, RIGHT, "CARD1")
    assert chosen == [Chosen("A6", AMBER)]


@pytest.mark.parametrize("size", SCREENS)
def test_any_number_of_answers_fits_every_screen(size: tuple[int, int]) -> None:
    toolkit = toolkit_of(size)
    for count in range(1, 13):
        for steps, answers in pages_of(count):
            page = question(toolkit, count, way_back=True)
            tap(page, AMBER, *[RIGHT] * steps)
            parts = laid(toolkit, page.described(), page.page)
            assert faults(toolkit, parts, page.page) == []
            assert len(marks(toolkit, parts)) == len(answers) + 1


def test_how_many_there_are_is_told_only_where_they_are_more_than_places(toolkit: Toolkit) -> None:
    told = []
    for count in (4, 9):
        choice = page_of(asked(toolkit, count, way_back=True)[0])
        told += [
            each.part.words for each in laid(toolkit, choice.described(), choice.page) if isinstance(each.part, Text)
        ]
    assert [text for text in told if "9" in text] == [word("choice.part", first=1, last=3, count=9)]


# The menu


class Reception:
    """What the menu was told to begin."""

    def __init__(self, toolkit: Toolkit, wanted: Match | None = None, panels: int = 2) -> None:
        there = partial(offers, config=Config())
        self.menu = Dialog(
            choose_match(toolkit, wanted or Match(), there, partial(HowTo, toolkit, TableSetting()), panels=panels)
        )

    @property
    def requests(self) -> list[MatchRequest]:
        """The match that was chosen."""
        return [each.request for each in self.menu.results if not isinstance(each, Leave)]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_every_preset_and_every_opponent_can_be_chosen(toolkit: Toolkit, game: type) -> None:
    game_taps = [*[RIGHT] * GAMES.index(game), ACTION]
    for number, preset in enumerate(game.info.presets):  # type: ignore[attr-defined]  # a game class, by the tuple
        for who, opponent in enumerate(OPPONENTS):
            reception = Reception(toolkit, Match(game=GAMES[0].info.id, preset=""))
            tap(reception.menu, AMBER, *game_taps, *[RIGHT] * number, ACTION, CARDS[who])
            (request,) = reception.requests
            chosen = (request.game, request.preset, request.players[:2])
            assert chosen == (game.info.id, preset.name, ("person", opponent))  # type: ignore[attr-defined]  # as above
            assert len(request.players) == preset.seats


def test_bots_take_the_seats_without_a_panel(toolkit: Toolkit) -> None:
    two_people, one_bot = (Reception(toolkit, Match(game="speed_uno", preset="")) for _ in range(2))
    tap(two_people.menu, AMBER, ACTION, "CARD1", "CARD1")
    assert two_people.requests[0].players == ("person", "person", "bot:adaptive", "bot:adaptive")
    tap(one_bot.menu, BLUE, ACTION, "CARD1", "CARD5")
    assert one_bot.requests[0].players == ("bot:fast", "person", "bot:fast", "bot:fast")


@pytest.mark.parametrize(
    ("panels", "answer", "players"),
    [
        (4, "CARD1", ("person", "person", "bot:adaptive", "bot:adaptive")),
        (4, "CARD2", ("person", "person", "person", "bot:adaptive")),
        (4, "CARD3", ("person",) * 4),
        (3, "CARD2", ("person", "person", "person", "bot:adaptive")),
        (3, "CARD3", ("bot:20", "person", "bot:20", "bot:20")),
    ],
)
def test_three_or_four_people_sit_down_where_there_are_panels_and_seats(
    toolkit: Toolkit, panels: int, answer: str, players: tuple[str, ...]
) -> None:
    reception = Reception(toolkit, Match(game="speed_uno", preset=""), panels)
    tap(reception.menu, 3, ACTION, "CARD1", answer)
    assert reception.requests[0].players == players


def test_a_preset_for_two_asks_no_more_people(toolkit: Toolkit) -> None:
    reception = Reception(toolkit, Match(game="speed", preset="", opponent="bot:fast"), 4)
    tap(reception.menu, 2, ACTION, ACTION, ACTION)
    assert reception.requests[0].players == ("person", "bot:fast")


def test_what_the_configuration_wants_is_found_behind_more_people(toolkit: Toolkit) -> None:
    reception = Reception(toolkit, Match(game="speed", preset="speed_for_four", opponent="bot:slow"), 4)
    tap(reception.menu, AMBER, ACTION, ACTION, ACTION)
    assert reception.requests[0].players == ("person", "bot:slow", "bot:slow", "bot:slow")


def test_how_to_play_is_shown_from_either_side_to_every_panel(toolkit: Toolkit) -> None:
    for seat in range(4):
        reception = Reception(toolkit, panels=4)
        tap(reception.menu, seat, ACTION, LEFT, LEFT, ACTION)
        assert isinstance(reception.menu.top, HowTo)
        drawn(reception.menu, toolkit)


def test_a_bot_takes_the_other_seat(toolkit: Toolkit) -> None:
    reception = Reception(toolkit)
    tap(reception.menu, BLUE, "CARD1", "CARD1", CARDS[OPPONENTS.index("bot:fast")])
    assert reception.requests[0].players == ("bot:fast", "person")


def test_what_the_configuration_wants_is_three_times_action(toolkit: Toolkit) -> None:
    reception = Reception(toolkit, Match(game="speed", preset="five_card_spit", opponent="bot:slow"))
    tap(reception.menu, AMBER, ACTION, ACTION, ACTION)
    assert reception.requests == [MatchRequest("speed", "five_card_spit", ("person", "bot:slow"))]


def test_the_last_answer_of_a_question_leads_back(toolkit: Toolkit) -> None:
    reception = Reception(toolkit)
    tap(reception.menu, AMBER, "CARD1", LEFT, ACTION, LEFT, ACTION)
    assert reception.menu.results == [Leave()]


@pytest.mark.parametrize("size", SCREENS)
def test_every_question_fits_every_screen(size: tuple[int, int]) -> None:
    toolkit = toolkit_of(size)
    reception = Reception(toolkit)
    seen = {digest_of(drawn(reception.menu, toolkit))}
    for _ in range(2):
        tap(reception.menu, AMBER, ACTION)
        seen.add(digest_of(drawn(reception.menu, toolkit)))
    assert len(seen) == 3
    frame = pygame.Rect(0, 0, *size)
    for sprite in page_of(reception.menu).sprites():
        assert frame.contains(sprite.rect)


def test_how_to_play_is_reached_by_a_button_and_leads_back_to_the_rules(toolkit: Toolkit) -> None:
    reception = Reception(toolkit)
    places = Pages(len(offers(GAMES[0], Config())), MOST - 2).widest
    tap(reception.menu, BLUE, "CARD1", CARDS[places])
    assert isinstance(reception.menu.top, HowTo)
    tap(reception.menu, AMBER, "CARD4", LEFT, ACTION)
    assert isinstance(reception.menu.top, Choice)
    tap(reception.menu, AMBER, "CARD1", "CARD1")
    assert [request.game for request in reception.requests] == [GAMES[0].info.id]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.info.id))
def test_no_title_and_no_line_of_a_preset_is_cut_on_the_smallest_screen(game: type[Game]) -> None:
    toolkit = toolkit_of(SCREENS[0])
    answers = [Answer(offer.title, offer.line, 1) for offer in offers(game, Config())]
    for chosen in range(len(answers)):
        choice = Choice(toolkit, "?", answers, chosen)
        assert faults(toolkit, laid(toolkit, choice.described(), choice.page), choice.page) == [], answers[chosen]


@pytest.mark.parametrize("seats", range(1, 15))
def test_as_many_seats_as_a_preset_has_fit_its_tile(toolkit: Toolkit, seats: int) -> None:
    shapes = [f"seat{seat}" for seat in range(seats)]
    assert emblem(toolkit, shapes, 120, (0, 0, 0)).get_width() <= 120


DAY = "2026-11-27"


def people(*pairs: tuple[str, str], matches: int = 3) -> People:
    """Names of whom the first of each pair has won all matches."""
    known = People()
    for number, (winner, loser) in enumerate(pairs * matches):
        figures = Figures(at=number, day=DAY, places=(1, 2))
        known.add(Result(f"m{number}", "speed", "speed", ("human", "human"), (winner, loser), 0, "deals", figures))
    return known


def test_the_places_mark_whoever_sits_there_and_say_what_a_newcomer_lacks() -> None:
    (board,) = places_boards(people(("MIA", "BEN"), ("MIA", "BEN")), "speed", ("EVE", "BEN"))
    assert [tuple(placed) for placed in board.places] == [("1.", "MIA", -1), ("2.", "BEN", 1)]
    assert board.note == "EVE: A PLACE AFTER 3 MORE MATCHES"
    assert places_boards(people(("MIA", "BEN"), matches=2), "speed", ()) == []


def test_more_places_than_a_board_has_go_on_on_the_next() -> None:
    pairs = [(f"{letter}AX", f"{letter}BX") for letter in "ABCDEFGHIJKLMN"]
    first, second = places_boards(people(*pairs), "speed")
    assert len(first.places) == PLACED and len(second.places) == 2 * len(pairs) - PLACED


class Reader:
    """Somebody at the boards."""

    def __init__(self, *boards: RecordBoard | PlacesBoard, size: tuple[int, int] = (480, 320)) -> None:
        self.screen = pygame.Surface(size)
        self.page = RecordsPage(toolkit_of(size), boards, {})
        self.now = 0
        self.page.enter(0)

    def press(self, button: str) -> None:
        self.page.handle(Press(0, button, True, self.now, "fake"))

    def wait(self, ns: int) -> "Reader":
        for _ in range(ns // (10 * MS)):
            self.now += 10 * MS
            self.page.advance(self.now, self.now)
            if self.page.is_stale(self.now):
                self.page.draw(self.screen, self.now, everything=False)
        return self

    def picture(self) -> bytes:
        return pygame.image.tobytes(self.screen, "RGB")


BOARDS = (
    PlacesBoard("PLACES", "SPEED", ()), record_board("streak", "ever", []), record_board("pace", "ever", []),
)  # fmt: skip


def test_left_and_right_turn_the_boards_and_each_is_drawn() -> None:
    reader = Reader(*BOARDS).wait(400 * MS)
    seen = [reader.picture()]
    for button in (RIGHT, RIGHT, RIGHT, LEFT):
        reader.press(button)
        seen.append(reader.wait(400 * MS).picture())
    assert len(set(seen)) == 3 and seen[0] == seen[3] and seen[4] == seen[2]


@pytest.mark.parametrize("button", [ACTION, CARDS[4]])
def test_action_and_5_go_back_and_so_does_whoever_has_gone(button: str) -> None:
    reader = Reader(*BOARDS).wait(100 * MS)
    for other in set(BUTTONS) - {ACTION, CARDS[4], LEFT, RIGHT}:
        reader.press(other)
    assert returned(reader.page) == []
    reader.press(button)
    assert returned(reader.page) == [Leave()]
    assert returned(Reader(*BOARDS).wait(IDLE_NS + 10 * MS).page) == [Leave()]


LONG = FaultLine("LINE 1234", "operator.power_off: " + "a word and another " * 30)


class Ways:
    """Knows the way out that was taken."""

    def __init__(self, toolkit: Toolkit, faults: list[FaultLine]) -> None:
        self.scene = CardFaults(toolkit, faults)
        self.scene.enter(0)

    @property
    def taken(self) -> list[Done | Leave]:
        """The way out that was taken."""
        return returned(self.scene)

    def press(self, button: str, *, at_ns: int = 1) -> int:
        """Press a button; return the page that is shown then."""
        self.scene.handle(Press(0, button, True, at_ns, "gpio"))
        return self.scene._page


def large_toolkit_of(size: tuple[int, int], *, large: bool = False) -> Toolkit:
    return Toolkit(with_theme(Theme(), two_colour=False, reduced_motion=False, large=large), Fonts(), size)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("large", [False, True])
def test_every_fault_is_whole_and_below_the_one_before_at_every_size(size: tuple[int, int], large: bool) -> None:
    toolkit = large_toolkit_of(size, large=large)
    ways, seen = Ways(toolkit, [*CARD_FAULTS, LONG]), list[str]()
    for page in range(len(ways.scene._pages)):
        described = laid(toolkit, ways.scene.described(), ways.scene.room)
        found = faults(toolkit, described, ways.scene.room)
        assert [each for each in found if not each.startswith(f"cut: {LONG.problem[:20]}")] == []
        seen += [each.part.words for each in described if isinstance(each.part, Text)]
        ways.press(RIGHT, at_ns=1 + page)
    assert [words for words in seen if words in {fault.problem for fault in ways.scene.faults}] == [
        fault.problem for fault in ways.scene.faults
    ]


def test_few_faults_are_written_larger() -> None:
    toolkit = large_toolkit_of((800, 480))
    sizes = [
        max(each.part.cap for each in laid(toolkit, scene._pages[0], scene.room) if isinstance(each.part, Text))
        for scene in (CardFaults(toolkit, CARD_FAULTS[:1]), CardFaults(toolkit, CARD_FAULTS))
    ]
    assert sizes[0] > sizes[1]


def test_arrows_turn_the_pages_round_and_any_other_button_leaves() -> None:
    ways = Ways(large_toolkit_of((480, 320)), list(CARD_FAULTS))
    last = len(ways.scene._pages) - 1
    assert last >= 1
    assert (ways.press(RIGHT), ways.press(LEFT), ways.press(LEFT)) == (1, 0, last)
    ways.press(ACTION)
    assert ways.taken == [Leave()]


def test_on_a_single_page_every_button_leaves() -> None:
    ways = Ways(large_toolkit_of((800, 480)), list(CARD_FAULTS[:1]))
    ways.press(RIGHT)
    assert ways.taken == [Leave()]


def test_without_a_press_each_page_has_its_time_and_then_it_is_over_once() -> None:
    ways = Ways(large_toolkit_of((480, 320)), list(CARD_FAULTS))
    for number in range(1, len(ways.scene._pages) + 1):
        ways.scene.advance(number * PAGE_NS - 1, 0)
        assert ways.scene._page == number - 1
        ways.scene.advance(number * PAGE_NS, 0)
    assert ways.taken == [Done()]
    ways.scene.advance(99 * PAGE_NS, 0)
    assert (ways.taken, ways.scene.next_deadline()) == ([Done()], None)


NAMES = {(seat, button): cap_name(key) for seat, panel in enumerate(DEFAULT_KEYS) for button, key in panel.items()}
SPEED = find_game("speed")
QUESTIONS: dict[str, Callable[[Toolkit], Choice[Any]]] = {
    "game": lambda toolkit: game_question(toolkit, SPEED, NAMES),
    "rules": lambda toolkit: rules_question(toolkit, few_offers(SPEED), "speed", NAMES),
    "opponent": lambda toolkit: opponent_question(toolkit, few_offers(SPEED)[0], "person", 2, NAMES),
    "tonight": lambda toolkit: format_question(toolkit, NAMES),
}


def words_of(choice: Choice[Any]) -> set[str]:
    """The texts on the page of a question."""
    parts = laid(choice.toolkit, choice.described(), choice.page)
    return {each.part.words for each in parts if isinstance(each.part, Text)}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_menu_names_the_key_of_every_button(question: str) -> None:
    choice = QUESTIONS[question](toolkit_of())
    assert {key for button in (*CARDS, LEFT, RIGHT, ACTION) for key in keys_of(NAMES, button)} <= words_of(choice)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_question_to_one_seat_has_that_seats_keys_alone(seat: int) -> None:
    asked = ask_loser(toolkit_of(), Chooser("BEN", seat, "m"), "speed", lambda _game: "", NAMES)
    keys = {key for (each, _), key in NAMES.items() if each == seat}
    assert words_of(page_of(Dialog(asked))) & set(NAMES.values()) == keys


def test_a_pause_draws_the_keys_that_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    caps_drawn = list[str]()

    def caps(toolkit: Toolkit, names: Sequence[str], *more: object, **_how: object) -> pygame.Surface:
        caps_drawn.extend(names)
        return pygame.Surface((1, 1))

    monkeypatch.setattr("cabinet.display.table.view.key_caps", caps)
    dialogs = Dialogs(toolkit_of(), word, NAMES)
    dialogs._texts(pause_dialog("players", pause_hints((0, 1), NAMES)), 400, 40)
    held = {NAMES[seat, button] for seat in (0, 1) for button in (CARDS[0], CARDS[-1], ACTION)}
    assert held <= set(caps_drawn)


@pytest.mark.parametrize("next_up", ["", "MIA against BEN"])
def test_a_result_has_the_keys_of_its_ways(next_up: str) -> None:
    choices = choices_of(next_up, NAMES)
    assert [choice.keys for choice in choices] == [keys_of(NAMES, choice.button) for choice in choices]
    assert all(choices_of(next_up)[place].keys == () for place in range(len(choices)))


@pytest.mark.parametrize("page", ["tree", "results", "champion", "last page"])
def test_a_tournament_and_the_last_page_of_a_night_have_the_keys_of_their_ways(page: str) -> None:
    toolkit, champion = toolkit_of(), CHAMPION if page == "champion" else None
    scene: Bracket | BigMoment = Bracket(toolkit, TournamentState(double(), results(11), champion), key_names=NAMES)
    if page == "last page":
        scene = BigMoment(toolkit, CHAMPION, ends_ns=S, is_last=True, key_names=NAMES)
    if page == "results":
        scene.handle(Press(0, RIGHT, True, 0, "fake"))
    ways = scene._foot_ways()
    assert ways and [one.keys for one in ways] == [keys_of(NAMES, one.button) for one in ways]


@pytest.mark.parametrize("page", ["message", "picture", "last page"])
def test_a_press_that_was_meant_for_the_page_before_is_refused_for_all_to_see(page: str) -> None:
    """It was lit as one that counts, and nothing happened."""
    toolkit = toolkit_of()
    scene: Scene[Any] = Message(toolkit, "", "") if page == "message" else KeepPicture(toolkit, "", KEEP_NS)
    if page == "last page":
        scene = BigMoment(toolkit, CHAMPION, ends_ns=S, is_last=True)
    scene.enter(0)
    for at, is_refused in ((GUARD_NS - 1, True), (GUARD_NS, False)):
        assert not scene.is_dismissed
        scene.handle(Press(0, ACTION, True, at, "fake"))
        assert scene.take_refusal() == is_refused
    assert scene.is_dismissed


def test_a_lesson_and_the_page_of_the_buttons_name_the_keys_that_leave_them() -> None:
    toolkit = toolkit_of((800, 480))
    ways = [Way("", word("howto.next")), Way(CARDS[-1], word("way.leave"), keys_of(NAMES, CARDS[-1]))]
    lesson = HowTo(toolkit, TableSetting(key_names=NAMES), "speed", 0)
    shown = [
        each.part.words for each in laid(toolkit, lesson.described(0), lesson._page) if isinstance(each.part, Text)
    ]
    for one in ways:
        assert {one.words, *one.keys} <= set(shown)
    page = ButtonsPage(toolkit, DEFAULT_KEYS)
    assert foot(toolkit, ways).surface in [sprite.surface for sprite in page.sprites()]


@pytest.mark.parametrize("size", [(800, 480), (480, 320), (1280, 720)])
def test_the_ways_at_the_foot_are_whole_in_every_language(size: tuple[int, int]) -> None:
    """The longest ones, at a desk, and with what leads them in an evening."""
    toolkit, room = toolkit_of(size), Box(0, 0, size[0], foot_height(toolkit_of(size)))
    tree = ("bracket.sit", "bracket.results", "records.way", "way.leave")
    lesson = ("ready.name", "ready.rules", "ready.next", "way.leave")
    for code in get_args(LanguageCode):
        with in_use(Language(code)):
            title = ways_by(NAMES, (LEFT, word("title.howto")), (RIGHT, word("title.guests")))
            leads = (stays_band("MWM", 1, 9, "WMW"), match_band(word("format.tournament"), "", "MWM", "WMW"))
            bands: list[tuple[list[Way], TonightBand | None]] = [(title, lead) for lead in leads]
            for keys in (tree, lesson, ("bracket.show", "records.way", "way.leave"), ()):
                bands += [(ways_by(NAMES, *zip(BUTTONS, map(word, keys), strict=False)), None)]
            for ways, lead in bands:
                assert faults(toolkit, laid(toolkit, foot_part(toolkit, ways, lead), room), room) == []
