"""The prewarm of games with hands: common content of a match, drawn before the first card is dealt."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from cabinet.display.table.prewarm import Key, StandInTable
from cabinet.display.table.view_state import MeaningLike

LABELS: Final = (
    "play", "scroll", "uno", "catch", "choose", "unchoose", "moves", "close", "chance", "pick_up", "table", "give",
    "kill", "peek", "hold", "ready", "skip", "red", "green", "blue", "yellow", "suit_s", "suit_h", "suit_d", "suit_c",
)  # fmt: skip
SIGNS: Final = (
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


@dataclass(frozen=True, slots=True)
class HeldRow:
    """A placeholder hand, which belongs to no seat."""

    slots: Sequence[tuple[str, ...]]
    first: int = 0
    lit: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class HeldScenario:
    """One moment of the prewarm."""

    table: StandInTable
    rows: Sequence[HeldRow]
    keys: Sequence[Sequence[MeaningLike]] = field(default_factory=tuple)


def held_scenarios(seats: int) -> Iterator[HeldScenario]:
    """Yield all moments of the prewarm for `seats` seats."""
    for label in LABELS:
        yield _held_scenario(seats, 6, keys=((Key(label),) * 8,) * seats)
    for sign in SIGNS:
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
