"""Properties of the line to a board: whatever comes, no press is lost in silence, and the board is heard again."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hardware.events import SwitchEdge
from tests.hardware.board.desk import MS, Desk, S
from tests.hardware.board.liar import Liar, twisted

BACK_NS = 3 * S
"""After the last frame that is not true the board is there again, and stays there: a second until it counts as gone at
the latest, half a second until its line is opened anew, and a second without contradiction."""


def lie(desk: Desk, liar: Liar) -> None:
    """Some frames that no board sends, perhaps a fault of the board, perhaps a press; then a while."""
    chance = liar.chance
    for _ in range(chance.choice((1, 1, 30))):
        liar.say()
    if chance.random() < 0.1:
        is_heard = chance.random() < 0.5
        chance.choice((lambda: desk.board.reboot(is_heard=is_heard), desk.board.break_line))()
    if chance.random() < 0.3:
        desk.press_one()
    desk.listen(chance.choice((4, 50, 700)) * MS)


def lied_to(seed: int, lies: int, twist: float, *, but_edges: bool = False) -> Desk:
    """A desk after so many lies; of the board's own frames the share `twist` was changed on the way."""
    chance, desk = random.Random(seed), Desk()
    liar = Liar(chance, desk.board, desk.clock)
    desk.board.spoil = twisted(chance, twist, but_edges=but_edges)
    for _ in range(lies):
        lie(desk, liar)
    desk.board.spoil = bytes
    return desk


@pytest.mark.once
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**48), st.integers(1, 60), st.sampled_from((0, 0.02, 0.3, 1)))
def test_after_any_frames_the_board_is_heard(seed: int, lies: int, twist: float) -> None:
    desk = lied_to(seed, lies, twist)
    desk.listen(1 * S)
    assert desk.source.is_connected or desk.source.fault, "the screen has nothing to say"
    desk.listen(BACK_NS - 1 * S)
    for kept in (desk.events, desk.still, desk.pressed):
        kept.clear()
    for _ in range(60):
        desk.press_one()
        desk.listen(980 * MS, 20 * MS)
    assert desk.heard == 60
    assert (desk.gaps, desk.still, desk.source.fault) == ([], [], "")
    assert all(desk.is_told(line, at) for line, at in desk.pressed)


@pytest.mark.once
@example(56213, 20, 0)  # two restarts within 8 ms, and only the first is heard
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**48), st.integers(1, 60), st.sampled_from((0, 0.02, 0.3, 1)))
def test_while_frames_lie_no_press_is_lost_in_silence(seed: int, lies: int, twist: float) -> None:
    """The frames of edges stay as they are: a press that was made another's before its CRC is nobody's to find."""
    desk = lied_to(seed, lies, twist, but_edges=True)
    desk.listen(BACK_NS)
    assert all(desk.is_told(line, at) or desk.is_in_a_gap(at) for line, at in desk.pressed)


@pytest.mark.once
@example(9639)  # eight stalls within three seconds: the board counts as gone, and loses edges meanwhile
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**48))
def test_a_press_that_is_never_told_lies_in_a_gap_or_where_the_board_was_gone(seed: int) -> None:
    chance, desk = random.Random(seed), Desk(byte_ns=10_000)
    happened: dict[int, int] = {}
    trouble = chance.choice(("lost frames", "restarts", "stalls", "lost edges", "breaks"))
    for turn in range(150):
        if trouble == "lost frames":
            desk.board.spoil = lambda data: b"" if chance.random() < 0.2 else data
        elif chance.random() < 0.03:
            match trouble:
                case "restarts":
                    desk.board.reboot(is_heard=chance.random() < 0.3)
                case "stalls":
                    desk.board.stall(chance.randrange(1000) * MS)
                case "lost edges":
                    desk.board.edge(3, False, lost=True)
                case "breaks":
                    desk.board.break_line()
        at = desk.clock()
        is_lost = trouble == "lost edges" and chance.random() < 0.2
        desk.board.edge(5, turn % 2 == 0, lost=is_lost)
        happened[at] = turn
        desk.listen(chance.randrange(1, 60) * MS)
    desk.board.spoil = bytes
    desk.listen(10 * S)
    told = [event.time_ns for event in desk.events if isinstance(event, SwitchEdge)]
    gaps = [gap for gap in desk.gaps if gap.since_ns is not None]
    slack = desk.source.resolution_ns
    for at, turn in happened.items():
        is_told = any(abs(at - stamp) <= slack for stamp in told)
        is_in_gap = any((gap.since_ns or 0) - slack <= at <= gap.time_ns + slack for gap in gaps)
        was_gone = any(since <= at <= to for since, to in desk.gone)
        assert is_told or is_in_gap or was_gone, (trouble, turn, at)
