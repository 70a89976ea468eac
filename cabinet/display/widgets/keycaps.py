"""Short names of keyboard keys: at most three letters, for the caps on soft-keys.

Letters, digits and signs are shown as printed on the key; a longer name is reduced to the part that distinguishes it
from other keys. The narrowest soft-key (49 px at 480×320, six slots) has room for three letters beside a word.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

KeyNames = Mapping[tuple[int, str], str]
"""(seat, button of the panel) -> the short name of its key."""

LONGEST: Final = 3
"""Maximum number of letters of a short name."""

SHORT: Final = MappingProxyType(
    {
        "left shift": "LSH", "right shift": "RSH", "left ctrl": "LCT", "right ctrl": "RCT", "left alt": "LAL",
        "right alt": "RAL", "left meta": "LGU", "right meta": "RGU", "space": "SPC", "backspace": "BSP",
        "page up": "PUP", "page down": "PDN", "left": "LFT", "right": "RGT", "down": "DWN", "print screen": "PRT",
        "return": "ENT", "pause": "PSE",
    }
)  # fmt: skip
"""Keys whose first letters are ambiguous or differ from the print on the key, by the names of `pygame.key.name`."""


def cap_name(key: str) -> str:
    """Return the short name of a key: ``A``, ``ENT``, ``LSH``; the first letters of any name not in `SHORT`."""
    return SHORT.get(key.lower(), key.upper().replace(" ", "")[:LONGEST])


def cap_names(buttons: Mapping[int | str, tuple[int, str]]) -> KeyNames:
    """Return the short names for a panel map (line of the source -> seat and button) whose lines are keys."""
    return {place: cap_name(str(line)) for line, place in buttons.items()}
