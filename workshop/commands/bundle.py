"""`photofinish bundle --key PRIVATE.pem`: make a signed bundle of this checkout, which cabinets install from a stick.

Exit code 0, 2 for a mistake.
"""

import argparse
import sys
import tarfile
import tomllib
from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from cabinet.errors import CabinetError
from cabinet.machine.bundle import numbers_of, public_key, write
from cabinet.machine.stick import NotDone
from cabinet.process import children
from cabinet.process.revision import FILE, revision, version_text
from cabinet.strings.catalogue import word
from workshop.commands.arguments import LIBC, USUAL
from workshop.commands.executors import progress

PARTS: Final = (
    *("cabinet", "engine", "hardware", "live", "workshop", "docs", "systemd"),
    *("photofinish_cabinet.py", "pyproject.toml", "README.md", "LICENSE"),
)
"""What the installer wants of a checkout."""
PAGE: Final = "build/page"
"""What it takes besides where `make page` has built it."""
LEFT_OUT: Final = ("__pycache__", "pictures")
"""Folders anywhere in it that the installer leaves where they are."""
ITS_REVISION: Final = f"checkout/{FILE}"
"""Has the pattern in a checkout, and in a bundle what it was made from."""
LOCKED: Final = "systemd/locked.txt"
"""The Python packages of a cabinet, by version and hash."""


def run(args: argparse.Namespace) -> int:
    """Make the bundle; return the exit code. Raises CabinetError."""
    checkout, targets = Path(__file__).resolve().parents[2], args.targets or [USUAL]
    if not (checkout / LOCKED).is_file():
        raise CabinetError(word("bundle.no_checkout", folder=checkout))
    version = version_of(checkout)
    path = args.out or Path(f"photofinish-{version}.bundle")
    try:
        numbers_of(version)
        public_key(args.key)  # wheels take minutes
        with TemporaryDirectory() as name, progress(len(targets) + 2, word("bundle.unit")) as on_done:
            folder = Path(name)
            wheels = args.wheels or fetched(targets, checkout / LOCKED, folder, on_done)
            if not any(wheels.glob("*.whl")):
                raise CabinetError(word("bundle.no_wheels", folder=wheels))
            packed = pack(checkout, folder / "checkout.tar")
            on_done(1)
            manifest = write(path, args.key, version, targets, [packed, *wheels.glob("*.whl")])
            on_done(1)
    except NotDone as problem:
        raise CabinetError(word("bundle.failed", reason=problem.detail or problem.key, file=args.key)) from problem
    except OSError as problem:
        raise CabinetError(word("bundle.failed", reason=problem, file=args.key)) from problem
    size = sum(file.size for file in manifest.files) / 1e6
    print(
        word(
            "bundle.done",
            path=path,
            version=version_text(version, checkout),
            targets=", ".join(manifest.targets),
            size=f"{size:.0f}",
        )
    )
    return 0


def version_of(checkout: Path) -> str:
    """Return the version of a checkout."""
    return str(tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def fetched(targets: Iterable[str], locked: Path, folder: Path, on_done: Callable[[int], object]) -> Path:
    """Fetch the wheels for some machines into a new folder, and return it. Raises CabinetError."""
    wheels = folder / "wheels"
    for target in targets:
        processor, _, python = target.partition("-")
        command = download(processor, python, LIBC[python], ["--require-hashes", "--requirement", str(locked)])
        if children.run([*command, "--dest", str(wheels)]):
            raise CabinetError(word("bundle.wheels", target=target))
        on_done(1)
    return wheels


def download(processor: str, python: str, libc: int, wanted: Sequence[str]) -> list[str]:
    """Return pip's command that fetches wheels for another machine; its C library takes those of any before it."""
    names = (f"manylinux2014_{processor}", *(f"manylinux_2_{minor}_{processor}" for minor in range(17, libc + 1)))
    platforms = [text for name in names for text in ("--platform", name)]
    return [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--only-binary=:all:",
        f"--python-version={python}",
        "--implementation=cp",
        *platforms,
        *wanted,
    ]


def pack(checkout: Path, path: Path) -> Path:
    """Pack what the installer wants of a checkout into a tar file, and return its path. Raises OSError."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
        if entry.name.rpartition("/")[2] in LEFT_OUT or entry.name == ITS_REVISION:
            return None
        entry.uid = entry.gid = entry.mtime = 0
        entry.uname = entry.gname = ""
        return entry

    with tarfile.open(path, "w") as packed:
        for part in (*PARTS, *([PAGE] if (checkout / PAGE).is_dir() else [])):
            packed.add(checkout / part, f"checkout/{part}", filter=plain)
        text = f"{revision(checkout)}\n".encode()
        entry = tarfile.TarInfo(ITS_REVISION)
        entry.size = len(text)
        packed.addfile(entry, BytesIO(text))
    return path
