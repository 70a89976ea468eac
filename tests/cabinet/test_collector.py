"""The collector is left as it was found, however a series of matches ends."""

import gc
from collections.abc import Iterator

import pytest

from cabinet import collector


@pytest.fixture(autouse=True)
def as_found() -> Iterator[None]:
    """Whatever a test says to the collector is unsaid after it."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_in_bulk_it_looks_seldom_and_afterwards_as_before() -> None:
    collector.calm()
    with collector.in_bulk():
        assert gc.get_threshold()[0] == collector.IN_BULK > collector.YOUNG
    assert gc.get_threshold()[0] == collector.YOUNG


def test_a_series_that_fails_leaves_the_collector_as_it_was() -> None:
    before = gc.get_threshold()
    with pytest.raises(OSError, match="full"), collector.in_bulk():
        raise OSError("full")
    assert gc.get_threshold() == before
