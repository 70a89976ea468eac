"""The firmware's logic that knows no chip, compiled for this computer and held to tables and to the host's own code."""

import ctypes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.board.frames import Frame, FrameReader, encoded
from hardware.board.messages import Edge, Edges, Hello, Ping, Pong, SetLamps, Status, payload_of, read
from hardware.board.protocol import HOST_SILENT_MS, LAMPS, MAX_ENCODED, MAX_PAYLOAD
from hardware.lamps import Lamp, Motion
from tests.firmware.pure import Pure

pytestmark = pytest.mark.needs("gcc")

RATES = (1, 2, 3, 7, 13, 50, 100)
"""How often somebody looks, as QMK does it: the same cases at each, the same outcome."""

FRAMES = st.builds(Frame, st.integers(0, 255), st.integers(0, 255), st.binary(max_size=MAX_PAYLOAD))
NOISE = st.binary(max_size=300)


# ---- frames


@given(frame=FRAMES)
def test_both_sides_write_the_same_bytes(pure: Pure, frame: Frame) -> None:
    assert pure.encode(frame) == encoded(frame)


@given(parts=st.lists(st.one_of(FRAMES.map(encoded), NOISE, st.just(b"\0")), max_size=6))
def test_both_sides_read_the_same_frames(pure: Pure, parts: list[bytes]) -> None:
    line = b"".join(parts)
    reader = FrameReader()
    assert pure.frames(line) == (reader.feed(line), reader.bad)


@given(frame=FRAMES, at=st.integers(0, 10_000), flip=st.integers(1, 255))
def test_a_flipped_byte_is_never_a_frame(pure: Pure, frame: Frame, at: int, flip: int) -> None:
    spoiled = bytearray(encoded(frame))
    spoiled[at % (len(spoiled) - 1)] ^= flip
    good, bad = pure.frames(bytes(spoiled) + encoded(frame))
    assert good[-1] == frame
    assert frame not in good[:-1]
    assert bad >= 1


@pytest.mark.parametrize("length", [MAX_ENCODED, MAX_ENCODED + 1, 5000])
def test_what_is_too_long_is_bad_once_and_the_next_frame_is_read(pure: Pure, length: int) -> None:
    frame = Frame(0x82, 1, b"abcd")
    assert pure.frames(b"\x05" * length + b"\0" + encoded(frame)) == ([frame], 1)


# ---- edges


@pytest.mark.parametrize(
    ("closed", "fallen", "risen", "edges"),
    [
        (False, False, False, 0),
        (False, True, False, 1),
        (False, False, True, 2),
        (False, True, True, 2),
        (True, False, False, 0),
        (True, True, False, 2),
        (True, False, True, 1),
        (True, True, True, 2),
    ],
)
def test_the_flags_of_a_pin_become_edges(pure: Pure, closed: bool, fallen: bool, risen: bool, edges: int) -> None:
    assert pure.c.pure_edges_seen(closed, fallen, risen) == edges


@pytest.mark.parametrize("rate", RATES)
def test_every_edge_goes_out_once_whenever_it_is_fetched(pure: Pure, rate: int) -> None:
    pure.start()
    planned = [(n * 10, n % 16, n // 16 % 2 == 0) for n in range(1500)]
    frames = []
    for number, edge in enumerate(planned):
        pure.edge(*edge)
        if number % rate == 0:
            frames += pure.sent()
    messages = [read(frame.type, frame.payload) for frame in frames + pure.sent()]
    came = [(edge.time, edge.line, edge.closed) for m in messages if isinstance(m, Edges) for edge in m.edges]
    assert came == planned
    firsts = [(m.sequence, len(m.edges)) for m in messages if isinstance(m, Edges)]
    assert [first for first, _ in firsts] == [sum(n for _, n in firsts[:k]) for k in range(len(firsts))]


@pytest.mark.parametrize("extra", [0, 1, 2, 700])
def test_a_full_ring_keeps_the_oldest_and_counts_the_rest(pure: Pure, extra: int) -> None:
    pure.start()
    for number in range(2048 + extra):
        pure.edge(number, number % 16, True)
    assert pure.c.pure_lost() == extra
    sent = [read(frame.type, frame.payload) for frame in pure.sent()]
    pure.edge(9999, 1, False)
    after = [read(frame.type, frame.payload) for frame in pure.sent()]
    edges = [m for m in sent if isinstance(m, Edges)]
    assert sum(len(m.edges) for m in edges) == 2048
    assert isinstance(after[0], Edges)
    assert after[0].sequence == 2048 + extra


def test_a_number_that_is_missing_begins_a_new_frame(pure: Pure) -> None:
    pure.start()
    for number in range(2050):
        pure.edge(number, 0, True)
    pure.next()
    pure.edge(5000, 0, False)
    *_, last = [read(frame.type, frame.payload) for frame in _reading(pure)]
    assert last == Edges(2050, (Edge(0, False, 5000),))


def _reading(pure: Pure) -> list[Frame]:
    reader = FrameReader()
    frames = []
    while coded := pure.next():
        frames += reader.feed(coded)
    return frames


def test_edges_more_than_71_minutes_apart_are_told_in_two_frames(pure: Pure) -> None:
    pure.start()
    pure.edge(10, 1, True)
    pure.edge(10 + 2**32, 1, False)
    told = [read(frame.type, frame.payload) for frame in pure.sent()]
    assert told == [Edges(0, (Edge(1, True, 10),)), Edges(1, (Edge(1, False, 10 + 2**32),))]


# ---- what is told, and when


def test_nothing_states_a_time_before_the_edges_up_to_it(pure: Pure) -> None:
    pure.start()
    for number in range(50):
        pure.edge(number, 2, number % 2 == 0)
    pure.receive(encoded(Frame(*_frame(Ping(77)))))
    pure.edge(60, 2, True)
    told = [read(frame.type, frame.payload) for frame in pure.sent()]
    assert [type(m) for m in told] == [Edges, Edges, Pong, Edges]
    assert [len(m.edges) for m in told if isinstance(m, Edges)] == [36, 14, 1]


def _frame(message: Ping | SetLamps) -> tuple[int, int, bytes]:
    kind, payload = payload_of(message)
    return kind, 0, payload


@pytest.mark.parametrize("rate", RATES)
def test_a_status_comes_every_100_ms_however_often_the_loop_turns(pure: Pure, rate: int) -> None:
    pure.start()
    seen = []
    for ms in range(0, 1001, rate):
        pure.time(ms * 1000, levels=5)
        seen += [m for frame in pure.sent() if isinstance(m := read(frame.type, frame.payload), Status)]
    assert len(seen) == 1 + (1000 - 1000 % rate) // 100
    assert {status.levels for status in seen} == {5}


def test_a_line_that_takes_nothing_gets_one_status_and_a_hello_when_it_does(pure: Pure) -> None:
    pure.start()
    for ms in range(2000):
        pure.time(ms * 1000)
    pure.c.pure_hello()
    told = [read(frame.type, frame.payload) for frame in pure.sent()]
    assert [type(m) for m in told] == [Status, Hello]


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        (0x81, b""),
        (0x82, b"abc"),
        (0x83, b"\x01"),
        (0x83, bytes(2 + 5)),
        (0x84, b"TOOB"),
        (0x84, b"BOO"),
        (0x01, bytes(44)),
        (0x00, b""),
        (0xFF, b"hello"),
    ],
)
def test_a_good_frame_that_says_nothing_of_its_kind_is_bad(pure: Pure, kind: int, payload: bytes) -> None:
    pure.start()
    pure.receive(encoded(Frame(kind, 0, payload)))
    assert pure.c.pure_bad() == 1
    assert not pure.c.pure_bootloader()
    assert pure.sent() == []


def test_a_longer_payload_is_read_as_far_as_it_is_known(pure: Pure) -> None:
    pure.start()
    pure.receive(encoded(Frame(0x82, 0, b"\x07\0\0\0later")))
    (frame,) = pure.sent()
    assert read(frame.type, frame.payload) == Pong(7, 0, 0)


def test_the_boot_loader_is_asked_for_by_its_word(pure: Pure) -> None:
    pure.start()
    pure.receive(encoded(Frame(0x84, 0, b"BOOT")))
    assert pure.c.pure_bootloader()


# ---- lamps

SHARES = [
    # effect, period, phase, [(ms, share of 255)]
    (Motion.STEADY, 10, 0, [(0, 255), (99, 255), (123456, 255)]),
    (Motion.BLINK, 10, 0, [(0, 255), (99, 255), (100, 0), (199, 0), (200, 255)]),
    (Motion.BLINK, 10, 128, [(0, 0), (99, 0), (100, 255), (199, 255), (200, 0)]),
    (Motion.PULSE, 10, 0, [(0, 0), (50, 127), (100, 255), (150, 127), (199, 2), (200, 0)]),
    (Motion.PULSE, 10, 64, [(0, 127), (50, 255), (100, 127), (150, 0)]),
    (Motion.CHASE, 10, 0, [(0, 255), (25, 127), (49, 5), (50, 0), (199, 0), (200, 255)]),
    (Motion.CHASE, 10, 192, [(0, 0), (50, 255), (75, 127), (100, 0)]),
    (Motion.PULSE, 0, 9, [(0, 255), (77, 255)]),
    (200, 10, 0, [(0, 255), (150, 255)]),
]


@pytest.mark.parametrize(("effect", "period", "phase", "shares"), SHARES)
def test_a_lamps_share(pure: Pure, effect: int, period: int, phase: int, shares: list[tuple[int, int]]) -> None:
    got = [(ms, pure.c.pure_share(effect, period, phase, ms)) for ms, _ in shares]
    assert [(ms, share & 0xFF) for ms, share in got] == shares


@given(st.integers(0, 3), st.integers(0, 255), st.integers(0, 255), st.integers(0, 2**32 - 1))
def test_a_share_is_what_the_protocol_says(pure: Pure, effect: int, period: int, phase: int, ms: int) -> None:
    length = period * 20
    x = (ms + phase * length // 256) % 2**32 % length / length if length else 0
    shapes = (1, x < 0.5, min(2 * x, 2 - 2 * x), max(0, 1 - 4 * x))
    expected = 255 * (shapes[effect] if length else 1)
    assert abs((pure.c.pure_share(effect, period, phase, ms) & 0xFF) - expected) <= 1


def test_gamma_keeps_dark_dark_full_full_and_every_step_in_order(pure: Pure) -> None:
    curve = [pure.c.pure_gamma(value) & 0xFF for value in range(256)]
    assert (curve[0], curve[255]) == (0, 255)
    assert curve[1] > 0
    assert curve == sorted(curve)


def test_lamps_that_are_not_named_keep_what_they_do(pure: Pure) -> None:
    pure.start()
    pure.receive(encoded(Frame(*_frame(SetLamps(255, 0, (Lamp((255, 0, 0)),) * LAMPS)))))
    pure.receive(encoded(Frame(*_frame(SetLamps(255, 5, (Lamp((0, 0, 255)),))))))
    assert pure.c.pure_bad() == 0
    assert [pure.levels(n, 0) for n in (4, 5, 6, 15)] == [(255, 0, 0), (0, 0, 255), (255, 0, 0), (255, 0, 0)]


def test_brightness_scales_every_lamp_and_zero_is_dark(pure: Pure) -> None:
    pure.start()
    pure.receive(encoded(Frame(*_frame(SetLamps(255, 0, (Lamp((255, 255, 255)),) * LAMPS)))))
    seen = []
    for brightness in (255, 128, 1, 0):
        pure.receive(encoded(Frame(*_frame(SetLamps(brightness, 0, ())))))
        seen.append(pure.levels(15, 0)[0])
    assert seen == [255, 65, 1, 0]


def test_lamps_beyond_the_last_are_left_out(pure: Pure) -> None:
    pure.start()
    pure.receive(encoded(Frame(*_frame(SetLamps(255, 14, (Lamp((255, 0, 0)),) * 6)))))
    assert pure.c.pure_bad() == 0
    assert pure.levels(15, 0) == (255, 0, 0)


@pytest.mark.parametrize("rate", RATES)
def test_lamps_go_dark_when_the_host_is_silent_and_not_before(pure: Pure, rate: int) -> None:
    pure.start()
    pure.receive(encoded(Frame(*_frame(SetLamps(255, 0, (Lamp((255, 255, 255)),))))))
    for ms in range(0, HOST_SILENT_MS + 1, rate):
        pure.time(ms * 1000)
        assert pure.levels(0, ms) == (255, 255, 255)
    pure.time((HOST_SILENT_MS + rate) * 1000)
    assert pure.levels(0, 0) == (0, 0, 0)
    pure.receive(encoded(Frame(*_frame(Ping(1)))))
    pure.time((HOST_SILENT_MS + rate + 1) * 1000)
    assert pure.levels(0, 0) == (0, 0, 0)


@pytest.mark.parametrize(("put", "take"), [(1, 1), (64, 1), (1, 64), (64, 60), (2000, 3)])
def test_the_queue_of_bytes_keeps_their_order(pure: Pure, put: int, take: int) -> None:
    assert pure.c.pure_bytes(ctypes.c_size_t(put), ctypes.c_size_t(take), ctypes.c_size_t(5000)) == 5000
