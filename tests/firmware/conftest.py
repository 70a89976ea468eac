"""What the firmware's tests share: the binaries, and the emulator, installed once."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.build import SHIPPED
from hardware.board.flash import UF2_BLOCK
from tests.firmware.emulated import Emulated, installed_emulator
from tests.firmware.pure import SOURCES, Pure

Start = Callable[..., Emulated]


def run(*command: str, cwd: Path) -> str:
    """Run a program; its output is the failure's text."""
    done = subprocess.run(command, check=False, cwd=cwd, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    return done.stdout


def patched(image: Path, to: Path, old: bytes, new: bytes) -> Path:
    """Write a UF2 file with bytes that are once in its image replaced by as many others; return its path."""
    file = bytearray(image.read_bytes())
    places = [at + 32 + byte for at in range(0, len(file), UF2_BLOCK) for byte in range(256)]
    whole = bytes(file[place] for place in places)
    assert (whole.count(old), len(new)) == (1, len(old))
    for number, byte in enumerate(new):
        file[places[whole.index(old) + number]] = byte
    path = to / image.name
    path.write_bytes(file)
    return path


@pytest.fixture(scope="session")
def firmware() -> Path:
    """Give the folder of the firmware's sources."""
    return Path(__file__).resolve().parents[2] / "firmware"


@pytest.fixture(scope="session")
def images() -> Path:
    """Give the folder of the images that are shipped, or of those that PHOTOFINISH_UF2 names."""
    return Path(os.environ.get("PHOTOFINISH_UF2") or SHIPPED)


@pytest.fixture(scope="session")
def pure(firmware: Path, tmp_path_factory: pytest.TempPathFactory) -> Pure:
    """Give what of the firmware knows no chip; one board at a time."""
    library = tmp_path_factory.mktemp("pure") / "pure.so"
    warnings = ["-Wall", "-Wextra", "-Werror", "-std=gnu11", "-O1"]
    run("gcc", *warnings, "-shared", "-fPIC", "-o", str(library), *SOURCES, cwd=firmware)
    return Pure(library)


@pytest.fixture(scope="session")
def emulator(firmware: Path) -> Path:
    """Give the emulator's folder, with rp2040js of the version in its lock file."""
    return installed_emulator(firmware)


@pytest.fixture
def start(images: Path, emulator: Path) -> Start:
    """Give what starts an emulated board: ``with start("usb") as board``; further options are the bridge's."""

    def start(line: str = "usb", *options: str, forgiving: bool = False, uf2: Path | None = None) -> Emulated:
        image = uf2 or images / f"photofinish-board-rp2040-{line}.uf2"
        return Emulated(emulator, image, line, *options, forgiving=forgiving)

    return start
