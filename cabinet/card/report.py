"""The result of looking at the card's file, from the boot's service to the program's screen: one small JSON file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

REPORT: Final = Path("/run/photofinish-card/report.json")
"""The report of this boot; PHOTOFINISH_CARD_REPORT names another file."""


class CardFault(msgspec.Struct, frozen=True):
    """One fault: its line, from 1 (None for the file as a whole), its key with its tables, and the problem in words."""

    line: int | None
    key: str
    problem: str


class CardReport(msgspec.Struct, frozen=True):
    """All faults, of which any means that nothing was taken; notices; and the keys whose values this boot changed."""

    faults: tuple[CardFault, ...] = ()
    notices: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()


def report_text(report: CardReport) -> bytes:
    """Return the report's bytes."""
    return msgspec.json.encode(report)


def read_report(environ: Mapping[str, str]) -> CardReport:
    """Return the report of this boot; an empty one without a card, and for a file that is none."""
    try:
        data = Path(environ.get("PHOTOFINISH_CARD_REPORT") or REPORT).read_bytes()
    except OSError:
        return CardReport()
    return report_of(data) or CardReport()


def report_of(data: bytes | str) -> CardReport | None:
    """Return the report with these bytes; None if they are none."""
    try:
        return msgspec.json.decode(data, type=CardReport)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
