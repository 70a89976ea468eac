"""Sources of presses that are out of reach, and the lines about them on the screen and for the operator."""

from collections.abc import Sequence
from typing import NamedTuple

from cabinet.strings.catalogue import word


class Away(NamedTuple):
    """A source that is out of reach.

    `nonsense` is the reason, in words, why the data of an answering board is not trusted; it is empty for a source
    that does not answer.
    """

    name: str
    nonsense: str = ""


def lines_about(away: Sequence[Away]) -> tuple[str, ...]:
    """Return one line naming the sources that do not answer and one naming those with contradictory data."""
    silent = [source.name for source in away if not source.nonsense]
    senseless = [source.name for source in away if source.nonsense]
    lines = (("lost.line", silent), ("lost.senseless", senseless))
    return tuple(word(key, names=", ".join(names)) for key, names in lines if names)
