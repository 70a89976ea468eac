"""Aims and runs: which pile a seat aims at, and where a carried card is."""

import pygame
import pytest

from cabinet.display.layout.arrange import table_layout
from cabinet.display.layout.boxes import Need
from cabinet.display.table.places import places_of
from cabinet.display.table.view_state import EventFeed, TableUpdate, ViewState, carried, targets
from cabinet.display.theme import Theme
from engine.table import Table
from engine.units import MS
from tests.cabinet.pictures.samples_race import many_samples
from tests.cabinet.pictures.studio import ARRANGEMENTS, Studio

SIZE = (480, 320)


def shown(table: Table, seats: int) -> ViewState:
    layout = table_layout(SIZE, need=Need(piles=seats, reserves=seats, seats=seats))
    places = places_of(table.zones, layout)
    return ViewState(table, [()] * seats, layout, places, EventFeed(Theme().motion), 0, 0)


def test_each_seat_aims_at_a_pile_and_who_is_out_at_none() -> None:
    moment = shown(many_samples()["speed_four"].table, 4)
    assert {seat: place.number for seat, place in targets(moment).items()} == {0: 0, 1: 2, 2: 3}


def test_a_pile_that_has_gone_is_passed_over() -> None:
    table = many_samples()["speed_four"].table
    zones = {**table.zones, "centre.2": (), "centre.3": ()}
    moment = shown(Table(zones, table.scalars), 4)
    assert {seat: place.number for seat, place in targets(moment).items()} == {0: 0, 1: 0, 2: 0}


@pytest.mark.parametrize("size", [(480, 320), (800, 480)])
def test_a_carried_card_is_on_its_way_until_it_lands_or_goes_home(size: tuple[int, int], studio: Studio) -> None:
    sample = many_samples()["running"]
    assert [run.source for run in carried(sample.table, 2)] == ["seat1.stock3"]
    home = Table(sample.table.zones, {**sample.table.scalars, "run.1": "", "lands.1": 0, "away": ""})
    view, screen = studio.view(sample, size, ARRANGEMENTS[0]), pygame.Surface(size)
    pictures = []
    for now in (0, 200, 400, 800, 900):
        view.update(TableUpdate((), sample.table, sample.keys, now * MS))
        assert view.busy(now * MS)
        view.draw(screen, now * MS)
        pictures.append(pygame.image.tobytes(screen, "RGB"))
    assert len(set(pictures)) == 4, "it moves evenly, and waits at the pile"
    assert pictures[3] == pictures[4]
    view.update(TableUpdate((), home, sample.keys, 1000 * MS))
    assert not view.busy(1000 * MS)
