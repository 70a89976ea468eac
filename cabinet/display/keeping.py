"""Caches of what was drawn, which do not outlive whoever drew it.

`functools.lru_cache` round a bound method holds its object, and the object holds the cache: a ring that only the
garbage collector would open, which here hardly ever looks (`cabinet.collector`). Every match would leave its pictures
behind, some 20 MB of them.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar
from weakref import WeakMethod

Drawn = TypeVar("Drawn")


def kept(most: int, draw: Callable[..., Drawn]) -> Callable[..., Drawn]:
    """The method `draw`, its `most` latest results kept by what it was asked; for an attribute of its own object."""
    method = WeakMethod(draw)

    @lru_cache(most)
    def answer(*asked: object, **named: object) -> Drawn:
        drawing = method()
        assert drawing is not None, "a cache is used only by its own object"
        return drawing(*asked, **named)

    return answer
