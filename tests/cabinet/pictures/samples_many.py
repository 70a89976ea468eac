"""Moments of races with three and four seats, and of Running Spit; see `samples`."""

from collections.abc import Callable, Mapping
from typing import Final

from engine.log_lines import CommandLine, OwnLine
from engine.panel import Command
from engine.units import MS
from tests.cabinet.pictures.samples import Sample
from tests.cabinet.pictures.scenario import Stage, staged

HANDS: Final = ("9S QD 4H TC KH", "3C 7D 8S AH 5D", "2D 6S JH 9C 3H", "KC 4S TD 7H 2C")
TOPS: Final = ("8H", "5C", "QS", "3D")


def many_samples() -> Mapping[str, Sample]:
    """All of them by name."""
    makers: tuple[Callable[[], Sample], ...] = (
        speed_three, speed_four, speed_four_people, spit_three, spit_four, spit_four_choosing, spit_three_people,
        running,
    )  # fmt: skip
    return {maker.__name__: maker() for maker in makers}


def _speed(seats: int) -> dict[str, str]:
    lies = {f"seat{seat}.hand{slot}": card for seat in range(seats) for slot, card in enumerate(HANDS[seat].split(), 1)}
    for seat in range(seats):
        lies |= {f"seat{seat}.stock": f"~{11 + seat}", f"centre.{seat}": f"6S 7D {TOPS[seat]}", f"reserve.{seat}": "~4"}
    return lies


def speed_three() -> Sample:
    """Three seats: GREEN, a bot, aims at the pile that AMBER aims at; AMBER has just beaten BLUE."""
    lies = {**_speed(3), "seat2.hand4": ""}
    screen = staged(Stage("speed", seats=3), lies, aim__0="centre.2", aim__1="centre.1", aim__2="centre.2")
    beaten = CommandLine(
        0, 1, Command("play", "8S", "seat1.hand3", "centre.0"), False, why="rank", beaten_by=0, margin_ns=12_400_000
    )
    return Sample(screen.table, screen.keys, (beaten,), 600 * MS, seats=3)


def speed_four() -> Sample:
    """Four seats: YELLOW is out already, all aim somewhere else."""
    out = {f"seat3.hand{slot}": "" for slot in range(1, 6)}
    screen = staged(
        Stage("speed", seats=4), {**_speed(4), **out, "seat3.stock": ""}, aim__0="centre.0", aim__1="centre.2",
        aim__2="centre.3", place__3=1, score__2=1,
    )  # fmt: skip
    return Sample(screen.table, screen.keys, seats=4)


def speed_four_people() -> Sample:
    """Four people at four panels: GREEN has taken up a card, BLUE has just beaten YELLOW."""
    stage = Stage("speed", {"quick_play": False}, seats=4, people=(0, 1, 2, 3))
    screen = staged(stage, _speed(4), armed__2="seat2.hand2", aim__0="centre.0", aim__1="centre.2", aim__2="centre.3")
    beaten = CommandLine(
        0, 3, Command("play", "4S", "seat3.hand2", "centre.1"), False, why="rank", beaten_by=1, margin_ns=900_000
    )
    return Sample(screen.table, screen.keys, (beaten,), 600 * MS, seats=4, viewers=(0, 1, 2, 3))


def _spit(seats: int, piles: int) -> dict[str, str]:
    lies = {}
    for seat in range(seats):
        for pile, card in enumerate(HANDS[seat].split()[:piles], 1):
            lies[f"seat{seat}.stock{pile}"] = f"~{pile} {card}" if (seat + pile) % 3 else f"~{pile} ~{card}"
        lies |= {f"seat{seat}.spit": f"~{7 + seat}", f"centre.{seat}": f"6S {TOPS[seat]}"}
    return lies


def spit_three() -> Sample:
    """Three seats, four piles each; BLUE takes what it has in hand to a space."""
    lies = {**_spit(3, 4), "seat1.stock1": ""}
    screen = staged(Stage("spit", seats=3), lies, marked__1="seat1.stock1", armed__0="seat0.stock3")
    return Sample(screen.table, screen.keys, title="SPIT", goal=0, seats=3)


def spit_four() -> Sample:
    """Four seats, two packs: five piles each; all are stuck."""
    screen = staged(Stage("spit", {"packs": 2}, seats=4), _spit(4, 5), stuck=True, said__2=True)
    return Sample(screen.table, screen.keys, title="SPIT", goal=0, seats=4)


def spit_four_choosing() -> Sample:
    """Four seats, three piles each: BLUE is out and chooses a pile."""
    lies = {**_spit(4, 3), **{f"seat1.stock{pile}": "" for pile in (1, 2, 3)}}
    screen = staged(
        Stage("spit", seats=4), lies, place__1=1, choice=1, choose_by=4000 * MS, aim__1="centre.3", aim__0="centre.1"
    )
    return Sample(screen.table, screen.keys, title="SPIT", goal=0, seats=4)


def spit_three_people() -> Sample:
    """Three people and a bot, who has no keys; BLUE is stuck."""
    screen = staged(Stage("spit", {"packs": 2}, seats=4, people=(0, 1, 2)), _spit(4, 5), said__1=True)
    return Sample(screen.table, screen.keys, title="SPIT", goal=0, seats=4, viewers=(0, 1, 2))


def running() -> Sample:
    """A relay: BLUE's second runner is half-way with the eight; AMBER's first waits."""
    lies = {
        "seat0.stock1": "9S",
        "seat0.stock2": "~1 QD",
        "seat0.stock4": "~2 ~TC",
        "seat0.spit": "~9",
        "seat1.stock1": "3C",
        "seat1.stock3": "~2 7D",
        "seat1.stock5": "~3 5D",
        "seat1.spit": "~7",
        "centre.0": "3S 8H",
        "centre.1": "5S JC",
    }
    screen = staged(
        Stage("spit", {"running": True, "teams": "relay"}), lies, away="1", run__1="seat1.stock3 centre.0",
        lands__1=800 * MS, runner__1=2,
    )  # fmt: skip
    called = OwnLine(0, (("say", 0, "runner_1"),))
    return Sample(screen.table, screen.keys, (called,), 420 * MS, title="SPIT", goal=0)
