"""Statistics of many matches, counted from their entries alone, for any game.

Some events are recognised by their effects: new cards that the clock moves to the centre in one instant are a *turn*
(in Spit: a spit), those of the opening included; a deal that the clock ends before its cap, or in which a stock is
turned up, is a *dead end* that the rules resolved (SPEED-10, SPIT-9), but not where all new cards come from the stocks
(SPEED-15). A card that lands after a run (SPIT-27) is no turn, and a stock that is shuffled (SPEED-16) no recycling.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import sqrt
from typing import Any, Final

from engine.log_lines import CommandLine, DealLine, Entry, OutcomeLine, OwnLine
from engine.table import Effect
from engine.units import MS

Z95: Final = 1.959964
"""The standard score of a 95 % confidence interval."""


@dataclass(slots=True)
class Tally:
    """Counts over any number of matches. ``add`` a match's entries, ``merge`` another tally.

    All counts are whole numbers, so tallies merge to the same in any order. `lengths_ms` counts the matches of each
    length in whole ms: its size is bounded by the longest match, not by the number of matches.
    """

    seats: int = 2
    matches: int = 0
    deals: int = 0
    turns: int = 0
    recycles: int = 0
    stuck: int = 0
    dead_ends: int = 0
    single_pile: int = 0
    void: int = 0
    caps: int = 0
    decided_by_cap: int = 0
    races: int = 0
    commands: Counter[str] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    recycled_deals: int = 0
    lengths_ms: Counter[int] = field(default_factory=Counter)

    def add(self, entries: Iterable[Entry]) -> None:
        """Count a whole match, from its first entry to its outcome."""
        phase, recycled, has_reserves = "", False, True
        for entry in entries:
            if isinstance(entry, CommandLine):
                self._count_command(entry)
            elif isinstance(entry, DealLine) and entry.deal:
                self.deals += 1
                recycled = False
                reserves = [cards for name, cards in entry.layout.items() if name.startswith("reserve.")]
                has_reserves = not reserves or any(reserves)
            elif isinstance(entry, OwnLine):
                self._count_own(entry.effects, phase, has_reserves)
            elif isinstance(entry, OutcomeLine):
                self._count_outcome(entry)
            for effect in entry.effects:
                if effect == ("set", "stuck", True):
                    self.stuck += 1
                elif effect[0] == "phase":
                    phase = effect[1]
                    self.void += phase == "void"
                    self.caps += phase == "cap"
                elif effect[0] == "shuffle" and phase == "play" and not effect[1].startswith("seat"):
                    self.recycles += 1
                    self.recycled_deals += not recycled
                    recycled = True

    def _count_command(self, line: CommandLine) -> None:
        if line.ok:
            self.commands[line.command.do] += 1
        self.races += line.beaten_by >= 0

    def _count_own(self, effects: Sequence[Effect], phase: str, has_reserves: bool) -> None:
        names = [effect[1] for effect in effects if effect[0] == "phase"]
        piles = [effect for effect in effects if effect[0] == "move" and effect[3].startswith("centre.")]
        if "play" in names:
            self.turns += bool(piles)
            self.single_pile += len(piles) == 1
        elif phase == "play" and not any(map(_lands_or_settles, effects)):
            self.turns += bool(piles)
            stocks = any(effect[2].endswith(".stock") for effect in piles)
            ended = "cap" not in names and ("over" in names or "slap" in names)
            self.dead_ends += has_reserves and (stocks or ended)

    def _count_outcome(self, line: OutcomeLine) -> None:
        self.matches += 1
        self.lengths_ms[line.t // MS] += 1
        self.decided_by_cap += line.outcome.reason == "cap"
        self.wins[-1 if line.outcome.winner is None else line.outcome.winner] += 1

    def merge(self, other: "Tally") -> None:
        """Add the counts of another tally."""
        for name in self.__slots__:
            mine, others = getattr(self, name), getattr(other, name)
            if isinstance(mine, Counter):
                mine.update(others)
            elif name != "seats":
                setattr(self, name, mine + others)

    @property
    def plays(self) -> int:
        """The number of cards played."""
        return self.commands["play"]

    def a_deal(self, count: int) -> float:
        """Return a count as a mean over deals; 0 without deals."""
        return count / self.deals if self.deals else 0.0

    def share_of_wins(self, seat: int) -> tuple[float, float, float]:
        """Return a seat's share of the matches with a winner, and its 95 % confidence interval."""
        return interval(self.wins[seat], self.matches - self.wins[-1])

    def as_dict(self) -> dict[str, Any]:
        """Return all figures in the form that ``--json`` prints; lengths in seconds of match time."""
        shares = [self.share_of_wins(seat) for seat in range(self.seats)]
        return {
            "matches": self.matches,
            "deals": self.deals,
            "plays": self.plays,
            "plays_a_deal": round(self.a_deal(self.plays), 3),
            "turns": self.turns,
            "turns_a_deal": round(self.a_deal(self.turns), 3),
            "commands": dict(sorted(self.commands.items())),
            "recycles": self.recycles,
            "deals_with_recycling": round(self.a_deal(self.recycled_deals), 4),
            "stuck": self.stuck,
            "dead_ends": self.dead_ends,
            "single_pile_deals": round(self.a_deal(self.single_pile), 4),
            "void_deals": self.void,
            "caps": self.caps,
            "matches_decided_by_cap": self.decided_by_cap,
            "races": self.races,
            "wins": [self.wins[seat] for seat in range(self.seats)],
            "drawn": self.wins[-1],
            "share_of_wins": [[round(figure, 4) for figure in share] for share in shares],
            "seconds": [round(figure / 1e3, 1) for figure in quartiles(self.lengths_ms)],
        }


def interval(successes: int, trials: int, z: float = Z95) -> tuple[float, float, float]:
    """Return a share and its confidence interval by Wilson's score, each from 0 to 1; without trials: 0, 0, 1.

    `z` is the normal distribution's quantile: as it is, for 95 %.
    """
    if not trials:
        return 0.0, 0.0, 1.0
    share = successes / trials
    square = z**2 / trials
    middle = (share + square / 2) / (1 + square)
    half = z * sqrt(share * (1 - share) / trials + square / (4 * trials)) / (1 + square)
    return share, max(middle - half, 0.0), min(middle + half, 1.0)


def quartiles(counts: Mapping[int, int]) -> tuple[float, float, float]:
    """Return the lower quartile, median and upper quartile, interpolated between values; zeros without values.

    `counts` has the number of times that each value occurs.
    """
    values = sorted(counts)
    ends = list(accumulate(counts[value] for value in values))
    if not ends:
        return 0.0, 0.0, 0.0

    def at(share: float) -> float:
        place = share * (ends[-1] - 1)
        low = values[bisect_right(ends, int(place))]
        high = values[bisect_right(ends, min(int(place) + 1, ends[-1] - 1))]
        return low + (high - low) * (place - int(place))

    return at(0.25), at(0.5), at(0.75)


def _lands_or_settles(effect: Effect) -> bool:
    """Return True for a card that lands from a stock pile after a run, and for a pile not chosen in time (Spit)."""
    if effect[0] == "move":
        return effect[3].startswith("centre.") and ".stock" in effect[2] and effect[2][-1].isdigit()
    return effect == ("set", "choose_by", 0)
