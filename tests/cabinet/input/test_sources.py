"""Which sources are used: what the configuration asks for, what the machine has, and what SDL says of gamepads."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pygame
import pytest

from cabinet.config.schema import Board, CoinSwitch, Input, SeatPins
from cabinet.input import sources
from cabinet.input.inputs import COINS, SERVICE, Inputs, panel_map
from cabinet.input.sdl_mappings import guid_of, sdl_mapping
from cabinet.input.sources import (
    PanelSource,
    Sources,
    await_sources,
    coin_controls,
    debounce_settings,
    desk_keys,
    find_sources,
    keyboard_labels,
    keyboard_places,
    keys_and_pads,
    pad_lines,
    panels_of,
    panels_there,
    seats_there,
    wired,
)
from hardware.clock import MS, FakeClock
from hardware.debounce import Settings
from hardware.errors import HardwareError, NoGpioChip, NoServicePin, PinTwice
from hardware.evdev.controls import CODES
from hardware.evdev.fake import PAD, FakeDevice, FakeFolder
from hardware.evdev.kernel import Identity
from hardware.evdev.layouts import Layouts
from hardware.evdev.source import EvdevSource
from hardware.fake import FakeSource
from hardware.keyboard import KeyboardSource
from hardware.source import EdgesLost, Event


def test_a_chip_that_udev_has_not_handed_out_yet_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    busy, tries, there = tmp_path / "queue", list[None](), Sources(None, None)
    busy.touch()

    def found(wanted: Input, devices: Path, *, on_console: bool) -> Sources:
        tries.append(None)
        if len(tries) < 3:
            raise NoGpioChip("none")
        return there

    monkeypatch.setattr(sources, "find_sources", found)
    assert await_sources(Input(), 60, tmp_path, busy) is there
    assert len(tries) == 3


@pytest.mark.parametrize(
    ("udev", "patience_s", "at_least"),
    [(("data",), 60, 2), (("data",), 0, 1), (("data", "queue"), 0.2, 2), (("data", "queue"), 0, 1), ((), 0.2, 2)],
)
def test_a_chip_that_does_not_come_is_not_waited_for_for_ever(
    tmp_path: Path, udev: tuple[str, ...], patience_s: float, at_least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is one that udev, which has not begun, may still hand out."""
    busy, tries = tmp_path / "queue", list[None]()
    for name in udev:
        (tmp_path / name).touch()

    def none(wanted: Input, devices: Path, *, on_console: bool) -> Sources:
        tries.append(None)
        raise NoGpioChip("none")

    monkeypatch.setattr(sources, "find_sources", none)
    with pytest.raises(NoGpioChip):
        await_sources(Input(), patience_s, tmp_path, busy, quiet_s=0.1)
    assert at_least <= len(tries) < 10


def test_a_machine_without_a_header_is_played_on_its_keyboard(tmp_path: Path) -> None:
    found = find_sources(Input(), tmp_path)
    assert found.pins is None
    assert found.keyboard is not None
    assert set(found.keyboard.lines) == set(panel_map(Input().keys)) | set(pad_lines(Input()))


def test_on_a_console_the_keys_come_from_linux_with_its_stamps(tmp_path: Path) -> None:
    found = find_sources(Input(), tmp_path, on_console=True)
    assert (found.pins, found.keyboard) == (None, None)
    assert found.keys is not None
    assert isinstance(found.keys.source, EvdevSource)
    keys = {line: place for line, place in found.keys.buttons.items() if not str(line).startswith("seat")}
    assert keys == panel_map(Input().keys)
    assert found.keys.buttons["seat1.CARD3"] == (1, "CARD3")
    assert (found.is_judged, seats_there(found)) == (True, (0, 1))
    assert desk_keys(found, Input()) == {place: key for key, place in panel_map(Input().keys).items()}
    assert keyboard_labels(found, Input()) == keyboard_labels(find_sources(Input(), tmp_path), Input())


@pytest.mark.parametrize("interval_ns", [MS, 10 * MS, None])
def test_every_press_of_a_console_s_key_counts_however_quick(interval_ns: int | None) -> None:
    """Sixteen presses a second, and a second one 8 ms after a release: its keyboard has debounced it."""
    clock = FakeClock(1_000 * MS)
    device = FakeDevice([CODES["a"]], clock, interval_ns=interval_ns)
    folder = FakeFolder(device)
    source = EvdevSource(Layouts({"a": 0}), clock=clock, devices=folder.paths, open_device=folder.open)
    (keys,) = panels_of(Sources(None, None, keys=PanelSource(source, {"a": (0, "CARD1")})), Input())
    inputs, pressed = Inputs([keys], list[Event]().append), list[bool]()
    inputs.start()
    for wait in (*[31] * 32, 8, 8, 8):
        device.key(CODES["a"], len(pressed) % 2 == 0)
        clock.advance(wait * MS)
        pressed += [press.pressed for press in inputs.drain(clock())]
    assert pressed == [place % 2 == 0 for place in range(35)]


def test_a_key_that_is_held_when_its_keyboard_goes_is_let_go() -> None:
    clock = FakeClock(1_000 * MS)
    device = FakeDevice([CODES["a"]], clock)
    folder, troubles = FakeFolder(device), list[Event]()
    source = EvdevSource(Layouts({"a": 0}), clock=clock, devices=folder.paths, open_device=folder.open)
    (keys,) = panels_of(Sources(None, None, keys=PanelSource(source, {"a": (0, "CARD1")})), Input())
    inputs = Inputs([keys], troubles.append)
    inputs.start()
    device.key(CODES["a"], True)
    clock.advance(5 * MS)
    assert [press.pressed for press in inputs.drain(clock())] == [True]
    folder.unplug(device)
    told = []
    for _ in range(3):
        clock.advance(5 * MS)
        told += [press.pressed for press in inputs.drain(clock())]
    assert told == [False]
    assert [source.name for source in inputs.missing] == ["Imagined encoder"]
    assert [type(event) for event in troubles] == [EdgesLost]


def test_a_keyboard_of_unknown_interval_takes_nothing_from_the_buttons() -> None:
    radio = FakeSource([1], FakeClock())
    radio.stamps = replace(radio.stamps, doubt="interval")
    keys, pins = (PanelSource(source, {1: (0, "CARD1")}) for source in (radio, FakeSource([1], FakeClock())))
    assert not Sources(None, None, keys=keys).is_judged
    assert Sources(pins, None, keys=keys).is_judged


def test_a_desk_computer_with_gpio_chips_of_its_own_is_no_pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr(sources, "is_a_pi", lambda: False)
    assert find_sources(Input(), tmp_path).pins is None


def test_pins_that_are_asked_for_and_cannot_be_had_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(HardwareError):
        find_sources(Input(source="gpio", gpio_backend="lgpio", pins=SeatPins(seat1=Input().pins.seat0)), tmp_path)


def test_a_chip_that_is_named_is_insisted_on_though_this_is_no_pi(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "is_a_pi", lambda: False)
    with pytest.raises(HardwareError):
        find_sources(Input(gpio_chip="knobs"), tmp_path)


def test_a_pin_that_is_given_twice_is_found_before_any_chip_is_opened(tmp_path: Path) -> None:
    with pytest.raises(PinTwice, match=r"input\.pins\.seat0\.CARD1 and to input\.pins\.seat1\.CARD1"):
        find_sources(Input(source="gpio", pins=SeatPins(seat1=Input().pins.seat0)), tmp_path)


def test_the_keyboard_alone_asks_no_chip(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    assert find_sources(Input(source="keyboard"), tmp_path).pins is None


def test_pins_are_debounced_and_keys_are_not() -> None:
    buttons = panel_map(Input().pins)
    raw = FakeSource(list(buttons), FakeClock(), name="gpio")
    keyboard = KeyboardSource(["a"])
    pins, keys = panels_of(Sources(PanelSource(raw, buttons), keyboard), Input())
    assert pins.source is not raw
    assert keys.source is keyboard


@pytest.mark.parametrize(
    ("second", "people"), [((), 2), ((2, 3), 4), ((2,), 3), ((-1, 2), 3), ((4, 5), 2), ((3, -1), 2)]
)
def test_as_many_can_play_as_have_panels_from_the_first_seat_on(second: tuple[int, ...], people: int) -> None:
    wanted = Input(source="board", board2=Board(seats=second))
    assert panels_there(find_sources(wanted)) == people
    assert panels_there(find_sources(Input(source="keyboard"))) == 2


@pytest.mark.parametrize(
    ("second", "seats"),
    [((), (0, 1)), ((2, 3), (0, 1, 2, 3)), ((-1, 2), (0, 1, 2)), ((0, 1), (0, 1)), ((4,), (0, 1, 4))],
)
def test_every_seat_with_a_panel_is_there(second: tuple[int, ...], seats: tuple[int, ...]) -> None:
    assert seats_there(find_sources(Input(source="board", board2=Board(seats=second)))) == seats


def test_only_seats_with_a_panel_are_there() -> None:
    assert seats_there(find_sources(Input(source="board", board=Board(seats=(1,))))) == (1,)
    assert seats_there(find_sources(Input(source="keyboard"))) == (0, 1)


def test_the_operators_button_may_be_on_the_header_beside_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[list[int]] = []

    def open_source(_backend: str, lines: list[int], **_more: object) -> FakeSource:
        opened.append(lines)
        return FakeSource(lines, FakeClock(), name="gpio")

    monkeypatch.setattr("hardware.gpio.backends.open_source", open_source)
    found = find_sources(Input(source="board", service_pin=12))
    assert opened == [[12]]
    assert found.pins is not None and found.pins.buttons == {12: SERVICE}
    assert panels_there(found) == 2
    assert seats_there(found) == (0, 1)
    assert find_sources(Input(source="board")).pins is None


def test_coin_switches_are_lines_of_no_seat_on_whatever_they_are_wired_to(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[list[int]] = []

    def open_source(_backend: str, lines: list[int], **_more: object) -> FakeSource:
        opened.append(lines)
        return FakeSource(lines, FakeClock(), name="gpio")

    monkeypatch.setattr("hardware.gpio.backends.open_source", open_source)
    wanted = Input(
        source="board",
        board=Board(seats=(0, -1)),
        board2=Board(seats=(1, -1)),
        coin1=CoinSwitch(pin=13, line=15),
        coin2=CoinSwitch(key="5", control="BTN_BASE6"),
    )
    found = find_sources(wanted)
    assert found.pins is not None and opened == [[13]] and found.pins.buttons == {13: COINS[0]}
    assert [board.buttons.get(15) for board in found.boards] == [COINS[0], None], "the first board alone"
    again = wired(found, msgspec.structs.replace(wanted, coin1=CoinSwitch(pin=13)))
    assert again.pins is not None and again.pins.buttons == {13: COINS[0]}
    keys = keys_and_pads(wanted)
    assert (keys["5"], keys["COIN2"]) == (COINS[1], COINS[1])
    assert set(coin_controls(wanted).values()) == {"5", "COIN2"}
    assert seats_there(found) == (0, 1)


def test_an_operators_pin_without_a_header_is_told_with_what_to_do_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    def open_source(*_given: object, **_more: object) -> FakeSource:
        raise NoGpioChip

    monkeypatch.setattr("hardware.gpio.backends.open_source", open_source)
    with pytest.raises(NoServicePin, match=r"service_pin is 12.*hold\s+ACTION for five seconds"):
        find_sources(Input(source="board", service_pin=12))


def test_on_a_cocktail_table_the_far_players_left_is_the_right_of_the_screen() -> None:
    keyboard = KeyboardSource(["a"])
    wired = panel_map(Input().keys)
    (keys,) = panels_of(Sources(None, keyboard), Input(), cocktail=True)
    moved = {place: keys.buttons[line] for line, place in wired.items() if keys.buttons[line] != place}
    assert moved == {(1, "LEFT"): (1, "RIGHT"), (1, "RIGHT"): (1, "LEFT")}


def test_keys_are_named_as_they_are_mapped() -> None:
    keyboard = KeyboardSource(["a"])
    for cocktail in (False, True):
        (keys,) = panels_of(Sources(None, keyboard), Input(), cocktail=cocktail)
        named = desk_keys(Sources(None, keyboard), Input(), cocktail=cocktail)
        assert named == {place: line for line, place in keys.buttons.items() if line not in pad_lines(Input())}


def test_what_is_printed_on_the_keys_is_named_and_their_places_are_kept() -> None:
    """A German keyboard, learnt by the window; and a French one on a console."""
    keyboard = KeyboardSource(["a"])
    keyboard.letters = {"-": "ß", "y": "z"}
    german = Sources(None, keyboard)
    clock = FakeClock(1_000 * MS)
    folder = FakeFolder(FakeDevice(range(1, 100), clock))
    source = EvdevSource(Layouts({"a": 0}), clock=clock, devices=folder.paths, open_device=folder.open)
    keys = PanelSource(source, keys_and_pads(Input()))
    french = Sources(None, None, keys=keys, console_letters={"a": "q", "-": ")"})
    for used, seat, button, place, printed in (
        (german, 1, "CARD5", "-", "ß"),
        (german, 1, "LEFT", "y", "z"),
        (german, 1, "CARD1", "7", "7"),
        (french, 0, "CARD1", "a", "q"),
        (french, 1, "CARD5", "-", ")"),
        (french, 0, "CARD2", "s", "s"),
    ):
        labels, places = keyboard_labels(used, Input()), keyboard_places(used, Input())
        assert labels is not None
        assert places is not None
        assert desk_keys(used, Input())[seat, button] == labels[seat][button] == printed
        assert places[seat][button] == place


def test_a_console_is_asked_for_its_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def letters(terminal: int) -> dict[str, str]:
        asked.append(terminal)
        return {"y": "z"}

    monkeypatch.setattr("cabinet.input.sources.console_letters", letters)
    assert find_sources(Input(), tmp_path, on_console=True).letters == {"y": "z"}
    assert asked == [0]


@pytest.mark.parametrize("has_keyboard", [False, True])
@pytest.mark.parametrize("panel", ["none", "header", "board"])
def test_table_and_title_name_keys_in_the_same_places(panel: str, has_keyboard: bool) -> None:
    """The title named the keys of a Pi on a desk, whose header may have no buttons, and its table named none."""
    wired = panel_map(Input().keys)
    source = PanelSource(FakeSource(list(wired), FakeClock(), name=panel), wired)
    keyboard = KeyboardSource(["a"]) if has_keyboard else None
    sources = Sources(source if panel == "header" else None, keyboard, (source,) if panel == "board" else ())
    is_named = has_keyboard and panel != "board"
    assert bool(desk_keys(sources, Input())) == is_named
    assert (keyboard_labels(sources, Input()) is not None) == is_named


def test_an_empty_file_debounces_by_the_times_of_the_debounce_itself() -> None:
    assert debounce_settings(Input()) == Settings()


def test_the_debounce_has_the_configured_times() -> None:
    settings = debounce_settings(Input(lockout_ms=8.0, release_ms=20.5))
    assert (settings.lockout_ns, settings.release_ns) == (8 * MS, 20_500_000)


def test_races_are_judged_while_every_panels_stamps_are_true() -> None:
    late = FakeSource([1], FakeClock())
    late.stamps = replace(late.stamps, doubt="late", overwritten=3)
    fine, slow = (PanelSource(source, {1: (0, "CARD1")}) for source in (FakeSource([1], FakeClock()), late))
    assert Sources(fine, None).is_judged
    assert not Sources(slow, None).is_judged
    assert not Sources(fine, None, (slow,)).is_judged
    assert not Sources(None, None).is_judged
    assert Sources(slow, None, (fine, slow)).overwritten == 6
    assert Sources(PanelSource(late, {1: SERVICE}), None, (fine,)).is_judged, "the operator races nobody"
    assert not Sources(PanelSource(fine.source, {1: SERVICE}), None).is_judged


def test_a_match_has_the_trace_that_there_is_when_it_begins_and_says_so() -> None:
    class Header(FakeSource):
        def renew_trace(self, *, keep: bool = False) -> None:
            asked.append(keep)

    asked: list[bool] = []
    pins = Header([1], FakeClock())
    pins.stamps = replace(pins.stamps, stamped="interval", untraced="the helper has failed")
    played = Sources(PanelSource(pins, {1: (0, "CARD1")}, traced=pins), None)
    board = PanelSource(FakeSource([1], FakeClock()), {1: (0, "CARD1")})
    assert played.begin_match() == "interval"
    pins.stamps = replace(pins.stamps, stamped="first_edge", untraced="")
    assert played.begin_match() == "first_edge"
    played.end_match()
    assert asked == [True, True, False]
    assert Sources(PanelSource(pins, {1: SERVICE}), None, (board,)).begin_match() == "", "the operator races nobody"
    pins.stamps = replace(pins.stamps, stamped="unchecked")
    assert played.begin_match() == "", "of an expander neither is known"
    assert Sources(None, None, (board,)).begin_match() == ""
    assert Sources(None, KeyboardSource(["a"])).begin_match() == ""


def test_a_pads_letters_stand_in_place_of_its_seats_keys_and_no_keyboard_is_drawn() -> None:
    clock = FakeClock(1_000 * MS)
    keys = (0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13B, 0x220, 0x222, 0x223)
    typed, pad = FakeDevice(range(1, 100), clock), FakeDevice(keys, clock, identity=PAD._replace(port="usb-2"))
    folder = FakeFolder(typed, pad)
    layouts = Layouts({str(key): seat for key, (seat, _) in panel_map(Input().keys).items()})
    source = EvdevSource(layouts, clock=clock, devices=folder.paths, open_device=folder.open)
    sources = Sources(None, None, keys=PanelSource(source, keys_and_pads(Input())))
    assert keyboard_labels(sources, Input()) is not None
    source.start()
    names = desk_keys(sources, Input(), cocktail=True)
    assert (names[0, "CARD4"], names[0, "LEFT"], names[1, "CARD1"], names[1, "LEFT"]) == ("A", "LB", "7", "u")
    assert keyboard_labels(sources, Input()) is None
    source.close()


def test_a_seat_without_a_boards_panel_is_on_the_header_and_the_first_pads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[list[int]] = []

    def open_source(_backend: str, lines: list[int], **_more: object) -> FakeSource:
        opened.append(lines)
        return FakeSource(lines, FakeClock(), name="gpio")

    monkeypatch.setattr("hardware.gpio.backends.open_source", open_source)
    monkeypatch.setattr(sources, "is_a_pi", lambda: True)
    (tmp_path / "gpiochip0").touch()
    config = Input(board=Board(port="/dev/ttyACM0", seats=(0, -1)))
    found = find_sources(config, tmp_path, on_console=True)
    assert found.pins is not None and found.evdev is not None
    assert {seat for seat, _ in found.pins.buttons.values()} == {1}
    pad = FakeDevice((0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13B, 0x220, 0x222, 0x223), FakeClock())
    placement = found.evdev._layouts.place(pad)
    assert placement is not None and placement.seats == {1}
    assert [len(lines) for lines in opened] == [8]


# -- SDL's own database of gamepads --------------------------------------------------------------------------------


def test_sdl_knows_a_common_pad_and_no_strange_one() -> None:
    assert pygame.version.SDL[0] == 2
    known = Identity(0x045E, 0x028E, "", "", "", 3, 0x114)
    assert "dpup:h0.1" in sdl_mapping(known)
    assert sdl_mapping(known._replace(vendor=0x1209, product=0x0001)) == ""


def test_sdl_is_asked_by_bus_vendor_product_and_version() -> None:
    guid = guid_of(Identity(0x054C, 0x0268, "", "", "", 3, 0x0111))
    assert bytes(guid.data).hex() == "030000004c0500006802000011010000"
