"""The power goes while people play, with QEMU's strictest cache: once here, thirty times in `make soak-vm`."""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from tools.vm.machine import Image
from tools.vm.party import Party
from tools.vm.soak import STRICTEST, Toll, cut_once, offered_party, report


@pytest.fixture(scope="module")
def party(alone: None, booted_image: Image) -> Iterator[Party]:
    """A match that was cut off, offered."""
    with offered_party(booted_image, STRICTEST) as one:
        yield one


def test_after_a_power_cut_in_play_it_boots_and_nothing_that_was_saved_is_lost(
    party: Party, tell: Callable[[str], None]
) -> None:
    toll, chance = Toll("power cut"), Random()
    cut_once(party, toll, chance, plays_s=(6.0, 9.0))
    tell(report([toll], 0))
    assert toll.faults == []
    assert toll.verdicts[-1].hammered > 0
    assert sum(verdict.checked for verdict in toll.verdicts) > 0
