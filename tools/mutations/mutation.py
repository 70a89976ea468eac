"""A mutation: one text of the sources replaced by another, and the tests that must fail then."""

from pathlib import Path
from typing import NamedTuple


class TextMoved(Exception):
    """The source no longer holds the mutation's text exactly once."""


class Mutation(NamedTuple):
    """The fault `name`: in `file`, `old` becomes `new`. `tests` are pytest's arguments, paths within the checkout."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def mutated(self, root: Path) -> str:
        """Return the file's text with the fault in it. Raises TextMoved unless `old` is there exactly once."""
        path = root / self.file
        if not path.is_file():
            raise TextMoved(f"{self.name}: {self.file} is not there")
        text = path.read_text(encoding="utf-8")
        if (found := text.count(self.old)) != 1:
            raise TextMoved(f"{self.name}: {self.file} holds its text {found} times: {self.old!r}")
        return text.replace(self.old, self.new)
