"""Method caches that do not keep their owner alive.

`functools.lru_cache` on a bound method references its object, and the object references the cache. Only the garbage
collector would break that cycle, and it hardly ever runs here (`cabinet.process.gc_tuning`): every match would leave
its pictures in memory, some 20 MB.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar
from weakref import WeakMethod

Drawn = TypeVar("Drawn")


def cached(most: int, draw: Callable[..., Drawn]) -> Callable[..., Drawn]:
    """Return the method `draw` with a cache of `most` results by arguments, for an attribute of its own object."""
    method = WeakMethod(draw)

    @lru_cache(most)
    def answer(*asked: object, **named: object) -> Drawn:
        drawing = method()
        assert drawing is not None, "a cache is used only by its own object"
        return drawing(*asked, **named)

    return answer
