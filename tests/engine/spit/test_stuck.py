"""SPIT-7, SPIT-8, SPIT-9 and GEN-5: nobody can go on, and what leads on from there."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import RULES
from engine.games.spit.course import can_help_itself
from engine.games.spit.game import Spit
from engine.games.spit.rules import SpitOptions
from engine.log_lines import OwnLine
from engine.units import MS

if TYPE_CHECKING:
    from tests.engine.spit.conftest import Desk, MakeDesk, MakeSpot

STUCK = {"seat0.stock1": "9H", "seat1.stock1": "9C", "centre.0": "2S", "centre.1": "5S"}
BOTH = {**STUCK, "seat0.spit": "~8S ~JS", "seat1.spit": "~QS ~KS"}
ONE = {**STUCK, "seat0.spit": "~8S ~JS"}


def test_spit_07_not_stuck_while_one_seat_can_play_or_turn(spot: "MakeSpot") -> None:
    assert spot(BOTH).is_stuck()
    assert not spot({**BOTH, "seat1.stock2": "3C"}).is_stuck()
    assert not spot({**BOTH, "seat1.stock2": "~9D"}).is_stuck()


def test_spit_07_a_move_into_a_space_that_uncovers_a_card_is_a_way_on(spot: "MakeSpot") -> None:
    piles = {f"seat0.stock{k}": "9H" for k in range(1, 5)}
    assert spot({**BOTH, **piles, "seat0.stock5": "~4C 9S"}).is_stuck(), "no space"
    assert not spot({**BOTH, "seat0.stock5": "~4C 9S"}).is_stuck()
    assert spot({**BOTH, "seat0.stock5": "9S"}).is_stuck(), "a pile's only card"


def test_spit_07_a_card_that_an_equal_covers_is_a_way_on_where_its_colour_fits(spot: "MakeSpot") -> None:
    covered = {**BOTH, "centre.0": "8S", "seat0.stock1": "9H 9C", "seat1.stock1": "QS"}
    assert spot(covered, stack_equals=True, alternate_colours=True).is_stuck() is False
    full = {f"seat0.stock{k}": "KD" if k % 2 else "3D" for k in range(2, 6)}
    unequal = {**full, "seat0.stock4": "AD", "seat0.stock5": "JD"}
    assert spot({**covered, **unequal}, stack_equals=True, alternate_colours=True).is_stuck(), "no space, no equals"
    assert not spot({**covered, **full}, stack_equals=True, alternate_colours=True).is_stuck(), "equals make a space"


def test_spit_07_both_shout_and_the_cards_turn_after_the_last(spot: "MakeSpot") -> None:
    table = spot(BOTH)
    assert table.do(1, "spit", at_ms=1000) == (("say", 1, "spit"), ("set", "said.1", True))
    assert table.why(1, "spit") == "window", "said already"
    assert ("set", "turn_at", 2_200_000_000) in table.do(0, "spit", at_ms=1500)
    effects = table.due(at_ms=2200)
    assert [effect for effect in effects if effect[0] in ("move", "turn", "say")] == [
        ("move", "JS", "seat0.spit", "centre.0"),
        ("turn", "JS", "up"),
        ("move", "KS", "seat1.spit", "centre.1"),
        ("turn", "KS", "up"),
    ]
    assert not table.table.flag("said.0") and not table.table.number("turn_at")


def test_spit_07_shouts_lapse_when_cards_are_moved(spot: "MakeSpot") -> None:
    table = spot({**BOTH, "seat0.stock1": "9H 9D"}, stack_equals=True)
    assert table.is_stuck()
    table.do(1, "spit")
    assert ("set", "said.1", False) in table.do(0, "move", "9D", "stock1", "stock2")
    assert table.is_stuck() and table.why(1, "spit") is None


LATE = {**ONE, "seat0.stock1": "~JD TS"}
"""AMBER alone has spit cards. The ten is moved, the jack is turned with it, and nobody can go on."""


def calls(table: "Desk") -> list[int]:
    """When shouts were given for somebody (ms)."""
    lines = [entry for entry in table.entries if isinstance(entry, OwnLine)]
    return [(line.t - table.zero_ns) // MS for line in lines for effect in line.effects if effect[0] == "say"]


@pytest.mark.parametrize(("rules", "at_ms"), [(RULES, 5500), (2, 5500), (1, 3000)])
def test_spit_08_three_seconds_to_choose_also_behind_a_move_that_turned_a_card(
    desk: "MakeDesk", rules: int, at_ms: int
) -> None:
    table = desk(LATE, auto_turn=True, rules=rules)
    move(table, 2500)
    table.advance(20_000)
    assert calls(table)[0] == at_ms


@pytest.mark.parametrize(("rules", "at_ms"), [(RULES, 12_500), (2, 12_500), (1, 10_000)])
def test_gen_5_shouts_are_given_stall_s_behind_a_move_that_turned_a_card(
    desk: "MakeDesk", rules: int, at_ms: int
) -> None:
    table = desk({**LATE, "seat1.spit": "~QS ~KS"}, auto_turn=True, rules=rules)
    move(table, 2500)
    table.advance(20_000)
    assert calls(table)[:2] == [at_ms, at_ms]


def test_gen_5_a_card_that_turns_with_a_move_ends_the_glow_and_a_mere_move_does_not(desk: "MakeDesk") -> None:
    table = desk({**BOTH, "seat0.stock1": "~4D ~JD TS", "seat1.stock1": "~3C 9C"}, auto_turn=True)
    table.advance(4100)
    assert table.match.table.flag("glow")
    move(table, 4200)
    assert not table.match.table.flag("glow")
    table.advance(8199)
    assert not table.match.table.flag("glow")
    table.advance(8200)
    assert table.match.table.flag("glow"), "four seconds from the move"


def move(table: "Desk", at_ms: int) -> None:
    """AMBER moves the top of its first pile to the second place, which is empty."""
    table.tap(0, "CARD2", at_ms - 100)
    line = table.tap(0, "CARD1", at_ms)
    assert line is not None and (line.command.do, line.ok) == ("move", True)


def test_spit_07_once_all_have_shouted_moving_about_stalls_nobody(spot: "MakeSpot") -> None:
    table = spot({**BOTH, "seat0.stock1": "9H 9D"}, stack_equals=True)
    table.do(1, "spit")
    table.do(0, "spit", at_ms=100)
    table.do(0, "move", "9D", "stock1", "stock2", at_ms=500)
    assert table.table.number("turn_at") == 800_000_000
    assert table.why(0, "spit") == "window"
    effects = table.due(at_ms=800)
    assert ("move", "KS", "seat1.spit", "centre.1") in effects and ("say", 0, "spit") not in effects


def test_spit_07_auto_turns_by_itself_and_says_it(spot: "MakeSpot") -> None:
    table = spot(BOTH, stuck_call="auto")
    assert table.why(0, "spit") == "window"
    effects = table.due(at_ms=2000)
    assert ("say", 0, "spit") in effects and ("move", "KS", "seat1.spit", "centre.1") in effects


def test_spit_07_turn_ms_is_the_time_between_the_last_shout_and_the_cards(spot: "MakeSpot") -> None:
    table = spot(BOTH, turn_ms=300)
    table.do(0, "spit")
    table.do(1, "spit", at_ms=50)
    assert table.table.number("turn_at") == 350_000_000


def test_gen_5_a_shout_not_given_is_given_after_stall_s(spot: "MakeSpot") -> None:
    table = spot(BOTH, stall_s=12)
    table.do(0, "spit")
    assert table.due(at_ms=12_000)[:2] == (("say", 1, "spit"), ("set", "said.1", True))
    assert ("move", "JS", "seat0.spit", "centre.0") in table.due(at_ms=12_700)


def test_gen_5_playable_cards_glow_and_then_the_spit_is_forced(spot: "MakeSpot") -> None:
    table = spot({**BOTH, "seat0.stock2": "3H"})
    assert table.due(at_ms=4000) == (("set", "glow", True),)
    effects = table.due(at_ms=10_000)
    assert ("say", 0, "spit") in effects and ("move", "KS", "seat1.spit", "centre.1") in effects
    assert ("set", "glow", False) in effects


def test_gen_5_moving_about_neither_ends_the_glow_nor_puts_the_spit_off(spot: "MakeSpot") -> None:
    table = spot({**BOTH, "seat0.stock2": "3H 3D"}, stack_equals=True)
    table.due(at_ms=4000)
    table.do(0, "move", "3D", "stock2", "stock3", at_ms=6000)
    assert table.table.flag("glow") and table.game.legal(table.table, 0)[-1].do not in table.game.progress
    assert ("move", "JS", "seat0.spit", "centre.0") in table.due(at_ms=10_000)


@pytest.mark.parametrize("pile", ["centre.0", "centre.1"])
def test_spit_08_one_alone_chooses_its_pile_and_keeps_to_it(spot: "MakeSpot", pile: str) -> None:
    table = spot(ONE)
    assert table.why(0, "spit") == "empty", "it has to say where"
    assert table.why(0, "spit", to="seat0.stock1") == "empty"
    assert table.why(1, "spit", to=pile) == "window"
    assert table.why(1, "spit") == "window"
    effects = table.do(0, "spit", to=pile, at_ms=100)
    assert ("set", "spit_on", pile) in effects and ("set", "turn_at", 800_000_000) in effects
    assert ("move", "JS", "seat0.spit", pile) in table.due(at_ms=800)
    assert table.is_stuck()
    assert table.why(0, "spit", to="centre.0") == "window", "chosen for good"
    table.do(0, "spit", at_ms=900)
    assert ("move", "8S", "seat0.spit", pile) in table.due(at_ms=1600)


def test_spit_08_without_a_choice_in_three_seconds_it_is_its_own(spot: "MakeSpot") -> None:
    table = spot(ONE)
    effects = table.due(at_ms=3000)
    assert ("set", "spit_on", "centre.0") in effects and ("say", 0, "spit") in effects
    assert ("move", "JS", "seat0.spit", "centre.0") in table.due(at_ms=3700)


def test_spit_08_with_auto_the_choice_is_made_within_the_wait(spot: "MakeSpot") -> None:
    table = spot(ONE, stuck_call="auto")
    assert table.table.number("turn_at") == 3_000_000_000
    assert table.do(0, "spit", to="centre.1", at_ms=500) == (("set", "spit_on", "centre.1"),)
    effects = table.due(at_ms=3000)
    assert ("say", 0, "spit") in effects and ("move", "JS", "seat0.spit", "centre.1") in effects
    assert ("set", "turn_at", 5_000_000_000) in effects, "chosen once, the usual wait"


def test_spit_08_with_one_spit_pile_there_is_nothing_to_choose(spot: "MakeSpot") -> None:
    table = spot({**ONE, "centre.1": ""})
    assert table.why(0, "spit", to="centre.0") == "window"
    table.do(0, "spit")
    assert ("move", "JS", "seat0.spit", "centre.0") in table.due(at_ms=700)


def test_spit_08_the_pile_is_forgotten_when_the_piles_are_taken(spot: "MakeSpot") -> None:
    table = spot({**ONE, "seat0.spit": "~8S ~AS"})
    table.do(0, "spit", to="centre.1")
    table.due(at_ms=700)
    table.do(0, "spit", at_ms=800)
    table.due(at_ms=1500)
    table.do(0, "play", "9H", "stock1", "centre.1")
    assert table.table.phase == "slap" and table.table.text("spit_on") == ""


def test_spit_09_no_spit_cards_and_stuck_the_fewer_stock_cards_have_the_choice(spot: "MakeSpot") -> None:
    table = spot({**STUCK, "seat1.stock2": "~4D 9S", "seat1.stock1": "9C", "seat1.stock3": "9D"} | _full(1))
    assert table.is_stuck()
    effects = table.due(at_ms=2000)
    assert ("set", "choice", 0) in effects and ("phase", "slap") in effects
    assert table.why(1, "slap", to="centre.0") == "window"
    effects = table.do(0, "slap", to="centre.1")
    assert ("gather", "centre.1", "seat0.spit") in effects and ("gather", "seat0.stock1", "seat0.spit") in effects
    assert ("gather", "centre.0", "seat1.spit") in effects and ("gather", "seat1.stock2", "seat1.spit") in effects
    assert ("set", "won", 0) in effects and effects[-1] == ("phase", "over")


def _full(seat: int) -> dict[str, str]:
    return {f"seat{seat}.stock{k}": "9D" for k in (4, 5)}


def test_spit_09_without_a_choice_in_five_seconds_it_is_the_smaller(spot: "MakeSpot") -> None:
    table = spot({**STUCK, "seat0.stock2": "9S", "centre.1": "4S 5S", "centre.0": "AS KS 2S"})
    table.due(at_ms=2000)
    effects = table.due(at_ms=7000, since_ms=2000)
    assert ("gather", "centre.1", "seat1.spit") in effects and ("gather", "centre.0", "seat0.spit") in effects


def test_spit_09_equal_numbers_are_a_slap_race(spot: "MakeSpot") -> None:
    table = spot(STUCK)
    table.due(at_ms=2000)
    assert table.table.phase == "slap"
    assert table.why(0, "slap", to="centre.0") is None and table.why(1, "slap", to="centre.0") is None
    effects = table.do(1, "slap", to="centre.0")
    assert ("gather", "centre.0", "seat1.spit") in effects and ("gather", "centre.1", "seat0.spit") in effects
    assert table.table.number("won") == -1


def test_spit_09_a_slap_race_that_nobody_runs_is_drawn(spot: "MakeSpot") -> None:
    table = spot({**STUCK, "centre.1": "4S 5S"})
    table.due(at_ms=2000)
    effects = table.due(at_ms=7000, since_ms=2000)
    assert effects[0] in (("gather", "centre.0", "seat0.spit"), ("gather", "centre.1", "seat0.spit"))
    assert table.table.phase == "over"


def test_spit_09_a_single_pile_goes_to_the_seat_with_more(spot: "MakeSpot") -> None:
    table = spot({**STUCK, "centre.1": "", "seat1.stock2": "9S"})
    effects = table.due(at_ms=2000)
    assert ("gather", "centre.0", "seat1.spit") in effects and table.zone("seat0.spit") == "~9H"
    assert table.table.phase == "over" and table.table.number("won") == 0


def test_spit_09_a_single_pile_with_equal_numbers_is_drawn(spot: "MakeSpot") -> None:
    table = spot({**STUCK, "centre.1": ""})
    table.due(at_ms=2000)
    assert sorted((table.zone("seat0.spit"), table.zone("seat1.spit"))) in (["~9C", "~9H ~2S"], ["~9C ~2S", "~9H"])


@pytest.mark.parametrize("phase", ["play", "stuck"])
def test_gen_8_a_deal_cap_gives_the_choice_to_the_fewer_stock_cards(spot: "MakeSpot", phase: str) -> None:
    playable = {"seat0.stock3": "3H"} if phase == "play" else {}
    table = spot({**BOTH, **playable, "seat1.stock2": "9S", "seat1.stock3": "9D"})
    effects = table.cap()
    assert effects[0] == ("phase", "cap") and ("set", "choice", 0) in effects and effects[-1] == ("phase", "slap")
    assert not table.is_stuck()


def test_gen_8_equal_stocks_at_a_deals_cap_are_a_slap_race(spot: "MakeSpot") -> None:
    table = spot({**BOTH, "seat0.stock2": "9S", "seat1.stock2": "9D"})
    table.cap()
    assert table.table.phase == "slap" and table.table.number("choice") == -1
    assert [table.why(seat, "slap", to="centre.0") for seat in (0, 1)] == [None, None]


# Stuck or not, decided at one look, against trying everything


@pytest.mark.once
@pytest.mark.parametrize("stacks", [False, True])
@pytest.mark.parametrize("colours", [False, True])
@given(data=st.data())
def test_spit_07_stuck_is_what_trying_everything_finds(stacks: bool, colours: bool, data: st.DataObject) -> None:
    options = SpitOptions(stack_equals=stacks, alternate_colours=colours)
    game = Spit(options, ranks="A2345", suits="SHDC", sizes=(1, 2, 3))
    deck = data.draw(st.permutations(list(game.deck)))
    tops = [deck.pop() for _ in range(data.draw(st.integers(1, 2)))]
    piles = []
    for size in data.draw(st.lists(st.sampled_from((0, 0, 0, 1, 2)), min_size=3, max_size=3)):
        down = [f"~{deck.pop()}" for _ in range(size)]
        same = [card for card in deck if card[0] == deck[-1][0]]
        run = same[: data.draw(st.integers(0, 2 if stacks else 1))]
        deck = [card for card in deck if card not in run]
        piles.append((*down, *run))
    takes = [game.rules.fits[top] for top in tops]
    found = any(_is_a_way_on(state, takes) for state in _reachable(tuple(piles), stacks))
    assert can_help_itself(piles, frozenset().union(*takes), stacks) == found


def _is_a_way_on(piles: tuple[tuple[str, ...], ...], takes: list[frozenset[str]]) -> bool:
    tops = [pile[-1] for pile in piles if pile]
    return any(top[0] == "~" or any(top in taken for taken in takes) for top in tops)


def _reachable(start: tuple[tuple[str, ...], ...], stacks: bool) -> set[tuple[tuple[str, ...], ...]]:
    """Every state that moves and stacks lead to, before anything is turned or played."""
    seen = {start}
    todo = [start]
    while todo:
        for state in _after_one(todo.pop(), stacks):
            if state not in seen:
                seen.add(state)
                todo.append(state)
    return seen


def _after_one(piles: tuple[tuple[str, ...], ...], stacks: bool) -> Iterator[tuple[tuple[str, ...], ...]]:
    for here, source in enumerate(piles):
        for there, target in enumerate(piles):
            if here == there or not source or source[-1][0] == "~":
                continue
            if (not target and len(source) > 1) or (stacks and target and target[-1][0] == source[-1][0]):
                after = list(piles)
                after[here], after[there] = source[:-1], (*target, source[-1])
                yield tuple(after)
