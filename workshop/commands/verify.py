"""`photofinish verify`: replay match logs and compare every line.

Exit code 0 if all are right, 1 if a log differs from its replay, 2 if a log cannot be read.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from cabinet.errors import ExecutorFailed
from cabinet.regular_file import is_stream, read_named_file
from cabinet.store.logs import read_log, unreadable_log
from cabinet.strings.catalogue import word
from cabinet.strings.columns import in_columns
from engine.verdict import UNREADABLE, Verdict
from workshop.commands.executors import executor_of, notify, progress
from workshop.research.bulk import deliver
from workshop.research.verification import LogsJob, LogTally, verdict_on

RIGHT: Final = 0
CODES: Final = {"right": RIGHT, "unfinished": RIGHT, "differs": 1, "unreadable": 2}
"""The exit codes by verdict (`engine.verdict.VERDICTS`)."""
COLUMNS: Final = ("logs", "right", "unfinished", "differs", "unreadable", "lines")
SUFFIX: Final = ".jsonl"
MOST_LISTED: Final = 1000
"""The most bad logs that ``--json`` lists; the rest are counted, and named on the standard error."""


def run(args: argparse.Namespace) -> int:
    """Verify every log, print lines or a table, and return the worst exit code. Raises ExecutorFailed."""
    if args.shared and args.cluster is None:
        raise ExecutorFailed(word("verify.no_shared"))
    found = list(logs_of(args.logs))
    report = Report(named=len(found) == len(args.logs) and not args.json)
    paths = []
    for path, fault in found:
        if fault:
            report.add(path, Verdict(UNREADABLE, problem=fault))
        elif is_stream(path) and path in args.logs:  # of a folder's logs none is waited for
            report.add(path, verdict_on(str(path), partial(read_log, path, read_named_file)))
        else:
            paths.append(path.absolute() if args.shared else path)
    verify_all(args, paths, report)
    if args.json:
        print(json.dumps(report.as_json()))
    elif len(found) > 1:
        print("\n".join(report.lines()))
    return report.code


def verify_all(args: argparse.Namespace, paths: list[Path], report: "Report") -> None:
    """Verify the logs by the executor of the command line. Raises ExecutorFailed, which says how to go on."""
    if not paths:
        return
    unit, done = word("verify.unit"), 0
    job = LogsJob(paths, carry=args.cluster is not None and not args.shared)
    with executor_of(args, len(paths), unit) as executor, progress(len(paths), unit) as on_done:
        try:
            for part in deliver(job, executor, on_done):
                for path, verdict in zip(paths[part.first : part.first + part.items], part.result, strict=True):
                    report.add(path, verdict)
                done += part.items
        except ExecutorFailed as problem:
            if not done:
                raise
            go_on = word("verify.go_on", problem=problem, done=done, logs=len(paths), path=paths[done])
            raise ExecutorFailed(go_on) from None


def logs_of(given: list[Path]) -> Iterator[tuple[Path, str]]:
    """Yield the named logs and those below the named folders, sorted, each with the fault of a folder or none."""
    for path in given:
        if not is_folder(path):
            yield path, ""
            continue
        logs, faults = logs_below(path)
        yield from ((log, "") for log in logs)
        yield from ((Path(str(fault.filename)), unreadable_log(Path(str(fault.filename)), fault)) for fault in faults)
        if not logs and not faults:
            yield path, word("log.unreadable", path=path, reason=word("verify.empty"))


def logs_below(folder: Path) -> tuple[list[Path], list[OSError]]:
    """Return the logs below a folder, sorted, and the errors of the folders that cannot be read."""
    faults: list[OSError] = []
    logs = [
        Path(at, name)
        for at, folders, names in os.walk(folder, onerror=faults.append)
        for name in names
        if name.endswith(SUFFIX) and not name.startswith(".")
    ]
    return sorted(logs), faults


def is_folder(path: Path) -> bool:
    """Return whether the path is a folder; False if its own folder cannot be read."""
    try:
        return path.is_dir()
    except OSError:
        return False


class Report:
    """What the verdicts come to. A fault is printed as it is added, and with `named` a line for each right log."""

    def __init__(self, *, named: bool) -> None:

        self.code = RIGHT
        self._named = named
        self._tally = LogTally()
        self._bad: list[dict[str, str]] = []
        self._bad_count = 0

    def add(self, path: Path, verdict: Verdict) -> None:
        """Take the verdict on the log at `path`."""
        self._tally.add(verdict)
        code = CODES[verdict.verdict]
        self.code = max(self.code, code)
        if code != RIGHT:
            notify(verdict.problem)
            self._bad_count += 1
            if self._bad_count <= MOST_LISTED:
                self._bad.append({"log": str(path), "verdict": verdict.verdict, "problem": verdict.problem})
        elif self._named:
            key = "verify.right" if verdict.verdict == "right" else "verify.unfinished"
            notify(word(key, path=path, lines=verdict.lines), sys.stdout)

    def lines(self) -> list[str]:
        """Return the table's lines: a row for each game, one for logs of no game, and one for all."""
        games = sorted(self._tally.verdicts)
        rows = [(game or word("verify.no_game"), self._tally.row([game])) for game in games]
        rows.append((word("verify.all"), self._tally.row(games)))
        heads = [word(f"verify.head.{column}") for column in COLUMNS]
        cells = [[word("verify.head.game"), *heads]] + [
            [name, *(str(row[column]) for column in COLUMNS)] for name, row in rows
        ]
        return in_columns(cells, right=True)

    def as_json(self) -> dict[str, object]:
        """Return the value that ``--json`` prints."""
        games = sorted(self._tally.verdicts)
        return {
            **self._tally.row(games),
            "games": {game: self._tally.row([game]) for game in games if game},
            "bad": self._bad,
            "bad_not_listed": self._bad_count - len(self._bad),
        }
