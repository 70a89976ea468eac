"""`python -m tools.vm`: boot the machine by hand, run commands in it, look at its screen."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.vm.base import base
from tools.vm.image import fill_share, installed
from tools.vm.machine import Image, Machine


def main() -> int:
    """Boot, run every line of the standard input in the guest, and take the machine away again."""
    parser = argparse.ArgumentParser(prog="python -m tools.vm", description=__doc__)
    parser.add_argument("--bare", action="store_true", help="Debian as it is before the installer")
    parser.add_argument("--words", default="", help="more for the kernel's command line")
    parser.add_argument("--folder", type=Path, help="keep disk, console log and pictures there")
    args = parser.parse_args()
    image = base() if args.bare else installed()
    with tempfile.TemporaryDirectory() as temporary:
        return _talk(image, args.folder or Path(temporary), args.words)


def _talk(image: Image, folder: Path, words: str) -> int:
    with Machine(image, folder.resolve()) as machine:
        fill_share(machine.share)
        machine.boot(words)
        print("A command a line; `screenshot`, `keys ctrl alt f2`, `cut`, `boot` are done from outside.", flush=True)
        for line in sys.stdin:
            _do(machine, line.strip())
    return 0


def _do(machine: Machine, line: str) -> None:
    word, *rest = line.split() or [""]
    if word == "screenshot":
        print(machine.screenshot(*rest))
    elif word == "keys":
        machine.keys(*rest)
    elif word == "cut":
        machine.cut_power()
    elif word == "boot":
        machine.boot(" ".join(rest))
    else:
        done = machine.run(line, seconds=600, check=False)
        print(done.out + done.err, end="" if done.code == 0 else f"-> {done.code}\n", flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(f"{error}; it needs root")
