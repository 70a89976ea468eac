"""What the cabinet knows of people now: ratings, places and records, answered from memory.

`Standings` are a fold of the results in the order of their ends: the same results give the same standings, on whatever
machine and however they were cut into parts. They are stored as one JSON text between two parts. `People` keeps the
latest results beside the standings before them (`base`), so that one can be taken back: the standings are then folded
anew. They are folded when somebody first asks, not at the start of the program.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from cabinet.people.ratings import CURVE, SETTLED, Place, Rating, expected_share, places, rated
from cabinet.people.records import Board, Record, best_of, counts_for_records
from cabinet.people.results import Result
from engine.options import Handicap


class GameStandings(msgspec.Struct):
    """One game: the ratings of its names, its records by preset, and how many matches each name has played.

    `played` counts matches against guests and bots, with a head start, and such as were left too. A database of before
    has none of them: there only ratings say who has played. `adapted` is the bot that goes on against a name after its
    last match against one that adapts, behind the number of that result.
    """

    ratings: dict[str, Rating] = msgspec.field(default_factory=dict)
    boards: dict[str, Board] = msgspec.field(default_factory=dict)
    played: dict[str, int] = msgspec.field(default_factory=dict)
    adapted: dict[str, tuple[int, str]] = msgspec.field(default_factory=dict)


class Standings(msgspec.Struct):
    """Everything after the first `ended` results; the first `cleared` of them count for no record.

    `curve` is the `CURVE` by which it was rated, 0 in a text that does not say.
    """

    ended: int = 0
    cleared: int = 0
    games: dict[str, GameStandings] = msgspec.field(default_factory=dict)
    curve: int = 0

    @property
    def is_outdated(self) -> bool:
        """Whether ratings have been computed otherwise than today: they follow anew from the results."""
        return self.ended > 0 and self.curve != CURVE

    def add(self, result: Result) -> None:
        """Count the next result; one that was taken back only takes its number."""
        self.ended += 1
        if not result.counts:
            return
        game = self.games.setdefault(result.game, GameStandings())
        game.ratings.update(rated(result, game.ratings))
        for name in filter(None, map(result.name, result.people)):
            game.played[name] = game.played.get(name, 0) + 1
        if len(result.people) == 1 and result.name(result.people[0]) and any(result.figures.adapted):
            game.adapted[result.name(result.people[0])] = (self.ended, next(filter(None, result.figures.adapted)))
        if self.ended > self.cleared and counts_for_records(result):
            game.boards.setdefault(result.preset, Board()).add(result)

    def clear_records(self, ended: int) -> None:
        """Drop all records and streaks; results up to the number `ended` set none any more. Ratings stay."""
        self.cleared = max(self.cleared, ended)
        for game in self.games.values():
            game.boards.clear()

    def rename(self, old: str, to: str) -> None:
        """Give a name's rating, streaks and records to another; where both have one, the other's own stays. Matches
        that were played are added up, and of two bots that go on the later one stays."""
        for game in self.games.values():
            if old in game.ratings:
                rating = game.ratings.pop(old)
                game.ratings.setdefault(to, rating)
            if old in game.played:
                game.played[to] = game.played.get(to, 0) + game.played.pop(old)
            if old in game.adapted:
                game.adapted[to] = max(game.adapted.pop(old), game.adapted.get(to, (0, "")))
            for board in game.boards.values():
                board.rename(old, to)

    def text(self) -> str:
        """Return the standings as JSON."""
        return msgspec.json.encode(self).decode()


def standings_from(text: str) -> Standings:
    """Return standings from their JSON; an empty text is that of no results. Raises ValueError."""
    if not text:
        return Standings(curve=CURVE)
    try:
        return msgspec.json.decode(text, type=Standings)
    except (msgspec.MsgspecError, RecursionError) as problem:
        raise ValueError(str(problem)) from problem


def standings_of(results: Iterable[Result], before: str = "") -> Standings:
    """Return the standings after some results, from the JSON of those before them. Raises ValueError."""
    standings = standings_from(before)
    for result in results:
        standings.add(result)
    return standings


WINDOW: Final = 200
"""The most results kept beside the base: each of them can still be taken back."""
STEP: Final = 100
"""The number of results that go into the base when there are more than `WINDOW`; the database does the same."""


class People:
    """Ratings and records. `add`, `take_back` and `clear_records` change them; everything else asks."""

    def __init__(self, base: str = "", recent: Iterable[Result] = ()) -> None:
        """`base` is the JSON of the standings before the `recent` results. Raises ValueError for another text."""
        self._base = standings_from(base)
        self._recent = list(recent)
        self._now: Standings | None = None

    # Changes

    def add(self, result: Result) -> None:
        """Count the next result; a second one of the same match is ignored."""
        if any(each.match == result.match for each in self._recent):
            return
        self._recent.append(result)
        if self._now is not None:
            self._now.add(result)
        if len(self._recent) > WINDOW:
            for each in self._recent[:STEP]:
                self._base.add(each)
            del self._recent[:STEP]

    def can_take_back(self, match: str) -> bool:
        """Return whether that match is among the results that can be taken back."""
        return any(each.match == match and each.counts for each in self._recent)

    def take_back(self, match: str) -> None:
        """Let a result count for nothing, as if the match had not been played; an older match stays as it is."""
        self._recent = [replace(each, counts=each.counts and each.match != match) for each in self._recent]
        self._now = None

    def clear_records(self) -> None:
        """Begin all records and streaks anew; ratings stay."""
        self._base.clear_records(self._base.ended + len(self._recent))
        self._now = None

    # Queries

    def records(self, kind: str, period: str, day: str) -> Sequence[Record]:
        """Return the records of a kind in all games, the best first, at most `LISTED`.

        `period` is that of `day` (`calendar.evening_day`), of its month, or ever.
        """
        boards = [board for standings in self._standings.games.values() for board in standings.boards.values()]
        return tuple(best_of(record for board in boards for record in board.best(kind, period, day)))

    def ratings(self, game: str) -> Mapping[str, Rating]:
        """Return the ratings of a game by name, those of deleted names among them."""
        return self._game(game).ratings

    def places(self, game: str) -> Mapping[str, Place]:
        """Return the place of every name that has one in a game, the strongest first."""
        return places(self._game(game).ratings)

    def place(self, game: str, name: str) -> Place | None:
        """Return the place of a name in a game; None before it has played enough rated matches."""
        return self.places(game).get(name)

    def rating(self, game: str, name: str) -> Rating | None:
        """Return the rating of a name in a game; None before its first rated match."""
        return self._game(game).ratings.get(name)

    def has_played(self, game: str, name: str) -> bool:
        """Return whether a name has played a game here, against whomever and however it ended."""
        standings = self._game(game)
        return name in standings.played or name in standings.ratings

    def adapted(self, game: str, name: str) -> str:
        """Return the adaptive bot that goes on against a name at a game; "" before its first match against one."""
        return self._game(game).adapted.get(name, (0, ""))[1]

    def last_adapted(self, name: str) -> str:
        """Return `adapted` of the game that a name last played against a bot that adapts; "" before it has."""
        games = self._standings.games.values()
        return max((game.adapted[name] for game in games if name in game.adapted), default=(0, ""))[1]

    def expected_share(self, game: str, one: str, other: str) -> float:
        """Return the share of matches that a name is expected to win against another, 0 to 1."""
        ratings = self._game(game).ratings
        return expected_share(ratings.get(one, Rating()), ratings.get(other, Rating()))

    def streak(self, game: str, preset: str, name: str) -> int:
        """Return the number of matches that a name has won one after the other, up to now."""
        board = self._game(game).boards.get(preset)
        streak = board.streaks.get(name) if board is not None else None
        return streak.wins if streak is not None else 0

    # For the store

    @property
    def base(self) -> str:
        """The JSON of the standings before the recent results."""
        return self._base.text()

    @property
    def recent(self) -> Sequence[Result]:
        """The results after the base."""
        return tuple(self._recent)

    def standings(self) -> str:
        """Return the JSON of the standings now: equal for equal results, wherever the base ends."""
        return self._standings.text()

    @property
    def _standings(self) -> Standings:
        if self._now is None:
            self._now = standings_of(self._recent, self._base.text())
        return self._now

    def _game(self, game: str) -> GameStandings:
        return self._standings.games.get(game, GameStandings())


# -- A head start: the better-rated of two people is offered a harder deal ---------------------------
# It counts only if both say yes. How large it is, is the engine's table (docs/handicaps.md). A match with a head
# start counts for no rating and no record.

LEAST_SHARE: Final = 0.65
"""The expected share of wins from which on the better one is well ahead."""

SUPPOSED_SHARE: Final = 0.63
"""The share of even matches that the winner of one lopsided match is supposed to win: more is not known of guests."""

Table = Callable[[str, float], Handicap]
"""Returns the handicap for a game and the expected share of wins of the better one."""


class HeadStart(NamedTuple):
    """An offer: the seat that is better, the seat with the head start, and by what the other's deal is harder."""

    better: int
    weaker: int
    cards: int
    face_down_ms: int = 0

    @property
    def handicap(self) -> Handicap:
        """What the better seat plays with."""
        return Handicap(self.cards, self.face_down_ms)


def next_head_start(
    before: HeadStart | None, winner: int | None, *, lopsided: bool, steps: Sequence[Handicap], first: Handicap
) -> HeadStart | None:
    """Return what to offer two people after a match with the head start `before` (None: level); None for level.

    Only a lopsided match changes anything: it moves the head start by one of the `steps`, the smallest first, for the
    loser; after a level one it offers the `first`.
    """
    if winner is None or not lopsided:
        return before
    if before is None:
        return HeadStart(winner, 1 - winner, *first) if any(first) else None
    now = before.handicap
    larger, smaller = ([step for step in steps if step > now], [step for step in steps if step < now])
    after = (larger[:1] or [now])[0] if winner == before.better else (smaller[-1:] or [Handicap()])[0]
    return HeadStart(before.better, before.weaker, *after) if any(after) else None


def head_start(people: People, game: str, names: tuple[str, ...], table: Table) -> HeadStart | None:
    """Return the offer to two people, by their names by seat; None without one.

    Both need a settled rating (`SETTLED` matches of that game): guests never have one.
    """
    if len(names) != 2 or not all(names) or names[0] == names[1]:
        return None
    ratings = [people.rating(game, name) for name in names]
    if any(rating is None or rating.matches < SETTLED for rating in ratings):
        return None
    share = people.expected_share(game, *names)
    better = 0 if share >= 0.5 else 1
    share = max(share, 1 - share)
    handicap = table(game, share) if share >= LEAST_SHARE else Handicap()
    return HeadStart(better, 1 - better, *handicap) if any(handicap) else None
