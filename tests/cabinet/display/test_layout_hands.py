"""Geometry of games with hands: everything on the screen, nothing over anything else, for 2 to 8 seats."""

from itertools import combinations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.display.layout.arrange import hand_layout
from cabinet.display.layout.boxes import Box, HandLayout, HandNeed, LayoutName

SIZES = ((480, 320), (640, 480), (800, 480), (1024, 600), (1280, 720), (1920, 1080))
WAYS: tuple[tuple[LayoutName, bool], ...] = (("facing", False), ("facing", True), ("beside", False))
NEEDS = tuple(
    HandNeed(seats, viewers, minis)
    for seats in (*range(2, 9), 14)
    for viewers in ((0,), (1,), (0, 1), (0, 1, 2), (0, 1, 2, 3))
    for minis in (True, False)
    if len(viewers) <= seats
)


def solid(layout: HandLayout) -> dict[str, Box]:
    """Everything that must not touch anything else, by name."""
    boxes: dict[str, Box] = {}
    for seat, lap in zip(layout.seats, layout.laps, strict=True):
        lifted = [slot.moved(dy=seat.inward * layout.lift) for slot in seat.slots]
        groups = {"slot": seat.slots, "key": seat.keys, "lifted": lifted}
        boxes |= {f"{name}{n}.{seat.seat}": box for name, group in groups.items() for n, box in enumerate(group)}
        boxes |= {f"plate.{seat.seat}": seat.plate, f"clock.{seat.seat}": lap.clock}
        boxes |= {f"bar.{seat.seat}": lap.bar}
        if lap.minis:
            boxes |= {f"mini.{seat.seat}": lap.minis[0], f"mini9.{seat.seat}": lap.minis[-1]}
    boxes |= {f"tile{tile.seat}": tile.box for tile in layout.tiles}
    boxes |= {"pile": layout.piles[0], "supply": layout.supply, "supply count": layout.supply_count}
    boxes |= {"colour": layout.signs[0], "direction": layout.signs[1], "gone": layout.gone}
    boxes |= {f"board{n}": board.box for n, board in enumerate(layout.boards)}
    if layout.info.box.w:
        boxes["info"] = layout.info.box
    return boxes


def clashes(layout: HandLayout) -> list[tuple[str, str]]:
    """Pairs of things that share a pixel; a card and the same card lifted are one thing."""
    return [
        (one, other)
        for (one, first), (other, second) in combinations(solid(layout).items(), 2)
        if pygame.Rect(first).colliderect(second)
        and one.replace("lifted", "slot") != other.replace("lifted", "slot")
        and one.replace("mini", "mini9") != other
    ]


def check(layout: HandLayout) -> None:
    boxes = solid(layout)
    assert clashes(layout) == []
    assert [name for name, box in boxes.items() if not pygame.Rect(layout.screen).contains(box)] == []
    assert [name for name, box in boxes.items() if box.w <= 0 or box.h <= 0] == []


@pytest.mark.once
@pytest.mark.parametrize(("name", "cocktail"), WAYS)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_overlaps_or_leaves_the_screen_and_every_seat_has_its_place(
    size: tuple[int, int], name: LayoutName, cocktail: bool
) -> None:
    for need in NEEDS:
        layout = hand_layout(size, name, need, cocktail=cocktail)
        check(layout)
        assert sorted([*need.viewers, *(tile.seat for tile in layout.tiles)]) == list(range(need.seats)), need
        least = (40, 14) if need.seats > 8 else (62, 27) if size[0] < 800 else (100, 40)
        assert all(tile.box.w >= least[0] and tile.box.h >= least[1] for tile in layout.tiles), need


@given(
    width=st.integers(480, 2560), height=st.integers(320, 1600), way=st.sampled_from(WAYS), need=st.sampled_from(NEEDS)
)
def test_nothing_overlaps_on_any_screen(width: int, height: int, way: tuple[LayoutName, bool], need: HandNeed) -> None:
    check(hand_layout((width, height), way[0], need, cocktail=way[1]))


@pytest.mark.parametrize(("name", "cocktail"), WAYS)
@pytest.mark.parametrize(("size", "card", "pile"), [((800, 480), 84, 100), ((480, 320), 52, 64)])
@pytest.mark.parametrize("viewers", [(0,), (1,), (0, 1)])
def test_cards_are_as_wide_as_the_look_asks_for(
    size: tuple[int, int], card: int, pile: int, name: LayoutName, cocktail: bool, viewers: tuple[int, ...]
) -> None:
    layout = hand_layout(size, name, HandNeed(8, viewers), cocktail=cocktail)
    assert layout.card[0] >= card
    assert layout.piles[0].w >= pile


def test_one_person_has_the_others_clockwise_from_left_to_right() -> None:
    layout = hand_layout((800, 480), "facing", HandNeed(5, (0,)))
    assert [tile.seat for tile in layout.tiles] == [1, 2, 3, 4]
    assert [tile.box.x for tile in layout.tiles] == sorted(tile.box.x for tile in layout.tiles)


def test_one_person_at_the_far_side_of_a_cocktail_table_has_it_turned_round() -> None:
    layout = hand_layout((800, 480), "facing", HandNeed(4, (1,)), cocktail=True)
    assert layout.seats[0].turned
    assert layout.seats[0].slots[0].y < 240
    assert all(tile.box.y > 240 for tile in layout.tiles)
