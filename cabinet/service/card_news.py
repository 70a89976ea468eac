"""News of the card's file for people: its faults as lines of their page, and the notice on the title."""

from collections.abc import Mapping, Sequence

from cabinet.card.report import CardReport
from cabinet.config.file import LoadedConfig
from cabinet.scenes.card_faults import FaultLine
from cabinet.service.settings import card_overridden
from cabinet.store.changes import Setting
from cabinet.strings.catalogue import word


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
    return card_overridden(loaded, report.changed, settings) or " ".join(report.notices)
