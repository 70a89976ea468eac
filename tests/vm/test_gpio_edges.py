"""Real edges of the kernel's own simulated lines: their order by stamp, true ties, and whole deals played on them."""

import random
from collections.abc import Callable
from math import sqrt
from typing import Any

import pytest

from cabinet.scenes.match import CABINET
from engine.game import Game
from engine.games import set_up
from engine.log_lines import CommandLine
from engine.match import Match
from engine.panel import ACTION, CARDS, Press
from engine.setup import HUMAN, Setup, seats_of
from engine.units import MS
from hardware.clock import MONOTONIC
from hardware.gpio.source import KERNEL_RESOLUTION_NS
from hardware.pins import DEFAULT_PINS
from tests.engine.conftest import dealt, rigged
from tools.vm.edges import Edge, found, order_of
from tools.vm.gpio import PYTHON, Buttons, Options

PAIRS = 2000
LGPIO = "lgpio"
FEWER = 480
"""For the two ways that the cabinet does not go by itself."""
Tell = Callable[[str], None]
SEAT0 = frozenset(DEFAULT_PINS[0].values())
SPEED = {"best_of": 1, "turn_ms": 100, "countdown": 1, "stall_s": 60}
SPIT = {"length": 1, "turn_ms": 100, "countdown": 1, "stall_s": 60}


def edges_of(buttons: Buttons, way: str, pairs: int, *more: str) -> list[Edge]:
    told = buttons.rig("contacts", "pairs", way, str(pairs), *more)
    return found(told["written"], told["came"])


@pytest.mark.parametrize("load", [pytest.param((), marks=pytest.mark.slow), ("--load",)], ids=["idle", "loaded"])
@pytest.mark.parametrize(
    ("way", "pairs"),
    [
        pytest.param("raw", FEWER, marks=pytest.mark.slow),
        ("gpiod", PAIRS),
        pytest.param(LGPIO, FEWER, marks=pytest.mark.slow),
    ],
)
def test_by_stamp_no_pair_is_in_the_wrong_order(
    buttons: Buttons, way: str, pairs: int, load: tuple[str, ...], tell: Tell
) -> None:
    if way == LGPIO:
        buttons.put_in_lgpio()
    order = order_of(edges_of(buttons, way, pairs, *load))
    tell(f"{way}{', both CPUs loaded' if load else ''}: {order}")
    assert (order.pairs, order.stamped_wrong, order.stamped_equal) == (pairs, 0, 0)


class Judge:
    """The engine, asked match after match which of two presses for the same pile won."""

    def __init__(self) -> None:
        layout = dealt(("7H 2H 9C", "7D 2C 9D"), ("KH KS", "KD KC"), ("6S", "QD"), ("", ""))
        self.options = {"countdown": 1, "best_of": 1, "quick_play": True}
        self.game: Game = rigged(set_up("speed", self.options, "speed", 2), layout)
        self.chance = random.Random(1)

    def winner(self, number: int, stamps: tuple[int, int]) -> CommandLine:
        """The line of the winning play, of presses with these stamps, delivered in any order."""
        zero = min(stamps) - 3000 * MS
        match = Match(Setup("speed", self.options, seats_of(HUMAN, HUMAN), number, "speed"), zero, game=self.game)
        for step, seat in enumerate((0, 0, 1)):  # the first press skips the draw
            for pressed in (True, False):
                match.handle(Press(seat, ACTION, pressed, zero + (2 * step + 2 - pressed) * MS, "start", 0))
        match.advance(min(stamps) - MS)
        presses = [
            Press(seat, CARDS[0], True, at, "gpio", KERNEL_RESOLUTION_NS, MONOTONIC, at)
            for seat, at in enumerate(stamps)
        ]
        told: list[Any] = []
        for press in self.chance.sample(presses, 2):
            update = match.handle(press)
            del told[len(told) - update.undone :]
            told += update.entries
        (won,) = (line for line in told if isinstance(line, CommandLine) and line.ok and line.command.do == "play")
        return won


def test_one_wire_to_both_players_is_a_dead_heat_that_each_wins_half_of(buttons: Buttons, tell: Tell) -> None:
    edges = edges_of(buttons, "gpiod", PAIRS, "--together")
    judge, heats, seat_wins, low_pin_wins, apart = Judge(), 0, 0, 0, []
    for number, (one, other) in enumerate(zip(edges[::2], edges[1::2], strict=True)):
        mine, yours = (one, other) if one.line in SEAT0 else (other, one)
        apart.append(abs(mine.stamp - yours.stamp))
        won = judge.winner(number, (mine.stamp, yours.stamp))
        assert bool(won.dead_heat) == (apart[-1] < KERNEL_RESOLUTION_NS)
        if won.dead_heat:
            heats += 1
            seat_wins += won.seat == 0
            low_pin_wins += (won.seat == 0) == (mine.line < yours.line)
    apart.sort()
    tell(
        f"One write for both: {PAIRS} pairs, stamps {apart[PAIRS // 2] / 1000:.1f} µs apart (median), "
        f"{apart.count(0)} equal, {heats} dead heats: AMBER won {seat_wins}, the lower pin {low_pin_wins}"
    )
    assert apart[PAIRS // 2] < KERNEL_RESOLUTION_NS  # beyond it: the host took the processor away in between
    for wins in (seat_wins, low_pin_wins):
        assert abs(wins - heats / 2) <= 3 * sqrt(heats) / 2


@pytest.mark.parametrize(
    ("game", "preset", "options", "backend"),
    [
        pytest.param("speed", "speed", SPEED, "gpiod", id="speed-gpiod"),
        pytest.param("spit", "classic_spit", SPIT, LGPIO, id="spit-lgpio", marks=pytest.mark.slow),
        pytest.param("speed", "speed", SPEED, LGPIO, id="speed-lgpio", marks=pytest.mark.slow),
        pytest.param("spit", "classic_spit", SPIT, "gpiod", id="spit-gpiod", marks=pytest.mark.slow),
    ],
)
def test_a_whole_deal_is_played_on_the_installed_cabinet(
    buttons: Buttons, game: str, preset: str, options: Options, backend: str
) -> None:
    if backend == LGPIO:
        buttons.put_in_lgpio()
    buttons.configure(game, preset, options, backend)
    deal = buttons.play(game, preset, options)
    assert deal.faults() == []
    assert {line["source"] for line in deal.lines if "press" in line} - {CABINET} == {"gpio"}
    assert deal.lines[-1]["outcome"]["reason"] == "deals", "\n".join(map(str, deal.lines[-20:]))
    as_user = "setpriv --reuid photofinish --regid photofinish --clear-groups"
    buttons.machine.run(f"{as_user} {PYTHON} -m cabinet verify {deal.path}")
