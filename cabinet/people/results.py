"""A finished match as ratings and records need it: who sat where, who won, and the figures of each seat."""

from typing import Final

import msgspec

from engine.setup import HUMAN

LEFT: Final = "left"
"""The reason of a match that was left: whoever walked out of it has lost it. Without a winner it counts for nothing."""


class RaceFigure(msgspec.Struct, frozen=True):
    """The closest race between people in a match, by seats; `judged` is False for stamps of a keyboard."""

    winner: int
    loser: int
    margin_ns: int
    judged: bool


class Figures(msgspec.Struct, frozen=True):
    """The figures of a match, some for each seat.

    `at` is its end in s since 1970, `day` the evening's day by the local calendar at that moment. `places` counts from
    1 for the best; equals share a place. `deals_ms` is the play time of the quickest deal that a seat won, `pace` its
    cards a minute in tenths; 0 for none. `level` is False for a match with a head start. `bot_paces` is the strength
    that each seat's bot had, on average over the match, as its cards a minute in Speed; 0 for a person, and for a bot
    whose strength is not known. `adapted` is the player with which each seat's bot goes on
    against the same person (`engine.adaptive.after_match`), "" for one that does not adapt; () where none does.
    """

    at: int = 0
    day: str = ""
    level: bool = True
    places: tuple[int, ...] = ()
    deals_ms: tuple[int, ...] = ()
    pace: tuple[int, ...] = ()
    races: tuple[RaceFigure, ...] = ()
    """The closest race by stamps and the closest of a keyboard, as far as there are any."""
    bot_paces: tuple[float, ...] = ()
    adapted: tuple[str, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """A match that came to its end. `match` is its permanent name.

    `players` are as in a setup (``human``, or ``bot:`` and a level), `names` the person at each seat, empty for guests
    and bots. `counts` is False for a result that was taken back.
    """

    match: str
    game: str
    preset: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    winner: int | None
    reason: str
    figures: Figures = Figures()
    counts: bool = True

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, player in enumerate(self.players) if player == HUMAN)

    @property
    def is_fair(self) -> bool:
        """Whether the match counts for ratings and records: it has a result, and had no head start."""
        return self.counts and (self.reason != LEFT or self.winner is not None) and self.figures.level

    def name(self, seat: int) -> str:
        """Return the name at a seat; empty for guests and bots."""
        return self.names[seat] if seat < len(self.names) else ""


def figures_text(figures: Figures) -> str:
    """Return figures as JSON."""
    return msgspec.json.encode(figures).decode()


def figures_from(text: str) -> Figures:
    """Return figures from their JSON. Raises ValueError."""
    try:
        return msgspec.json.decode(text, type=Figures)
    except (msgspec.MsgspecError, RecursionError) as problem:
        raise ValueError(str(problem)) from problem
