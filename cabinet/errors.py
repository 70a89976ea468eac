"""Errors around a match, each with its remedy.

All are `CabinetError`s, so that the command line can distinguish them from bugs: their text is for people.
"""


class CabinetError(Exception):
    """Base of all errors here; the text gives the fault and its remedy."""


def reason_of(problem: BaseException) -> str:
    """Return the system's reason of an error, without its number and path; the text of any other error."""
    return (problem.strerror if isinstance(problem, OSError) else None) or str(problem)


class NoDisplay(CabinetError):
    """No visible window can be opened. Raised on opening it; start from a desktop, or do without a window."""


class ScreenGone(NoDisplay):
    """The graphics card behind the window has gone, or another screen has taken the place of the window's. Raised
    during play; restart the program, which opens what is there then."""


class ScreenTooSmall(CabinetError):
    """The screen is too small for readable cards. Raised on opening the window; use a larger screen."""


class TooFewScreens(CabinetError):
    """Each player needs a separate screen, and there are fewer displays. Raised on opening them or on setting such a
    match up; connect another display, or play with other ``cards_seen`` (GEN-10)."""


class ReplayError(CabinetError):
    """A replay, a photo or a film cannot be made. Raised with the reason; choose another part, file or program."""


class LogFileError(CabinetError):
    """A match log cannot be read or written. Raised with the path; use another path, or free disk space."""


class UnknownPreset(CabinetError):
    """A command names no preset, or one that is not there. Raised with the nearest name; `photofinish games` lists
    all."""


class CertifyError(CabinetError):
    """A table of races cannot be read or written, or a report. Raised with the path and the line; mend that, or use
    another file or folder."""


class ExecutorFailed(CabinetError):
    """Bulk work cannot begin or go on: no cluster, another version there, a full disk or memory, a process that was
    ended. Raised with the machine's name or the scheduler's address; mend that, and give the rest of the work again."""
