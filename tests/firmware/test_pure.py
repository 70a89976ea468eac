"""The firmware's logic that knows no chip, compiled for this computer and held to tables and to the host's own code."""

import ctypes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.board.protocol import (
    FIRST_LINE_PIN,
    HOST_SILENT_MS,
    LAMPS,
    MAX_ENCODED,
    MAX_PAYLOAD,
    REGISTER_FRAME_US,
    STORM_EDGES,
    STORM_MASK_MS,
    STORM_WINDOW_MS,
    BootButton,
    Edge,
    Edges,
    Frame,
    FrameReader,
    Hello,
    Output,
    Ping,
    Pong,
    ReadBootButton,
    SetLamps,
    Status,
    encoded,
    message_of,
    payload_of,
)
from hardware.lamps import Lamp, Motion
from tests.firmware.pure import PLANES, STEP_US, Pure

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


FELL, ROSE = 4, 8
FIRST = FIRST_LINE_PIN


def pins(*closed: int) -> int:
    """All pins' levels with these lines closed."""
    return (1 << 30) - 1 - sum(1 << line + FIRST for line in closed)


def seen(**lines: int) -> tuple[int, int, int]:
    """What the detectors of three groups saw: l3=FELL."""
    groups = [0, 0, 0]
    for name, bits in lines.items():
        pin = int(name[1:]) + FIRST
        groups[pin // 8] |= bits << 4 * (pin % 8)
    return groups[0], groups[1], groups[2]


def test_edges_of_one_sample_have_its_time_group_by_group(pure: Pure) -> None:
    pure.start()
    pure.sample(50, pins(15, 0, 7), seen(l15=FELL, l0=FELL, l7=FELL))
    assert pure.edges() == [(50, 0, True), (50, 7, True), (50, 15, True)]


def test_an_edge_after_the_levels_were_read_has_the_next_samples_time_if_that_follows_at_once(pure: Pure) -> None:
    pure.start()
    pure.sample(50, pins(1), seen(l1=FELL, l15=FELL), more=True)  # 15 closed while the groups were read
    pure.sample(51, pins(0, 1, 15), seen(l0=FELL))  # 0 as well, or before it: too late for its group
    assert pure.edges() == [(50, 1, True), (51, 15, True), (51, 0, True)]
    pure.sample(90, pins(0, 1, 15), seen(l15=ROSE))
    assert pure.edges() == [(90, 15, False)], "nothing follows: nothing was missed"


def test_of_two_edges_only_the_second_may_have_come_after_the_levels(pure: Pure) -> None:
    pure.start()
    pure.sample(50, pins(4), seen(l4=FELL | ROSE), more=True)
    pure.sample(51, pins(), seen(l9=FELL | ROSE))
    assert pure.edges() == [(50, 4, True), (51, 4, False), (51, 9, True), (51, 9, False)]


def test_levels_that_no_edge_explains_are_corrected_but_of_masked_lines(pure: Pure) -> None:
    pure.start()
    for n in range(STORM_EDGES + 1):
        pure.sample(n, pins(*[5] * (n % 2 == 0)), seen(l5=ROSE if n % 2 else FELL))
    pure.edges()
    pure.c.pure_correct(ctypes.c_uint64(900), 1 << 5 | 1 << 6)
    assert pure.edges() == [(900, 6, True)]


Sample = tuple[int, int, tuple[int, int, int], bool]
"""Time, pins, what each group saw, whether the next follows at once."""


@st.composite
def samples(draw: st.DrawFn) -> tuple[list[Edge], list[Sample]]:
    """Contacts at any instant, and the samples that a board would take of them: instants in 1/100 ticks."""
    moments = sorted(draw(st.lists(st.integers(0, 3000), max_size=30)))
    lines = draw(st.lists(st.integers(0, 15), min_size=len(moments), max_size=len(moments)))
    closed, edges = set[int](), []
    for at, line in zip(moments, lines, strict=True):
        closed ^= {line}
        edges.append(Edge(line, line in closed, at))
    taken, begin = list[tuple[int, int, tuple[int, int, int]]](), 0
    read_until = [-1, -1, -1]
    while any(edge.time > read_until[(edge.line + FIRST) // 8] for edge in edges):
        waiting = [edge.time for edge in edges if edge.time > read_until[(edge.line + FIRST) // 8]]
        begin = max(begin, min(waiting)) + draw(st.integers(15, 30))
        level = [line for line in range(16) if sum(e.line == line and e.time <= begin + 3 for e in edges) % 2]
        bits = [0, 0, 0]
        for group in range(3):
            until = begin + 4 * (group + 2)
            for edge in edges:
                pin = edge.line + FIRST
                if pin // 8 == group and read_until[group] < edge.time <= until:
                    bits[group] |= (FELL if edge.closed else ROSE) << 4 * (pin % 8)
            read_until[group] = until
        taken.append((begin, pins(*level), (bits[0], bits[1], bits[2])))
        begin += 60
    begins = [at for at, *_ in taken] + [10**9]
    near = [begins[n + 1] // 100 - begins[n] // 100 <= 1 for n in range(len(taken))]
    return edges, [(at // 100, pin, found, more) for (at, pin, found), more in zip(taken, near, strict=True)]


@given(samples())
def test_whatever_is_sampled_ticks_never_go_against_the_order_of_first_edges(
    pure: Pure, drawn: tuple[list[Edge], list[Sample]]
) -> None:
    edges, taken = drawn
    pure.start()
    for time, levels, found, more in taken:
        pure.sample(time, levels, found, more=more)
    stamps: dict[int, list[int]] = {}
    last = 0
    for time, line, closed in pure.edges():
        assert time >= last, "the ring is in order"
        last = time
        stamps.setdefault(line, []).append(time)
        assert closed == (len(stamps[line]) % 2 == 1)
    firsts = {line: min(edge.time for edge in edges if edge.line == line) for line in {edge.line for edge in edges}}
    for one, at in firsts.items():
        for other, later in firsts.items():
            if at <= later and one != other:
                assert stamps[one][0] <= stamps[other][0] if at < later else stamps[one][0] == stamps[other][0]


# ---- storms


def toggle(pure: Pure, line: int, count: int, at: int = 0) -> None:
    """Let a line change so often, a microsecond apart."""
    for n in range(count):
        falls = not pure.c.pure_closed() >> line & 1
        pure.sample(at + n, pins(*[line] * falls), seen(**{f"l{line}": FELL if falls else ROSE}))


def test_a_line_with_too_many_edges_in_a_window_is_masked_and_the_others_are_not(pure: Pure) -> None:
    pure.start()
    toggle(pure, 7, STORM_EDGES)
    assert pure.c.pure_masked() == 0
    toggle(pure, 7, 1)
    assert pure.c.pure_masked() == 1 << 7
    assert len(pure.edges()) == STORM_EDGES
    toggle(pure, 7, 50)
    pure.sample(900, pins(8), seen(l8=FELL))
    assert pure.edges() == [(900, 8, True)]


def test_edges_of_several_windows_are_no_storm(pure: Pure) -> None:
    pure.start()
    for _ in range(20):
        toggle(pure, 2, STORM_EDGES)
        assert pure.c.pure_window(0) == 0
    assert pure.c.pure_masked() == 0


def test_a_masked_line_is_listened_to_again_after_its_windows(pure: Pure) -> None:
    pure.start()
    toggle(pure, 7, STORM_EDGES + 1)
    windows = STORM_MASK_MS // STORM_WINDOW_MS
    assert [pure.c.pure_window(0) for _ in range(windows + 1)] == [0] * windows + [1 << 7]
    assert pure.c.pure_masked() == 0
    assert pure.c.pure_window(0) == 0


def test_a_line_that_closed_while_it_was_masked_stays_so_until_it_opens(pure: Pure) -> None:
    pure.start()
    toggle(pure, 7, STORM_EDGES + 1)  # an even number: it is open
    for _ in range(100):
        assert pure.c.pure_window(1 << 7) == 0
    assert pure.c.pure_window(0) == 1 << 7


def test_a_line_that_was_closed_when_it_was_masked_is_listened_to_whatever_it_is(pure: Pure) -> None:
    pure.start()
    toggle(pure, 7, 1)
    pure.c.pure_window(0)
    toggle(pure, 7, STORM_EDGES + 1)
    assert pure.c.pure_closed() == 1 << 7
    for _ in range(STORM_MASK_MS // STORM_WINDOW_MS):
        pure.c.pure_window(1 << 7)
    assert pure.c.pure_window(1 << 7) == 1 << 7


@pytest.mark.parametrize(
    ("changes", "storming"),
    [
        ([FELL | ROSE] * 4, FELL),
        ([FELL, ROSE, FELL, ROSE], FELL),
        ([FELL, 0, FELL, ROSE], 0),
        ([0, FELL, ROSE, FELL], 0),
        ([FELL, ROSE, FELL, FELL | 0x40], FELL),  # the line beside it has one edge
    ],
)
def test_what_changes_in_four_samples_running_storms(pure: Pure, changes: list[int], storming: int) -> None:
    assert pure.c.pure_storming((ctypes.c_uint32 * 4)(*changes), 4) == storming


# ---- on their way


@pytest.mark.parametrize("rate", RATES)
def test_every_edge_goes_out_once_whenever_it_is_fetched(pure: Pure, rate: int) -> None:
    pure.start()
    planned = [(n * 10, n % 16, n // 16 % 2 == 0) for n in range(1500)]
    frames = []
    for number, edge in enumerate(planned):
        pure.edge(*edge)
        if number % rate == 0:
            frames += pure.sent()
    messages = [message_of(frame.type, frame.payload) for frame in frames + pure.sent()]
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
    sent = [message_of(frame.type, frame.payload) for frame in pure.sent()]
    pure.edge(9999, 1, False)
    after = [message_of(frame.type, frame.payload) for frame in pure.sent()]
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
    *_, last = [message_of(frame.type, frame.payload) for frame in _reading(pure)]
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
    told = [message_of(frame.type, frame.payload) for frame in pure.sent()]
    assert told == [Edges(0, (Edge(1, True, 10),)), Edges(1, (Edge(1, False, 10 + 2**32),))]


# ---- what is told, and when


def test_nothing_states_a_time_before_the_edges_up_to_it(pure: Pure) -> None:
    pure.start()
    for number in range(50):
        pure.edge(number, 2, number % 2 == 0)
    pure.receive(encoded(Frame(*_frame(Ping(77)))))
    pure.edge(60, 2, True)
    told = [message_of(frame.type, frame.payload) for frame in pure.sent()]
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
        seen += [m for frame in pure.sent() if isinstance(m := message_of(frame.type, frame.payload), Status)]
    assert len(seen) == 1 + (1000 - 1000 % rate) // 100
    assert {status.levels for status in seen} == {5}


def test_a_line_that_takes_nothing_gets_one_status_and_a_hello_when_it_does(pure: Pure) -> None:
    pure.start()
    for ms in range(2000):
        pure.time(ms * 1000)
    pure.c.pure_hello()
    told = [message_of(frame.type, frame.payload) for frame in pure.sent()]
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
        (0x88, b"abc"),
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
    assert message_of(frame.type, frame.payload) == Pong(7, 0, 0)


def test_the_boot_loader_is_asked_for_by_its_word(pure: Pure) -> None:
    pure.start()
    pure.receive(encoded(Frame(0x84, 0, b"BOOT")))
    assert pure.c.pure_bootloader()


def test_the_boot_button_is_read_as_the_answer_goes_out_after_the_edges_before(pure: Pure) -> None:
    pure.start()
    pure.edge(5, 3, True)
    kind, payload = payload_of(ReadBootButton(7))
    pure.receive(2 * encoded(Frame(kind, 0, payload)))
    answers = []
    for is_down in (False, True, False):
        pure.c.pure_boot_button(is_down)
        (frame,) = FrameReader().feed(pure.next())
        answers.append(message_of(frame.type, frame.payload))
    assert answers == [Edges(0, (Edge(3, True, 5),)), BootButton(7, is_down=True), BootButton(7, is_down=False)]


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


# ---- lamps behind shift registers

TURN_US = 0.25
SENDING_TURNS = 36


@pytest.mark.parametrize(
    ("levels", "lit"),
    [
        ({}, [0, 0, 0, 0, 0, 0, 0, 0]),
        ({0: 255}, [1, 1, 1, 1, 1, 1, 1, 1]),
        ({15: 255}, [0x8000] * 8),
        ({0: 1}, [1, 0, 0, 0, 0, 0, 0, 0]),
        ({7: 128, 8: 128}, [0, 0, 0, 0, 0, 0, 0, 0x180]),
        ({1: 0b10101010, 2: 0b01010101}, [4, 2, 4, 2, 4, 2, 4, 2]),
    ],
)
def test_a_plane_has_one_bit_of_every_brightness(pure: Pure, levels: dict[int, int], lit: list[int]) -> None:
    row = [levels.get(lamp, 0) for lamp in range(LAMPS)]
    assert [outputs for outputs, _ in pure.planes(row)] == lit


def test_a_plane_is_shown_for_as_long_as_its_bit_counts(pure: Pure) -> None:
    shown = [(held + SENDING_TURNS) * TURN_US for _, held in pure.planes([0] * LAMPS)]
    assert shown == [STEP_US * 2**plane for plane in range(PLANES)]
    assert sum(shown) == REGISTER_FRAME_US


@given(levels=st.lists(st.integers(0, 255), min_size=LAMPS, max_size=LAMPS))
def test_the_planes_of_a_lamp_add_up_to_its_brightness(pure: Pure, levels: list[int]) -> None:
    planes = pure.planes(levels)
    lit_for = [sum((held + SENDING_TURNS) for lit, held in planes if lit >> lamp & 1) for lamp in range(LAMPS)]
    assert [turns * TURN_US / STEP_US for turns in lit_for] == levels


def test_an_output_is_chosen_by_its_number_and_another_is_bad(pure: Pure) -> None:
    pure.start()
    for number, (payload, output) in enumerate([(b"\1", 1), (b"\1later", 1), (b"\0", 0), (b"\2", 0), (b"", 0)]):
        pure.receive(encoded(Frame(0x85, number, payload)))
        assert pure.c.pure_output() == output
    assert pure.c.pure_bad() == 2


def test_lamps_that_go_dark_leave_the_output_as_it_is(pure: Pure) -> None:
    pure.start()
    pure.receive(encoded(Frame(0x85, 0, b"\1")))
    pure.time((HOST_SILENT_MS + 1) * 1000)
    assert pure.c.pure_output() == Output.REGISTERS
