"""What the eight buttons do in Spit: quick play, arming, spaces, equals, one hand, the shout and the slap."""

from typing import TYPE_CHECKING

import pytest

from engine.log_lines import PressLine
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, NOTHING, RIGHT, Command, mask
from engine.table import Table

if TYPE_CHECKING:
    from tests.engine.spit.conftest import Desk, MakeDesk, MakeSpot

AMBER, BLUE = 0, 1
ROW = {
    "seat0.stock1": "7H",
    "seat0.stock2": "~2D 5D",
    "seat0.stock3": "~3D QC",
    "seat0.stock4": "~4D ~9D",
    "seat0.spit": "~8S",
    "seat1.stock1": "2C 2D",
    "seat1.spit": "~JS",
    "centre.0": "6S",
    "centre.1": "4S",
}
"""AMBER: CARD1 fits on the left, CARD2 on both, CARD3 nowhere, CARD4 lies face down, CARD5 is a space."""


def judged(match: "Desk") -> list[tuple[str, str, str, bool]]:
    return [
        (line.command.do, line.command.card, line.command.to, line.ok)
        for do in ("play", "turn", "move", "stack", "spit")
        for line in match.commands(do)
        if line.seat == AMBER
    ]


def test_a_card_with_one_pile_plays_on_its_own_press(desk: "MakeDesk") -> None:
    match = desk(ROW)
    match.tap(AMBER, "CARD1", 100)
    assert judged(match) == [("play", "7H", "centre.0", True)]


@pytest.mark.parametrize(("side", "to"), [(LEFT, "centre.0"), (RIGHT, "centre.1"), ("CARD2", "centre.0")])
def test_a_card_with_two_piles_arms_and_then_goes_where_one_says(desk: "MakeDesk", side: str, to: str) -> None:
    match = desk(ROW)
    assert match.tap(AMBER, "CARD2", 100) is None
    assert match.match.table.text("armed.0") == "seat0.stock2"
    match.tap(AMBER, side, 200)
    assert judged(match) == [("play", "5D", to, True)]
    assert match.match.table.text("armed.0") == ""


@pytest.mark.parametrize(("side", "to"), [(LEFT, "centre.0"), (RIGHT, "centre.1")])
def test_a_held_side_plays_there_at_the_cards_moment(desk: "MakeDesk", side: str, to: str) -> None:
    match = desk(ROW)
    match.press(AMBER, side, 100)
    match.press(AMBER, "CARD2", 150)
    assert judged(match) == [("play", "5D", to, True)]


def test_a_face_down_top_is_turned(desk: "MakeDesk") -> None:
    match = desk(ROW)
    match.tap(AMBER, "CARD4", 100)
    assert judged(match) == [("turn", "", "", True)] and match.match.table.top("seat0.stock4") == "9D"


def test_a_card_that_no_pile_takes_arms_where_a_space_is_and_is_a_miss(desk: "MakeDesk") -> None:
    match = desk(ROW)
    match.tap(AMBER, "CARD3", 1000)
    assert judged(match) == [("play", "QC", "", False)]
    assert ("foul", AMBER, "miss") in match.effects() and match.match.table.text("armed.0") == "seat0.stock3"
    match.tap(AMBER, "CARD5", 1600)
    assert judged(match)[-1] == ("move", "QC", "seat0.stock5", True)


def test_a_card_that_no_pile_takes_only_misses_where_no_space_is(desk: "MakeDesk") -> None:
    match = desk({**ROW, "seat0.stock5": "9S"})
    match.tap(AMBER, "CARD3", 1000)
    assert ("foul", AMBER, "miss") in match.effects() and match.match.table.text("armed.0") == ""


def test_pressed_again_a_card_that_no_pile_takes_is_put_down(desk: "MakeDesk") -> None:
    match = desk(ROW, lockout_ms=0)
    match.tap(AMBER, "CARD3", 1000)
    match.tap(AMBER, "CARD3", 1100)
    assert match.match.table.text("armed.0") == "" and len(match.commands("play")) == 1


def test_a_marked_space_takes_the_next_card_even_a_playable_one(desk: "MakeDesk") -> None:
    match = desk(ROW)
    match.tap(AMBER, "CARD5", 100)
    assert match.match.table.text("marked.0") == "seat0.stock5"
    match.tap(AMBER, "CARD4", 200)
    match.tap(AMBER, "CARD2", 300)
    assert judged(match) == [("turn", "", "", True), ("move", "5D", "seat0.stock5", True)]
    assert match.match.table.text("marked.0") == ""


def test_a_marked_space_is_let_go_by_pressing_it_again_or_by_a_card_that_cannot_move(desk: "MakeDesk") -> None:
    match = desk(ROW)
    match.tap(AMBER, "CARD5", 100)
    match.tap(AMBER, "CARD5", 200)
    assert match.match.table.text("marked.0") == ""
    match.tap(AMBER, "CARD5", 300)
    match.tap(AMBER, "CARD1", 400)
    line = match.commands("move")[0]
    assert (line.ok, line.why) == (False, "alone") and match.match.table.text("marked.0") == ""
    assert ("foul", AMBER, "miss") not in match.effects(), "no pile was asked to take it"


def test_without_quick_play_every_card_is_armed_first(desk: "MakeDesk") -> None:
    match = desk(ROW, quick_play=False)
    match.tap(AMBER, "CARD1", 100)
    assert match.match.table.text("armed.0") == "seat0.stock1" and judged(match) == []
    match.tap(AMBER, "CARD3", 200)
    assert match.match.table.text("armed.0") == "seat0.stock3"
    match.tap(AMBER, "CARD3", 300)
    assert match.match.table.text("armed.0") == ""
    match.tap(AMBER, "CARD1", 400)
    match.tap(AMBER, RIGHT, 1000)
    assert judged(match) == [("play", "7H", "centre.1", False)] and ("foul", AMBER, "miss") not in match.effects()


def test_with_stack_equals_quick_play_is_off_and_an_equal_takes_the_armed_card(desk: "MakeDesk") -> None:
    match = desk({**ROW, "seat0.stock5": "~KD QH"}, stack_equals=True)
    match.tap(AMBER, "CARD1", 100)
    assert judged(match) == []
    match.tap(AMBER, "CARD5", 200)
    match.tap(AMBER, "CARD3", 300)
    assert judged(match) == [("stack", "QH", "seat0.stock3", True)]


def test_sides_and_the_shout_mean_nothing_out_of_place(desk: "MakeDesk") -> None:
    match = desk(ROW)
    for at_ms, button in enumerate((LEFT, RIGHT, ACTION)):
        assert match.tap(AMBER, button, 100 + 50 * at_ms) is None
    assert judged(match) == [] and ("foul", AMBER, "miss") not in match.effects()


def test_the_shout(desk: "MakeDesk") -> None:
    match = desk({**ROW, "seat0.stock1": "9H", "seat0.stock2": "9S", "seat0.stock3": "9C", "seat0.stock4": "TD"})
    match.tap(AMBER, ACTION, 100)
    match.tap(BLUE, ACTION, 150)
    match.advance(900)
    assert ("move", "8S", "seat0.spit", "centre.0") in match.effects()


@pytest.mark.parametrize(("button", "to"), [(LEFT, "centre.0"), (RIGHT, "centre.1"), (ACTION, "centre.0")])
def test_alone_the_sides_choose_the_pile_even_with_a_card_armed(spot: "MakeSpot", button: str, to: str) -> None:
    alone = spot({"seat0.stock1": "9H", "seat1.stock1": "9C", "centre.0": "2S", "centre.1": "5S", "seat0.spit": "~8S"})
    alone.set("armed.0", "seat0.stock1")
    assert alone.key(AMBER, button).command == Command("spit", to=to)
    assert alone.key(BLUE, button) == NOTHING


def test_one_hand_a_press_beside_a_held_card_is_a_foul_and_does_nothing(desk: "MakeDesk") -> None:
    match = desk(ROW, hands="one")
    match.press(AMBER, "CARD4", 100)
    match.press(AMBER, "CARD1", 120)
    assert judged(match) == [("turn", "", "", True)]
    assert [line.effects for line in match.entries if isinstance(line, PressLine) and line.button == "CARD1"] == [
        (("foul", AMBER, "two_hands"),)
    ]
    match.press(BLUE, "CARD1", 130)
    match.release(AMBER, "CARD4", 140)
    match.release(AMBER, "CARD1", 150)
    match.press(AMBER, LEFT, 160)
    match.press(AMBER, "CARD1", 170)
    assert judged(match)[0] == ("play", "7H", "centre.0", True), "a side held is no second card"
    assert [effect for effect in match.effects() if effect[0] == "foul" and effect[2] == "two_hands"] == [
        ("foul", AMBER, "two_hands")
    ]


def test_two_hands_may_roll(desk: "MakeDesk") -> None:
    match = desk(ROW)
    match.press(AMBER, "CARD4", 100)
    match.press(AMBER, "CARD1", 120)
    assert len(judged(match)) == 2


def test_at_the_end_of_a_deal_only_the_sides_mean_something(spot: "MakeSpot") -> None:
    table = spot({**ROW, "seat0.stock2": "", "seat0.stock3": "", "seat0.stock4": ""})
    table.do(AMBER, "play", "7H", "stock1", "centre.0")
    for seat in (AMBER, BLUE):
        assert [table.key(seat, side).command for side in (LEFT, RIGHT)] == [
            Command("slap", to="centre.0"),
            Command("slap", to="centre.1"),
        ]
        assert all(table.key(seat, button) == NOTHING for button in (*CARDS, ACTION))


def test_where_the_choice_is_anothers_the_sides_mean_nothing(spot: "MakeSpot") -> None:
    table = spot({**ROW, "seat0.stock2": "", "seat0.stock3": "", "seat0.stock4": ""}, claim="winner")
    table.do(AMBER, "play", "7H", "stock1", "centre.0")
    assert table.key(BLUE, LEFT) == NOTHING and table.key(AMBER, LEFT).lit


@pytest.mark.parametrize(
    ("button", "label", "lit", "zone"),
    [
        ("CARD1", "play", True, "seat0.stock1"),
        ("CARD2", "choose", True, "seat0.stock2"),
        ("CARD3", "arm", False, "seat0.stock3"),
        ("CARD4", "turn", True, "seat0.stock4"),
        ("CARD5", "mark", True, "seat0.stock5"),
        (LEFT, "", False, ""),
        (ACTION, "", False, ""),
    ],
)
def test_the_soft_keys_say_what_each_button_does(
    spot: "MakeSpot", button: str, label: str, lit: bool, zone: str
) -> None:
    key = spot(ROW).key(AMBER, button)
    assert (key.label, key.lit, key.zone) == (label, lit, zone)


ONLY_A_SPACE = {
    "seat0.stock1": "KH",
    "seat0.stock2": "~2D KD",
    "seat0.spit": "~8S",
    "seat1.stock1": "2C 2D",
    "seat1.spit": "~JS",
    "centre.0": "6S",
    "centre.1": "4S",
}
"""AMBER can only move its king of diamonds into one of three spaces, and turn what lies below."""


def test_where_a_space_is_the_only_way_on_it_is_lit_and_glows_and_so_is_each_key_after_it(spot: "MakeSpot") -> None:
    table = spot(ONLY_A_SPACE)
    spaces = ["CARD3", "CARD4", "CARD5"]
    assert [button for button in BUTTONS if table.key(AMBER, button).lit] == spaces
    glowing = Table(table.table.zones, {**table.table.scalars, "glow": True})
    keys = table.game.keys(glowing, AMBER, 0)
    assert [button for button, key in zip(BUTTONS, keys, strict=True) if key.glows] == spaces
    assert not any(key.glows for key in table.game.keys(table.table, AMBER, 0))
    marked = Table(glowing.zones, {**glowing.scalars, "marked.0": "seat0.stock3"})
    keys = table.game.keys(marked, AMBER, 0)
    assert [(button, key.label) for button, key in zip(BUTTONS, keys, strict=True) if key.glows] == [("CARD2", "move")]


def test_a_card_that_fits_nowhere_is_dark_although_it_can_be_taken_up_for_that_is_a_miss(spot: "MakeSpot") -> None:
    table = spot(ONLY_A_SPACE)
    assert (table.key(AMBER, "CARD2").label, table.key(AMBER, "CARD2").lit) == ("arm", False)
    assert spot(ONLY_A_SPACE, quick_play=False).key(AMBER, "CARD2").lit, "there it costs nothing"


def test_the_sides_say_hold_while_a_sixth_pile_can_do_anything(spot: "MakeSpot") -> None:
    row = {f"seat0.stock{n}": f"KH/{n}" for n in (1, 2)} | {"seat0.stock6": "7D/1", "seat0.spit": "~8S/1"}
    row |= {"seat1.stock1": "2C/1", "seat1.spit": "~JS/1", "centre.0": "6S/1", "centre.1": "2S/1"}
    table = spot(row, packs=2, piles=6)
    assert [table.key(AMBER, side).label for side in (LEFT, RIGHT)] == ["hold", "hold"]
    assert table.key(AMBER, "CARD5", mask((LEFT, RIGHT))).command == Command("play", "7D/1", "seat0.stock6", "centre.0")
    dark = spot(row | {"centre.0": "QS/1"}, packs=2, piles=6)
    assert not any(dark.key(AMBER, side).lit for side in (LEFT, RIGHT))
