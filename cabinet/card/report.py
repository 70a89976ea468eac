"""The result of looking at the card's file, from the boot's service to the program's screen: one small JSON file."""

import re
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from cabinet.config.faults import MOST_LISTED, ConfigError, key_text
from cabinet.errors import CabinetError
from cabinet.strings.catalogue import word
from hardware.posix import follow_zone

REPORT: Final = Path("/run/photofinish-card/report.json")
"""The report of this boot; PHOTOFINISH_CARD_REPORT names another file."""
AWAITED: Final = "PHOTOFINISH_CARD_AWAITED_S"
"""The variable that says how many seconds the program waits for the report. Without it nobody makes one."""
SECONDS: Final = re.compile("[0-9]{1,4}")
"""What may stand in it."""
LOOK_S: Final = 0.02
"""The interval between two looks, s."""


class CardFault(msgspec.Struct, frozen=True):
    """One fault: its line, from 1 (None for the file as a whole), its key with its tables, and the problem in words."""

    line: int | None
    key: str
    problem: str


class CardReport(msgspec.Struct, frozen=True):
    """The report of a boot on the card's file.

    `faults`: with any of them nothing was taken. `notices`: what else is wrong. `changed`: the keys that this boot
    changed. `news`: the sentence that the file was taken, empty if it was not.
    """

    faults: tuple[CardFault, ...] = ()
    notices: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    news: str = ""


def faults_in(problem: ConfigError) -> tuple[CardFault, ...]:
    """Return the faults for the report; beyond `MOST_LISTED`, the last gives the number of the others."""
    listed = [
        CardFault(fault.line, key_text(fault.key) if fault.key else "", fault.problem)
        for fault in problem.faults[:MOST_LISTED]
    ]
    if len(problem.faults) > MOST_LISTED:
        listed.append(CardFault(None, "", word("config.more_faults", count=len(problem.faults) - MOST_LISTED)))
    return tuple(listed)


def report_text(report: CardReport) -> bytes:
    """Return the report's bytes."""
    return msgspec.json.encode(report)


def await_report(environ: Mapping[str, str], sleep: Callable[[float], None] = time.sleep) -> None:
    """Wait for the report of this boot: the program starts beside the service that makes it, and both take a while.

    Afterwards the outputs of the card's file are in force, the time zone of this process included. Give up after the
    seconds of `AWAITED`, and at once without it; `read_report` then says that there is none. Raises CabinetError for
    seconds that are no whole number.
    """
    if AWAITED not in environ:
        return
    if not SECONDS.fullmatch(environ[AWAITED]):
        raise CabinetError(word("card.awaited", name=AWAITED, value=environ[AWAITED]))
    looks = int(environ[AWAITED]) / LOOK_S
    while looks > 0 and not path_in(environ).exists():
        sleep(LOOK_S)
        looks -= 1
    follow_zone()


def read_report(environ: Mapping[str, str]) -> CardReport:
    """Return the report of this boot; an empty one without a card. Where it is missing or is none, a notice says so."""
    try:
        report = report_of(path_in(environ).read_bytes())
    except OSError:
        report = None
    return report or CardReport(notices=(word("card.no_report"),) if AWAITED in environ else ())


def path_in(environ: Mapping[str, str]) -> Path:
    """Return the report's path."""
    return Path(environ.get("PHOTOFINISH_CARD_REPORT") or REPORT)


def report_of(data: bytes | str) -> CardReport | None:
    """Return the report with these bytes; None if they are none."""
    try:
        return msgspec.json.decode(data, type=CardReport)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
