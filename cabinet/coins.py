"""Coins: what a switch's pulse is, and the credits that matches cost; an operator's matter, of which no game knows.

`CoinSlots` judges the pulses of the switches, `Credits` keeps what they are worth. A unit is the least coin; a credit
costs some units, and a match some credits (``[coins]`` of the configuration). The balance and its counts are one change
of the store, so that a cut or a kill keeps both or neither. What a match has cost is kept beside the balance until it
has ended: a match that was cut off, and does not go on, gives it back.

The names of counts never change: ``coin.SLOT`` (1, 2), ``coin.over`` (beyond the most credits), ``coin.short``,
``coin.long``, ``coin.chatter`` and ``coin.stuck`` (pulses that are none), ``credit.service``, ``credit.played``,
``credit.returned``, ``credit.cleared``.
"""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from cabinet.config.schema import Coins
from cabinet.input.inputs import COINS
from cabinet.store.ledger import CREDITS
from cabinet.store.store import Store
from cabinet.strings.catalogue import word
from engine.panel import Press
from hardware.clock import MS

LEAST_NS: Final = 10 * MS
"""A shorter closing is no coin: a mechanism's pulse lasts 20 to 150 ms, and a device that is asked every 10 ms may show
half of the shortest."""
MOST_NS: Final = 500 * MS
"""A longer one is no coin: a switch that is held, or a coin on a string."""
GAP_NS: Final = 15 * MS
"""A closing so soon after a coin is its bounce."""
MOST_A_SECOND: Final = 25
"""No mechanism tells of more coins in a second."""
CALM_NS: Final = 1000 * MS
"""A switch that has chattered counts again after that long without an edge."""
STUCK_NS: Final = 3000 * MS
"""A switch that is closed for so long is stuck."""

Fault: TypeAlias = Literal["short", "long", "chatter", "stuck"]
"""Why a pulse was no coin, or (``stuck``) that its switch does not open."""


class Pulse(NamedTuple):
    """What a slot's switch has done: `slot` from 0; a coin, or a fault."""

    slot: int
    fault: Fault | None = None


class CoinSlot:
    """One switch. Times are ns on CLOCK_MONOTONIC."""

    def __init__(self, slot: int) -> None:
        self._slot = slot
        self._closed_at: int | None = None
        self._edge_at = -CALM_NS
        self._is_muted = self._is_stuck = False
        self._coins: deque[int] = deque(maxlen=MOST_A_SECOND)

    def edge(self, press: Press) -> Pulse | None:
        """Take a press or release of the switch; return what it was, once it is over."""
        at, before, self._edge_at = press.time_ns, self._edge_at, press.time_ns
        if press.pressed:
            if not self._is_muted or at - before >= CALM_NS:
                self._is_muted = False
                self._closed_at = at if self._closed_at is None else self._closed_at
            return None
        closed_at, self._closed_at, self._is_stuck = self._closed_at, None, False
        if closed_at is None:
            return None
        if self._coins and closed_at - self._coins[-1] < GAP_NS:
            self._coins[-1] = at
            return None
        if at - closed_at < LEAST_NS or at - closed_at > MOST_NS:
            return Pulse(self._slot, "short" if at - closed_at < LEAST_NS else "long")
        if len(self._coins) == MOST_A_SECOND and at - self._coins[0] < 1000 * MS:
            self._is_muted = True
            self._coins.clear()
            return Pulse(self._slot, "chatter")
        self._coins.append(at)
        return Pulse(self._slot)

    def tick(self, now: int) -> Pulse | None:
        """Return, once, that the switch does not open."""
        if self._closed_at is None or self._is_stuck or now - self._closed_at < STUCK_NS:
            return None
        self._is_stuck = True
        return Pulse(self._slot, "stuck")


class CoinSlots:
    """The switches of all slots."""

    def __init__(self) -> None:
        self._slots: Mapping[str, CoinSlot] = {button: CoinSlot(slot) for slot, (_, button) in enumerate(COINS)}

    def edge(self, press: Press) -> Pulse | None:
        """Take a press or release of one of `COINS`; return what it was, once it is over."""
        return self._slots[press.button].edge(press)

    def tick(self, now: int) -> list[Pulse]:
        """Return the switches that have begun to be stuck."""
        return [pulse for slot in self._slots.values() if (pulse := slot.tick(now)) is not None]


class Balance(NamedTuple):
    """The units that are in, and those that the match under way has cost."""

    units: int = 0
    paid: int = 0


class Credits:
    """The credits of this cabinet, in its store."""

    def __init__(self, store: Store, prices: Callable[[], Coins]) -> None:
        """`prices` returns those in force."""
        self._store = store
        self._prices = prices

    @property
    def balance(self) -> Balance:
        """What the store has; nothing where that cannot be read."""
        parts = str(self._store.settings().get(CREDITS, "")).split()
        are_numbers = len(parts) == 2 and all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts)
        return Balance(*map(int, parts)) if are_numbers else Balance()

    @property
    def is_free(self) -> bool:
        """Whether matches cost nothing."""
        return self._prices().free_play

    @property
    def price(self) -> int:
        """What a match costs, in units; 0 where matches cost nothing."""
        prices = self._prices()
        return 0 if prices.free_play else prices.credits_per_match * prices.units_per_credit

    @property
    def is_enough(self) -> bool:
        """Whether a match can be paid for."""
        return self.balance.units >= self.price

    def insert(self, slot: int) -> bool:
        """Take a coin of a slot, from 0; return whether it gave all that it is worth, up to the most credits."""
        prices, units = self._prices(), self.balance.units
        worth = (prices.slot1_units, prices.slot2_units)[slot]
        most = max(units, prices.max_credits * prices.units_per_credit)
        is_over = units + worth > most
        counts = {f"coin.{slot + 1}": 1, **({"coin.over": 1} if is_over else {})}
        self._keep(Balance(min(units + worth, most), self.balance.paid), counts)
        return not is_over

    def give(self) -> None:
        """Add a credit for nothing, as the operator does for who has lost a coin."""
        units, paid = self.balance
        self._keep(Balance(units + self._prices().units_per_credit, paid), {"credit.service": 1})

    def clear(self) -> None:
        """Take all credits away."""
        units, paid = self.balance
        self._keep(Balance(0, paid), {"credit.cleared": units // self._prices().units_per_credit})

    def take(self) -> bool:
        """Pay for a match, and return whether that was possible."""
        units, _ = self.balance
        price = self.price
        if units < price:
            return False
        if price:
            self._keep(Balance(units - price, price), {"credit.played": self._prices().credits_per_match})
        return True

    def end_match(self) -> None:
        """Note that the match that was paid for has ended: its price is not given back any more."""
        units, paid = self.balance
        if paid:
            self._keep(Balance(units), {})

    def give_back(self, *, goes_on: bool) -> None:
        """Give back what a match cost that was cut off, unless it goes on."""
        units, paid = self.balance
        if paid and not goes_on:
            self._keep(Balance(units + paid), {"credit.returned": -(-paid // self._prices().units_per_credit)})

    def count_fault(self, pulse: Pulse) -> None:
        """Count a pulse that was no coin."""
        if pulse.fault is not None:
            self._store.count({f"coin.{pulse.fault}": 1})

    def _keep(self, balance: Balance, counts: Mapping[str, int]) -> None:
        text = f"{balance.units} {balance.paid}" if any(balance) else None
        self._store.set_and_count(CREDITS, text, {name: count for name, count in counts.items() if count})

    # In words

    @property
    def amount(self) -> str:
        """The credits that are in, with a fraction: ``2``, ``1/3``, ``2 1/3``."""
        whole, rest = divmod(self.balance.units, self._prices().units_per_credit)
        part = f"{rest}/{self._prices().units_per_credit}" if rest else ""
        return " ".join(filter(None, (str(whole) if whole or not part else "", part)))

    @property
    def words(self) -> str:
        """What is in, and what a match costs; "" where matches cost nothing."""
        if self.is_free:
            return ""
        return word("coins.credits", amount=self.amount, price=self._prices().credits_per_match)
