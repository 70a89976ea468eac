"""The simulated buttons on the real kernel: who may see their interrupts, and what is seen, lost and exposed; contacts
that bounce; the order of edges by stamp, true ties, and whole deals; and the chip that goes in the middle of play.

The kernel keeps one stamp a line until the interrupt's thread has run, so that a bounce replaces the first contact's.
All figures are an emulated machine's: of a Raspberry Pi's latencies they say nothing.
"""

import random
import re
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cabinet.scenes.match import CABINET
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
from tools.vm.edges import Edge, found, judged, order_of
from tools.vm.gpio import CONFIG, PYTHON, Buttons, Options
from tools.vm.image import booted_build
from tools.vm.machine import Image, Machine
from tools.vm.party import DATA
from tools.vm.rig.chip import LABEL

if TYPE_CHECKING:
    from engine.game import Game

UNIT = "photofinish-trace@1.service"


@pytest.fixture(scope="module")
def still(buttons: Buttons) -> Buttons:
    """Buttons whose program does not run: its lines are the rig's."""
    buttons.machine.run("systemctl stop photofinish photofinish-error; systemctl start photofinish-trace.socket")
    return buttons


@pytest.fixture
def machine(still: Buttons) -> Machine:
    return still.machine


def journal(machine: Machine) -> list[str]:
    """What the helper has said in this boot."""
    return machine.out("journalctl --boot --output cat --no-pager SYSLOG_IDENTIFIER=photofinish-trace").splitlines()


# Who may


def test_the_helper_has_one_right_and_little_else(machine: Machine) -> None:
    told = machine.out(f"systemd-analyze security --no-pager {UNIT} | tail -1")
    level = re.search(r": ([\d.]+)", told)
    assert level is not None
    assert float(level[1]) <= 2.0
    assert machine.out(f"systemctl show --property CapabilityBoundingSet --value {UNIT}") == "cap_sys_admin cap_perfmon"


def test_the_games_user_is_answered_and_the_helper_ends(still: Buttons) -> None:
    told = still.rig("holder", "ask", "photofinish")
    assert told["descriptors"] == 2
    assert told["header"]["pages"] == 128
    assert "irq_handler_entry" in told["header"]["format"]
    assert still.machine.out("systemctl list-units --plain --no-legend 'photofinish-trace@*'") == ""


def test_nobody_else_is_answered(still: Buttons) -> None:
    assert "Permission denied" in still.rig("holder", "ask", "nobody")["reason"]
    refused = still.rig("holder", "ask", "root")["reason"]
    assert re.fullmatch(r"uid 0 asked, and only photofinish \(uid \d+\) is answered", refused)
    assert refused in journal(still.machine)


def test_without_tracefs_the_reason_is_said_in_the_answer_and_in_the_journal(still: Buttons) -> None:
    machine = still.machine
    machine.run("systemctl mask --runtime sys-kernel-tracing.mount && umount /sys/kernel/tracing")
    try:
        reason = still.rig("holder", "ask")["reason"]
    finally:
        machine.run("systemctl unmask --runtime sys-kernel-tracing.mount && systemctl start sys-kernel-tracing.mount")
    assert re.match(r"the kernel's tracepoint irq:irq_handler_entry cannot be read \(/sys/kernel/tracing", reason)
    assert journal(machine).count(reason) == 1
    assert "header" in still.rig("holder", "ask")


def test_the_game_starts_without_it(still: Buttons) -> None:
    machine = still.machine
    machine.run("systemctl mask --runtime --now photofinish-trace.socket")
    try:
        machine.run("systemctl start photofinish", seconds=200)
        assert machine.out("systemctl is-active photofinish") == "active"
    finally:
        machine.run("systemctl stop photofinish; systemctl unmask --runtime photofinish-trace.socket")
        machine.run("systemctl start photofinish-trace.socket")


def test_the_installed_cabinet_maps_every_processors_record(still: Buttons) -> None:
    """Within its sandbox, and though its unit has no right to open one."""
    machine = still.machine
    still.configure("speed", "speed", {})
    maps = "/proc/$(systemctl show --property MainPID --value photofinish)/maps"
    try:
        machine.run(f"for i in $(seq 60); do grep -q perf_event {maps} && break; sleep 1; done", seconds=200)
        assert machine.out(f"grep -c perf_event {maps}") == machine.out("nproc")
    finally:
        machine.run("systemctl stop photofinish photofinish-error")


# What is seen of interrupts


def test_descriptors_outlive_the_helper_and_its_socket(still: Buttons) -> None:
    told = still.rig("holder", "survive")
    assert told["left"] == ""
    assert told["is_connected"]
    assert len(told["interrupts"]) == len(told["edges"]) == 320
    assert told["lost"] == []


def test_a_ring_that_nobody_reads_says_from_when_on_samples_are_missing(still: Buttons) -> None:
    told = still.rig("holder", "flood")
    first, then = told["first"], told["then"]
    seen = len(first["interrupts"])
    assert 10_900 <= first["count"] <= 10_922
    assert len(first["edges"]) == 14_400
    ((since, until),) = first["lost"]
    assert first["interrupts"][-1] <= since
    assert all(since < after <= until for _, after in first["edges"][seen:])
    assert all(
        before <= stamp <= after for (before, after), stamp in zip(first["edges"], first["interrupts"], strict=False)
    )
    assert len(then["interrupts"]) == len(then["edges"]) == 32
    assert [since for since, _ in then["lost"]] == [until]  # the kernel says only now what it refused


def test_a_holder_cannot_replace_the_filter(still: Buttons) -> None:
    """An event keeps the filter that it was given first: decision 0058."""
    told = still.rig("holder", "filter")
    assert set(told["answers"]) == {"EEXIST"}
    assert len(told["interrupts"]) == len(told["edges"]) == 32


# Contacts that bounce

PRESSES = 200
"""So many that the host did not disturb."""


MANY = 4_000
"""As many as the promise is made of; it takes some minutes each way."""


@pytest.mark.timeout(2400)
@pytest.mark.parametrize("presses", [PRESSES, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("load", [pytest.param((), marks=pytest.mark.slow), ("--load",)], ids=["idle", "loaded"])
def test_the_cabinets_source_gives_each_press_its_first_contacts_stamp(
    still: Buttons, load: tuple[str, ...], presses: int, tell: Callable[[str], None]
) -> None:
    for way in ("gpiod", "untraced") if presses == MANY else ("gpiod",):  # few without a trace are the next test's
        raw = still.rig("contacts", "bounce", way, str(presses), *load, seconds=900)
        told = judged(raw)
        tell(f"bounce through our source, {way}{', both CPUs loaded' if load else ''}: {told}")
        assert told.presses >= presses, "the host is too busy"
        assert raw["is_traced"] is (way == "gpiod")
        assert raw["complaints"] == [], "an overwritten stamp is no loss"
        if way == "gpiod":
            assert (told.request.late, told.request.none, told.outside) == (0, 0, 0)
        else:
            assert told.request.late > 0, "or nothing is shown here"


@pytest.mark.parametrize("load", [(), pytest.param(("--load",), marks=pytest.mark.slow)], ids=["idle", "loaded"])
def test_the_request_overwrites_stamps_and_the_interrupts_have_every_edge(
    still: Buttons, load: tuple[str, ...], tell: Callable[[str], None]
) -> None:
    told = judged(still.rig("contacts", "bounce", "raw", str(PRESSES), "--trace", *load, seconds=900))
    tell(f"bounce{', both CPUs loaded' if load else ''}: {told}")
    assert told.presses >= PRESSES, "the host is too busy"
    assert told.overwritten > 0  # or nothing is shown here
    assert (told.interrupts.late, told.interrupts.none) == (0, 0)
    assert (told.miscounted, told.interrupts_lost) == (0, 0)


# Order, ties, and whole deals

PAIRS = 2000
HEATS = 200
"""How many dead heats are asked for. Where the host takes the processor away between two stamps, they are none."""
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
    assert heats >= HEATS
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


# A chip that goes

TAPS = 8
"""Of the plan: the deal has begun, and some cards are played."""
LINE = "4"
"""A button of the first seat."""


def journal_since(machine: Machine, since: str) -> str:
    return machine.out(f"journalctl --unit photofinish --no-pager --output cat --since '{since}'")


def clock(machine: Machine) -> str:
    return machine.out("date '+%Y-%m-%d %H:%M:%S'")


@pytest.mark.slow
def test_a_chip_that_goes_in_mid_match_stops_it_and_play_goes_on_when_it_is_back(buttons: Buttons) -> None:
    machine = buttons.machine
    buttons.configure("speed", "speed", SPEED)
    deal = buttons.play("speed", "speed", SPEED, TAPS)
    program, begin = machine.out("systemctl show --property MainPID photofinish"), clock(machine)
    buttons.chip("away")
    grep = f"journalctl --unit photofinish --no-pager --output cat --since '{begin}' | grep 'does not answer'"
    assert "gpio" in machine.wait_for(grep)
    buttons.chip("back")
    machine.wait_for(f"grep -q '\"resume\":true' {deal.path}")
    presses = sum("press" in line for line in buttons.lines_of(deal.path))
    buttons.chip("tap", LINE)
    machine.wait_for(f"test $(grep -c '\"press\":' {deal.path}) -ge {presses + 2}")
    lines = buttons.lines_of(deal.path)
    assert [key for line in lines for key in ("void", "resume") if key in line] == ["void", "resume"]
    assert machine.out("systemctl show --property MainPID photofinish") == program


@pytest.mark.slow
def test_without_its_chip_the_program_says_so_and_ends_with_2(buttons: Buttons) -> None:
    machine = buttons.machine
    machine.run("systemctl stop photofinish")
    buttons.chip("away")
    begin = clock(machine)
    machine.run("systemctl start photofinish", check=False, seconds=200)
    assert machine.out("systemctl show --property ExecMainStatus photofinish") == "ExecMainStatus=2"
    assert "There is no GPIO chip cabinet-buttons" in journal_since(machine, begin)
    buttons.chip("back")
    machine.run("systemctl stop --no-block photofinish-error")  # its end begins the cabinet
    machine.wait_for("systemctl is-active photofinish", seconds=200)


COIN_LINE = 12
COINS = f"[coins]\nfree_play = false\n[input.coin1]\npin = {COIN_LINE}\n"
CREDITS = (
    f"{PYTHON} -c 'import sys; from pathlib import Path; from cabinet.store.settings import settings_in; "
    f'print(settings_in(Path("{DATA}")).get("coins"))\''
)


@pytest.mark.slow
def test_coins_at_the_header_are_credits_that_a_kill_and_a_cut_keep(
    alone: None, booted_image: Image, tmp_path: Path
) -> None:
    header = f'[input]\nsource = "gpio"\ngpio_chip = "{LABEL}"\nresolution_us = 100\n'
    with Machine(booted_image, tmp_path, build=booted_build(tmp_path)) as machine:
        machine.boot()
        buttons = Buttons(machine)
        buttons.put_in()
        machine.run(f"systemctl stop photofinish photofinish-error; cat > {CONFIG}", stdin=f"{header}{COINS}")
        machine.run("systemctl start photofinish", seconds=300)
        for _ in range(12):  # a starved machine may hold the switch for longer than a coin does
            buttons.chip("tap", str(COIN_LINE))
            if machine.run(f"{CREDITS} | grep '^3 0'", check=False, seconds=120).code == 0:
                break
        machine.run("systemctl kill --signal KILL photofinish")
        assert machine.out(CREDITS, seconds=120) == "3 0"
        machine.cut_power()
        machine.boot(seconds=600)
        assert machine.out(CREDITS, seconds=120) == "3 0"
