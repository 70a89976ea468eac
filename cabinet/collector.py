"""Python's garbage collector, told what kind of program this is.

A match makes many small values that refer to each other in one direction only and die young: reference counting frees
them all. The collector, left alone, looks through the living ones every few hundred that are made, which costs a tenth
of the rules' speed and now and then a frame.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

YOUNG: Final = 50_000
"""So many new objects, net, before the collector looks at them; the interpreter's own default is 700."""
IN_BULK: Final = 500_000
"""More than all but the longest matches make."""


def calm() -> None:
    """Leave what exists by now out of all collections, and collect seldom. Called once, when a program starts."""
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 50)


@contextmanager
def in_bulk() -> Iterator[None]:
    """While matches are played one after the other, collect hardly ever.

    A look through half a million objects would take several frames, and there are none here to be late; mostly the
    match is over, and freed, before there are so many.
    """
    before = gc.get_threshold()
    gc.set_threshold(IN_BULK, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
