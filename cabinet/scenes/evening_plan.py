"""The plan of an evening: its format, its options, its names. Pure; the page TONIGHT makes one.

The names of formats, kinds and options are those of the evening's journal, and stay for ever.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeVar

Value = TypeVar("Value")
Format = Literal["winner_stays", "tournament", "party"]
Kind = Literal["single", "double", "round_robin", "swiss"]
KINDS: Final[tuple[Kind, ...]] = ("single", "double", "round_robin", "swiss")
STREAKS: Final = (3, 4, 5, 6, 7, 8, 9)
BEST_OF: Final = (1, 3, 5)
LENGTHS: Final = ((1, 0), (1, 3), (3, 0), (3, 5), (5, 0))
"""Best of so many, and in the final of so many (0: as before it), in a tournament that has a final."""
HAVE_FINALS: Final[tuple[Kind, ...]] = ("single", "double")
FIRST_TO: Final = (3, 5, 7, 10, 15)
FEWEST: Final = {"winner_stays": 2, "tournament": 3, "party": 2}
MOST: Final = 32
"""Names on a list."""


@dataclass(frozen=True)
class EveningPlan:
    """What an evening begins with. `teams` is the team (0 or 1) of each name in a party, else ().

    `kind`, `best_of` and `final` (best of so many in the final, 0: as before it) are for a tournament, `streak` for
    winner stays, `first_to` for a party.
    """

    format: Format
    names: tuple[str, ...] = ()
    teams: tuple[int, ...] = ()
    kind: Kind = "single"
    best_of: int = 1
    final: int = 0
    streak: int = 5
    first_to: int = 5

    @property
    def lacking(self) -> int:
        """Number of names that are lacking."""
        return max(0, FEWEST[self.format] - len(self.names))

    @property
    def is_enough(self) -> bool:
        """Whether the evening can begin: names enough, and in a party one in each team."""
        return not self.lacking and (self.format != "party" or set(self.teams) == {0, 1})

    @property
    def is_full(self) -> bool:
        """Whether no further name can join."""
        return len(self.names) >= MOST

    def joined(self, name: str, seat: int) -> "EveningPlan":
        """Return the plan with one name more, in a party in the team of the seat's side; the same if it is there."""
        if name in self.names or self.is_full:
            return self
        teams = (*self.teams, seat % 2) if self.format == "party" else ()
        return replace(self, names=(*self.names, name), teams=teams)

    def without(self, place: int) -> "EveningPlan":
        """Return the plan without the name at a place."""
        names, teams = list(self.names), list(self.teams)
        del names[place : place + 1], teams[place : place + 1]
        return replace(self, names=tuple(names), teams=tuple(teams))

    def turned(self, option: str) -> "EveningPlan":
        """Return the plan with the next value of an option: ``kind``, ``best_of``, ``streak`` or ``first_to``."""
        if option == "kind":
            kind = _after(KINDS, self.kind)
            return replace(self, kind=kind, final=self.final if kind in HAVE_FINALS else 0)
        if option == "best_of" and self.kind in HAVE_FINALS:
            best_of, final = _after(LENGTHS, (self.best_of, self.final))
            return replace(self, best_of=best_of, final=final)
        if option == "best_of":
            return replace(self, best_of=_after(BEST_OF, self.best_of))
        if option == "streak":
            return replace(self, streak=_after(STREAKS, self.streak))
        return replace(self, first_to=_after(FIRST_TO, self.first_to))


def _after(values: tuple[Value, ...], value: Value) -> Value:
    return values[(values.index(value) + 1) % len(values)]
