"""The live test of the buttons, on buttons that press themselves."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cabinet.commands.buttons import Watch, ask, assign_buttons, button_name, is_console
from cabinet.config.schema import Config, Data, Input
from cabinet.errors import CabinetError
from cabinet.input.assigning import Assigning
from cabinet.input.inputs import PAD_SEATS, panel_map
from cabinet.input.sources import PanelSource, Sources, find_keys, key_map
from cabinet.store.lock import InUse
from cabinet.store.store import DiskStore
from cabinet.strings.catalogue import word
from engine.panel import CARDS
from hardware.clock import MS, FakeClock
from hardware.evdev.controls import BTN_SOUTH, CODES
from hardware.evdev.fake import PAD, FakeDevice, FakeFolder
from hardware.evdev.layouts import Layouts
from hardware.evdev.source import EvdevSource
from hardware.fake import FakeSource
from tests.hardware.test_evdev_pads import XBOX, XBOX_AXES, XBOX_KEYS, keyboard
from workshop.certify.recorded import Recording, read_presses

PINS = panel_map(Input().pins)
AMBER_CARD3 = next(line for line, place in PINS.items() if place == (0, "CARD3"))


class Stop(Exception):
    """Ends a watch that would go on for ever."""


def test_a_line_a_button_with_presses_and_shortest_bounce() -> None:
    clock = FakeClock()
    source = FakeSource(list(PINS), clock, name="gpio")
    watch = Watch(Sources(PanelSource(source, PINS), None), Input(), None)
    source.start()
    source.tap(AMBER_CARD3, at_ns=10 * MS, bounce_ns=(400_000, 900_000))
    clock.move_to(100 * MS)
    assert watch.read(clock())
    table = {line.split("  ")[0]: line for line in watch.text().splitlines()}
    assert len(table) == 1 + 1 + 16
    line = table[button_name((0, "CARD3"), AMBER_CARD3)]
    assert line.split()[4:7] == ["1", "400", "µs"]


def test_every_raw_edge_is_recorded_and_the_presses_are_what_a_certificate_repeats(tmp_path: Path) -> None:
    clock = FakeClock()
    source = FakeSource(list(PINS), clock, name="gpio")
    watch = Watch(Sources(PanelSource(source, PINS), None), Input(), None, Recording(tmp_path / "presses.csv"))
    source.start()
    for push in range(2):
        for at_us, closed in ((0, True), (400, False), (900, True), (30_000, False)):
            source.edge(AMBER_CARD3, closed, at_ns=(push * 300 + 10) * MS + at_us * 1_000)
        clock.move_to((push + 1) * 300 * MS)
        watch.read(clock())
    watch.close()
    assert read_presses(tmp_path / "presses.csv") == ([(400, 500, 29_100)] * 2, 0)


def test_the_table_is_shown_when_it_changes_and_the_source_is_let_go() -> None:
    clock = FakeClock()
    source = FakeSource(list(PINS), clock)
    watch = Watch(Sources(PanelSource(source, PINS), None), Input(), None)
    shown: list[str] = []

    def ticking() -> int:
        clock.advance(50 * MS)
        if clock() > 3_000 * MS:
            raise Stop
        return clock()

    source.press(AMBER_CARD3, at_ns=1_500 * MS)
    with pytest.raises(Stop):
        watch.run(ticking, shown.append)
    watch.close()
    assert len(shown) == 2
    assert "DOWN" not in shown[0]
    assert "DOWN" in shown[1]
    assert source.drain() == []


def test_a_shared_keyboard_is_asked_for_all_cards_at_once_and_what_it_heard_is_told() -> None:
    clock = FakeClock(1_000 * MS)
    keys = keyboard(clock)
    folder = FakeFolder(keys)
    panel = find_keys(Input(), PAD_SEATS)
    source = EvdevSource(Layouts({str(key): at for key, (at, _) in key_map(Input()).items()}), clock=clock,
                         devices=folder.paths, open_device=folder.open)  # fmt: skip
    watch = Watch(Sources(None, None, keys=panel._replace(source=source)), Input(), None)
    source.start()
    assert watch.text().splitlines()[-1] == word("rollover.ask")
    for key in "asdfg7890":
        keys.key(CODES[key], True)
    clock.advance(10 * MS)
    watch.read(clock())
    named = set(watch.text().splitlines()[-1].partition("not ")[2].partition(".")[0].split(", "))
    cards = {key for key, (_, button) in key_map(Input()).items() if button in CARDS}
    assert named == {str(key).upper() for key in cards} - set("ASDFG7890")


def test_what_the_stamps_are_worth_stands_below_the_table() -> None:
    source = FakeSource(list(PINS), FakeClock())
    source.stamps = replace(source.stamps, is_traced=True, overwritten=7)
    lines = Watch(Sources(PanelSource(source, PINS), None), Input(), None).text().splitlines()
    assert "every interrupt is stamped: each press has the time of its first contact" in lines
    assert "stamps of bouncing contacts that the kernel overwrote: 7; none is lost" in lines


def test_each_keyboard_is_named_with_its_interval() -> None:
    clock = FakeClock()
    slow = FakeDevice([CODES["a"]], clock, interval_ns=10 * MS, identity=PAD._replace(name="Slow one"))
    folder = FakeFolder(slow, FakeDevice([CODES["a"]], clock, interval_ns=None))
    keys = EvdevSource(Layouts({"a": 0}), clock=clock, devices=folder.paths, open_device=folder.open)
    keys.start()
    lines = Watch(Sources(None, None, keys=PanelSource(keys, {"a": (0, "CARD1")})), Input(), None).text().splitlines()
    assert "Slow one: asked every 10 ms, so a press is stamped that much too late at most" in lines
    assert "Imagined encoder: how often it is asked is not known, so its races are not judged" in lines


def test_a_device_that_another_program_has_grabbed_is_named_and_one_whose_stamps_are_worth_nothing() -> None:
    clock = FakeClock(1_000 * MS)
    grabbed = FakeDevice([CODES["a"]], clock, identity=PAD._replace(name="Grabbed one"))
    grabbed.is_kept_by_another = True
    unstamped = FakeDevice([CODES["s"]], clock, identity=PAD._replace(name="Old one"), is_stamped=False)
    folder = FakeFolder(grabbed, unstamped)
    keys = EvdevSource(Layouts({"a": 0, "s": 1}), clock=clock, devices=folder.paths, open_device=folder.open)
    keys.start()
    text = Watch(Sources(None, None, keys=PanelSource(keys, {"a": (0, "CARD1")})), Input(), None).text()
    assert "Grabbed one: another program has grabbed it" in text
    assert "Old one: its stamps are wrong or come late, so its races are not judged" in text


def test_a_copy_of_a_gamepad_is_named() -> None:
    clock = FakeClock(1_000 * MS)
    pads = [
        FakeDevice(XBOX_KEYS, clock, identity=XBOX._replace(port=port, name=name), axes=XBOX_AXES)
        for port, name in (("usb-1", "True one"), ("", "Made by a program"))
    ]
    folder = FakeFolder(*pads)
    keys = EvdevSource(Layouts({}), clock=clock, devices=folder.paths, open_device=folder.open)
    watch = Watch(Sources(None, None, keys=PanelSource(keys, {"seat0.CARD4": (0, "CARD4")})), Input(), None)
    keys.start()
    for turn in range(6):
        for pad in pads:
            pad.key(BTN_SOUTH, turn % 2 == 0)
            clock.advance(MS)
        clock.advance(20 * MS)
        watch.read(clock())
    assert "Made by a program: it only repeats what another device presses" in watch.text()


@pytest.mark.parametrize(
    ("environ", "expected"), [({}, True), ({"DISPLAY": ":0"}, False), ({"WAYLAND_DISPLAY": "wayland-0"}, False)]
)
def test_without_a_window_system_the_keys_are_read_from_linux(environ: dict[str, str], expected: bool) -> None:
    assert is_console(environ) is (expected and sys.platform == "linux")


def push_often(bounce_ms: float) -> str:
    """The tables after twenty slow pushes of a button that closes again so long after each opening, for 6 ms."""
    clock = FakeClock()
    source = FakeSource(list(PINS), clock)
    watch = Watch(Sources(PanelSource(source, PINS), None), Input(), None)
    source.start()
    for push in range(20):
        for at_ms in (0.0, 80.0, 80 + bounce_ms, 86 + bounce_ms):
            source.edge(AMBER_CARD3, at_ms in (0.0, 80 + bounce_ms), at_ns=round((push * 300 + at_ms) * MS))
    clock.move_to(7_000 * MS)
    watch.read(clock())
    return watch.text().splitlines()[-1]


def test_a_release_ms_is_offered_that_suits_the_switches() -> None:
    assert push_often(1.0).startswith("release_ms = 12 under [input] suits the 1 button let go")
    assert push_often(9.0).startswith("release_ms = 23 under [input]")


def test_a_switch_that_is_beyond_help_is_named() -> None:
    assert push_often(30.0).startswith(f"{button_name((0, 'CARD3'), AMBER_CARD3)} bounces for so long")


def test_lost_edges_are_told() -> None:
    clock = FakeClock()
    source = FakeSource(list(PINS), clock)
    watch = Watch(Sources(PanelSource(source, PINS), None), Input(), None)
    source.start()
    source.edge(AMBER_CARD3, True, at_ns=MS, lost=True)
    clock.move_to(5 * MS)
    watch.read(clock())
    assert watch.text().endswith("edges lost: 1")


def test_a_terminal_asks_for_one_button_after_the_other_and_says_what_it_took() -> None:
    clock = FakeClock(1_000 * MS)
    device = FakeDevice(range(0x2C0, 0x2D4), clock, identity=PAD)
    folder = FakeFolder(device)
    source = EvdevSource(Layouts({}), clock=clock, devices=folder.paths, open_device=folder.open)
    source.start()
    shown: list[str] = []
    turns = iter(range(1000))

    def wait() -> None:
        """Each button is pressed in one turn and released in the next; the first comes twice."""
        turn = next(turns)
        device.key(0x2C0 + max(0, turn // 2 - 1), turn % 2 == 0)
        clock.advance(100 * MS)

    asking = Assigning()
    ask(source, asking, clock, shown.append, wait)
    source.close()
    assert "Press CARD 1 of AMBER" in shown[1]
    assert shown[2].splitlines() == ["  CARD 1, AMBER: BTN_TRIGGER_HAPPY1 of Imagined encoder", "Press CARD 2 of AMBER"]
    assert shown[3].startswith("  BTN_TRIGGER_HAPPY1 of Imagined encoder is CARD 1, AMBER already\n")
    assert asking.current_place is None


def test_encoders_are_assigned_on_a_console_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    with pytest.raises(CabinetError, match="on a console"):
        assign_buttons(Config())


def test_a_cabinet_that_plays_refuses_before_the_first_press(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    store = DiskStore(tmp_path)
    try:
        with pytest.raises(InUse):
            assign_buttons(Config(data=Data(folder=str(tmp_path))))
    finally:
        store.close()
