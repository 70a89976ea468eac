"""Find the sources of presses by the configuration and the machine.

There is no silent fall-back: pins that exist but cannot be used are an error with its remedy. With ``auto`` a machine
without a header uses the keyboard alone; a Pi uses both, so that it can also be played at a desk. On a console the keys
come from Linux with its stamps, else from the window without any. `LateBoard` looks for a board that is plugged in
later.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

import msgspec

from cabinet.config.schema import CoinSwitch, Input
from cabinet.input.assigning import assigned_in
from cabinet.input.inputs import (
    COINS,
    PAD_SEATS,
    SERVICE,
    Keyboard,
    LampRow,
    PanelMap,
    Panels,
    exchanged,
    lines_map,
    panel_map,
    turned_round,
)
from cabinet.input.sdl_mappings import sdl_mapping
from cabinet.store.ledger import Setting
from cabinet.strings.catalogue import word
from engine.panel import BUTTONS, CARDS
from engine.units import S
from hardware.board.link import any_on_usb, opener
from hardware.board.protocol import Output
from hardware.board.source import BoardSource
from hardware.clock import MS
from hardware.debounce import Debounced, Settings
from hardware.errors import HardwareError, NoGpioChip, NoServicePin
from hardware.evdev.controls import Control, console_letters, control_of
from hardware.evdev.layouts import Layouts, line_of, printed_on
from hardware.evdev.source import EvdevSource
from hardware.keyboard import KeyboardSource
from hardware.lamps import Lamps
from hardware.pins import SPARE, check_pins
from hardware.source import InputSource, Line, RawEvent, TracedSource

UDEV_BUSY: Final = Path("/run/udev/queue")
"""A file that exists as long as udev has devices in its queue that do not have their name and group yet."""

QUIET_S: Final = 1.0
"""How long the queue must stay empty, s: it may be empty for a moment while devices are still being announced."""

LEVELS_ALONE: Final = Settings(
    lockout_ns=0, release_ns=0, tap_ns=0, bounce_ns=0, glitch_ns=0, chatter_ns=0, chatter_presses=0
)
"""A debounce without rules for contacts: it only takes levels over where events of a keyboard were lost."""

TERMINAL: Final = 0
"""The standard input: the console's terminal of a program on it."""

LOOK_S: Final = 0.05
"""The interval between two searches for a missing device, s."""


class PanelSource(NamedTuple):
    """A raw source, before any debounce, with the buttons on its lines, its lamps if it drives some, and the same
    source where a trace of interrupts makes its stamps better."""

    source: InputSource[RawEvent]
    buttons: PanelMap
    lamps: Lamps | None = None
    traced: TracedSource | None = None


class Sources(NamedTuple):
    """The sources found: the header's buttons, a window's keyboard, button boards, the console's keyboards, encoders
    and gamepads; at least one exists, and a machine has either a window's keyboard or the console's, with the letters
    on its keys. `is_exchanged`: the seats of encoders and gamepads have changed places (`wired`)."""

    pins: PanelSource | None
    keyboard: KeyboardSource | None
    boards: tuple[PanelSource, ...] = ()
    keys: PanelSource | None = None
    console_letters: Mapping[str, str] = MappingProxyType({})
    is_exchanged: bool = False

    @property
    def letters(self) -> Mapping[str, str]:
        """Key -> what is printed on it in the layout of the window's session or the console, where that is known."""
        return self.keyboard.letters if self.keyboard is not None else self.console_letters

    @property
    def panels(self) -> tuple[PanelSource, ...]:
        """All sources but a window's keyboard: those whose edges carry the stamps of hardware or kernel."""
        return (*([self.pins] if self.pins else []), *self.boards, *([self.keys] if self.keys else []))

    @property
    def button_boards(self) -> tuple[BoardSource, ...]:
        """The sources of `boards`, which have more to say than edges."""
        return tuple(panel.source for panel in self.boards if isinstance(panel.source, BoardSource))

    @property
    def has_keys(self) -> bool:
        """Whether keys may serve as panels."""
        return self.keyboard is not None or self.keys is not None

    @property
    def played(self) -> tuple[PanelSource, ...]:
        """The sources of `panels` with a button of a player: not the header where it has the operator's, or coins."""
        return tuple(panel for panel in self.panels if any(seat >= 0 for seat, _ in panel.buttons.values()))

    @property
    def is_stamped(self) -> bool:
        """Whether presses carry stamps, and their errors: then each race is judged or not by its two presses alone."""
        return bool(self.played)

    @property
    def is_judged(self) -> bool:
        """Whether races are judged here as a rule: not by a window's keys, nor by a source in `doubt`."""
        return self.is_stamped and not self.doubt

    @property
    def doubt(self) -> str:
        """Why the stamps of the players' buttons are not accurate now, as `hardware.source.Doubt`; of the keys' only
        where there are no others."""
        panels = [panel for panel in self.played if panel is not self.keys] or self.played
        return next(filter(None, (panel.source.stamps.doubt for panel in panels)), "")

    def begin_match(self) -> str:
        """Use a trace of the header's interrupts that has come meanwhile, and no later one until the next call.

        Return how presses on the header are stamped in this match (`hardware.source.Stamped`); "" where nobody plays
        on it, and where that is not known.
        """
        self._renew_trace(keep=True)
        if self.pins is None or self.pins not in self.played:
            return ""
        stamped = self.pins.source.stamps.stamped
        return stamped if stamped in ("first_edge", "interval") else ""

    def end_match(self) -> None:
        """Use a trace of the header's interrupts from now on, whenever it comes; request it again if there is none."""
        self._renew_trace(keep=False)

    def _renew_trace(self, *, keep: bool) -> None:
        if self.pins is not None and self.pins.traced is not None:
            self.pins.traced.renew_trace(keep=keep)

    @property
    def evdev(self) -> EvdevSource | None:
        """The source of the console's keyboards, encoders and gamepads, if the program reads them itself."""
        if self.keys is None:
            return None

        return self.keys.source if isinstance(self.keys.source, EvdevSource) else None

    @property
    def moved(self) -> tuple[str, ...]:
        """The names of devices at another port than their buttons were assigned at."""
        return () if (source := self.evdev) is None else source.moved

    @property
    def withheld(self) -> tuple[str, ...]:
        """The names of devices that another program has grabbed."""
        return () if (source := self.evdev) is None else source.withheld

    @property
    def copies(self) -> tuple[str, ...]:
        """The names of devices that only repeat what another presses."""
        return () if (source := self.evdev) is None else source.copies

    def assign(self, settings: Mapping[str, Setting]) -> None:
        """Use the operator's assignments of encoders' and gamepads' buttons, as the settings have them."""
        if (source := self.evdev) is not None:
            source.assign(assigned_in(settings))

    @property
    def overwritten(self) -> int:
        """The number of stamps of bouncing contacts that the kernel has overwritten since the start."""
        return sum(panel.source.stamps.overwritten for panel in self.panels)


def find_sources(config: Input, devices: Path = Path("/dev"), *, on_console: bool = False) -> Sources:
    """Return the sources that `config` selects, not started yet. Raises HardwareError.

    `on_console`: the program has Linux's console to itself, and no window system stands between it and its keys.
    """
    boards = find_boards(config, devices) if config.source in ("auto", "board") else ()
    left = seats_without(boards)
    if boards and (config.source != "auto" or not left):
        pins = find_seatless(config)
    else:
        pins = find_pins(config, devices, left) if config.source in ("auto", "gpio") else None
    if config.source not in ("auto", "keyboard"):
        return Sources(pins, None, boards)
    if on_console:
        letters, keys = console_letters(TERMINAL), find_keys(config, left or PAD_SEATS)
        return Sources(pins, None, boards, keys, letters, is_exchanged=config.exchanged)
    return Sources(pins, KeyboardSource(list(map(str, keys_and_pads(config)))), boards)


def find_keys(config: Input, seats: Sequence[int]) -> PanelSource:
    """Return the console's keyboards, encoders and gamepads, not started yet; they may come later.

    `seats` are those of gamepads and of encoders for one player, in the order of their ports.
    """
    buttons = keys_and_pads(config)
    keys = {str(key): seat for key, (seat, _) in key_map(config).items()}
    layouts = Layouts(keys, seats, mapping=sdl_mapping, extras=coin_controls(config))
    return PanelSource(EvdevSource(layouts), buttons)


def coin_controls(config: Input) -> Mapping[Control, Line]:
    """Return the lines of the coin switches that are on an encoder or a gamepad, by their controls."""
    named = ((switch.control, place[1]) for place, switch in coin_switches(config))
    keys = ((switch.key, switch.key) for _, switch in coin_switches(config))
    return {control: line for name, line in (*named, *keys) if name and (control := control_of(name)) is not None}


def coin_switches(config: Input) -> tuple[tuple[tuple[int, str], CoinSwitch], ...]:
    """Return the switches of the coin slots with their places."""
    return tuple(zip(COINS, (config.coin1, config.coin2), strict=True))


def keys_and_pads(config: Input) -> PanelMap:
    """Return the map of the keyboards' keys, and of the buttons that encoders and gamepads serve."""
    coins: PanelMap = {place[1]: place for place, switch in coin_switches(config) if switch.control}
    return {**key_map(config), **pad_lines(config), **coins}


def pad_lines(config: Input) -> PanelMap:
    """Return the map of the buttons that encoders and gamepads serve."""
    lines: PanelMap = {line_of(seat, button): (seat, button) for seat in PAD_SEATS for button in BUTTONS}
    return exchanged(lines, config.exchanged)


def header_map(config: Input) -> PanelMap:
    """Return the map of the header's pins."""
    return exchanged(panel_map(config.pins), config.exchanged)


def board_map(config: Input, seats: Sequence[int], name: str = "board") -> PanelMap:
    """Return the map of a board whose panels belong to `seats`; the first has the coin switches."""
    coins: PanelMap = {switch.line: place for place, switch in coin_switches(config) if switch.line >= 0}
    return {**exchanged(lines_map(config.lines, seats), config.exchanged), **(coins if name == "board" else {})}


def wired(sources: Sources, config: Input) -> Sources:
    """Return the sources with the buttons on their lines as `config` has them, which may have changed since they were
    found; a window's keyboard takes over its keys at once."""
    pins, keys = sources.pins, sources.keys
    if pins is not None:
        seats = {seat for seat, _ in pins.buttons.values()}
        buttons = {line: place for line, place in header_map(config).items() if place[0] in seats}
        pins = pins._replace(buttons={**buttons, **seatless_lines(pins)})
    named = {"board": config.board, "board2": config.board2}
    boards = tuple(
        each._replace(buttons=board_map(config, named[each.source.name].seats, each.source.name))
        for each in sources.boards
    )
    if keys is not None:
        keys = keys._replace(buttons=keys_and_pads(config))
    if sources.keyboard is not None:
        sources.keyboard.adopt(list(map(str, keys_and_pads(config))))
    return sources._replace(pins=pins, boards=boards, keys=keys, is_exchanged=config.exchanged)


def seatless_lines(panel: PanelSource) -> PanelMap:
    """Return the operator's button and the coin switches among the lines of a source."""
    return {line: place for line, place in panel.buttons.items() if place[0] < 0}


def seats_without(boards: Sequence[PanelSource]) -> tuple[int, ...]:
    """Return the seats without a board's panel, which may be on the header, an encoder or a gamepad."""
    taken = {seat for board in boards for seat, _ in board.buttons.values()}
    return tuple(seat for seat in PAD_SEATS if seat not in taken)


def await_sources(
    config: Input,
    patience_s: float,
    devices: Path = Path("/dev"),
    busy: Path = UDEV_BUSY,
    quiet_s: float = QUIET_S,
    *,
    on_console: bool = False,
) -> Sources:
    """Return the sources that `config` selects, for a program that starts while the machine boots.

    Search again for a device that is missing or not accessible yet, as long as udev is busy. Raises HardwareError once
    udev has been idle for `quiet_s`, or after `patience_s`.
    """
    now = time.monotonic()
    gives_up, last_busy = now + patience_s, now
    while True:
        now = time.monotonic()
        if udev_is_busy(busy):
            last_busy = now
        try:
            return find_sources(config, devices, on_console=on_console)
        except HardwareError:
            if now >= min(last_busy + quiet_s, gives_up):
                raise
            time.sleep(LOOK_S)


def udev_is_busy(queue: Path = UDEV_BUSY) -> bool:
    """Return whether udev has devices in its queue, or has not begun: a cabinet may start before it."""
    return queue.exists() or not queue.with_name("data").exists()


def key_map(config: Input) -> PanelMap:
    """Return the map of the keyboard, the operator's key included."""
    keys = exchanged(panel_map(config.keys), config.exchanged)
    coins: PanelMap = {switch.key: place for place, switch in coin_switches(config) if switch.key}
    service: PanelMap = {config.service_key: SERVICE} if config.service_key else {}
    return {**keys, **coins, **service}


def seatless_pins(config: Input) -> PanelMap:
    """Return the map of the header's pins that no player has: the operator's button, and the coin switches."""
    pins = ((config.service_pin, SERVICE), *((switch.pin, place) for place, switch in coin_switches(config)))
    return {pin: place for pin, place in pins if pin >= 0}


def find_boards(config: Input, devices: Path) -> tuple[PanelSource, ...]:
    """Return the button boards, not started yet: all configured boards; with ``auto`` none if no board is plugged in
    and no port is configured."""
    named = [(name, board) for name, board in (("board", config.board), ("board2", config.board2)) if board.seats]
    if config.source == "auto" and not any(board.port for _, board in named) and not any_on_usb(devices):
        return ()
    found = []
    for name, board in named:
        source = BoardSource(opener(board.port, board.id), name=name, output=Output[board.lamps.upper()])
        found.append(PanelSource(source, board_map(config, board.seats, name), source.lamps))
    return tuple(found)


def find_pins(config: Input, devices: Path, seats: Sequence[int] = PAD_SEATS) -> PanelSource | None:
    """Return the header's buttons of these seats; None without a header unless the configuration requires one.

    Raises HardwareError.
    """
    is_required = config.source != "auto" or bool(config.gpio_chip)
    if not is_required and not (any(devices.glob("gpiochip*")) and is_a_pi()):
        return None
    check_pins(named_pins(config))
    try:
        buttons = {line: place for line, place in header_map(config).items() if place[0] in seats}
        return on_header(config, buttons)
    except NoGpioChip:
        if is_required:
            raise
        return None


def find_seatless(config: Input) -> PanelSource | None:
    """Return the operator's button and the coin switches on the header, where boards have all other buttons; None
    without any.

    Raises HardwareError; NoServicePin if there is no header and the source is not "auto".
    """
    if not seatless_pins(config):
        return None
    check_pins(named_seatless_pins(config))
    try:
        return on_header(config, {})
    except NoGpioChip as problem:
        if config.source == "auto":
            return None
        raise NoServicePin(*next(named_seatless_pins(config))) from problem


def find_spare(config: Input) -> Debounced | None:
    """Return the header's pins of `SPARE` that nothing is on, not started yet; None without such a pin or a header."""
    from hardware.gpio.backends import no_trace, open_source  # noqa: PLC0415 - gpiozero takes 30 ms

    used = {pin for _, pin in named_pins(config)}
    pins = [pin for pin in SPARE if pin not in used]
    if not pins or config.source == "keyboard":
        return None
    try:
        source = open_source(config.gpio_backend, pins, chip=config.gpio_chip or None, trace=no_trace)
    except HardwareError:
        return None
    return Debounced(source, debounce_settings(config))


def on_header(config: Input, buttons: PanelMap) -> PanelSource:
    """Return these buttons of the header with those that no player has. Raises HardwareError."""
    from hardware.gpio.backends import open_source  # noqa: PLC0415 - gpiozero takes 30 ms

    buttons = {**buttons, **seatless_pins(config)}
    resolution = round(config.resolution_us * 1000) or None
    pins, chip = [int(line) for line in buttons], config.gpio_chip or None
    source = open_source(config.gpio_backend, pins, chip=chip, resolution_ns=resolution)
    return PanelSource(source, buttons, traced=source)


def is_a_pi() -> bool:
    """Return whether this is a Raspberry Pi; many desktop computers have GPIO chips too, but no header."""
    from hardware.gpio.gpiod_factory import is_raspberry_pi  # noqa: PLC0415 - as above

    return is_raspberry_pi()


def named_pins(config: Input) -> Iterator[tuple[str, int]]:
    """Yield every pin with its key in the configuration."""
    for seat, panel in msgspec.to_builtins(config.pins).items():
        for button, pin in panel.items():
            yield f"input.pins.{seat}.{button}", pin
    yield from named_seatless_pins(config)


def named_seatless_pins(config: Input) -> Iterator[tuple[str, int]]:
    """Yield every pin that no player has, with its key in the configuration."""
    named = {"service_pin": config.service_pin, "coin1.pin": config.coin1.pin, "coin2.pin": config.coin2.pin}
    yield from ((f"input.{name}", pin) for name, pin in named.items() if pin >= 0)


def debounce_settings(config: Input) -> Settings:
    """Return the debounce settings of the configuration."""
    return Settings(lockout_ns=round(config.lockout_ms * MS), release_ns=round(config.release_ms * MS))


def panels_of(sources: Sources, config: Input, *, cocktail: bool = False) -> list[Panels]:
    """Return the sources for the loop: pins and boards behind a debounce; keyboards and encoders have one of their own.

    `cocktail`: the far half of the screen is turned round, and LEFT and RIGHT of its seats with it.
    """
    turn = turned_round if cocktail else dict
    settings = debounces_of(sources, config)
    panels = [
        Panels(Debounced(panel.source, each or LEVELS_ALONE), turn(panel.buttons))
        for panel, each in zip(sources.panels, settings, strict=False)
    ]
    if sources.keyboard is not None:
        panels.append(Panels(sources.keyboard, turn(keys_and_pads(config))))
    return panels


def debounces_of(sources: Sources, config: Input) -> list[Settings | None]:
    """Return the debounce settings of each source, in the order of `panels_of`; None where `config` sets none."""
    own = debounce_settings(config)
    settings = [None if panel is sources.keys else own for panel in sources.panels]
    return settings if sources.keyboard is None else [*settings, None]


def panels_there(sources: Sources) -> int:
    """Return how many people can play: the number of consecutive seats with a panel from seat 0, at least two."""
    seats = {seat for panel in sources.panels for seat, _ in panel.buttons.values()}
    return max(2, next(seat for seat in count() if seat not in seats))


def seats_there(sources: Sources) -> tuple[int, ...]:
    """Return the seats that have a panel or half of a keyboard."""
    seats = {seat for panel in sources.panels for seat, _ in panel.buttons.values() if seat != SERVICE[0]}
    return tuple(sorted(seats | ({0, 1} if sources.keyboard is not None else set())))


def lamps_of(sources: Sources) -> list[LampRow]:
    """Return the lamps that the sources drive, with the buttons that contain them."""
    return [LampRow(panel.lamps, panel.buttons) for panel in sources.panels if panel.lamps is not None]


def is_keyboard_shown(sources: Sources) -> bool:
    """Return whether the screen names keys: wherever keys may serve as the players' panels.

    A board that is plugged in has buttons; a header may have none, on a Pi that stands on a desk.
    """
    return sources.has_keys and not sources.boards


def keyboards_of(sources: Sources) -> list[Keyboard]:
    """Return the sources on which text can be typed."""
    return [each for each in (sources.keyboard, sources.evdev) if each is not None]


def desk_keys(sources: Sources, config: Input, *, cocktail: bool = False) -> Mapping[tuple[int, str], str]:
    """Return what is printed on the keys or the gamepad of the seats, by seat and button as `panels_of` maps them.

    None if `is_keyboard_shown` says so, and none of a seat whose device has arcade buttons.
    """
    if not is_keyboard_shown(sources):
        return {}
    lines: PanelMap = {f"{seat}.{button}": (seat, button) for seat in PAD_SEATS for button in BUTTONS}
    own = exchanged(panel_map(config.keys), config.exchanged)
    keys = {f"{seat}.{button}": str(key) for key, (seat, button) in own.items()}
    names = {line: sources.letters.get(key, key) for line, key in keys.items()}
    for seat, printed in other_panels(sources).items():
        names |= {f"{seat}.{button}": printed.get(button, "") for button in BUTTONS}
    turned = turned_round(lines) if cocktail else lines
    return {place: names[str(line)] for line, place in turned.items() if names[str(line)]}


def other_panels(sources: Sources) -> Mapping[int, Mapping[str, str]]:
    """Return the seats that are played on something else than a keyboard, with what is printed on its buttons."""
    if (source := sources.evdev) is None:
        return {}

    used = {1 - seat if sources.is_exchanged and seat in PAD_SEATS else seat: on for seat, on in source.in_use.items()}
    return {seat: printed_on(each) for seat, each in used.items() if each.kind != "keyboard"}


def keyboard_labels(sources: Sources, config: Input) -> list[dict[str, str]] | None:
    """Return what is printed on the keys of `keyboard_places`."""
    if (places := keyboard_places(sources, config)) is None:
        return None
    return [{button: sources.letters.get(key, key) for button, key in panel.items()} for panel in places]


def keyboard_places(sources: Sources, config: Input) -> list[dict[str, str]] | None:
    """Return the keys of both seats, by their places on a US keyboard; None if `is_keyboard_shown` says so, or a seat
    is played on something else."""
    if not is_keyboard_shown(sources) or other_panels(sources):
        return None
    seats: list[dict[str, str]] = list(msgspec.to_builtins(config.keys).values())
    return seats[::-1] if config.exchanged else seats


def shared_keys(sources: Sources, config: Input) -> Mapping[tuple[int, str], str]:
    """Return what is printed on the keys of all cards, by seat and card, where both seats play on one keyboard."""
    labels = keyboard_labels(sources, config) or ()
    return {(seat, card): names[card] for seat, names in enumerate(labels) for card in CARDS}


FEWEST: Final = 4
"""Keys heard at once from which on there is something to tell: two people press so many without being asked."""


class Rollover:
    """How many of all cards' keys a shared keyboard hears at once; many hear six, or fewer that lie in one corner."""

    def __init__(self, keys: Mapping[tuple[int, str], str]) -> None:
        """`keys` is as of `shared_keys`."""
        self.keys = keys
        self._down: set[tuple[int, str]] = set()
        self._heard: frozenset[tuple[int, str]] = frozenset()

    def record(self, place: tuple[int, str], pressed: bool) -> None:
        """Note a press or release of a seat's button."""
        if place in self.keys:
            (self._down.add if pressed else self._down.discard)(place)
            self._heard = max(self._heard, frozenset(self._down), key=len)

    @property
    def verdict(self) -> tuple[str, bool]:
        """What to do, or what was heard at the best, and whether that is all."""
        missing = [key.upper() for place, key in self.keys.items() if place not in self._heard]
        if len(self._heard) < FEWEST:
            return word("rollover.ask"), False
        if missing:
            heard, keys = len(self._heard), ", ".join(missing)
            return word("rollover.heard", heard=heard, count=len(self.keys), keys=keys), False
        return word("rollover.all", count=len(self.keys)), True


# -- A button board that is plugged in after the start -----------------------------------------------
# With "auto" a board is used that is present at the start. A cabinet starts while its machine still boots, and at a
# desk the board may be plugged in later; so the program keeps looking, and restarts when it finds a board.

LOOK_NS: Final = S
"""The interval between two searches, ns."""


class LateBoard:
    """Looks for the board that ``auto`` would have used if it had been present when `sources` were found."""

    def __init__(self, config: Input, sources: Sources, devices: Path = Path("/dev")) -> None:
        wants_boards = config.source == "auto" and any(board.seats for board in (config.board, config.board2))
        self._is_awaited = wants_boards and not sources.boards
        self._devices = devices
        self._looks_at = 0

    def has_come(self, now: int) -> bool:
        """Return True once when the board appears; search once a second. `now`: CLOCK_MONOTONIC, ns."""
        if not self._is_awaited or now < self._looks_at:
            return False

        self._looks_at = now + LOOK_NS
        has_come = any_on_usb(self._devices)
        self._is_awaited = not has_come
        return has_come
