"""Every colour, proportion, duration and typeface of the picture.

No other module under `cabinet/display` holds a tuning number. To change the look, make another `Theme` with
`msgspec.structs.replace`. Colours are RGB triples, proportions are shares of a card's width or of a height, durations
are ns, as everywhere in the program.

`Fonts` loads the typefaces from the package's own files and caches them. B612 was made for cockpit screens and is used
for all text to be read; Bebas Neue is for titles and names; DSEG7 is for timing figures. The licences are beside the
files (`cabinet/assets/fonts`, `docs/licences.md`).
"""

from io import BytesIO
from pathlib import Path
from typing import Final, Literal

import msgspec
import pygame
from msgspec.structs import fields, replace

from engine.units import MS

Colour = tuple[int, int, int]
"""Red, green, blue, each 0…255."""

LARGE: Final = 1.25
"""How much larger letters and soft-keys are with ``display.large``."""


LEAST_LARGE: Final = 18
"""The lowest capitals with it, px at 800×480."""


class SeatLook(msgspec.Struct, frozen=True):
    """The identity of a seat: the word for its name, its colour, and a shape for readers who cannot rely on colour."""

    word: str
    colour: Colour
    shape: str


class Colours(msgspec.Struct, frozen=True):
    """The night stadium. Cards are the brightest areas of the screen; `good` and `alarm` are used sparingly."""

    night: Colour = (10, 13, 22)
    floodlight: Colour = (22, 30, 47)
    band: Colour = (23, 31, 46)
    lane: Colour = (35, 45, 64)
    chequer: Colour = (39, 51, 73)
    plate: Colour = (21, 27, 41)
    key: Colour = (38, 46, 63)
    key_edge: Colour = (56, 66, 87)
    key_text: Colour = (146, 156, 176)
    well: Colour = (44, 55, 77)
    text: Colour = (240, 238, 230)
    quiet: Colour = (150, 160, 180)
    dark_text: Colour = (14, 17, 26)
    alarm: Colour = (255, 107, 97)
    good: Colour = (74, 196, 140)
    caution: Colour = (240, 210, 90)
    segments: Colour = (250, 247, 236)
    unlit: Colour = (33, 41, 58)
    paper: Colour = (247, 244, 235)
    paper_edge: Colour = (196, 191, 176)
    back: Colour = (39, 51, 77)
    back_chequer: Colour = (48, 62, 92)
    ghost: Colour = (116, 132, 176)
    ghost_paper: Colour = (214, 222, 240)
    spades: Colour = (23, 26, 36)
    hearts: Colour = (205, 30, 44)
    diamonds: Colour = (20, 92, 205)
    clubs: Colour = (10, 122, 62)
    card_red: Colour = (200, 32, 44)
    card_green: Colour = (8, 128, 76)
    card_blue: Colour = (26, 92, 204)
    card_yellow: Colour = (246, 198, 38)
    card_wild: Colour = (30, 34, 48)


SEATS: Final = (
    SeatLook("AMBER", (240, 165, 20), "triangle"),
    SeatLook("BLUE", (92, 182, 238), "disc"),
    SeatLook("GREEN", (22, 170, 125), "square"),
    SeatLook("YELLOW", (240, 228, 66), "diamond"),
    SeatLook("ROSE", (226, 140, 190), "star"),
    SeatLook("RUST", (222, 98, 40), "cross"),
    SeatLook("VIOLET", (150, 128, 255), "hexagon"),
    SeatLook("WHITE", (240, 240, 240), "hourglass"),
    SeatLook("TEAL", (0, 148, 170), "wedge"),
    SeatLook("LIME", (172, 222, 60), "flag"),
    SeatLook("PLUM", (190, 96, 174), "bow"),
    SeatLook("GREY", (150, 156, 168), "bar"),
    SeatLook("NAVY", (96, 124, 226), "house"),
    SeatLook("SAND", (216, 190, 140), "plank"),
)
"""The seats in their order.

Orange, sky blue, bluish green and yellow of Okabe and Ito's palette can be distinguished with any of the three kinds of
colour blindness (https://jfly.uni-koeln.de/color/). With more seats than the eye can distinguish by colour alone, the
shapes identify them.
"""


class CardLook(msgspec.Struct, frozen=True):
    """Proportions of a card, as shares of its width unless said otherwise.

    `cap` is the height of the index's capitals: at least 0.4, two fifths of the width.
    """

    corner: float = 0.085
    margin: float = 0.075
    cap: float = 0.45
    suit: float = 0.60
    court: float = 0.63
    small_suit: float = 0.34
    veil: float = 0.62
    """Opacity of the shade over cards that a locked seat cannot use."""


class TypeSizes(msgspec.Struct, frozen=True):
    """Sizes of letters on a screen 480 px high, in px (see `cabinet.display.theme`), and the lowest capitals on any.

    `least` and `least_small_screen` are heights of capitals in px, at 800×480 and on the smallest screen: 16 px are
    3 mm on a screen of 7 inches.
    """

    note: int = 18
    key: int = 18
    count: int = 18
    name: int = 30
    figure: int = 34
    title: int = 44
    giant: int = 118
    least: int = 16
    least_small_screen: int = 11


SMALL_TYPE: Final = TypeSizes(note=13, key=15, count=17, least=14, least_small_screen=9)
"""For the operator's tables, which nobody reads in a race."""


class Motion(msgspec.Struct, frozen=True):
    """Durations in ns, distances as shares of a card's width."""

    glide: int = 120 * MS
    slam: int = 400 * MS
    """How long the card that ends a deal is on its way: a beat of silence before the light."""
    slam_size: float = 1.4
    """How large it is, in sizes of a card on the pile."""
    fall: int = 380 * MS
    fall_gap: int = 14 * MS
    """How long a card that is left takes to fall off the table as a deal ends, and the time to the next one's fall."""
    turn: int = 100 * MS
    deal_gap: int = 22 * MS
    lunge: int = 70 * MS
    hit_stop: int = 33 * MS
    """How long a beaten card stands at the pile that it did not get: two frames."""
    lunge_part: float = 0.45
    shake: int = 160 * MS
    shake_width: float = 0.06
    shakes: float = 2.5
    lift: float = 0.09
    land: int = 100 * MS
    land_steps: int = 3
    land_width: float = 0.07
    land_height: float = 0.03
    """By how much a card that lands on a pile is wider, then higher, than it lies."""
    win_shake: int = 33 * MS
    win_shakes: tuple[int, ...] = (3, -2, 1, 0)
    """Where the words on a won race's wings stand beside their place, step by step, px at 800×480."""
    margin_shown: int = 2600 * MS
    tag_shown: int = 1500 * MS
    foul_shown: int = 1600 * MS
    said_shown: int = 900 * MS
    flood: int = 60 * MS
    flood_steps: int = 3
    run_shown: int = 4_000 * MS
    """How long a run of cards is shown after its last card."""
    coin_fall: int = 700 * MS
    coin_turns: int = 7
    """Half turns of the coin while it falls; odd, so that it starts with the loser's side."""


class Theme(msgspec.Struct, frozen=True):
    """One complete look. `two_colour` paints spades and clubs ink, hearts and diamonds red.

    `large`: soft-keys are a quarter larger, as the letters in `type` are.
    """

    colours: Colours = msgspec.field(default_factory=Colours)
    seats: tuple[SeatLook, ...] = SEATS
    card: CardLook = msgspec.field(default_factory=CardLook)
    type: TypeSizes = msgspec.field(default_factory=TypeSizes)
    motion: Motion = msgspec.field(default_factory=Motion)
    two_colour: bool = False
    reduced_motion: bool = False
    large: bool = False

    def suit_colour(self, suit: str) -> Colour:
        """Return the ink of a suit S, H, D or C; any other letter has the ink of spades."""
        colours = self.colours
        four = {"S": colours.spades, "H": colours.hearts, "D": colours.diamonds, "C": colours.clubs}
        two = {**four, "D": colours.hearts, "C": colours.spades}
        return (two if self.two_colour else four).get(suit, colours.spades)

    def card_colour(self, colour: str) -> Colour:
        """Return the field colour of a card R, G, B or Y; any other letter has the colour of a wild card."""
        colours = self.colours
        fields = {"R": colours.card_red, "G": colours.card_green, "B": colours.card_blue, "Y": colours.card_yellow}
        return fields.get(colour, colours.card_wild)

    def seat(self, seat: int) -> SeatLook:
        """Return the look of a seat 0, 1, …; looks repeat when there are more seats than looks."""
        return self.seats[seat % len(self.seats)]


def with_theme(theme: Theme, *, two_colour: bool, reduced_motion: bool, large: bool = False) -> Theme:
    """Return the theme with the operator's options; ``large`` makes letters and soft-keys a quarter larger."""
    kind = larger(theme.type) if large else theme.type
    return replace(theme, two_colour=two_colour, reduced_motion=reduced_motion, large=large, type=kind)


def larger(sizes: TypeSizes) -> TypeSizes:
    """Return all sizes of letters a quarter larger; the lowest capitals only as far as keys have room for them."""
    wider = TypeSizes(**{each.name: round(getattr(sizes, each.name) * LARGE) for each in fields(sizes)})
    return replace(wider, least=LEAST_LARGE)


def mixed(one: Colour, other: Colour, part: float) -> Colour:
    """Return the colour at the share `part` of the way from one to the other."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


Face = Literal["text", "title", "figures"]
"""`text` for reading, `title` for names and banners, `figures` for times."""

FONTS: Final = Path(__file__).parents[1] / "assets" / "fonts"
FILES: Final[dict[Face, str]] = {
    "text": "B612-Bold.otf",
    "title": "BebasNeue-Bold.otf",
    "figures": "DSEG7Classic-Bold.ttf",
}


MOST_BYTES: Final = 6_000_000
"""What the loaded fonts may take together, bytes: the least recently used goes first. A page uses a dozen."""
BYTES: Final = 150_000
BYTES_A_SQUARE: Final = 4
"""What a font takes, about: by itself, and for each square pixel of its size, because SDL_ttf keeps the picture of
every letter that it has drawn. The fonts of timing figures, drawn large and shrunk, are hundreds of px high."""


class Fonts:
    """All faces, cached for the sizes last requested. One object serves the program; it starts pygame's font module.

    Each file is read once: a font that is loaded from a path keeps the file open, and there are dozens of sizes.
    """

    def __init__(self) -> None:
        pygame.font.init()
        self._files: dict[Face, bytes] = {}
        self._loaded: dict[tuple[Face, int], pygame.font.Font] = {}
        """The least recently used first."""
        self._size = 0
        self._sizes: dict[tuple[Face, int], tuple[int, int]] = {}
        """The size for each height of capitals, and how high they are then."""

    def get(self, face: Face, size: int) -> pygame.font.Font:
        """Return a face at a size in px (the height of a line, roughly 1.35 capitals in B612)."""
        key = (face, size)
        font = self._loaded.pop(key, None) or self._load(face, size)
        self._loaded[key] = font
        return font

    def _load(self, face: Face, size: int) -> pygame.font.Font:
        """Load a face at a size, in the place of those that were not used for the longest time."""
        if face not in self._files:
            self._files[face] = (FONTS / FILES[face]).read_bytes()
        self._size += bytes_of(size)
        while self._size > MOST_BYTES and self._loaded:
            oldest = next(iter(self._loaded))
            del self._loaded[oldest]
            self._size -= bytes_of(oldest[1])
        return pygame.font.Font(BytesIO(self._files[face]), size)

    def for_capitals(self, face: Face, height: int) -> pygame.font.Font:
        """Return the face at the size at which a capital H, drawn, is `height` px high or just over."""
        return self.get(face, self.size_for_capitals(face, height))

    def size_for_capitals(self, face: Face, height: int) -> int:
        """Return the size of `for_capitals`, in px."""
        return self._size_and_capitals(face, height)[0]

    def capitals(self, face: Face, height: int) -> int:
        """Return the height in px of a capital H of `for_capitals`."""
        return self._size_and_capitals(face, height)[1]

    def _size_and_capitals(self, face: Face, height: int) -> tuple[int, int]:
        if (face, height) not in self._sizes:
            size = max(1, int(height * 100 / cap_height(self.get(face, 100))))
            while (high := cap_height(self.get(face, size))) < height:
                size += 1
            self._sizes[face, height] = size, high
        return self._sizes[face, height]


def bytes_of(size: int) -> int:
    """Return about how many bytes a font takes at a size in px."""
    return BYTES + BYTES_A_SQUARE * size * size


def cropped(drawn: pygame.Surface) -> pygame.Surface:
    """Return a drawn text without the space around its ink."""
    return drawn.subsurface(drawn.get_bounding_rect())


def cap_height(font: pygame.font.Font) -> int:
    """Return the height in px of a capital H without the space around it."""
    metrics = font.metrics("H")[0]
    return metrics[3] if metrics else font.get_ascent()
