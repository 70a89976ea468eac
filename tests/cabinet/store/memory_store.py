"""A store without a disk, for tests of what stands on one; it passes the contract tests of stores."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from cabinet.store.logs import MatchLog, log_path
from cabinet.store.people import Journal
from cabinet.store.store import NameChanged, Picture, Store
from cabinet.store.worker import Receipt, Waits, for_a_while
from cabinet.strings.catalogue import word


class MemoryStore(Store):
    """A store without a disk. It discards logs; every change counts as saved, because there is nothing to lose."""

    def begin_log(self, game: str, seed: int, when: time.struct_time) -> MatchLog:
        """See `Store.begin_log`."""
        return _LogNowhere(log_path(Path(), game, seed, when))

    def continue_log(self, path: Path, length: int) -> MatchLog:
        """See `Store.continue_log`."""
        return _LogNowhere(path)

    def describe(self, state: str) -> None:
        """See `Store.describe`: there is no folder to ask."""

    def keep_photo(self, log: Path, picture: Picture) -> None:
        """See `Store.keep_photo`: there is no log."""

    def change_name(self, old: str, new: str, journal: Journal) -> Callable[[], NameChanged | None]:
        """See `Store.change_name`: nothing is kept by which a name could be followed."""
        return lambda: NameChanged(problem=word("people.unsaved"))

    def cut_off(self) -> Path | None:
        """See `Store.cut_off`: there is no log to resume."""
        return None

    def read(self, act: Callable[[], object]) -> None:
        """See `Store.read`: there is nothing to read."""
        act()

    def close(self, waits: Waits = for_a_while) -> bool:
        """See `Store.close`."""
        return True

    def _save(self, receipt: Receipt) -> None:
        self._memory.sign([receipt])


class _LogNowhere:
    """A log that discards its lines."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, lines: Iterable[str]) -> None:
        """See `MatchLog.write`."""

    def close(self) -> None:
        """See `MatchLog.close`."""
