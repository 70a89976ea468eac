"""A debounced source: reads raw edges from another source and returns presses and releases."""

from collections.abc import Mapping

from hardware import debounce
from hardware.debounce import Elapsed, Settings
from hardware.events import Event, Line, RawEvent
from hardware.source import InputSource, nonsense_of


class Debounced:
    """Wraps a raw `InputSource` and is itself an `InputSource` (`hardware/source.py`).

    For each line it reports presses and releases in turn. `drained_ns` stays `Settings.lag_ns` behind that of the raw
    source, because a release is reported only after it has been stable for that long.
    """

    def __init__(self, raw: InputSource[RawEvent], settings: Settings | None = None) -> None:
        self._raw = raw
        self._settings = settings or Settings()
        self._state = debounce.start(raw.name, {}, 0)

    @property
    def name(self) -> str:
        """The raw source's name."""
        return self._raw.name

    @property
    def resolution_ns(self) -> int:
        """The raw source's resolution: first edges keep their stamps."""
        return self._raw.resolution_ns

    @property
    def lines(self) -> tuple[Line, ...]:
        """The raw source's lines."""
        return self._raw.lines

    @property
    def drained_ns(self) -> int:
        """The time up to which every press and release has been reported."""
        return self._raw.drained_ns - self._settings.lag_ns

    @property
    def is_there(self) -> bool:
        """Whether the raw source's device is connected."""
        return self._raw.is_there

    @property
    def nonsense(self) -> str:
        """Why the raw source's device is not trusted (`hardware.source.nonsense_of`)."""
        return nonsense_of(self._raw)

    def start(self) -> None:
        """Start the raw source. A line that is already down does not count as a press."""
        self._raw.start()
        self._state = debounce.start(self._raw.name, self._raw.levels(), self._raw.drained_ns)

    def drain(self) -> list[Event]:
        """Return the presses, releases and faults since the last call, sorted by stamp."""
        told: list[Event] = []
        for event in (*self._raw.drain(), Elapsed(self._raw.drained_ns)):
            self._state, more = debounce.step(self._state, event, self._settings)
            told += more
        return sorted(told, key=lambda event: event.time_ns)

    def is_finger(self, line: Line, time_ns: int, now_ns: int) -> bool:
        """Return whether the press of a line with that stamp has lasted long enough by `now_ns`, as far as is known."""
        return debounce.is_finger(self._state, line, time_ns, now_ns, self._settings)

    def levels(self) -> Mapping[Line, bool]:
        """Return the raw source's levels, including bounce."""
        return self._raw.levels()

    def close(self) -> None:
        """Close the raw source."""
        self._raw.close()
