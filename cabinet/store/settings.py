"""The operator's settings beside the program that plays: read at any time, changed while none does."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from cabinet.errors import CabinetError
from cabinet.store.errors import Damaged
from cabinet.store.ledger import Setting, SettingSet
from cabinet.store.lock import exclusive_lock
from cabinet.store.people import opened_report
from cabinet.store.sqlite import database_in


def settings_in(folder: Path) -> Mapping[str, Setting]:
    """Return the settings in a data folder; none where there is no database, or none that can be read."""
    with suppress(CabinetError, Damaged), opened_report(folder) as report:
        return report.settings()
    return {}


def change_setting(folder: Path, name: str, value: Setting | None) -> None:
    """Save a setting; None deletes it. Raises CabinetError, `InUse` among them while a program plays."""
    folder.mkdir(parents=True, exist_ok=True)
    with exclusive_lock(folder), database_in(folder) as database:
        database.apply([SettingSet(name, value)])
