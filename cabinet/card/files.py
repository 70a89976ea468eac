"""The files that are kept of a card's file: their names, and their bytes with a mode."""

from dataclasses import dataclass
from typing import Final

CARD, ZONE, KEYBOARD = "card.toml", "zone", "keyboard"
WLAN, KEYS, FINGERPRINT = "wpa_supplicant.conf", "authorized_keys", "fingerprint"

OPEN: Final = 0o644
PRIVATE: Final = 0o600


@dataclass(frozen=True)
class Output:
    """One file: its bytes and its mode."""

    data: bytes
    mode: int = OPEN
