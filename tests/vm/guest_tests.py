"""Runs tests of `tests/guest` in a bare machine, with the checkout's sources and this Python's pytest."""

import sysconfig
from pathlib import Path
from typing import Final

from tools.vm.cached import REPOSITORY
from tools.vm.encoders import FOLDER, put_in, unpack
from tools.vm.machine import Machine

OURS: Final = ("tests/hardware/test_source_contract.py", "tests/hardware/test_console_letters.py", "tests/guest")
THEIRS: Final = (
    "py.py",
    "pytest",
    "_pytest",
    "pluggy",
    "iniconfig",
    "packaging",
    "pygments",
    "gpiozero",
    "colorzero",
    "cobs",
)
"""What the tests want of this Python's packages, all of it without compiled parts."""
SETTINGS: Final = """[pytest]
addopts = --import-mode=importlib -p no:cacheprovider -q
filterwarnings = error
markers = needs: has no meaning here
"""


def put_in_tests(machine: Machine) -> None:
    """Bring the sources, the kernel's modules, and the tests into a machine, unless they are there."""
    if machine.run(f"test -d {FOLDER}/tests", check=False).code != 0:
        put_in(machine)
        packages = Path(sysconfig.get_path("purelib"))
        ours, theirs = ((REPOSITORY / name, name) for name in OURS), ((packages / name, name) for name in THEIRS)
        unpack(machine, "tests", [*ours, *theirs])
        machine.run(f"cat > {FOLDER}/pytest.ini", stdin=SETTINGS)


def run_tests(machine: Machine, *arguments: str, seconds: float = 600) -> None:
    """Run pytest in the guest. Raises AssertionError with what it says when a test fails."""
    command = f"cd {FOLDER} && PYTHONPATH={FOLDER} python3 -m pytest -c pytest.ini {' '.join(arguments)} 2>&1"
    done = machine.run(command, seconds=seconds, check=False)
    assert done.code == 0, done.out
