"""Compile the engine for this machine, with mypyc and a C compiler. The commands:

    python -m tools.compiled check           # only the front end: does mypyc translate every module to C?
    python -m tools.compiled wheel FOLDER    # make the wheel photofinish-compiled
    python -m tools.compiled install         # make it and install it beside this Python: make compiled
    python -m tools.compiled remove          # uninstall it: make plain

A compiled engine is a wheel of its own (decision 0099).
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tools.compiled.build import DISTRIBUTION, QUICK_BUILD, QUICK_CODE, NoCompiler, kept, pack, translate

BAD_INPUT = 2


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the command and its options."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(prog="python -m tools.compiled", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check", help="translate every module of the engine to C")
    packing = commands.add_parser("wheel", help="compile the engine into a wheel and print its path")
    packing.add_argument("folder", type=Path)
    packing.add_argument("--quick-build", action="store_true", help="compile in less time, to slower code")
    commands.add_parser("install", help="compile the engine and have this Python use it")
    commands.add_parser("remove", help="have this Python use the engine's source again")
    return parser.parse_args(arguments)


def perform(given: argparse.Namespace) -> None:
    """Perform the command. Raises what `kept` and `pack` raise."""
    if given.command == "check":
        with tempfile.TemporaryDirectory() as folder:
            translate(Path(folder))
    elif given.command == "wheel":
        print(pack(kept(QUICK_BUILD if given.quick_build else QUICK_CODE), given.folder))
    elif given.command == "install":
        print("Compiling the engine; on a small machine this takes some minutes …", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            wheel = str(pack(kept(QUICK_CODE), Path(folder)))
            _pip("install", "--force-reinstall", "--no-deps", "--no-index", wheel)
        print("The compiled engine is used from now on. make plain takes it away.")
    else:
        _pip("uninstall", "--yes", DISTRIBUTION)
        print("The engine's source is used.")


def _pip(command: str, *arguments: str) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", command, *arguments]
    subprocess.run(pip, check=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Perform a command; return 2 where the machine lacks something or the build fails."""
    try:
        perform(parsed(arguments))
    except (NoCompiler, ValueError) as problem:
        print(f"The engine was not compiled: {problem}", file=sys.stderr)
        return BAD_INPUT
    except subprocess.CalledProcessError as problem:
        print(f"The engine was not compiled: {problem.cmd[0]} failed, see above", file=sys.stderr)
        return BAD_INPUT
    return 0


if __name__ == "__main__":
    sys.exit(main())
