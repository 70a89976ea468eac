"""Every exception the engine raises.

A player's mistake is never an exception: it is a refused command or a foul effect.
"""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

SHOWN: Final = 60
"""A message repeats at most this many characters of a wrong value, so that a pasted text does not fill a terminal."""


def instead(name: str, known: Sequence[str], there: str = "There are") -> str:
    """Return the rest of a message after an unknown name: the nearest known name, if any, and all known names."""
    near = get_close_matches(name[:SHOWN], known, n=1)
    return f"{f'; did you mean {near[0]}?' if near else '.'} {there}: {', '.join(known)}"


def shortened(text: str) -> str:
    """Return a wrong value as messages show it: on one line, and truncated with an ellipsis if it is long."""
    shown = text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
    return shown.replace("\n", "\\n")


class EngineError(Exception):
    """Base class: a caller can catch the engine's errors and no others."""


class RuleBreach(EngineError):
    """A game moved a card that is not in the named zone, or lost a card. A bug in a game, never a player's mistake."""


class OptionError(EngineError, ValueError):
    """An option is unknown, out of range, or excluded by another (GEN-10). The message names it and valid values."""


class UnknownGame(EngineError, LookupError):
    """No game, or no preset, has that name. The message lists the known names."""


class UnknownBot(EngineError, LookupError):
    """No bot has that name. The message lists the known names."""


class LogError(EngineError, ValueError):
    """This version cannot read the match log. The message names the line and the fault."""


class Divergence(EngineError):
    """Replaying a log gives other lines: the message shows the first line that differs, in both versions.

    Or the log's times decrease: the message shows the first line that goes back in time."""
