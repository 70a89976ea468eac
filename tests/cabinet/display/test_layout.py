"""Geometry of slots and of hands: everything on the screen, nothing over anything else, cards large enough."""

from itertools import combinations, product

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.display.layout.arrange import hand_layout, table_layout
from cabinet.display.layout.boxes import Box, HandLayout, HandNeed, LayoutName, Need, TableLayout
from cabinet.display.theme import Theme

SPEED = Need(slots=5, piles=2, reserves=2)
SPIT_TWO_PACKS = Need(slots=6, piles=2, reserves=0)
MORE_PILES = (Need(5, 3), Need(5, 4), Need(6, 3, 0), Need(6, 4, 0))
MANY = (
    Need(5, 3, 3, seats=3),
    Need(5, 4, 4, seats=4),
    Need(5, 3, 0, seats=3),
    Need(5, 4, 0, seats=4),
    Need(6, 3, 0, seats=3),
    Need(6, 4, 0, seats=4),
)
SIZES = ((480, 320), (640, 480), (800, 480), (1024, 600), (1280, 720), (1920, 1080))
WAYS: tuple[tuple[LayoutName, bool], ...] = (("facing", False), ("facing", True), ("beside", False))


def solid(layout: TableLayout) -> dict[str, Box]:
    """Everything that must not touch anything else, by name."""
    boxes: dict[str, Box] = {}
    for seat in layout.seats:
        lifted = [slot.moved(dy=seat.inward * layout.lift) for slot in seat.slots]
        groups = {"slot": seat.slots, "key": seat.keys, "lifted": lifted}
        boxes |= {f"{name}{n}.{seat.seat}": box for name, group in groups.items() for n, box in enumerate(group)}
        boxes |= {f"plate.{seat.seat}": seat.plate, f"stock.{seat.seat}": seat.stock, f"count.{seat.seat}": seat.count}
    boxes |= {f"pile{n}": box for n, box in enumerate(layout.piles)}
    boxes |= {f"reserve{n}": box for n, box in enumerate(layout.reserves)}
    boxes |= {f"reserve count{n}": box for n, box in enumerate(layout.reserve_counts)}
    boxes |= {f"board{n}": board.box for n, board in enumerate(layout.boards)}
    if len(layout.boards) == 1:
        boxes["info"] = layout.info.box
    return {name: box for name, box in boxes.items() if box.w or box.h}


def clashes(layout: TableLayout) -> list[tuple[str, str]]:
    """Pairs of things that share a pixel; a card and the same card lifted are one thing."""
    return [
        (one, other)
        for (one, first), (other, second) in combinations(solid(layout).items(), 2)
        if pygame.Rect(first).colliderect(second) and one.replace("lifted", "slot") != other.replace("lifted", "slot")
    ]


@pytest.mark.parametrize(("name", "cocktail"), WAYS)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_overlaps_or_leaves_the_screen(size: tuple[int, int], name: LayoutName, cocktail: bool) -> None:
    for need, people in product([SPEED, SPIT_TWO_PACKS, *MORE_PILES, *MANY], [(0, 1), (0, 1, 2), (0, 1, 2, 3)]):
        layout = table_layout(size, name, cocktail=cocktail, need=need, people=people)
        assert clashes(layout) == [], (need, people)
        outside = [thing for thing, box in solid(layout).items() if not pygame.Rect(layout.screen).contains(box)]
        assert outside == [], (need, people)
        assert all(box.w > 0 and box.h > 0 for box in solid(layout).values()), (need, people)


@given(
    width=st.integers(480, 2560),
    height=st.integers(320, 1600),
    way=st.sampled_from(WAYS),
    slots=st.integers(5, 6),
    piles=st.integers(2, 4),
)
def test_nothing_overlaps_on_any_screen(
    width: int, height: int, way: tuple[LayoutName, bool], slots: int, piles: int
) -> None:
    layout = table_layout((width, height), way[0], cocktail=way[1], need=Need(slots, piles))
    assert clashes(layout) == []
    assert all(pygame.Rect(layout.screen).contains(box) for box in solid(layout).values())


@given(
    width=st.integers(480, 2560),
    height=st.integers(320, 1600),
    way=st.sampled_from(WAYS),
    need=st.sampled_from(MANY),
    near=st.integers(0, 1),
    people=st.integers(1, 4),
)
def test_nothing_of_three_or_four_seats_overlaps_on_any_screen(
    width: int, height: int, way: tuple[LayoutName, bool], need: Need, near: int, people: int
) -> None:
    layout = table_layout((width, height), way[0], cocktail=way[1], need=need, near=near, people=tuple(range(people)))
    assert [seat.seat for seat in layout.seats] == list(range(need.seats))
    assert len(layout.piles) == need.piles
    assert clashes(layout) == []
    assert all(pygame.Rect(layout.screen).contains(box) for box in solid(layout).values())


@pytest.mark.parametrize(("name", "cocktail"), WAYS)
@pytest.mark.parametrize(("size", "card", "pile"), [((800, 480), 84, 100), ((480, 320), 52, 64)])
def test_cards_are_as_wide_as_the_look_asks_for(
    size: tuple[int, int], card: int, pile: int, name: LayoutName, cocktail: bool
) -> None:
    layout = table_layout(size, name, cocktail=cocktail)
    assert layout.card[0] >= card
    assert layout.pile[0] >= pile


@pytest.mark.parametrize(("size", "least"), [((800, 480), 28), ((480, 320), 20)])
def test_an_index_is_tall_enough(size: tuple[int, int], least: int) -> None:
    look = Theme().card
    assert look.cap >= 0.4
    for name, cocktail in WAYS:
        layout = table_layout(size, name, cocktail=cocktail)
        assert round(layout.card[0] * look.cap) >= least


def test_keys_lie_in_the_panel_s_order_at_their_cards() -> None:
    for size in SIZES:
        near = table_layout(size).seats[0]
        assert [key.x for key in near.card_keys] == [slot.x for slot in near.slots]
        assert [key.w for key in near.card_keys] == [slot.w for slot in near.slots]
        assert near.left_key.x < near.right_key.x
        assert near.action_key.x > near.card_keys[-1].right


def test_a_cocktail_table_is_the_same_from_both_sides() -> None:
    layout = table_layout((800, 480), cocktail=True)
    near, far = layout.seats
    assert [slot.turned(800, 480) for slot in near.slots] == list(far.slots)
    assert near.action_key.turned(800, 480) == far.action_key
    assert near.plate.turned(800, 480) == far.plate
    # LEFT plays on the left pile as the engine counts them, wherever its player sits
    assert far.left_key.x < layout.piles[0].x
    assert far.turned
    assert not near.turned


def test_a_screen_too_small_is_refused_with_the_smallest_that_will_do() -> None:
    with pytest.raises(ValueError, match="480×320"):
        table_layout((320, 240))


def test_four_people_have_a_quarter_each_clockwise_and_all_alike() -> None:
    layout = table_layout((800, 480), need=MANY[1], people=(0, 1, 2, 3))
    middle = layout.screen.centre
    sides = [(seat.plate.centre[0] < middle[0], seat.plate.centre[1] < middle[1]) for seat in layout.seats]
    assert sides == [(True, False), (True, True), (False, True), (False, False)]
    assert len({(slot.w, slot.h) for seat in layout.seats for slot in seat.slots}) == 1
    assert [len(seat.keys) for seat in layout.seats] == [8] * 4
    three = table_layout((800, 480), need=MANY[1], people=(0, 1, 2))
    assert [len(seat.keys) for seat in three.seats] == [8, 8, 8, 3], "a bot's cards have no keys"


NEEDS = tuple(
    HandNeed(seats, viewers, minis)
    for seats in (*range(2, 9), 14)
    for viewers in ((0,), (1,), (0, 1), (0, 1, 2), (0, 1, 2, 3))
    for minis in (True, False)
    if len(viewers) <= seats
)


def solid_hands(layout: HandLayout) -> dict[str, Box]:
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


def hand_clashes(layout: HandLayout) -> list[tuple[str, str]]:
    """Pairs of things that share a pixel; a card and the same card lifted are one thing."""
    return [
        (one, other)
        for (one, first), (other, second) in combinations(solid_hands(layout).items(), 2)
        if pygame.Rect(first).colliderect(second)
        and one.replace("lifted", "slot") != other.replace("lifted", "slot")
        and one.replace("mini", "mini9") != other
    ]


def check_hands(layout: HandLayout) -> None:
    boxes = solid_hands(layout)
    assert hand_clashes(layout) == []
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
        check_hands(layout)
        assert sorted([*need.viewers, *(tile.seat for tile in layout.tiles)]) == list(range(need.seats)), need
        least = (40, 14) if need.seats > 8 else (62, 27) if size[0] < 800 else (100, 40)
        assert all(tile.box.w >= least[0] and tile.box.h >= least[1] for tile in layout.tiles), need


@given(
    width=st.integers(480, 2560), height=st.integers(320, 1600), way=st.sampled_from(WAYS), need=st.sampled_from(NEEDS)
)
def test_no_hand_overlaps_on_any_screen(width: int, height: int, way: tuple[LayoutName, bool], need: HandNeed) -> None:
    check_hands(hand_layout((width, height), way[0], need, cocktail=way[1]))


@pytest.mark.parametrize(("name", "cocktail"), WAYS)
@pytest.mark.parametrize(("size", "card", "pile"), [((800, 480), 84, 100), ((480, 320), 52, 64)])
@pytest.mark.parametrize("viewers", [(0,), (1,), (0, 1)])
def test_cards_of_a_hand_are_as_wide_as_the_look_asks_for(
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
