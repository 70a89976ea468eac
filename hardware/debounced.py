"""A source with the debounce behind it: raw edges go in, presses and releases come out."""

from collections.abc import Mapping

from hardware import debounce
from hardware.debounce import Elapsed, Settings
from hardware.events import Event, Line, RawEvent
from hardware.source import InputSource, nonsense_of


class Debounced:
    """Wraps a raw `InputSource` and is one itself (`hardware/source.py`).

    Of every line it tells a press, a release, a press, and so on. `drained_ns` stays `Settings.lag_ns` behind the raw
    source's, because a release is told only when it is believed.
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
        """The instant up to which every press and release has been told."""
        return self._raw.drained_ns - self._settings.lag_ns

    @property
    def is_there(self) -> bool:
        """Whether the raw source's device is within reach."""
        return self._raw.is_there

    @property
    def nonsense(self) -> str:
        """Why the raw source's device cannot be believed (`hardware.source.nonsense_of`)."""
        return nonsense_of(self._raw)

    def start(self) -> None:
        """Start the raw source; what is held down by then is no press."""
        self._raw.start()
        self._state = debounce.start(self._raw.name, self._raw.levels(), self._raw.drained_ns)

    def drain(self) -> list[Event]:
        """Give the presses, releases and faults since the last call, sorted by stamp."""
        told: list[Event] = []
        for event in (*self._raw.drain(), Elapsed(self._raw.drained_ns)):
            self._state, more = debounce.step(self._state, event, self._settings)
            told += more
        return sorted(told, key=lambda event: event.time_ns)

    def levels(self) -> Mapping[Line, bool]:
        """Tell what is pressed as the raw source has it, bounce and all."""
        return self._raw.levels()

    def close(self) -> None:
        """Close the raw source."""
        self._raw.close()
