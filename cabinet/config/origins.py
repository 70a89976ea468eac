"""The origin of each value: the default, the machine's file, the card's file, or the operator's page."""

from cabinet.config.faults import KeyPath
from cabinet.config.file import CARD_FILE, LoadedConfig
from cabinet.config.key_lines import key_lines


def origins_of(loaded: LoadedConfig) -> dict[KeyPath, str]:
    """Return the file and line of every value that a file sets; the card's file overrides the machine's."""
    beneath = {key: f"{loaded.path}:{line}" for key, line in key_lines(loaded.text).items()}
    return beneath | {key: f"{CARD_FILE}:{line}" for key, line in key_lines(loaded.card).items()}
