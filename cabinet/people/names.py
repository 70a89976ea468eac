"""Names: two or three letters or digits, and the words that none may be.

A guest has no name: the empty string stands for it, and the seat's colour is shown instead. A house chooses what can
stand in a name besides A to Z (``[operator] letters``); a name that another house made stays one.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from string import ascii_uppercase, digits
from typing import Final

from engine.setup import SeatInfo, Setup

LETTERS: Final = ascii_uppercase
MORE: Final = digits
"""What can stand in a name besides, unless the house chooses otherwise."""
CHARACTERS: Final = frozenset(LETTERS + digits + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ")
"""All that may stand in a name: A to Z, digits, and the capitals of western Europe."""
LEAST: Final = 2
LENGTH: Final = 3
"""The least and the most letters of a name."""
GUEST: Final = ""
"""The name of somebody without one."""
FORMER: Final = "#"
"""The first character of a number that stands for a deleted name (`former`)."""
LOOKS: Final = str.maketrans("0134567ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝ", "OIEASGTAAAAAACEEEEIIIINOOOOOOUUUUY")
"""Characters that are read as a letter."""


def is_name(text: str) -> bool:
    """Return whether a text has the form of a name: two or three of `CHARACTERS`. It may still be a refused word."""
    return LEAST <= len(text) <= LENGTH and CHARACTERS.issuperset(text)


def is_refused(name: str) -> bool:
    """Return whether a name is a word of the list (``refused.txt``), or reads like one."""
    return name in refused_words() or name.translate(LOOKS) in refused_words()


@lru_cache(maxsize=1)
def refused_words() -> frozenset[str]:
    """Return the words that no name may be; comments of the list begin with #."""
    text = Path(__file__).with_name("refused.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return frozenset(word for line in lines for word in line.split())


@lru_cache(maxsize=1)
def _following() -> dict[str, str]:
    text = Path(__file__).with_name("following.txt").read_text(encoding="utf-8")
    entries = [entry for line in text.splitlines() if not line.startswith("#") for entry in line.split()]
    return dict(entry.split(":") for entry in entries)


def likely_letters(beginning: str) -> str:
    """Return the five letters that follow a beginning of a name most often, in alphabetical order; "" if none do."""
    return _following().get(beginning, "")


def former(number: int) -> str:
    """Return the text that takes the place of a deleted name in the results of others; never a name."""
    return f"{FORMER}{number}"


def names_of(setup: Setup) -> tuple[str, ...]:
    """Return the name at each seat of a setup; empty for guests and bots."""
    return tuple(map(name_of, setup.seats))


def name_of(info: SeatInfo) -> str:
    """Return the name of a seat's person; empty for a guest, whose seat has its colour's name, and for a bot."""
    return info.name if info.is_human and is_name(info.name) else GUEST


def known(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names without the guests, each once, in their order."""
    return tuple(dict.fromkeys(name for name in names if name))
