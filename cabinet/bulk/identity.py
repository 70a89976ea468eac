"""The versions of a process that works for another: both must be the same, or figures would be mixed.

The version alone does not distinguish two checkouts between releases, so the sources of the rules are compared as well.
"""

import platform
from functools import lru_cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import engine
from cabinet.strings.catalogue import word
from engine.version import VERSION

PACKAGES = ("engine", "cabinet/bulk", "cabinet/match")
"""The folders whose sources decide about results."""


class Identity(NamedTuple):
    """The versions of a process: this program, Python (3.11), Dask, and a digest of the sources."""

    program: str
    python: str
    dask: str
    sources: str

    def difference(self, other: "Identity") -> str:
        """Return in words how another process's versions differ from these; empty if they do not."""
        names = (word("bulk.program"), "Python", "Dask")
        differing = [
            word("bulk.differs", name=name, theirs=theirs, ours=ours)
            for name, ours, theirs in zip(names, self, other, strict=False)
            if ours != theirs
        ]
        if not differing and self.sources != other.sources:
            return word("bulk.sources", version=self.program)
        return ", ".join(differing)


@lru_cache(maxsize=1)
def identity() -> Identity:
    """Return the versions of this process. The sources are read once."""
    python = ".".join(platform.python_version_tuple()[:2])
    return Identity(VERSION, python, version("distributed"), digest(Path(engine.__file__).parents[1]))


def digest(root: Path) -> str:
    """Return a digest of the sources below `root` that decide about results."""
    found = blake2b(digest_size=8)
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            found.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()
