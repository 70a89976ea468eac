"""Runs in the guest: prints what is left on the disk, as one JSON object. Standard library only.

`left.py DATA LOG HAMMERED`: `log` is the log's bytes in base64, `check` what SQLite's own check finds in the records,
`results` the matches that have one, `hammered` the numbers of the hammer's results that are there, each with its log;
`named` their matches, and `journals` the lines of the hammer's tournaments, the running one last.
"""

import base64
import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

FILE = "photofinish.db"


def main(data: Path, log: str, hammered: Path) -> None:
    """Look and print."""
    path = data / "matches" / log
    check, (results,) = asked(data / FILE, "SELECT name, 0 FROM matches WHERE reason IS NOT NULL")
    hammer_check, (numbers, closed, running) = asked(
        hammered / FILE,
        "SELECT name, begun FROM matches WHERE reason IS NOT NULL",
        "SELECT lines FROM evenings ORDER BY id",
        "SELECT line FROM evening ORDER BY id",
    )
    journals = [json.loads(lines) for (lines,) in closed]
    left = {
        "log": base64.b64encode(path.read_bytes()).decode() if path.is_file() else "",
        "check": check,
        "results": [name for name, _ in results],
        "hammer_check": hammer_check,
        "hammered": [number for name, number in numbers if has_log(hammered, name, number)],
        "named": [name for name, _ in numbers],
        "journals": [*journals, [line for (line,) in running]] if running else journals,
    }
    print(json.dumps(left))


def asked(path: Path, *questions: str) -> tuple[str, list[list[Any]]]:
    """What is wrong with a database (``ok`` for nothing), and the rows that answer each question.

    All answers are of one moment, by one transaction: the hammer goes on writing meanwhile.
    """
    if not path.is_file():
        return "none", [[] for _ in questions]
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
    try:
        connection.execute("BEGIN")
        check = connection.execute("PRAGMA integrity_check").fetchone()[0]
        return str(check), [connection.execute(question).fetchall() for question in questions]
    except sqlite3.Error as problem:
        return str(problem), [[] for _ in questions]
    finally:
        connection.close()


def has_log(folder: Path, name: str, number: int) -> bool:
    """Whether a result of the hammer has its log."""
    path = folder / "matches" / f"{name}.jsonl"
    return path.is_file() and path.read_text() == f"result {number}\n"


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
