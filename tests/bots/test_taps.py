"""Hands press and release in an order that two hands can manage."""

from hypothesis import given
from hypothesis import strategies as st

from engine.brain import in_sequence, last_release_ns, slipped, tap
from engine.panel import BUTTONS, CARDS

A_TAP = st.one_of(st.sampled_from(BUTTONS), st.sampled_from(CARDS).map("LEFT+{}".format))


def test_a_tap_is_a_press_and_a_release() -> None:
    assert tap(100, "CARD3", 40) == ((100, "CARD3", True), (140, "CARD3", False))


def test_a_held_button_is_down_before_and_up_after() -> None:
    assert tap(100, "LEFT+CARD3", 40) == (
        (80, "LEFT", True),
        (100, "CARD3", True),
        (140, "CARD3", False),
        (160, "LEFT", False),
    )


def test_taps_keep_their_distance_and_wait_for_the_release() -> None:
    def pressed_at(gap_ns: int) -> list[int]:
        edges = in_sequence(("CARD1", "LEFT"), first_ns=100, gap_ns=gap_ns, hold_ns=50)
        return [at for at, _, pressed in edges if pressed]

    assert pressed_at(gap_ns=170) == [100, 270]
    assert pressed_at(gap_ns=20) == [100, 200]


@given(st.lists(A_TAP, min_size=1, max_size=5), st.integers(50, 400), st.integers(2, 300))
def test_no_button_is_pressed_before_the_one_before_is_up(what: list[str], gap_ns: int, hold_ns: int) -> None:
    edges = in_sequence(what, 1000, gap_ns, hold_ns)
    assert [at for at, _, _ in edges] == sorted(at for at, _, _ in edges)
    down: set[str] = set()
    for _, button, pressed in edges:
        if pressed:
            assert button not in down and not down - {"LEFT"}
            down.add(button)
        else:
            down.remove(button)
    assert not down
    assert last_release_ns(edges) == edges[-1][0]


@given(A_TAP, st.booleans())
def test_a_slip_hits_a_button_that_exists_and_is_next_to_the_one_meant(what: str, upwards: bool) -> None:
    meant, hit = what.split("+"), slipped(what, upwards).split("+")
    assert hit[:-1] == meant[:-1]
    if meant[-1] in CARDS:
        assert hit[-1] in CARDS and abs(CARDS.index(hit[-1]) - CARDS.index(meant[-1])) == 1
    else:
        assert hit == meant
