"""Sources of presses that are out of reach, and what is said of them: on the screen, and to the operator."""

from collections.abc import Sequence
from typing import NamedTuple

from cabinet.words import word


class Away(NamedTuple):
    """A source that is out of reach.

    `nonsense` says in words why, for a board that speaks and cannot be believed; it is empty for one that does not
    answer.
    """

    name: str
    nonsense: str = ""


def said_of(away: Sequence[Away]) -> tuple[str, ...]:
    """A line for those that do not answer, and one for those that make no sense; each names its sources."""
    silent = [source.name for source in away if not source.nonsense]
    senseless = [source.name for source in away if source.nonsense]
    lines = (("lost.line", silent), ("lost.senseless", senseless))
    return tuple(word(key, names=", ".join(names)) for key, names in lines if names)
