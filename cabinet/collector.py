"""Python's garbage collector, told what kind of program this is.

A match makes many small values that refer to each other in one direction only and die young: reference counting frees
them all. The collector, left alone, looks through the living ones every few hundred that are made, which costs a tenth
of the rules' speed and now and then a frame.
"""

import gc

YOUNG = 50_000
"""So many new objects, net, before the collector looks at them; the interpreter's own default is 700."""


def calm() -> None:
    """Leave what exists by now out of all collections, and collect seldom. Called once, when a program starts."""
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 50)
