"""The operator's page on which the program learns which button is which: it asks for one after the other.

It is driven by the contacts themselves (`cabinet.input.assigning`), whatever they serve at present: the header, boards,
encoders, gamepads, keyboards. It ends with `Done` after the sixteenth button, or with `Leave` when a button is held for
five seconds, or after a minute without a press.
"""

from collections.abc import Sequence
from typing import Final

from cabinet.config.schema import Input
from cabinet.display.legend import panel, signed_cap
from cabinet.display.page import LARGE, PLAIN, SMALL, Part, Text, row, stack
from cabinet.display.stage import Sprite
from cabinet.display.toolkit import Toolkit, with_small_type
from cabinet.input.assigning import (
    HOLD_NS,
    PLACES,
    Assigning,
    asked_words,
    assigned_in,
    control_words,
    line_words,
    note_words,
    place_words,
    text_of,
)
from cabinet.input.inputs import Inputs
from cabinet.input.rewiring import rewired, silent_lines
from cabinet.input.sources import Sources
from cabinet.scenes.bases import Done, IdleTimer, Leave, StaticScene
from cabinet.scenes.operator_pages import Note
from cabinet.store.ledger import DEVICES, WIRED
from cabinet.store.store import Store
from cabinet.strings.catalogue import word
from engine.panel import Press
from engine.units import S

PATIENCE_NS: Final = 60 * S
"""Time without a press after which nobody assigns any more."""
STEPS: Final = 8
"""The steps in which the bar of a held button fills."""


class AssignButtons(StaticScene[Done | Leave]):
    """The page. Times are on CLOCK_MONOTONIC as long as nothing covers it."""

    clicks = False

    def __init__(self, toolkit: Toolkit, asking: Assigning) -> None:
        super().__init__(toolkit.shared(with_small_type))
        self._asking = asking
        self._idle = IdleTimer(PATIENCE_NS)
        self._now = 0
        self._shown: object = None

    def enter(self, now: int) -> None:
        self._now = now
        self._idle.restart(now)

    def pressed(self, press: Press) -> None:
        """Do nothing: every press is an answer, which `Assigning` has."""

    def advance(self, now: int, drained: int) -> None:
        self._now = now
        asking = self._asking
        asking.advance(now)
        if (shown := (len(asking.answers), asking.note, asking.pressed_at)) != self._shown:
            self._shown = shown
            self._idle.restart(now)
            self.changed()
        if asking.current_place is None:
            self.dismiss(Done())
        elif asking.is_left or self._idle.runs_out(now):
            self.dismiss(Leave())

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`: a hold's end, and the next step of its bar."""
        due = self._asking.next_deadline()
        steps = () if due is None else (due, *([] if self._asking.skips_at is None else [self._now + HOLD_NS // STEPS]))
        return min((*steps, *([self._idle.ends_at] if self._idle.ends_at is not None else [])), default=None)

    # The picture

    def described(self) -> Part:
        """See `StaticScene.described`: the button that is asked for, and both panels as they are built."""
        toolkit, colours, asked = self.toolkit, self.toolkit.theme.colours, self._asking.current_place or PLACES[-1]
        title = Text(asked_words(asked), LARGE, toolkit.theme.seat(asked[0]).colour, across=0.5)
        note = note_words(self._asking.note) if self._asking.note else ""
        told = word("assign.hint", leave=word("assign.leave.page"))
        return stack(
            (0, title),
            (0, Text(note, SMALL, colours.text, "text", across=0.5)),
            (1, row(*((1, self._panel(seat)) for seat in (0, 1)), gap=40)),
            (0, Text(told, SMALL, colours.quiet, "text", 3, across=0.5)),
            gap=12,
        )

    def step(self, now: int) -> object:
        due = self._asking.skips_at
        return None if due is None else max(0, STEPS - (due - now) * STEPS // HOLD_NS)

    def moving(self, now: int) -> Sequence[Sprite]:
        """Return the bar that fills while a button is held."""
        steps, page = self.step(now), self.page
        if not isinstance(steps, int) or steps < 2:
            return []
        high = self.toolkit.px(6, 4)
        plate = self.toolkit.plate((page.w * steps // STEPS, high), self.toolkit.theme.colours.text, radius=high // 2)
        return [Sprite(plate, page.x, page.y - 2 * high)]

    def _panel(self, seat: int) -> Part:
        """Return one panel: a button is white while it is asked for, in the seat's colour once it is given, dark until
        then, and has its control."""
        toolkit, colours, answers = self.toolkit, self.toolkit.theme.colours, self._asking.answers
        caps = dict[str, Part]()
        for number, (of, button) in enumerate(PLACES):
            given = answers[number] if number < len(answers) else None
            fill = (
                colours.paper
                if number == len(answers)
                else toolkit.theme.seat(seat).colour
                if given
                else colours.key_text
            )
            text = control_words(given) if given else "" if number >= len(answers) else word("assign.none")
            if of == seat:
                caps[button] = signed_cap(toolkit, button, fill, text)
        name = Text(word(f"seat.{seat}"), PLAIN, toolkit.theme.seat(seat).colour)
        return stack((0, name), (1, panel(seat, caps)), gap=8)


async def assign_buttons(
    toolkit: Toolkit, sources: Sources, inputs: Inputs, store: Store, config: Input
) -> Assigning | None:
    """Have a person press each button, and save what answered over the configuration; return it, None if they left.

    `config` is the one in force. The program adopts the settings.
    """
    asking = Assigning()
    listened = sources.evdev, sources.keyboard
    inputs.listen(asking.hear_edge)
    if sources.evdev is not None:
        sources.evdev.listen(asking.hear)
    if sources.keyboard is not None:
        sources.keyboard.listen(asking.hear_key)
    try:
        left = await AssignButtons(toolkit, asking)
    finally:
        inputs.listen(None)
        for source in listened:
            if source is not None:
                source.listen(None)
    if not isinstance(left, Done):
        return None
    save_answers(asking, store, config)
    return asking


def save_answers(asking: Assigning, store: Store, config: Input) -> None:
    """Save what answered. Where nothing did at all, the buttons are those of the file again."""
    if not any(asking.answers):
        for name in WIRED:
            if name in store.settings():
                store.set(name, None)
        return
    for name, text in rewired(config, asking.wires).settings.items():
        store.set(name, text)
    before = assigned_in(store.settings())
    if (after := asking.result(before, is_exchanged=config.exchanged)) != before:
        store.set(DEVICES, text_of(after))


def outcome_note(asking: Assigning, config: Input) -> Note:
    """Return what the operator's page says of answers: what could not be kept, and lines that nothing has pressed."""
    if unkept := rewired(config, asking.wires).unkept:
        return Note(word("assign.unkept", buttons=", ".join(place_words(*place) for place in unkept)), "alarm")
    if silent := [line_words(wire) for wire in silent_lines(config, asking.wires)]:
        return Note(word("assign.silent", lines=", ".join(silent)), "alarm")
    return Note(word("assign.saved"), "good")
