"""The statistics of a match for the store: its result, its races, and counts for the operator.

The names of counts must never change: ``matches``, ``game.ID``, ``end.REASON``, ``false_start``, ``dead_heat``,
``race``, ``presses.ID`` (of people in matches), ``late`` (presses refused because they came too late). The audits of
the buttons are in `cabinet.input.audit`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import fsum
from typing import Final

from msgspec.structs import replace

from cabinet.match.story import Story
from cabinet.people.names import names_of
from cabinet.people.records import evening_day
from cabinet.people.results import LEFT, Figures, RaceFigure, Result
from cabinet.store.ledger import MatchBegun, MatchEnded, Race
from cabinet.store.store import Store
from cabinet.store.worker import Receipt
from engine.adaptive import after_match, is_adaptive
from engine.bots import pace_of
from engine.game import Outcome
from engine.games import find_game
from engine.log_lines import Contest, Entry, OutcomeLine, PressLine, contest_of
from engine.options import is_handicapped
from engine.setup import Setup
from engine.units import MS

LEAST_PLAYS: Final = 20
"""The number of cards that a seat plays at least for its cards a minute to mean something."""


def figures_of(setup: Setup, outcome: Outcome, story: Story, races: Iterable[Race]) -> Figures:
    """Return the figures of a finished match; the time, and whether it was level, are the caller's.

    `races` are those between people that count.
    """
    return Figures(
        places=places_of(outcome, len(setup.seats), has_places=find_game(setup.game).info.places),
        deals_ms=quickest_deals(story),
        pace=tuple(_pace(story, seat) for seat in range(story.seats)),
        bot_paces=tuple(_bot_pace(story, seat, info.player) for seat, info in enumerate(setup.seats)),
        races=tuple(_closest(races)),
        adapted=_adapted(setup, outcome, story),
    )


def places_of(outcome: Outcome, seats: int, *, has_places: bool) -> tuple[int, ...]:
    """Return the place of each seat: the outcome's own where it has them, else the winner's before all others.

    Without a winner all share the first place. A match that was left has no places of its own yet.
    """
    if has_places and len(outcome.scores) == seats and outcome.reason != LEFT:
        return outcome.scores
    return tuple(1 if outcome.winner in (None, seat) else 2 for seat in range(seats))


def quickest_deals(story: Story) -> tuple[int, ...]:
    """Return the play time of the quickest deal that each seat won, ms; 0 for a seat that won none.

    Only deals count that were played to their end, and not to the end of their time, and in which all began with
    equally many cards (one may differ where the deck does not divide): at the end of a match of Spit one player has a
    handful left.
    """
    quickest = [0] * story.seats
    for deal, seat in story.won.items():
        curve = story.curves[deal]
        length, first = (curve[-1].at_ns - curve[0].at_ns) // MS, curve[0].left
        is_level = max(first) - min(first) <= 1 and deal not in story.capped
        if is_level and length and (not quickest[seat] or length < quickest[seat]):
            quickest[seat] = length
    return tuple(quickest)


def _pace(story: Story, seat: int) -> int:
    return round(10 * story.cards_a_minute(seat)) if story.figures[seat].plays >= LEAST_PLAYS else 0


def _bot_pace(story: Story, seat: int, player: str) -> float:
    """Return the pace of a bot, if it adapts on average over the match; 0 for a person, or a bot beside the scale."""
    paces = story.bot_paces.get(seat)
    return round(fsum(paces) / len(paces) / 10, 1) if paces else float(pace_of(player) or 0)


def _adapted(setup: Setup, outcome: Outcome, story: Story) -> tuple[str, ...]:
    has_lost = None if outcome.winner is None else outcome.winner not in setup.people
    after = tuple(
        after_match(story.table, seat, has_lost=has_lost) if is_adaptive(info.player) else ""
        for seat, info in enumerate(setup.seats)
    )
    return after if any(after) else ()


def _closest(races: Iterable[Race]) -> Sequence[RaceFigure]:
    best: dict[bool, Race] = {}
    for race in races:
        if race.judged not in best or race.margin_ns < best[race.judged].margin_ns:
            best[race.judged] = race
    return [RaceFigure(race.winner, race.loser, race.margin_ns, race.judged) for race in best.values()]


Notes = Callable[[MatchEnded], Sequence[str]]
"""Returns the lines of the evening's journal that follow from a result."""


def no_notes(_result: MatchEnded) -> Sequence[str]:
    """Return no lines: no evening runs."""
    return ()


class MatchStatistics:
    """Records the results, races and counts of one match in the store."""

    def __init__(
        self,
        store: Store,
        setup: Setup,
        name: str,
        *,
        judged: bool,
        wall_s: Callable[[], float],
        notes: Notes = no_notes,
    ) -> None:
        """`name` is the match's name, the same as its log's; `judged` is False for presses of a keyboard.
        `wall_s` is the calendar time, s since 1970: for display, never for judging.

        `notes` returns the lines of the evening's journal that are saved with the result, all of it or nothing.
        """
        self._store = store
        self._setup = setup
        self._name = name
        self._judged = judged
        self._wall_s = wall_s
        self._notes = notes
        self._players = tuple(seat.player for seat in setup.seats)
        self._names = names_of(setup)
        self._kept_names = self._names if any(self._names) else ()
        self._level = not is_handicapped(setup.options)
        self._counts: Counter[str] = Counter()
        self._races: list[Race] = []
        self._best = min((race.margin_ns for race in store.closest(judged=judged)), default=None)
        self.receipt: Receipt | None = None
        """The store's receipt for the result; None until the match has a result."""

    def begin(self) -> None:
        """Record that the match has begun; for a resumed match the store keeps the first record."""
        game, preset, at = self._setup.game, self._setup.preset, int(self._wall_s())
        self._store.begin(MatchBegun(self._name, game, preset, self._players, at, self._kept_names))

    def record(self, entries: Iterable[Entry], story: Story | None = None) -> None:
        """Count the fouls, races and the outcome among final entries.

        `story` has these entries in it; without it a result has no figures.
        """
        for entry in entries:
            for effect in entry.effects:
                self._counts["false_start"] += effect[0] == "foul" and effect[2] == "false_start"
            if contest := contest_of(entry):
                self._race(contest)
            if isinstance(entry, PressLine) and entry.pressed and self._setup.seats[entry.seat].is_human:
                self._counts[f"presses.{self._setup.game}"] += 1
            if isinstance(entry, OutcomeLine):
                self._end(entry, story)

    def close(self, late: int) -> None:
        """End the records of a match that is over or cut off; `late` of its presses came too late to count."""
        self._store.count(Counter({"late": late}) if late else {})

    def is_record(self, contest: Contest) -> bool:
        """Return whether a race of this match is closer than every earlier one; False if there were none before."""
        known = self._best is not None and 0 < contest.margin_ns < self._best and contest.judged
        return self._level and known and not contest.dead_heat and self._between_people(contest)

    def _race(self, contest: Contest) -> None:
        self._counts["dead_heat" if contest.dead_heat else "race"] += 1
        if self._level and self._between_people(contest) and not contest.dead_heat and contest.margin_ns > 0:
            race = Race(
                contest.winner,
                contest.loser,
                contest.margin_ns,
                self._setup.game,
                int(self._wall_s()),
                self._judged and contest.judged,
                self._name,
                (self._names[contest.winner], self._names[contest.loser]),
            )
            self._races.append(race)

    def _between_people(self, contest: Contest) -> bool:
        return all(self._setup.seats[seat].is_human for seat in (contest.winner, contest.loser))

    def _end(self, line: OutcomeLine, story: Story | None) -> None:
        winner, reason, scores = line.outcome
        self._counts.update({"matches": 1, f"game.{self._setup.game}": 1, f"end.{reason}": 1})
        self._store.count(+self._counts, self._wall_s())
        self._counts.clear()
        result = MatchEnded(self._name, winner, reason, tuple(scores), line.t / 1e9, self._result(line, story))
        self.receipt = self._store.end(result, self._races, self._notes(result))

    def _result(self, line: OutcomeLine, story: Story | None) -> Result:
        setup, at = self._setup, self._wall_s()
        figures = figures_of(setup, line.outcome, story, self._races) if story is not None else Figures()
        figures = replace(figures, at=int(at), day=evening_day(at), level=self._level)
        winner, reason, _ = line.outcome
        return Result(self._name, setup.game, setup.preset, self._players, self._kept_names, winner, reason, figures)
