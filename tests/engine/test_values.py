"""The small values that everything is made of: cards, tables, drafts, options, chance; and what games share.

One more preset, or one more match, costs next to no memory (decision 0129).
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields, replace

import hypothesis.strategies as st
import pytest
from hypothesis import given

from engine.cards import bare, face_down, is_down, is_joker, is_red, neighbours, rank, standard_deck, suit
from engine.chance import Chance
from engine.errors import OptionError, RuleBreach
from engine.game import Game
from engine.games import GAMES, find_preset, set_up
from engine.games.speed.rules import SpeedOptions
from engine.options import Preset, schema_of, show, values_of
from engine.panel import BUTTONS, by_card, is_held, mask
from engine.state import BotState, Situation
from engine.table import Draft, Table
from tests.engine.conftest import on_source, reapply

# Cards


def test_a_card_is_its_rank_and_suit_and_lies_up_or_down() -> None:
    assert (rank("AS"), rank("TD"), rank("~KH"), rank("X1")) == (1, 10, 13, 0)
    assert (suit("7H"), suit("~7H"), suit("X2")) == ("H", "H", "")
    assert (bare("~7H"), face_down("7H"), face_down("~7H"), is_down("~7H")) == ("7H", "~7H", "~7H", True)
    assert [is_red(card) for card in ("7H", "7D", "7S", "7C", "X1")] == [True, True, False, False, False]
    assert is_joker("~X1")


@pytest.mark.parametrize(("packs", "jokers", "size"), [(1, 0, 52), (1, 2, 54), (2, 2, 108)])
def test_a_deck_has_every_code_once(packs: int, jokers: int, size: int) -> None:
    deck = standard_deck(packs, jokers)
    assert len(deck) == len(set(deck)) == size
    assert all("/" in card for card in deck) is (packs > 1)


def test_neighbours_are_one_up_and_one_down_and_go_round() -> None:
    fits = neighbours(standard_deck())
    assert all(len(cards) == 8 for cards in fits.values())
    assert {card[0] for card in fits["KS"]} == {"Q", "A"}
    assert all((one in fits[other]) == (other in fits[one]) for one in fits for other in fits)


def test_neighbours_may_have_to_change_colour() -> None:
    fits = neighbours(standard_deck(), alternate_colours=True)
    assert fits["7H"] == {"6S", "6C", "8S", "8C"}


# Table and draft

TABLE = Table({"a": ("7H", "~8H"), "b": (), "c": ("~9H",)}, {"phase": "play", "n": 3})


def test_a_draft_notes_what_it_does_and_leaves_the_table_alone() -> None:
    draft = Draft(TABLE)
    draft.move("8H", "a", "b")
    draft.turn_top("b")
    draft.gather("a", "c")
    draft.shuffle("c", ("9H", "7H"))
    draft.set("n", 4)
    draft.score(1, 2)
    draft.say(0, "spit")
    draft.foul(1, "miss")
    draft.phase("over")
    assert draft.effects == [
        ("move", "8H", "a", "b"),
        ("turn", "8H", "up"),
        ("gather", "a", "c"),
        ("shuffle", "c", ("9H", "7H")),
        ("set", "n", 4),
        ("score", 1, 2),
        ("say", 0, "spit"),
        ("foul", 1, "miss"),
        ("phase", "over"),
    ]
    after = draft.table()
    assert dict(after.zones) == {"a": (), "b": ("8H",), "c": ("~9H", "~7H")}
    assert (after.number("n"), after.number("score.1"), after.phase, after.shuffles) == (4, 2, "over", 1)
    assert dict(TABLE.zones) == {"a": ("7H", "~8H"), "b": (), "c": ("~9H",)}
    assert TABLE.number("n") == 3
    again = Draft(TABLE)
    reapply(again, draft.effects)
    assert again.table() == after
    assert hash(again.table()) == hash(after)


def test_what_changes_nothing_is_not_told() -> None:
    draft = Draft(TABLE)
    draft.set("n", 3)
    draft.turn("8H", "a", "down")
    draft.gather("b", "a")
    assert draft.effects == []


BREACHES: list[Callable[[Draft], object]] = [
    lambda draft: draft.move("2S", "a", "b"),
    lambda draft: draft.move_top("b", "a"),
    lambda draft: draft.turn("2S", "a", "up"),
    lambda draft: draft.shuffle("a", ("7H", "9H")),
    lambda draft: draft.shuffle("a", ("7H",)),
]


@pytest.mark.parametrize("breach", BREACHES)
def test_a_card_that_is_not_there_is_a_bug_of_the_game(breach: Callable[[Draft], object]) -> None:
    with pytest.raises(RuleBreach):
        breach(Draft(TABLE))


def test_a_table_knows_where_a_card_is() -> None:
    assert TABLE.where("8H") == "a"
    with pytest.raises(RuleBreach):
        TABLE.where("2S")


def test_a_table_answers_for_what_was_never_set() -> None:
    assert (TABLE.number("x"), TABLE.text("x"), TABLE.flag("x"), TABLE.top("b")) == (0, "", False, None)
    with pytest.raises(KeyError):
        TABLE.zone("nowhere")


# Options


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("jokers", "true", True),
        ("jokers", "FALSE", False),
        ("best_of", "1", 1),
        ("deal", "20+5+1", "20+5+1"),
        ("turn_ms", "250", 250),
        ("lockout_ms", "0", 0),
        ("caps", "60, 0", (60, 0)),
    ],
)
def test_an_option_reads_what_people_type(name: str, text: str, value: object) -> None:
    option = schema_of(SpeedOptions).declared[name]
    assert option.read(text) == value
    assert option.read(show(value)) == value


@pytest.mark.parametrize("game", GAMES)
def test_every_option_takes_its_default_and_says_what_it_takes(game: type[Game]) -> None:
    info = game.info
    names = [option.name for option in info.all_options()]
    assert len(names) == len(set(names))
    for option in info.all_options():
        assert option.check(option.default) == option.default
        assert option.read(show(option.default)) == option.default
        assert option.takes()


# Chance and panel


@given(seed=st.integers(), cards=st.lists(st.sampled_from(standard_deck()), unique=True))
def test_a_shuffle_is_an_order_of_its_cards_and_the_same_for_the_same_key(seed: int, cards: list[str]) -> None:
    order = Chance(seed).order(cards, "shuffle", 1)
    assert sorted(order) == sorted(cards)
    assert order == Chance(seed).order(cards, "shuffle", 1)


def test_chance_is_the_same_on_every_machine_and_for_ever() -> None:
    assert Chance(42).order("ABCDEFG", "deal", 1) == tuple("AFGCDEB")
    assert [Chance(7).below(52, "lot", n) for n in range(5)] == [25, 45, 19, 11, 19]


def test_every_order_is_as_likely() -> None:
    seen = [Chance(seed).order("ABC") for seed in range(3000)]
    assert all(400 < seen.count(order) < 600 for order in set(seen))
    assert len(set(seen)) == 6


def test_a_mask_holds_buttons() -> None:
    held = mask(("CARD1", "ACTION"))
    assert [button for button in BUTTONS if is_held(held, button)] == ["CARD1", "ACTION"]


def test_a_situation_with_other_times_keeps_all_the_rest() -> None:
    on_source()  # a compiled one takes no others than its own types
    values = {field.name: object() for field in fields(Situation)}
    before = Situation(**values)  # type: ignore[arg-type]  # a value of its own in every field, to see it arrive
    bots = (BotState(3, 4),)
    assert before.timed(5, 6, 7, bots) == replace(before, opened=5, cap_at=6, played=7, bots=bots)


PRESETS = [pytest.param(game, preset, id=preset.name) for game in GAMES for preset in game.info.presets]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_who_asks_for_the_same_gets_the_same_game(game: type[Game], preset: Preset) -> None:
    by_name = set_up(game.info.id, {}, preset.name, preset.seats)
    assert set_up(game.info.id, preset.options, seats=preset.seats) is by_name
    assert set_up(game.info.id, values_of(by_name.options), seats=preset.seats) is by_name


def test_true_is_not_taken_for_one() -> None:
    options = find_preset(GAMES[0], "classic_spit").options
    assert set_up("spit", dict(options)) is set_up("spit", {}, "classic_spit")
    with pytest.raises(ValueError, match="length"):
        set_up("spit", {"length": True})


def test_presets_of_one_deck_share_their_commands() -> None:
    set_up("spit", {}, "classic_spit")
    before = by_card.cache_info().misses
    for preset in ("slap_spit", "ghost_spit", "reverse_spit", "running_spit"):
        set_up("spit", {}, preset)
    set_up("mod_spit", {}, "mod_spit")
    assert by_card.cache_info().misses == before


def test_the_commands_of_every_preset_are_kept() -> None:
    by_card.cache_clear()
    for game in GAMES:
        least, most = game.info.seats
        for preset in game.info.presets:
            for seats in range(least, most + 1):
                with suppress(OptionError):  # a preset may be for fewer seats than its game
                    set_up(game.info.id, preset.options, seats=seats)
    kept = by_card.cache_info()
    assert kept.maxsize is not None
    assert kept.misses == kept.currsize < kept.maxsize
