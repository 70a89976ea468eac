"""The files that are kept of a card's file: their names, and their bytes with a mode."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

CARD, ZONE = "card.toml", "zone"
WLAN, KEYS, FINGERPRINT = "wpa_supplicant.conf", "authorized_keys", "fingerprint"

OPEN: Final = 0o644
PRIVATE: Final = 0o600


@dataclass(frozen=True)
class Output:
    """One file: its bytes and its mode."""

    data: bytes
    mode: int = OPEN


def digest(files: Mapping[str, bytes]) -> str:
    """Return the hash of files, by their names."""
    lines = (f"{name} {hashlib.sha256(data).hexdigest()}\n" for name, data in sorted(files.items()))
    return hashlib.sha256("".join(lines).encode()).hexdigest()
