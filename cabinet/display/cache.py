"""Everything drawn and kept, in one budget of bytes; the least recently used goes first.

A `DrawingCache` serves the whole program: every method made by its `cached` counts its results in the same budget. A
result also goes with the object that drew it, because the cache does not keep that object alive: a cycle of the two
would only be broken by the garbage collector, which hardly ever runs here (`cabinet.process.gc_tuning`). It goes a
little later, some with each drawing: to free all that a page has drawn takes milliseconds.
"""

from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar
from weakref import WeakMethod, ref

import pygame

Drawn = TypeVar("Drawn")

LEAST_BYTES: Final = 30_000_000
BYTES_A_PIXEL: Final = 28
"""The budget without, and for each pixel of, the screens: 41 MB at 800×480, 56 MB at 1280×720. All of a match is 26 to
45 MB at the first size, 63 to 107 at the other."""
PART_OF_MEMORY: Final = 6
"""The budget is at most this part of the memory that the program may take: a sixth."""
EMPTIED: Final = 0.9
"""The share of the budget that is left filled by a clearance, so that clearances are rare."""
AT_ONCE: Final = 8
"""The number of results of gone objects that go with each drawing."""
OVERHEAD: Final = 400
"""What a result takes beside its pixels, bytes: the surface, the key, the entry."""


class _Entry:
    """One result: what was drawn, the pixels that it keeps alive (`pixels_of`), and where it lies."""

    __slots__ = ("drawn", "key", "pixels", "results")

    def __init__(self, drawn: object, results: "ref[_Results]", key: object, pixels: Mapping[int, int]) -> None:
        self.drawn = drawn
        self.pixels = pixels
        self.results = results
        self.key = key


class _Results:
    """The results of one method of one object, by their arguments."""

    __slots__ = ("__weakref__", "entries")

    def __init__(self) -> None:
        self.entries: dict[object, _Entry] = {}


class DrawingCache:
    """The drawings of a program."""

    def __init__(self, most: int = 2 * LEAST_BYTES) -> None:
        """`most`: the budget in bytes. A single result may exceed it."""
        self.most = most
        self.size = 0
        """The bytes of all results: pixels that several results share count once."""
        self.made = 0
        """The bytes of all results that there ever were, for whoever draws ahead."""
        self._results: dict[ref[_Results], dict[object, _Entry]] = {}
        self._gone: deque[dict[object, _Entry]] = deque()
        """The results of each object that has gone, as far as they are still there."""
        self._used: OrderedDict[_Entry, None] = OrderedDict()
        """All results, the least recently used first."""
        self._holders: dict[int, int] = {}
        """The number of results that keep each block of pixels alive."""
        self.breathe: Callable[[], None] = _go_on
        """Called before and after each drawing: whoever draws in slices pauses there (`cabinet.process.slices`)."""

    def cached(self, draw: Callable[..., Drawn], *, has_pixels: bool = True) -> Callable[..., Drawn]:
        """Return the method `draw` with its results kept by arguments, for an attribute of its own object.

        `has_pixels`: False for one that measures; its results are not searched for surfaces.
        """
        method, results = WeakMethod(draw), _Results()
        reference, entries, used = ref(results, self._drop), results.entries, self._used.move_to_end
        self._results[reference] = entries

        def answer(*asked: object, **named: object) -> Drawn:
            key = (asked, *named.items()) if named else asked
            entry = entries.get(key)
            if entry is None:
                drawing = method()
                assert drawing is not None, "a cache is used only by its own object"
                self.breathe()
                drawn = drawing(*asked, **named)
                pixels = pixels_of(drawn) if has_pixels else {}
                entry = self._keep(results.entries, key, _Entry(drawn, reference, key, pixels))
                self.breathe()
            else:
                used(entry)
            return entry.drawn  # type: ignore[return-value]  # what `draw` returned

        return answer

    def _keep(self, entries: dict[object, _Entry], key: object, entry: _Entry) -> _Entry:
        if key in entries:  # drawn by somebody else while this drawing paused
            return entries[key]
        self._free(AT_ONCE)
        before = self.size
        entries[key] = entry
        self._used[entry] = None
        self.size += OVERHEAD
        for block, size in entry.pixels.items():
            held = self._holders[block] = self._holders.get(block, 0) + 1
            self.size += size if held == 1 else 0
        self.made += self.size - before
        if self.size > self.most:
            self._clear(entry)
        return entry

    def _clear(self, latest: _Entry) -> None:
        """Forget what objects that have gone have left, then the results that were not used for the longest time, but
        never the latest, until there is room."""
        while self.size > EMPTIED * self.most:
            if self._gone:
                self._free(1)
                continue
            if (oldest := next(iter(self._used))) is latest:
                return
            del self._used[oldest], self._results[oldest.results][oldest.key]
            self._release(oldest.pixels)

    def _drop(self, results: "ref[_Results]") -> None:
        self._gone.append(self._results.pop(results))

    def _free(self, most: int) -> None:
        """Forget so many results of objects that have gone."""
        while self._gone and most:
            if entries := self._gone[0]:
                _, entry = entries.popitem()
                del self._used[entry]
                self._release(entry.pixels)
                most -= 1
            else:
                self._gone.popleft()

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
