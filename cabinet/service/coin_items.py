"""The operator's side of coins: the slots' switches as they are pressed, and the lines about credits."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import Enum
from functools import partial
from typing import Final, Self

import msgspec

from cabinet.audio.player import SoundPlayer
from cabinet.coins import CoinSlots, Credits, Pulse
from cabinet.config.schema import CoinSwitch, Config, Input
from cabinet.display.toolkit import Toolkit
from cabinet.input.assigning import line_words
from cabinet.input.inputs import Inputs
from cabinet.input.rewiring import HEADER, WINDOW, Wire
from cabinet.input.sources import Sources, find_spare, key_map
from cabinet.scenes.attract import Attract
from cabinet.scenes.bases import Leave
from cabinet.scenes.machine_pages import AwaitedQuestion, Message
from cabinet.scenes.operator import Item, Page
from cabinet.scenes.operator_pages import Row
from cabinet.scenes.stack import SceneStack
from cabinet.scenes.title import Title
from cabinet.service.items import OperatorItems, Program, plain
from cabinet.service.notices import Notices
from cabinet.store.ledger import COIN1, COIN2
from cabinet.store.store import Store
from cabinet.strings.catalogue import word
from engine.panel import Press
from hardware.debounce import Debounced
from hardware.errors import HardwareError
from hardware.evdev.controls import Control, name_of
from hardware.evdev.kernel import EV_KEY
from hardware.evdev.layouts import Placement
from hardware.source import Glitch, SwitchEdge

TOPIC: Final = "coins"
BOARD: Final = "board"
"""The name of the board whose lines coin switches may be on."""
HEARD: Final = "point.0"
"""The sound of a coin, where no table is in play."""


class CoinDoor:
    """The switches of the slots: gives credits for coins, and says so; tells the operator of pulses that are none."""

    def __init__(self, credits: Credits, stack: SceneStack, notices: Notices) -> None:
        self._credits = credits
        self._stack = stack
        self._notices = notices
        self._slots = CoinSlots()

    def edge(self, press: Press, sounds: SoundPlayer) -> None:
        """Take a press or release of a switch."""
        pulse = self._slots.edge(press)
        if pulse is not None and pulse.fault is None:
            self._take(pulse, press, sounds)
        elif pulse is not None:
            self._tell(pulse)

    def tick(self, now: int) -> None:
        """Tell of switches that do not open. `now` is CLOCK_MONOTONIC, ns."""
        for pulse in self._slots.tick(now):
            self._tell(pulse)

    def _take(self, pulse: Pulse, press: Press, sounds: SoundPlayer) -> None:
        is_whole = self._credits.insert(pulse.slot)
        if not is_whole:
            self._notices.post(word("coins.full", slot=pulse.slot + 1))
        top = self._stack.top
        if self._stack.answers_presses:
            sounds.play([HEARD])
        if isinstance(top, Attract):
            top.dismiss(press)
        elif isinstance(top, Title) and is_whole and self._credits.words:
            top.say(self._credits.words, good=True)

    def _tell(self, pulse: Pulse) -> None:
        self._credits.count_fault(pulse)
        if pulse.fault != "short":
            self._notices.post(word(f"coins.fault.{pulse.fault}", slot=pulse.slot + 1))


def has_coins(config: Config) -> bool:
    """Return whether a coin switch is wired, or matches cost something without one."""
    return any(switch.is_wired for switch in switches_of(config)) or not config.coins.free_play


def switches_of(config: Config) -> Sequence[CoinSwitch]:
    """Return the switches of the slots."""
    return (config.input.coin1, config.input.coin2)


class CoinTask(Enum):
    """The pages on which a slot's switch is found, by the slots' places."""

    SLOT1 = 0
    SLOT2 = 1


class CoinItems(OperatorItems):
    """The lines about credits, beside the prices, which are settings, and about the slots' switches. All need the
    operator's code."""

    def __init__(
        self, program: Program, store: Store, sources: Sources, inputs: Inputs, *, is_desk: bool = False
    ) -> None:
        """`is_desk`: nobody looks for coins here, unless the file says so."""
        self._program = program
        self._store = store
        self._sources = sources
        self._inputs = inputs
        self._is_desk = is_desk
        self._credits = Credits(store, lambda: program.config.coins)

    def settings(self) -> Sequence[Item]:
        """See `OperatorItems.settings`."""
        line, has_any = partial(Item, topic=TOPIC, needs_code=True), has_coins(self._program.config)
        own = [
            line(self._row, self._give, help=word("help.service_credit")),
            line(plain("coins.clear"), self._credits.clear, dangerous=True, help=word("help.clear_credits")),
        ]
        slots = [line(partial(self._slot_row, each), leads_to=each, help=word("help.coin_slot")) for each in CoinTask]
        return [*(own if has_any else ()), *(() if self._is_desk and not has_any else slots)]

    def tasks(self) -> Mapping[Enum, Page]:
        """See `OperatorItems.tasks`."""
        return {each: partial(self._find_switch, slot=each.value) for each in CoinTask}

    def _row(self) -> Row:
        return Row(word("coins.service"), word("coins.are_in", amount=self._credits.amount))

    def _give(self) -> str:
        self._credits.give()
        return word("coins.are_in", amount=self._credits.amount)

    def _slot_row(self, task: CoinTask) -> Row:
        words = switch_words(switches_of(self._program.config)[task.value])
        return Row(word("coins.slot", slot=task.value + 1), words)

    async def _find_switch(self, toolkit: Toolkit, slot: int) -> None:
        """Have the switch of a slot closed, keep the line that it is on, and start anew with it."""
        title, text = word("coins.slot", slot=slot + 1), word("coins.slot.about")
        with SpareContact(self._sources, self._inputs, self._program.config.input) as contact:
            left = await AwaitedQuestion(toolkit, title, text, contact.has_closed, "coins.slot.hint")
        if isinstance(left, Leave):
            return
        switch = contact.switch or CoinSwitch()
        is_in_file = switch == switches_of(self._program.file.config)[slot]
        self._store.set((COIN1, COIN2)[slot], None if is_in_file else msgspec.json.encode(switch).decode())
        said = word("coins.slot.set", slot=slot + 1, line=switch_words(switch))
        await Message(toolkit, title, said)
        self._program.restart()  # which opens the line


def switch_words(switch: CoinSwitch) -> str:
    """Return what a switch is on, in words."""
    if switch.pin >= 0:
        return line_words(Wire(HEADER, switch.pin))
    if switch.line >= 0:
        return line_words(Wire(BOARD, switch.line))
    if switch.key:
        return line_words(Wire(WINDOW, switch.key))
    return switch.control or word("assign.none")


class SpareContact:
    """Waits for a contact to close that no button has: on the header's spare pins, the first board's lines, or of an
    encoder, a gamepad or a keyboard. A context; buttons stay buttons in it."""

    def __init__(self, sources: Sources, inputs: Inputs, config: Input) -> None:
        """`config` is the one in force."""
        self.switch: CoinSwitch | None = None
        """What has closed."""
        self._sources = sources
        self._inputs = inputs
        self._keys = key_map(config)
        self._config = config
        self._header: Debounced | None = None

    def __enter__(self) -> Self:
        self._inputs.listen(self._edge, spare=True)
        if self._sources.evdev is not None:
            self._sources.evdev.listen(self._control)
        if self._sources.keyboard is not None:
            self._sources.keyboard.listen(self._key)
        with suppress(HardwareError):
            self._header = find_spare(self._config)
            if self._header is not None:
                self._header.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._inputs.listen(None)
        for source in (self._sources.evdev, self._sources.keyboard):
            if source is not None:
                source.listen(None)
        if self._header is not None:
            self._header.close()

    def has_closed(self) -> bool:
        """Return whether one has closed by now."""
        for event in self._header.drain() if self._header is not None else ():
            if isinstance(event, SwitchEdge) and event.pressed:
                self._found(CoinSwitch(pin=int(event.line)))
        return self.switch is not None

    def _edge(self, event: SwitchEdge | Glitch) -> None:
        if isinstance(event, SwitchEdge) and event.pressed and event.source == BOARD:
            self._found(CoinSwitch(line=int(event.line)))

    def _control(self, placement: Placement, control: Control, pressed: bool, _time_ns: int) -> None:
        if pressed and control.type == EV_KEY and control not in placement.controls:
            self._found(CoinSwitch(control=name_of(control)))

    def _key(self, key: str, pressed: bool, _time_ns: int) -> None:
        if pressed and key not in self._keys:
            self._found(CoinSwitch(key=key))

    def _found(self, switch: CoinSwitch) -> None:
        self.switch = self.switch or switch
