"""Builds the firmware of button board and tester, for both chips, and keeps the files that the program ships.

``python3 -m firmware.build``, or ``make firmware``. Debian trixie has packages of all that is needed: elsewhere it
builds in a root of trixie, which mmdebstrap makes and `build/vm` keeps. The same sources give the same bytes in any
folder. Standard library only: building the firmware needs no environment.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Final

from tools.vm.cached import hash_of, made

HERE: Final = Path(__file__).resolve().parent
SHIPPED: Final = HERE.parent / "hardware/board/uf2"
NOTE: Final = "made-of.txt"
"""Beside shipped images: the compiler, the sum of the sources, and each image's."""
CHIPS: Final = {"rp2040": "pico", "rp2350": "pico2"}
"""chip -> the SDK's name of a board with it; the firmware uses nothing else of the board but its LED."""
IMAGES: Final = {"board-{chip}-usb": "board-usb", "board-{chip}-uart": "board-uart", "tester-{chip}": "tester-usb"}
"""what the images are called -> their target in CMakeLists.txt, each after `photofinish-`."""
PACKAGES: Final = ("cmake", "make", "gcc-arm-none-eabi", "libnewlib-arm-none-eabi", "pico-sdk-source", "tinyusb-source",
                   "picotool", "pioasm")  # fmt: skip
PROGRAMS: Final = ("cmake", "make", "arm-none-eabi-gcc", "picotool", "pioasm")
SDK: Final = Path("/usr/src/pico-sdk")
LEFT_OUT: Final = (
    "/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*",
    *(f"/usr/lib/{place}/{kind}*" for place in ("arm-none-eabi/newlib", "gcc/arm-none-eabi/*")
      for kind in ("arm/", "thumb/nofp/", "thumb/v7", "thumb/v8-a", "thumb/v8-m.base", "thumb/v8.1")),
)  # fmt: skip
"""Of the packages: texts, and libraries for other processors, three of four gigabytes."""
MMDEBSTRAP: Final = (f"--include={','.join(PACKAGES)}", *(f"--dpkgopt=path-exclude={path}" for path in LEFT_OUT))


class CannotBuild(Exception):
    """The firmware cannot be built here; the message says why and what to do."""


def images(folder: Path) -> list[Path]:
    """Return the paths of all images in a folder."""
    return [folder / f"photofinish-{name.format(chip=chip)}.uf2" for chip in CHIPS for name in IMAGES]


def build(to: Path, usb_id: str = "") -> str:
    """Build the images into a folder; return the compiler's name and version. Raises CannotBuild."""
    to.mkdir(parents=True, exist_ok=True)
    root = None if is_equipped() else trixie_root()
    with tempfile.TemporaryDirectory(dir=root / "tmp" if root else None) as folder:
        work = Path(folder)
        shutil.copytree(HERE / "src", work / "src")
        shutil.copy(HERE / "CMakeLists.txt", work)
        for chip, board in CHIPS.items():
            say(f"{chip} …")
            settings = [f"-DPICO_BOARD={board}", f"-DUSB_ID={usb_id}", "-DCMAKE_BUILD_TYPE=Release"]
            run(root, work, "cmake", "-S", ".", "-B", chip, *settings)
            run(root, work, "cmake", "--build", chip, "--parallel", str(os.cpu_count() or 1))
            for name, target in IMAGES.items():
                built = work / chip / f"photofinish-{target}.uf2"
                shutil.copyfile(built, to / f"photofinish-{name.format(chip=chip)}.uf2")
        return run(root, work, "arm-none-eabi-gcc", "--version").splitlines()[0]


def is_equipped() -> bool:
    """Return whether this machine has Debian trixie's packages itself."""
    return SDK.is_dir() and all(map(shutil.which, PROGRAMS))


def trixie_root() -> Path:
    """Return the root of a Debian trixie with the packages, found or made now. Raises CannotBuild."""
    if os.geteuid() != 0 or not shutil.which("mmdebstrap"):
        raise CannotBuild(
            f"The firmware is built with Debian trixie's packages {', '.join(PACKAGES)}. On trixie, install them; "
            "elsewhere install mmdebstrap and run `make firmware` as root, which makes a trixie of its own in build/vm."
        )

    def make(folder: Path) -> None:
        say("a root of Debian trixie, once; about a minute …")
        command = ["mmdebstrap", "--variant=minbase", *MMDEBSTRAP, "trixie", str(folder / "root")]
        done = subprocess.run(command, text=True, capture_output=True, check=False)
        if done.returncode:
            last = done.stderr[-800:]
            raise CannotBuild(f"mmdebstrap made no Debian trixie with {', '.join(PACKAGES)}. Its last lines:\n{last}")

    return made("firmware", hash_of([], " ".join(MMDEBSTRAP)), make) / "root"


def run(root: Path | None, work: Path, *command: str) -> str:
    """Run a program in the folder, inside the root where there is one; return its output. Raises CannotBuild."""
    if root:
        inside = f"/{work.relative_to(root)}"
        command = ("chroot", str(root), "env", "-C", inside, "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", *command)
    done = subprocess.run(command, cwd=work, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        raise CannotBuild(f"{' '.join(command)}\n{done.stdout[-4000:]}")
    return done.stdout


def sum_of_sources() -> str:
    """Return one SHA-256 over everything that the images are made of, names and bytes."""
    files = sorted([*(HERE / "src").iterdir(), HERE / "CMakeLists.txt"])
    return sha256(b"".join(f"{path.name} {sum_of(path)}\n".encode() for path in files)).hexdigest()


def note_of(compiler: str, folder: Path) -> str:
    """Write what images were made of: `key: value` lines. A test compares it with the sources of today."""
    rows = {"compiler": compiler, "sources": sum_of_sources()} | {path.name: sum_of(path) for path in images(folder)}
    return "".join(f"{key}: {value}\n" for key, value in rows.items())


def sum_of(path: Path) -> str:
    """Return a file's SHA-256, in hexadecimal."""
    return sha256(path.read_bytes()).hexdigest()


def say(text: str) -> None:
    """Tell the user what is being done."""
    print(f"firmware: {text}", file=sys.stderr, flush=True)


def check() -> None:
    """Build anew and compare with what is shipped. Raises CannotBuild at a difference."""
    with tempfile.TemporaryDirectory() as folder:
        compiler = build(Path(folder))
        shipped, made_now = (SHIPPED / NOTE).read_text(encoding="utf-8"), note_of(compiler, Path(folder))
    if made_now != shipped:
        raise CannotBuild(f"Shipped is\n{shipped}but built is\n{made_now}`make firmware`, and commit {SHIPPED.name}.")


def usb_number(text: str) -> str:
    """Return a USB number as it is. Raises ArgumentTypeError if it is no two numbers of four hexadecimal digits."""
    if not re.fullmatch("[0-9A-Fa-f]{4}:[0-9A-Fa-f]{4}", text):
        raise argparse.ArgumentTypeError(f"{text} is no USB number, such as 1209:abcd")
    return text


def main() -> None:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(description="Builds the firmware of button board and tester.")
    parser.add_argument("--to", type=Path, default=SHIPPED, help="folder for the images (default: the shipped ones')")
    parser.add_argument("--usb-id", type=usb_number, metavar="VENDOR:PRODUCT", help="in hexadecimal")
    parser.add_argument("--check", action="store_true", help="compare with the shipped images, and change nothing")
    parser.add_argument("--mmdebstrap", action="store_true", help="print options that put the packages into a root")
    arguments = parser.parse_args()
    if arguments.mmdebstrap:
        print("\n".join(MMDEBSTRAP))
        return
    try:
        if arguments.check:
            check()
        else:
            compiler = build(arguments.to, arguments.usb_id or "")
            (arguments.to / NOTE).write_text(note_of(compiler, arguments.to), encoding="utf-8")
            for image in images(arguments.to):
                print(f"{image}  {image.stat().st_size} bytes")
    except CannotBuild as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
