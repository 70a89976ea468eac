"""SPX-10 to SPX-14: jokers, the Terminator, the end, the words, the turn timer and the caps."""

from typing import TYPE_CHECKING

import pytest

from engine import phases
from engine.game import Outcome
from engine.games.speah.game import Speahx
from engine.games.speah.rules import SpeahxOptions, places
from engine.options import settle
from engine.panel import Command
from engine.table import Draft, Table

if TYPE_CHECKING:
    from tests.engine.speah.conftest import MakeSpot

THREE = {"seat1.hand": "4C", "seat2.hand": "5H", "pile": "KC 9C"}


def test_spx_10_a_joker_gives_the_pile_to_a_player_of_choice(spot: "MakeSpot") -> None:
    table = spot({**THREE, "seat0.hand": "X1 7S"}, seats=3, jokers=True)
    table.play("X1")
    assert table.wants == "give" and table.cards("pile") == "KC 9C X1"
    assert table.why(Command("give", target=0)) == "window" and table.why("7S") == "phase"
    table.give(2)
    assert table.cards("seat2.hand") == "5H KC 9C" and table.cards("gone") == "~X1" and table.cards("pile") == ""
    assert table.turn == 1, "the turn passes to the next, whoever got the pile"


def test_spx_10_it_goes_on_a_named_suit_too(spot: "MakeSpot") -> None:
    table = spot({**THREE, "seat0.hand": "X1 7S"}, seats=3, jokers=True, named="H")
    assert table.plays() == {"X1"}
    table.play("X1")
    table.give(1)
    assert table.table.text("named") == ""


def test_spx_10_not_to_one_who_is_out(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "X1 7S", "seat2.hand": "5H", "seat3.hand": "6H", "pile": "KC"}, seats=4, jokers=True)
    table.play("X1")
    assert table.why(Command("give", target=1)) == "window"
    assert [command.target for command in table.game.legal(table.table, 0)] == [2, 3]


def test_spx_10_with_one_other_player_there_is_nothing_to_choose(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "X1 7S", "seat1.hand": "4C", "pile": "KC"}, jokers=True)
    table.play("X1")
    assert table.cards("seat1.hand") == "4C KC" and table.turn == 1 and table.wants == ""


def test_spx_10_one_at_a_time(spot: "MakeSpot") -> None:
    table = spot({**THREE, "seat0.hand": "X1 X2 7S"}, seats=3, jokers=True)
    assert table.why("X1 X2") == "rank" and table.plays() == {"X1", "X2"}


def test_spx_10_on_an_empty_pile_only_if_the_hand_holds_nothing_else(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "X1 7S", "seat1.hand": "4C"}, jokers=True)
    assert table.why("X1") == "window" and table.plays() == {"7S"}
    table = spot({"seat0.hand": "X1 X2", "seat1.hand": "4C"}, jokers=True)
    table.play("X2")
    assert table.cards("gone") == "~X2" and table.turn == 1 and table.cards("seat0.hand") == "X1"


@pytest.mark.parametrize("source", ["stock", "seat0.table2"])
def test_spx_10_no_dead_end_for_one_drawn_or_turned_up_on_an_empty_pile(spot: "MakeSpot", source: str) -> None:
    hand = {"seat0.hand": "7S"} if source == "stock" else {"seat0.table1": "~7S"}
    table = spot({**hand, source: "~X1", "seat1.hand": "4C"}, jokers=True)
    if source == "stock":
        table.draw()
        assert table.plays() == {"X1"}
        table.play("X1")
    else:
        table.try_table(2)
    assert table.cards("gone") == "~X1" and table.turn == 1


def test_spx_11_four_jacks_give_the_pile_and_leave_the_game(spot: "MakeSpot") -> None:
    table = spot({**THREE, "seat0.hand": "JC JD JH JS 7S"}, seats=3)
    table.play("JC JD JH JS")
    assert table.wants == "jacks"
    assert [command.do for command in table.game.legal(table.table, 0)] == ["kill", "give", "give"]
    table.give(2)
    assert table.cards("seat2.hand") == "5H KC 9C" and sorted(table.cards("gone").split()) == [
        "~JC",
        "~JD",
        "~JH",
        "~JS",
    ]
    assert table.turn == 1


def test_spx_11_or_they_kill_it_as_that_player_chooses(spot: "MakeSpot") -> None:
    table = spot({**THREE, "seat0.hand": "JC JD JH JS 7S"}, seats=3)
    table.play("JC JD JH JS")
    table.do(Command("kill"))
    assert table.cards("pile") == "" and len(table.table.zone("gone")) == 6 and table.turn == 0 and table.wants == ""


def test_spx_11_not_with_jokers_in_play(spot: "MakeSpot") -> None:
    table = spot({**THREE, "seat0.hand": "JC JD JH JS 7S"}, seats=3, jokers=True)
    table.play("JC JD JH JS")
    assert table.wants == "" and table.cards("pile") == "" and table.turn == 0


def test_spx_11_not_if_another_player_laid_one_of_them(spot: "MakeSpot") -> None:
    table = spot({**THREE, "pile": "9C JC", "seat0.hand": "JD JH JS 7S"}, seats=3)
    table.play("JD JH JS")
    assert table.wants == "" and table.cards("pile") == ""


def test_spx_11_not_with_a_suit_twice_on_top_which_has_to_be_the_last_four(spot: "MakeSpot") -> None:
    zones = {f"seat{seat}.hand": "4C/1" for seat in range(1, 5)}
    hand = {"seat0.hand": "JC/1 JC/2 JD/1 JH/1 JS/1 7S/1", "pile": "KC/1"}
    table = spot({**zones, **hand}, seats=5)
    table.play("JC/1 JD/1 JC/2 JH/1")
    assert table.wants == "" and table.cards("pile") == ""
    table = spot({**zones, **hand}, seats=5)
    table.play("JC/1 JC/2 JD/1 JH/1 JS/1")
    assert table.wants == "jacks"
    table.give(3)
    assert table.cards("seat3.hand") == "4C/1 KC/1 JC/1"
    table = spot({**zones, **hand}, seats=5)
    table.play("JC/1 JC/2 JD/1 JH/1 JS/1")
    table.do(Command("kill"))
    assert table.cards("pile") == "JS/1" and table.turn == 1


def test_spx_11_on_an_empty_pile_there_is_nothing_to_give(spot: "MakeSpot") -> None:
    table = spot({**THREE, "pile": "", "seat0.hand": "JC JD JH JS 7S"}, seats=3)
    table.play("JC JD JH JS")
    assert table.wants == "" and table.cards("pile") == "" and table.turn == 0


def test_spx_12_the_first_without_cards_wins_and_play_goes_on_to_the_loser(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "4C", "seat2.hand": "5H 6H", "pile": "KC"}, seats=3)
    table.play("7C")
    assert table.table.phase == "play" and table.turn == 1 and table.table.number("won") == -1
    table.play("4C")
    assert table.table.phase == "over"
    assert (table.table.number("won"), table.table.number("loser")) == (0, 2)
    assert table.game.outcome(table.table) == Outcome(0, "out", (1, 2, 3))


def test_spx_12_who_is_out_has_no_turn_any_more(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C 8C", "seat2.hand": "5C 6H", "seat3.hand": "5D", "pile": "KC"}, seats=4)
    table.play("7C")
    assert table.turn == 2


def test_spx_12_table_cards_are_cards(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat0.table1": "~8C", "seat1.hand": "4C", "pile": "KC"})
    table.play("7C")
    assert table.table.phase == "play" and table.turn == 1


def test_spx_12_places_of_several_deals_are_those_of_their_sums() -> None:
    game = Speahx(SpeahxOptions(deals=2), 3)
    table = _scored(game, (2, 4, 6), deal=1)
    assert game.outcome(table) is None
    assert game.outcome(_scored(game, (2, 4, 6), deal=2)) == Outcome(0, "deals", (1, 2, 3))
    assert game.outcome(_scored(game, (3, 3, 6), deal=2)) == Outcome(None, "deals", (1, 1, 3))


def _scored(game: Speahx, scores: tuple[int, ...], deal: int) -> Table:
    draft = Draft(phases.initial(game))
    draft.set("deal", deal)
    for seat, score in enumerate(scores):
        draft.score(seat, score)
    draft.phase("over")
    return draft.table()


@pytest.mark.parametrize(
    ("pile", "play", "said"),
    [
        ("7H", "7S", True),
        ("7H", "7S 7C", False),
        ("7C", "7H 7S", True),
        ("9S", "7S", False),
        ("", "7S", False),
        ("9C", "7C", False),
    ],
)
def test_spx_13_speah_is_said_when_switching_to_spades(spot: "MakeSpot", pile: str, play: str, said: bool) -> None:
    hand = [card for card in ("7S", "7C", "7H", "KD") if card != pile]
    table = spot({"seat0.hand": " ".join(hand), "seat1.hand": "4C", "pile": pile})
    table.play(play)
    assert table.said() == ([(0, "speah")] if said else [])


@pytest.mark.parametrize(("pile", "two", "named", "said"), [("9H", "2S", "S", True), ("9S", "2H", "S", False)])
def test_spx_13_speah_is_said_when_spades_are_named(
    spot: "MakeSpot", pile: str, two: str, named: str, said: bool
) -> None:
    table = spot({"seat0.hand": f"{two} KD", "seat1.hand": "4C", "pile": pile})
    table.play(two)
    assert table.said() == []
    table.name(named)
    assert table.said() == ([(0, "speah")] if said else [])


def test_spx_13_the_suit_left_is_the_named_one(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "2S KD", "seat1.hand": "4C", "pile": "9S 2H"}, named="D")
    table.play("2S")
    table.name("S")
    assert table.said() == [(0, "speah")]


def test_spx_13_torkel_is_said_with_the_jack_of_diamonds(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "JD JH KD", "seat1.hand": "4C", "pile": "9H"})
    table.play("JH JD")
    assert table.said() == [(0, "torkel")]
    table = spot({"seat0.table1": "~JD", "seat0.table2": "~8D", "seat1.hand": "4C", "pile": "9D"})
    table.try_table(1)
    assert table.said() == [(0, "torkel")]


def test_gen_9_what_a_card_has_said_comes_by_itself(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "JD KD", "seat1.hand": "4C", "pile": "9D"})
    assert not {"say", "speah", "torkel"} & table.moves()
    effects = table.play("JD")
    assert effects.index(("say", 0, "torkel")) > effects.index(("move", "JD", "seat0.hand", "pile"))


def test_spx_14_after_turn_s_the_pile_is_picked_up(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "4C", "pile": "KC"}, turn_s=8)
    assert table.table.number("turn_ends") == 8_000_000_000
    effects = table.time_up()
    assert ("foul", 0, "time") in effects
    assert table.cards("seat0.hand") == "7C KC" and table.turn == 1
    assert table.table.number("turn_ends") == 16_000_000_000, "the next has its own time"


def test_spx_14_on_an_empty_pile_the_first_legal_card_is_played(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "X1 9C 7C", "seat1.hand": "4C"}, jokers=True)
    table.time_up()
    assert table.cards("pile") == "7C" and table.turn == 1


def test_spx_14_drawing_chance_cards_does_not_buy_time(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "4C", "pile": "KC", "stock": "~5S ~6C"}, turn_s=8)
    table.do(Command("chance"), at_s=5)
    assert table.table.number("turn_ends") == 8_000_000_000
    table.play("6C")


@pytest.mark.parametrize(
    ("hand", "play", "jokers", "then"),
    [
        ("2H 7S", "2H", False, "named"),
        ("X1 7S", "X1", True, "given"),
        ("JC JD JH JS 7S", "JC JD JH JS", False, "killed"),
    ],
)
def test_spx_14_choices_are_made_for_who_does_not_choose(
    spot: "MakeSpot", hand: str, play: str, jokers: bool, then: str
) -> None:
    table = spot({**THREE, "seat0.hand": hand}, seats=3, jokers=jokers)
    table.play(play)
    table.time_up()
    assert table.wants == ""
    if then == "named":
        assert table.table.text("named") == "H" and table.turn == 1
    elif then == "given":
        assert table.cards("seat1.hand") == "4C KC 9C"
    else:
        assert table.cards("pile") == "" and table.turn == 0


def test_spx_14_presets() -> None:
    presets = {preset.name: dict(preset.options) for preset in Speahx.info.presets}
    assert list(presets) == ["speah_short", "speah"], "the party's heads the menu"
    short = settle(SpeahxOptions, "speah", presets["speah_short"])
    assert (short.turn_s, short.table_cards, short.hand_cards) == (8, 3, 3)
    assert settle(SpeahxOptions, "speah", presets["speah"]).turn_s == 20


def test_gen_8_at_the_cap_who_is_out_comes_first_then_the_fewest_cards(spot: "MakeSpot") -> None:
    zones = {"seat0.hand": "7C 8C", "seat2.hand": "5C", "seat2.table1": "~6H", "seat3.hand": "5D"}
    table = spot(zones, seats=4)
    assert table.game.standing(table.table) == Outcome(1, "cap", (3, 1, 3, 2))
    draft = Draft(table.table)
    table.game.cap(draft, table.chance, 0)
    assert table.game.outcome(draft.table()) == Outcome(1, "cap", (3, 1, 3, 2))
    assert draft.number("loser") == 0


def test_gen_8_at_the_matchs_cap_the_running_deal_counts_as_it_stands(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "5D 6D", "seat2.hand": "5C 6C 7H"}, seats=3, deals=3)
    draft = Draft(table.table)
    for seat, place in enumerate((3, 1, 2)):
        draft.score(seat, place)
    assert places(table.game.rules, draft) == (1, 2, 3)
    assert table.game.standing(draft.table()) == Outcome(1, "cap", (2, 1, 3)), "4, 3 and 5 places in all"


def test_gen_8_equal_first_places_have_no_winner(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "5D"})
    assert table.game.standing(table.table) == Outcome(None, "cap", (1, 1))


def test_gen_13_who_gets_ahead_in_sudden_death_has_the_deal(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "5D 6D"}, sudden_death=True)
    draft = Draft(table.table)
    draft.set("sudden", True)
    table.game.end_sudden_death(draft, 0)
    assert table.game.result(draft.table()) == Outcome(0, "sudden_death", (1, 2))
