"""mypyc over the whole engine: its front end, and an engine compiled into a folder.

    python -m tools.compiled check           # only the front end: does mypyc translate every module to C?
    python -m tools.compiled build FOLDER    # then compile the C code, for a quick build rather than quick code
    PYTHONPATH=FOLDER python …               # use it

The program is not shipped compiled: the interpreted engine is fast enough for a Raspberry Pi (``make bench``). These
checks keep that road open, and compiled code checks every type while it runs, also those that mypy takes on trust.
"""

import argparse
import os
import subprocess
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mypyc.build import include_dir, mypycify

ROOT = Path(__file__).resolve().parents[1]
FLAGS = ("-O0", "-w", "-fwrapv", "-fPIC", "-shared")
"""For gcc. Python's own flags (-O3 -Wall) would take five times as long, and -Werror, which mypyc sets, would fail."""


def modules() -> list[str]:
    """Return the paths of the engine's modules, relative to the project's root."""
    return [str(path.relative_to(ROOT)) for path in sorted((ROOT / "engine").rglob("*.py"))]


def translate(folder: Path) -> list[Any]:
    """Translate the engine to C files in a folder, and return the extension modules that they make.

    ``folder`` also takes mypy's cache, which mypyc extends and must not share with mypy. Exits with mypyc's messages if
    it refuses a module.
    """
    os.chdir(ROOT)  # a module's name follows from its path
    options = ["--config-file", "pyproject.toml", "--cache-dir", str(folder / "cache")]
    return mypycify([*options, *modules()], target_dir=str(folder / "c"))


def build(folder: Path) -> None:
    """Compile the engine into a folder, from which Python can import it. Raises CalledProcessError if gcc fails."""
    headers = [f"-I{path}" for path in (sysconfig.get_path("include"), include_dir())]
    for extension in translate(folder):
        module = folder / (extension.name.replace(".", "/") + sysconfig.get_config_var("EXT_SUFFIX"))
        module.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["gcc", *FLAGS, *headers, *extension.sources, "-o", str(module)], check=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Check or build, as the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tools.compiled", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check", help="translate every module of the engine to C")
    commands.add_parser("build", help="compile the engine into a folder").add_argument("folder", type=Path)
    given = parser.parse_args(arguments)
    if given.command == "build":
        build(given.folder.resolve())
    else:
        with tempfile.TemporaryDirectory() as folder:
            translate(Path(folder))


if __name__ == "__main__":
    main()
