"""The collector is left as it was found, however a series of matches ends."""

import gc
import sys
from collections.abc import Iterator
from weakref import ref

import pytest

from cabinet.process import gc_tuning


@pytest.fixture(autouse=True)
def as_found() -> Iterator[None]:
    """Whatever a test says to the collector is unsaid after it."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_in_bulk_it_looks_seldom_and_afterwards_as_before() -> None:
    gc_tuning.calm()
    with gc_tuning.in_bulk():
        assert gc.get_threshold()[0] == gc_tuning.IN_BULK > gc_tuning.YOUNG
    assert gc.get_threshold()[0] == gc_tuning.YOUNG


def test_a_series_that_fails_leaves_the_collector_as_it_was() -> None:
    before = gc.get_threshold()
    with pytest.raises(OSError, match="full"), gc_tuning.in_bulk():
        raise OSError("full")
    assert gc.get_threshold() == before


class Ring:
    def __init__(self) -> None:
        self.itself = self


def test_tidying_clears_the_free_lists_and_frees_young_rings() -> None:
    gc.collect()
    lists = [tuple(range(length)) for length in range(2, 20) for _ in range(2000)]
    young = ref(Ring())
    del lists
    before = sys.getallocatedblocks()
    gc_tuning.tidy()
    assert young() is None
    assert sys.getallocatedblocks() < before - 10_000


def test_tidying_does_not_look_at_what_has_lived_long() -> None:
    gc.disable()
    try:
        ring = Ring()
        old = ref(ring)
        gc.freeze()
        gc.unfreeze()
        del ring
        gc_tuning.tidy()
        assert old() is not None
        gc.collect()
        assert old() is None
    finally:
        gc.enable()
