"""Bots are functions of their seat's view, and their presses are a person's."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine import judge
from engine.bots import BOTS, FAST, LEVELS, Person, find_brain
from engine.brain import Bot, Plan
from engine.chance import Chance
from engine.game import Game
from engine.panel import BUTTONS, CARDS
from engine.table import Draft, Table
from engine.units import MS

Sit = Callable[..., Any]
InPlay = Callable[..., tuple[Game, Table]]
GAME_IDS = ("speed", "spit")


def plan_of(bot: Bot, game: Game, table: Table, seed: int = 1, seat: int = 0) -> Plan:
    return bot.plan(game, game.view(table, seat), seat, Chance(seed).stream("plan"))


@pytest.mark.parametrize("game_id", GAME_IDS)
@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_cards_that_a_bot_may_not_know_change_nothing_it_does(
    bot: Bot,
    game_id: str,
    other_cards: Callable[[Table, random.Random], Table],
    in_play: InPlay,
    stream: random.Random,
) -> None:
    game, table = in_play(game_id)
    changed = other_cards(table, stream)
    assert changed.zones != table.zones
    for seed in range(20):
        assert plan_of(bot, game, table, seed) == plan_of(bot, game, changed, seed)


def test_the_same_view_and_the_same_chance_give_the_same_plan(in_play: InPlay) -> None:
    game, table = in_play("speed")
    for bot in LEVELS:
        plans = [plan_of(bot, game, table, seed) for seed in range(10)]
        assert plans == [plan_of(bot, game, table, seed) for seed in range(10)]
        assert len(set(plans)) == 10


def test_who_finds_nothing_to_do_waits_for_something_to_happen(in_play: InPlay) -> None:
    hand = {f"seat0_hand{k}": card for k, card in enumerate(("2S", "2H", "2D", "2C", "3S"), start=1)}
    game, table = in_play("speed", centre_0="8S", centre_1="9S", **hand)
    for bot in (*LEVELS, find_brain("perfect")):
        assert plan_of(bot, game, table) == Plan()


def test_a_play_is_pressed_where_the_card_lies(in_play: InPlay) -> None:
    hand = {f"seat0_hand{k}": card for k, card in enumerate(("2S", "2H", "2D", "9C", "3S"), start=1)}
    game, table = in_play("speed", centre_0="8S", centre_1="KS", **hand)
    presses = plan_of(find_brain("perfect"), game, table).presses
    assert [(button, pressed) for _, button, pressed in presses] == [("CARD4", True), ("CARD4", False)]


def test_slips_come_about_as_often_as_the_level_says(in_play: InPlay) -> None:
    hand = {f"seat0_hand{k}": card for k, card in enumerate(("2S", "2H", "9D", "2C", "3S"), start=1)}
    game, table = in_play("speed", centre_0="8S", centre_1="KS", **hand)
    for bot in LEVELS:
        assert isinstance(bot, Person)
        first = [plan_of(bot, game, table, seed).presses[0][1] for seed in range(3000)]
        assert set(first) == {"CARD2", "CARD3", "CARD4"}
        assert 1 - first.count("CARD3") / len(first) == pytest.approx(bot.level.slip, abs=0.01)


def test_who_slipped_waits_out_the_lock(in_play: InPlay) -> None:
    hand = {f"seat0_hand{k}": card for k, card in enumerate(("2S", "2H", "9D", "2C", "3S"), start=1)}
    game, table = in_play("speed", centre_0="8S", centre_1="KS", **hand)
    plans = [plan_of(Person(FAST), game, table, seed) for seed in range(1000)]
    slipped = [plan.rest_ns for plan in plans if plan.presses[0][1] != "CARD3"]
    right = [plan.rest_ns for plan in plans if plan.presses[0][1] == "CARD3"]
    assert min(slipped) > 500 * MS + min(right)


@pytest.mark.parametrize("first_ms", [0, 250])
@pytest.mark.parametrize("lockout_ms", [0, 1, 100, 500, 3000])
def test_gen_3_the_lock_that_a_bot_waits_out_is_the_one_that_the_judge_gives(
    lockout_ms: int, first_ms: int, in_play: InPlay
) -> None:
    hand = {f"seat0_hand{k}": card for k, card in enumerate(("2S", "2H", "9D", "2C", "3S"), start=1)}
    options = {"lockout_ms": lockout_ms, "first_lockouts_ms": first_ms}
    game, table = in_play("speed", options=options, centre_0="8S", centre_1="KS", **hand)
    unlocked, _ = in_play("speed", options={"lockout_ms": 0})
    seed = next(seed for seed in range(999) if plan_of(Person(FAST), game, table, seed).presses[0][1] != "CARD3")
    for misses, in_deal in [(0, 0), (0, 1), *[(misses, 2) for misses in range(15)]]:
        counts = {"misses.0": misses, "deal_misses.0": in_deal}
        missed = Table(table.zones, {**table.scalars, **counts}, table.shuffles)
        draft = Draft(missed)
        judge.punish(game, draft, 0, 0)
        with_lock, without = (plan_of(Person(FAST), rules, missed, seed).rest_ns for rules in (game, unlocked))
        first = first_ms if in_deal < 2 else 0
        assert with_lock - without == draft.number("lock.0") == lock_ms(lockout_ms, misses, first) * MS


def lock_ms(lockout_ms: int, misses: int, first_ms: int) -> int:
    """GEN-3 by its page: the first miss locks for so long, each further one for twice as long, up to four seconds; one
    of the deal's first two no longer than `first_ms`, if that is set."""
    lock = min(lockout_ms << misses, 4000)
    return min(lock, first_ms) if first_ms else lock


@pytest.mark.parametrize("game_id", GAME_IDS)
@pytest.mark.parametrize("bot", [bot.name for bot in BOTS])
def test_only_buttons_that_exist_are_pressed_each_let_go_before_the_next_thought(
    bot: str, game_id: str, sit: Sit
) -> None:
    sitting = sit(game_id, bot, "middling")
    pressed_at_all = set()
    for plan in sitting.seats[0].plans:
        down: set[str] = set()
        for delay, button, pressed in plan.presses:
            assert button in BUTTONS and delay >= 0
            (down.add if pressed else down.remove)(button)
            pressed_at_all.add(button)
        assert not down
        assert not plan.presses or plan.rest_ns >= plan.presses[-1][0]
    assert set(CARDS) <= pressed_at_all
