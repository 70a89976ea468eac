"""News of the card's file for people: its faults as lines of their page, and the notice on the title."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from cabinet.card.report import CardReport, faults_in, report_of
from cabinet.config.file import LoadedConfig
from cabinet.scenes.card_faults import FaultLine
from cabinet.service.settings import card_overridden
from cabinet.store.ledger import Setting
from cabinet.strings.catalogue import word
from engine.units import S

LOOK_NS: Final = 2 * S
"""The interval between two looks at the report, ns."""


def with_aside(report: CardReport, loaded: LoadedConfig) -> CardReport:
    """Return the report of this boot, with the faults for which the card's settings are left out.

    Where the boot itself found faults, those stay alone: they are of the file that lies on the card now, the others of
    the one that was taken before.
    """
    if loaded.aside is None or report.faults:
        return report
    return msgspec.structs.replace(report, faults=faults_in(loaded.aside))


def remedy_of(loaded: LoadedConfig) -> str:
    """Return the page's remedy, with the settings that are in force until then."""
    return word("card.page.aside" if loaded.aside else "card.page.remedy")


def fault_lines(report: CardReport) -> Sequence[FaultLine]:
    """Return the faults in words."""
    return [
        FaultLine(
            word("card.page.line", line=fault.line) if fault.line else word("card.page.file"),
            f"{fault.key}: {fault.problem}" if fault.key else fault.problem,
        )
        for fault in report.faults
    ]


def card_notice(report: CardReport, loaded: LoadedConfig, settings: Mapping[str, Setting]) -> str:
    """Return the notice of this boot; empty for none. `loaded` is the configuration without `settings`.

    A key of the card's file that the operator's page overrides comes before everything else: nobody would look for it.
    """
    return card_overridden(loaded, report.changed, settings) or " ".join([*report.notices, report.news]).strip()


class LateReport:
    """Looks whether another report has been made since the start: an operator may mend the card's file and take it by
    hand, and at a slow boot the first report may come after the program stopped waiting for it."""

    def __init__(self, path: Path, known: CardReport) -> None:
        """`known` is the report that the program began with."""
        self._path = path
        self._known = known
        self._looks_at = 0

    def has_come(self, now: int) -> bool:
        """Return True once for a report by which a start would show or play something else; look once in `LOOK_NS`.

        `now`: CLOCK_MONOTONIC, ns.
        """
        if now < self._looks_at:
            return False
        self._looks_at = now + LOOK_NS
        before, report = self._known, None
        with suppress(OSError):  # no card, or none that has been looked at
            report = report_of(self._path.read_bytes())
        if report is None or report == before:
            return False
        self._known = report
        return bool(report.changed) or (report.faults, report.notices) != (before.faults, before.notices)
