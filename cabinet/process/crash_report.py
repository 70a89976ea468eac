"""The crash report: one file with the reason why a cabinet could not start or crashed.

The error screen (`cabinet.error_screen`) shows it. It is written only where systemd provides a folder
(RUNTIME_DIRECTORY): at a desk the message is on the terminal.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

FILE: Final = "problem.txt"


def write_report(text: str, environ: Mapping[str, str]) -> None:
    """Write the crash report; errors of the disk are ignored."""
    if (path := _path_in(environ)) is not None:
        with suppress(OSError):
            path.write_text(f"{text}\n", encoding="utf-8")


def delete_report(environ: Mapping[str, str]) -> None:
    """Delete the previous run's crash report."""
    if (path := _path_in(environ)) is not None:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def read_report(path: Path | None, environ: Mapping[str, str]) -> str:
    """Return the crash report in `path`, or in RUNTIME_DIRECTORY without it; empty if there is none."""
    where = path or _path_in(environ)
    if where is None:
        return ""
    try:
        return where.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _path_in(environ: Mapping[str, str]) -> Path | None:
    folder = environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(folder, FILE) if folder else None
