"""The operator's lines that try what is built in: the loudspeakers and their sound card, the panels and their lamps."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import partial
from typing import Final, Protocol

from cabinet.audio.player import Output, sound_names
from cabinet.display.toolkit import Toolkit
from cabinet.input.assigning import place_words
from cabinet.input.inputs import Inputs
from cabinet.input.sources import Sources, lamps_of, seats_there, shared_keys
from cabinet.lamp_patterns import IDLE, PATTERNS, Cue, Light, colour_of
from cabinet.scenes.bases import Done
from cabinet.scenes.machine_pages import Message, Question
from cabinet.scenes.operator import Item, Page, Task
from cabinet.scenes.operator_pages import Row, Spans
from cabinet.service.items import OperatorItems, Program, Refusal, plain
from cabinet.service.operator_code import OperatorCode
from cabinet.service.setting_items import SettingsInForce
from cabinet.service.settings import OUTPUT, RELEASE_WAIT, SEATS_EXCHANGED
from cabinet.store.ledger import WIRED
from cabinet.store.store import Store
from cabinet.strings.catalogue import local_number, word
from engine.panel import BUTTONS
from hardware.debounce import MOST_MS, ReleaseBounce
from hardware.lamps import Lamp

TO_LEFT: Final = "finish.0@L"
TO_RIGHT: Final = "finish.1@R"
"""Sounds that come from one side."""


class Sounds(Protocol):
    """What the lines need of `cabinet.audio.player.SoundPlayer`."""

    @property
    def is_open(self) -> bool:
        """Whether there is a sound card."""

    @property
    def missing(self) -> str:
        """The output that is wanted and not there; "" for none."""

    def outputs(self) -> Sequence[Output]:
        """Return the sound cards that are there."""

    def set_output(self, output: str, report: Callable[[str], None]) -> None:
        """Play on another sound card; "" is the first."""

    def play(self, names: Iterable[str]) -> None:
        """Play sounds."""


class SoundItems(OperatorItems):
    """The sound card, which is heard before it is taken, and a test of all sounds."""

    def __init__(self, program: Program, store: Store, refusal: Refusal, sounds: Sounds) -> None:
        self._program = program
        self._store = store
        self._refusal = refusal
        self._sounds = sounds
        self._tried = ""
        """The sound that was tried last."""
        self._tried_output: str | None = None
        """The output that is being tried, and not taken yet."""

    def settings(self) -> Sequence[Item]:
        row, turn = self._output_row, self._next_output
        return [
            Item(row, self._take_output, turn=turn, drop=self._drop_output, topic="sound", help=word("help.output"))
        ]

    def items(self) -> Sequence[Item]:
        return [Item(self._sound_row, turn=self._play_next, topic="sound", help=word("help.sound_test"))]

    @property
    def _is_silent(self) -> bool:
        return not self._program.config.sound.volume

    def _sound_row(self) -> Row:
        side = {TO_LEFT: "operator.sound_test.left", TO_RIGHT: "operator.sound_test.right"}.get(self._tried)
        if self._is_silent:
            side = "operator.sound_test.silent"
        return Row(word("operator.sound_test"), word(side) if side else self._tried)

    def _play_next(self, step: int) -> None:
        """Play the sound after the last one, or before it: the left loudspeaker, the right one, then every sound."""
        names = (TO_LEFT, TO_RIGHT, *sound_names())
        place = names.index(self._tried) + step if self._tried else 0
        self._tried = names[place % len(names)]
        is_heard = self._is_silent or self._play(self._tried)
        self._refusal.text = "" if is_heard else word("operator.no_sound")

    def _play(self, name: str) -> bool:
        """Play a sound; return False where there is no sound card."""
        self._sounds.play([name])
        return self._sounds.is_open

    @property
    def _outputs(self) -> Mapping[str, str]:
        """The names of the sound cards by their ids."""
        return {output.id: output.name for output in self._sounds.outputs()}

    @property
    def _output(self) -> str:
        """The output that is tried, else the one that is set."""
        return self._program.config.sound.output if self._tried_output is None else self._tried_output

    def _output_name(self, output: str) -> str:
        return self._outputs.get(output, output) or word("output.first")

    def _output_row(self) -> Row:
        return Row(word(f"setting.{OUTPUT.name}"), self._output_name(self._output))

    def _next_output(self, step: int) -> None:
        """Play on the output after the one that is tried, or before it."""
        there, before = self._outputs, self._output
        if not there:
            self._refusal.text = word("operator.no_outputs")
            return
        ids = ("", *there)
        output = self._tried_output = ids[(ids.index(before) + step if before in ids else 0) % len(ids)]
        is_heard = self._is_silent or self._play_on(output)
        self._refusal.text = "" if is_heard else word("operator.no_output", output=self._output_name(output))

    def _play_on(self, output: str) -> bool:
        """Play a sound on an output; return False where it is not there."""
        self._sounds.set_output(output, lambda _line: None)
        return self._play("go") and not self._sounds.missing

    def _take_output(self) -> None:
        if self._tried_output is not None:
            self._store.set(OUTPUT.name, self._tried_output)
            self._drop_output()

    def _drop_output(self) -> None:
        """Play on the output that is set."""
        if self._tried_output is not None:
            self._tried_output, self._refusal.text = None, ""
            self._program.adopt_settings()


class PanelItems(OperatorItems):
    """The panels: which button is which, and a test of the lamps; to the test of the buttons, `PanelsUnderTest`."""

    def __init__(
        self,
        program: Program,
        store: Store,
        in_force: SettingsInForce,
        code: OperatorCode,
        sources: Sources,
        inputs: Inputs,
    ) -> None:
        """`code` keeps guests from assigning buttons, once there is one."""
        self._program = program
        self._store = store
        self._code = code
        self._in_force = in_force
        self._sources = sources
        self._inputs = inputs
        self._lamp: int | None = None
        """The place of the last light in `_lights`."""
        self.seats = seats_there(sources)
        """See `PanelsUnderTest.seats`."""

    def settings(self) -> Sequence[Item]:
        """See `OperatorItems.settings`: which button is which, and how long a bounce is waited for."""
        row, exchange = partial(partial, self._in_force.row), partial(self._in_force.turn, SEATS_EXCHANGED, 1)
        items = [
            Item(plain("operator.assign"), leads_to=Task.ASSIGN, help=word("help.assign")),
            Item(row(SEATS_EXCHANGED), exchange, help=word("help.input.exchanged")),
            Item(
                row(RELEASE_WAIT),
                turn=partial(self._in_force.turn, RELEASE_WAIT),
                put_back=partial(self._in_force.put_back, RELEASE_WAIT),
                help=word("help.input.release_ms"),
            ),
        ]
        if any(name in self._store.settings() for name in WIRED):
            text = word("help.assign.forget")
            items.append(Item(plain("assign.forget"), self.forget, dangerous=True, help=text))
        return items

    def tasks(self) -> Mapping[Enum, Page]:
        return {Task.WAIT: self.offer_wait}

    def forget(self) -> str:
        """Take back what is assigned and how long is waited, so that the file's apply; return the receipt."""
        for name in WIRED:
            if name in self._store.settings():
                self._store.set(name, None)
        self._program.adopt_settings()
        return word("assign.forgotten")

    @property
    def can_be_assigned(self) -> bool:
        """See `PanelsUnderTest.can_be_assigned`: whoever may change settings."""
        return self._program.config.operator.settings and (self._code.is_open or not self._code.is_set)

    @property
    def needs_longer_wait(self) -> bool:
        """See `PanelsUnderTest.needs_longer_wait`."""
        return self.can_be_assigned and self._worst is not None

    @property
    def _worst(self) -> tuple[tuple[int, str], ReleaseBounce] | None:
        """The button that needs the longest wait, if that is longer than the one in force, and how it bounces."""
        waits = self._inputs.needed_waits()
        worst = max(waits, key=lambda place: waits[place].needed_ms, default=None)
        if worst is None or waits[worst].needed_ms <= self._program.config.input.release_ms:
            return None
        return worst, waits[worst]

    async def offer_wait(self, toolkit: Toolkit) -> None:
        """Offer to wait as long as the worst button needs, or say that it is worn out."""
        if self._worst is None:
            return
        place, bounce = self._worst
        title = word("wait.title", button=place_words(*place))
        tenths = local_number(f"{bounce.burst_ns / 1e6:.0f}")
        if bounce.needed_ms > MOST_MS:
            text = word("wait.worn", bounce=tenths, most=MOST_MS)
            await Message(toolkit, title, text, is_alarm=True)
            return
        now = f"{self._program.config.input.release_ms:g}"
        text = word("wait.ask", bounce=tenths, needed=bounce.needed_ms, now=local_number(now))
        if isinstance(await Question(toolkit, title, text), Done):
            self._in_force.set(RELEASE_WAIT, bounce.needed_ms)

    def items(self) -> Sequence[Item]:
        if not lamps_of(self._sources):
            return [Item(plain("operator.no_lamps"), topic="lamps")]
        return [
            Item(self._lamp_row, turn=self._next_lamp, light=self._light, topic="lamps", help=word("help.lamp_test"))
        ]

    def measure_bounces(self) -> None:
        """See `PanelsUnderTest.measure_bounces`."""
        self._inputs.measure_bounces()

    def bounces(self) -> Spans:
        """See `PanelsUnderTest.bounces`."""
        return self._inputs.bounces()

    def shared_keys(self) -> Mapping[tuple[int, str], str]:
        """See `PanelsUnderTest.shared_keys`."""
        return shared_keys(self._sources, self._program.config.input)

    @property
    def _lights(self) -> Sequence[tuple[str, Light]]:
        """What the lamps can be asked to show, by name: all of them, each alone, and every pattern."""
        places = [(seat, button) for seat in self.seats for button in BUTTONS]
        bright = {place: Lamp(colour_of(place[0])) for place in places}
        each = [(place_words(seat, button), {(seat, button): bright[seat, button]}) for seat, button in places]
        cues = [(word(f"lamp_test.{name}"), Cue(name, self.seats)) for name in PATTERNS]
        return ((word("lamp_test.all"), bright), *each, *cues)

    def _lamp_row(self) -> Row:
        return Row(word("operator.lamp_test"), self._lights[self._lamp][0] if self._lamp is not None else "")

    def _next_lamp(self, step: int) -> None:
        """Show the next light: first all lamps."""
        count = len(self._lights)
        self._lamp = (self._lamp + step) % count if self._lamp is not None else 0 if step > 0 else count - 1

    def _light(self) -> Light:
        return self._lights[self._lamp][1] if self._lamp is not None else IDLE
