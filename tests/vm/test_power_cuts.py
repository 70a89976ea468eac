"""The power goes while people play: three times, with QEMU's strictest cache, and once as it ought to go."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tools.vm.machine import Image, Machine
from tools.vm.party import Party, build
from tools.vm.soak import STRICTEST, Toll, cut_once, report

CUTS = 3


@pytest.fixture(scope="module")
def party(alone: None, cabinet_image: Image) -> Iterator[Party]:
    """A match that was cut off, offered. Its disk lies beside the image, on no tmpfs."""
    with tempfile.TemporaryDirectory(prefix="power-", dir=cabinet_image.disk.parent.parent) as temporary:
        folder = Path(temporary)
        with Machine(cabinet_image, folder, build=build(folder, cache=STRICTEST, size=(800, 480))) as machine:
            machine.boot(seconds=600)
            one = Party(machine)
            one.prepare()
            one.wait_until_offered()
            yield one


def test_after_a_power_cut_in_play_it_boots_and_nothing_that_was_saved_is_lost(
    party: Party, capsys: pytest.CaptureFixture[str]
) -> None:
    toll, chance = Toll("power cut"), Random()
    for _ in range(CUTS):
        cut_once(party, toll, chance, plays_s=(1.0, 5.0))
    with capsys.disabled():
        sys.stdout.write(f"\n{report([toll], 0)}")
    assert toll.faults == []
    assert toll.verdicts[-1].hammered > 0
    assert sum(verdict.checked for verdict in toll.verdicts) > 0
