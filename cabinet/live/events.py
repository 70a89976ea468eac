"""The events, version 1: each a small value that is one line of JSON in the spool (``docs/events.md``).

Nothing in them is hidden at the table: no card of a hand, no seed of a match that is still played. Margins and times
are whole microseconds or milliseconds, as their names say; ``seat`` counts from 0.
"""

from typing import Final

import msgspec

VERSION: Final = 1
"""The version of the events: readers of one version may meet new fields and new kinds, and leave them out."""


class Seat(msgspec.Struct, frozen=True):
    """Who sits at a seat: the name that the table shows, the seat's colour in English, and whether it is a bot."""

    name: str
    colour: str
    is_bot: bool


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The first line of a file: the version of the events, the house's name, the language, the program's version.

    `run` is another text each time that the program begins, and with it the lines' numbers.
    """

    version: int
    run: str
    house: str
    language: str
    program: str


class Idle(msgspec.Struct, frozen=True, tag="title"):
    """Nobody plays: the title, or the pages of a cabinet that nobody plays on."""


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """A match is being made: somebody is getting ready, or two have been called."""


class Begun(msgspec.Struct, frozen=True, tag="match"):
    """A match is played from here on. `match` names it in the lines that follow, and tells nothing of its cards."""

    match: str
    game: str
    preset: str
    seats: tuple[Seat, ...]


class Score(msgspec.Struct, frozen=True, tag="score"):
    """The cards left and the score of each seat, once a deal is on the table and at each change. `deal` counts from 1.

    What `scores` counts depends on the rules: deals won, or points.
    """

    match: str
    deal: int
    cards: tuple[int, ...]
    scores: tuple[int, ...]


class Race(msgspec.Struct, frozen=True, tag="race"):
    """A photo finish. `seat` was first by `margin_us`, `loser` second; a dead heat has no margin, a lot decided it.

    `margin_us` is then 0, and `seat` the lot's winner. `judged`: False where the stamps are not good enough to say who
    was first. `cards` are the two cards, "" where the command names none.
    """

    match: str
    deal: int
    seat: int
    loser: int
    margin_us: int
    dead_heat: bool
    judged: bool
    cards: tuple[str, str]


class Dealt(msgspec.Struct, frozen=True, tag="deal"):
    """A deal is over. `seat` has won it, -1 for nobody; `race_us` is the margin of the race for its last card, -1 where
    that was none."""

    match: str
    deal: int
    seat: int
    race_us: int


class Result(msgspec.Struct, frozen=True, tag="result"):
    """A match is over: `seat` has won it, -1 for nobody. `reason` and `scores` are those of the match log.

    `closest_us` is the margin of its closest judged race, -1 without one; `is_record`: closer than any before it.
    """

    match: str
    seat: int
    reason: str
    scores: tuple[int, ...]
    closest_us: int
    is_record: bool


class Left(msgspec.Struct, frozen=True, tag="left"):
    """A match was left before its end, and counts for nothing or goes on later."""

    match: str


class Queue(msgspec.Struct, frozen=True, tag="queue"):
    """Who is up and who comes next, in an evening of several people; `format` "" is none.

    `format`: ``winner_stays``, ``tournament`` or ``party``. `up` are two names, or none. `champion` is who has won it
    all, "" before that.
    """

    format: str
    up: tuple[str, ...]
    following: tuple[str, ...]
    champion: str


class Pairing(msgspec.Struct, frozen=True):
    """One match or series of a tournament: its names, "" where nobody is known yet, the wins of each, and its winner.

    `winner` is the index of the name, -1 before that.
    """

    names: tuple[str, str]
    wins: tuple[int, int]
    winner: int


class Part(msgspec.Struct, frozen=True):
    """A part of a tournament (``knockout``, ``winners``, ``losers``, ``final``, ``rounds``, ``playoff``), its rounds
    and their matches. Who has nobody to play has the other name ""."""

    part: str
    rounds: tuple[tuple[Pairing, ...], ...]


class Bracket(msgspec.Struct, frozen=True, tag="bracket"):
    """A tournament's matches as far as they are known; no parts outside a tournament."""

    parts: tuple[Part, ...]


Event = Hello | Idle | Ready | Begun | Score | Race | Dealt | Result | Left | Queue | Bracket


class Line(msgspec.Struct, frozen=True):
    """A line of the spool: its number, one more than the line's before it, the time in ms since 1970, and its event."""

    n: int
    at: int
    event: Event
