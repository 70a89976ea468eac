"""A button board as an `InputSource`: finds its line, keeps it open, and reports the board's edges.

Its lines are 0 to 15. A line that breaks is opened again as soon as possible. The edges that the board kept in the
meantime are reported then, with their own stamps; until then, or for `PATIENCE_NS`, `drained_ns` does not advance.
Edges that are still missing then are reported as `EdgesLost` with the time up to which nothing is missing. The
supervisor (`supervisor.py`) decides when a board that makes no sense is reset; this module carries it out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Final

from hardware.board.clockmap import LEAST_NS, Resolution, SlewMap
from hardware.board.link import Chunk, Link, Opener
from hardware.board.protocol import (
    LAMPS,
    LINES,
    BootButton,
    Edges,
    Feature,
    Hello,
    HostMessage,
    Message,
    Output,
    ReadBootButton,
    SetLamps,
    SetOutput,
    Status,
)
from hardware.board.session import BoardSession, MessageDecoder, MessageEncoder, Received, can_be_true
from hardware.board.supervisor import Supervisor, Trouble
from hardware.clock import HOST, MS, ClockReading, HostClock
from hardware.errors import BoardContradictory, BoardOutput, BoardSilent, HardwareError
from hardware.lamps import DARK, Lamp
from hardware.source import EdgesLost, Line, RawEvent, StampQuality, SwitchEdge, Why

AGAIN_NS: Final = 500 * MS
"""The time between two attempts to open the line."""
PATIENCE_NS: Final = 3_000 * MS
"""How long the source waits for the edges that a board kept while its line was broken."""
START_NS: Final = 3_000 * MS
"""How long a board may take to answer at the start."""
MOST_EARLY: Final = 4096
"""The most frames with edges that are kept until their board has identified itself."""
SUSPENDED_NS: Final = 10_000
"""The kernel's count of the time asleep is read to better than this; nothing sleeps so briefly."""
MOST_READS: Final = 32
"""The most reads in one drain; a board that never stops sending does not block the loop."""
STEP_S: Final = 0.01


class BoardSource:
    """See `hardware/source.py`; `opener` finds and opens the line, repeatedly if necessary.

    `output` is the output on the pins of the board's lamps.
    """

    def __init__(
        self, opener: Opener, *, name: str = "board", clock: HostClock = HOST, output: Output = Output.PINS
    ) -> None:
        self.name = self.missing_name = name
        self.lines: tuple[Line, ...] = tuple(range(LINES))
        self.stamps = StampQuality(resolution_ns=LEAST_NS, stamped="timer")
        self.drained_ns = 0
        self.fault = ""
        """Why the board is not there, in words; empty if it is there, or the reason is unknown."""
        self.breaks = 0
        """How often the line broke since the start, or was closed because the board made no sense."""
        self.session: BoardSession | None = None
        self.decoder = MessageDecoder()
        self.lamps = BoardLamps(self.say)
        self.boot_button = BootButtonHold(self.say)
        self.output = output
        self._opener = opener
        self._clock = clock
        self._link: Link | None = None
        self._encoder = MessageEncoder()
        self._supervisor = Supervisor()
        self._resolution = Resolution()
        self._slew = SlewMap()
        self._early: list[Received] = []  # edges received before the HELLO of a line
        self._has_hello = False
        self._forgets: Why | None = None  # why the state of this boot is no longer trusted
        self._owes_output = False
        self._tried_ns = 0
        self._is_learning = False  # the clock of this boot is learnt anew
        self._gone_ns: int | None = None
        self._has_given_up = False
        self._events: list[RawEvent] = []
        # the latest stamp returned; the stamps of a new clock must be later than the floor
        self._latest_ns = self._floor_ns = self._woke_ns = self._unsure_ns = 0
        self._reading: ClockReading | None = None
        self._is_open = False

    @property
    def is_connected(self) -> bool:
        """See `InputSource.is_connected`: the line is open, the board's clock known, and its messages make sense."""
        is_known = self._has_hello and self.session is not None and self.session.is_synchronous
        return is_known and self._supervisor.is_sound

    @property
    def distrust_reason(self) -> str:
        """Why a board that answers is not trusted, in words; empty for a trusted or a silent board."""
        return "" if self._supervisor.makes_sense else self.fault

    def start(self) -> None:
        """Open the line and wait for the board.

        Raises NoBoard, SeveralBoards, BoardNotAllowed, BoardSilent, BoardContradictory, BoardVersion or BoardOutput.
        """
        if self._is_open:
            return
        self._is_open = True
        begin = self._clock()
        try:
            self._open(begin)
            while not self.is_connected and self._clock() - begin < START_NS:
                self._listen()
                if self._link is not None and not self.is_connected:
                    self._link.wait(STEP_S)
            if not self.is_connected:
                self._supervisor.should_reopen(self._clock())
                raise self._why_not()
        except OSError as error:
            self.close()
            raise BoardSilent(self.name) from error
        except BaseException:
            self.close()
            raise
        self._events = [event for event in self._events if not isinstance(event, EdgesLost)]
        self._finish(self._clock())

    def drain(self) -> list[RawEvent]:
        """Return the edges so far, sorted by stamp, and the known losses."""
        if not self._is_open:
            return []
        now = self._clock()
        self._pump(now)
        self._finish(now)
        reported, self._events = self._events, []
        return sorted(reported, key=attrgetter("time_ns"))

    def levels(self) -> Mapping[Line, bool]:
        """Return the levels left by the board's edges, including all that have arrived by now."""
        if self._is_open:
            self._pump(self._clock())
        return self.session.levels() if self.session else dict.fromkeys(self.lines, False)

    @property
    def has_line(self) -> bool:
        """Whether the line is open, whatever comes over it."""
        return self._link is not None

    def wait(self, seconds: float) -> None:
        """Sleep until bytes have arrived or the time is over; return at once while the line is broken."""
        if self._link is not None:
            self._link.wait(seconds)

    @property
    def is_low_latency(self) -> bool:
        """Whether the port's driver was asked not to collect bytes, and can."""
        return self._link is not None and self._link.is_low_latency

    @property
    def can_read_boot_button(self) -> bool | None:
        """Whether the firmware says if the board's BOOT button is down; None while the board is not there."""
        session = self.session if self.is_connected else None
        return None if session is None else session.hello.can(Feature.BOOT_BUTTON)

    def read_boot_button(self) -> int:
        """Ask for the BOOT button, if it is time; return how long it has been held, ns, 0 for a board that cannot say.

        To be called as long as that matters, but not while a match runs, although the reading moves no stamp.
        """
        if not self.can_read_boot_button:
            self.boot_button.forget()
            return 0
        return self.boot_button.read(self._clock())

    def say(self, message: Message) -> bool:
        """Send a message to the board; return False if it is not there, or its line is full. Never waits."""
        if self._link is None or not self._has_hello:
            return False
        try:
            return self._link.write(self._encoder.bytes_of(message))
        except OSError:
            self._break(self._clock())
            return False

    def close(self) -> None:
        """Close the line."""
        self._is_open = False
        self._hang_up()
        self._events = []

    # The line

    def _pump(self, now: int) -> None:
        """Read, answer, and keep the line open; never blocks or raises."""
        try:
            if self._link is None and now - self._tried_ns >= AGAIN_NS:
                self._open(now)
            self._listen()
            if self._supervisor.should_reopen(self._clock()):
                self._reset(now)
        except HardwareError as error:
            self.fault = str(error)
            self._break(now)
        except OSError:
            self._break(now)

    def _open(self, now: int) -> None:
        self._tried_ns = now
        self._link = self._opener()
        self._encoder, self.decoder = MessageEncoder(), MessageDecoder()
        self._early, self._has_hello = [], False
        self._supervisor.opened(self._clock())
        self._link.write(self._encoder.hello_request())

    def _listen(self) -> None:
        """Process the data that has arrived, and send the requests that are due.

        Raises OSError on a broken line, BoardVersion or BoardOutput.
        """
        for _ in range(MOST_READS):
            chunks = self._link.read() if self._link is not None else ()
            for chunk in chunks:
                self._hear(chunk)
            self._ask()
            if not chunks:
                return

    def _ask(self) -> None:
        """Send the messages that are due, as far as the line has room for them."""
        reading, session = self._clock.both(), self.session
        self._look_at(reading)
        self._slew.add(reading)
        now = reading.ns
        if self._link is None:
            return
        if self._supervisor.wants_hello(now):
            self._link.write(self._encoder.hello_request())
        if self._has_hello and session is not None and (ping := session.ping(reading.raw_ns)):
            self._supervisor.pinged(now)
            if not self._link.write(self._encoder.bytes_of(ping)):
                session.pings.forget()
        if self._owes_output:
            self._owes_output = not self.say(SetOutput(self.output))
        self.lamps.flush()

    def _reset(self, now: int) -> None:
        """Close the line of a board that counts as gone, to reopen it. Discard the state if it made no sense."""
        self.fault = str(self._why_not())
        if self._supervisor.trouble not in (Trouble.SILENT, Trouble.PINGS, Trouble.STANDING):
            self._forgets = "link"
        self._break(now, is_broken=False)

    def _why_not(self) -> HardwareError:
        trouble = self._supervisor.trouble
        if self._supervisor.makes_sense or trouble is None:
            return BoardSilent(self.name)
        return BoardContradictory(self.name, trouble.value)

    def _break(self, now: int, *, is_broken: bool = True) -> None:
        if self._link is not None:
            self.breaks += 1
        if is_broken:
            self._supervisor.broke()
        self._hang_up()
        self._tried_ns = now
        if self._gone_ns is None:
            self._gone_ns = now

    def _hang_up(self) -> None:
        link, self._link = self._link, None
        self._has_hello = False
        self._supervisor.closed()
        if self.session is not None:
            self.session.pings.forget()
        if link is not None:
            link.close()

    # The board's messages

    def _hear(self, chunk: Chunk) -> None:
        self._look_at(chunk.arrived)
        self._slew.add(chunk.arrived)  # it bounds the time of what the chunk reports
        for message in self.decoder.decoded(chunk):
            if isinstance(message, HostMessage):
                continue  # our own messages, from a line that is looped back: there is no board
            self._supervisor.message_received(chunk.arrived.ns)
            if isinstance(message, Hello):
                self._greet(message, chunk.arrived)
            elif isinstance(message, BootButton):
                self.boot_button.answered(message, chunk.arrived.ns)
            elif self._has_hello and self.session is not None:
                self._process(self.session, message, chunk.arrived)
            elif isinstance(message, Edges) and len(self._early) < MOST_EARLY:
                self._early.append(Received(message, chunk.arrived))

    def _look_at(self, reading: ClockReading) -> None:
        """Have the board's clock learnt anew where the computer was suspended since the reading before.

        What the board has stamped before or meanwhile, and not told by then, seems to be earlier than it was: up to
        `_floor_ns` it is refused. What lies between the two readings may be so, or right, and is in doubt by that.
        """
        last, self._reading = self._reading or reading, reading
        slept_ns = reading.suspended_ns - last.suspended_ns
        if slept_ns < SUSPENDED_NS:
            self._reading = reading._replace(suspended_ns=last.suspended_ns)
        elif self.session is not None:
            self._floor_ns = max(self._floor_ns, last.ns - 1, reading.ns - slept_ns)
            self._woke_ns, self._unsure_ns = reading.ns, min(slept_ns, reading.ns - last.ns)
            self.session.pings.forget()
            self._learn_anew(reading.ns)

    def _learn_anew(self, now: int) -> None:
        """Have the board identify itself, and learn its clock anew."""
        self._has_hello, self._forgets = False, self._forgets or "clock"
        self._supervisor.jumped(now)

    def _process(self, session: BoardSession, message: Message, arrived: ClockReading) -> None:
        """Pass a message to the session; record each edge's error before a later ping changes the clock map."""
        answers = session.answers
        events = session.process(message, arrived)
        for event in events:
            if isinstance(event, SwitchEdge):
                unsure_ns = self._unsure_ns if event.time_ns <= self._woke_ns else 0
                self._resolution.note(event.time_ns, session.clock.error_ns(event.tick) + unsure_ns)
        self._events += events
        if session.answers != answers:
            self._supervisor.ping_answered(is_learnt=session.is_synchronous)
        if isinstance(message, Edges | Status | Hello) and not session.is_resyncing:
            self._supervisor.numbered(arrived.ns)
        now = self._clock()
        self._supervisor.resync(now, is_on=session.is_resyncing)
        if session.clock.has_jumped:  # either clock
            self._learn_anew(now)

    def _greet(self, hello: Hello, arrived: ClockReading) -> None:
        """Process a HELLO: from the same boot as before, or from a board that has restarted since.

        Raises BoardVersion or BoardOutput.
        """
        known, now = self.session, self._clock()
        if not can_be_true(hello):
            if known is not None:
                known.start_resync()
                self._supervisor.resync(now, is_on=True)
            return
        why = self._why_anew(known, hello)
        has_jumped = known is not None and why == "clock"
        if known is None or (why is not None and not has_jumped):
            self.session = self._begun_anew(known, hello, why or "reboot", arrived)
            self._supervisor.resync(now, is_on=False)
        else:
            if has_jumped:
                known.relearn()
                self._is_learning, self._floor_ns = True, max(self._floor_ns, self._latest_ns)
            early, self._early = self._early, []
            for reported in early:
                self._process(known, *reported)
            self._process(known, hello, arrived)
        is_first = not self._has_hello or self.session is not known
        self._supervisor.hello_received(now, anew=has_jumped or self.session is not known)
        self._supervisor.numbered(arrived.ns)
        self._early, self._has_hello, self._forgets = [], True, None
        if is_first:
            self._light(hello)

    def _why_anew(self, known: BoardSession | None, hello: Hello) -> Why | None:
        """Return why a HELLO discards the state of the board; None if the state continues."""
        if known is None or known.hello.clock != hello.clock:
            return "reboot"
        return "link" if known.is_resyncing and not known.is_synchronous else self._forgets

    def _begun_anew(self, known: BoardSession | None, hello: Hello, why: Why, arrived: ClockReading) -> BoardSession:
        fresh = BoardSession(self.name, hello, arrived, self._slew)
        if known is not None:
            levels = tuple((line, down) for line, down in fresh.levels().items() if down != known.levels()[line])
            is_clear = why == "reboot" and known.is_synchronous
            since = max(known.reported_until_ns, self.drained_ns) if is_clear else self.drained_ns
            self._lose(EdgesLost(self.name, None, arrived.ns, why, levels, since))
            self._floor_ns = self._latest_ns
        return fresh

    def _light(self, hello: Hello) -> None:
        """Send the output on the lamps' pins, and the lamps' state.

        Raises BoardOutput if the firmware does not support it.
        """
        if not hello.has(self.output):
            raise BoardOutput(self.name, hello.version, self.output.name.lower())
        # firmware from before the choice of outputs would count a bad frame
        self._owes_output = hello.has(Output.REGISTERS) and not self.say(SetOutput(self.output))
        self.lamps.again()

    def _lose(self, lost: EdgesLost) -> None:
        """Report a gap, without `since_ns` if it was reported when the board was given up."""
        self._events.append(replace(lost, since_ns=None) if self._has_given_up else lost)

    # The drained time

    def _finish(self, now: int) -> None:
        """Compute the time up to which everything is reported; refuse edges that come later than that."""
        session = self.session
        if session is None:
            return
        if self._has_given_up:
            self._events = [replace(e, since_ns=None) if isinstance(e, EdgesLost) else e for e in self._events]
        self._refuse_late(session)
        if self.is_connected:
            self._gone_ns, self._has_given_up, self._is_learning, self.fault = None, False, False, ""
            self.drained_ns = max(self.drained_ns, min(now, session.reported_until_ns))
            resolution_ns = max(self._resolution.at(self.drained_ns), session.error_ns)
            if resolution_ns != self.stamps.resolution_ns:
                self.stamps = replace(self.stamps, resolution_ns=resolution_ns)
        elif self._gone_ns is not None and now - self._gone_ns >= PATIENCE_NS:
            if not self._has_given_up:
                self._has_given_up = True
                self._events.append(EdgesLost(self.name, None, now, "link", session.let_go(), self.drained_ns))
            self.drained_ns = max(self.drained_ns, now)

    def _refuse_late(self, session: BoardSession) -> None:
        """Report late edges as lost: `drained_ns` had excluded them, or they are from before a new clock.

        Those from before a clock jumped, or from while the computer slept, have no time on this computer's clock.
        """
        floor = max(self.drained_ns, self._floor_ns)
        edges = [event for event in self._events if isinstance(event, SwitchEdge)]
        late = [edge for edge in edges if edge.time_ns <= floor]
        if late:
            levels = session.levels()
            self._events = [event for event in self._events if event not in late]
            now_so = tuple((line, levels[line]) for line in sorted({edge.line for edge in late}, key=str))
            lost = EdgesLost(self.name, len(late), floor, "link", now_so)
            self._events.append(replace(lost, why="clock", since_ns=self.drained_ns) if self._is_learning else lost)
        self._latest_ns = max([self._latest_ns, *(edge.time_ns for edge in edges)])


class BoardLamps:
    """The lamps in the buttons, see `Lamps`. Sends the latest row only: a row that found no room is dropped as soon as
    there is another."""

    def __init__(self, say: Callable[[Message], bool]) -> None:
        """`say` sends a message to the board and returns whether it could."""
        self.count = LAMPS
        self._say = say
        self._wanted: SetLamps | None = None
        self._is_sent = True

    def show(self, lamps: Sequence[Lamp], brightness: int) -> None:
        """See `Lamps.show`. Never waits."""
        row = (*lamps, *(DARK,) * (self.count - len(lamps)))[: self.count]
        wanted = SetLamps(brightness, 0, row)
        if wanted != self._wanted:
            self._wanted, self._is_sent = wanted, False
            self.flush()

    def again(self) -> None:
        """Send the latest row again."""
        self._is_sent = self._wanted is None
        self.flush()

    def flush(self) -> None:
        """Send the latest row, if it has found no room so far."""
        if not self._is_sent and self._wanted is not None:
            self._is_sent = self._say(self._wanted)


READ_BUTTON_NS: Final = 200 * MS
"""The time between two readings of the BOOT button while somebody wants to know."""
UNREAD_NS: Final = 3 * READ_BUTTON_NS
"""A hold ends where nothing has been read for so long."""


class BootButtonHold:
    """How long a board's BOOT button has been held: every reading since the hold's first has found it down.

    Times are ns on CLOCK_MONOTONIC. The hold counts from the first answer's arrival to the last one's request, so it is
    never longer than what the finger did.
    """

    def __init__(self, say: Callable[[Message], bool]) -> None:
        """`say` sends a message to the board and returns whether it could."""
        self._say = say
        self._nonce = 0
        self._asked_ns: int | None = None
        self._is_answered = True
        self._since_ns: int | None = None
        self._until_ns = 0
        self._is_used = False

    def read(self, now: int) -> int:
        """Ask anew once `READ_BUTTON_NS` have passed; return how long the button has been held, ns."""
        if self._since_ns is not None and now - self._until_ns > UNREAD_NS:
            self._since_ns = None
        if self._asked_ns is None or now - self._asked_ns >= READ_BUTTON_NS:
            self._nonce = (self._nonce + 1) % 2**32
            self._asked_ns, self._is_answered = now, not self._say(ReadBootButton(self._nonce))
        return 0 if self._since_ns is None or self._is_used else max(0, self._until_ns - self._since_ns)

    def answered(self, message: BootButton, arrived_ns: int) -> None:
        """Take the board's answer; one to an earlier question is dropped."""
        if self._is_answered or self._asked_ns is None or message.nonce != self._nonce:
            return
        self._is_answered = True
        if not message.is_down:
            self._since_ns, self._is_used = None, False
        elif self._since_ns is None:
            self._since_ns = self._until_ns = arrived_ns
        else:
            self._until_ns = self._asked_ns

    def use(self) -> None:
        """Let this hold count no more: the next one begins once the button has been let go."""
        self._is_used = True

    def forget(self) -> None:
        """Drop what was read: a hold begins anew."""
        self._since_ns = self._asked_ns = None
        self._is_answered = True
