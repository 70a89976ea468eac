"""Virtual machines for tests: built once, booted seldom, many questions asked of each.

Collected only where it is named (`make test-vm`). What a machine leaves (its console, QEMU's words, pictures) lies in
pytest's temporary folder.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tools.vm.gpio import Buttons
from tools.vm.image import installed
from tools.vm.machine import Image, Machine

NEEDS = ("qemu-system-x86_64", "qemu-img", "mmdebstrap", "mkfs.ext4")
BOOTS_S = 1800
FIGURES = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    """Room for what was measured."""
    config.stash[FIGURES] = []


@pytest.hookimpl(tryfirst=True)  # before tests/conftest.py takes out what lacks its tools
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test here needs QEMU and the time to boot."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.needs(*NEEDS))
            item.add_marker(pytest.mark.timeout(BOOTS_S))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print what was measured."""
    if config.stash[FIGURES]:
        terminalreporter.section("measured")
        for line in config.stash[FIGURES]:
            terminalreporter.line(line)


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Have a line printed at the end of the run: something measured."""
    return request.config.stash[FIGURES].append


@pytest.fixture(scope="session")
def cabinet_image() -> Image:
    """The machine as the installer leaves it."""
    if os.geteuid() != 0:
        pytest.exit("the virtual machine's disk is made by root: sudo make test-vm", returncode=2)
    return installed()


@pytest.fixture(scope="module")
def cabinet(cabinet_image: Image, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """An installed cabinet that has booted, for the tests of one module."""
    with Machine(cabinet_image, tmp_path_factory.mktemp("cabinet")) as machine:
        machine.boot()
        yield machine


@pytest.fixture(scope="session")
def buttons(cabinet_image: Image, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Buttons]:
    """A cabinet of its own with sixteen simulated buttons, whose program is not running yet."""
    with Machine(cabinet_image, tmp_path_factory.mktemp("buttons")) as machine:
        machine.boot()
        machine.run("systemctl stop photofinish")
        made = Buttons(machine)
        made.put_in()
        yield made
