"""Our pin factory on gpiod: its chip, what the kernel tells of edges, its pins for gpiozero, and the package itself."""

import inspect
import threading
from collections.abc import Iterator
from pathlib import Path

import gpiozero
import pytest

from hardware.clock import MS, FakeClock
from hardware.errors import BackendMissing, GpioNotAllowed, NoGpioChip, NoSuchChip, NotARaspberryPi, PinTaken
from hardware.gpio import gpiod_factory
from hardware.gpio.fake import FakeChip, FakeGpiod, FakeRequest
from hardware.gpio.gpiod_factory import GpiodFactory, GpiodPin, header_chip, import_gpiod
from hardware.gpio.kernel import BUFFER, EARLY_NS
from hardware.gpio.sequence import FORGET_NS
from hardware.gpio.source import GpioSource, Header
from hardware.source import EdgesLost, SwitchEdge
from tests.hardware.conftest import drained, losses
from tests.hardware.gpio.conftest import PINS, press, stamps

pytestmark = pytest.mark.needs("gpiod")


def test_a_chip_that_goes_away_is_told_once_and_raises_nothing(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock
) -> None:
    gpiod.unplug()
    assert [loss.why for loss in losses(drained(source, clock, 300 * MS))] == ["reader"]


@pytest.fixture
def replugged(gpiod: FakeGpiod, clock: FakeClock) -> Iterator[GpioSource]:
    """A source that may open its chip again."""

    def opened() -> Header:
        return GpiodFactory(FakeGpiod.PATH, gpiod=gpiod, clock=clock).header

    made = GpioSource(opened(), PINS, clock=clock, reopen=opened)
    made.start()
    yield made
    made.close()


def test_a_chip_that_is_gone_is_told_with_the_instant_up_to_which_nothing_is_missing(
    gpiod: FakeGpiod, replugged: GpioSource, clock: FakeClock
) -> None:
    drained(replugged, clock, 20 * MS)
    known = replugged.drained_ns
    gpiod.unplug()
    (loss,) = drained(replugged, clock, 2_000 * MS)
    assert isinstance(loss, EdgesLost)
    assert (loss.why, loss.count, loss.since_ns) == ("reader", None, known)
    assert not replugged.is_connected
    assert gpiod.requests == []
    assert replugged.drained_ns > clock() - 10 * MS  # nothing more is to come: whoever waits for it would wait for ever


def test_a_chip_that_is_back_is_taken_again_and_its_edges_count(
    gpiod: FakeGpiod, replugged: GpioSource, clock: FakeClock
) -> None:
    press(gpiod, 6, clock)
    assert stamps(drained(replugged, clock, 20 * MS))
    gpiod.unplug()
    drained(replugged, clock, 700 * MS)
    gpiod.high[6], gpiod.high[5] = True, False
    gpiod.plug_in()
    (back,) = drained(replugged, clock, 600 * MS)
    assert isinstance(back, EdgesLost)
    assert (back.since_ns, sorted(back.levels)) == (None, [(5, True), (6, False)])
    assert replugged.is_connected
    at = press(gpiod, 6, clock)
    assert stamps(drained(replugged, clock, 200 * MS)) == [at]


def test_a_chip_that_is_back_before_it_may_be_opened_is_tried_until_it_may(
    gpiod: FakeGpiod, replugged: GpioSource, clock: FakeClock
) -> None:
    """The kernel makes its file root's own, and udev gives it to the group a moment later."""
    gpiod.unplug()
    drained(replugged, clock, 700 * MS)
    gpiod.forbidden = True
    gpiod.plug_in()
    assert drained(replugged, clock, 5_000 * MS) == []
    gpiod.forbidden = False
    assert [loss.why for loss in losses(drained(replugged, clock, 600 * MS))] == ["reader"]
    at = press(gpiod, 6, clock)
    assert stamps(drained(replugged, clock, 200 * MS)) == [at]


def test_a_chip_that_is_back_while_somebody_has_its_lines_is_tried_until_they_are_free(
    gpiod: FakeGpiod, replugged: GpioSource, clock: FakeClock
) -> None:
    gpiod.unplug()
    drained(replugged, clock, 700 * MS)
    gpiod.taken[6] = "gpioset"
    gpiod.plug_in()
    assert drained(replugged, clock, 5_000 * MS) == []
    assert gpiod.requests == []
    del gpiod.taken[6]
    drained(replugged, clock, 600 * MS)
    assert replugged.is_connected


def test_a_chip_that_is_back_by_another_number_is_found_by_its_label(
    gpiod: FakeGpiod, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its old number is not free before everybody has let go of the old one."""
    monkeypatch.setattr(gpiod_factory, "gpio_chips", lambda: [gpiod.PATH])

    def opened() -> Header:
        return GpiodFactory(gpiod.label, gpiod=gpiod, clock=clock).header

    source = GpioSource(opened(), PINS, clock=clock, reopen=opened)
    source.start()
    gpiod.unplug()
    drained(source, clock, 700 * MS)
    gpiod.PATH = "/dev/gpiochip3"
    gpiod.plug_in()
    drained(source, clock, 600 * MS)
    at = press(gpiod, 6, clock)
    assert stamps(drained(source, clock, 200 * MS)) == [at]
    source.close()


def test_a_chip_that_goes_ten_times_is_taken_again_ten_times(
    gpiod: FakeGpiod, replugged: GpioSource, clock: FakeClock
) -> None:
    for _ in range(10):
        gpiod.unplug()
        drained(replugged, clock, 700 * MS)
        gpiod.plug_in()
        drained(replugged, clock, 600 * MS)
        at = press(gpiod, 6, clock)
        assert stamps(drained(replugged, clock, 200 * MS)) == [at]
        gpiod.drive(6, high=True, time_ns=clock())
        drained(replugged, clock, 200 * MS)
    assert len(gpiod.requests) == 1


def test_a_chip_is_found_by_its_label_and_an_unknown_one_is_told(
    gpiod: FakeGpiod, monkeypatch: pytest.MonkeyPatch
) -> None:
    gpiod.label = "buttons"
    monkeypatch.setattr(gpiod_factory, "gpio_chips", lambda: [FakeGpiod.PATH])
    assert gpiod_factory.find_chip(gpiod, "buttons") == FakeGpiod.PATH
    with pytest.raises(NoSuchChip, match=r"no GPIO chip knobs \(there is buttons\)"):
        gpiod_factory.find_chip(gpiod, "knobs")
    gpiod.forbidden = True
    with pytest.raises(GpioNotAllowed):
        gpiod_factory.find_chip(gpiod, "buttons")


def test_a_named_chip_that_is_not_there_is_told_at_the_start(gpiod: FakeGpiod, clock: FakeClock) -> None:
    gpiod.unplug()
    factory = GpiodFactory(FakeGpiod.PATH, gpiod=gpiod, clock=clock)
    with pytest.raises(NoSuchChip, match=FakeGpiod.PATH):
        GpioSource(factory.header, PINS, clock=clock).start()


def test_no_permission_names_the_group(clock: FakeClock, monkeypatch: pytest.MonkeyPatch) -> None:
    gpiod = FakeGpiod(forbidden=True)
    monkeypatch.setattr(gpiod_factory, "is_raspberry_pi", lambda: True)
    monkeypatch.setattr(gpiod_factory, "group_of", lambda path: "gpio")
    with pytest.raises(GpioNotAllowed, match=r"usermod --append --groups gpio"):
        header_chip(gpiod, [FakeGpiod.PATH])
    monkeypatch.setattr(gpiod_factory, "group_of", lambda path: "root")
    with pytest.raises(GpioNotAllowed, match=r"raspberrypi-sys-mods"):
        header_chip(gpiod, [FakeGpiod.PATH])
    monkeypatch.setattr("hardware.gpio.kernel.group_of", lambda path: "gpio")
    with pytest.raises(GpioNotAllowed, match=r"groups gpio"):
        GpiodFactory(FakeGpiod.PATH, gpiod=gpiod, clock=clock).lines.claim(PINS, "up")


def test_a_chip_that_a_desk_computer_keeps_to_itself_is_no_header(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpiod_factory, "is_raspberry_pi", lambda: False)
    with pytest.raises(NoGpioChip, match="keyboard"):
        header_chip(FakeGpiod(forbidden=True), [FakeGpiod.PATH])


def test_a_pi_is_known_by_what_its_firmware_says(tmp_path: Path) -> None:
    model = tmp_path / "model"
    assert not gpiod_factory.is_raspberry_pi(model)
    model.write_bytes(b"Raspberry Pi 4 Model B Rev 1.4\0")
    assert gpiod_factory.is_raspberry_pi(model)
    model.write_bytes(b"Radxa ROCK 5B\0")
    assert not gpiod_factory.is_raspberry_pi(model)


@pytest.mark.parametrize("label", gpiod_factory.HEADER_CHIPS)
def test_the_header_is_found_by_its_chips_label(label: str) -> None:
    assert header_chip(FakeGpiod(label=label), [FakeGpiod.PATH]) == FakeGpiod.PATH


def test_a_machine_without_the_header_is_told_what_it_has() -> None:
    with pytest.raises(NoGpioChip, match=r"gpiochip0: gpio_ich"):
        header_chip(FakeGpiod(label="gpio_ich"), [FakeGpiod.PATH])
    with pytest.raises(NoGpioChip, match=r"No GPIO chip here"):
        header_chip(FakeGpiod(), [])


def test_no_pi_is_an_error_unless_the_chip_is_named(
    gpiod: FakeGpiod, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown() -> int:
        raise gpiozero.PinUnknownPi("unable to locate Pi revision")

    monkeypatch.setattr(gpiod_factory, "get_pi_revision", unknown)
    monkeypatch.setattr(gpiod_factory, "gpio_chips", lambda: [FakeGpiod.PATH])
    with pytest.raises(NotARaspberryPi, match=r"unable to locate"):
        GpiodFactory(gpiod=gpiod, clock=clock).pin(4)
    assert isinstance(GpiodFactory(FakeGpiod.PATH, gpiod=gpiod, clock=clock).pin(4), GpiodPin)


# Edges: one request, its stamps, its order, its losses


def test_all_lines_are_in_one_request_pulled_up_raw_and_with_a_wide_buffer(
    gpiod: FakeGpiod, source: GpioSource
) -> None:
    (request,) = gpiod.requests
    assert sorted(request.config) == list(PINS)
    for settings in request.config.values():
        assert settings.direction is gpiod.line.Direction.INPUT
        assert settings.edge_detection is gpiod.line.Edge.BOTH
        assert settings.bias is gpiod.line.Bias.PULL_UP
        assert settings.event_clock is gpiod.line.Clock.MONOTONIC
        assert not settings.debounce_period
    assert request.size == BUFFER


def test_the_kernels_stamp_arrives_to_the_nanosecond_after_a_year_of_uptime(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock
) -> None:
    clock.move_to(365 * 24 * 3600 * 10**9 + 123_456_789)
    at = press(gpiod, 5, clock, after_ns=1)
    clock.advance(MS)
    assert stamps(source.drain()) == [at]
    assert round(at / 1e9 * 1e9) != at, "a float would have done"


def test_edges_that_the_kernel_queued_out_of_order_are_sorted_and_none_is_missed(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock
) -> None:
    gpiod.requests[0].stall()  # so that all three wait together
    at = [press(gpiod, line, clock) for line in PINS]
    gpiod.requests[0].shuffle([2, 0, 1])
    clock.advance(50 * MS)
    assert source.drain() == [
        SwitchEdge("gpio", line, True, t, "monotonic", t) for line, t in zip(PINS, at, strict=True)
    ]
    assert source.drain() == []


def test_a_full_queue_is_told_as_edges_lost_with_their_number(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock, factory: GpiodFactory
) -> None:
    factory.lines.close()
    factory.lines.claim(PINS, "up")
    gpiod.requests[0].stall()  # the reading thread gets no time
    for count in range(BUFFER + 7):
        clock.advance(MS)
        gpiod.drive(4, high=bool(count % 2), time_ns=clock())
    told = source.drain()
    assert [(loss.count, loss.why) for loss in losses(told)] == [(7, "sequence")]
    assert len(stamps(told)) == BUFFER


def test_a_number_that_never_comes_is_an_overwritten_stamp_and_no_loss(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock
) -> None:
    gpiod.latency = lambda: 40_000
    begin = clock() + MS
    gpiod.contact(5, [(begin, False), (begin + 10_000, True), (begin + 20_000, False)])
    gpiod.run(begin + 60_000)
    clock.advance(MS + 60_000)
    assert source.drain() == [], "another line's number may still come"
    clock.advance(EARLY_NS)
    last = begin + 20_000
    assert source.drain() == [SwitchEdge("gpio", 5, True, last, "monotonic", last, early_ns=EARLY_NS)]
    clock.advance(FORGET_NS)
    assert source.drain() == []
    assert source.stamps.overwritten == 2


def test_two_lines_at_once_whose_threads_overtake_each_other_are_both_clean(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock
) -> None:
    delays = iter((700_000, 10_000))
    gpiod.latency = lambda: next(delays)
    begin = clock() + MS
    gpiod.contact(4, [(begin, False)])
    gpiod.contact(5, [(begin + 1000, False)])
    gpiod.run(begin + 100_000)
    clock.advance(MS + 100_000)
    assert source.drain() == []
    gpiod.run(begin + 800_000)
    clock.advance(MS)
    told = source.drain()
    assert [(edge.line, edge.time_ns, edge.early_ns) for edge in told if isinstance(edge, SwitchEdge)] == [
        (4, begin, 0),
        (5, begin + 1000, 0),
    ]
    assert source.stamps.overwritten == 0


def test_an_event_that_comes_later_than_an_interval_is_long_leaves_the_header_not_judged(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock
) -> None:
    gpiod.latency = lambda: 3 * MS
    for late in (False, True):
        assert source.stamps.doubt == ""
        begin = clock() + MS
        gpiod.contact(4, [(begin, late)])
        clock.move_to(begin + 2 * MS)
        gpiod.run(clock())
        source.drain()
        clock.advance(2 * MS)
        gpiod.run(clock())
        source.drain()
    assert source.stamps.doubt == "late"


def test_after_a_loss_the_levels_are_read_and_the_line_that_disagrees_is_told(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock
) -> None:
    press(gpiod, 4, clock)
    source.drain()
    clock.advance(60 * MS)
    gpiod.lose(4, high=True)
    told = drained(source, clock, 300 * MS)
    assert [(loss.why, loss.levels) for loss in losses(told)] == [("level", ((4, False),))]


def test_a_line_that_lost_an_edge_says_so_with_its_next(gpiod: FakeGpiod, source: GpioSource, clock: FakeClock) -> None:
    clock.advance(MS)
    gpiod.lose(4, high=False)
    gpiod.lose(4, high=True)
    at = press(gpiod, 4, clock)
    assert losses(source.drain()) == [EdgesLost("gpio", 2, at, "sequence")]
    clock.advance(50 * MS)
    assert losses(source.drain()) == [], "the same gap in the request's numbers is the same loss"


def test_an_edge_without_a_number_shows_in_the_level(gpiod: FakeGpiod, source: GpioSource, clock: FakeClock) -> None:
    gpiod.lose(6, high=False, numbered=False)
    told = drained(source, clock, 300 * MS)
    assert [(loss.why, loss.levels) for loss in losses(told)] == [("level", ((6, True),))]


def test_an_edge_shorter_than_the_kernels_look_comes_as_an_opening(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock
) -> None:
    clock.advance(MS)
    gpiod.drive(4, high=False, time_ns=clock(), seen=True)
    clock.advance(MS)
    (edge,) = source.drain()
    assert isinstance(edge, SwitchEdge) and not edge.pressed


# Pins as gpiozero's devices use them, beside the buttons


def test_edges_are_read_by_the_thread_while_nobody_drains(
    gpiod: FakeGpiod, factory: GpiodFactory, clock: FakeClock
) -> None:
    came = threading.Event()

    def changed(ticks: float, state: int) -> None:
        came.set()

    pin = factory.pin(17)
    pin.input_with_pull("up")
    pin.when_changed = changed
    press(gpiod, 17, clock)
    assert came.wait(timeout=30)


def test_a_handler_that_fails_does_not_silence_the_other_pins(
    gpiod: FakeGpiod, factory: GpiodFactory, source: GpioSource, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(ticks: float, state: int) -> None:
        raise RuntimeError("a lamp fell off")

    pin = factory.pin(17)
    pin.when_changed = fails
    press(gpiod, 17, clock)
    at = press(gpiod, 5, clock)
    told = source.drain()
    assert stamps(told) == [at]
    assert [loss.why for loss in losses(told)] == ["callback"]
    assert "a lamp fell off" in caplog.text


def test_closing_ends_the_reading_thread_and_lets_go_of_the_lines(
    gpiod: FakeGpiod, factory: GpiodFactory, source: GpioSource
) -> None:
    assert [thread.name for thread in threading.enumerate()].count("gpio-reader") == 1
    source.close()
    factory.close()
    assert gpiod.requests == []
    assert "gpio-reader" not in [thread.name for thread in threading.enumerate()]


def test_a_plain_gpiozero_button_works_on_it(gpiod: FakeGpiod, factory: GpiodFactory, clock: FakeClock) -> None:
    with gpiozero.Button(17, pin_factory=factory) as button:
        assert not button.is_pressed
        press(gpiod, 17, clock)
        assert button.is_pressed
        assert button.pin.pull == "up"


def test_pins_taken_one_by_one_end_up_in_one_request_too(gpiod: FakeGpiod, factory: GpiodFactory) -> None:
    for number in PINS:
        factory.pin(number).input_with_pull("up")
    assert [sorted(request.config) for request in gpiod.requests] == [list(PINS)]


@pytest.mark.parametrize(("edges", "expected"), [("both", [0, 1]), ("falling", [0]), ("rising", [1]), ("none", [])])
def test_a_pin_tells_the_edges_it_was_asked_for(
    gpiod: FakeGpiod, factory: GpiodFactory, clock: FakeClock, edges: str, expected: list[int]
) -> None:
    states: list[int] = []

    def changed(ticks: float, state: int) -> None:
        states.append(state)

    pin = factory.pin(17)
    pin.edges = edges
    pin.when_changed = changed
    for high in (False, True):
        clock.advance(MS)
        gpiod.drive(17, high=high, time_ns=clock())
    factory.lines.pump()
    assert states == expected


def test_a_pin_is_an_input_without_bounce(factory: GpiodFactory) -> None:
    pin = factory.pin(17)
    assert (pin.function, pin.bounce) == ("input", None)
    with pytest.raises(gpiozero.PinInvalidFunction):
        pin.function = "output"
    with pytest.raises(gpiozero.PinInvalidBounce):
        pin.bounce = 0.01
    with pytest.raises(gpiozero.PinInvalidPull):
        pin.pull = "sideways"
    with pytest.raises(gpiozero.PinFixedPull):
        factory.pin(2).pull = "down"


def test_a_pin_that_cannot_be_had_later_costs_no_other(
    gpiod: FakeGpiod, factory: GpiodFactory, source: GpioSource, clock: FakeClock
) -> None:
    gpiod.taken[17] = "a fan"
    with pytest.raises(PinTaken, match=r"GPIO 17 taken by a fan"):
        gpiozero.Button(17, pin_factory=factory)
    at = press(gpiod, 5, clock)
    assert stamps(source.drain()) == [at]


def test_another_pull_changes_the_request_and_keeps_it(gpiod: FakeGpiod, factory: GpiodFactory) -> None:
    pin = factory.pin(17)
    pin.pull = "up"
    (request,) = gpiod.requests
    pin.pull = "down"
    assert gpiod.requests == [request]
    assert request.config[17].bias is gpiod.line.Bias.PULL_DOWN


def test_a_line_that_somebody_has_is_named_with_its_owner(clock: FakeClock) -> None:
    gpiod = FakeGpiod(taken={5: "spi0 CS1"})
    source = GpioSource(GpiodFactory(FakeGpiod.PATH, gpiod=gpiod, clock=clock).header, PINS, clock=clock)
    with pytest.raises(PinTaken, match=r"GPIO 5 taken by spi0 CS1.*config\.txt"):
        source.start()


def test_a_pin_that_another_device_of_the_program_has_is_refused(factory: GpiodFactory, clock: FakeClock) -> None:
    with gpiozero.Button(5, pin_factory=factory):
        source = GpioSource(factory.header, PINS, clock=clock)
        with pytest.raises(PinTaken, match=r"GPIO 5 taken by another part"):
            source.start()


# The package gpiod: missing, too old, and our stand-in held to it


def test_a_missing_package_and_libgpiod_1_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_gpiod(), "request_lines", None)
    monkeypatch.delattr(import_gpiod(), "request_lines")
    with pytest.raises(BackendMissing, match=r"version 1"):
        import_gpiod()
    monkeypatch.setitem(__import__("sys").modules, "gpiod", None)
    with pytest.raises(BackendMissing, match=r"pip install"):
        import_gpiod()


def test_the_real_package_refuses_what_is_no_chip(tmp_path: Path) -> None:
    """The real library, as far as it goes without a chip: it loads and answers."""
    with pytest.raises(OSError, match=r"(?i)inappropriate|no such|invalid|not"):
        import_gpiod().Chip(str(tmp_path))


@pytest.mark.parametrize(
    ("fake", "real"),
    [
        (FakeRequest, "LineRequest"),
        (FakeChip, "Chip"),
    ],
)
def test_the_stand_in_takes_what_the_real_package_takes(fake: type, real: str) -> None:
    theirs = getattr(import_gpiod(), real)
    script = {"put", "number", "shuffle", "wake", "stall"}
    for name, method in inspect.getmembers(fake, inspect.isfunction):
        if not name.startswith("_") and name not in script:
            ours = list(inspect.signature(method).parameters)
            assert ours == list(inspect.signature(getattr(theirs, name)).parameters), f"{real}.{name}"


def test_the_stand_in_asks_for_lines_as_the_real_package_does() -> None:
    ours = list(inspect.signature(FakeGpiod.request_lines).parameters)[1:]
    assert ours == list(inspect.signature(import_gpiod().request_lines).parameters)
