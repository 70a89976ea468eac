"""The finding of a check: a level, a statement, and a remedy where needed."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from cabinet.strings.catalogue import word

OK: Final = "ok"
WARN: Final = "warn"
FAIL: Final = "FAIL"
"""The levels, as they are written; the screen shows them in green, yellow and red."""

EXIT_CODES: Final = {OK: 0, WARN: 1, FAIL: 2}
"""The exit codes of `photofinish doctor`: that of its worst finding."""


class Finding(msgspec.Struct, frozen=True):
    """The result of a check.

    `name` is the check's permanent name; `message` and `remedy` are words, `remedy` may be empty. `key` is the
    catalogue's of these words.
    """

    name: str
    level: str
    message: str
    remedy: str = ""
    key: str = ""

    def as_dict(self) -> dict[str, str]:
        """Return the finding as ``--json`` prints it."""
        return {"check": self.name, "level": self.level, "told": self.message, "remedy": self.remedy}


def found(level: str, key: str, **values: Any) -> Finding:
    """Return the finding with the words of `key`, ``doctor.CHECK.…``: a statement, and on a second line the remedy."""
    message, _, remedy = word(key, **values).partition("\n")
    return Finding(key.split(".")[1], level, message, remedy, key)


def worst(findings: Sequence[Finding]) -> str:
    """Return the worst level among findings."""
    return max((finding.level for finding in findings), key=lambda level: EXIT_CODES[level], default=OK)
