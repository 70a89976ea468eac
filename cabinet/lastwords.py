"""What a cabinet that could not start, or fell over, leaves for whoever comes after it: one file with the reason.

The error screen (`cabinet.errorscreen`) shows it. Written only where systemd gives a place for it (RUNTIME_DIRECTORY):
at a desk the message is on the terminal.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

FILE: Final = "problem.txt"


def leave_word(text: str, environ: Mapping[str, str]) -> None:
    """Leave the reason; a disk that does not take it cannot make things worse."""
    folder = environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if folder:
        with suppress(OSError):
            Path(folder, FILE).write_text(f"{text}\n", encoding="utf-8")


def take_back(environ: Mapping[str, str]) -> None:
    """A new life begins: what the one before left is no reason any more."""
    folder = environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if folder:
        with suppress(OSError):
            Path(folder, FILE).unlink(missing_ok=True)


def last_words(path: Path | None, environ: Mapping[str, str]) -> str:
    """The reason that was left, in `path` or in the usual place; empty if there is none."""
    folder = environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    where = path or (Path(folder, FILE) if folder else None)
    if where is None:
        return ""
    try:
        return where.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
