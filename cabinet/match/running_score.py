"""The running score: matches won by each seat since the title, while the same people and bots sit at the same seats."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import Outcome


@dataclass(frozen=True, slots=True)
class RunningScore:
    """Wins by seat, of the players as in `MatchRequest.sitters`: a name, else a guest, or ``bot:`` and a level."""

    players: tuple[str, ...] = ()
    wins: tuple[int, ...] = ()

    def after(self, players: Sequence[str], outcome: Outcome) -> "RunningScore":
        """Return the score after one more match; other players begin anew, and one that was left does not count."""
        wins = list(self.wins) if tuple(players) == self.players else [0] * len(players)
        if outcome.winner is not None and outcome.reason != "left":
            wins[outcome.winner] += 1
        return RunningScore(tuple(players), tuple(wins))

    @property
    def matches(self) -> int:
        """The number of matches with a winner."""
        return sum(self.wins)
