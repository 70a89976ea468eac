"""Memory of the running program: the match played last, each game's rules, the running score, and how often each seat
has played a game.

An evening ends with the program: nothing here is stored.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from cabinet.config.schema import Match
from cabinet.match.request import FILLS_UP, PERSON, MatchRequest
from engine.game import Outcome


class RunningScore(msgspec.Struct, frozen=True):
    """Wins by seat, of the players as in `MatchRequest.sitters`: a name, else a guest, or ``bot:`` and a level."""

    players: tuple[str, ...] = ()
    wins: tuple[int, ...] = ()

    def after(self, players: Sequence[str], outcome: Outcome) -> "RunningScore":
        """Return the score after one more match; other players begin anew, and one without a winner does not count."""
        wins = list(self.wins) if tuple(players) == self.players else [0] * len(players)
        if outcome.winner is not None:
            wins[outcome.winner] += 1
        return RunningScore(tuple(players), tuple(wins))


FAMILIAR: Final = 3
"""After so many matches of a game a seat is shown less of its lesson."""


class Played:
    """What the title offers: the last match's choices, and the configuration's before the first."""

    def __init__(self, wanted: Match) -> None:
        self._wanted = wanted
        self._presets: dict[str, str] = {wanted.game: wanted.preset}
        self._matches: Counter[tuple[int, str]] = Counter()
        self._score = RunningScore()
        self.game = wanted.game
        """The id of the game played last."""
        self.bot: str = wanted.opponent if wanted.opponent != PERSON else FILLS_UP
        """The level of bots that take the seats of nobody."""

    def adopt(self, wanted: Match) -> None:
        """Follow the operator's changed choice; the same choice as before changes nothing."""
        if wanted != self._wanted:
            self._wanted = wanted
            self._presets[wanted.game] = wanted.preset
            self.game = wanted.game
            self.bot = wanted.opponent if wanted.opponent != PERSON else FILLS_UP

    def preset(self, game: str) -> str:
        """Return the preset by which a game was played last; "" for its first."""
        return self._presets.get(game, "")

    def chooses(self, request: MatchRequest) -> None:
        """Remember the game and the rules that were chosen for the next match."""
        self.game = request.game
        self._presets[request.game] = request.preset

    def begins(self, request: MatchRequest) -> None:
        """Remember a match that begins."""
        self.chooses(request)
        bots = [player for player in request.players if player != PERSON]
        if bots and request.people:
            self.bot = bots[0]
        self._matches.update((seat, request.game) for seat in request.people)

    def ends(self, request: MatchRequest, outcome: Outcome) -> RunningScore:
        """Count a finished match; return the running score with it."""
        self._score = self._score.after(request.sitters, outcome)
        return self._score

    def reset_score(self) -> None:
        """Begin the running score anew: nobody plays on."""
        self._score = RunningScore()

    def is_familiar(self, game: str, seats: Collection[int]) -> bool:
        """Return whether each of these seats, at least one, has played the game `FAMILIAR` times."""
        return bool(seats) and all(self._matches[seat, game] >= FAMILIAR for seat in seats)
