"""What can go wrong around a match, each with what to do about it.

All are `CabinetError`s, so that the command line can tell them from bugs: their text is for people.
"""


class CabinetError(Exception):
    """Base of all of them; the text says what is wrong and what to do next."""


class NoDisplay(CabinetError):
    """Nobody could see a window here. Raised on opening it; start from a desktop, or do without a window."""


class ScreenGone(NoDisplay):
    """The graphics card behind the window is there no more. Raised while somebody plays; begin anew with the card."""


class ScreenTooSmall(CabinetError):
    """The screen is smaller than any that cards can be read on. Raised on opening the window; use a larger one."""


class TooFewScreens(CabinetError):
    """Every player is to look at a screen of the own, and there are not so many displays. Raised on opening them or
    on setting such a match up; connect another display, or play with other ``cards_seen`` (GEN-10)."""


class LogFileError(CabinetError):
    """A match log cannot be read or written. Raised with the path; another path or more room is the remedy."""
