"""The store's memory: answers all queries during play, without a disk."""

from collections import Counter
from collections.abc import Iterator, Sequence

from cabinet.people.names import known
from cabinet.people.people import People
from cabinet.store.changes import (
    Change,
    Cleared,
    Counted,
    EveningEnded,
    Known,
    MatchBegun,
    MatchEnded,
    Noted,
    Race,
    RaceRun,
    Seen,
    Setting,
    SettingSet,
    TakenBack,
)

LISTED = 20
"""Number of the closest races kept of each kind (judged, and not)."""
SITTERS = 64
"""Number of people remembered of those who sat down last."""


class Ledger:
    """The current state of the store. `apply` is the only way to change it."""

    def __init__(self) -> None:
        self.audits: Counter[str] = Counter()
        self.settings: dict[str, Setting] = {}
        self.open: MatchBegun | None = None
        """The match that began last, if it has no outcome yet."""
        self.people = People()
        """Ratings and records."""
        self.evening: list[str] = []
        """The lines of the running evening's journal."""
        self._sitters: dict[str, int] = {}
        self._races: dict[bool, list[Race]] = {True: [], False: []}

    def apply(self, change: Change) -> None:
        """Apply a change."""
        match change:
            case MatchBegun():
                self.open = change
                self._sit(change.names, change.at)
            case MatchEnded():
                self._end(change)
            case Seen(names, at):
                self._sit(names, at)
            case RaceRun(race):
                self._list(race)
            case Counted(counts):
                self.audits.update(counts)
            case SettingSet(name, value):
                self._set(name, value)
            case Cleared(audits, races):
                self._clear(audits=audits, races=races)
            case _:
                self._apply_to_people(change)

    def _apply_to_people(self, change: Change) -> None:
        match change:
            case Known(standings):
                self.people = People(standings)
            case TakenBack(name):
                self.people.take_back(name)
            case Noted(lines):
                self.evening += lines
            case EveningEnded():
                self.evening = []

    def closest(self, *, judged: bool) -> Sequence[Race]:
        """Return the closest races, closest first, at equal margins the earlier first: judged races or keyboards'."""
        return tuple(self._races[judged])

    def sitters(self) -> dict[str, int]:
        """Return the people who sat down last, the first of them last, and when each did (s since 1970)."""
        return dict(self._sitters)

    def history(self) -> Iterator[Change]:
        """Yield changes that make an empty ledger equal to this."""
        yield Counted(dict(self.audits))
        for races in self._races.values():
            yield from map(RaceRun, races)
        for name, value in self.settings.items():
            yield SettingSet(name, value)
        yield Known(self.people.base)
        for result in self.people.recent:
            yield MatchEnded(result.match, result.winner, result.reason, (), 0.0, result)
        if self.open is not None:
            yield self.open
        for name, at in self._sitters.items():
            yield Seen((name,), at)
        if self.evening:
            yield Noted(tuple(self.evening))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ledger):
            return NotImplemented
        return self._state() == other._state()

    __hash__ = None  # type: ignore[assignment]  # a ledger changes

    def _state(self) -> tuple[object, ...]:
        sitters = list(self._sitters.items())
        return +self.audits, self.settings, self.open, self._races, self.people.standings(), sitters, self.evening

    def _sit(self, names: Sequence[str], at: int) -> None:
        for name in known(names):
            self._sitters.pop(name, None)
            self._sitters[name] = at
        while len(self._sitters) > SITTERS:
            del self._sitters[next(iter(self._sitters))]

    def _end(self, ended: MatchEnded) -> None:
        if self.open is not None and self.open.name == ended.name:
            self.open = None
        if ended.result is not None:
            self.people.add(ended.result)

    def _set(self, name: str, value: Setting | None) -> None:
        if value is None:
            self.settings.pop(name, None)
        else:
            self.settings[name] = value

    def _list(self, race: Race) -> None:
        races = self._races[race.judged]
        races.append(race)
        races.sort(key=lambda each: each.margin_ns)  # a stable sort keeps equal margins in the order of time
        del races[LISTED:]

    def _clear(self, *, audits: bool, races: bool) -> None:
        if audits:
            self.audits.clear()
        if races:
            self._races = {True: [], False: []}
            self.people.clear_records()
