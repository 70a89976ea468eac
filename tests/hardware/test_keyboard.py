"""The keyboard: stamped at its readings, as coarse as they are, and two halves that do not ghost each other."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import pytest

from hardware.clock import MS
from hardware.keyboard import COARSEST_NS, DEFAULT_KEYS, FINEST_NS, KeyboardSource
from hardware.source import SwitchEdge

TRAPS = {"left shift", "right shift", "left ctrl", "right ctrl", "left alt", "right alt", "caps lock", "num lock"}


MATRIX: Final = (
    "1234 7890", "qwer uiop", "asdf jkl;", "zxcv m,. ",
    "   5 6= -", "   t y] [", "   g h  '", "   b n  /",
)  # fmt: skip
"""The letters of the IBM Model M's matrix, which cheap membranes still follow: a string per row, a place per column.

(Source: firmware for its replacement controllers, for example QMK's `keyboards/ibm/model_m`.)
"""


def matrix_place(key: str) -> tuple[int, int]:
    """Return (row, column) of a key in `MATRIX`. Raises KeyError for a key that is not in it."""
    for row, keys in enumerate(MATRIX):
        if key != " " and key in keys:
            return row, keys.index(key)
    raise KeyError(key)


def ghosts(keys: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yield every three of `keys` in an L of `MATRIX`, the corner first: those may ghost when all are down."""
    places = {key: matrix_place(key) for key in keys}
    for corner, (row, column) in places.items():
        for along, (along_row, _) in places.items():
            for across, (_, across_column) in places.items():
                if corner not in (along, across) and along_row == row and across_column == column:
                    yield corner, along, across


@pytest.fixture
def keyboard() -> KeyboardSource:
    made = KeyboardSource(("a", "7"))
    made.start()
    return made


def test_a_key_is_stamped_with_the_reading_that_found_it(keyboard: KeyboardSource) -> None:
    keyboard.feed("a", True, 17 * MS)
    keyboard.mark_read(17 * MS)
    assert keyboard.drain() == [SwitchEdge("keyboard", "a", True, 17 * MS, "monotonic", 17 * MS)]


def test_typed_keys_are_no_edges_and_leave_nothing_down(keyboard: KeyboardSource) -> None:
    typed: list[str] = []
    keyboard.feed("7", True, 1 * MS)
    keyboard.type_to(typed.append, {"a"})
    for key in ("7", "a", "o", "return", "left shift"):
        keyboard.feed(key, key != "7", 2 * MS)
    keyboard.type_to(None)
    keyboard.feed("o", False, 3 * MS)
    keyboard.mark_read(3 * MS)
    edges = [(edge.line, edge.pressed) for edge in keyboard.drain() if isinstance(edge, SwitchEdge)]
    assert edges == [("7", True), ("7", False), ("a", True)] and typed == ["o", "return"]


@pytest.mark.parametrize(
    ("gap_ns", "resolution_ns"),
    [
        (16_666_667, 16_666_667),
        (1 * MS, FINEST_NS),
        (2_000 * MS, COARSEST_NS),
    ],
)
def test_the_resolution_is_the_time_between_two_readings_within_bounds(
    keyboard: KeyboardSource, gap_ns: int, resolution_ns: int
) -> None:
    keyboard.mark_read(5 * MS)
    keyboard.mark_read(5 * MS + gap_ns)
    assert keyboard.stamps.resolution_ns == resolution_ns


def test_before_two_readings_it_is_as_coarse_as_can_be(keyboard: KeyboardSource) -> None:
    keyboard.mark_read(5 * MS)
    assert keyboard.stamps.resolution_ns == COARSEST_NS


TAPS = (("7", True), ("7", False), ("a", True), ("7", True), ("a", False), ("7", False), ("a", True))


def test_the_stamps_of_one_reading_carry_the_order_of_arrival_and_no_more(keyboard: KeyboardSource) -> None:
    keyboard.mark_read(9 * MS)
    for key, pressed in TAPS:
        keyboard.feed(key, pressed, 17 * MS)
    keyboard.mark_read(17 * MS)
    edges = [edge for edge in keyboard.drain() if isinstance(edge, SwitchEdge)]
    assert [(edge.line, edge.pressed) for edge in edges] == list(TAPS)
    assert [edge.time_ns for edge in edges] == [17 * MS + place for place in range(len(TAPS))]
    assert keyboard.drained_ns < 17 * MS
    assert edges[-1].time_ns - edges[0].time_ns < keyboard.stamps.resolution_ns


def test_the_order_holds_from_one_reading_to_the_next_and_after_the_window_lost_the_keyboard(
    keyboard: KeyboardSource,
) -> None:
    for key, pressed in TAPS:
        keyboard.feed(key, pressed, 17 * MS)
    keyboard.mark_read(17 * MS)
    keyboard.release_all(17 * MS)
    keyboard.feed("7", True, 17 * MS + 1)
    edges = [edge for edge in keyboard.drain() if isinstance(edge, SwitchEdge)]
    assert [(edge.line, edge.pressed) for edge in edges] == [*TAPS, ("a", False), ("7", True)]
    assert all(edge.time_ns < later.time_ns for edge, later in pairwise(edges))


def test_auto_repeat_and_other_keys_tell_nothing(keyboard: KeyboardSource) -> None:
    for key in ("a", "a", "escape", "a"):
        keyboard.feed(key, True, 17 * MS)
    assert len(keyboard.drain()) == 1


def test_a_release_without_a_press_tells_nothing(keyboard: KeyboardSource) -> None:
    keyboard.feed("a", False, 17 * MS)
    assert keyboard.drain() == []


def test_losing_the_window_lets_go_of_all_keys(keyboard: KeyboardSource) -> None:
    for key in ("7", "a"):
        keyboard.feed(key, True, 17 * MS)
    keyboard.mark_read(17 * MS)
    keyboard.drain()
    keyboard.release_all(17 * MS)
    assert [(edge.line, edge.pressed) for edge in keyboard.drain() if isinstance(edge, SwitchEdge)] == [
        ("7", False),
        ("a", False),
    ]
    assert not any(keyboard.levels().values())


def test_a_reading_before_the_last_one_is_a_mistake_of_the_program(keyboard: KeyboardSource) -> None:
    keyboard.mark_read(17 * MS)
    with pytest.raises(ValueError, match="before"):
        keyboard.feed("a", True, 16 * MS)
    with pytest.raises(ValueError, match="before"):
        keyboard.mark_read(16 * MS)


def test_the_sixteen_keys_are_sixteen() -> None:
    keys = [key for seat in DEFAULT_KEYS for key in seat.values()]
    assert len(set(keys)) == 16
    assert not TRAPS & set(keys)
    assert all(len(key) == 1 for key in keys), "letters, digits and signs: on every laptop, on no number pad"


def test_the_seats_share_no_row_and_no_column_of_the_matrix() -> None:
    first, second = ([matrix_place(key) for key in seat.values()] for seat in DEFAULT_KEYS)
    assert not {row for row, _ in first} & {row for row, _ in second}
    assert not {column for _, column in first} & {column for _, column in second}


@pytest.mark.parametrize("seat", [0, 1])
def test_the_chord_that_pauses_does_not_ghost(seat: int) -> None:
    keys = DEFAULT_KEYS[seat]
    assert list(ghosts([keys["CARD1"], keys["CARD5"], keys["ACTION"]])) == []


def test_three_keys_in_an_l_are_found() -> None:
    assert list(ghosts(["a", "s", "q"])) == [("a", "s", "q")]
