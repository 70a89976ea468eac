"""The wheel ``photofinish-compiled``: a build, and the finder that has Python import it."""

import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path
from typing import Final

from tools.compiled import photofinish_compiled
from tools.compiled.build import ROOT

DISTRIBUTION: Final = "photofinish-compiled"
MODULE: Final = "photofinish_compiled"
START: Final = f"import {MODULE}; {MODULE}.install()\n"
"""The line that Python runs when it starts (docs.python.org, library ``site``)."""


def tag() -> str:
    """Return the wheel's tag: it fits this version of Python on this kind of machine, and no other."""
    python = "cp" + sysconfig.get_python_version().replace(".", "")
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}-{platform}"


def version() -> str:
    """Return the project's version, which is the wheel's as well."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def pack(build: Path, folder: Path) -> Path:
    """Make the wheel of a build in a folder; return its path. Raises CalledProcessError if packing fails."""
    with tempfile.TemporaryDirectory() as work:
        content = Path(work)
        shutil.copytree(build, content / MODULE)
        shutil.copyfile(str(photofinish_compiled.__file__), content / MODULE / "__init__.py")
        (content / f"{MODULE}.pth").write_text(START, encoding="utf-8")
        about = content / f"{MODULE}-{version()}.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {DISTRIBUTION}\nVersion: {version()}\n"
            "Summary: Photo Finish's engine, compiled for one machine.\nClassifier: Private :: Do Not Upload\n",
            encoding="utf-8",
        )
        (about / "WHEEL").write_text(
            f"Wheel-Version: 1.0\nGenerator: {MODULE}\nRoot-Is-Purelib: false\nTag: {tag()}\n", encoding="utf-8"
        )
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [sys.executable, "-m", "wheel", "pack", str(content), "--dest-dir", str(folder)],
            check=True,
            stdout=subprocess.DEVNULL,
        )
    return folder / f"{MODULE}-{version()}-{tag()}.whl"
