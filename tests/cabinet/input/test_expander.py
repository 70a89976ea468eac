"""Buttons on an expander behind I2C: its driver stamps lines one after another in pin order, and no number is missing.

So the lower pin has the earlier stamp in every tie, by more than the header's resolution: a race that is judged by such
stamps is the lower pin's.
"""

import pytest

from cabinet.config.schema import Input
from cabinet.input.inputs import Inputs, PanelMap, Panels
from engine import judge
from engine.panel import Press
from engine.setup import Setup
from hardware.clock import MS, FakeClock
from hardware.debounce import Debounced
from hardware.gpio import gpiod_factory
from hardware.gpio.backends import no_trace, open_source
from hardware.gpio.fake import FakeGpiod
from hardware.gpio.source import GpioSource

pytestmark = pytest.mark.needs("gpiod")

AMBERS, BLUES = (4, 7), (5, 6)
BUTTONS: PanelMap = {4: (0, "CARD1"), 7: (0, "CARD2"), 5: (1, "CARD1"), 6: (1, "CARD2")}
LINES = {place: int(line) for line, place in BUTTONS.items()}
US = 1000
READS_US = (100, 250, 500)
"""A reading at 1 MHz with the overhead of its message, at 400 kHz, at 100 kHz."""


def opened(monkeypatch: pytest.MonkeyPatch, clock: FakeClock, gpiod: FakeGpiod, resolution_us: float) -> GpioSource:
    monkeypatch.setattr(gpiod_factory, "import_gpiod", lambda: gpiod)
    monkeypatch.setattr(gpiod_factory, "gpio_chips", lambda: [gpiod.PATH])
    monkeypatch.setattr(gpiod_factory, "get_pi_revision", lambda: 0xC03111)
    resolution_ns = round(Input(resolution_us=resolution_us).resolution_us * US) or None
    lines, chip = list(LINES.values()), gpiod.label
    return open_source("gpiod", lines, chip=chip, clock=clock, resolution_ns=resolution_ns, trace=no_trace)


def races(clock: FakeClock, gpiod: FakeGpiod, source: GpioSource, count: int) -> list[tuple[Press, Press]]:
    """Press a button of each seat at the same instant, so many times; return the presses, the earlier stamp first."""
    inputs = Inputs([Panels(Debounced(source), BUTTONS)], lambda _event: None)
    inputs.start()
    gpiod.requests[0].stall()
    found = []
    for number in range(count):
        lines = AMBERS[number % 2], BLUES[number // 2 % 2]
        presses: list[Press] = []
        for high in (False, True):
            begin = clock() + 50 * MS
            for line in lines:
                gpiod.contact(line, [(begin, high)])
            while clock() < begin + 50 * MS:
                clock.advance(5 * MS)
                gpiod.run(clock())
                presses += [press for press in inputs.drain(clock()) if press.pressed]
        first, second = presses
        found.append((first, second))
    inputs.close()
    return found


@pytest.mark.parametrize("read_us", READS_US)
def test_races_on_a_chip_that_nobody_has_checked_are_drawn_and_shown_as_not_judged(
    monkeypatch: pytest.MonkeyPatch, read_us: int
) -> None:
    clock, gpiod = FakeClock(10_000 * MS), FakeGpiod(label="mcp23017", expander_read_ns=read_us * US)
    source = opened(monkeypatch, clock, gpiod, 0)
    assert source.doubt == "chip"
    told = races(clock, gpiod, source, 300)
    lines = [tuple(LINES[press.seat, press.button] for press in pair) for pair in told]
    assert lines == [tuple(sorted(pair)) for pair in lines], "the stamps follow the pins"
    assert {second.time_ns - first.time_ns for first, second in told} == {read_us * US}
    assert not any(press.early_ns for pair in told for press in pair), "and no number says so"
    assert not any(judge.is_judged(Setup("speed"), *pair) for pair in told)
    assert not any(judge.is_certainly_later(Setup("speed"), *pair) for pair in told)


@pytest.mark.parametrize("read_us", READS_US)
def test_with_a_written_resolution_they_are_dead_heats(monkeypatch: pytest.MonkeyPatch, read_us: int) -> None:
    clock, gpiod = FakeClock(10_000 * MS), FakeGpiod(label="mcp23017", expander_read_ns=read_us * US)
    source = opened(monkeypatch, clock, gpiod, 16 * read_us)
    assert not source.doubt
    told = races(clock, gpiod, source, 100)
    assert all(judge.is_judged(Setup("speed"), *pair) for pair in told)
    assert not any(judge.is_certainly_later(Setup("speed"), *pair) for pair in told)


@pytest.mark.parametrize("label", gpiod_factory.HEADER_CHIPS)
def test_the_headers_chips_have_their_resolution_unwritten(monkeypatch: pytest.MonkeyPatch, label: str) -> None:
    source = opened(monkeypatch, FakeClock(), FakeGpiod(label=label), 0)
    assert (source.doubt, source.resolution_ns) == ("", 100 * US)
    source.close()


def test_a_chip_that_comes_back_as_another_is_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its path says nothing: the header's chip and an expander may change their numbers."""
    clock, gpiod = FakeClock(10_000 * MS), FakeGpiod()
    monkeypatch.setattr(gpiod_factory, "import_gpiod", lambda: gpiod)
    source = open_source("gpiod", list(LINES.values()), chip=gpiod.PATH, clock=clock, trace=no_trace)
    source.start()
    doubts = [source.doubt]
    gpiod.unplug()
    clock.advance(MS)
    source.drain()
    gpiod.label = "mcp23017"
    gpiod.plug_in()
    for _ in range(3):
        clock.advance(300 * MS)
        source.drain()
    assert source.is_connected
    assert [*doubts, source.doubt] == ["", "chip"]
    source.close()
