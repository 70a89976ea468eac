"""The operator's code: six presses, without which a guest who holds two buttons deletes and sets nothing that matters.

It stands in the configuration (`code` under ``[operator]``) or, as a salted hash, among the settings. Six of eight
buttons are 262,144 codes: the hash keeps one from being read by accident, and no more; what keeps it from being guessed
at the panel is the wait after three wrong tries.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from enum import Enum, auto
from functools import partial
from types import MappingProxyType
from typing import Final

from cabinet.display.toolkit import Toolkit
from cabinet.scenes.machine_pages import EnterCode, Entered, Message
from cabinet.scenes.operator import Item, Page
from cabinet.scenes.operator_pages import Row
from cabinet.service.items import OperatorItems, Program
from cabinet.store.ledger import CODE
from cabinet.store.store import Store
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT
from engine.units import S
from hardware.clock import Clock

LENGTH: Final = 6
"""Presses of a code."""
SIGNS: Final[Mapping[str, str]] = MappingProxyType(
    {**{str(number): card for number, card in enumerate(CARDS, 1)}, "L": LEFT, "R": RIGHT, "A": ACTION}
)
"""How the configuration writes a button -> the button."""
TRIES: Final = 3
WAIT_NS: Final = 60 * S
"""How long nothing is tried after `TRIES` wrong codes."""
COST: Final = {"n": 1 << 12, "r": 8, "p": 1, "dklen": 32}
"""scrypt's (RFC 7914): 4 MB, some 10 ms on a desk computer and less than 100 on a small Pi."""


def buttons_of(text: str) -> tuple[str, ...]:
    """Return the buttons of a code as the configuration writes it, ``1 5 L R A 2``; none for an empty text."""
    return tuple(SIGNS[sign] for sign in text.split())


def hash_of(buttons: Sequence[str], salt: str) -> str:
    """Return what is stored of a code: the salt and the hash, in hexadecimal digits."""
    return f"{salt}:{hashlib.scrypt(' '.join(buttons).encode(), salt=bytes.fromhex(salt), **COST).hex()}"


class CodeTask(Enum):
    """What lines about the operator's code lead to."""

    UNLOCK = auto()
    CHANGE = auto()


class OperatorCode(OperatorItems):
    """The code of this cabinet, its line, and whether somebody has entered it on this visit to the page."""

    def __init__(self, program: Program, store: Store, clock: Clock) -> None:
        """`clock` is CLOCK_MONOTONIC."""
        self._program = program
        self._store = store
        self._clock = clock
        self._wrong = 0
        self._waits_until = 0
        self.is_open = False
        """Whether the code has been entered on this visit."""

    def begin_visit(self) -> None:
        """Lock what was unlocked: somebody else may have opened the page."""
        self.is_open = False

    def settings(self) -> Sequence[Item]:
        """See `OperatorItems.settings`."""
        if self.is_in_file:
            return ()
        state = "code.change" if self.is_open else "code.locked" if self.is_set else "code.unset"
        task = CodeTask.CHANGE if self.is_open else CodeTask.UNLOCK
        return [
            Item(lambda: Row(word("operator.code"), word(state)), leads_to=task, is_open=True, help=word("help.code"))
        ]

    def tasks(self) -> Mapping[Enum, Page]:
        """See `OperatorItems.tasks`."""
        return {CodeTask.UNLOCK: partial(unlock, code=self), CodeTask.CHANGE: partial(set_code, code=self)}

    @property
    def _in_file(self) -> tuple[str, ...]:
        return buttons_of(self._program.config.operator.code)

    @property
    def _kept(self) -> str:
        """The hash of a code that was set at the cabinet; empty for none, and for what is none."""
        kept = str(self._store.settings().get(CODE, ""))
        salt = kept.partition(":")[0]
        return kept if len(salt) == 32 and set(salt) <= set("0123456789abcdef") else ""

    @property
    def is_set(self) -> bool:
        """Whether there is a code."""
        return bool(self._in_file or self._kept)

    @property
    def is_in_file(self) -> bool:
        """Whether the code is the configuration's, which goes before one that was set here."""
        return bool(self._in_file)

    @property
    def may_be_set(self) -> bool:
        """Whether the code can be set here: at first only before anybody has played, else by who has entered it."""
        return not self._in_file and (self.is_open or not (self.is_set or self._store.audits().get("matches", 0)))

    @property
    def wait_s(self) -> int:
        """How long nothing is tried, s; 0 if a code is taken."""
        return max(0, -(-(self._waits_until - self._clock()) // S))

    def enter(self, buttons: Sequence[str]) -> bool:
        """Return whether that is the code, and unlock this visit if it is. Nothing is taken during `wait_s`."""
        if self.wait_s or not self.is_set:
            return False
        if self._in_file:
            given, wanted = " ".join(buttons), " ".join(self._in_file)
        else:
            given, wanted = hash_of(buttons, self._kept.partition(":")[0]), self._kept
        if hmac.compare_digest(given, wanted):
            self._wrong, self.is_open = 0, True
            return True
        self._wrong += 1
        if self._wrong % TRIES == 0:
            self._waits_until = self._clock() + WAIT_NS
        return False

    def set(self, buttons: Sequence[str]) -> None:
        """Keep a new code, and unlock this visit. Raises ValueError where none may be set, and for another length."""
        if not self.may_be_set or len(buttons) != LENGTH:
            raise ValueError(f"no code can be set now, or not of {len(buttons)} buttons")
        self._store.set(CODE, hash_of(buttons, secrets.token_hex(16)))
        self.is_open = True


# The pages


async def unlock(toolkit: Toolkit, code: OperatorCode) -> None:
    """Have the code entered, or set where there is none yet; say how it is set where that is not possible here."""
    if not code.is_set:
        if code.may_be_set:
            await set_code(toolkit, code)
        else:
            await Message(toolkit, word("code.none"), word("code.how"), is_alarm=True)
        return
    note = ""
    while not code.wait_s:
        entered = await EnterCode(toolkit, word("code.enter"), LENGTH, note)
        if not isinstance(entered, Entered) or code.enter(entered.buttons):
            return
        note = word("code.wrong")
    await Message(toolkit, word("code.locked"), word("code.wait", seconds=code.wait_s), is_alarm=True)


async def set_code(toolkit: Toolkit, code: OperatorCode) -> None:
    """Have a new code entered twice."""
    note = word("code.new.about")
    while isinstance(first := await EnterCode(toolkit, word("code.new"), LENGTH, note), Entered):
        second = await EnterCode(toolkit, word("code.again"), LENGTH)
        if not isinstance(second, Entered):
            return
        if second == first:
            code.set(first.buttons)
            await Message(toolkit, word("code.set"), word("code.set.about"))
            return
        note = word("code.differs")
