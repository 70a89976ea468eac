"""Every seat that can go on is shown the way by lit keys alone (README: the screen shows what each button does now).

Over random play, with presses of any button among its commands, and over matches of bots; `lit_keys.py` has the search.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from engine.errors import OptionError
from engine.game import Game
from engine.games import GAMES, set_up
from engine.setup import Setup, seats_of
from tests.engine.lit_keys import Tally, bot_tables, look, random_tables
from tests.engine.spit.test_random_play import OPTION_SETS

pytestmark = pytest.mark.once

MOST_SEATS = 8


def can_be_played(game: type[Game], options: Mapping[str, Any], seats: int) -> bool:
    try:
        set_up(game.info.id, options, seats=seats)
    except OptionError:
        return False
    return True


PRESETS = [
    (game.info.id, preset.name, seats)
    for game in GAMES
    for preset in game.info.presets
    for seats in range(game.info.seats[0], min(game.info.seats[1], MOST_SEATS) + 1)
    if can_be_played(game, preset.options, seats)
]
PEEK = {"cards_seen": "peek"}
SLOWLY = {"quick_play": False}
SIX = {"packs": 2, "piles": 6}
DECLARED = {"jokers": True, "declared_joker": True}
VARIED: tuple[tuple[str, Mapping[str, Any]], ...] = (
    *(("spit", options) for options in OPTION_SETS),
    *(("spit", {**PEEK, "seats": seats}) for seats in (2, 3, 4)),
    *(("spit", {**SLOWLY, **SIX, "seats": seats}) for seats in (2, 3, 4)),
    ("spit", {"claim": "winner"}),
    ("spit", {"doubles": True, **PEEK}),
    ("spit", {"claim": "slap_smaller", "layout": "33333"}),
    ("spit", {"handicap": (16, 0)}),
    ("mod_spit", SLOWLY),
    ("mod_spit", {**SIX, "stack_equals": True}),
    ("mod_spit", {"running": True, "ghost": True}),
    *(
        ("speed", {**options, "seats": seats})
        for seats in (2, 3, 4)
        for options in (
            {"replenish": "press", "doubles": True, **SLOWLY},
            {"stuck_call": "shout", **DECLARED},
            {"consent_flip": True, "hand_size": 4, **DECLARED, **SLOWLY},
            PEEK,
            {**PEEK, **SLOWLY, "replenish": "press"},
        )
    ),
    ("speed", {"deal": "20+5+1"}),
    ("speed", {"handicap": (0, 3)}),
    ("speed", {"colours": True, "turn_from": "stocks", "finish": "slap", **PEEK}),
    ("speed", {"turn_from": "stocks", **SLOWLY, "seats": 4}),
    *(
        ("speed_uno", {**options, "seats": seats})
        for seats in (2, 4, 7)
        for options in ({"challenge": True}, {"colour_only": True, "penalty_skips": True}, {**PEEK, "challenge": True})
    ),
    *(
        ("speah", {**options, "seats": seats})
        for seats in (2, 3, 6)
        for options in (
            {"jokers": True, "hand_cards": 1},
            {"cards_seen": "open", "jokers": True, "table_cards": 1},
            {"cards_seen": "own_screen"},
        )
    ),
)


def setup_of(game: str, options: Mapping[str, Any], player: str, preset: str = "") -> Setup:
    given = dict(options)
    return Setup(game, given, seats_of(*[player] * given.pop("seats", 2)), 7, preset)


def assert_lit(tally: Tally, at_least: int) -> None:
    assert (tally.dark, tally.lost, tally.detours, tally.glows) == (0, 0, 0, 0), tally.example
    assert tally.seen >= at_least, "nobody could go on"


@pytest.mark.parametrize(("game", "preset", "seats"), PRESETS)
def test_whoever_can_go_on_is_shown_the_shortest_way_in_every_preset(game: str, preset: str, seats: int) -> None:
    tally, _ = look(random_tables(setup_of(game, {"seats": seats}, "bot:random", preset), 24))
    assert_lit(tally, 8)


@pytest.mark.parametrize(("game", "options"), VARIED, ids=str)
def test_whoever_can_go_on_is_shown_the_shortest_way_with_any_options(game: str, options: Mapping[str, Any]) -> None:
    steps = 150 if "challenge" in options else 24  # few moments have a Wild Draw Four that may be doubted
    tally, _ = look(random_tables(setup_of(game, options, "bot:random"), steps))
    assert_lit(tally, 8)


@pytest.mark.parametrize(
    ("game", "preset", "options"),
    [
        *((game.info.id, game.info.presets[0].name, {}) for game in GAMES),
        ("spit", "", {"length": 1, **PEEK}),
        ("spit", "", {"length": 1, "stack_equals": True}),
        ("spit", "", {"length": 1, "seats": 3}),
        ("speed_uno", "", {"match_hands": 1, "challenge": True, "seats": 4}),
    ],
)
def test_nor_is_any_bot_ever_in_the_dark(game: str, preset: str, options: Mapping[str, Any]) -> None:
    tally, dark_ns = look(bot_tables(setup_of(game, options, "bot:fast", preset)), every=12)
    assert_lit(tally, 20)
    assert dark_ns == 0
