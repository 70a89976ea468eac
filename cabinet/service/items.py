"""What a group of the operator's lines is, and what it may ask of the program.

Whoever owns something that the operator sets or tries offers its lines as `OperatorItems`: the machine, the stick, the
sounds, the panels. `cabinet.app` lists the groups; `cabinet.service.operator_service` makes one page of them.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Protocol

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.display.scan import Scan
from cabinet.doctor.checks import CheckContext
from cabinet.scenes.evening import RunningEvening
from cabinet.scenes.operator import Item, Page
from cabinet.scenes.operator_pages import Row
from cabinet.screens.modes import Mode
from cabinet.strings.catalogue import word


class Program(Protocol):
    """The program, as the operator's lines see it."""

    @property
    def config(self) -> Config:
        """The present configuration, with the operator's settings."""

    @property
    def file(self) -> LoadedConfig:
        """The configuration as its files have it."""

    @property
    def modes(self) -> Sequence[Mode]:
        """The modes of the screen that can be chosen."""

    @property
    def displays(self) -> int | None:
        """How many whole screens there can be; None on a desktop, which has a window for each."""

    def adopt_settings(self) -> None:
        """Apply the settings, one of which has changed, and let it be heard."""

    def restart(self) -> None:
        """Start the program anew."""

    def check_context(self) -> CheckContext:
        """Return the subject of the doctor's checks."""

    def running_evening(self) -> RunningEvening | None:
        """Return the evening while one is running."""

    @property
    def is_typing(self) -> bool:
        """Whether who pressed last did so on a letter of a keyboard: text is typed there."""

    def scan(self) -> Scan | None:
        """Return what phones scan; None where there is nothing to be seen by one."""

    def readers(self) -> int | None:
        """Return how many phones look on; None while none can."""

    def log(self, line: str) -> None:
        """Write a line for the operator."""


class Refusal:
    """Why the last action was not done, for the foot of the page; "" after one that was done."""

    text = ""


class OperatorItems:
    """A group of lines. A subclass offers what it has; lines of several groups stand on one topic's page in the order
    of the groups."""

    not_done = ""
    """The sentence on an action of this group that the machine refused."""

    def settings(self) -> Sequence[Item]:
        """Return the lines that the configuration can lock (`settings` under ``[operator]``)."""
        return ()

    def items(self) -> Sequence[Item]:
        """Return the lines that are always there; they follow the settings of all groups."""
        return ()

    def tasks(self) -> Mapping[Enum, Page]:
        """Return the pages to which the lines lead, but for those that `cabinet.flow` shows."""
        return {}

    def state(self) -> str:
        """Return what STATE says of the group beside what the doctor finds; "" for nothing."""
        return ""

    def complaints(self) -> Sequence[str]:
        """Return the failures since the last call that everybody is told of, in words."""
        return ()


def plain(key: str) -> Callable[[], Row]:
    """Return the maker of a line without a value."""
    return lambda: Row(word(key))
