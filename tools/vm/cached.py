"""What takes long to make is kept in `build/vm`, in folders named by what they are made of.

`PHOTOFINISH_VM_CACHE` names another folder, for several checkouts that share what they have.
"""

import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def cache() -> Path:
    """The folder where things are kept."""
    return Path(os.environ.get("PHOTOFINISH_VM_CACHE") or REPOSITORY / "build/vm")


def made(kind: str, made_of: str, make: Callable[[Path], None], where: Path | None = None) -> Path:
    """The folder of this kind and hash: the one that is there, or made now while others who want it wait.

    `make` is given an empty folder; what it leaves there is kept only if it does not raise. `where`: below another
    folder than `cache()`.
    """
    folder = (where or cache()) / f"{kind}-{made_of}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _alone(folder.with_suffix(".lock")):
        if not folder.exists():
            unfinished = folder.with_suffix(".unfinished")
            remove(unfinished)
            unfinished.mkdir()
            make(unfinished)
            unfinished.rename(folder)
    return folder


def remove(folder: Path) -> None:
    """Remove what a killed build left behind, but nothing that is still mounted there: its `/proc` is this machine's.

    Raises CalledProcessError where a mount is in use.
    """
    for place in mounts_below(folder.resolve(), Path("/proc/self/mounts").read_text(encoding="utf-8")):
        subprocess.run(["umount", str(place)], check=True)
    shutil.rmtree(folder, ignore_errors=True)


def mounts_below(folder: Path, mounts: str) -> list[Path]:
    """Return the mount points in a folder, the latest first; `mounts` as the kernel lists them (man 5 proc)."""
    escaped = (line.split()[1] for line in mounts.splitlines())
    places = [Path(re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), name)) for name in escaped]
    return [place for place in reversed(places) if place.is_relative_to(folder)]


def hash_of(paths: Iterable[Path], more: str = "", *, without: Iterable[str] = ("__pycache__",)) -> str:
    """Sixteen letters that change with the files, links and folders named, or with `more`.

    What lies in a folder called as one of `without` does not count.
    """
    left_out = set(without)
    found = hashlib.sha256(more.encode())
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            inside = file.relative_to(path.parent)
            if file.is_symlink() or (file.is_file() and left_out.isdisjoint(inside.parts)):
                what = str(file.readlink()).encode() if file.is_symlink() else file.read_bytes()
                found.update(json.dumps([str(inside), hashlib.sha256(what).hexdigest()]).encode())
    return found.hexdigest()[:16]


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
