"""News of the card's file for people: its faults as lines of their page, and the notice on the title."""

from collections.abc import Mapping, Sequence

import msgspec

from cabinet.card.report import CardReport, faults_in
from cabinet.config.file import LoadedConfig
from cabinet.scenes.card_faults import FaultLine
from cabinet.service.settings import card_overridden
from cabinet.store.ledger import Setting
from cabinet.strings.catalogue import word


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
