"""Standings: the ratings and records that follow from results, one after the other in the order of their ends.

A fold: the same results in the same order give the same standings, on whatever machine and however they were cut into
parts. It is stored as one JSON text between two parts.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from cabinet.people.ratings import Rating, rated
from cabinet.people.records import Board, counts_for_records
from cabinet.people.results import Result


@dataclass(slots=True)
class GameStandings:
    """One game: the ratings of its names, its records by preset, and how many matches each name has played.

    `played` counts matches against guests and bots, with a head start, and such as were left too. A database of before
    has none of them: there only ratings say who has played.
    """

    ratings: dict[str, Rating] = field(default_factory=dict)
    boards: dict[str, Board] = field(default_factory=dict)
    played: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Standings:
    """Everything after the first `ended` results; the first `cleared` of them count for no record."""

    ended: int = 0
    cleared: int = 0
    games: dict[str, GameStandings] = field(default_factory=dict)

    def add(self, result: Result) -> None:
        """Count the next result; one that was taken back only takes its number."""
        self.ended += 1
        if not result.counts:
            return
        game = self.games.setdefault(result.game, GameStandings())
        game.ratings.update(rated(result, game.ratings))
        for name in filter(None, map(result.name, result.people)):
            game.played[name] = game.played.get(name, 0) + 1
        if self.ended > self.cleared and counts_for_records(result):
            game.boards.setdefault(result.preset, Board()).add(result)

    def clear_records(self, ended: int) -> None:
        """Drop all records and streaks; results up to the number `ended` set none any more. Ratings stay."""
        self.cleared = max(self.cleared, ended)
        for game in self.games.values():
            game.boards.clear()

    def rename(self, old: str, to: str) -> None:
        """Give a name's rating, streaks and records to another; where both have one, the other's own stays. Matches
        that were played are added up."""
        for game in self.games.values():
            if old in game.ratings:
                rating = game.ratings.pop(old)
                game.ratings.setdefault(to, rating)
            if old in game.played:
                game.played[to] = game.played.get(to, 0) + game.played.pop(old)
            for board in game.boards.values():
                board.rename(old, to)

    def text(self) -> str:
        """Return the standings as JSON."""
        return msgspec.json.encode(self).decode()


def standings_from(text: str) -> Standings:
    """Return standings from their JSON; an empty text is that of no results. Raises ValueError."""
    if not text:
        return Standings()
    try:
        return msgspec.json.decode(text, type=Standings)
    except msgspec.MsgspecError as problem:
        raise ValueError(str(problem)) from problem


def standings_of(results: Iterable[Result], before: str = "") -> Standings:
    """Return the standings after some results, from the JSON of those before them. Raises ValueError."""
    standings = standings_from(before)
    for result in results:
        standings.add(result)
    return standings
