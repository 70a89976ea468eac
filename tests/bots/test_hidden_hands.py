"""GEN-4 for every game: a bot plays from its own seat's view, and cards that it may not see change nothing it does.

Tables come of random play with hidden hands; then every card that the seat may not know changes places with another.
"""

import random
from collections.abc import Callable
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import assume, given, settings

from engine.bots import BOTS, LEVELS
from engine.brain import Plan
from engine.cards import HIDDEN, bare, face_down, is_down
from engine.chance import Chance
from engine.game import Game
from engine.games import GAMES, find_game
from engine.match import Match
from engine.panel import Act
from engine.setup import Setup, seats_of
from engine.table import Table

Sit = Callable[..., Any]
MOST_MOVES = 120
MORE_SEATS = {"speed_uno": 4, "speah": 3}
PLAYED = [game.info.id for game in GAMES]


def in_the_middle(game_id: str, seed: int, moves: int) -> tuple[Game, Table]:
    """A table after so many random moves, with hidden hands."""
    seats = MORE_SEATS.get(game_id, 2)
    match = Match(Setup(game_id, {"cards_seen": "peek"}, seats_of(*["bot:random"] * seats), seed))
    draw = random.Random(seed)
    now = 0
    while moves and match.outcome is None:
        able = [seat for seat in range(seats) if match.legal(seat)]
        due = match.next_deadline()
        assert due is not None
        now += 50_000_000
        if not able or due <= now or draw.random() < 0.1:
            now = max(due, now)
            match.advance(now)
            continue
        seat = draw.choice(able)
        match.handle(Act(seat, draw.choice(match.legal(seat)), now))
        moves -= 1
    return match.game, match.table


def with_others_shuffled(game: Game, table: Table, seat: int, stream: random.Random) -> Table:
    """The same table, but for the cards that the seat may not know: each lies where another of them lay."""
    view = game.view(table, seat)
    places = [(name, n) for name, cards in view.zones.items() for n, card in enumerate(cards) if card == HIDDEN]
    codes = [bare(table.zones[name][n]) for name, n in places]
    stream.shuffle(codes)
    zones = {name: list(cards) for name, cards in table.zones.items()}
    for (name, n), code in zip(places, codes, strict=True):
        zones[name][n] = face_down(code) if is_down(table.zones[name][n]) else code
    return Table({name: tuple(cards) for name, cards in zones.items()}, dict(table.scalars), table.shuffles)


def plans_of(game: Game, table: Table, seat: int, seed: int) -> list[Plan]:
    """What every bot there is would do in that seat."""
    return [bot.plan(game, game.view(table, seat), seat, Chance(seed).stream("plan")) for bot in BOTS]


@pytest.mark.parametrize("game_id", PLAYED)
@settings(max_examples=25)
@given(seed=st.integers(0, 10_000), moves=st.integers(0, MOST_MOVES), seat=st.integers(0, 3))
def test_gen_4_cards_that_a_seat_may_not_see_change_none_of_its_bots_presses(
    game_id: str, seed: int, moves: int, seat: int
) -> None:
    game, table = in_the_middle(game_id, seed, moves)
    assume(seat < game.seats)
    other = with_others_shuffled(game, table, seat, random.Random(seed))
    assert plans_of(game, other, seat, seed) == plans_of(game, table, seat, seed)
    views = game.view(table, seat), game.view(other, seat)
    assert game.keys(views[0], seat, 0) == game.keys(views[1], seat, 0)


@pytest.mark.parametrize("game_id", PLAYED)
def test_gen_4_the_test_above_does_change_cards_and_bots_do_press(game_id: str) -> None:
    changed = pressed = 0
    for seed in range(6):
        game, table = in_the_middle(game_id, seed, 20)
        changed += with_others_shuffled(game, table, 0, random.Random(seed)).zones != table.zones
        pressed += any(plan.presses for plan in plans_of(game, table, 0, seed)[: len(LEVELS)])
    assert changed == 6 and pressed


@pytest.mark.parametrize("game_id", PLAYED)
def test_gen_4_in_a_whole_match_no_bot_is_shown_a_card_of_anybody_elses(game_id: str, sit: Sit) -> None:
    sitting = sit(game_id, "fast", "slow", options={"cards_seen": "peek", "caps": [60, 60]})
    for seat, watched in enumerate(sitting.seats):
        assert watched.views
        for view in watched.views:
            for name, cards in view.zones.items():
                hidden = name.startswith(f"seat{1 - seat}.")
                assert all(card == HIDDEN for card in cards if hidden or is_down(card))


def test_every_game_takes_hidden_hands() -> None:
    for game_id in PLAYED:
        option = next(option for option in find_game(game_id).info.all_options() if option.name == "cards_seen")
        assert "peek" in option.choices
