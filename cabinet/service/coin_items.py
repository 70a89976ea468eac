"""The operator's side of coins: the slots' switches as they are pressed, and the lines about credits."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from cabinet.audio.player import SoundPlayer
from cabinet.coins import CoinSlots, Credits, Pulse
from cabinet.config.schema import Config
from cabinet.scenes.attract import Attract
from cabinet.scenes.operator import Item
from cabinet.scenes.operator_pages import Row
from cabinet.scenes.stack import SceneStack
from cabinet.scenes.title import Title
from cabinet.service.items import OperatorItems, plain
from cabinet.service.notices import Notices
from cabinet.strings.catalogue import word
from engine.panel import Press

TOPIC: Final = "coins"
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
    return config.input.coin1.is_wired or config.input.coin2.is_wired or not config.coins.free_play


class CoinItems(OperatorItems):
    """The lines about credits, beside the prices, which are settings. All need the operator's code."""

    def __init__(self, credits: Credits, config: Config) -> None:
        """`config` says whether coins are taken here at all."""
        self._credits = credits
        self._config = config

    def settings(self) -> Sequence[Item]:
        """See `OperatorItems.settings`."""
        if not has_coins(self._config):
            return ()
        line = partial(Item, topic=TOPIC, needs_code=True)
        return [
            line(self._row, self._give, help=word("help.service_credit")),
            line(plain("coins.clear"), self._credits.clear, dangerous=True, help=word("help.clear_credits")),
        ]

    def _row(self) -> Row:
        return Row(word("coins.service"), word("coins.are_in", amount=self._credits.amount))

    def _give(self) -> str:
        self._credits.give()
        return word("coins.are_in", amount=self._credits.amount)
