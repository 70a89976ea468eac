"""The content of the attract scene's pages: words and figures, ready to be drawn."""

from dataclasses import dataclass
from typing import Final, NamedTuple

PLACES: Final = 5
"""The number of places on a board of records."""


class Holder(NamedTuple):
    """A person on a board: a name of three letters, or a guest's colour as a word; `seat` gives colour and shape."""

    name: str
    seat: int


class RecordRow(NamedTuple):
    """One place of a board: its figure (digits and points) with the unit, who holds it, and whom they beat, if anybody.

    `what` is the game or the way to play, empty where the whole board has one; `when` the time or the day.
    """

    figure: str
    unit: str
    holder: Holder
    beaten: Holder | None = None
    what: str = ""
    when: str = ""


@dataclass(frozen=True, slots=True)
class RecordBoard:
    """The best of one kind. `line` is the game and the way to play, empty for all games together.

    `spans` are the words of the times that boards cover, of which this board's is number `span`. At most `PLACES` rows
    are shown; `beats` is the word between two names, `free` the words of a place that nobody has yet.
    """

    title: str
    rows: tuple[RecordRow, ...]
    spans: tuple[str, ...] = ()
    span: int = 0
    line: str = ""
    beats: str = ""
    free: str = ""


class Queued(NamedTuple):
    """A name in line, and the words below it: next, or a place."""

    name: str
    note: str


@dataclass(frozen=True, slots=True)
class TonightBoard:
    """What is on tonight: who stays or has won, and who comes next.

    `crown` are the words below the champion's name; `line` is shown as far as it fits, and the rest is counted by
    `more`, a text with ``{count}``.
    """

    title: str
    rule: str = ""
    champion: Holder | None = None
    crown: str = ""
    line_title: str = ""
    line: tuple[Queued, ...] = ()
    more: str = "+{count}"
