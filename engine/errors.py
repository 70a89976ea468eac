"""Every exception the engine raises.

A player's mistake is never an exception: it is a refused command or a foul, told as an effect.
"""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

SHOWN: Final = 60
"""So many letters of a wrong value are repeated in a message: what was pasted by mistake fills no terminal."""


def instead(name: str, known: Sequence[str], there: str = "There are") -> str:
    """How a message goes on behind an unknown name: the nearest known one if any is near, and all of them."""
    near = get_close_matches(name[:SHOWN], known, n=1)
    return f"{f'; did you mean {near[0]}?' if near else '.'} {there}: {', '.join(known)}"


def shortened(text: str) -> str:
    """A wrong value as a message repeats it: its beginning, and an ellipsis where it goes on."""
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


class EngineError(Exception):
    """Base of all of them, so that a caller can catch the engine's and nothing else."""


class RuleBreach(EngineError):
    """A game moved a card that is not where it said, or lost one. A bug in a game, never a player's doing."""


class OptionError(EngineError, ValueError):
    """An option is unknown, out of range, or excluded by another (GEN-10). The message names it and what it takes."""


class UnknownGame(EngineError, LookupError):
    """No game, or no preset, has that name. The message lists those there are."""


class UnknownBot(EngineError, LookupError):
    """No bot has that name. The message lists those there are."""


class LogError(EngineError, ValueError):
    """A match log is not one this version can read. The message names the line and what is wrong with it."""


class Divergence(EngineError):
    """A log, played again, does not say what it said: the message shows the first line that differs, and both texts.

    Or its times fall: the message shows the first line that goes back in time."""
