"""Who uses a data folder: any number of programs that play, or one that changes names.

A lock on a file beside the database; the database's own locks are held for moments only. The file holds the state that
a program that plays tells of itself (`cabinet.doctor.running`), and is empty without one.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from cabinet.errors import CabinetError
from cabinet.store.errors import unusable
from cabinet.strings.catalogue import word
from hardware.posix import flags, lock

FILE: Final = "photofinish.lock"
"""Name of the file in the data folder."""


class InUse(CabinetError):
    """Another program uses the records. Raised where they must be used alone; end that program first."""


def shared_lock(folder: Path) -> int | None:
    """Return a file that marks the folder as used until it is closed; None if the disk has none, or names change now.

    Playing goes on without it: a program that changes names takes moments, and changes them in one transaction.
    """
    try:
        file = os.open(folder / FILE, flags("RDONLY", "CREAT", "CLOEXEC"), 0o644)
    except OSError:
        return None
    try:
        lock(file, alone=False)
    except OSError:
        os.close(file)
        return None
    return file


def write_state(folder: Path, text: str) -> None:
    """Write the state of the program that plays. Raises OSError."""
    data = text.encode()
    file = os.open(folder / FILE, flags("WRONLY", "CREAT", "CLOEXEC"), 0o644)
    try:
        os.write(file, data)  # before the file is cut: a reader finds the one state or the other
        os.ftruncate(file, len(data))
    finally:
        os.close(file)


@contextmanager
def alone(file: int | None, folder: Path) -> Iterator[None]:
    """Use the folder alone for a while, with the file of `shared_lock`. Raises as `exclusive_lock` does."""
    if file is None:
        with exclusive_lock(folder):
            yield
        return
    try:
        try:
            lock(file, alone=True)
        except BlockingIOError as problem:
            raise InUse(word("people.in_use")) from problem
        except OSError as problem:
            raise unusable(folder, problem) from problem
        yield
    finally:  # the kernel has let go of the old lock, also where it did not give the new one
        with suppress(OSError):
            lock(file, alone=False)


@contextmanager
def exclusive_lock(folder: Path) -> Iterator[None]:
    """Use the folder alone. Raises InUse while a program plays, CabinetError if the disk does not say."""
    try:
        file = os.open(folder / FILE, flags("RDONLY", "CREAT", "CLOEXEC"), 0o644)
    except OSError as problem:
        raise unusable(folder, problem) from problem
    try:
        try:
            lock(file, alone=True)
        except BlockingIOError as problem:
            raise InUse(word("players.in_use", folder=folder)) from problem
        except OSError as problem:
            raise unusable(folder, problem) from problem
        yield
    finally:
        os.close(file)
