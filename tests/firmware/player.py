"""A match on an emulated board, played by whatever is legal, in virtual time or in real."""

from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from cabinet.input.inputs import Inputs, Panels
from cabinet.match.session import Session
from cabinet.store.logs import MatchLogFile
from engine.log import header
from engine.match import Match
from engine.setup import Setup, seats_of
from hardware.board.source import BoardSource
from hardware.clock import MS, Clock
from hardware.debounce import Debounced
from hardware.source import EdgesLost, Event
from workshop.certify.race import MAP, PLACES

if TYPE_CHECKING:
    from engine.panel import Press

OPTIONS: Final = MappingProxyType({"best_of": 1, "countdown": 1, "turn_ms": 100, "quick_play": False})
HOLD_MS: Final = 25
"""A press lasts so long: longer than the debounce holds its tongue."""
APART_US: Final = 15_000
"""Between a card and its pile."""

Contact = tuple[float, int, bool]
"""So many µs from the first of its kind, the line, and whether it closes."""


class Player:
    """The cabinet's part around a match (drain, pause, gaps, final time), and both players' hands."""

    def __init__(
        self,
        source: BoardSource,
        clock: Clock,
        path: Path,
        close: Callable[[list[Contact]], None],
        turn: Callable[[], None],
    ) -> None:
        """`close` plans contacts from a moment on that is about now; `turn` lets a little time pass."""
        setup = Setup("speed", OPTIONS, seats_of("human", "human"), 7, "speed")
        self.clock = clock
        self.pressed: list[Press] = []
        self.troubles: list[Event] = []
        self._close, self._turn = close, turn
        self.inputs = Inputs([Panels(Debounced(source), MAP)], self.troubles.append)
        self.log = MatchLogFile(path, path.open("x", encoding="utf-8"))
        self.log.write([header(setup)])
        self.session = Session(Match(setup, clock()), self.log, lambda _update: None)
        self.was_missing = False

    @property
    def match(self) -> Match:
        return self.session.match

    @property
    def losses(self) -> list[EdgesLost]:
        return [event for event in self.troubles if isinstance(event, EdgesLost)]

    def listen(self, for_ms: int) -> None:
        """Go round the loop for so long."""
        end = self.clock() + for_ms * MS
        while self.clock() < end:
            self.go_round()

    def until(self, is_so: Callable[[], bool], what: str, most_s: int = 20) -> None:
        """Go round the loop until something is so; fails by name if it never is."""
        end = self.clock() + most_s * 1000 * MS
        while not is_so():
            assert self.clock() < end, f"{what}: not within {most_s} s; {self.match.table.phase}, {self.troubles}"
            self.go_round()

    def go_round(self) -> None:
        self._turn()
        now = self.clock()
        for press in self.inputs.drain(self.clock()):
            self.pressed += [press] if press.pressed else []
            self.session.handle(press)
        missing = bool(self.inputs.missing)
        if missing != self.was_missing:
            self.session.control("pause" if missing else "resume", now, "source" if missing else "")
            self.was_missing = missing
        for gap in self.inputs.gaps():
            self.session.void(gap.since_ns or 0, now, gap.why)
            if not missing:
                self.session.control("resume", now + 1)
        self.session.advance(now, min(now, self.inputs.drained_ns))

    def tap(self, *buttons: tuple[int, str]) -> None:
        """Press buttons one after the other, and go on once they have all come."""
        starts = [(n * APART_US, PLACES[button]) for n, button in enumerate(buttons)]
        edges = [(at + late, line, not late) for at, line in starts for late in (0, HOLD_MS * 1000)]
        wanted = len(self.pressed) + len(buttons)
        self._close(sorted(edges))
        self.until(lambda: len(self.pressed) >= wanted, f"the presses {buttons}")
        self.listen(2 * HOLD_MS)

    def begin(self) -> None:
        """From the draw into play: both say that they are ready."""
        self.until(lambda: self.match.table.phase == "ready", "ready")
        self.tap((0, "ACTION"))
        self.tap((1, "ACTION"))
        self.until(lambda: self.match.table.phase == "play", "play")

    def play_one(self, first: int = 0) -> bool:
        """Tap the first legal play of one seat, or else of the other."""
        for seat in (first, 1 - first):
            for command in self.match.legal(seat):
                if command.do == "play":
                    buttons = self.match.game.presses_for(self.match.table, seat, command)
                    self.tap(*((seat, button) for button in buttons))
                    return True
        return False

    def play_out(self) -> None:
        """Play to the result."""
        turn = 0
        while self.session.outcome is None:
            if self.match.table.phase == "play" and self.play_one(turn):
                turn = 1 - turn
            self.go_round()
