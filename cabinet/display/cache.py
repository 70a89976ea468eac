"""Everything drawn and kept, in one budget of bytes; the least recently used goes first.

A `DrawingCache` serves the whole program: every method made by its `cached` counts its results in the same budget. A
result also goes with the object that drew it, because the cache does not keep that object alive: a cycle of the two
would only be broken by the garbage collector, which hardly ever runs here (`cabinet.process.gc_tuning`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar
from weakref import WeakMethod, ref

import pygame

Drawn = TypeVar("Drawn")

LEAST_BYTES: Final = 30_000_000
BYTES_A_PIXEL: Final = 32
"""The budget without, and for each pixel of, the screens: 42 MB at 800×480, 59 MB at 1280×720. A match draws 26 to 41
MB at the first size, 63 to 97 at the other."""
PART_OF_MEMORY: Final = 6
"""The budget is at most this part of the memory that the program may take: a sixth."""
EMPTIED: Final = 0.9
"""The share of the budget that is left filled by a clearance, so that clearances are rare."""
OVERHEAD: Final = 400
"""What a result takes beside its pixels, bytes: the surface, the key, the entry."""


class _Entry:
    """One result, and the time of its last use, in drawings."""

    __slots__ = ("drawn", "used")

    def __init__(self, drawn: object, used: int) -> None:
        self.drawn = drawn
        self.used = used


class _Shelf:
    """The results of one method of one object, by their arguments."""

    __slots__ = ("__weakref__", "entries", "pixels")

    def __init__(self) -> None:
        self.entries: dict[object, _Entry] = {}
        self.pixels: dict[object, Mapping[int, int]] = {}
        """The pixels that each result keeps alive, as `pixels_of` says."""


class DrawingCache:
    """The drawings of a program."""

    def __init__(self, most: int = 2 * LEAST_BYTES) -> None:
        """`most`: the budget in bytes. A single result may exceed it."""
        self.most = most
        self.size = 0
        """The bytes of all results: pixels that several results share count once."""
        self.made = 0
        """The bytes of all results that there ever were, for whoever draws ahead."""
        self._shelves: dict[ref[_Shelf], dict[object, Mapping[int, int]]] = {}
        self._holders: Counter[int] = Counter()
        """The number of results that keep each block of pixels alive."""
        self._drawings = 0
        self.breathe: Callable[[], None] = _go_on
        """Called before and after each drawing: whoever draws in slices pauses there (`cabinet.process.slices`)."""

    def cached(self, draw: Callable[..., Drawn]) -> Callable[..., Drawn]:
        """Return the method `draw` with its results kept by arguments, for an attribute of its own object."""
        method, shelf = WeakMethod(draw), _Shelf()
        self._shelves[ref(shelf, self._drop)] = shelf.pixels
        entries = shelf.entries

        def answer(*asked: object, **named: object) -> Drawn:
            key = (asked, *named.items()) if named else asked
            entry = entries.get(key)
            if entry is None:
                drawing = method()
                assert drawing is not None, "a cache is used only by its own object"
                self.breathe()
                entry = self._keep(shelf, key, drawing(*asked, **named))
                self.breathe()
            entry.used = self._drawings
            return entry.drawn  # type: ignore[return-value]  # what `draw` returned

        return answer

    def _keep(self, shelf: _Shelf, key: object, drawn: object) -> _Entry:
        if key in shelf.entries:  # drawn by somebody else while this drawing paused
            return shelf.entries[key]
        self._drawings += 1
        before = self.size
        shelf.entries[key] = entry = _Entry(drawn, self._drawings)
        shelf.pixels[key] = pixels = pixels_of(drawn)
        self.size += OVERHEAD
        for block, size in pixels.items():
            self._holders[block] += 1
            self.size += size if self._holders[block] == 1 else 0
        self.made += self.size - before
        if self.size > self.most:
            self._clear()
        return entry

    def _clear(self) -> None:
        """Forget the results that were not used for the longest time, but never the latest."""
        shelves = [shelf for held in self._shelves if (shelf := held()) is not None]
        entries = [(entry.used, shelf, key) for shelf in shelves for key, entry in shelf.entries.items()]
        entries.sort(key=lambda entry: entry[0])
        for used, shelf, key in entries:
            if self.size <= EMPTIED * self.most or used == self._drawings:
                return
            del shelf.entries[key]
            self._release(shelf.pixels.pop(key))

    def _drop(self, shelf: "ref[_Shelf]") -> None:
        """Forget the results of an object that has gone."""
        for pixels in self._shelves.pop(shelf).values():
            self._release(pixels)

    def _release(self, pixels: Mapping[int, int]) -> None:
        self.size -= OVERHEAD
        for block, size in pixels.items():
            self._holders[block] -= 1
            if self._holders[block] == 0:
                del self._holders[block]
                self.size -= size


def budget(sizes: Iterable[tuple[int, int]], memory: int) -> int:
    """Return the budget in bytes for the screens of a program that may take `memory` bytes in all."""
    pixels = sum(width * height for width, height in sizes)
    return min(LEAST_BYTES + BYTES_A_PIXEL * pixels, memory // PART_OF_MEMORY)


def pixels_of(drawn: object) -> dict[int, int]:
    """Return the blocks of pixels that a result keeps alive, with their bytes: for a part of a surface, the whole."""
    if isinstance(drawn, pygame.Surface):
        whole = drawn.get_abs_parent()
        return {id(whole): whole.get_pitch() * whole.get_height()}
    if isinstance(drawn, tuple | list):
        return {block: size for part in drawn for block, size in pixels_of(part).items()}
    return {}


def _go_on() -> None:
    """Pause nowhere."""
