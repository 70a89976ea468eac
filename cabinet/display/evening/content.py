"""An evening's pages as plain values. All words are finished; names are short or a seat's word."""

from typing import Final, NamedTuple

import msgspec

NO_SEAT: Final = -1
"""The seat of a name that does not sit: its colour is off-white and it has no shape."""
KEYS: Final = 5
"""The card buttons."""


class Somebody(NamedTuple):
    """A name, and the seat whose colour and shape it has now."""

    name: str
    seat: int = NO_SEAT


class KeyTile(NamedTuple):
    """A tile over a card button: its words, whether it is highlighted, and whether it can be taken."""

    text: str
    is_chosen: bool = False
    is_free: bool = True


class NamesHalf(msgspec.Struct, frozen=True):
    """One sitter's half of the names page.

    `letters` is the name as far as it is spelled, `cursor` the place of the next letter (-1: none). `strip` is the
    first of six letters on the keys in the `alphabet` (-1: names are on the keys). `is_done`: the name is taken.
    `caps` are the names of the eight buttons' keys at a desk, CARD1 to CARD5, LEFT, RIGHT, ACTION; () at a cabinet.
    `is_full`: ACTION is filled with the seat's colour, because it is the way on.
    """

    seat: int
    who: str
    keys: tuple[KeyTile, ...]
    ask: str = ""
    letters: str = ""
    cursor: int = -1
    heading: str = ""
    strip: int = -1
    alphabet: str = ""
    action: str = ""
    left: str = ""
    right: str = ""
    note: str = ""
    is_done: bool = False
    is_full: bool = False
    is_refused: bool = False
    caps: tuple[str, ...] = ()


class QueueSeat(NamedTuple):
    """One of the two seats of winner stays.

    `wins` of `streak` flames burn under the champion, with `wins_words`. `above` is a line over the name. `action` is
    the effect of a button by its sign (``star``, ``right``, ``tick`` for somebody who is here), and `follows` who comes
    in at zero. `moves` are words below the name of somebody who has to come over from the other seat.
    """

    who: Somebody
    is_champion: bool = False
    wins: int = 0
    streak: int = 0
    wins_words: str = ""
    above: str = ""
    action: str = ""
    sign: str = "star"
    follows: str = ""
    cap: str = ""
    moves: str = ""


class QueuePage(msgspec.Struct, frozen=True):
    """Winner stays: the two seats, and the line behind them.

    `line` are the names in line with their places in words, the next first; `more` counts those that have no tile.
    `note` says who has missed a call.
    """

    title: str
    rule: str
    seats: tuple[QueueSeat, QueueSeat]
    versus: str
    heading: str
    line: tuple[tuple[str, str], ...]
    more: str = ""
    note: str = ""


class TeamColumn(NamedTuple):
    """A team: its name, its score, who is up, and those who follow in their order.

    `above` is a line over who is up (empty: nobody is waited for), `action` the effect of a button by its sign,
    `join` the line that says how one joins.
    """

    name: str
    score: int
    up: str
    names: tuple[str, ...]
    above: str
    action: str
    sign: str
    join: str
    cap: str = ""
    join_cap: str = ""


class PartyPage(msgspec.Struct, frozen=True):
    """Two teams and the score that wins. `winner` is the team that has won (-1: none yet)."""

    title: str
    rule: str
    teams: tuple[TeamColumn, TeamColumn]
    versus: str
    winner: int = NO_SEAT


class TonightBand(msgspec.Struct, frozen=True):
    """The band of the title, from the left: a heading, who stays with the flames of the streak, and who is next.

    `stays` and `next_up` have an empty name for nobody; `stays` holds its words (``MIA STAYS``, ``MATCH 7 OF 14``).
    """

    heading: str
    stays: Somebody
    next_words: str
    next_up: Somebody
    wins: int = 0
    wins_words: str = ""


class OptionTile(NamedTuple):
    """A tile over a card button: its words, its value below, and whether a press does anything.

    `keys` are the names of the button's keys at a desk, in place of its number.
    """

    words: str
    value: str = ""
    is_free: bool = True
    keys: tuple[str, ...] = ()


class TonightPage(msgspec.Struct, frozen=True):
    """The page on which an evening begins: its options on the card buttons, and the list of names.

    `chosen` is the highlighted name (-1: none); a name with a seat is in that seat's team. `state` says how many names
    there are or are lacking, `empty` stands in place of the list, `game` is what will be played.
    """

    title: str
    state: str
    tiles: tuple[OptionTile, ...]
    heading: str
    names: tuple[Somebody, ...]
    chosen: int
    empty: str
    is_enough: bool
    game: str = ""
