"""Every exception the engine raises.

A player's mistake is never an exception: it is a refused command or a foul, told as an effect.
"""


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
