"""The party: two teams, who is up, and the score. Pressing RIGHT at a team's side joins that team.

The team of seat 0 is at the left. Both who are up sit down, or are left out for this turn after 30 s.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cabinet.display.evening.pages import PartyPage, TeamColumn
from cabinet.display.evening.queue import PartyPicture
from cabinet.display.stage import Sprite
from cabinet.display.toolkit import Kit
from cabinet.scenes.called_pair import SEATS, CalledPair, PairWays
from cabinet.scenes.legend import cap_words
from cabinet.screens.table_setting import TableSetting
from cabinet.strings.catalogue import word
from engine.panel import ACTION, RIGHT


@dataclass(frozen=True)
class PartyState:
    """The party as the evening has it: both teams' names in the order of their turns, who is up first, and the score.

    `goal` is the score that wins.
    """

    teams: tuple[tuple[str, ...], tuple[str, ...]]
    score: tuple[int, int]
    goal: int

    @property
    def winner(self) -> int | None:
        """The team that has won; None while the party goes on."""
        return next((team for team in SEATS if self.score[team] >= self.goal), None)


class PartyScene(CalledPair):
    """Waits for the two who are up; with a winner, shows the end."""

    def __init__(self, kit: Kit, setting: TableSetting, state: Callable[[], PartyState], ways: PairWays) -> None:
        """`state` returns the party now, immediately. `ways.join` gets the seat at whose side somebody joins."""
        self._picture = PartyPicture(kit)
        super().__init__(kit, setting, ways, self._picture.ground)
        self._ask = state
        self._state = state()

    @property
    def pair(self) -> tuple[str, str]:
        """See `CalledPair.pair`."""
        first, second = ((team[0] if team else "") for team in self._state.teams)
        return first, second

    @property
    def is_over(self) -> bool:
        """See `CalledPair.is_over`."""
        return self._state.winner is not None

    @property
    def joins_at_sides(self) -> bool:
        """See `CalledPair.joins_at_sides`."""
        return True

    def ask(self, now: int) -> None:
        """See `CalledPair.ask`."""
        self._state = self._ask()

    def standing(self) -> Sequence[Sprite]:
        """See `CalledPair.standing`."""
        return self._picture.sprites(self.page())

    def ring(self, seat: int, left: float, seconds: int) -> Sprite:
        """See `CalledPair.ring`."""
        return self._picture.ring(seat, left, seconds)

    def page(self) -> PartyPage:
        """Return the page's words."""
        winner = self._state.winner
        title = word("party.title") if winner is None else word("party.won", team=word(f"seat.{winner}"))
        return PartyPage(
            title=title,
            rule=word("party.rule", score=self._state.goal),
            teams=(self._team(0), self._team(1)),
            versus=word("versus"),
            winner=-1 if winner is None else winner,
        )

    def _team(self, seat: int) -> TeamColumn:
        team, colour = self._state.teams[seat], word(f"seat.{seat}")
        is_here, keys = seat in self.here, self.setting.key_names
        action = "" if self.is_over or not team else word("queue.here") if is_here else word("queue.sit_down")
        return TeamColumn(
            name=colour,
            score=self._state.score[seat],
            up="" if self.is_over else team[0] if team else word("party.nobody"),
            names=team if self.is_over else team[1:],
            above=word("party.up") if team and not self.is_over else "",
            action=action,
            sign="tick" if is_here else "star",
            join="" if self.is_over else word("party.join", team=colour),
            cap="" if is_here else cap_words(keys.get((seat, ACTION), "")),
            join_cap=cap_words(keys.get((seat, RIGHT), "")),
        )
