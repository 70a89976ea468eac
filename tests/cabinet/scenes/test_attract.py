"""What a cabinet shows when nobody plays, in virtual time."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.display.fonts import Fonts
from cabinet.display.toolkit import Kit
from cabinet.match.factory import MatchFactory
from cabinet.match.request import WATCHED, MatchRequest, full_table
from cabinet.scenes.attract import DEMO_NS, MOVE_NS, RACE_NS, RACES_NS, Attract, Demo
from cabinet.scenes.stack import SceneStack
from cabinet.scenes.title import NOWHERE, Title
from cabinet.screens.view_factory import table_view, theme_of
from cabinet.screens.views import Look, Views
from cabinet.store.store import MemoryStore
from engine.game import MS, S
from engine.games import GAMES, find_game
from engine.panel import ACTION, BUTTONS, Press
from engine.record import Update
from tools.pictures.operator_samples import races

SIZE = (480, 320)


@pytest.fixture(scope="module")
def kit() -> Kit:
    return Kit(theme_of(Config()), Fonts(), SIZE)


@pytest.fixture(scope="module")
def still() -> Kit:
    """A kit with reduced motion: the title's glow does not breathe, so only its waits have deadlines."""
    return Kit(replace(theme_of(Config()), reduced_motion=True), Fonts(), SIZE)


class Night:
    """A cabinet that nobody plays on."""

    def __init__(self, kit: Kit, folder: Path, *, with_races: bool = True) -> None:
        self.store = MemoryStore()
        config = Config(options={"speed": {"best_of": 1, "countdown": 1}})
        self.factory = MatchFactory(LoadedConfig(config, None, ""), folder, 11, self.store)
        self.demos: list[int] = []
        self.backs = 0
        self.kit = kit
        self.config = config
        self.scene = Attract(kit, self.demo, races() if with_races else [], self.back)
        self.stack = SceneStack()
        self.stack.push(self.scene, 0)
        self.now = 0
        self.screen = pygame.Surface(SIZE)
        self.frames = 0

    def demo(self, number: int, now: int, hear: Callable[[Update], None]) -> Demo:
        self.demos.append(number)
        request = MatchRequest("speed", "speed", ("bot:fast", "bot:middling"))
        view = table_view(self.config, self.factory, request, self.kit, judged=True)
        return Demo(self.factory.demo(request, now, hear), Views({0: Look(view)}))

    def back(self) -> None:
        self.backs += 1

    def wait(self, ns: int) -> None:
        until = self.now + ns
        while self.now < until:
            deadline = self.stack.next_deadline()
            assert deadline is not None
            self.now = min(until, max(self.now + 20 * MS, deadline))
            self.stack.advance(self.now, self.now)
            if self.stack.is_stale(self.now):
                self.frames += any(self.stack.draw([self.screen], self.now))

    def shows_name_at(self) -> tuple[int, int]:
        assert self.scene._place is not None
        return self.scene._place.rect.center


@pytest.fixture
def night(kit: Kit, tmp_path: Path) -> Night:
    return Night(kit, tmp_path)


def test_bots_play_one_match_after_the_other_and_nothing_of_it_is_kept(night: Night, tmp_path: Path) -> None:
    night.wait(3 * DEMO_NS)
    assert night.demos[:3] == [0, 1, 2]
    assert night.frames > 300
    assert list(tmp_path.iterdir()) == []
    assert dict(night.store.audits()) == {}
    assert night.store.closest(judged=True) == ()


@pytest.mark.parametrize("game", [game.info.id for game in GAMES])
def test_a_demonstration_begins_with_its_first_cards(game: str, tmp_path: Path) -> None:
    factory = MatchFactory(LoadedConfig(Config(), None, ""), tmp_path, 11)
    offer = factory.offers(find_game(game))[0]
    phases = []
    session = factory.demo(
        MatchRequest(game, offer.name, full_table(offer.seats, WATCHED)), 40 * S, lambda _update: None
    )
    for now in range(40 * S, 42 * S, 100 * MS):
        session.advance(now, now)
        phases.append(session.match.table.phase)
    assert phases[0] == "countdown"
    assert phases[-1] == "play"


@pytest.mark.parametrize("button", BUTTONS)
def test_any_press_leads_back_once_and_does_nothing_else(night: Night, button: str) -> None:
    night.wait(2 * S)
    before = night.scene._running.session.match.table
    night.stack.handle(Press(1, button, False, night.now, "fake"))
    assert night.backs == 0
    for down in (True, False, True, False):
        night.stack.handle(Press(0, button, down, night.now, "fake"))
    assert night.backs == 1
    assert night.scene._running.session.match.table == before


def test_the_press_that_wakes_the_cabinet_does_not_begin_a_match(kit: Kit) -> None:
    begun: list[frozenset[int]] = []
    title = Title(kit, None, NOWHERE._replace(ready=lambda _game, seats: begun.append(seats)))
    title.handle(Press(0, ACTION, False, 5, "fake"))
    assert begun == []


def test_the_name_never_stays_in_one_place(night: Night) -> None:
    places = []
    for _ in range(8):
        night.wait(MOVE_NS)
        places.append(night.shows_name_at())
    assert all(here != there for here, there in pairwise(places))
    assert len(set(places)) == 4


def test_the_closest_races_take_turns_over_the_table(night: Night) -> None:
    for turn, race in enumerate(races()[:3], 1):
        night.wait(turn * RACES_NS - S - night.now)
        assert night.scene._dialog is None
        night.wait(S + RACE_NS // 2)
        assert night.scene._dialog is not None
        assert night.scene._dialog.contest is not None
        assert night.scene._dialog.contest.margin_ns == race.margin_ns


def test_without_races_there_are_only_demonstrations(kit: Kit, tmp_path: Path) -> None:
    night = Night(kit, tmp_path, with_races=False)
    for _ in range(10):
        night.wait(RACES_NS // 3)
        assert night.scene._dialog is None


def test_what_was_covered_is_drawn_again_when_the_name_moves_on(night: Night, kit: Kit) -> None:
    """The picture that was drawn bit by bit is the one that is drawn as a whole."""
    for _ in range(4):
        night.wait(MOVE_NS - 2 * S)
        while night.scene.is_stale(night.now):
            night.wait(20 * MS)
        bit_by_bit = pygame.image.tobytes(night.screen, "RGB")
        night.stack.redraw()
        night.stack.draw([night.screen], night.now)
        assert pygame.image.tobytes(night.screen, "RGB") == bit_by_bit
        night.wait(2 * S)


# The title that leads there


def test_the_title_waits_for_its_time_without_a_press(still: Kit) -> None:
    idle: list[str] = []
    title = Title(still, None, NOWHERE, idle=lambda: idle.append("idle"), idle_ns=40 * S)
    title.enter(0)
    assert title.next_deadline() == 40 * S
    title.handle(Press(0, "CARD1", True, 30 * S, "fake"))
    title.advance(69 * S, 0)
    assert idle == []
    title.advance(70 * S, 0)
    title.advance(200 * S, 0)
    assert idle == ["idle"]


def test_where_the_configuration_says_never_the_title_stays(still: Kit) -> None:
    title = Title(still, None, NOWHERE, idle=lambda: pytest.fail("never"), idle_ns=0)
    title.enter(0)
    assert title.next_deadline() is None
    title.advance(10_000 * S, 0)
