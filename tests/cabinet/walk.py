"""A guest at a real window, who knows only what stands in its pixels: words, and which keys are lit beside them.

A key is lit where its name is dark on a light plate, or its dark cap lies on a plate in the seat's colour or on the
paper of what is chosen; a dark key's name is light on a dark plate. Nothing here asks the program anything: the picture
is grabbed from the display, and words and names of keys are known again as the drawn letters of the program's fonts.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from re import finditer
from threading import Event
from time import monotonic
from typing import Final, NamedTuple

import pygame
from PIL import ImageGrab
from pygame.mask import Mask, from_surface, from_threshold

from cabinet.config.schema import Config
from cabinet.display.theme import Colour, Face, Fonts, Theme
from cabinet.display.widgets import cap_name
from cabinet.screens.view_factory import theme_of

Place = tuple[int, str]
"""A seat, and a button of its panel."""
NEAR_PX: Final = 90
"""From a word to the key that it names, at most."""
ALIKE: Final = (8, 8, 8, 255)
"""How much a pixel of a letter may differ from its colour."""
APART_PX: Final = 4
"""How far from the next letter a word stands."""
FIRST: Final = 24
"""Pixels of a word that are looked for before the rest of it."""
USUAL: Final = (22, 25, 27, 31, 32, 40, 44, 46, 48)
TRIES: Final = range(20, 52)
"""The sizes of letters in which a word is looked for at once, and where it is not found, px."""
LABELS: Final[Sequence[tuple[Face, int]]] = (("text", 20), ("title", 22), ("title", 24), ("text", 51))
SOFT_KEY: Final[tuple[Face, int]] = ("text", 20)
"""The letters of keys' names: on plates, on the title's discs, and on the caps of a table's soft-keys."""
SEAT_PIXELS: Final = 40
"""Pixels in a seat's colour round the cap of a soft-key that is lit, at least."""
NEXT, TYPED, TABLE = "ANY BUTTON: NEXT", "TYPE YOUR NAME", "a table"
LOOK_S: Final = 0.1
ANSWERS: Final = 15
STRANGE: Final = 8
SHOWN_TAPS: Final = 25
"""From look to look, s; how many looks a page has to answer a press; every how many looks a word is looked for in
strange letters as well; from picture to picture of a table, taps."""


class Style(NamedTuple):
    """How a word is written: face, size in px and ink."""

    face: Face
    size: int
    ink: Colour


@dataclass(frozen=True)
class Letters:
    """A word as its font draws it: pixels that are wholly ink, `some` of them to look for first, and those round them
    that must be none."""

    ink: Mask
    some: Mask
    none: Mask
    ground: Mask
    size: tuple[int, int]
    count: int


class Reader:
    """Finds words in pictures, first as they were written in the pictures before."""

    def __init__(self) -> None:
        self.theme: Theme = theme_of(Config())
        self.fonts = Fonts()
        self._letters: dict[tuple[str, Face, int], Letters] = {}
        colours, seat = self.theme.colours, self.theme.seat
        self.inks = (colours.text, colours.quiet, colours.dark_text, seat(0).colour, seat(1).colour)
        self.known = [Style("title", size, ink) for ink in (colours.text, colours.dark_text) for size in USUAL]
        """The ways in which words have been found written."""

    def letters(self, text: str, face: Face, size: int) -> Letters:
        """Return the letters of a word."""
        key = (text, face, size)
        if key not in self._letters:
            drawn = self.fonts.get(face, size).render(text, True, (255, 255, 255))
            drawn = drawn.subsurface(drawn.get_bounding_rect())
            wide, high = drawn.get_size()
            ground = Mask((wide + 2 * APART_PX, high + 2), fill=True)
            ground.erase(from_surface(drawn, 0), (APART_PX, 1))
            ink = from_surface(drawn, 254)
            self._letters[key] = Letters(ink, some_of(ink), some_of(ground), ground, (wide, high), ink.count())
        return self._letters[key]


class Picture:
    """What is on the display now."""

    def __init__(self, pixels: pygame.Surface, reader: Reader, at: tuple[int, int] = (0, 0)) -> None:
        """`at` is where its upper left corner is on the display."""
        self.pixels = pixels
        self._at = at
        self._reader = reader
        self._masks: dict[Colour, tuple[Mask, Mask]] = {}

    def places(self, text: str, style: Style) -> list[pygame.Rect]:
        """Return where a word stands, written in a style."""
        letters = self._reader.letters(text, style.face, style.size)
        (wide, high), (across, down) = letters.size, self.pixels.get_size()
        ink, ground = self._mask(style.ink)
        if wide > across or high > down or ink.count() < letters.count:
            return []
        maybe = Mask((across - wide + 1, down - high + 1), fill=True)
        maybe.erase(ground.convolve(letters.some), (1 - wide, 1 - high))
        maybe.erase(ink.convolve(letters.none), (1 - wide - APART_PX, -high))
        found = [at for at in set_in(maybe) if self._holds(letters, ink, *at)] if maybe.count() else []
        return [pygame.Rect(at, letters.size).move(self._at) for at in found]

    def _holds(self, letters: Letters, ink: Mask, x: int, y: int) -> bool:
        """Return whether all ink of a word is there, and none round it."""
        is_whole = ink.overlap_area(letters.ink, (x, y)) == letters.count
        return is_whole and not ink.overlap_area(letters.ground, (x - APART_PX, y - 1))

    def part(self, box: pygame.Rect) -> "Picture":
        """Return what lies in a box; places in it are still those in the whole."""
        inside = box.clip(self.pixels.get_rect().move(self._at))
        pixels = self.pixels.subsurface(inside.move(-self._at[0], -self._at[1]))
        return Picture(pixels, self._reader, inside.topleft)

    def holds(self, box: pygame.Rect, colour: Colour) -> int:
        """Return how many pixels of a box have a colour."""
        return self._mask(colour)[0].overlap_area(Mask(box.size, fill=True), (box.x - self._at[0], box.y - self._at[1]))

    def _mask(self, colour: Colour) -> tuple[Mask, Mask]:
        if colour not in self._masks:
            ink = from_threshold(self.pixels, colour, ALIKE)
            ground = ink.copy()
            ground.invert()
            self._masks[colour] = ink, ground
        return self._masks[colour]


@dataclass
class Guest:
    """Looks at a window, and presses what is lit.

    `keys` are the keys of the places as they are printed, `tap` presses places, `type` keys by their
    names, `keep` takes each new picture with a word for it.
    """

    display: str
    keys: Mapping[Place, str]
    tap: Callable[[Place], None]
    type: Callable[..., None]
    keep: Callable[[str, pygame.Surface], None] = lambda _what, _picture: None
    patience_s: float = 60.0
    reader: Reader = field(default_factory=Reader)
    pressed: list[tuple[str, Place]] = field(default_factory=list)
    """Every press, with the word that was read; of those at a table the first alone."""
    chance: Random = field(default_factory=lambda: Random(1))
    """Which of several soft-keys that are lit is pressed."""
    taps: int = 0
    """The other presses at a table."""

    def look(self) -> Picture:
        """Grab what the display shows."""
        grabbed = ImageGrab.grab(xdisplay=self.display)
        return Picture(pygame.image.frombytes(grabbed.tobytes(), grabbed.size, "RGB"), self.reader)

    # Reading

    def words(self, picture: Picture, text: str, *, anyhow: bool = False) -> list[pygame.Rect]:
        """Return where a word stands, written as words have been before, or `anyhow`."""
        known, inks = self.reader.known, self.reader.inks
        styles = [Style("title", size, ink) for size in TRIES for ink in inks] if anyhow else known
        for style in styles:
            if found := picture.places(text, style):
                if style not in known:
                    known.append(style)
                return found
        return []

    def lit(self, picture: Picture, near: pygame.Rect | None = None) -> dict[Place, pygame.Rect]:
        """Return the keys that are lit, all or those near a word, with the place of each name."""
        part = picture.part(near.inflate(3 * NEAR_PX, 3 * NEAR_PX)) if near is not None else picture
        found = dict[Place, pygame.Rect]()
        for place, key in self.keys.items():
            seat = self.reader.theme.seat(place[0]).colour
            for at in self._named(part, cap_name(key), seat):
                other = next((each for each, there in found.items() if there.topleft == at.topleft), None)
                if other is None or self._has_more_ink(key, self.keys[other]):  # an 0 is found in a D
                    found.pop(other, None) if other is not None else None
                    found[place] = at
        return found

    def _named(self, picture: Picture, name: str, seat: Colour) -> list[pygame.Rect]:
        """Return where the name of a key stands, lit."""
        colours = self.reader.theme.colours
        found = [at for style in LABELS for at in picture.places(name, Style(*style, colours.dark_text))]
        caps = picture.places(name, Style(*SOFT_KEY, colours.text))
        return found + [at for at in caps if picture.holds(at.inflate(24, 12), seat) > SEAT_PIXELS]

    def _has_more_ink(self, one: str, other: str) -> bool:
        sizes = [self.reader.letters(cap_name(key), *SOFT_KEY).ink.count() for key in (one, other)]
        return sizes[0] > sizes[1]

    def soft_keys(self, picture: Picture) -> list[Place]:
        """Return the soft-keys of a table that are lit."""
        colours, lit = self.reader.theme.colours, []
        for place, key in self.keys.items():
            caps = picture.places(cap_name(key), Style(*SOFT_KEY, colours.text))
            seat = self.reader.theme.seat(place[0]).colour
            lit += [place for at in caps if picture.holds(at.inflate(24, 12), seat) > SEAT_PIXELS]
        return lit

    def read(self, picture: Picture, text: str, *, anyhow: bool = False) -> Place | None:
        """Return the lit key that is nearest to a word; None where the word does not stand, or names no key.

        `TABLE` is any soft-key that is lit; where any button will do, it is the lit one that the page shows.
        """
        if text == TABLE:
            return next(iter(self.soft_keys(picture)), None)
        if text == NEXT:
            return next(iter(self.lit(picture)), None) if self.words(picture, text, anyhow=anyhow) else None
        near = []
        for at in self.words(picture, text, anyhow=anyhow):
            near += [(gap(key, at), place) for place, key in self.lit(picture, at).items()]
        return min(near)[1] if near and min(near)[0] <= NEAR_PX else None

    # Pressing

    def press(self, *texts: str) -> str:
        """Wait for one of the words beside a lit key, the first of them first, and press that key; return the word."""
        until, looks = monotonic() + self.patience_s, 0
        while monotonic() < until:
            picture, looks = self.look(), looks + 1
            for text in texts:
                place = self.read(picture, text, anyhow=looks % STRANGE == 0)
                if place is not None:
                    self._press(picture, text, place)
                    self._wait_until_gone(text, place)
                    return text
            Event().wait(LOOK_S)
        raise AssertionError(f"waited {self.patience_s:.0f} s for a lit key beside {' or '.join(texts)}")

    def wait_for(self, text: str) -> None:
        """Wait for a word beside a lit key."""
        until = monotonic() + self.patience_s
        while self.read(self.look(), text, anyhow=True) is None:
            assert monotonic() < until, f"waited {self.patience_s:.0f} s for {text}"
            Event().wait(LOOK_S)

    def _press(self, picture: Picture, text: str, place: Place) -> None:
        self.keep(text, picture.pixels)
        self.pressed.append((text, place))
        self.tap(place)

    def _wait_until_gone(self, text: str, place: Place) -> None:
        """Wait until the page has answered: the word no longer names that key."""
        for _ in range(ANSWERS):
            Event().wait(LOOK_S)
            if self.read(self.look(), text) != place:
                return

    def types_name(self, name: str, key: str) -> None:
        """Type a name at the keyboard, and the key that takes it."""
        until = monotonic() + self.patience_s
        while not self.words(picture := self.look(), TYPED, anyhow=True):
            assert monotonic() < until, f"waited {self.patience_s:.0f} s for {TYPED}"
            Event().wait(LOOK_S)
        self.keep(TYPED, picture.pixels)
        self.type(*name.lower(), key)

    def plays(self) -> None:
        """Sit at a table and press whatever soft-key is lit, one of each seat at a time, until the result is there."""
        dark = 0
        while True:
            picture = self.look()
            lit = self.soft_keys(picture)
            dark = 0 if lit else dark + 1
            if dark and self.read(picture, "GO ON", anyhow=dark % STRANGE == 0) is not None:
                return
            if lit and not self.taps % SHOWN_TAPS:
                self.keep(TABLE, picture.pixels)
            for seat in sorted({seat for seat, _ in lit}):
                self.taps += 1
                self.tap(self.chance.choice([place for place in lit if place[0] == seat]))

    def makes_a_list(self, people: Sequence[str]) -> None:
        """Go from the title to the list of a tournament with these names."""
        for text in ("TONIGHT", "TOURNAMENT", "A NAME MORE"):
            self.press(text)
        for name in people:
            self.types_name(name, "Return" if name == people[-1] else "Right")

    def goes_on(self) -> None:
        """Press GO ON at a result until it leads on: while people still see how it ended, it does not answer."""
        until = monotonic() + self.patience_s
        while (place := self.read(picture := self.look(), "GO ON", anyhow=True)) is not None:
            assert monotonic() < until, "GO ON leads on"
            self._press(picture, "GO ON", place)
            self._wait_until_gone("GO ON", place)

    def evening(self, people: Sequence[str], matches: int) -> None:
        """Go from the title to the page after so many matches of a tournament: a call, at the end the champion's."""
        self.makes_a_list(people)
        self.press("BEGIN")
        for _ in range(matches):
            while self.press("SIT DOWN", NEXT, TABLE) != TABLE:
                pass
            self.plays()
            self.goes_on()


def some_of(ink: Mask) -> Mask:
    """Return a few pixels of a mask, far from one another."""
    there = set_in(ink)
    some = Mask(ink.get_size())
    for at in there[:: max(1, len(there) // FIRST)]:
        some.set_at(at)
    return some


def set_in(mask: Mask) -> list[tuple[int, int]]:
    """Return the pixels of a mask."""
    wide = mask.get_size()[0]
    pixels = mask.to_surface(setcolor=(255, 255, 255, 255), unsetcolor=(0, 0, 0, 255)).get_buffer().raw[::4]
    return [(found.start() % wide, found.start() // wide) for found in finditer(b"\xff", pixels)]


def gap(one: pygame.Rect, other: pygame.Rect) -> int:
    """Return how far two boxes are apart, px."""
    across = max(one.left, other.left) - min(one.right, other.right)
    down = max(one.top, other.top) - min(one.bottom, other.bottom)
    return max(0, across) + max(0, down)
