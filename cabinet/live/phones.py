"""What phones get of the game, looked after some times a second: the events, places in the queue, what is scanned.

The scenes show `Phones.scan` where no card is in play. Names are taken at the title and between two matches alone.
"""

from collections.abc import Callable
from typing import Any, Final

from cabinet.config.schema import Config
from cabinet.display.scan import Scan
from cabinet.live.requests import OWN, PhoneQueue
from cabinet.live.watcher import Watcher, place_of
from cabinet.scenes.attract import Attract
from cabinet.scenes.bases import StaticScene, Uncovered
from cabinet.scenes.called_pair import CalledPair
from cabinet.scenes.ready import GettingReady
from cabinet.scenes.stack import Scene
from cabinet.scenes.title import Reopen, Title
from cabinet.strings.catalogue import word
from cabinet.tournaments.evening import Evening
from cabinet.tournaments.journal import Tournament
from engine.units import MS

LOOK_NS: Final = 500 * MS
"""The time between two looks at what the service has written."""


class Phones:
    """The game's side of all that phones see and ask for."""

    def __init__(
        self,
        watcher: Watcher,
        queue: PhoneQueue,
        join: Callable[[str], str],
        own: Callable[[bool], tuple[str, str]] = lambda _is_one: ("", ""),
    ) -> None:
        """`join` puts a name on the list, and returns why it cannot, "" where it has. `own` is told whether the machine
        is a Wi-Fi itself, and returns its name and passphrase, "" while they are not known."""
        self._watcher = watcher
        self._queue = queue
        self._join = join
        self._own = own
        self._matches = 0
        self._look_at = 0
        self.readers: int | None = None
        """How many look on; None while the service does not run."""
        self.scan: Scan | None = None
        """What the screen shows for phones; None where there is nothing to be seen by one."""

    def tick(self, now: int, lowest: Scene[Any] | None, top: Scene[Any] | None, config: Config) -> None:
        """Write what has changed, and take what was asked for; `lowest` is the guests' scene, `top` the one shown."""
        live = config.live
        if not live.enabled:
            self._queue.close()
        self._watcher.look(place_of(lowest), is_on=live.enabled)
        if self._watcher.matches != self._matches:
            self._matches = self._watcher.matches
            self._queue.change_code()
        if now < self._look_at:
            return
        self._look_at = now + LOOK_NS
        if live.enabled and live.queue and config.match.names and takes_names(self._watcher.evening):
            self._queue.open(config.operator.letters)
        else:
            self._queue.close()
        self._show(top, is_on=live.enabled)
        self._take(top)

    def close(self) -> None:
        """Leave nothing behind."""
        self._queue.close()
        self._watcher.close()

    def _show(self, top: Scene[Any] | None, *, is_on: bool) -> None:
        status = self._queue.status() if is_on else None
        self.readers = status.readers if status is not None else None
        before = self.scan
        code = self._queue.code
        words = word("scan.code", code=code) if code else word("scan.follow")
        address = status.address if status is not None else ""
        own = *self._own(address == OWN[0]), word("scan.join")
        self.scan = Scan(f"{address}:{status.port}", words, *own) if status and address else None
        if self.scan != before and isinstance(top, StaticScene):
            top.changed()

    def _take(self, top: Scene[Any] | None) -> None:
        """Take names where nobody plays, and have the scene show them."""
        if not isinstance(top, Title | Attract | CalledPair | GettingReady) or top.is_dismissed:
            return
        if isinstance(top, Title) and top.is_held:  # a new title would forget the hold
            return
        names = self._queue.take()
        for name in names:
            if reason := self._join(name):
                self._queue.drop(reason)
        if names and isinstance(top, Title):
            top.dismiss(Reopen(top.game))
        elif names and isinstance(top, CalledPair):
            top.dismiss(Uncovered())


def takes_names(evening: Evening | None) -> bool:
    """Return whether names can still join an evening: not a tournament that has begun, and nothing that is over."""
    return evening is None or not (isinstance(evening.start, Tournament) or evening.is_over)
