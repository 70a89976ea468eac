"""What keys of a keyboard are called where there is little room: at most three letters, for the caps on soft-keys.

Letters, digits and signs stand as they are printed on the key; of a longer name there remains what tells it from
other keys. Three letters are what the narrowest soft-key (49 px at 480×320, six slots) has room for beside a word.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

KeyNames = Mapping[tuple[int, str], str]
"""(seat, button of the panel) -> the short name of its key."""

LONGEST: Final = 3
"""Letters of a short name at most."""

SHORT: Final = MappingProxyType(
    {
        "left shift": "LSH", "right shift": "RSH", "left ctrl": "LCT", "right ctrl": "RCT", "left alt": "LAL",
        "right alt": "RAL", "left meta": "LGU", "right meta": "RGU", "space": "SPC", "backspace": "BSP",
        "page up": "PUP", "page down": "PDN", "left": "LFT", "right": "RGT", "down": "DWN", "print screen": "PRT",
        "return": "ENT", "pause": "PSE",
    }
)  # fmt: skip
"""The keys whose first letters would not tell them apart, or are not what stands on them, by the names that
`pygame.key.name` gives them."""


def cap_name(key: str) -> str:
    """The short name of a key: ``A``, ``ENT``, ``LSH``; the first letters of a name that nobody foresaw."""
    return SHORT.get(key.lower(), key.upper().replace(" ", "")[:LONGEST])


def cap_names(buttons: Mapping[int | str, tuple[int, str]]) -> KeyNames:
    """The short names for a panel map (line of the source -> seat and button) whose lines are keys."""
    return {place: cap_name(str(line)) for line, place in buttons.items()}
