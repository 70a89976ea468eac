"""The store's memory: answers all queries during play, without a disk."""

from collections import Counter
from collections.abc import Iterator, Sequence

from cabinet.store.changes import (
    Change,
    Cleared,
    Counted,
    MatchBegun,
    MatchEnded,
    Race,
    RaceRun,
    Setting,
    SettingSet,
)

LISTED = 20
"""Number of the closest races kept of each kind (judged, and not)."""


class Ledger:
    """The current state of the store. `apply` is the only way to change it."""

    def __init__(self) -> None:
        self.audits: Counter[str] = Counter()
        self.settings: dict[str, Setting] = {}
        self.open: MatchBegun | None = None
        """The match that began last, if it has no outcome yet."""
        self._races: dict[bool, list[Race]] = {True: [], False: []}

    def apply(self, change: Change) -> None:
        """Apply a change."""
        match change:
            case MatchBegun():
                self.open = change
            case MatchEnded(name):
                if self.open is not None and self.open.name == name:
                    self.open = None
            case RaceRun(race):
                self._list(race)
            case Counted(counts):
                self.audits.update(counts)
            case SettingSet(name, value):
                self._set(name, value)
            case Cleared(audits, races):
                self._clear(audits=audits, races=races)

    def closest(self, *, judged: bool) -> Sequence[Race]:
        """Return the closest races, closest first, at equal margins the earlier first: judged races or keyboards'."""
        return tuple(self._races[judged])

    def history(self) -> Iterator[Change]:
        """Yield changes that make an empty ledger equal to this."""
        yield Counted(dict(self.audits))
        for races in self._races.values():
            yield from map(RaceRun, races)
        for name, value in self.settings.items():
            yield SettingSet(name, value)
        if self.open is not None:
            yield self.open

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ledger):
            return NotImplemented
        return self._state() == other._state()

    __hash__ = None  # type: ignore[assignment]  # a ledger changes

    def _state(self) -> tuple[object, ...]:
        return +self.audits, self.settings, self.open, self._races

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
