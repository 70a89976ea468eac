"""Contacts that bounce on the real kernel: where the first stamp lies, by the line request and by its hard interrupts.

The kernel keeps one stamp a line until the interrupt's thread has run, so that a bounce replaces the first contact's.
All figures are an emulated machine's: of a Raspberry Pi's latencies they say nothing.
"""

from collections.abc import Callable

import pytest

from tools.vm.edges import judged
from tools.vm.gpio import Buttons

PRESSES = 200
"""So many that the host did not disturb."""


@pytest.fixture(scope="module")
def still(buttons: Buttons) -> Buttons:
    """Buttons whose program does not run: its lines are the reader's."""
    buttons.machine.run("systemctl stop photofinish photofinish-error; systemctl start photofinish-trace.socket")
    return buttons


MANY = 4_000
"""As many as the promise is made of; it takes some minutes each way."""


@pytest.mark.timeout(2400)
@pytest.mark.parametrize("presses", [PRESSES, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("load", [pytest.param((), marks=pytest.mark.slow), ("--load",)], ids=["idle", "loaded"])
def test_the_cabinets_source_gives_each_press_its_first_contacts_stamp(
    still: Buttons, load: tuple[str, ...], presses: int, tell: Callable[[str], None]
) -> None:
    for way in ("gpiod", "untraced") if presses == MANY else ("gpiod",):  # few without a trace are the next test's
        raw = still.rig("contacts", "bounce", way, str(presses), *load, seconds=900)
        told = judged(raw)
        tell(f"bounce through our source, {way}{', both CPUs loaded' if load else ''}: {told}")
        assert told.presses >= presses, "the host is too busy"
        assert raw["is_traced"] is (way == "gpiod")
        assert raw["complaints"] == [], "an overwritten stamp is no loss"
        if way == "gpiod":
            assert (told.request.late, told.request.none, told.outside) == (0, 0, 0)
        else:
            assert told.request.late > 0, "or nothing is shown here"


@pytest.mark.parametrize("load", [(), pytest.param(("--load",), marks=pytest.mark.slow)], ids=["idle", "loaded"])
def test_the_request_overwrites_stamps_and_the_interrupts_have_every_edge(
    still: Buttons, load: tuple[str, ...], tell: Callable[[str], None]
) -> None:
    told = judged(still.rig("contacts", "bounce", "raw", str(PRESSES), "--trace", *load, seconds=900))
    tell(f"bounce{', both CPUs loaded' if load else ''}: {told}")
    assert told.presses >= PRESSES, "the host is too busy"
    assert told.overwritten > 0  # or nothing is shown here
    assert (told.interrupts.late, told.interrupts.none) == (0, 0)
    assert (told.miscounted, told.interrupts_lost) == (0, 0)
