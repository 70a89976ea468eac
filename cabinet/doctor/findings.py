"""What a check finds: a level, what is so, and the remedy where one is needed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from cabinet.words import word

OK: Final = "ok"
WARN: Final = "warn"
FAIL: Final = "FAIL"
"""The levels, as they are written; the screen gives them green, yellow and red besides."""

EXIT_CODES: Final = {OK: 0, WARN: 1, FAIL: 2}
"""What `photofinish doctor` ends with: that of its worst finding."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found out. `name` is the check's, for ever; `told` and `remedy` are words, `remedy` may be empty."""

    name: str
    level: str
    told: str
    remedy: str = ""

    def as_dict(self) -> dict[str, str]:
        """As ``--json`` prints it."""
        return {"check": self.name, "level": self.level, "told": self.told, "remedy": self.remedy}


def found(level: str, key: str, **values: Any) -> Finding:
    """The finding whose words stand under `key`, ``doctor.CHECK.…``: what is so, and on a second line the remedy."""
    told, _, remedy = word(key, **values).partition("\n")
    return Finding(key.split(".")[1], level, told, remedy)


def worst(findings: Sequence[Finding]) -> str:
    """The worst level among findings."""
    return max((finding.level for finding in findings), key=lambda level: EXIT_CODES[level], default=OK)
