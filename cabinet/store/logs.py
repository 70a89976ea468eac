"""The match log on disk: its names and folder, and a log that is written synchronously.

The engine defines the lines (`engine.log_lines`, `docs/match-log.md`). A cabinet's logs are written by the store's own
thread (`cabinet.store`), which also protects them from a power cut; the logs of this module flush each write, and
wait for the disk.
"""

import os
import re
import time
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Protocol, TextIO

from cabinet.errors import LogFileError
from cabinet.regular_file import read_regular_file
from cabinet.strings.catalogue import word
from engine.verdict import MOST_BYTES, begins_a_log
from hardware.posix import flags, lock, sync_folder

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,119}")
"""What the name of a match may be, which is its log's as well: never a path."""

FOLDER = "matches"
"""The folder of the logs in the data folder."""

PHOTO = ".photo.png"
"""The end of the name of a match's photo, in place of the log's."""


class MatchLog(Protocol):
    """A log that is being written."""

    @property
    def path(self) -> Path:
        """The path of the log."""

    def write(self, lines: Iterable[str]) -> None:
        """Add lines, each without its end."""

    def close(self) -> None:
        """End the log; nothing is written after it."""


class MatchLogFile:
    """A log that is flushed after each `write`."""

    def __init__(self, path: Path, file: TextIO) -> None:
        self.path = path
        self._file = file

    def write(self, lines: Iterable[str]) -> None:
        """Add lines, each without its end. Raises LogFileError when the disk does not take them."""
        try:
            for line in lines:
                self._file.write(f"{line}\n")
            self._file.flush()
        except OSError as problem:
            raise LogFileError(word("log.unwritable", path=self.path, reason=problem.strerror)) from problem

    def close(self) -> None:
        """Close the file; no further writes are possible."""
        self._file.close()


def log_path(folder: Path, game: str, seed: int, when: time.struct_time, taken: Collection[Path] = ()) -> Path:
    """Return an unused path in the data folder, not in `taken`, from the time, the game and the seed.

    If the path is in use, try the next second.
    """
    name = f"{time.strftime('%Y-%m-%dT%H-%M-%S', when)}-{game}-{seed}"
    path = folder / FOLDER / f"{name}.jsonl"
    if path in taken or is_there(path):
        return log_path(folder, game, seed, time.localtime(time.mktime(when) + 1), taken)
    return path


def photo_path(log: Path) -> Path:
    """Return the path of the photo beside a log."""
    return log.with_name(log.stem + PHOTO)


def is_there(path: Path) -> bool:
    """Return whether the path exists; False if its folder cannot be read."""
    try:
        return path.exists()
    except OSError:
        return False


def begin_log(folder: Path, game: str, seed: int, when: time.struct_time) -> MatchLogFile:
    """Create an empty log in the data folder. Raises LogFileError if it cannot be created."""
    path = log_path(folder, game, seed, when)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return MatchLogFile(path, path.open("x", encoding="utf-8", newline="\n"))
    except OSError as problem:
        raise LogFileError(word("log.unwritable", path=path, reason=problem.strerror)) from problem


def write_whole_log(path: Path, data: bytes) -> None:
    """Write a whole log, or replace it; nothing of it is left on the disk if there is no room for all of it.

    Raises LogFileError if it cannot be written.
    """
    beside = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_bytes(data)
            beside.replace(path)
        except OSError:
            beside.unlink(missing_ok=True)
            raise
    except OSError as problem:
        raise LogFileError(word("simulate.unwritable", path=path, reason=problem.strerror)) from problem


def read_log(path: Path, read: Callable[..., bytes] = read_regular_file) -> bytes:
    """Read the bytes of a log, or the first line of what is none. Raises LogFileError if it cannot be read.

    `read_named_file` also reads a stream.
    """
    try:
        return read(path, MOST_BYTES, begins_a_log)
    except OSError as problem:
        raise LogFileError(unreadable_log(path, problem)) from problem


def unreadable_log(path: Path, problem: OSError) -> str:
    """Return the sentence for a log, or a folder of logs, that cannot be read: whose it is, or the reason."""
    key = "players.forbidden" if isinstance(problem, PermissionError) else "log.unreadable"
    return word(key, path=path, reason=problem.strerror)


def length_of(data: bytes, lines: int) -> int:
    """Return the length in bytes of the first `lines` lines of a log's `data`, with any line ends."""
    return sum(len(line) + 1 for line in data.split(b"\n", lines)[:lines])


def continue_log(path: Path, length: int) -> MatchLogFile:
    """Open the log at `path` again, truncated to its first `length` bytes, to append lines.

    Raises LogFileError if it cannot be written.
    """
    try:
        with path.open("rb+") as file:
            file.truncate(length)
        return MatchLogFile(path, path.open("a", encoding="utf-8", newline="\n"))
    except OSError as problem:
        raise LogFileError(word("log.unwritable", path=path, reason=problem.strerror)) from problem


class Files(Protocol):
    """A disk. Every method may raise OSError, and may block."""

    def create(self, path: Path) -> int:
        """Create and lock a new file, and its folders; FileExistsError if it exists."""

    def reopen(self, path: Path, length: int) -> int:
        """Lock an existing file, cut to its first `length` bytes; BlockingIOError while another program holds it."""

    def append(self, file: int, data: bytes) -> None:
        """Append all of `data`."""

    def cut(self, file: int, length: int) -> None:
        """Remove everything after the first `length` bytes."""

    def sync(self, file: int) -> None:
        """Return when everything added so far survives a power cut."""

    def close(self, file: int) -> None:
        """Close the file and release its lock."""


class RealFiles:
    """The machine's own disk. An open file is locked, so that no second program continues its match."""

    def create(self, path: Path) -> int:
        """See `Files.create`. On return the folder's entry is on the disk as well."""
        path.parent.mkdir(parents=True, exist_ok=True)
        file = self._held(os.open(path, flags("WRONLY", "CREAT", "EXCL", "APPEND", "CLOEXEC"), 0o644))
        sync_folder(path.parent)
        return file

    def reopen(self, path: Path, length: int) -> int:
        """See `Files.reopen`."""
        file = self._held(os.open(path, flags("WRONLY", "APPEND", "CLOEXEC")))
        os.ftruncate(file, length)
        return file

    def append(self, file: int, data: bytes) -> None:
        """See `Files.append`."""
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(file, rest) :]

    def cut(self, file: int, length: int) -> None:
        """See `Files.cut`."""
        os.ftruncate(file, length)

    def sync(self, file: int) -> None:
        """See `Files.sync`."""
        os.fsync(file)

    def close(self, file: int) -> None:
        """See `Files.close`."""
        os.close(file)

    def _held(self, file: int) -> int:
        try:
            lock(file, alone=True)
        except OSError:
            os.close(file)
            raise
        return file


def is_held(path: Path) -> bool:
    """Return whether a running program is writing this log. Raises OSError for a file that cannot be opened."""
    file = os.open(path, flags("RDONLY", "CLOEXEC"))
    try:
        lock(file, alone=False)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False
