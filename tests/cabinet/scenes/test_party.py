"""The party: both who are up sit down, everybody joins at a team's side, and the first to N ends it."""

import pygame
import pytest
from msgspec.structs import replace

from cabinet.scenes.bases import Leave
from cabinet.scenes.called_pair import (
    IDLE_NS,
    LEAVE,
    NO_SHOW_NS,
    BothHere,
    JoinIn,
    NoShow,
    PairResult,
    PartyScene,
    PartyState,
    StepOut,
)
from cabinet.screens.view_factory import TableSetting
from engine.panel import ACTION, LEFT, RIGHT, Press
from engine.units import S
from tests.cabinet.scenes.stories import returned, toolkit_of

AMBER, BLUE = 0, 1
SIZES = ((480, 320), (800, 480), (1280, 720), (480, 800), (720, 1280))
PARTY = PartyState((("MIA", "TOM"), ("BEN", "ANA", "LEO")), (2, 3), 5)


class Guests:
    """Guests of a party in front of its scene."""

    def __init__(self, state: PartyState = PARTY, *, size: tuple[int, int] = (480, 320)) -> None:
        self.state = state
        self.scene = PartyScene(toolkit_of(size), TableSetting(), self.state)
        self.now = 0
        self.scene.enter(0)

    @property
    def went(self) -> list[PairResult]:
        """Where the scene has led to."""
        return returned(self.scene)

    def is_late(self, name: str) -> None:
        """A name that has not come goes to the end of its team."""
        first, second = ((*team[1:], name) if team[:1] == (name,) else team for team in self.state.teams)
        self.state = replace(self.state, teams=(first, second))

    def wait(self, ns: int) -> "Guests":
        self.now += ns
        self.scene.advance(self.now, self.now)
        for result in self.went:
            if isinstance(result, NoShow):
                for name in result.names:
                    self.is_late(name)
                self.scene.take_result()
                self.scene.update(self.state)
        return self

    def tap(self, seat: int, button: str = ACTION) -> "Guests":
        self.scene.handle(Press(seat, button, True, self.now, "fake"))
        return self


def test_the_match_begins_when_both_who_are_up_have_sat_down() -> None:
    guests = Guests().wait(S).tap(AMBER)
    assert guests.went == []
    assert guests.tap(BLUE).went == [BothHere()]


def test_whoever_does_not_come_is_left_out_for_this_turn() -> None:
    guests = Guests().wait(S).tap(AMBER).wait(NO_SHOW_NS)
    assert guests.state.teams == (("MIA", "TOM"), ("ANA", "LEO", "BEN"))
    assert [team.up for team in guests.scene.content().teams] == ["MIA", "ANA"]


def test_who_is_alone_in_a_team_is_called_again() -> None:
    guests = Guests(replace(PARTY, teams=(("MIA",), ("BEN", "ANA")))).wait(NO_SHOW_NS)
    assert guests.state.teams == (("MIA",), ("ANA", "BEN"))
    assert Guests(replace(PARTY, teams=(("MIA",), ("BEN",)))).wait(2 * NO_SHOW_NS).went == []


@pytest.mark.parametrize("seat", [AMBER, BLUE])
def test_right_joins_the_team_at_whose_side_it_is_pressed(seat: int) -> None:
    assert Guests().tap(seat, RIGHT).went == [JoinIn(seat)]
    assert Guests().scene.content().teams[seat].join == ("JOIN AMBER", "JOIN BLUE")[seat]


def test_left_steps_out_and_5_leaves() -> None:
    assert Guests().wait(S).tap(BLUE, LEFT).went == [StepOut(BLUE)]
    assert Guests().tap(BLUE, LEAVE).went == [Leave()]


def test_a_team_without_names_waits_for_some_and_counts_nobody_down() -> None:
    guests = Guests(replace(PARTY, teams=(("MIA",), ()))).wait(IDLE_NS - 1)
    assert guests.scene.rings(guests.now) == [] and guests.went == []
    assert guests.wait(1).went == [Leave()]


def test_the_first_to_n_ends_the_party_and_only_leaving_is_left() -> None:
    guests = Guests(replace(PARTY, score=(2, 5))).wait(S).tap(AMBER).tap(BLUE).tap(AMBER, RIGHT).tap(AMBER, LEFT)
    page = guests.scene.content()
    assert (guests.went, page.winner, page.title) == ([], BLUE, "BLUE WINS THE EVENING")
    assert page.teams[BLUE].names == ("BEN", "ANA", "LEO")
    assert guests.tap(AMBER, LEAVE).went == [Leave()]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("names", [0, 1, 16])
@pytest.mark.parametrize("score", [(0, 0), (11, 12)])
def test_everything_stands_apart(size: tuple[int, int], names: int, score: tuple[int, int]) -> None:
    team = tuple(f"{chr(65 + number)}WM" for number in range(names))
    guests = Guests(PartyState((team, ("BEN",)), score, 12), size=size).wait(S)
    frame = pygame.Rect(0, 0, *size)
    rects = [sprite.rect for sprite in guests.scene.sprites()]
    assert all(frame.contains(rect) for rect in rects)
    assert all(rect.collidelist(rects[place + 1 :]) < 0 for place, rect in enumerate(rects))
    columns = [pygame.Rect(guests.scene._picture.column_box(seat)) for seat in (AMBER, BLUE)]
    assert all(any(column.contains(ring.rect) for column in columns) for ring in guests.scene.rings(guests.now))
