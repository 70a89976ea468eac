"""The prewarm: common content of a match, drawn before the first card is dealt.

`scenarios` are those of games with slots, `held_scenarios` those of games with hands: the words on soft-keys, rings and
brackets in both colours, the countdown, the state of being stuck, the lock, colours and suits in force. None of it is
shown; a game with other content draws that at its first appearance.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec

from cabinet.display.table.view_state import MeaningLike
from engine.units import MS

LABELS: Final = (
    "play", "armed", "choose", "arm", "move", "mark", "marked", "turn", "stack", "stuck", "spit", "slap",
    "ready", "skip", "draw", "flip", "hold", "aim", "refill", "lay", "speed", "catch",
)  # fmt: skip
"""The labels of the racing games' soft-keys."""

_SEATS: Final = (0, 1)


class StandInTable(msgspec.Struct, frozen=True):
    """A placeholder table."""

    zones: dict[str, tuple[str, ...]]
    scalars: dict[str, int | str | bool]


class Key(msgspec.Struct, frozen=True):
    """A placeholder meaning."""

    label: str = ""
    lit: bool = True
    zone: str = "centre.0"
    sign: str = ""
    glows: bool = False


class Scenario(msgspec.Struct, frozen=True):
    """One moment of the prewarm."""

    table: StandInTable
    keys: Sequence[Sequence[MeaningLike]] = msgspec.field(default_factory=tuple)


def scenarios() -> Iterator[Scenario]:
    """Yield all moments of the prewarm."""
    for beat in (3, 2, 1):
        yield Scenario(StandInTable(_zones(("~AS",), ()), {"phase": "countdown", "beat": beat, "deal": 1}))
    yield Scenario(StandInTable(_zones(("~AS",), ()), {"phase": "ready", "deal": 1, "ready.0": True, "ready.1": True}))
    for label in LABELS:
        yield Scenario(StandInTable(_zones(("AS",)), _armed("play")), _all_say(label))
    yield Scenario(StandInTable(_zones(("AS",) * 2), {**_armed("play"), "glow": True}), _all_say("play", glows=True))
    for tenth in range(20, 0, -1):
        yield Scenario(StandInTable(_zones(("AS",)), {"phase": "play", "stuck": True, "turn_at": tenth * 100 * MS}))
    for seconds in range(4, 0, -1):
        left = seconds * 1000 * MS
        yield Scenario(StandInTable(_zones(("AS",)), {"phase": "play", "deal": 1, "lock.0": left, "lock.1": left}))
    for count in range(1, 31):
        piles = {f"seat{seat}.stock": ("~AS",) * count for seat in _SEATS}
        yield Scenario(StandInTable({**piles, "reserve.0": ("~AS",) * count}, {"phase": "play", "deal": min(count, 9)}))
    for deal in range(1, 6):
        yield Scenario(StandInTable(_zones(("~AS",), ()), {"phase": "ready", "deal": deal}))
    yield Scenario(
        StandInTable(_zones(()), {"phase": "play", "stuck": True, "said.0": True, "said.1": True, "deal": 1})
    )
    for phase in ("draw", "slap"):
        yield Scenario(StandInTable(_zones(("AS",)), {"phase": phase, "deal": 1}))


def _zones(hand: tuple[str, ...], top: tuple[str, ...] = ("AS",)) -> dict[str, tuple[str, ...]]:
    slots = {f"seat{seat}.hand{slot}": hand for seat in _SEATS for slot in range(1, 6)}
    return {**slots, "centre.0": top, "centre.1": top, "reserve.0": ("~AS",), "reserve.1": ("~AS",)}


def _armed(phase: str) -> dict[str, int | str | bool]:
    return {"phase": phase, "deal": 1, "armed.0": "seat0.hand1", "armed.1": "seat1.hand1"}


def _all_say(label: str, *, glows: bool = False) -> tuple[tuple[Key, ...], ...]:
    return tuple((Key(label, glows=glows),) * 8 for _ in _SEATS)


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


class HeldRow(msgspec.Struct, frozen=True):
    """A placeholder hand, which belongs to no seat."""

    slots: Sequence[tuple[str, ...]]
    first: int = 0
    lit: Sequence[int] = ()


class HeldScenario(msgspec.Struct, frozen=True):
    """One moment of the prewarm."""

    table: StandInTable
    rows: Sequence[HeldRow]
    keys: Sequence[Sequence[MeaningLike]] = msgspec.field(default_factory=tuple)


def held_scenarios(seats: int) -> Iterator[HeldScenario]:
    """Yield all moments of the prewarm for `seats` seats."""
    for label in HELD_LABELS:
        yield _held_scenario(seats, 6, keys=((Key(label),) * 8,) * seats)
    for sign in HELD_SIGNS:
        yield _held_scenario(seats, 6, keys=((Key("give", sign=sign),) * 8,) * seats)
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
        yield HeldScenario(StandInTable({"discard": (), "draw": ()}, {"phase": "ready", "deal": deal}), ())
    for beat in (3, 2, 1):
        yield HeldScenario(
            StandInTable({"discard": (), "draw": ()}, {"phase": "countdown", "beat": beat, "deal": 1}), ()
        )


def _held_scenario(
    seats: int,
    count: int,
    scalars: Mapping[str, int | str | bool] = MappingProxyType({}),
    keys: Sequence[Sequence[MeaningLike]] = (),
) -> HeldScenario:
    zones = {f"seat{seat}.hand": ("AS",) * count for seat in range(seats)}
    table = StandInTable(
        {**zones, "discard": ("AS",), "draw": ("~AS",)}, {"phase": "play", "deal": 1, "turn": 0, **scalars}
    )
    return HeldScenario(table, (HeldRow((("AS",),) * count),) * seats, keys)
