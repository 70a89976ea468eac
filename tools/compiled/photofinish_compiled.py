"""Has Python import the compiled engine in place of its source, as a whole or not at all.

The wheel ``photofinish-compiled`` consists of this module, the extension modules in its folder ``lib``, ``built.json``
(see ``Built``) and a ``.pth`` file by which Python calls ``install`` when it starts. The finder compares the compiled
engine with the source that would be imported without it. If they differ, it writes one line to standard error, and the
source is imported: all modules come from one folder, so that they are never mixed.

``PHOTOFINISH_COMPILED=no`` in the environment chooses the source. The finder sets it itself when it refuses, with the
reason, so that child processes choose alike and the doctor can name the reason. Only what Python has loaded anyway is
imported before the engine is.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Final, TypedDict

    class Built(TypedDict):
        """``built.json``: from which sources, for which Python, by which mypyc; the files with their sizes in bytes."""

        sources: str
        suffix: str
        group: str
        mypyc: str
        files: dict[str, int]


ENGINE: "Final" = "engine"
SWITCH: "Final" = "PHOTOFINISH_COMPILED"
PLAIN: "Final" = "no"
REMEDY: "Final" = "Build it anew (make compiled; a cabinet: systemd/install.sh --compiled), or remove it (make plain)."


def install() -> None:
    """Put the finder before all others, once. Python reads the ``.pth`` files of a virtual environment twice."""
    if not any(isinstance(finder, Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, Finder(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120 - pathlib is slow


def sources_hash(folder: str) -> str:
    """Return the SHA-256 of a package's sources: of relative path, length and bytes of each ``.py`` file."""
    from hashlib import sha256
    from pathlib import Path

    total = sha256()
    for path in sorted(Path(folder).rglob("*.py")):
        text = path.read_bytes()
        total.update(f"{path.relative_to(folder).as_posix()} {len(text)}\n".encode())
        total.update(text)
    return total.hexdigest()


class Finder:
    """A meta path finder (PEP 302) for the package ``engine`` and the one library that its compiled modules share."""

    def __init__(self, home: str) -> None:
        """``home`` is the folder with ``built.json`` and ``lib``."""
        self.home = home
        self.lib = f"{home}/lib"
        self.group = ""

    def find_spec(
        self, name: str, path: "Sequence[str] | None" = None, target: "ModuleType | None" = None
    ) -> "ModuleSpec | None":
        """Return where the compiled engine lies; None for every other module, and if the source is to be used."""
        if name == ENGINE:
            return self._engine(target)
        return self._compiled(name) if name == self.group else None

    def _engine(self, target: "ModuleType | None") -> "ModuleSpec | None":
        if os.environ.get(SWITCH, "").startswith(PLAIN):
            return None
        source = self._source(target)
        if source is None or source.origin is None or not source.origin.endswith(".py"):
            return None  # no engine at all, or a compiled one that PYTHONPATH names
        reason = self.fault(os.path.dirname(source.origin))  # noqa: PTH120 - pathlib is slow
        if reason:
            os.environ[SWITCH] = f"{PLAIN}: {reason}"
            sys.stderr.write(f"photofinish: the compiled engine is not used, since {reason}. {REMEDY}\n")
            return None
        return self._compiled(ENGINE)

    def _source(self, target: "ModuleType | None") -> "ModuleSpec | None":
        """Return the engine that would be imported without this finder."""
        for finder in sys.meta_path:
            found = None if finder is self else finder.find_spec(ENGINE, None, target)
            if found is not None:
                return found
        return None

    def _compiled(self, name: str) -> "ModuleSpec | None":
        from importlib.machinery import PathFinder

        return PathFinder.find_spec(name, [self.lib])

    def fault(self, source: str) -> str:
        """Return why the compiled engine cannot stand for the sources in a folder; empty if it can."""
        import json
        from importlib import import_module
        from importlib.machinery import EXTENSION_SUFFIXES

        try:
            with open(f"{self.home}/built.json", encoding="utf-8") as file:  # noqa: PTH123 - pathlib is slow
                built: Built = json.load(file)
            wrong = [name for name, size in built["files"].items() if not self._has(name, size)]
            if wrong:
                return f"{len(wrong)} of its files are missing or damaged, {wrong[0]} first"
            if built["suffix"] not in EXTENSION_SUFFIXES:
                return f"it was built for another Python ({built['suffix']})"
            if built["sources"] != sources_hash(source):
                return "the source is not the one that it was built from"
            self.group = built["group"]
            import_module(self.group)
        except (OSError, ValueError, KeyError, ImportError) as problem:
            return f"it cannot be loaded ({problem})"
        return ""

    def _has(self, name: str, size: int) -> bool:
        try:
            return os.stat(f"{self.lib}/{name}").st_size == size  # noqa: PTH116 - pathlib is slow
        except FileNotFoundError:
            return False
