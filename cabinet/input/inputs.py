"""From switches to presses: which line is which button of which seat, and one drain of all sources.

`Inputs` drains the sources and returns the engine's presses, each with its own stamp and its source's resolution, and
the glitches that take presses back; it passes all other events (lost edges, a stuck line) to `trouble`, for the
operator. Nothing else in the program refers to pins or keys: that is the `PanelMap`.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec

from cabinet.config.schema import PanelLines, SeatKeys, SeatPins
from cabinet.strings.catalogue import word
from engine.panel import LEFT, RIGHT, Press
from engine.panel import Glitch as TakenBack
from hardware.debounce import Debounced, ReleaseBounce, Settings
from hardware.keyboard import SIGNS
from hardware.lamps import Lamps
from hardware.source import (
    EdgesLost,
    Event,
    Glitch,
    InputSource,
    Line,
    LineCalm,
    LineChattering,
    LineStuck,
    PressSwallowed,
    RawEvent,
    SwitchEdge,
)

# -- The panel map -----------------------------------------------------------------------------------
# Players at the far edge of the screen have LEFT and RIGHT exchanged, in the map or in each press.

P = TypeVar("P", Press, TakenBack)

PanelMap: TypeAlias = Mapping[Line, tuple[int, str]]
"""line -> (seat, button)."""

FAR: Final = (1, 2)
"""The seats at the far edge; seat 2 exists only where three or four people play (`layout.slots`)."""

OTHER: Final = MappingProxyType({LEFT: RIGHT, RIGHT: LEFT})
PAD_SEATS: Final = (0, 1)
"""The seats that keyboards, gamepads and encoders may have."""
SERVICE: Final = (-1, "SERVICE")
"""The operator's button in a `PanelMap`; it belongs to no seat."""
COINS: Final = ((-1, "COIN1"), (-1, "COIN2"))
"""The switches of the coin slots in a `PanelMap`; they belong to no seat either."""


def panel_map(seats: SeatPins | SeatKeys) -> PanelMap:
    """Return the map of both seats as configured."""
    wired: Mapping[str, Mapping[str, Line]] = msgspec.to_builtins(seats)
    return {line: (seat, button) for seat, panel in enumerate(wired.values()) for button, line in panel.items()}


def lines_map(panels: PanelLines, seats: Sequence[int]) -> PanelMap:
    """Return the map of a board whose panels belong to `seats`; -1 is no seat."""
    return {
        line: (seat, button)
        for panel, seat in zip((panels.panel0, panels.panel1), seats, strict=False)
        if seat >= 0
        for button, line in msgspec.to_builtins(panel).items()
    }


def exchanged(buttons: PanelMap, is_exchanged: bool) -> PanelMap:
    """Return the map with the buttons of seats 0 and 1 exchanged if `is_exchanged`; those of others are kept."""
    return {line: exchanged_place(place) for line, place in buttons.items()} if is_exchanged else buttons


def exchanged_place(place: tuple[int, str]) -> tuple[int, str]:
    """Return the same button of the other one of seats 0 and 1; another place is kept."""
    seat, button = place
    return (1 - seat if seat in (0, 1) else seat), button


def turned_round(buttons: PanelMap) -> PanelMap:
    """Return the map with LEFT and RIGHT of the far seats exchanged, for players who face each other.

    LEFT always means the pile at the left of the screen (``engine.panel``); a player at the far edge has that pile at
    the right hand.
    """
    return {
        line: (seat, OTHER.get(button, button) if seat in FAR else button) for line, (seat, button) in buttons.items()
    }


def turned_press(press: P) -> P:
    """Return the press or glitch with LEFT and RIGHT exchanged for a far seat that sees a hand there, and no piles."""
    return press._replace(button=OTHER.get(press.button, press.button)) if press.seat in FAR else press


class LampRow(msgspec.Struct, frozen=True):
    """A device's lamps and the buttons that contain them."""

    lamps: Lamps
    buttons: PanelMap


# -- Panels that are away ----------------------------------------------------------------------------


class DisconnectedSource(msgspec.Struct, frozen=True):
    """A source that is out of reach, by its name or that of the device that is missing.

    `distrust_reason` says why the data of an answering board is not trusted; it is empty for a source that does not
    answer.
    """

    name: str
    distrust_reason: str = ""


def lines_about(away: Sequence[DisconnectedSource]) -> tuple[str, ...]:
    """Return one line naming the sources that do not answer and one naming those with contradictory data."""
    silent = [source.name for source in away if not source.distrust_reason]
    contradictory = [source.name for source in away if source.distrust_reason]
    lines = (("lost.line", silent), ("lost.contradictory", contradictory))
    return tuple(word(key, names=", ".join(names)) for key, names in lines if names)


# -- The drain ---------------------------------------------------------------------------------------

Source: TypeAlias = InputSource[Event] | InputSource[RawEvent]
"""A source with or without a debounce behind it."""


class Panels(NamedTuple):
    """A source and the buttons on its lines."""

    source: Source
    buttons: PanelMap


class Arrived(msgspec.Struct, frozen=True):
    """A press or release, and the source and line that it came from."""

    press: Press
    source: Source
    line: Line

    def is_sure(self, now_ns: int) -> bool:
        """Return whether the press has lasted long enough for a finger by `now_ns`, as far as is known."""
        if not self.press.pressed or not isinstance(self.source, Debounced):
            return True
        return self.source.is_finger(self.line, self.press.time_ns, now_ns)


class Typed(msgspec.Struct, frozen=True):
    """A key of a keyboard that was typed: its name (`hardware.keyboard.KEYS`), and the capitals and figures on it, the
    likelier first; "" for a key without any."""

    key: str
    letters: str = ""


class Keyboard(Protocol):
    """A source with keys on which text can be typed."""

    @property
    def name(self) -> str:
        """See `InputSource.name`."""

    def type_to(self, typist: Callable[[str], None] | None, kept: Collection[str] = ()) -> None:
        """See `KeyboardSource.type_to`."""


class Inputs:
    """All sources of presses, drained together."""

    def __init__(
        self,
        panels: Sequence[Panels],
        trouble: Callable[[Event], None],
        service: Callable[[Press], None] = lambda _press: None,
        counted: Callable[[Press], None] = lambda _press: None,
        keyboards: Sequence[Keyboard] = (),
        letters: Callable[[], Mapping[str, str]] = dict,
    ) -> None:
        """`trouble` is called with every event of a source other than an edge; it must not raise.

        `service` is called with every press and release of the operator's button and of the coin switches, `counted`
        with those of all.
        `keyboards` are the sources on which text can be typed, and `letters` returns what is printed on their keys.
        """
        self._panels = tuple(panels)
        self._trouble = trouble
        self._service = service
        self._counted = counted
        self._gaps: list[EdgesLost] = []
        self._glitches: list[TakenBack] = []
        self._waiting: list[Arrived] = []
        self._listener: Callable[[SwitchEdge | Glitch], None] | None = None
        self._listens_to_spare = False
        self._keyboards = {each.name: each for each in keyboards}
        self._letters = letters
        self._types = False
        self._typed: list[str] = []
        self._by_button: Mapping[int, bool] = {}
        """Seat -> whether its last press was made on something else than a key with a letter."""
        self.is_typing = False
        """Whether the last press of all seats was made on a key with a letter."""
        self.lost: Counter[str] = Counter()
        """The number of losses of edges by source, for the operator."""

    @property
    def drained_ns(self) -> int:
        """The time up to which every press has been returned (CLOCK_MONOTONIC, ns)."""
        reported = [panels.source.drained_ns for panels in self._panels]
        return min([*reported, *(arrived.press.time_ns - 1 for arrived in self._waiting)])

    def start(self) -> None:
        """Open every device. Raises HardwareError if one is not available, after closing the others."""
        started: list[Source] = []
        try:
            for panels in self._panels:
                panels.source.start()
                started.append(panels.source)
        except BaseException:
            for source in started:
                source.close()
            raise

    def rewire(self, buttons: Sequence[PanelMap]) -> None:
        """Replace the panel map of each source, in the order of the sources."""
        pairs = zip(self._panels, buttons, strict=True)
        self._panels = tuple(Panels(panels.source, button_map) for panels, button_map in pairs)

    def listen(self, listener: Callable[[SwitchEdge | Glitch], None] | None, *, spare: bool = False) -> None:
        """Give `listener` what happens on each line behind a debounce, also on one that no button uses; None: nobody.

        Until then such an edge is no press, unless it is of a button that belongs to no seat. `spare`: it is given only
        what happens on lines that no button uses, and presses stay presses.
        """
        self._listener, self._listens_to_spare = listener, spare

    # Text that is typed

    def type_keys(self, *, on: bool) -> None:
        """Have the keys of keyboards typed from now on, or pressed as buttons; those of no seat stay buttons."""
        if on == self._types:
            return
        self._types = on
        kept = {str(line) for panels in self._panels for line, place in panels.buttons.items() if place[0] < 0}
        for keyboard in self._keyboards.values():
            keyboard.type_to(self._typed.append if on else None, kept)

    def typed(self) -> list[Typed]:
        """Return the keys that were typed since the last call."""
        keys = tuple(self._typed)
        self._typed.clear()
        letters = self._letters() if keys else {}
        return [Typed(key, letters_on(key, letters)) for key in keys]

    def typing_seats(self, asks: int) -> frozenset[int]:
        """Return the seats that can type a name when seat `asks` has just asked for it: none where it has pressed
        another thing than a keyboard, else all that have not done so."""
        if not self._keyboards or self._by_button.get(asks, True):
            return frozenset()
        return frozenset(seat for seat in PAD_SEATS if not self._by_button.get(seat, False))

    def adopt(self, settings: Sequence[Settings | None]) -> None:
        """Have each source debounced by other settings, in the order of the sources; None leaves it as it is."""
        for panels, each in zip(self._panels, settings, strict=True):
            if each is not None and isinstance(panels.source, Debounced):
                panels.source.adopt(each)

    def drain(self, now: int, *, only_sure: bool = False) -> list[Press]:
        """Return the presses and releases since the last call, in the order of their stamps.

        `now` is CLOCK_MONOTONIC, ns. With `only_sure`, a press is returned once its contact has lasted long enough for
        a finger, and later events wait for it; what belongs to no seat waits for that in any case.
        """
        for panels in self._panels:
            self._read(panels)
        waiting = sorted(self._waiting, key=lambda arrived: arrived.press.time_ns)
        unsure = (place for place, arrived in enumerate(waiting) if only_sure and not arrived.is_sure(now))
        end = next(unsure, len(waiting))
        ready, self._waiting = waiting[:end], waiting[end:]
        presses = []
        for arrived in ready:
            press = arrived.press
            if press.seat >= 0:
                presses.append(press)
            elif not arrived.is_sure(now):
                self._waiting.append(arrived)
                continue
            else:
                self._service(press)
            self._counted(press)
        return presses

    def measure_bounces(self) -> None:
        """Begin to measure how long contacts bounce."""
        for source, _ in self._debounced:
            source.bounces.clear()
            source.releases.clear()

    def bounces(self) -> Mapping[tuple[int, str], int]:
        """Return the longest bounce of each button since `measure_bounces`, in ns."""
        return {
            buttons[line]: ns
            for source, buttons in self._debounced
            for line, ns in source.bounces.items()
            if line in buttons
        }

    def needed_waits(self) -> Mapping[tuple[int, str], ReleaseBounce]:
        """Return how each button has bounced since `measure_bounces` when it was let go."""
        return {
            buttons[line]: bounce
            for source, buttons in self._debounced
            for line, bounce in source.measured().items()
            if line in buttons
        }

    @property
    def _debounced(self) -> list[tuple[Debounced, PanelMap]]:
        return [(each.source, each.buttons) for each in self._panels if isinstance(each.source, Debounced)]

    def glitches(self) -> list[TakenBack]:
        """Return the presses taken back since the last call, those that `drain` has not returned among them."""
        glitches, self._glitches = self._glitches, []
        return glitches

    def gaps(self) -> list[EdgesLost]:
        """Return the losses since the last call that make decisions after their `since_ns` uncertain."""
        gaps, self._gaps = self._gaps, []
        return gaps

    def place_of(self, event: Event) -> tuple[int, str] | None:
        """Return the seat and button whose contact an event is about; None for an event of a whole source."""
        line = "" if isinstance(event, EdgesLost) else event.line  # "" is no line's name
        known = (buttons.get(line) for source, buttons in self._panels if source.name == event.source)
        return next((place for place in known if place is not None), None)

    @property
    def missing(self) -> tuple[DisconnectedSource, ...]:
        """The sources that are out of reach."""
        gone = (panels.source for panels in self._panels if not panels.source.is_connected)
        return tuple(DisconnectedSource(source.missing_name, source.distrust_reason) for source in gone)

    def close(self) -> None:
        """Close every device."""
        for panels in self._panels:
            panels.source.close()

    def _read(self, panels: Panels) -> None:
        source, buttons = panels
        listener = self._listener if isinstance(source, Debounced) else None
        for event in source.drain():
            if listener is not None and isinstance(event, SwitchEdge | Glitch) and self._is_listened_to(event, buttons):
                listener(event)
                continue
            if isinstance(event, SwitchEdge):
                if event.line in buttons:  # a board has lines that no panel uses
                    press = press_of(event, buttons[event.line], source.stamps.resolution_ns)
                    if press.pressed:
                        is_button = event.source not in self._keyboards or event.line not in SIGNS
                        self._by_button = {**self._by_button, press.seat: is_button}
                        self.is_typing = not is_button
                    self._waiting.append(Arrived(press, source, event.line))
                continue
            if isinstance(event, Glitch) and event.line in buttons:
                self._take_back(event, source, buttons[event.line])
            if isinstance(event, EdgesLost):
                self.lost[event.source] += 1
                self._gaps += [event] if event.since_ns is not None else []
            self._trouble(event)

    def _is_listened_to(self, event: SwitchEdge | Glitch, buttons: PanelMap) -> bool:
        if event.line not in buttons:  # a board has lines that no panel uses
            return True
        return buttons[event.line][0] >= 0 and not self._listens_to_spare

    def _take_back(self, glitch: Glitch, source: Source, button: tuple[int, str]) -> None:
        gone = (source, glitch.line, glitch.time_ns)
        self._waiting = [each for each in self._waiting if (each.source, each.line, each.press.time_ns) != gone]
        seat, name = button
        if seat >= 0:
            self._glitches.append(TakenBack(seat, name, glitch.time_ns, glitch.source))


def letters_on(key: str, letters: Mapping[str, str]) -> str:
    """Return the capitals and figures on a key, "" for a key without any; `letters` are those printed on the keys.

    A figure above a letter, as on a French keyboard, comes after it.
    """
    printed = letters.get(key, key).upper() if key in SIGNS else ""
    figure = key.strip("[]")
    return "".join(dict.fromkeys((printed[: len(printed) == 1], figure if figure.isdigit() else "")))


def complaint(event: Event) -> str:
    """Return an event other than an edge in words for the operator. Raises TypeError for an edge."""
    match event:
        case EdgesLost(source, why="storm", levels=levels):
            return word("input.storm", source=source, lines=", ".join(str(line) for line, _ in levels))
        case EdgesLost(source, count, _, why):
            return word("input.lost", source=source, count="?" if count is None else count, why=why)
        case LineStuck(source, line):
            return word("input.stuck", source=source, line=line)
        case LineChattering(source, line):
            return word("input.chatters", source=source, line=line)
        case LineCalm(source, line):
            return word("input.calm", source=source, line=line)
        case Glitch(source, line, _, width):
            return word("input.glitch", source=source, line=line, width=width // 1000)
        case PressSwallowed(source, line, _, open_ns):
            return word("input.swallowed", source=source, line=line, open=f"{open_ns / 1e6:.1f}")
    raise TypeError(f"an edge is no complaint: {event}")


def press_of(edge: SwitchEdge, button: tuple[int, str], resolution_ns: int) -> Press:
    """Return the press for an edge. It keeps the edge's own stamp; nothing on the way replaces it."""
    seat, name = button
    tick_ns, tick_res = edge.tick * edge.tick_ns, edge.tick_ns if edge.tick_ns > 1 else 0
    res = max(resolution_ns, edge.resolution_ns)
    return Press(seat, name, edge.pressed, edge.time_ns, edge.source, res, edge.clock, tick_ns, tick_res, edge.early_ns)
