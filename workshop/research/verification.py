"""Verification of many logs, in tasks: which are right, and a tally of them by game."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from cabinet.errors import LogFileError
from cabinet.process import gc_tuning
from cabinet.store.logs import read_log
from cabinet.strings.catalogue import word
from engine.errors import EngineError
from engine.verdict import UNREADABLE, VERDICTS, Verdict, verdict_of
from workshop.research.bulk import Task, packed, unpacked

MOST_CARRIED: Final = 1_000_000
"""The size in bytes at which a task that carries packed logs takes no more of them."""


class Carried(NamedTuple):
    """A log on its way to another machine: its path, and its packed bytes or the reason why it cannot be read."""

    path: str
    data: bytes
    problem: str = ""


def verdict_on(path: str, bytes_of_log: Callable[[], bytes]) -> Verdict:
    """Return the verdict on the log at `path`. Faults name the path, the line and a remedy."""
    try:
        verdict = verdict_of(bytes_of_log())
    except LogFileError as problem:
        return Verdict(UNREADABLE, problem=str(problem))
    if not verdict.problem:
        return verdict
    lines = EngineError(verdict.problem)  # as an error it keeps its line ends
    return verdict._replace(problem=word("verify.problem", path=path, problem=lines))


def verify_files(paths: Sequence[str]) -> tuple[Verdict, ...]:
    """Return the verdicts on logs that this machine reads from its disk."""
    with gc_tuning.in_bulk():
        return tuple(verdict_on(path, partial(read_log, Path(path))) for path in paths)


def verify_carried(logs: Sequence[Carried]) -> tuple[Verdict, ...]:
    """Return the verdicts on logs that another machine has read."""
    with gc_tuning.in_bulk():
        return tuple(
            Verdict(UNREADABLE, problem=log.problem)
            if log.problem
            else verdict_on(log.path, partial(unpacked, log.data))
            for log in logs
        )


def carried(path: Path) -> Carried:
    """Read and pack a log for another machine."""
    try:
        return Carried(str(path), packed(read_log(path)))
    except LogFileError as problem:
        return Carried(str(path), b"", str(problem))


class LogsJob:
    """The verification of logs as a job: the items are the logs, in the order of `paths`."""

    def __init__(self, paths: Sequence[Path], *, carry: bool) -> None:
        """With `carry` tasks contain the logs themselves, else their paths, for executors that read the same disk."""
        self._paths = paths
        self._carry = carry

    @property
    def items(self) -> int:
        """The number of logs."""
        return len(self._paths)

    def task(self, first: int, most: int) -> Task[tuple[Verdict, ...]]:
        """Return a task of at most `most` logs, and of about `MOST_CARRIED` bytes if it carries them."""
        paths = self._paths[first : first + most]
        if not self._carry:
            return Task(first, len(paths), verify_files, (tuple(map(str, paths)),))
        logs: list[Carried] = []
        size = 0
        for path in paths:
            logs.append(carried(path))
            size += len(logs[-1].data)
            if size >= MOST_CARRIED:
                break
        return Task(first, len(logs), verify_carried, (tuple(logs),))


@dataclass(slots=True)
class LogTally:
    """The number of logs by game and verdict, and of lines by game; an unreadable log may belong to no game ("")."""

    verdicts: dict[str, dict[str, int]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def add(self, verdict: Verdict) -> None:
        """Count a log."""
        counts = self.verdicts.setdefault(verdict.game, dict.fromkeys(VERDICTS, 0))
        counts[verdict.verdict] += 1
        self.lines[verdict.game] = self.lines.get(verdict.game, 0) + verdict.lines

    def row(self, games: Iterable[str]) -> dict[str, int]:
        """Return the figures of some games together: logs, each verdict, lines."""
        games = tuple(games)
        sums = {verdict: sum(self.verdicts[game][verdict] for game in games) for verdict in VERDICTS}
        return {"logs": sum(sums.values()), **sums, "lines": sum(self.lines[game] for game in games)}
