"""GEN-7 to GEN-11: seats, caps, options, and how a deal begins."""

from typing import TYPE_CHECKING

import pytest

from engine.errors import OptionError, UnknownBot, UnknownGame
from engine.game import Game
from engine.games import GAMES, find_game, find_preset, set_up
from engine.log_lines import CommandLine, OutcomeLine, OwnLine
from engine.match import Match
from engine.options import values_of
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT, Command, Control, Press
from engine.setup import Setup, seats_of
from engine.units import MS, S
from tests.engine.situations import OPEN, pauses

if TYPE_CHECKING:
    from tests.engine.conftest import Desk, SitDown

AMBER, BLUE = 0, 1
CARD1, CARD2, CARD3, CARD4, CARD5 = CARDS


# GEN-7: seats


def test_gen_7_seats_are_named_clockwise_and_any_may_be_a_bot() -> None:
    seats = seats_of("human", "bot:fast", "bot:slow", "human")
    assert [seat.name for seat in seats] == ["AMBER", "BLUE", "GREEN", "YELLOW"]
    assert [seat.is_human for seat in seats] == [True, False, False, True]


def test_gen_7_a_press_of_no_seat_or_no_button_is_the_callers_mistake(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    for seat, button in ((2, CARD1), (-1, CARD1), (AMBER, "CARD9")):
        with pytest.raises(ValueError, match="no such seat or button"):
            desk.press(seat, button, at_ms=100)


# GEN-8: caps


def test_gen_8_at_the_deals_cap_the_fewest_cards_win(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H", "2D 2C 7C"), centre=("6S", "QD"), caps=(10, 300), stall_s=60)
    desk.press(AMBER, LEFT, at_ms=100)
    desk.advance(to_ms=9999)
    assert desk.table.phase == "play"
    desk.advance(to_ms=10_000)
    assert desk.phases()[-2:] == ["cap", "over"]
    assert (desk.table.number("won"), desk.table.number("score.0")) == (AMBER, 1)


def test_gen_8_equal_at_the_cap_is_void(sit_down: "SitDown") -> None:
    desk = sit_down(**{**OPEN, "hands": ("7H 2H", "7D 2C")}, caps=(10, 0), stall_s=60)
    desk.press(AMBER, LEFT, at_ms=100)
    desk.advance(to_ms=10_000)
    assert desk.phases()[-3:] == ["cap", "void", "over"]


def test_gen_8_the_matchs_cap_counts_play_time_and_ends_the_match(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H 2S", "7D"), centre=("6S", "QD"), caps=(0, 12), stall_s=60, best_of=7)
    desk.tap(BLUE, CARD1, at_ms=5000)
    assert desk.table.phase == "over"
    desk.advance(to_ms=11_000)
    desk.open_deal()
    desk.press(AMBER, LEFT, at_ms=100)
    desk.advance(to_ms=6999)
    assert desk.match.outcome is None
    desk.advance(to_ms=7000)
    assert desk.match.outcome == (BLUE, "cap", (0, 1))
    assert "cap" in desk.phases()


def test_gen_8_the_matchs_cap_has_its_outcome_at_once_and_a_deals_cap_after_the_last_race(sit_down: "SitDown") -> None:
    of_match = sit_down(**OPEN, caps=(0, 10), stall_s=60)
    of_deal = sit_down(hands=("7H 2H", "7D"), centre=("6S", "QD"), caps=(10, 0), stall_s=60, best_of=1)
    of_match.press(AMBER, LEFT, at_ms=100)
    of_deal.press(AMBER, LEFT, at_ms=100)
    for desk, wait_ms in ((of_match, 0), (of_deal, 300)):
        desk.advance(to_ms=10_000 + wait_ms)
        cap = next(entry for entry in desk.entries if ("phase", "cap") in entry.effects)
        assert isinstance(desk.entries[-1], OutcomeLine)
        assert desk.entries[-1].t - cap.t == wait_ms * MS


def test_gen_8_a_pause_is_no_play_time(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN, caps=(10, 0), stall_s=60)
    desk.control("pause", at_ms=1000)
    desk.advance(to_ms=15_000)
    desk.control("resume", at_ms=15_000)
    desk.press(AMBER, LEFT, at_ms=18_100)
    desk.advance(to_ms=26_999)
    assert desk.table.phase == "play"
    desk.advance(to_ms=27_000)
    assert desk.table.phase == "over"


def test_gen_8_0_is_off(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H", "7D 2C"), centre=("6S", "QD"), caps=(0, 0), stall_s=60)
    for moment in range(1, 20):
        desk.tap(AMBER, LEFT, at_ms=20_000 * moment)
        desk.advance(to_ms=20_000 * moment + 10)
    assert "cap" not in desk.phases()


# GEN-13: sudden death

EVEN = {**OPEN, "hands": ("7H 2H", "7D 2C"), "caps": (0, 10), "stall_s": 60, "sudden_death": True}


def test_gen_13_a_tie_at_the_matchs_cap_goes_to_who_gets_ahead(sit_down: "SitDown") -> None:
    desk = sit_down(**EVEN)
    desk.press(AMBER, LEFT, at_ms=100)
    desk.advance(to_ms=10_000)
    assert desk.match.outcome is None and ("say", -1, "sudden_death") in desk.entries[-1].effects
    desk.release(AMBER, LEFT, at_ms=11_000)
    desk.tap(BLUE, CARD1, at_ms=14_000)
    desk.tap(AMBER, CARD1, at_ms=14_004)
    margins = [entry.margin_ns for entry in desk.entries if isinstance(entry, CommandLine)]
    assert margins[-1] == 4 * MS, "it lost to the press that ended the match"
    desk.advance(to_ms=14_300)
    assert desk.match.outcome == (BLUE, "sudden_death", (0, 0))


def test_gen_13_two_presses_that_both_would_win_compete(sit_down: "SitDown") -> None:
    desk = sit_down(**{**EVEN, "centre": ("6S", "6D")})
    desk.press(AMBER, LEFT, at_ms=100)
    desk.advance(to_ms=10_000)
    desk.press(BLUE, RIGHT, at_ms=10_900)
    desk.press(AMBER, CARD1, at_ms=11_000, res_us=500)
    desk.press(BLUE, CARD1, at_ms=11_000.1, res_us=500)
    desk.advance(to_ms=12_000)
    heat = next(entry for entry in desk.entries if isinstance(entry, CommandLine) and entry.dead_heat)
    assert heat.dead_heat == (AMBER, BLUE)
    assert desk.match.outcome == (heat.seat, "sudden_death", (0, 0))


@pytest.mark.parametrize("game", GAMES)
def test_gen_13_every_preset_that_may_end_in_a_tie_goes_on(game: type[Game]) -> None:
    for preset in game.info.presets:
        options = set_up(game.info.id, {}, preset.name, preset.seats).options
        assert options.sudden_death == (options.caps[1] > 0), preset.name


# GEN-10: options


def test_gen_10_an_unknown_option_is_named_with_the_nearest() -> None:
    with pytest.raises(OptionError, match=r"unknown option joker for speed; did you mean jokers\?"):
        set_up("speed", {"joker": True})


@pytest.mark.parametrize(
    ("name", "value", "takes"),
    [
        ("hand_size", 6, "5 | 4"),
        ("hand_size", "5", "5 | 4"),
        ("jokers", 1, "true or false"),
        ("turn_ms", 99, "100 to 3000"),
        ("turn_ms", True, "100 to 3000"),
        ("lockout_ms", -1, "or 0"),
        ("caps", (120,), "N,N: each 10 to 7200"),
        ("caps", (5, 300), "N,N: each 10 to 7200"),
        ("best_of", 2, "3 | 1 | 5 | 7"),
        ("deal", "22+4", "21+5"),
        ("running", True, "unknown option"),
        ("seats", 3, "unknown option"),
    ],
)
def test_gen_10_a_value_out_of_range_is_refused_with_what_it_takes(name: str, value: object, takes: str) -> None:
    with pytest.raises(OptionError) as fault:
        set_up("speed", {name: value})
    assert name in str(fault.value)
    assert takes in str(fault.value)


def test_gen_10_options_are_complete_and_a_presets_come_first() -> None:
    options = values_of(set_up("speed", {"target": 10}, "five_card_spit").options)
    assert (options["deal"], options["recycle"], options["target"]) == ("15+10+1", "keep_tops", 10)
    assert options["caps"] == (120, 300)


@pytest.mark.parametrize("game", GAMES)
def test_gen_10_every_preset_is_one_that_can_be_played(game: type[Game]) -> None:
    for preset in game.info.presets:
        assert values_of(set_up(game.info.id, {}, preset.name).options).items() >= preset.options.items()


def test_gen_10_unknown_games_presets_and_bots_are_named_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"no game is called sped; did you mean speed\?"):
        find_game("sped")
    with pytest.raises(UnknownGame, match="speed has no preset nope"):
        find_preset(find_game("speed"), "nope")
    from engine.bots import find_brain

    with pytest.raises(UnknownBot, match=r"did you mean fast\?"):
        find_brain("bot:fas")


# GEN-11: ready, countdown, false start


def test_gen_11_a_deal_waits_for_every_person_and_counts_down(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN, is_open=False)
    desk.press(AMBER, ACTION, at_ms=100)
    assert desk.table.phase == "ready"
    desk.release(AMBER, ACTION, at_ms=110)
    desk.press(AMBER, ACTION, at_ms=200)
    assert (desk.table.phase, desk.table.flag("ready.0")) == ("ready", True)
    desk.press(BLUE, ACTION, at_ms=300)
    assert (desk.table.phase, desk.table.number("beat")) == ("countdown", 3)
    beats = []
    for moment in (1300, 2300, 3299, 3300):
        desk.advance(to_ms=moment)
        beats.append((desk.table.phase, desk.table.number("beat")))
    assert beats == [("countdown", 2), ("countdown", 1), ("countdown", 1), ("play", 0)]


def test_gen_11_a_bot_is_always_ready(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN, players=("human", "bot:random"), is_open=False)
    desk.press(AMBER, ACTION, at_ms=100)
    desk.release(AMBER, ACTION, at_ms=110)
    desk.press(AMBER, ACTION, at_ms=200)
    assert desk.table.phase == "countdown"


def test_gen_11_nobody_ready_before_the_first_deal_goes_back_to_the_title(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN, is_open=False, ready_s=10)
    desk.press(AMBER, ACTION, at_ms=100)
    desk.advance(to_ms=10_099)
    assert desk.match.outcome is None
    desk.advance(to_ms=10_100)
    assert desk.match.outcome is not None and desk.match.outcome.reason == "left"


def test_gen_11_later_it_is_a_pause(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H", "7D 2C"), centre=("6S", "QD"), ready_s=10)
    desk.tap(AMBER, CARD1, at_ms=500)
    desk.advance(to_ms=6500)
    assert desk.table.phase == "ready"
    desk.advance(to_ms=16_499)
    assert pauses(desk) == []
    desk.advance(to_ms=16_500)
    assert pauses(desk) == ["ready"]
    desk.control("resume", at_ms=17_000)
    desk.advance(to_ms=17_000)
    desk.press(AMBER, ACTION, at_ms=17_100)
    desk.press(BLUE, ACTION, at_ms=17_200)
    assert desk.table.phase == "countdown"


def counting_down(sit_down: "SitDown", **options: object) -> "Desk":
    desk = sit_down(**OPEN, is_open=False, **options)
    desk.tap(AMBER, ACTION, at_ms=100)
    desk.tap(AMBER, ACTION, at_ms=200)
    desk.tap(BLUE, ACTION, at_ms=300)
    return desk


def test_gen_11_a_press_in_the_countdown_is_a_false_start_and_ignored(sit_down: "SitDown") -> None:
    desk = counting_down(sit_down)
    desk.press(AMBER, CARD1, at_ms=3299.9)
    assert desk.last_press().ignored == "countdown"
    assert desk.effects("foul") == [("foul", AMBER, "false_start")]
    desk.advance(to_ms=3300)
    desk.release(AMBER, CARD1, at_ms=3301)
    desk.press(AMBER, CARD1, at_ms=3302)
    assert desk.cards("centre.0") == "6S 7H"


def test_gen_11_a_penalty_locks_the_seat_that_long_after_the_start(sit_down: "SitDown") -> None:
    desk = counting_down(sit_down, false_start_ms=400)
    desk.tap(AMBER, CARD1, at_ms=1500)
    desk.advance(to_ms=3300)
    desk.tap(AMBER, CARD1, at_ms=3699)
    assert desk.last_press().ignored == "locked"
    desk.tap(AMBER, CARD1, at_ms=3700)
    assert desk.cards("centre.0") == "6S 7H"


def test_gen_11_the_opening_is_one_instant_for_all(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    opening = [entry for entry in desk.entries if ("phase", "play") in entry.effects]
    assert len(opening) == 1
    assert isinstance(opening[0], OwnLine)


# What a match is made of


def test_what_the_buttons_mean_is_the_same_whoever_asks(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    keys = desk.match.keys(AMBER)
    assert len(keys) == len(BUTTONS)
    assert keys[0].command == Command("play", "7H", "seat0.hand1", "centre.0")
    assert keys[0].lit


def test_same_seed_same_presses_same_match() -> None:
    def run() -> list[object]:
        match = Match(Setup("speed", {"countdown": 1}, seed=7))
        for moment in range(1, 80):
            button = BUTTONS[moment * 5 % 8] if moment > 4 else ACTION
            match.handle(Press(moment % 2, button, True, moment * S // 4, "test", 0))
            match.handle(Press(moment % 2, button, False, moment * S // 4 + 1, "test", 0))
        match.handle(Control("leave", 40 * S))
        match.advance(60 * S)
        return list(match.final())

    assert run() == run()
