"""The rules common to all games, one by one (rules/README.md, GEN). Who was first stands in ``test_races``."""

from typing import TYPE_CHECKING

import pytest

from engine.cards import HIDDEN
from engine.errors import OptionError, UnknownBot, UnknownGame
from engine.game import S
from engine.games import GAMES, find_game, find_preset, set_up
from engine.match import Match
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT, Command, Control, Press
from engine.record import OutcomeLine, OwnLine, PauseLine, ResumeLine
from engine.setup import Setup, seats_of

if TYPE_CHECKING:
    from tests.engine.conftest import Desk, SitDown

AMBER, BLUE = 0, 1
CARD1, CARD2, CARD3, CARD4, CARD5 = CARDS
OPEN = {"hands": ("7H 2H 7S", "7D 2C"), "centre": ("6S", "QD"), "reserves": ("2S 3C", "3S 4C")}
"""Both can play their first card on the left pile, and nothing else; cards are left to turn."""


# GEN-2: every attempt against the table at its own instant


def test_gen_2_the_opponent_may_play_on_a_card_at_once(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H", "8D 2C"), centre=("6S", "QD"))
    desk.press(AMBER, CARD1, at_ms=500)
    desk.press(BLUE, CARD1, at_ms=500.000001)
    assert desk.cards("centre.0") == "6S 7H 8D"


def test_gen_2_a_card_that_could_go_only_a_moment_later_goes_back(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H", "8D 2C"), centre=("6S", "QD"))
    desk.press(AMBER, CARD1, at_ms=500)
    desk.press(BLUE, CARD1, at_ms=499.8)
    assert desk.cards("centre.0") == "6S 7H"
    assert [line.ok for line in desk.commands("play")] == [False, True]


def test_gen_2_illegal_is_told_with_a_reason_and_without_effects(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN, lockout_ms=0)
    desk.press(AMBER, CARD2, at_ms=500)
    line = desk.last_command()
    assert (line.ok, line.why, line.effects) == (False, "rank", ())
    assert desk.cards("seat0.hand2") == "2H"


# GEN-3: against mashing


def miss(desk: "Desk", *at_ms: float) -> None:
    for moment in at_ms:
        desk.tap(AMBER, CARD2, at_ms=moment)


def lock_ms(desk: "Desk", at_ms: float) -> float:
    return (desk.table.number("lock.0") - desk.match.play_clock(desk.ns(at_ms))) / 1e6


def test_gen_3_a_miss_locks_the_seat_and_only_that_seat(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    miss(desk, 500)
    assert lock_ms(desk, 500) == 500
    assert desk.effects("foul") == [("foul", AMBER, "miss")]
    desk.press(AMBER, CARD1, at_ms=999)
    assert desk.last_press().ignored == "locked"
    desk.press(BLUE, CARD1, at_ms=999.5)
    assert desk.cards("centre.0") == "6S 7D"


def test_gen_3_the_lock_ends(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    miss(desk, 500)
    desk.press(AMBER, CARD1, at_ms=1000)
    assert desk.cards("centre.0") == "6S 7H"


def test_gen_3_every_miss_doubles_it_up_to_four_seconds(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN, stall_s=60)
    moment, locks = 500.0, []
    for _ in range(5):
        miss(desk, moment)
        locks.append(lock_ms(desk, moment))
        moment += locks[-1] + 1
    assert locks == [500, 1000, 2000, 4000, 4000]


def test_gen_3_lockout_0_is_off(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN, lockout_ms=0)
    miss(desk, 500, 510, 520)
    assert desk.effects("foul") == []
    assert desk.table.number("lock.0") == 0


def test_gen_3_a_legal_play_takes_one_miss_back(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    miss(desk, 500, 1000)
    assert desk.table.number("misses.0") == 2
    desk.tap(AMBER, CARD1, at_ms=2100)
    assert desk.table.number("misses.0") == 1


def test_gen_3_being_beaten_is_no_miss(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    desk.press(BLUE, CARD1, at_ms=500)
    desk.press(AMBER, CARD1, at_ms=505)
    assert desk.last_command().beaten_by == BLUE
    assert desk.effects("foul") == []


@pytest.mark.parametrize(("later_ms", "fouls"), [(300, 0), (300.1, 1)])
def test_gen_3_a_play_that_a_pile_took_300_ms_ago_is_no_miss(
    sit_down: "SitDown", later_ms: float, fouls: int
) -> None:
    desk = sit_down(hands=("7H 2H", "7D 2C"), centre=("6S", "QD"))
    desk.press(BLUE, CARD1, at_ms=500)
    desk.press(AMBER, CARD1, at_ms=500 + later_ms)
    assert len(desk.effects("foul")) == fouls


def test_gen_3_a_play_that_a_late_press_made_illegal_is_no_miss(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    desk.press(AMBER, CARD1, at_ms=500)
    assert desk.last_command().ok
    desk.press(BLUE, CARD1, at_ms=420)
    assert [line.ok for line in desk.commands("play")] == [True, False]
    assert desk.effects("foul") == []
    assert desk.table.number("lock.0") == 0


def test_gen_3_a_press_without_meaning_is_no_attempt(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    for button in (LEFT, RIGHT, ACTION, CARD5):
        desk.tap(AMBER, button, at_ms=500)
    assert desk.effects("foul") == []


def test_gen_3_misses_are_forgotten_with_the_deal(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H", "7D"), centre=("6S", "QD"))
    miss(desk, 500)
    desk.press(BLUE, CARD1, at_ms=600)
    desk.advance(to_ms=7000)
    assert (desk.table.number("deal"), desk.table.number("misses.0"), desk.table.number("lock.0")) == (2, 0, 0)


# GEN-4: what a seat may know


@pytest.mark.parametrize(("seen", "other_hand"), [("open", "7D"), ("peek", HIDDEN)])
def test_gen_4_the_others_hand_is_open_or_hidden(sit_down: "SitDown", seen: str, other_hand: str) -> None:
    desk = sit_down(**OPEN, cards_seen=seen)
    view = desk.match.game.view(desk.table, AMBER)
    assert view.zone("seat0.hand1") == ("7H",)
    assert view.zone("seat1.hand1") == (other_hand,)
    assert view.zone("centre.0") == ("6S",)


def test_gen_4_with_peek_a_hand_shows_while_its_seat_holds_left_and_right(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN, cards_seen="peek")
    assert desk.match.on_screen().zone("seat0.hand1") == (HIDDEN,)
    assert [key.lit for key in desk.match.keys(AMBER)] != [False] * 8
    keys = desk.match.keys_on_screen(AMBER)
    assert [key.label for key in keys if key.lit] == ["peek", "peek"], "nothing tells what a hidden card could do"
    desk.press(AMBER, "LEFT", at_ms=10)
    assert desk.match.on_screen().zone("seat0.hand1") == (HIDDEN,)
    desk.press(AMBER, "RIGHT", at_ms=20)
    screen = desk.match.on_screen()
    assert screen.zone("seat0.hand1") == ("7H",)
    assert desk.match.keys_on_screen(AMBER) == desk.match.keys(AMBER)
    assert screen.zone("seat1.hand1")[0].startswith("~")
    assert screen.zone("centre.0") == ("6S",)
    desk.match.handle(Press(AMBER, "LEFT", False, desk.ns(30), "gpio"))
    assert desk.match.on_screen().zone("seat0.hand1") == (HIDDEN,)


def test_gen_4_one_person_and_a_bot_hide_only_the_bots_hand() -> None:
    match = Match(Setup("speed", {"cards_seen": "peek"}, seats_of("human", "bot:fast"), seed=3))
    for at_s in (1, 2):
        match.handle(Press(AMBER, "ACTION", True, at_s * S, "gpio"))
    match.advance(8 * S)
    screen = match.on_screen()
    assert screen.zone("seat0.hand1") == match.table.zone("seat0.hand1")
    assert screen.zone("seat1.hand1")[0].startswith("~")
    assert not match.table.zone("seat1.hand1")[0].startswith("~")


def test_gen_4_face_down_is_hidden_from_everybody(sit_down: "SitDown") -> None:
    view = sit_down(**OPEN).match.game.view(sit_down(**OPEN).table, AMBER)
    assert view.zone("reserve.0") == (HIDDEN, HIDDEN)


@pytest.mark.parametrize("game", [game.info.id for game in GAMES])
def test_gen_4_racing_games_are_open_unless_told_otherwise(game: str) -> None:
    usual = "peek" if game == "speah" else "open"
    assert set_up(game, {}).options["cards_seen"] == usual


# GEN-5: nobody can stall


def test_gen_5_playable_cards_glow_after_four_seconds_and_a_turn_is_forced_after_ten(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    desk.advance(to_ms=3999)
    assert not desk.table.flag("glow")
    desk.advance(to_ms=4000)
    assert desk.table.flag("glow")
    desk.advance(to_ms=9999)
    assert desk.cards("centre.0") == "6S"
    desk.advance(to_ms=10_000)
    assert desk.cards("centre.0") == "6S 3C"
    assert not desk.table.flag("glow")


def test_gen_5_a_play_puts_it_off(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 8H 2H", "2C 2D"), centre=("6S", "QD"))
    desk.tap(AMBER, CARD1, at_ms=3000)
    desk.advance(to_ms=6999)
    assert not desk.table.flag("glow")
    desk.advance(to_ms=7000)
    assert desk.table.flag("glow")


def test_gen_5_a_shout_that_is_not_given_is_given(sit_down: "SitDown") -> None:
    desk = sit_down(
        hands=("5H 5D", "5C 5S"), centre=("9H", "9S"), reserves=("2S", "3S"), stuck_call="shout", stall_s=8
    )
    desk.press(AMBER, ACTION, at_ms=1000)
    desk.advance(to_ms=7999)
    assert desk.effects("say") == [("say", AMBER, "stuck")]
    desk.advance(to_ms=8000)
    assert desk.effects("say") == [("say", AMBER, "stuck"), ("say", BLUE, "stuck")]
    desk.advance(to_ms=8700)
    assert desk.cards("centre.0") == "9H 2S"


def quiet_desk(sit_down: "SitDown") -> "Desk":
    """A deal in which nothing happens by itself for a long while."""
    return sit_down(**OPEN, stall_s=60, caps=(0, 0))


def test_gen_5_nobody_there_for_thirty_seconds_is_asked_and_then_left(sit_down: "SitDown") -> None:
    desk = quiet_desk(sit_down)
    desk.press(AMBER, LEFT, at_ms=1000)
    desk.advance(to_ms=30_999)
    assert ("say", -1, "still_there") not in desk.effects("say")
    desk.advance(to_ms=31_000)
    assert desk.effects("say")[-1] == ("say", -1, "still_there")
    desk.advance(to_ms=40_999)
    assert desk.match.outcome is None
    desk.advance(to_ms=41_000)
    assert desk.match.outcome is not None
    assert (desk.match.outcome.winner, desk.match.outcome.reason) == (None, "left")


def test_gen_5_any_press_answers_the_question(sit_down: "SitDown") -> None:
    desk = quiet_desk(sit_down)
    desk.press(AMBER, LEFT, at_ms=1000)
    desk.advance(to_ms=31_000)
    desk.release(AMBER, LEFT, at_ms=32_000)
    desk.press(BLUE, RIGHT, at_ms=40_000)
    desk.advance(to_ms=69_999)
    assert desk.match.outcome is None


def hold_pause(desk: "Desk", at_ms: float) -> None:
    for button in (CARD1, CARD5, ACTION):
        desk.press(BLUE, button, at_ms=at_ms)


def pauses(desk: "Desk") -> list[str]:
    return [entry.why for entry in desk.told if isinstance(entry, PauseLine)]


def test_gen_5_the_pause_buttons_held_two_seconds_pause(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H", "2D 2C"), centre=("6S", "QD"))
    hold_pause(desk, 500)
    desk.advance(to_ms=2499)
    assert pauses(desk) == []
    desk.advance(to_ms=2500)
    assert pauses(desk) == ["players"]
    desk.press(AMBER, CARD1, at_ms=3000)
    assert desk.last_press().ignored == "paused"
    assert desk.match.legal(AMBER) == []
    assert {meaning.label for meaning in desk.match.keys(AMBER)} == {""}


def test_gen_5_let_go_too_early_is_no_pause(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H", "2D 2C"), centre=("6S", "QD"))
    hold_pause(desk, 500)
    desk.release(BLUE, CARD5, at_ms=2400)
    desk.advance(to_ms=3500)
    assert pauses(desk) == []


def test_gen_5_after_a_pause_play_goes_on_with_a_countdown_and_no_deadline_lost(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    desk.control("pause", at_ms=1000, why="menu")
    desk.advance(to_ms=20_000)
    assert not desk.table.flag("glow")
    desk.control("resume", at_ms=20_000)
    assert any(isinstance(entry, ResumeLine) for entry in desk.told)
    desk.press(AMBER, CARD1, at_ms=22_999)
    assert desk.last_press().ignored == "paused"
    desk.advance(to_ms=25_999)
    assert not desk.table.flag("glow")
    desk.advance(to_ms=26_000)
    assert desk.table.flag("glow")


def test_gen_5_a_pause_while_it_is_about_to_go_on_holds(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    desk.control("pause", at_ms=1000, why="menu")
    desk.control("resume", at_ms=2000)
    desk.control("pause", at_ms=3000, why="menu")
    desk.advance(to_ms=20_000)
    desk.press(AMBER, CARD1, at_ms=20_001)
    assert desk.last_press().ignored == "paused"
    desk.control("resume", at_ms=21_000)
    desk.release(AMBER, CARD1, at_ms=21_001)
    desk.press(AMBER, CARD1, at_ms=24_001)
    assert desk.cards("centre.0") == "6S 7H"
    desk.assert_log_replays()


def test_gen_5_buttons_held_through_a_pause_count_from_its_end(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    desk.control("pause", at_ms=1000, why="menu")
    hold_pause(desk, 2000)
    desk.control("resume", at_ms=20_000)
    desk.advance(to_ms=24_999)
    assert pauses(desk) == ["menu"]
    desk.advance(to_ms=25_000)
    assert pauses(desk) == ["menu", "players"]
    desk.advance(to_ms=26_000)
    desk.assert_log_replays()


def test_gen_5_leaving_makes_the_match_void(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    desk.control("leave", at_ms=1000)
    assert isinstance(desk.told[-1], OutcomeLine)
    assert desk.told[-1].outcome == (None, "left", (0, 0))
    desk.press(AMBER, CARD1, at_ms=1100)
    assert isinstance(desk.told[-1], OutcomeLine)


@pytest.mark.parametrize("control", [("pause", "players"), ("pause", "ready"), ("stop", "")])
def test_gen_5_the_matchs_own_words_for_a_pause_are_its_own(sit_down: "SitDown", control: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="no such control"):
        sit_down(**OPEN).control(control[0], at_ms=10, why=control[1])


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
        ("caps", (120,), "2 whole numbers"),
        ("caps", (5, 300), "2 whole numbers"),
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
    game = set_up("speed", {"target": 10}, "five_card_spit")
    assert (game.options["deal"], game.options["recycle"], game.options["target"]) == ("15+10+1", "keep_tops", 10)
    assert game.options["caps"] == (120, 300)


@pytest.mark.parametrize("game", GAMES)
def test_gen_10_every_preset_is_one_that_can_be_played(game: type) -> None:
    for preset in game.info.presets:  # type: ignore[attr-defined]  # every game class has its metadata
        assert set_up(game.info.id, {}, preset.name).options  # type: ignore[attr-defined]  # as above


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
    opening = [entry for entry in desk.told if ("phase", "play") in entry.effects]
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
