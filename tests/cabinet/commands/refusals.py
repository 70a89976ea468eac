"""What a refusal looks like: one message that names the thing and the remedy, an exit code, and nothing of Python's."""

from collections.abc import Callable
from typing import Final

PYTHONS: Final = ("Traceback", "Error:", "int()", "NoneType", "',)", "invalid literal", "sys.set_int", "argument must")
"""What only Python would say."""

Run = Callable[..., tuple[int, str]]


def assert_refused(outcome: tuple[int, str], *words: str, code: int = 2) -> None:
    """One message, that has these words in it, and the exit code."""
    given, told = outcome
    assert given == code, told
    lines = [line for line in told.splitlines() if line and not line.startswith(("usage:", " "))]
    assert len(lines) == 1, told
    assert all(each in lines[0] for each in words), told
    assert len(lines[0]) < 700, told
