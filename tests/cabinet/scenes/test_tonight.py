"""The page TONIGHT: a format, its options and its names, and a plan that leads on."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.config.offers import Offer
from cabinet.display.evening.queue import NAMES_ACROSS, NAMES_DOWN
from cabinet.scenes.bases import IDLE_NS as CHOICE_NS
from cabinet.scenes.bases import Leave
from cabinet.scenes.evening import start_of
from cabinet.scenes.names import TakingNames
from cabinet.scenes.tonight import (
    BEST_OF,
    FIRST_TO,
    FORMATS,
    HAVE_FINALS,
    IDLE_NS,
    KINDS,
    LENGTHS,
    MOST,
    STREAKS,
    EveningPlan,
    EveningSetup,
    Format,
    JustPlay,
    plan_evening,
)
from cabinet.screens.view_factory import TableSetting
from cabinet.tournaments.evening import Evening
from cabinet.tournaments.journal import Kind, Tournament
from engine.games import GAMES
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT, Press
from engine.units import S
from tests.cabinet.scenes.stories import Dialog, toolkit_of
from tests.cabinet.scenes.test_names import spelled

AMBER, BLUE = 0, 1
SIZES = ((480, 320), (800, 480), (1280, 720), (480, 800), (720, 1280))
JUST_PLAY, WINNER_STAYS, TOURNAMENT, PARTY, LEAVE = CARDS
KEYS = {(seat, button): "SPC" for seat in (0, 1) for button in BUTTONS}


class Page:
    """The page TONIGHT with guests in front of it."""

    def __init__(self, *tonight: str) -> None:
        toolkit = toolkit_of()
        self.scene = Dialog(
            plan_evening(
                toolkit,
                TableSetting(),
                lambda: tonight,
                on_offer="speed",
                rules=lambda game: f"THE RULES OF {game}",
                refuses=lambda name: name == "BAD",
            )
        )
        self.went = self.scene.results
        self.now = 0

    def tap(self, *buttons: str, seat: int = AMBER) -> "Page":
        for button in buttons:
            self.now += S
            for pressed in (True, False):
                self.scene.handle(Press(seat, button, pressed, self.now, "fake"))
        return self

    def state(self) -> str:
        """What the setup of an evening says of itself."""
        setup = self.scene.top
        assert isinstance(setup, EveningSetup)
        return setup.content().state

    def wait(self, ns: int) -> "Page":
        self.now += ns
        self.scene.advance(self.now, self.now)
        return self


def test_winner_stays_begins_with_its_streak_and_names() -> None:
    page = Page("MIA", "BEN", "TOM").tap(WINNER_STAYS, CARDS[0]).tap(RIGHT, CARDS[0]).tap(RIGHT, CARDS[0])
    assert page.tap(ACTION).went == [EveningPlan("winner_stays", ("MIA", "BEN"), streak=6)]


def test_a_tournament_begins_with_its_kind_and_best_of() -> None:
    page = Page("MIA", "BEN", "TOM").tap(TOURNAMENT, CARDS[0], CARDS[1], CARDS[1])
    for _ in range(3):
        page.tap(RIGHT, CARDS[0])
    assert page.tap(ACTION).went == [EveningPlan("tournament", ("MIA", "BEN", "TOM"), kind="double", best_of=3)]


def test_in_a_party_a_name_joins_the_team_at_whose_side_it_was_taken() -> None:
    page = Page("MIA", "BEN").tap(PARTY).tap(RIGHT, CARDS[0], seat=BLUE).tap(RIGHT, CARDS[0], seat=AMBER)
    assert page.tap(ACTION).went == [EveningPlan("party", ("MIA", "BEN"), (1, 0))]


def test_a_party_needs_a_name_in_each_team() -> None:
    page = Page("MIA", "BEN").tap(PARTY).tap(RIGHT, CARDS[0]).tap(RIGHT, CARDS[0]).tap(ACTION)
    assert page.went == []
    assert page.state() == "EACH TEAM NEEDS A NAME"


def test_too_few_names_are_said_and_do_not_begin() -> None:
    page = Page("MIA").tap(TOURNAMENT, RIGHT, CARDS[0], ACTION)
    assert page.went == []
    assert page.state() == "2 NAMES ARE LACKING"


def test_a_name_on_the_list_is_mended_or_left_out_the_last_one_first() -> None:
    page = Page("MIA", "BEN", "TOM").tap(WINNER_STAYS)
    for _ in range(3):
        page.tap(RIGHT, CARDS[0])
    assert plan_of(page.tap(CARDS[3], ACTION, LEFT, *spelled("TOD", "TO"), ACTION)).names == ("MIA", "BEN", "TOD")
    assert plan_of(page.tap(CARDS[3], CARDS[0], LEFT, LEFT, LEFT, LEFT)).names == ("BEN", "TOD")
    assert plan_of(page.tap(CARDS[3], CARDS[2])).names == ("BEN", "TOD"), "back"


def test_right_after_a_name_leads_to_the_next_one() -> None:
    page = Page().tap(WINNER_STAYS, RIGHT, *spelled("MIA"), RIGHT, *spelled("BEN"), RIGHT, *spelled("BO"), ACTION)
    assert plan_of(page).names == ("MIA", "BEN", "BO")


def plan_of(page: Page) -> EveningPlan:
    setup = page.scene.top
    assert isinstance(setup, EveningSetup)
    return setup.plan


def test_the_game_is_chosen_on_the_page_or_all_come_in_turn_or_losers_choose() -> None:
    page = Page("MIA", "BEN").tap(WINNER_STAYS)
    setup = page.scene.top
    assert isinstance(setup, EveningSetup)
    seen = []
    for _ in range(len(GAMES) + 3):
        seen.append((setup.content().tiles[2].value, setup.content().game))
        page.tap(CARDS[2])
    assert seen[0] == seen[-1] == ("SPEED", "SPEED · THE RULES OF speed")
    assert ("ALL IN TURN", "SPEED FIRST, EACH MATCH ANOTHER GAME") in seen
    assert ("LOSER CHOOSES", "SPEED FIRST, THEN THE LOSER OF EACH MATCH CHOOSES") in seen
    assert len(set(seen)) == len(GAMES) + 2


def test_a_name_on_the_list_is_not_offered_again() -> None:
    page = Page("MIA", "BEN").tap(WINNER_STAYS, RIGHT, CARDS[0], RIGHT)
    names = page.scene.top
    assert isinstance(names, TakingNames)
    assert names._taking.sitters[AMBER].names == ("BEN",)


def test_no_name_is_no_change_and_the_list_comes_back() -> None:
    page = Page("MIA").tap(WINNER_STAYS, RIGHT, LEFT)
    assert isinstance(page.scene.top, EveningSetup)
    assert page.scene.top.plan.names == ()


def test_another_format_keeps_the_names() -> None:
    page = Page("MIA", "BEN", "TOM").tap(WINNER_STAYS, RIGHT, CARDS[0], RIGHT, CARDS[0], LEFT, PARTY)
    assert isinstance(page.scene.top, EveningSetup)
    assert page.scene.top.plan == EveningPlan("party", ("MIA", "BEN"), (0, 1))


@pytest.mark.parametrize("one", FORMATS)
def test_every_step_can_be_left(one: Format) -> None:
    assert Page().tap(JUST_PLAY).went == [JustPlay()]
    assert Page().tap(LEAVE).went == [Leave()]
    assert Page().wait(CHOICE_NS).went == [Leave()]
    button = CARDS[1 + FORMATS.index(one)]
    assert Page().tap(button, LEAVE).went == [Leave()]
    assert Page().tap(button).wait(IDLE_NS).went == [Leave()]
    assert Page("MIA").tap(button, LEFT, LEAVE).went == [Leave()]


@given(st.lists(st.tuples(st.sampled_from(range(2)), st.sampled_from(BUTTONS)), max_size=30))
def test_every_plan_that_begins_is_complete(presses: list[tuple[int, str]]) -> None:
    page = Page("MIA", "BEN", "TOM", "ANA", "KAI", "LEO")
    for seat, button in presses:
        if page.went:
            break
        page.tap(button, seat=seat)
    for plan in page.went:
        if isinstance(plan, EveningPlan):
            assert plan.is_enough and len(set(plan.names)) == len(plan.names)
            assert len(plan.teams) == (len(plan.names) if plan.format == "party" else 0)


@pytest.mark.parametrize(("option", "values"), [("kind", KINDS), ("streak", STREAKS), ("first_to", FIRST_TO)])
def test_every_value_of_an_option_comes_round(option: str, values: tuple[object, ...]) -> None:
    plan, seen = EveningPlan("tournament"), set()
    for _ in values:
        plan = plan.turned(option)
        seen.add(getattr(plan, option))
    assert seen == set(values) and plan == EveningPlan("tournament")


@pytest.mark.parametrize("kind", KINDS)
def test_the_final_may_be_longer_where_there_is_one(kind: Kind) -> None:
    """Every start that the page can make can be played."""
    begins = plan = EveningPlan("tournament", ("MIA", "BEN", "TOM"), kind=kind)
    lengths = []
    for _ in LENGTHS if kind in HAVE_FINALS else BEST_OF:
        lengths.append((plan.best_of, plan.final))
        start = start_of(plan, Offer("speed", "speed", "SPEED", "", 2, {}))
        assert isinstance(start, Tournament)
        assert (start.best_of, start.final) == lengths[-1]
        assert Evening.begin(start).evening.names
        plan = plan.turned("best_of")
    assert lengths == list(LENGTHS) if kind in HAVE_FINALS else lengths == [(most, 0) for most in BEST_OF]
    assert plan == begins


def test_another_kind_without_a_final_has_no_long_one() -> None:
    plan = EveningPlan("tournament", kind="double", best_of=1, final=3)
    assert plan.turned("kind").final == 0


def test_a_list_has_thirty_two_names_and_the_page_room_for_them() -> None:
    plan = EveningPlan("winner_stays")
    for number in range(MOST + 1):
        plan = plan.joined(f"A{chr(65 + number // 26)}{chr(65 + number % 26)}", AMBER)
    assert len(plan.names) == MOST == NAMES_ACROSS * NAMES_DOWN
    assert plan.is_full


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("one", FORMATS)
@pytest.mark.parametrize("count", [0, 3, MOST])
@pytest.mark.parametrize("keys", [{}, KEYS], ids=["panels", "desk"])
def test_everything_stands_apart(
    size: tuple[int, int], one: Format, count: int, keys: dict[tuple[int, str], str]
) -> None:
    names = tuple(f"{chr(65 + number // 26)}{chr(65 + number % 26)}W" for number in range(count))
    teams = tuple(number % 2 for number in range(count)) if one == "party" else ()
    plan = EveningPlan(one, names, teams, kind="round_robin")
    scene = EveningSetup(toolkit_of(size), TableSetting(key_names=keys), plan, "speed")
    tiles = [tile.keys for tile in scene.content().tiles]
    assert tiles == ([("SPC", "SPC")] * 4 if keys else [()] * 4)
    rects = [sprite.rect for sprite in scene.sprites()]
    assert all(pygame.Rect(0, 0, *size).contains(rect) for rect in rects)
    assert all(rect.collidelist(rects[place + 1 :]) < 0 for place, rect in enumerate(rects))
