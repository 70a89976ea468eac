"""The eight buttons: slots, scrolling, emptied slots, the call, the catch, colours; and races by their stamps."""

from collections.abc import Callable
from typing import Any

SitRound = Callable[..., Any]


def labels(uno: Any, seat: int) -> str:
    return " ".join(meaning.label or "-" for meaning in uno.match.keys(seat))


def test_a_hand_is_seen_by_colour_and_value_whatever_came_first(sit_round: SitRound) -> None:
    uno = sit_round("W B2 R9 G1 R2 G1", "Y1 Y2", start="G5")
    slots = uno.game.row(uno.table, 0).slots
    assert [uno.game.rules.face[slot[0]] for slot in slots] == ["R2", "R9", "G1", "B2", "W"]
    assert [uno.game.rules.face[card] for card in uno.table.zones["seat0.hand"]] == ["W", "B2", "R9", "G1", "R2", "G1"]


def test_identical_cards_share_a_slot_and_go_together(sit_round: SitRound) -> None:
    uno = sit_round("R1 G7 B2 G7 Y3", "B1 B2 B3", start="G5")
    assert labels(uno, 0) == "- play - - - - - -"
    uno.tap(0, "CARD2", at_ms=10)
    assert uno.hand(0) == "R1 B2 Y3"
    assert uno.commands("play")[-1].command.cards == ("G7/1", "G7/2")


def test_with_left_held_only_one_card_goes(sit_round: SitRound) -> None:
    uno = sit_round("R1 G7 B2 G7 Y3", "B1 B2 B3", start="G5")
    uno.tap(0, "LEFT+CARD2", at_ms=10)
    assert uno.hand(0) == "R1 B2 G7 Y3"


def test_an_emptied_slot_stays_empty_for_500_ms(sit_round: SitRound) -> None:
    uno = sit_round("R1 G7 B2 Y3", "B1 B2 B3", start="G5")
    uno.tap(0, "CARD2", at_ms=10)
    assert uno.scalar("gaps.0") == "1"
    uno.tap(0, "CARD2", at_ms=400)
    assert len(uno.commands("play")) == 1, "a press on an empty slot is no attempt"
    uno.advance(509)
    assert uno.scalar("gaps.0") == "1"
    uno.advance(510)
    assert uno.scalar("gaps.0") == ""
    uno.tap(0, "CARD2", at_ms=520)
    assert uno.commands("play")[-1].command.card == "B2/1"


def test_two_emptied_slots_keep_their_places(sit_round: SitRound) -> None:
    uno = sit_round("R3 G9 GS GR Y4", "B1 B2 B3", start="G5")  # both of them give the turn back between two
    for at_ms, button in ((10, "CARD3"), (100, "CARD4"), (200, "CARD2")):
        uno.tap(0, button, at_ms=at_ms)
    assert uno.scalar("gaps.0") == "1 2 3"
    uno.advance(700)
    assert (uno.scalar("gaps.0"), uno.hand(0)) == ("", "R3 Y4")


def test_left_and_right_scroll_by_five_round_and_round(sit_round: SitRound) -> None:
    uno = sit_round("R1 R2 R3 R4 R5 G7 G8", "B1 B2 B3", start="G6")
    uno.tap(0, "RIGHT", at_ms=10)
    assert uno.scalar("scroll.0") == 5
    assert labels(uno, 0) == "play play - - - scroll scroll -"
    uno.tap(0, "RIGHT", at_ms=20)
    assert uno.scalar("scroll.0") == 0
    uno.tap(0, "LEFT", at_ms=30)
    uno.tap(0, "CARD2", at_ms=40)
    assert uno.top == "G8"


def test_with_five_slots_there_is_nothing_to_scroll(sit_round: SitRound) -> None:
    uno = sit_round("R1 R2 R3 R4 R5 R5", "B1 B2 B3", start="G5")
    assert labels(uno, 0).endswith("- - -")


def test_the_last_slots_are_shown_when_the_page_is_gone(sit_round: SitRound) -> None:
    uno = sit_round("R1 R2 R3 R4 R5 G7", "B1 B2 B3", start="G6")
    uno.tap(0, "RIGHT", at_ms=10)
    uno.tap(0, "CARD1", at_ms=20)
    assert uno.scalar("scroll.0") == 5
    uno.advance(600)
    assert uno.scalar("scroll.0") == 0


def test_card_buttons_name_the_colour(sit_round: SitRound) -> None:
    uno = sit_round("W R2 R3", "B1 B2 B3", start="G5")
    uno.tap(0, "CARD3", at_ms=10)
    assert labels(uno, 0) == "red green blue yellow - - - -"
    uno.tap(0, "CARD3", at_ms=50)
    assert uno.scalar("colour") == "B"


def test_action_calls_and_catches_and_else_is_a_miss(sit_round: SitRound) -> None:
    uno = sit_round("G7 Y2", "B1 B2 B3", "R1 R2 R3", start="G5")
    assert labels(uno, 0).endswith(" uno") and labels(uno, 1).endswith(" -")
    uno.tap(1, "ACTION", at_ms=5)
    assert uno.scalar("misses.1") == 1
    uno.tap(0, "CARD1", at_ms=510)
    assert labels(uno, 1).endswith(" catch")
    uno.tap(1, "ACTION", at_ms=600)
    assert uno.holds(0) == 6


def test_of_two_who_could_be_caught_the_next_in_turn_is(sit_round: SitRound) -> None:
    uno = sit_round("G7 Y2", "B1 B2 B3", "G7 Y3", start="G5")
    uno.tap(0, "CARD1", at_ms=10)
    uno.tap(2, "CARD1", at_ms=100)
    uno.tap(1, "ACTION", at_ms=200)
    assert (uno.holds(0), uno.holds(2)) == (1, 6)


def test_action_with_left_held_doubts_a_wild_draw_four(sit_round: SitRound) -> None:
    uno = sit_round("W+ G1 G2", "B1 B2", "R1 R2", start="G5", challenge=True)
    uno.tap(0, "CARD3", at_ms=10)
    uno.tap(0, "CARD3", at_ms=20)
    uno.tap(1, "LEFT+ACTION", at_ms=100)
    assert uno.holds(0) == 6


def test_a_call_and_a_catch_race_by_their_stamps(sit_round: SitRound) -> None:
    uno = sit_round("G7 Y2", "B1 B2 B3", "R1 R2 R3", start="G5")
    uno.press(0, "CARD1", at_ms=10)
    uno.press(1, "ACTION", at_ms=100)
    uno.press(0, "ACTION", at_ms=99)
    catch, call = uno.commands("catch")[-1], uno.commands("uno")[-1]
    assert (call.ok, catch.ok, catch.beaten_by, catch.margin_ns) == (True, False, 0, 1_000_000)
    assert uno.holds(0) == 1


def test_a_match_and_the_next_play_race_by_their_stamps(sit_round: SitRound) -> None:
    uno = sit_round("G7 Y1 Y8", "G1 Y1 Y8", "G2 Y2", "G7 Y3", start="G5")
    uno.press(0, "CARD1", at_ms=10)
    uno.press(1, "CARD1", at_ms=100)
    uno.press(3, "CARD1", at_ms=99)
    match, play = next(line for line in uno.commands("play") if line.seat == 3), uno.commands("play")[-1]
    assert match.ok and (play.seat, play.ok, play.beaten_by, play.margin_ns) == (1, False, 3, 1_000_000)
    assert uno.scalar("turn") == 0


def test_three_in_a_dead_heat_draw_lots(sit_round: SitRound) -> None:
    winners = set()
    for seed in range(12):
        uno = sit_round("G7 Y2", "B1 B2 B3", "R1 R2 R3", start="G5", seed=seed)
        uno.press(0, "CARD1", at_ms=10)
        for seat, at_ms in ((1, 100.00), (2, 100.02), (0, 100.04)):
            uno.press(seat, "ACTION", at_ms=at_ms)
        (winner,) = (line for line in uno.entries if getattr(line, "dead_heat", ()))
        assert winner.dead_heat == (0, 1, 2) and winner.draw in (0, 1, 2)
        winners.add(winner.seat)
    assert winners == {0, 1, 2}


def test_two_matchers_both_stand_in_the_order_of_their_stamps(sit_round: SitRound) -> None:
    uno = sit_round("G7 Y1 Y8", "G1 Y1 Y8", "G7 Y2 Y3", "G7 Y3 Y4", start="G5")
    uno.press(0, "CARD1", at_ms=10)
    uno.press(3, "CARD1", at_ms=100.03)
    uno.press(2, "CARD1", at_ms=100.00)
    assert [(line.seat, line.ok) for line in uno.commands("play")] == [(0, True), (2, True), (3, True)]
    assert uno.scalar("turn") == 0


def test_the_row_on_screen_is_what_the_buttons_stand_for(sit_round: SitRound) -> None:
    uno = sit_round("R1 R2 R3 G7 G7 Y5 G8 G9", "B1 B2 B3", start="G6")
    uno.tap(0, "CARD4", at_ms=10)
    row = uno.match.screen().rows[0]
    assert [len(slot) for slot in row.slots] == [1, 1, 1, 0, 1, 1, 1], "the emptied slot is shown, and empty"
    for _ in range(3):
        row = uno.match.screen().rows[0]
        cards = [slot[0] if slot else "" for slot in row.window]
        assert cards == [key.card for key in uno.match.keys(0)[: len(cards)]]
        uno.tap(0, "RIGHT", at_ms=20)


def test_the_row_of_a_hidden_hand_tells_its_length_alone(sit_round: SitRound) -> None:
    uno = sit_round("R1 G7 G7 Y3", "B1 B2 B3", start="G5", cards_seen="peek")
    hidden = uno.game.row(uno.game.view(uno.table, 1), 0)
    assert hidden.slots == (("~?",),) * 4
    assert [len(slot) for slot in uno.game.row(uno.game.view(uno.table, 0), 0).slots] == [1, 2, 1]


def test_the_clock_tells_the_turn_the_matchers_time_and_the_naming(sit_round: SitRound) -> None:
    uno = sit_round("G7 W R1 Y2", "B1 B2 B3", start="G5", turn_s=6, match_window_ms=900)
    opened = uno.match.play_clock(uno.ns(0) - uno.match.zero_ns)
    clock = uno.match.screen().clock
    assert (clock.kind, clock.seat, clock.ends - opened) == ("turn", 0, 6_000_000_000)
    uno.play(0, "G7", at_ms=10)
    clock = uno.match.screen().clock
    assert (clock.kind, clock.seat, clock.ends - clock.begins) == ("match", 1, 900_000_000)
    uno.advance(920)
    assert uno.match.screen().clock is None, "cards are being drawn"


def test_the_clock_runs_for_whoever_names_the_colour(sit_round: SitRound) -> None:
    uno = sit_round("G7 W R1 Y2", "B1 B2 B3", start="G5")
    uno.play(0, "W", at_ms=10)
    assert uno.match.screen().clock[:2] == ("name", 0)
    assert [key.sign for key in uno.match.keys(0)[:5]] == ["colour.R", "colour.G", "colour.B", "colour.Y", ""]


def test_the_row_tells_which_slots_could_be_played_wherever_it_is_scrolled_to(sit_round: SitRound) -> None:
    uno = sit_round("R1 R2 R3 R4 R5 G7 Y6", "B1 G6 B3", start="G6")
    assert uno.match.screen().rows[0].lit == (5, 6)
    assert uno.match.screen().rows[1].lit == (), "nobody may match the card that was turned to start"
    assert uno.game.row(uno.game.view(uno.table, 0), 0).lit == (5, 6)
