"""What the scenes of the program are made of: what `cabinet.app` gives to `cabinet.flow`."""

from pathlib import Path
from typing import Protocol

import msgspec

from cabinet.audio.player import SoundPlayer
from cabinet.card.report import CardReport
from cabinet.coins import Credits
from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.display.scan import Scan
from cabinet.display.toolkit import Toolkit
from cabinet.input.inputs import Inputs
from cabinet.input.sources import Sources
from cabinet.match.factory import MatchFactory
from cabinet.match.played import Played
from cabinet.scenes.evening import RunningEvening
from cabinet.screens.modes import Mode
from cabinet.screens.view_factory import Seating
from cabinet.service.first_start import FreshProgram
from cabinet.service.notices import Notices
from cabinet.service.operator_service import OperatorService
from cabinet.store.store import Store
from hardware.clock import Clock


class Setup(msgspec.Struct, frozen=True):
    """The configuration with the operator's settings, and what follows from it; a changed setting makes another."""

    config: Config
    factory: MatchFactory
    seating: Seating


class AppContext(FreshProgram, Protocol):
    """The parts of the program of which its scenes are made: what `cabinet.app` gives to the flow."""

    setup: Setup
    """The present one: a changed setting makes another."""
    file: LoadedConfig
    """The configuration as its files have it."""
    card: CardReport
    """The report on the card's file."""
    data: Path
    """The folder of logs and records."""
    sources: Sources
    store: Store
    played: Played
    sounds: SoundPlayer
    notices: Notices
    clock: Clock
    inputs: Inputs
    credits: Credits

    @property
    def is_fresh(self) -> bool:
        """Whether this is the first start of a card: nobody has set anything, or played."""

    @property
    def evening(self) -> RunningEvening:
        """The evening in the store's journal, whether one runs or not."""

    @property
    def operator(self) -> OperatorService:
        """What is behind the operator's page."""

    def scan(self) -> Scan | None:
        """Return what phones scan; None where there is nothing to be seen by one."""

    def give_memory_back(self) -> None:
        """Free the pages of matches that are over."""

    def try_rotation(self, rotate: int) -> Toolkit | None:
        """Show the picture turned clockwise by so many degrees, from the next scene on; None where it is refused."""

    def try_mode(self, mode: Mode | None) -> Toolkit | None:
        """Show the picture in a mode of the screen; return its toolkit, None where the screen refuses the mode."""
