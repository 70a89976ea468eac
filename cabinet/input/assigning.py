"""Telling the program which button is which: a person presses each as it is asked for.

`Assigning` asks for the sixteen buttons one after the other, and is driven by the contacts themselves, whatever they
serve at present: controls of encoders, gamepads and a console's keyboards (`Given`), pins, lines and a window's keys
(`Wire`). A press gives the contact to the button that is asked for, a contact held for two seconds skips that button,
and one that has its button already takes the last answer back by being held. Held for five seconds any of them leaves.

`wires` has the answers of pins, lines and keys, which `cabinet.input.rewiring` puts into the configuration's tables;
`result` those of devices, a list of `Assigned` by each device's identity. `text_of` and `assigned_in` write and read
that as the operator's setting `DEVICES`.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from cabinet.input.inputs import exchanged_place
from cabinet.input.rewiring import HEADER, WINDOW, Wire
from cabinet.store.ledger import DEVICES, Setting
from cabinet.strings.catalogue import word
from engine.panel import BUTTONS, CARDS
from engine.units import S
from hardware.evdev.controls import BTN_JOYSTICK, BTN_SOUTH, Control, name_of
from hardware.evdev.kernel import EV_KEY, Identity
from hardware.evdev.layouts import Assigned, Placement, line_of
from hardware.source import Glitch, SwitchEdge

HOLD_NS: Final = 2 * S
"""How long a contact is held to skip a button, or to take the last answer back."""
LEAVE_NS: Final = 5 * S
"""How long one is held to leave; nothing is changed then."""

SHORTENED: Final = re.compile("^(BTN_|ABS_HAT|ABS_)")
"""What the names of many controls begin with."""

PLACES: Final = tuple((seat, button) for seat in (0, 1) for button in BUTTONS)
"""The buttons in the order in which they are asked for."""


class Given(msgspec.Struct, frozen=True):
    """A control of a device; several of one identity are told apart by their number."""

    identity: Identity
    number: int
    control: Control


Contact: TypeAlias = Given | Wire
"""What a person has pressed."""


class Note(msgspec.Struct, frozen=True):
    """What has just happened: ``given``, ``skipped``, ``back``, or ``twice`` for a contact that has its button already.

    `place` is the button concerned; `given` the contact, of which there is none for a button that was skipped.
    """

    what: str
    place: tuple[int, str]
    given: Contact | None = None


class Assigning:
    """Asks for the buttons. Times are ns on CLOCK_MONOTONIC."""

    def __init__(self) -> None:
        self.answers: list[Contact | None] = []
        """The contact of each button so far, None for one that was skipped."""
        self.note: Note | None = None
        self.pressed_at: int | None = None
        """When the last contact went down."""
        self.is_left = False
        """Whether a contact has been held for `LEAVE_NS`."""
        self._held: Contact | None = None
        self._since: int | None = None
        """When the held contact went down; None once that has skipped a button or taken one back."""

    @property
    def current_place(self) -> tuple[int, str] | None:
        """The seat and the button that is asked for; None after the last."""
        return PLACES[len(self.answers)] if len(self.answers) < len(PLACES) else None

    def hear(self, placement: Placement, control: Control, pressed: bool, time_ns: int) -> None:
        """Take an event of a control."""
        self.take(Given(placement.identity, placement.number, control), pressed, time_ns)

    def hear_edge(self, event: SwitchEdge | Glitch) -> None:
        """Take an event of a line behind a debounce; a press that is taken back was none."""
        wire = Wire(event.source, event.line)
        if isinstance(event, SwitchEdge):
            self.take(wire, event.pressed, event.time_ns)
        elif self._held == wire:
            self._held = self._since = None

    def hear_key(self, key: str, pressed: bool, time_ns: int) -> None:
        """Take an event of a window's key."""
        self.take(Wire(WINDOW, key), pressed, time_ns)

    def take(self, contact: Contact, pressed: bool, time_ns: int) -> None:
        """Take an event of a contact; a second one counts once the first has been released."""
        if pressed and self._held is None:
            self._held, self._since, self.pressed_at = contact, time_ns, time_ns
        elif not pressed and self._held == contact:
            self.advance(time_ns)
            if self._since is not None and self.current_place is not None:
                self._answer(contact)
            self._held = self._since = None

    def advance(self, now: int) -> None:
        """Skip, take back, or leave, if a contact has been held for long enough by `now`."""
        if self._held is not None and self.pressed_at is not None and now >= self.pressed_at + LEAVE_NS:
            self.is_left = True
        if self._held is None or self._since is None or self.current_place is None or now < self._since + HOLD_NS:
            return
        self._since = None
        if self._held in self.answers:
            self.answers.pop()
            self.note = Note("back", PLACES[len(self.answers)])
        else:
            self.note = Note("skipped", PLACES[len(self.answers)])
            self.answers.append(None)

    def next_deadline(self) -> int | None:
        """Return when `advance` is due; None while nothing is held."""
        if self._held is None or self.pressed_at is None or self.is_left:
            return None
        return (
            self.pressed_at + LEAVE_NS if self._since is None or self.current_place is None else self._since + HOLD_NS
        )

    @property
    def skips_at(self) -> int | None:
        """When the held contact skips a button, or takes one back; None once it has, and while none is held."""
        return None if self._since is None or self.current_place is None else self._since + HOLD_NS

    @property
    def wires(self) -> dict[tuple[int, str], Wire]:
        """The buttons on lines and keys, by their places."""
        return {place: each for place, each in self._places if isinstance(each, Wire)}

    @property
    def _places(self) -> Sequence[tuple[tuple[int, str], Contact | None]]:
        return tuple(zip(PLACES, self.answers, strict=False))

    def _answer(self, given: Contact) -> None:
        if given in self.answers:
            self.note = Note("twice", PLACES[self.answers.index(given)], given)
            return
        self.note = Note("given", PLACES[len(self.answers)], given)
        self.answers.append(given)

    def result(self, before: Sequence[Assigned], *, is_exchanged: bool = False) -> tuple[Assigned, ...]:
        """Return the assignments: the answers in place of those `before` to the same seats and the same controls.

        A seat of which no button was given keeps what it had. If none was given at all, there is none any more.
        `is_exchanged`: what is assigned to a seat plays on the other one (`Input.exchanged`).
        """
        if not any(self.answers):
            return ()
        given = {
            each: exchanged_place(place) if is_exchanged else place
            for place, each in self._places
            if isinstance(each, Given)
        }
        seats = {seat for seat, _ in given.values()}
        kept = {f"seat{seat}." for seat in (0, 1) if seat not in seats}
        lines: dict[Known, dict[str, str]] = {}
        for each in before:
            left = {name: str(line) for name, line in each.lines.items() if str(line).startswith(tuple(kept))}
            if left:
                lines[known_by(each, each.number)] = left
        for control, (seat, button) in given.items():
            of_device = lines.setdefault(known_by(control.identity, control.number), {})
            of_device[name_of(control.control)] = line_of(seat, button)
        return tuple(Assigned(*key, found) for key, found in lines.items())


Known: TypeAlias = tuple[int, int, str, str, int]
"""By what a device is known again: vendor, product, serial, port, and its number among those of one identity."""


def known_by(device: Identity | Assigned, number: int) -> Known:
    """Return by what a device is known again."""
    return device.vendor, device.product, device.serial, device.port, number


# -- In words ----------------------------------------------------------------------------------------


def asked_words(place: tuple[int, str]) -> str:
    """Return the request for a button in words."""
    seat, button = place
    return word("assign.press", button=button_words(button), seat=word(f"seat.{seat}"))


def button_words(button: str) -> str:
    """Return the name of a panel's button in words, ``CARD 3``."""
    return word("assign.card", number=button.removeprefix("CARD")) if button in CARDS else word(f"button.{button}")


def place_words(seat: int, button: str) -> str:
    """Return the name of a seat's button in words, ``AMBER CARD 3``."""
    return f"{word(f'seat.{seat}')} {button_words(button)}"


def control_words(given: Contact) -> str:
    """Return the short name of a contact, ``B3`` for the third of the numbered buttons of a joystick."""
    if isinstance(given, Wire):
        return f"GPIO {given.line}" if given.source == HEADER else str(given.line).upper()
    if given.control.type == EV_KEY and BTN_JOYSTICK <= given.control.code < BTN_SOUTH:
        return f"B{given.control.code - BTN_JOYSTICK + 1}"
    return SHORTENED.sub("", name_of(given.control)).replace("TRIGGER_HAPPY", "H")


def note_words(note: Note) -> str:
    """Return what has just happened, in words."""
    seat, button = note.place
    place = f"{button_words(button)}, {word(f'seat.{seat}')}"
    if isinstance(note.given, Wire):
        return word(f"assign.{note.what}.line", place=place, line=line_words(note.given))
    control = name_of(note.given.control) if note.given else ""
    device = note.given.identity.name if note.given else ""
    return word(f"assign.{note.what}", place=place, control=control, device=device)


def line_words(wire: Wire) -> str:
    """Return the name of a pin, a board's line or a key in words."""
    if wire.source in (HEADER, WINDOW):
        return word(f"assign.line.{wire.source}", line=str(wire.line).upper())
    return word("assign.line.board", line=wire.line, board=wire.source)


# -- As a setting ------------------------------------------------------------------------------------


class Stored(msgspec.Struct, frozen=True):
    """An assignment in the store: vendor and product as USB writes them, and the buttons by the controls' names."""

    vendor: str
    product: str
    serial: str
    port: str
    number: int
    buttons: dict[str, str]


LINES: Final = frozenset(line_of(*place) for place in PLACES)


def text_of(assigned: Sequence[Assigned]) -> str:
    """Return assignments as the text of a setting."""
    stored = [
        Stored(
            f"{each.vendor:04x}",
            f"{each.product:04x}",
            each.serial,
            each.port,
            each.number,
            {name: str(line) for name, line in each.lines.items()},
        )
        for each in assigned
    ]
    return msgspec.json.encode(stored).decode()


def assigned_in(settings: Mapping[str, Setting]) -> tuple[Assigned, ...]:
    """Return the assignments in the operator's settings; none if there are none that this version can read."""
    try:
        stored = msgspec.json.decode(str(settings.get(DEVICES, "[]")), type=list[Stored])
        return tuple(
            Assigned(
                int(each.vendor, 16),
                int(each.product, 16),
                each.serial,
                each.port,
                each.number,
                {name: line for name, line in each.buttons.items() if line in LINES},
            )
            for each in stored
        )
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return ()
