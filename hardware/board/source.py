"""A button board as an `InputSource`: finds its line, keeps it open, and tells what the board's edges say.

Its lines are 0 to 15. A line that breaks is opened again as soon as it can be. What the board kept in the meantime is
told then, with its own stamps; until then, or for `PATIENCE_NS`, `drained_ns` stands still. Whatever is missing
after that is told as `EdgesLost` with the instant up to which nothing is missing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Final

from hardware.board.link import Chunk, Link, Opener
from hardware.board.messages import Edges, Hello, Message, SetLamps, SetOutput
from hardware.board.protocol import LAMPS as LAMP_COUNT
from hardware.board.protocol import LINES, Output
from hardware.board.talk import Ear, Mouth, Talk, Told
from hardware.clock import MS, Clock, monotonic_ns
from hardware.errors import BoardOutput, BoardSilent, HardwareError
from hardware.events import EdgesLost, Line, RawEvent, SwitchEdge
from hardware.lamps import DARK, Lamp

SILENT_NS: Final = 350 * MS
"""A board that has said nothing for so long is gone: it says something ten times a second."""
AGAIN_NS: Final = 500 * MS
"""Between two attempts to open the line."""
ASK_NS: Final = 250 * MS
"""A board that has not said who it is is asked so often."""
PATIENCE_NS: Final = 3_000 * MS
"""What a board kept while its line was broken is waited for so long."""
START_NS: Final = 3_000 * MS
"""At the start a board has so long to answer."""
STEP_S: Final = 0.01
LEAST_RESOLUTION_NS: Final = 1_000


class BoardSource:
    """See `hardware/source.py`; `opener` finds and opens the line, again and again if need be.

    `output` is what hangs on the pins of the board's lamps.
    """

    def __init__(
        self, opener: Opener, *, name: str = "board", clock: Clock = monotonic_ns, output: Output = Output.PINS
    ) -> None:
        self.name = name
        self.lines: tuple[Line, ...] = tuple(range(LINES))
        self.resolution_ns = LEAST_RESOLUTION_NS
        self.drained_ns = 0
        self.fault = ""
        """Why the board is not there, in words; empty while nobody knows, or it is there."""
        self.breaks = 0
        """How often the line broke since the start."""
        self.talk: Talk | None = None
        self.ear = Ear()
        self.lamps = BoardLamps(self.say)
        self.output = output
        self._opener = opener
        self._clock = clock
        self._link: Link | None = None
        self._mouth = Mouth()
        self._early: list[Told] = []  # edges of a line that has not said hello yet
        self._has_hello = False
        self._heard_ns = 0
        self._tried_ns = 0
        self._asked_ns = 0
        self._gone_ns: int | None = None
        self._has_given_up = False
        self._events: list[RawEvent] = []
        self._is_open = False

    @property
    def is_there(self) -> bool:
        """See `InputSource.is_there`: the line is open, and the board's clock known."""
        return self._has_hello and self.talk is not None and self.talk.is_synchronous

    def start(self) -> None:
        """Open the line and wait for the board.

        Raises NoBoard, BoardNotAllowed, BoardSilent, BoardVersion or BoardOutput.
        """
        if self._is_open:
            return
        self._is_open = True
        begin = self._clock()
        try:
            self._open(begin)
            while not self.is_there and self._clock() - begin < START_NS:
                self._listen()
                if self._link is not None and not self.is_there:
                    self._link.wait(STEP_S)
            if not self.is_there:
                raise BoardSilent(self.name)
        except OSError as error:
            self.close()
            raise BoardSilent(self.name) from error
        except BaseException:
            self.close()
            raise
        self._events = [event for event in self._events if not isinstance(event, EdgesLost)]
        self._finish(self._clock())

    def drain(self) -> list[RawEvent]:
        """Give the edges so far, sorted by stamp, and what is known to be lost."""
        if not self._is_open:
            return []
        now = self._clock()
        self._pump(now)
        self._finish(now)
        told, self._events = self._events, []
        return sorted(told, key=attrgetter("time_ns"))

    def levels(self) -> Mapping[Line, bool]:
        """Tell the levels as the board's edges have them, with all that has arrived by now."""
        if self._is_open:
            self._pump(self._clock())
        return self.talk.levels() if self.talk else dict.fromkeys(self.lines, False)

    def wait(self, seconds: float) -> None:
        """Sleep until something has arrived or the time is over; not at all while the line is broken."""
        if self._link is not None:
            self._link.wait(seconds)

    @property
    def is_low_latency(self) -> bool:
        """Whether the port's driver was asked not to collect bytes, and can."""
        return bool(getattr(self._link, "is_low_latency", False))

    def say(self, message: Message) -> None:
        """Send something to the board, if it is there."""
        if self._link is None or not self._has_hello:
            return
        try:
            self._link.write(self._mouth.bytes_of(message))
        except OSError:
            self._break(self._clock())

    def close(self) -> None:
        """Let go of the line."""
        self._is_open = False
        self._hang_up()
        self._events = []

    # The line

    def _pump(self, now: int) -> None:
        """Read what has come, answer, and see to the line: nothing in here blocks or raises."""
        try:
            if self._link is None and now - self._tried_ns >= AGAIN_NS:
                self._open(now)
            self._listen()
            if self._link is not None and now - self._heard_ns > SILENT_NS:
                raise OSError("the board is silent")
        except HardwareError as error:
            self.fault = str(error)
            self._break(now)
        except OSError:
            self._break(now)

    def _open(self, now: int) -> None:
        self._tried_ns = now
        self._link = self._opener()
        self._mouth, self.ear = Mouth(), Ear()
        self._early, self._has_hello = [], False
        self._heard_ns = self._asked_ns = self._clock()
        self._link.write(self._mouth.greeting())

    def _listen(self) -> None:
        """Take what has arrived, and ask what is to be asked.

        Raises OSError on a broken line, BoardVersion or BoardOutput.
        """
        while self._link is not None and (chunks := self._link.read()):
            for chunk in chunks:
                self._hear(chunk)
            self._ask()
        self._ask()

    def _ask(self) -> None:
        now = self._clock()
        if self._link is None:
            return
        if not self._has_hello and now - self._asked_ns >= ASK_NS:
            self._asked_ns = now
            self._link.write(self._mouth.greeting())
        elif self._has_hello and self.talk is not None and (ping := self.talk.ping(now)):
            self._link.write(self._mouth.bytes_of(ping))

    def _hear(self, chunk: Chunk) -> None:
        self._heard_ns = max(self._heard_ns, chunk.arrived_ns)
        for message in self.ear.hear(chunk):
            if isinstance(message, Hello):
                self._greet(message, chunk.arrived_ns)
            elif self._has_hello and self.talk is not None:
                self._events += self.talk.take(message, chunk.arrived_ns)
            elif isinstance(message, Edges):
                self._early.append(Told(message, chunk.arrived_ns))

    def _greet(self, hello: Hello, arrived_ns: int) -> None:
        """A board says who it is: the same as before, or one that has begun anew since."""
        known = self.talk
        if known is None or known.hello.clock != hello.clock:
            fresh = Talk(self.name, hello)
            if known is not None:
                levels = tuple((line, down) for line, down in fresh.levels().items() if down != known.levels()[line])
                self._lose(EdgesLost(self.name, None, arrived_ns, "reboot", levels, self._known_up_to(known)))
            self.talk = fresh
        elif not self._has_hello:
            for early in self._early:
                self._events += known.take(*early)
            self._events += known.take(hello, arrived_ns)
        self._early, self._has_hello = [], True
        self._light(hello)

    def _light(self, hello: Hello) -> None:
        """Say what hangs on the lamps' pins, and what they show. Raises BoardOutput where the firmware cannot."""
        if not hello.has(self.output):
            raise BoardOutput(self.name, hello.version, self.output.name.lower())
        if hello.has(Output.REGISTERS):  # firmware of before there was a choice would count a bad frame
            self.say(SetOutput(self.output))
        self.lamps.again()

    def _known_up_to(self, talk: Talk) -> int:
        return max(talk.told_ns, self.drained_ns) if talk.is_synchronous else self.drained_ns

    def _lose(self, lost: EdgesLost) -> None:
        """Tell of a gap, unless it was told when the board was given up."""
        self._events.append(replace(lost, since_ns=None) if self._has_given_up else lost)

    def _break(self, now: int) -> None:
        if self._link is not None:
            self.breaks += 1
        self._hang_up()
        self._tried_ns = now
        if self._gone_ns is None:
            self._gone_ns = now

    def _hang_up(self) -> None:
        link, self._link = self._link, None
        self._has_hello = False
        if self.talk is not None:
            self.talk.forget_pings()
        if link is not None:
            link.close()

    # What is known, and up to when

    def _finish(self, now: int) -> None:
        """Find up to when everything is told; refuse what comes behind that."""
        talk = self.talk
        if talk is not None and self.is_there:
            if self._has_given_up:
                self._events = [replace(e, since_ns=None) if isinstance(e, EdgesLost) else e for e in self._events]
            self._gone_ns, self._has_given_up, self.fault = None, False, ""
            self.resolution_ns = max(talk.error_ns, LEAST_RESOLUTION_NS)
            self._refuse_late(talk)
            self.drained_ns = max(self.drained_ns, min(now, talk.told_ns))
            if talk.clock.has_jumped:
                self._begin_anew(talk, now)
        elif self._gone_ns is not None and now - self._gone_ns >= PATIENCE_NS:
            if not self._has_given_up and talk is not None:
                self._has_given_up = True
                self._events.append(EdgesLost(self.name, None, now, "link", talk.let_go(), self.drained_ns))
            self.drained_ns = max(self.drained_ns, now)

    def _refuse_late(self, talk: Talk) -> None:
        """An edge that was promised not to come any more is lost; it comes only from a board that was given up."""
        late = [e for e in self._events if isinstance(e, SwitchEdge) and e.time_ns <= self.drained_ns]
        if late:
            levels = talk.levels()
            self._events = [event for event in self._events if event not in late]
            now_so = tuple((line, levels[line]) for line in sorted({edge.line for edge in late}, key=str))
            self._events.append(EdgesLost(self.name, len(late), self.drained_ns, "link", now_so))

    def _begin_anew(self, talk: Talk, now: int) -> None:
        """One of the two clocks jumped (a computer that slept): the board's has to be learnt anew."""
        self._events.append(EdgesLost(self.name, None, now, "clock", (), self.drained_ns))
        talk.learn_clock_anew()


class BoardLamps:
    """The lamps of a board (`hardware/lamps.py`). Remembers what they show, for a board that comes back."""

    def __init__(self, say: Callable[[Message], None]) -> None:
        """`say` sends a message to the board, if it is there."""
        self.count = LAMP_COUNT
        self._say = say
        self._shown: SetLamps | None = None

    def show(self, lamps: Sequence[Lamp], brightness: int) -> None:
        """See `Lamps.show`."""
        row = (*lamps, *(DARK,) * (self.count - len(lamps)))[: self.count]
        wanted = SetLamps(brightness, 0, row)
        if wanted != self._shown:
            self._shown = wanted
            self._say(wanted)

    def again(self) -> None:
        """Show once more what was shown last."""
        if self._shown is not None:
            self._say(self._shown)
