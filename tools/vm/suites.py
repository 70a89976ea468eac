"""Which Debian the machine under test has: `PHOTOFINISH_VM_SUITE` names it, bookworm otherwise.

Raspberry Pi OS has the same two, and the installer must serve both.
"""

import os
from typing import Final, NamedTuple


class Suite(NamedTuple):
    """A Debian release: its Python, the minor number of its C library 2.x, and whether lgpio has a wheel for it."""

    name: str
    python: str
    libc: int
    lgpio: bool


SUITES: Final = {
    suite.name: suite for suite in (Suite("bookworm", "3.11", 36, lgpio=True), Suite("trixie", "3.13", 41, lgpio=False))
}


def suite() -> Suite:
    """The one that is wanted. Raises SystemExit for a name that is none of them."""
    name = os.environ.get("PHOTOFINISH_VM_SUITE") or "bookworm"
    if name not in SUITES:
        raise SystemExit(f"PHOTOFINISH_VM_SUITE={name}: there are {' and '.join(SUITES)}")
    return SUITES[name]
