"""The boards as other programs read them: ``boards.json`` beside the events (``docs/events.md``).

What is told is what the cabinet's own boards show; a name that was deleted is "".
"""

from typing import Final

import msgspec

VERSION: Final = 1
BOARDS: Final = "boards.json"
LOGS: Final = "logs"
"""The folder beside the events with the logs of the last matches: ``logs/MATCH.jsonl``."""


class Row(msgspec.Struct, frozen=True):
    """A record. `value` counts in the unit of its kind: ns, wins, ms, or tenths of a card a minute.

    `names` and `seats` are those of its holder; of a race, the winner's and the loser's, "" for a guest. `at` is in s
    since 1970.
    """

    value: int
    names: tuple[str, ...]
    seats: tuple[int, ...]
    game: str
    at: int


class Records(msgspec.Struct, frozen=True):
    """The best of a kind (``closest``, ``closest_keyboard``, ``streak``, ``deal``, ``pace``), the best first.

    `period` is ``today``, ``month`` or ``ever``.
    """

    kind: str
    period: str
    rows: tuple[Row, ...]


class Placed(msgspec.Struct, frozen=True):
    """A name's place by its rating; equals share one. `matches`: how many of its matches were rated."""

    place: int
    name: str
    matches: int


class Places(msgspec.Struct, frozen=True):
    """The places in a game, the strongest first."""

    game: str
    rows: tuple[Placed, ...]


class Boards(msgspec.Struct, frozen=True):
    """Records, places, and the closest races ever between people, judged ones and a keyboard's, the closest first."""

    version: int = VERSION
    records: tuple[Records, ...] = ()
    places: tuple[Places, ...] = ()
    closest: tuple[Row, ...] = ()
    closest_keyboard: tuple[Row, ...] = ()
