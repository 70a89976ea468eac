"""The events, version 1: each a small value that is one line of JSON in the spool (``docs/events.md``).

Nothing in them is hidden at the table: no card of a hand, no seed of a match that is still played. Margins and times
are whole microseconds or milliseconds, as their names say; ``seat`` counts from 0.
"""

from typing import Final

import msgspec

VERSION: Final = 1
"""The version of the events: within one, fields and kinds are only added, and readers ignore those they do not know."""


class Seat(msgspec.Struct, frozen=True):
    """Who sits at a seat. `name` is never empty: a guest and a bot have their seat's colour as their name.

    `colour` is an English word in capitals, the same in every language.
    """

    name: str
    colour: str
    is_bot: bool


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The first line of a file: the version of the events, the house's name, and the program's version.

    `run` is another text each time that the program starts; the lines' numbers then begin again, and no match of the
    run before goes on. `language` is that of the cabinet's screen; nothing in the events depends on it.
    """

    version: int
    run: str
    house: str
    language: str
    program: str


class Idle(msgspec.Struct, frozen=True, tag="title"):
    """Nobody plays: the cabinet shows its title, or the pictures of an unused cabinet."""


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """Between matches: somebody chooses a game or gets ready, or two have been called."""


class Begun(msgspec.Struct, frozen=True, tag="match"):
    """A match begins, or one that was left goes on, under a new name. `match` is its name in the lines that follow.

    `game` and `preset` are ids, as ``photofinish games`` lists them; `preset` is "" without one, or the name that an
    owner gave an own one. There is one match at a time: any before it is over.
    """

    match: str
    game: str
    preset: str
    seats: tuple[Seat, ...]


class Score(msgspec.Struct, frozen=True, tag="score"):
    """The cards left and the score of each seat, once a deal is opened and whenever one of them changes.

    `deal` counts from 1. `scores` change as a deal ends: deals won in Speed, or points; points in Speed Uno; the sum of
    places in Speahx, the fewest lead. In Spit and Mod-Spit they stay 0: the cards decide.
    """

    match: str
    deal: int
    cards: tuple[int, ...]
    scores: tuple[int, ...]


class Race(msgspec.Struct, frozen=True, tag="race"):
    """A photo finish: two seats pressed for the same pile, and `seat` got it, by at least `margin_us`.

    `dead_heat`: the stamps do not tell the two presses apart, a lot has drawn `seat`, and `margin_us` is 0. `judged` is
    False where the buttons' clocks are too coarse: `seat` got the pile, but may have been second. Both may be true of
    one race. `cards` are the winner's and the loser's, "" for one that nobody else may know, or where none was played.
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
    """`seat` has won a deal; one that nobody has won has no such event. It comes after the deal's last race and score.

    `race_us` is the margin of the race for its last card, -1 if there was no such race.
    """

    match: str
    deal: int
    seat: int
    race_us: int


class Result(msgspec.Struct, frozen=True, tag="result"):
    """A match is over, and `seat` has won it, -1 for nobody. `scores` are final; in Spit and Mod-Spit the cards left.

    `reason`: ``out`` (a seat is rid of its cards), ``all`` (a seat has them all), ``deals`` (enough were won, or the
    last was played), ``points`` (enough of them), ``cap`` (time was up), ``sudden_death`` (it was, and then a seat got
    ahead), ``last_lap`` (decided in the last lap), ``left`` (a seat walked out and has lost). `closest_us` is the
    margin of the closest race, -1 without one or where it was not judged; `is_record`: closer than any before it.
    """

    match: str
    seat: int
    reason: str
    scores: tuple[int, ...]
    closest_us: int
    is_record: bool


class Left(msgspec.Struct, frozen=True, tag="left"):
    """A match was left by everybody and has no result. It may go on later: then there is a new `match`."""

    match: str


class Queue(msgspec.Struct, frozen=True, tag="queue"):
    """Who is up and who comes next, in an evening of several people. A deleted name is "".

    `format`: ``winner_stays``, ``tournament`` or ``party``, "" without an evening, and then all is empty. `up` are the
    two who play, or are called next between matches. `following` are those after them, in their order: all others in
    winner stays, the next pair of a tournament, the next of each team in a party. `champion` has won it all, "" before.
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
    """A line: its number, which rises in a run, when it was written in ms since 1970, and its event."""

    n: int
    at: int
    event: Event
