"""From switches to presses: stamps arrive as they left, at the right button of the right seat."""

import hypothesis.strategies as st
import pytest
from hypothesis import example, given

from cabinet.config.schema import Input
from cabinet.input.inputs import SERVICE, Inputs, Panels, Typed, complaint, panel_map
from engine.log_lines import PressLine
from engine.match import Match
from engine.panel import ACTION, BUTTONS, Press
from engine.panel import Glitch as TakenBack
from engine.setup import Setup
from hardware.clock import MS, FakeClock
from hardware.debounce import Debounced
from hardware.errors import HardwareError, NoGpioChip
from hardware.fake import FakeSource
from hardware.keyboard import KeyboardSource
from hardware.source import EdgesLost, Event, Glitch, LineCalm, LineChattering, LineStuck, PressSwallowed, SwitchEdge

PINS = panel_map(Input().pins)
KEYS = panel_map(Input().keys)


def no_trouble(event: Event) -> None:
    pytest.fail(f"unexpected: {event}")


def test_every_button_of_both_seats_has_its_line() -> None:
    for wired in (PINS, KEYS):
        assert sorted(wired.values()) == sorted((seat, button) for seat in (0, 1) for button in BUTTONS)


def test_a_press_keeps_its_stamp_and_its_sources_resolution() -> None:
    clock = FakeClock()
    source = FakeSource(list(PINS), clock, name="gpio", resolution_ns=100_000)
    inputs = Inputs([Panels(Debounced(source), PINS)], no_trouble)
    inputs.start()
    inputs.measure_bounces()
    pin = next(line for line, place in PINS.items() if place == (1, "CARD3"))
    source.press(pin, at_ns=81_250_123, bounce_ns=(400_000, 900_000))
    clock.move_to(100 * MS)
    assert inputs.drain(clock()) == [
        Press(1, "CARD3", True, 81_250_123, "gpio", 100_000, "monotonic", 81_250_123),
    ]
    assert inputs.drain(clock()) == []
    assert inputs.bounces() == {(1, "CARD3"): 900_000}
    inputs.measure_bounces()
    assert inputs.bounces() == {}


def test_presses_of_all_sources_come_in_the_order_of_their_stamps_up_to_the_slowest() -> None:
    clock = FakeClock()
    pins = FakeSource(list(PINS), clock, name="gpio")
    keys = FakeSource(list(KEYS), clock, name="keyboard", promise_ns=30 * MS)
    inputs = Inputs([Panels(pins, PINS), Panels(keys, KEYS)], no_trouble)
    inputs.start()
    pins.press(next(iter(PINS)), at_ns=20 * MS)
    keys.press(next(iter(KEYS)), at_ns=10 * MS)
    clock.move_to(50 * MS)
    assert [(press.source, press.time_ns) for press in inputs.drain(clock())] == [
        ("keyboard", 10 * MS),
        ("gpio", 20 * MS),
    ]
    assert inputs.drained_ns == 20 * MS
    line, place = next(iter(KEYS.items()))
    assert inputs.place_of(LineStuck("keyboard", line, 0)) == place
    assert inputs.place_of(LineStuck("gpio", 99, 0)) is inputs.place_of(EdgesLost("gpio", 1, 0, "sequence")) is None


TAP_AGX = [("a", True), ("a", False), ("g", True), ("g", False), ("x", True), ("x", False)]
"""The keys of seat 0's pause, tapped one after the other."""


@given(readings=st.lists(st.lists(st.tuples(st.sampled_from(list(KEYS)), st.booleans()), max_size=12), max_size=8))
@example(readings=[[], TAP_AGX])
@example(readings=[[(key, down) for key in "ug8a" for down in (True, False)]])
def test_what_is_typed_is_what_the_log_has_however_long_the_keys_waited(readings: list[list[tuple[str, bool]]]) -> None:
    keyboard = KeyboardSource([str(key) for key in KEYS])
    inputs, match = Inputs([Panels(keyboard, KEYS)], no_trouble), Match(Setup("speed", {"countdown": 1}, seed=6))
    inputs.start()
    typed, down = [], set[str]()
    for seat, at_ms in ((0, 100), (0, 200), (1, 300), (1, 310)):  # both are ready, and the draw is skipped
        for pressed in (True, False):
            match.handle(Press(seat, ACTION, pressed, (at_ms + (not pressed)) * MS, "begin"))
    now = 5_000 * MS
    match.advance(now)
    assert match.table.phase == "play"
    for keys in readings:
        now += 1_000 * MS
        for key, pressed in keys:
            if pressed != (key in down):
                down ^= {key}
                typed.append((*KEYS[key], pressed))
            keyboard.feed(key, pressed, now)
        keyboard.mark_read(now)
        for press in inputs.drain(now):
            match.handle(press)
        match.advance(now, inputs.drained_ns)
    match.advance(now + 1_000 * MS)
    lines = [line for line in match.final() if isinstance(line, PressLine) and line.source == "keyboard"]
    lines.sort(key=lambda line: line.t)  # a dead heat is judged ahead of its place (decision 0010)
    assert [(line.seat, line.button, line.pressed) for line in lines] == typed[: len(lines)]
    assert len(lines) == len(typed) or match.outcome is not None


FRENCH = {"2": "é", "a": "q", "q": "a"}


def test_while_text_is_typed_keys_are_letters_and_buttons_stay_buttons() -> None:
    clock = FakeClock()
    pins, keyboard = FakeSource(list(PINS), clock, name="gpio"), KeyboardSource([*map(str, KEYS), "f1"])
    panels = [Panels(pins, PINS), Panels(keyboard, {**KEYS, "f1": SERVICE, "d": SERVICE})]
    served: list[Press] = []
    inputs = Inputs(panels, no_trouble, served.append, keyboards=[keyboard], letters=lambda: FRENCH)
    inputs.start()

    def fed(*keys: tuple[str, bool]) -> list[tuple[str, bool]]:
        clock.advance(10 * MS)
        for key, pressed in keys:
            keyboard.feed(key, pressed, clock())
        keyboard.mark_read(clock())
        clock.advance(10 * MS)
        return [(press.button, press.pressed) for press in inputs.drain(clock())]

    assert inputs.typing_seats(0) == frozenset(), "nobody has pressed a key"
    assert fed(("c", True)) == [("LEFT", True)] and inputs.typing_seats(0) == {0, 1} and inputs.is_typing
    inputs.type_keys(on=True)
    pins.press(next(iter(PINS)), at_ns=clock() + MS)
    went = fed(("c", False), ("q", True), ("q", False), ("backspace", True), ("2", True), ("f1", True), ("d", True))
    assert went == [(next(iter(PINS.values()))[1], True), ("LEFT", False)], "a key that was held is let go"
    assert inputs.typed() == [Typed("q", "A"), Typed("backspace"), Typed("2", "É2")] and inputs.typed() == []
    assert len(served) == 2, "the operator's key is no letter"
    assert inputs.typing_seats(0) == frozenset() and inputs.typing_seats(1) == frozenset(), "a button was pressed"
    inputs.type_keys(on=False)
    pins.release(next(iter(PINS)), at_ns=clock() + MS)
    pins.press(next(iter(PINS)), at_ns=clock() + 5 * MS)
    assert fed() and not inputs.is_typing
    assert fed(("q", False), ("2", False), ("c", True)) == [("LEFT", True)] and inputs.typed() == []


def test_what_a_source_complains_of_reaches_the_operator() -> None:
    clock = FakeClock()
    source = FakeSource(list(PINS), clock)
    told: list[Event] = []
    inputs = Inputs([Panels(source, PINS)], told.append)
    inputs.start()
    source.edge(next(iter(PINS)), True, at_ns=5 * MS, lost=True)
    clock.move_to(10 * MS)
    assert inputs.drain(clock()) == []
    assert [type(event) for event in told] == [EdgesLost]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (EdgesLost("gpio", 3, 0, "sequence"), "gpio: 3 edges were lost"),
        (EdgesLost("gpio", None, 0, "level"), "gpio: ? edges were lost"),
        (LineStuck("gpio", 17, 0), "gpio: 17 is down for so long"),
        (LineChattering("gpio", 17, 0), "gpio: 17 changes as no finger can"),
        (LineCalm("gpio", 17, 0), "gpio: 17 is calm again"),
        (EdgesLost("board", None, 0, "storm", ((3, False), (5, True))), "board: line 3, 5 changes too fast"),
        (PressSwallowed("gpio", 17, 0, 6_040_000), "gpio: 17 closed again after 6.0 ms open, too soon to count"),
        (Glitch("gpio", 17, 0, 120_000), "gpio: 17 had a pulse of 120 µs"),
    ],
)
def test_complaints_are_worded(event: Event, words: str) -> None:
    assert complaint(event).startswith(words)


def of(button: str, seat: int = 0) -> int:
    (line,) = (line for line, place in PINS.items() if place == (seat, button))
    assert isinstance(line, int)
    return line


def spiked(*, service: list[str] | None = None) -> tuple[FakeClock, FakeSource, Inputs]:
    """A debounced source behind `Inputs`; 99 is the operator's button."""
    clock = FakeClock()
    source = FakeSource([*PINS, 99], clock, name="gpio")
    inputs = Inputs(
        [Panels(Debounced(source), {**PINS, 99: SERVICE})],
        lambda _event: None,
        lambda press: service.append("opened" if press.pressed else "let go") if service is not None else None,
    )
    inputs.start()
    return clock, source, inputs


def test_a_spike_is_a_press_at_once_and_a_glitch_of_its_seats_button_later() -> None:
    clock, source, inputs = spiked()
    source.tap(of("CARD2", 1), at_ns=5 * MS, hold_ns=5_000)
    clock.move_to(6 * MS)
    assert [(press.seat, press.button, press.time_ns) for press in inputs.drain(clock())] == [(1, "CARD2", 5 * MS)]
    assert inputs.glitches() == []
    clock.move_to(30 * MS)
    assert inputs.drain(clock()) == []
    assert inputs.glitches() == [TakenBack(1, "CARD2", 5 * MS, "gpio")]


def test_whoever_wants_only_sure_presses_never_gets_a_spike_and_a_press_only_once_it_is_a_fingers() -> None:
    clock, source, inputs = spiked()
    source.tap(of("CARD2", 1), at_ns=5 * MS, hold_ns=5_000)
    source.press(of("CARD3"), at_ns=50 * MS)
    got: list[tuple[int, Press]] = []
    for now in range(4 * MS, 60 * MS, 100_000):
        clock.move_to(now)
        got += [(now, press) for press in inputs.drain(now, only_sure=True)]
    assert [(now, press.button, press.time_ns) for now, press in got] == [(50_300_000, "CARD3", 50 * MS)]


def test_a_spike_on_the_operators_button_opens_nothing_not_even_in_a_race() -> None:
    opened: list[str] = []
    clock, source, inputs = spiked(service=opened)
    source.tap(99, at_ns=5 * MS, hold_ns=5_000)
    source.tap(99, at_ns=50 * MS, hold_ns=60 * MS)
    for now in range(4 * MS, 150 * MS, MS):
        clock.move_to(now)
        assert inputs.drain(clock()) == []
        assert inputs.glitches() == []
        assert bool(opened) is (now > 50 * MS)
    assert opened == ["opened", "let go"]


def test_an_edge_is_no_complaint() -> None:
    with pytest.raises(TypeError):
        complaint(SwitchEdge("gpio", 17, True, 0, "monotonic", 0))


class Missing(FakeSource):
    """A device that is not there."""

    def start(self) -> None:
        raise NoGpioChip


def test_if_one_device_cannot_be_had_the_others_are_let_go() -> None:
    clock = FakeClock()
    there = FakeSource(list(KEYS), clock)
    inputs = Inputs([Panels(there, KEYS), Panels(Missing(list(PINS), clock), PINS)], no_trouble)
    with pytest.raises(HardwareError):
        inputs.start()
    there.press(next(iter(KEYS)), at_ns=MS)
    clock.move_to(2 * MS)
    assert there.drain() == []
