"""The names of an evening: a number for each place, and which of two places with one name counts."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from cabinet.tournaments.lines import AnyStart, Fact, Joined, Party

NOBODY = -1
"""The number where no entrant stands and none will come."""


@dataclass(frozen=True)
class Roster:
    """Names by entrant ("": deleted), how often each was merged, and its team (0 where there are none)."""

    names: tuple[str, ...]
    merged: tuple[int, ...]
    sides: tuple[int, ...]

    @classmethod
    def of(cls, start: AnyStart, facts: Iterable[Fact] = ()) -> "Roster":
        """Return the names that a first line and the later lines bring in."""
        joined = [fact for fact in facts if isinstance(fact, Joined)]
        merged = start.merged or (0,) * len(start.names)
        sides = start.sides if isinstance(start, Party) else (0,) * len(start.names)
        return cls(
            (*start.names, *(line.name for line in joined)),
            (*merged, *(line.merged for line in joined)),
            (*sides, *(line.side for line in joined)),
        )

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def gone(self) -> frozenset[int]:
        """The entrants whose names were deleted, or merged into a name that has a place of its own.

        Of several places with one name the one that was merged least counts, the first among equals.
        """
        best: dict[str, int] = {}
        for entrant in sorted(range(len(self)), key=lambda entrant: (self.merged[entrant], entrant)):
            best.setdefault(self.names[entrant], entrant)
        return frozenset(e for e, name in enumerate(self.names) if not name or best[name] != e)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: entrant for entrant, name in enumerate(self.names) if entrant not in self.gone}

    def find(self, name: str) -> int | None:
        """Return the entrant of a name, one who has left too; None if the name is not in the evening."""
        return self._places.get(name)

    def name(self, entrant: int | None) -> str:
        """Return an entrant's name; "" for nobody and for deleted names."""
        return "" if entrant is None or entrant == NOBODY else self.names[entrant]

    def pair(self, entrants: tuple[int, int]) -> tuple[str, str]:
        """Return the names of two entrants."""
        return self.name(entrants[0]), self.name(entrants[1])
