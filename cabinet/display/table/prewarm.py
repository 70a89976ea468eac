"""The prewarm: common content of a match, drawn before the first card is dealt.

`scenarios` are those of games with slots, `held_scenarios` those of games with hands: the words on soft-keys, rings and
brackets in both colours, the countdown, the state of being stuck, the lock, colours and suits in force. None of it is
shown; a game with other content draws that at its first appearance.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec

from engine.panel import Meaning, Row
from engine.table import Scalar, Table
from engine.units import MS

LABELS: Final = (
    "play", "armed", "choose", "arm", "move", "mark", "marked", "turn", "stack", "stuck", "spit", "slap",
    "ready", "skip", "draw", "flip", "hold", "aim", "refill", "lay", "speed", "catch",
)  # fmt: skip
"""The labels of the racing games' soft-keys."""

_SEATS: Final = (0, 1)
_ARMED: Final = MappingProxyType({"phase": "play", "deal": 1, "armed.0": "seat0.hand1", "armed.1": "seat1.hand1"})


class Scenario(msgspec.Struct, frozen=True):
    """One moment of the prewarm; `rows` are hands that belong to no seat."""

    table: Table
    keys: Sequence[Sequence[Meaning]] = ()
    rows: Sequence[Row] = ()


def scenarios() -> Iterator[Scenario]:
    """Yield all moments of the prewarm."""
    for beat in (3, 2, 1):
        yield Scenario(Table(_zones(("~AS",), ()), {"phase": "countdown", "beat": beat, "deal": 1}))
    yield Scenario(Table(_zones(("~AS",), ()), {"phase": "ready", "deal": 1, "ready.0": True, "ready.1": True}))
    for label in LABELS:
        yield Scenario(Table(_zones(("AS",)), _ARMED), _all_say(2, label))
    yield Scenario(Table(_zones(("AS",) * 2), {**_ARMED, "glow": True}), _all_say(2, "play", glows=True))
    for tenth in range(20, 0, -1):
        yield Scenario(Table(_zones(("AS",)), {"phase": "play", "stuck": True, "turn_at": tenth * 100 * MS}))
    for seconds in range(4, 0, -1):
        left = seconds * 1000 * MS
        yield Scenario(Table(_zones(("AS",)), {"phase": "play", "deal": 1, "lock.0": left, "lock.1": left}))
    for count in range(1, 31):
        piles = {f"seat{seat}.stock": ("~AS",) * count for seat in _SEATS}
        yield Scenario(Table({**piles, "reserve.0": ("~AS",) * count}, {"phase": "play", "deal": min(count, 9)}))
    for deal in range(1, 6):
        yield Scenario(Table(_zones(("~AS",), ()), {"phase": "ready", "deal": deal}))
    yield Scenario(Table(_zones(()), {"phase": "play", "stuck": True, "said.0": True, "said.1": True, "deal": 1}))
    for phase in ("draw", "slap"):
        yield Scenario(Table(_zones(("AS",)), {"phase": phase, "deal": 1}))


def _zones(hand: tuple[str, ...], top: tuple[str, ...] = ("AS",)) -> dict[str, tuple[str, ...]]:
    slots = {f"seat{seat}.hand{slot}": hand for seat in _SEATS for slot in range(1, 6)}
    return {**slots, "centre.0": top, "centre.1": top, "reserve.0": ("~AS",), "reserve.1": ("~AS",)}


def _all_say(seats: int, label: str, *, sign: str = "", glows: bool = False) -> tuple[tuple[Meaning, ...], ...]:
    return ((Meaning(label, lit=True, zone="centre.0", sign=sign, glows=glows),) * 8,) * seats


# Games with hands

HELD_LABELS: Final = (
    "play", "scroll", "uno", "catch", "choose", "unchoose", "moves", "close", "chance", "pick_up", "table", "give",
    "kill", "peek", "hold", "ready", "skip", "red", "green", "blue", "yellow", "suit_s", "suit_h", "suit_d", "suit_c",
)  # fmt: skip
HELD_SIGNS: Final = (
    "colour.R", "colour.G", "colour.B", "colour.Y", "suit.S", "suit.H", "suit.D", "suit.C", "seat.1", "zone.draw",
    "kill",
)  # fmt: skip
MOST: Final = 12
"""Maximum number of cards in a hand that is drawn in advance."""
PLATED: Final = range(21)
"""Numbers of cards in a hand whose plate is drawn in advance."""
SUPPLIED: Final = range(109)
"""Numbers of cards left to draw whose figure is drawn in advance: those of Speed Uno."""
PILED: Final = range(2, 31)
"""Numbers of cards owed, or on the pile, whose figure is drawn in advance."""


def held_scenarios(seats: int) -> Iterator[Scenario]:
    """Yield all moments of the prewarm for `seats` seats."""
    for label in HELD_LABELS:
        yield _held_scenario(seats, 6, keys=_all_say(seats, label))
    for sign in HELD_SIGNS:
        yield _held_scenario(seats, 6, keys=_all_say(seats, "give", sign=sign))
    for colour in "RGBY":
        yield _held_scenario(seats, 6, {"colour": colour, "direction": 1})
    for suit in "SHDC":
        yield _held_scenario(seats, 6, {"named": suit})
    for count in range(MOST):
        turn = count % seats
        yield _held_scenario(
            seats, count, {"turn": turn, "direction": -1, "owed": 2 * (count % 4), f"called.{turn}": True}
        )
        yield _held_scenario(seats, count, {"turn": seats - 1 - turn, "naming": turn, f"exposed.{turn}": 1})
    yield _held_scenario(seats, 6, {f"marks.{seat}": "AS" for seat in range(seats)})
    for deal in (1, 2, 3):
        yield Scenario(Table({"discard": (), "draw": ()}, {"phase": "ready", "deal": deal}), ())
    for beat in (3, 2, 1):
        yield Scenario(Table({"discard": (), "draw": ()}, {"phase": "countdown", "beat": beat, "deal": 1}), ())


def _held_scenario(
    seats: int,
    count: int,
    scalars: Mapping[str, Scalar] = MappingProxyType({}),
    keys: Sequence[Sequence[Meaning]] = (),
) -> Scenario:
    zones = {f"seat{seat}.hand": ("AS",) * count for seat in range(seats)}
    table = Table({**zones, "discard": ("AS",), "draw": ("~AS",)}, {"phase": "play", "deal": 1, "turn": 0, **scalars})
    return Scenario(table, keys, (Row((("AS",),) * count),) * seats)
