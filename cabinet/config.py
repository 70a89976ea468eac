"""The one configuration file: what it may say, and how it is found and read.

Begin with `Config`: every section is a frozen struct whose defaults are the program's defaults, so an
empty file is a complete one. `load_config` finds the file and checks it; `cabinet.config_check` finds what is
wrong, `cabinet.config_text` prints a whole file. What a key means, in words, stands in the catalogue under
``config.<key>``. Rules of the games (everything that GEN, SPEED or SPIT name) are not sections of their own
but entries of ``[options.<game>]`` and of the operator's own ``[[presets]]``; `cabinet.presets` has the games
check them.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from cabinet.config_check import ConfigError, Fault, faults_of
from cabinet.words import word
from hardware.keyboard import DEFAULT_KEYS
from hardware.wiring import BOARD_LINES, DEFAULT_PINS

OptionValue = bool | int | str | tuple[int | str, ...]
"""A rule option as TOML gives it; the game says which values it takes."""

Pin = Annotated[int, Meta(ge=0, le=27)]
"""A line of the Raspberry Pi's header, by its BCM number."""

BoardLine = Annotated[int, Meta(ge=0, le=15)]
"""A line of a button board."""

Ms = Annotated[float, Meta(ge=0, le=1000)]
"""A time in milliseconds."""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file. Immutable; an unknown key is a fault."""


class Pins(Section, frozen=True, rename="upper"):
    """The header pins of one seat's eight buttons (BCM numbers)."""

    card1: Pin
    card2: Pin
    card3: Pin
    card4: Pin
    card5: Pin
    left: Pin
    right: Pin
    action: Pin


class Keys(Section, frozen=True, rename="upper"):
    """The keyboard keys of one seat's eight buttons, by their names on a US keyboard."""

    card1: str
    card2: str
    card3: str
    card4: str
    card5: str
    left: str
    right: str
    action: str


class SeatPins(Section, frozen=True):
    """Pins of both panels; `docs/wiring.md` shows the default ones on the header."""

    seat0: Pins = msgspec.convert(dict(DEFAULT_PINS[0]), Pins)
    seat1: Pins = msgspec.convert(dict(DEFAULT_PINS[1]), Pins)


class Lines(Section, frozen=True, rename="upper"):
    """The lines of a button board that are one panel's eight buttons; line n is its pin GP(2 + n)."""

    card1: BoardLine
    card2: BoardLine
    card3: BoardLine
    card4: BoardLine
    card5: BoardLine
    left: BoardLine
    right: BoardLine
    action: BoardLine


class PanelLines(Section, frozen=True):
    """Lines of both panels of a board; two boards are wired alike."""

    panel0: Lines = msgspec.convert(dict(BOARD_LINES[0]), Lines)
    panel1: Lines = msgspec.convert(dict(BOARD_LINES[1]), Lines)


class Board(Section, frozen=True):
    """A button board: `port` "" is found by its USB id, `id` says which if there are several.

    `seats` are those of its two panels; a panel left out is not wired, and without any there is no such board.
    `lamps`: plain lamps on its pins, as many as there is room for, or all sixteen on two shift registers.
    """

    port: str = ""
    id: str = ""
    seats: tuple[Annotated[int, Meta(ge=-1, le=13)], ...] = (0, 1)
    lamps: Literal["pins", "registers"] = "pins"


class SeatKeys(Section, frozen=True):
    """Keys of both halves of a keyboard; `hardware/keyboard.py` says why these."""

    seat0: Keys = msgspec.convert(dict(DEFAULT_KEYS[0]), Keys)
    seat1: Keys = msgspec.convert(dict(DEFAULT_KEYS[1]), Keys)


class Display(Section, frozen=True):
    """The picture. `size` is (width, height) in pixels and counts for a window only; `fps` is a cap.

    `seat_displays` says which display shows which seat where each has its own; a seat not named takes the first
    that is free.
    """

    size: tuple[Annotated[int, Meta(ge=480, le=7680)], Annotated[int, Meta(ge=320, le=4320)]] = (1280, 720)
    fullscreen: bool = False
    layout: Literal["facing", "beside"] = "facing"
    cocktail: bool = False
    seat_displays: tuple[Annotated[int, Meta(ge=0, le=15)], ...] = ()
    two_colour: bool = False
    reduced_motion: bool = False
    fps: Annotated[int, Meta(ge=10, le=240)] = 60
    attract_s: Annotated[int, Meta(ge=0, le=3600)] = 40


class Sound(Section, frozen=True):
    """What is heard. `volume` is a percentage; 0 opens no sound device at all."""

    volume: Annotated[int, Meta(ge=0, le=100)] = 70


class Input(Section, frozen=True):
    """The buttons. Times in ms but for `resolution_us`; see `hardware/debounce.py` for what they do.

    `gpio_chip` is a chip's path or label, "" the one behind the header. `service_pin` is a 17th button, for the
    operator, -1 for none; `service_key` a key that does the same.
    """

    source: Literal["auto", "gpio", "board", "keyboard"] = "auto"
    gpio_backend: Literal["gpiod", "lgpio"] = "gpiod"
    gpio_chip: str = ""
    resolution_us: Annotated[float, Meta(ge=0, le=20_000)] = 100.0
    lockout_ms: Ms = 5.0
    release_ms: Ms = 12.0
    service_pin: Annotated[int, Meta(ge=-1, le=27)] = -1
    service_key: str = ""
    pins: SeatPins = SeatPins()
    board: Board = Board()
    board2: Board = Board(seats=())
    lines: PanelLines = PanelLines()
    keys: SeatKeys = SeatKeys()


class LampRow(Section, frozen=True):
    """The lamps in the buttons. `brightness` is a percentage; `playable` lights what would achieve something."""

    brightness: Annotated[int, Meta(ge=0, le=100)] = 60
    playable: bool = False


class Match(Section, frozen=True):
    """What is chosen when the program starts; the panel's own buttons choose otherwise.

    `preset` "" is the first of the game's presets. `seed` 0 draws a new one for every match.
    """

    game: str = "speed"
    preset: str = ""
    opponent: Literal["person", "bot:slow", "bot:middling", "bot:fast"] = "person"
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] = 0


class Operator(Section, frozen=True):
    """The operator's page: how it opens and what it may do. An empty command is not offered."""

    page: bool = True
    settings: bool = True
    power_off: str = "systemctl poweroff"


class Data(Section, frozen=True):
    """Where the program keeps what it writes. `folder` "" is the user's data folder (XDG).

    `logs_mb` is the room for match logs in megabytes; the oldest go beyond it. 0 keeps all of them.
    """

    folder: str = ""
    logs_mb: Annotated[int, Meta(ge=0, le=1_000_000)] = 1000

    @property
    def logs_bytes(self) -> int:
        """The room for match logs in bytes."""
        return self.logs_mb * 1_000_000


class OwnPreset(Section, frozen=True):
    """Rules of the operator's own, which stand in the menu beside the game's. `seats` 0 is as many as usual."""

    name: Annotated[str, Meta(min_length=1, max_length=24)]
    game: str
    description: Annotated[str, Meta(min_length=0, max_length=70)] = ""
    seats: Annotated[int, Meta(ge=0, le=14)] = 0
    options: dict[str, OptionValue] = {}


class Config(Section, frozen=True):
    """A whole configuration. `options` maps a game's id to the house rules laid over its presets."""

    display: Display = Display()
    sound: Sound = Sound()
    input: Input = Input()
    lamps: LampRow = LampRow()
    match: Match = Match()
    operator: Operator = Operator()
    data: Data = Data()
    options: dict[str, dict[str, OptionValue]] = {}
    presets: tuple[OwnPreset, ...] = ()


@dataclass(frozen=True)
class LoadedConfig:
    """A configuration with the place it came from: `path` is None, and `text` empty, for the defaults."""

    config: Config
    path: Path | None
    text: str

    def error(self, key: Sequence[str], problem: str) -> ConfigError:
        """The error for a fault that only another part can see (a pin that is taken).

        `key` is the path of the key, ``("input", "pins", "seat0")``; `problem` a whole clause.
        """
        return self.errors([Fault(tuple(key), problem)])

    def errors(self, faults: Sequence[Fault]) -> ConfigError:
        """The same for several faults at once."""
        return ConfigError(faults, self.path, self.text)


def load_config(chosen: Path | None, environ: Mapping[str, str], here: Path) -> LoadedConfig:
    """The configuration to use: `chosen` if given, else the first file of `search_path`, else the defaults.

    Raises `ConfigError` for a file that cannot be read or says something wrong.
    """
    named = environ.get("PHOTOFINISH_CONFIG")
    if chosen is None and named:
        chosen = Path(named)
    if chosen is not None:
        return read_config(chosen)
    found = next((path for path in search_path(environ, here) if path.is_file()), None)
    return read_config(found) if found else LoadedConfig(Config(), None, "")


def search_path(environ: Mapping[str, str], here: Path) -> tuple[Path, ...]:
    """The files looked for when none is named, in order: this folder, the user's, the machine's."""
    home = Path(environ.get("HOME", "~")).expanduser()
    user = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
    return (
        here / "photofinish.toml",
        user / "photofinish" / "config.toml",
        Path("/etc/photofinish/config.toml"),
    )


def read_config(path: Path) -> LoadedConfig:
    """The configuration in the file at `path`; raises `ConfigError` if it cannot be had."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else word("config.not_utf8")
        raise ConfigError([Fault((), word("config.unreadable", reason=reason))], path, "") from problem
    return LoadedConfig(parse_config(text, path), path, text)


def parse_config(text: str, path: Path | None = None) -> Config:
    """The configuration that `text` states; `path` only names it in errors. Raises `ConfigError`."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise ConfigError([Fault((), word("config.not_toml", reason=problem))], path, text) from problem
    if faults := faults_of(raw, Config):
        raise ConfigError(faults, path, text)
    config = msgspec.convert(laid_over(msgspec.to_builtins(Config()), raw), Config)
    if faults := doubled(config.input):
        raise ConfigError(faults, path, text)
    return config


def laid_over(defaults: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Nested tables of `given`, with `defaults` for every key that they leave out."""
    both = {
        name: laid_over(defaults[name], value) if isinstance(defaults.get(name), Mapping) else value
        for name, value in given.items()
    }
    return {**defaults, **both}


def doubled(wiring: Input) -> list[Fault]:
    """A fault for every pin, line and key that is given to two buttons, and for a panel of a seat that has one."""
    faults = doubled_panels(wiring)
    for table, seats in (("pins", wiring.pins), ("lines", wiring.lines), ("keys", wiring.keys)):
        first: dict[Any, str] = {}
        for seat, panel in msgspec.to_builtins(seats).items():
            for button, line in panel.items():
                name = f"{seat}.{button}"
                if line in first:
                    problem = word("config.twice", given=line, first=f"input.{table}.{first[line]}")
                    faults.append(Fault(("input", table, seat, button), problem))
                first.setdefault(line, name)
        kind, given = ("pin", wiring.service_pin) if table == "pins" else ("key", wiring.service_key)
        if given in first:
            problem = word("config.twice", given=given, first=f"input.{table}.{first[given]}")
            faults.append(Fault(("input", f"service_{kind}"), problem))
    return faults


def doubled_panels(wiring: Input) -> list[Fault]:
    """A fault for every board that has more than two panels, or two for one seat; on two boards a seat may have two."""
    faults = []
    for name, board in (("board", wiring.board), ("board2", wiring.board2)):
        seats = [seat for seat in board.seats if seat >= 0]
        if len(board.seats) > 2:
            faults.append(Fault(("input", name, "seats"), word("config.two_panels", given=list(board.seats))))
        elif len(set(seats)) < len(seats):
            faults.append(Fault(("input", name, "seats"), word("config.seat_twice", given=list(board.seats))))
    boards = [board for board in (wiring.board, wiring.board2) if board.seats]
    if len(boards) == 2 and wiring.source in ("auto", "board") and not is_told_apart(*boards):
        faults.append(Fault(("input", "board2"), word("config.which_board")))
    return faults


def is_told_apart(one: Board, other: Board) -> bool:
    """Whether it is said of each of two boards which one it is: by its port or its id, and not the same."""
    return all(board.port or board.id for board in (one, other)) and (one.port, one.id) != (other.port, other.id)


def data_folder(config: Config, environ: Mapping[str, str]) -> Path:
    """Where logs and scores are kept: the folder of the config, else ``photofinish`` in the XDG data home."""
    if config.data.folder:
        return Path(config.data.folder).expanduser()
    home = Path(environ.get("HOME", "~")).expanduser()
    return Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "photofinish"
