"""The schema of the configuration file, with all defaults.

Begin with `Config`: every section is a frozen struct whose defaults are the program's defaults, so an empty file is a
complete configuration. `file` finds and reads the file; `check` finds wrong values and values that conflict;
`text` prints a whole file. The catalogue describes each key in words under ``config.<key>``. Rules of the games
(everything that GEN, SPEED or SPIT name) have no sections of their own: they are entries of ``[options.<game>]`` and of
the operator's own ``[[presets]]``, which `offers` lets the games check.
"""

import re
from typing import Annotated, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta

from cabinet.strings.language import LanguageCode
from hardware.clock import MS
from hardware.debounce import Settings
from hardware.keyboard import DEFAULT_KEYS
from hardware.pins import BOARD_LINES, DEFAULT_PINS

OptionValue = bool | int | str | tuple[int | str, ...]
"""A rule option as TOML gives it; the game defines its valid values."""

T = TypeVar("T")
SMALLEST, LARGEST = (480, 320), (7680, 4320)
"""A window's least and greatest width and height (px)."""

AUTO: Final = "auto"
"""The value of `display.mode` that leaves the choice to the program."""
MODE: Final = re.compile(r"(\d{3,4})x(\d{3,4})(?:@(\d{2,3}))?")
"""Any other value of `display.mode`: a width and a height (px), and possibly a refresh rate (Hz)."""

Pin = Annotated[int, Meta(ge=0, le=27)]
"""A line of the Raspberry Pi's header, by its BCM number."""

BoardLine = Annotated[int, Meta(ge=0, le=15)]
"""A line of a button board."""

Ms = Annotated[float, Meta(ge=0, le=1000)]
"""A time in milliseconds."""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the file's tables. Immutable; an unknown key is a fault."""


class Buttons(Section, Generic[T], frozen=True, rename="upper"):
    """What one panel's eight buttons are wired to."""

    card1: T
    card2: T
    card3: T
    card4: T
    card5: T
    left: T
    right: T
    action: T


class SeatPins(Section, frozen=True):
    """Header pins of both panels (BCM numbers); `docs/wiring.md` shows the default ones on the header."""

    seat0: Buttons[Pin] = msgspec.convert(dict(DEFAULT_PINS[0]), Buttons[Pin])
    seat1: Buttons[Pin] = msgspec.convert(dict(DEFAULT_PINS[1]), Buttons[Pin])


class PanelLines(Section, frozen=True):
    """Lines of both panels of a board, line n on its pin GP(2 + n); two boards are wired alike."""

    panel0: Buttons[BoardLine] = msgspec.convert(dict(BOARD_LINES[0]), Buttons[BoardLine])
    panel1: Buttons[BoardLine] = msgspec.convert(dict(BOARD_LINES[1]), Buttons[BoardLine])


class Board(Section, frozen=True):
    """A button board: with `port` "" it is found by its USB id; `id` selects one of several boards.

    `seats` are the seats of its two panels; a panel left out is not wired, and an empty list means no such board.
    `lamps`: plain lamps on its pins, as many as there are free pins, or all sixteen on two shift registers.
    """

    port: str = ""
    id: str = ""
    seats: tuple[Annotated[int, Meta(ge=-1, le=13)], ...] = (0, 1)
    lamps: Literal["pins", "registers"] = "pins"


class SeatKeys(Section, frozen=True):
    """Keys of both halves of a keyboard, by their names on a US keyboard; `hardware/keyboard.py` gives the reasons for
    the defaults."""

    seat0: Buttons[str] = msgspec.convert(dict(DEFAULT_KEYS[0]), Buttons[str])
    seat1: Buttons[str] = msgspec.convert(dict(DEFAULT_KEYS[1]), Buttons[str])


class Display(Section, frozen=True):
    """The picture. `size` is (width, height) in pixels and applies to a window only; `fps` is a cap.

    `mode` is `AUTO` or a size and possibly a rate (`MODE`), and applies to a whole screen only. `rotate` is clockwise,
    in degrees. `margin` is left free at each edge, in per cent of the width and of the height.

    `language` is that of everything on the screen. `own_screens`: each seat has a screen in every game, as with
    ``cards_seen`` = own_screen in one. `seat_displays` assigns displays to seats where each has its own; a seat not
    named takes the first free one; `exchanged`: the first two have each other's. From the hour `dark_from` to
    `dark_until` the screen is dark while nobody plays; the same hour twice is never.
    """

    size: tuple[
        Annotated[int, Meta(ge=SMALLEST[0], le=LARGEST[0])], Annotated[int, Meta(ge=SMALLEST[1], le=LARGEST[1])]
    ] = (1280, 720)
    fullscreen: bool = False
    mode: str = AUTO
    rotate: Literal[0, 90, 180, 270] = 0
    margin: Annotated[float, Meta(ge=0, le=10)] = 0.0
    layout: Literal["facing", "beside"] = "facing"
    cocktail: bool = False
    own_screens: bool = False
    seat_displays: tuple[Annotated[int, Meta(ge=0, le=15)], ...] = ()
    exchanged: bool = False
    two_colour: bool = False
    reduced_motion: bool = False
    large: bool = False
    language: LanguageCode = "en"
    fps: Annotated[int, Meta(ge=10, le=240)] = 60
    attract_s: Annotated[int, Meta(ge=0, le=3600)] = 40
    dark_from: Annotated[int, Meta(ge=0, le=23)] = 0
    dark_until: Annotated[int, Meta(ge=0, le=23)] = 0


class Sound(Section, frozen=True):
    """The sound. `volume` is a percentage; 0 opens no sound device at all. `tension` is the pulse near a deal's end.

    `attract_volume` is per cent of `volume` while nobody plays, 0 for silence then; `music` is that of the music in
    `volume`. `voice`: all that the announcer says, what is important, or nothing. From the hour `quiet_from` to
    `quiet_until` there is no music, nothing while nobody plays, and the volume is `quiet_volume` at most; the same hour
    twice is never. `output` is the kernel's id of a sound card; "" is the first card that can be opened.
    """

    volume: Annotated[int, Meta(ge=0, le=100)] = 80
    attract_volume: Annotated[int, Meta(ge=0, le=100)] = 50
    tension: bool = True
    music: Annotated[int, Meta(ge=0, le=100)] = 80
    voice: Literal["full", "sparse", "off"] = "full"
    quiet_from: Annotated[int, Meta(ge=0, le=23)] = 0
    quiet_until: Annotated[int, Meta(ge=0, le=23)] = 0
    quiet_volume: Annotated[int, Meta(ge=0, le=100)] = 40
    output: Annotated[str, Meta(max_length=32, pattern=r"^[A-Za-z0-9_-]*$")] = ""


class CoinSwitch(Section, frozen=True):
    """The switch of a coin slot: a header pin (BCM number), a line of the first board, a key, or a control of an
    encoder or gamepad by Linux's name; -1 and "" for none."""

    pin: Annotated[int, Meta(ge=-1, le=27)] = -1
    line: Annotated[int, Meta(ge=-1, le=15)] = -1
    key: str = ""
    control: str = ""

    @property
    def is_wired(self) -> bool:
        """Whether it is on anything."""
        return self.pin >= 0 or self.line >= 0 or bool(self.key or self.control)


class Input(Section, frozen=True):
    """The buttons. Times in ms but for `resolution_us`; `hardware/debounce.py` explains them and their defaults.

    `gpio_chip` is a chip's path or label, "" the chip behind the header. `resolution_us` 0 is that of the header's
    chips; on another chip races are not judged until it is written. `service_pin` is a 17th button, for the
    operator, -1 for none; `service_key` is a key with the same function. `exchanged`: AMBER and BLUE change places,
    whatever they play on. `coin1` and `coin2` are the switches of two coin slots.
    """

    source: Literal["auto", "gpio", "board", "keyboard"] = "auto"
    gpio_backend: Literal["gpiod", "lgpio"] = "gpiod"
    gpio_chip: str = ""
    resolution_us: Annotated[float, Meta(ge=0, le=20_000)] = 0.0
    lockout_ms: Ms = Settings().lockout_ns / MS
    release_ms: Ms = Settings().release_ns / MS
    service_pin: Annotated[int, Meta(ge=-1, le=27)] = -1
    service_key: str = ""
    exchanged: bool = False
    coin1: CoinSwitch = CoinSwitch()
    coin2: CoinSwitch = CoinSwitch()
    pins: SeatPins = SeatPins()
    board: Board = Board()
    board2: Board = Board(seats=())
    lines: PanelLines = PanelLines()
    keys: SeatKeys = SeatKeys()


class LampRow(Section, frozen=True):
    """The lamps in the buttons. `brightness` is a percentage; `playable` lights keys that would achieve something."""

    brightness: Annotated[int, Meta(ge=0, le=100)] = 60
    playable: bool = False


class Match(Section, frozen=True):
    """The menu's selection when the program starts; players change it with the panel's buttons.

    `preset` "" is the first of the game's presets. `seed` 0 draws a new seed for every match. `names`: people may take
    one; without names there are no evenings. `head_start`: the better-rated of two is offered a harder deal. After
    `streak` wins in a row both leave a queue, unless its people choose otherwise; 0 is no limit. What is in
    `hidden_games` and `hidden_presets` is not offered; one for two always is.
    """

    game: str = "speed"
    preset: str = ""
    opponent: Literal["person", "bot:adaptive", "bot:20", "bot:slow", "bot:middling", "bot:fast"] = "person"
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] = 0
    names: bool = True
    head_start: bool = True
    streak: Literal[0, 2, 3, 4, 5, 6, 7, 8, 9] = 5
    hidden_games: tuple[str, ...] = ()
    hidden_presets: tuple[str, ...] = ()


class Operator(Section, frozen=True):
    """The house's name, and the operator's page: whether it opens and its functions.

    `name` "" shows no name. `letters`: what can stand in a name of somebody besides A to Z, ten at most. An empty
    power-off command is not offered; at the hour `off_at` it is given, -1 for never. `code` is the operator's code, six
    signs of ``1 2 3 4 5 L R A`` with blanks between them; "" leaves it to the page (`cabinet.service.operator_code`).
    """

    name: Annotated[str, Meta(max_length=24)] = ""
    letters: Annotated[str, Meta(max_length=10, pattern=r"^(?!.*(.).*\1)[0-9À-ÖØ-Þ]*$")] = "0123456789"
    page: bool = True
    settings: bool = True
    power_off: str = "systemctl poweroff"
    off_at: Annotated[int, Meta(ge=-1, le=23)] = -1
    code: Annotated[str, Meta(pattern=r"^([1-5LRA]( [1-5LRA]){5})?$")] = ""


class Coins(Section, frozen=True):
    """What a match costs, in credits, and a credit in units; a coin of each slot is worth so many units.

    With `free_play` coins are counted and kept, and matches cost nothing. Beyond `max_credits` coins are counted alone.
    """

    free_play: bool = True
    units_per_credit: Annotated[int, Meta(ge=1, le=20)] = 1
    credits_per_match: Annotated[int, Meta(ge=1, le=8)] = 1
    slot1_units: Annotated[int, Meta(ge=1, le=20)] = 1
    slot2_units: Annotated[int, Meta(ge=1, le=20)] = 2
    max_credits: Annotated[int, Meta(ge=5, le=99)] = 30


class Data(Section, frozen=True):
    """The data that the program writes. `folder` "" is the user's data folder (XDG).

    `logs_mb` limits the size of all match logs, in megabytes; the oldest are deleted beyond it. 0 keeps all of them.
    """

    folder: str = ""
    logs_mb: Annotated[int, Meta(ge=0, le=1_000_000)] = 1000

    @property
    def logs_bytes(self) -> int:
        """The room for match logs in bytes."""
        return self.logs_mb * 1_000_000


class Live(Section, frozen=True):
    """What other programs can follow, `docs/events.md`: `enabled` has it written, which only the owner switches on.

    `queue`: then a place in the queue can be asked for by phone.
    """

    enabled: bool = False
    queue: bool = True


class OwnPreset(Section, frozen=True):
    """The operator's own preset, shown in the menu beside the game's. `seats` 0 is the game's usual number."""

    name: Annotated[str, Meta(min_length=1, max_length=24)]
    game: str
    description: Annotated[str, Meta(min_length=0, max_length=70)] = ""
    seats: Annotated[int, Meta(ge=0, le=14)] = 0
    options: dict[str, OptionValue] = {}


class Config(Section, frozen=True):
    """A whole configuration. `options` maps a game's id to the house rules that override its presets."""

    display: Display = Display()
    sound: Sound = Sound()
    input: Input = Input()
    lamps: LampRow = LampRow()
    match: Match = Match()
    operator: Operator = Operator()
    coins: Coins = Coins()
    data: Data = Data()
    live: Live = Live()
    options: dict[str, dict[str, OptionValue]] = {}
    presets: tuple[OwnPreset, ...] = ()
