"""GEN-1 between a person and a bot: a person's stamp is as good as its source, a live bot's is exact (resolution 0)."""

import random
from typing import TYPE_CHECKING

import pytest

from engine.brain import Plan
from engine.game import Game
from engine.log_lines import PressLine
from engine.panel import CARDS
from engine.table import Table
from engine.units import MS

if TYPE_CHECKING:
    from tests.engine.conftest import Desk, SitDown

PERSON, BOT = 0, 1
CARD1 = CARDS[0]
RACE = {"hands": ("7H 2H", "7D 2C"), "centre": ("6S", "QD"), "reserves": ("3H", "4H")}
"""Both seats can play their first card on the left pile; only one of them will."""
SEEDS = range(24)


class Once:
    """A bot that presses CARD1 half a second after it first thinks, and never again while its card is gone."""

    def reaction_ns(self, stream: random.Random) -> int:
        return MS

    def plan(self, game: Game, view: Table, seat: int, stream: random.Random) -> Plan:
        if view.top("seat1.hand1") != "7D" or view.number("misses.1"):
            return Plan()
        return Plan(((500 * MS, CARD1, True), (540 * MS, CARD1, False)), 10_000 * MS)


def race(
    sit_down: "SitDown", seed: int, apart_us: float | None, late_ms: float = 0, bot_res_us: int = 0
) -> "Desk":
    """The race: the person presses so long behind the bot, or before it, and the press arrives so late."""
    desk = sit_down(**RACE, seed=seed, players=("human", "bot:fast"), brains={BOT: Once()}, bot_res_us=bot_res_us)
    if apart_us is None:
        desk.advance(700)
        return desk
    at_ms = bots_press_ms(sit_down, seed) + apart_us / 1000
    desk.advance(at_ms + late_ms)
    desk.press(PERSON, CARD1, at_ms=at_ms, res_us=100, source="gpio")
    desk.advance(at_ms + 250)
    return desk


def bots_press_ms(sit_down: "SitDown", seed: int) -> float:
    """When the bot presses, in a match without a rival."""
    desk = race(sit_down, seed, None)
    (line,) = (entry for entry in desk.entries if isinstance(entry, PressLine) and entry.seat == BOT and entry.pressed)
    return (line.t - desk.opened_ns) / MS


@pytest.mark.parametrize("late_ms", [0, 200])
@pytest.mark.parametrize("apart_us", [-99.9, -1, 0, 1, 99.9])
def test_gen_1_a_bot_and_a_person_closer_than_the_persons_stamp_are_drawn(
    sit_down: "SitDown", apart_us: float, late_ms: float
) -> None:
    winners = []
    for seed in SEEDS:
        (line,) = (line for line in race(sit_down, seed, apart_us, late_ms).commands("play") if line.ok)
        assert line.dead_heat == (PERSON, BOT) and line.judged
        winners.append(line.seat)
    assert len(SEEDS) / 4 < sum(winners) < len(SEEDS) * 3 / 4


def test_a_live_bots_stamp_is_exact(sit_down: "SitDown") -> None:
    told = race(sit_down, 1, None).entries
    assert {line.res for line in told if isinstance(line, PressLine) and line.seat == BOT} == {0}


@pytest.mark.parametrize("late_ms", [0, 200])
@pytest.mark.parametrize("apart_us", [-5099, 5099, -5101, 5101])
def test_gen_1_a_coarse_bot_and_a_person_are_drawn_however_late_the_press_arrives(
    sit_down: "SitDown", apart_us: float, late_ms: float
) -> None:
    desk = race(sit_down, 1, apart_us, late_ms, bot_res_us=5000)
    (line,) = (line for line in desk.commands("play") if line.ok)
    assert (line.dead_heat == (PERSON, BOT)) is (abs(apart_us) < 5100)


@pytest.mark.parametrize("late_ms", [0, 200])
@pytest.mark.parametrize("apart_us", [-100, 100, 20_000])
def test_gen_1_beyond_it_the_earlier_has_it_whoever_it_is(
    sit_down: "SitDown", apart_us: float, late_ms: float
) -> None:
    for seed in SEEDS[:6]:
        (line,) = (line for line in race(sit_down, seed, apart_us, late_ms).commands("play") if line.ok)
        assert line.dead_heat == ()
        assert line.seat == (PERSON if apart_us < 0 else BOT)
