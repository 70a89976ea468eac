"""Virtual machines for tests: built once, booted seldom, many questions asked of each.

Collected only where it is named (`make test-vm`). What a machine leaves (its console, QEMU's words, pictures) lies in
pytest's temporary folder.
"""

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tools.image.make import card, new_build
from tools.image.recipe import ARCHES
from tools.vm.gpio import Buttons
from tools.vm.image import booted, booted_build, installed
from tools.vm.machine import Gone, Image, Machine

NEEDS = ("qemu-system-x86_64", "qemu-img", "mmdebstrap", "mkfs.ext4")
BOOTS_S = 1800
LAST_LINES = "journalctl --boot --output short-monotonic --no-pager | grep -v 'underrun occurred' | tail -n 50"
MEASURED = "measured"


@pytest.hookimpl(tryfirst=True)  # before tests/conftest.py takes out what lacks its tools
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test here needs QEMU and the time to boot."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.needs(*NEEDS))
            if item.get_closest_marker("timeout") is None:
                item.add_marker(pytest.mark.timeout(BOOTS_S))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what was measured."""
    reports = [report for outcome in ("passed", "failed") for report in terminalreporter.stats.get(outcome, ())]
    properties = [pair for report in reports if report.when == "call" for pair in report.user_properties]
    lines = [line for name, line in properties if name == MEASURED]
    if lines:
        terminalreporter.section("measured")
        for line in lines:
            terminalreporter.line(line)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Print below a failure what the guest's journal says of its last moments; its disk goes with the machine."""
    report = yield
    rack = getattr(item, "funcargs", {}).get("rack")
    if report.failed and isinstance(rack, Rack):
        report.sections.append(("The guest's journal", rack.journal()))
    return report


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Have a line printed at the end of the run: something measured."""
    return lambda line: request.node.user_properties.append((MEASURED, line))


@pytest.fixture(scope="session")
def cabinet_image() -> Image:
    """The machine as the installer leaves it."""
    if os.geteuid() != 0:
        pytest.exit("the virtual machine's disk is made by root: sudo make test-vm", returncode=2)
    return installed()


@pytest.fixture(scope="session")
def booted_image(cabinet_image: Image) -> Image:
    """The installed machine on its title, suspended."""
    return booted()


@pytest.fixture(scope="session")
def card_disk() -> Path:
    """The card's image for a PC's processor; made now if it is not there."""
    if os.geteuid() != 0:
        pytest.exit("the card's image is made by root: sudo make test-vm", returncode=2)
    return card(ARCHES["amd64"], new_build())[0]


@pytest.fixture(scope="session")
def arm_card_disk() -> Path:
    """The card's image for a Raspberry Pi; made now if it is not there."""
    if os.geteuid() != 0:
        pytest.exit("the card's image is made by root: sudo make soak-arm", returncode=2)
    return card(ARCHES["arm64"], new_build())[0]


class Rack:
    """Room for one machine: whoever wants another one has this one switched off."""

    def __init__(self) -> None:
        self._name = ""
        self._stack = ExitStack()

    def machine(self, name: str, make: Callable[[], Machine]) -> Machine:
        """The machine of that name, as it was left, or a new one that has booted."""
        if name != self._name:
            self.clear()
            made = self._stack.enter_context(make())
            made.boot()
            self._name = name
            self._machine = made
        return self._machine

    def journal(self) -> str:
        """The last lines of its journal, or why there are none."""
        if not self._name or not self._machine.is_on:
            return "no machine is on"
        try:
            return self._machine.out(LAST_LINES)
        except (AssertionError, Gone) as error:
            return f"the guest does not answer: {error}"

    def clear(self) -> None:
        """Switch it off."""
        self._stack.close()
        self._name = ""


@pytest.fixture(scope="session")
def rack() -> Iterator[Rack]:
    """The place of the one machine that several files share."""
    one = Rack()
    yield one
    one.clear()


@pytest.fixture(scope="module")
def cabinet(rack: Rack, booted_image: Image, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """An installed cabinet that has booted, for the tests of several modules."""

    def make() -> Machine:
        folder = tmp_path_factory.mktemp("cabinet")
        return Machine(booted_image, folder, build=booted_build(folder))

    return rack.machine("cabinet", make)


@pytest.fixture(scope="module")
def alone(rack: Rack) -> None:
    """No other machine runs beside that of these tests."""
    rack.clear()


@pytest.fixture(scope="module")
def buttons(rack: Rack, booted_image: Image, tmp_path_factory: pytest.TempPathFactory) -> Buttons:
    """A cabinet of its own with sixteen simulated buttons, which its program does not read yet."""

    def make() -> Machine:
        folder = tmp_path_factory.mktemp("buttons")
        return Machine(booted_image, folder, build=booted_build(folder))

    made = Buttons(rack.machine("buttons", make))
    made.put_in()
    return made
