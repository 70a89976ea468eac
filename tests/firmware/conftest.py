"""What the firmware's tests share: both binaries, built once, and the emulator, installed once."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.firmware.emulated import Emulated, installed_emulator
from tests.firmware.pure import SOURCES, Pure

Start = Callable[..., Emulated]


def run(*command: str, cwd: Path) -> str:
    """Run a program; its output is the failure's text."""
    done = subprocess.run(command, check=False, cwd=cwd, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    return done.stdout


def changed(firmware: Path, build: Path, to: Path, file: str, step: str, instead: str, line: str = "uart") -> Path:
    """Build the firmware with one step of its sources replaced."""
    sources = to / "firmware"
    shutil.copytree(firmware, sources, ignore=shutil.ignore_patterns("build", "emulator", "host"))
    shutil.copytree(build, sources / "build")
    source = sources / "src" / file
    text = source.read_text(encoding="utf-8")
    assert text.count(step) == 1
    source.write_text(text.replace(step, instead), encoding="utf-8")
    run("make", f"build/photofinish-board-{line}.uf2", cwd=sources)
    return sources / "build" / f"photofinish-board-{line}.uf2"


@pytest.fixture(scope="session")
def firmware() -> Path:
    """Give the folder of the firmware's sources."""
    return Path(__file__).resolve().parents[2] / "firmware"


@pytest.fixture(scope="session")
def build(firmware: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with both builds."""
    folder = tmp_path_factory.mktemp("firmware")
    run("make", "-j2", f"BUILD={folder}", cwd=firmware)
    return folder


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
def start(build: Path, emulator: Path) -> Start:
    """Give what starts an emulated board: ``with start("usb") as board``; further options are the bridge's."""

    def start(line: str = "usb", *options: str, forgiving: bool = False, uf2: Path | None = None) -> Emulated:
        image = uf2 or build / f"photofinish-board-{line}.uf2"
        return Emulated(emulator, image, line, *options, forgiving=forgiving)

    return start
