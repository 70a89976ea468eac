"""The operator's code: six presses, without which a guest who holds two buttons deletes and sets nothing that matters.

It stands in the configuration (`code` under ``[operator]``) or, as a salted hash, among the settings. Six of eight
buttons are 262,144 codes: the hash keeps one from being read by accident, and no more; what keeps it from being guessed
at the panel is the wait after three wrong tries.

Whoever proves from inside the box to be the owner sets another code, once: by the service button or a button board's
BOOTSEL, held for five seconds while the operator's page is there, or by a stick with the file ``photofinish/owner``
(`cabinet.machine.number`).
"""

import hashlib
import hmac
import secrets
import time
from collections.abc import Mapping, Sequence
from enum import Enum, auto
from functools import partial
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

from cabinet.display.toolkit import Toolkit
from cabinet.errors import CabinetError
from cabinet.machine.client import Helper
from cabinet.machine.number import cabinet_number, names_number, shown_number
from cabinet.machine.stick import NotDone
from cabinet.scenes.bases import Leave
from cabinet.scenes.machine_pages import EnterCode, Entered, Message, ProveOwner, Working
from cabinet.scenes.operator import Item, Page
from cabinet.scenes.operator_pages import Row
from cabinet.service.items import OperatorItems, Program, plain
from cabinet.service.machine_items import sentence_of
from cabinet.service.stick import owner_file
from cabinet.store.ledger import CODE, CODE_PROOF
from cabinet.store.store import Store
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import S
from hardware.board.source import BoardSource
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


PROOF_NS: Final = 5 * S
"""How long the service button is held to prove the owner, or a board's BOOTSEL."""
KEYBOARD: Final = "keyboard"
"""The source of a press of a key."""
Proof: TypeAlias = Literal["button", "board", "stick"]
"""What has proved the owner."""


class CodeTask(Enum):
    """What lines about the operator's code lead to."""

    UNLOCK = auto()
    CHANGE = auto()
    FORGOTTEN = auto()


class OperatorCode(OperatorItems):
    """The code of this cabinet, its line, and whether somebody has entered it on this visit to the page."""

    def __init__(
        self,
        program: Program,
        store: Store,
        clock: Clock,
        helper: Helper | None = None,
        boards: Sequence[BoardSource] = (),
        *,
        is_desk: bool = False,
    ) -> None:
        """`clock` is CLOCK_MONOTONIC; `helper` lends the stick; `boards` have a button inside the box. `is_desk`:
        whoever has the keyboard has the files, and nothing is locked."""
        self._program = program
        self._store = store
        self._clock = clock
        self._helper = helper
        self._boards = boards
        self._is_desk = is_desk
        self._wrong = 0
        self._waits_until = 0
        self._proof: Proof | None = None
        self.is_open = is_desk
        """Whether the code has been entered on this visit."""

    def begin_visit(self) -> None:
        """Lock what was unlocked: somebody else may have opened the page."""
        self.is_open, self._proof = self._is_desk, None

    def prove(self, proof: Proof) -> None:
        """Note that whoever is at the page owns the cabinet: until the visit's end a new code can be set, once."""
        self._proof = proof

    @property
    def is_proved(self) -> bool:
        """Whether that has been proved on this visit, and no code been set since."""
        return self._proof is not None

    def settings(self) -> Sequence[Item]:
        if self.is_in_file:
            return ()
        if self._is_desk and not self.is_set:
            return ()
        is_free = self.is_open or self.is_proved
        state = "code.change" if is_free else "code.locked" if self.is_set else "code.unset"
        task = CodeTask.CHANGE if is_free else CodeTask.UNLOCK
        row, about = partial(code_row, state), word("help.code")
        items = [Item(row, leads_to=task, is_open=True, help=about)]
        if self.is_set and not is_free:
            items.append(
                Item(plain("code.forgotten"), leads_to=CodeTask.FORGOTTEN, is_open=True, help=word("help.forgotten"))
            )
        return items

    def tasks(self) -> Mapping[Enum, Page]:
        pages = ((CodeTask.UNLOCK, unlock), (CodeTask.CHANGE, set_code), (CodeTask.FORGOTTEN, prove_owner))
        return {task: partial(page, code=self) for task, page in pages}

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
        """Whether the code can be set here: at first only before anybody has played, else by who has entered it, or has
        proved to be the owner."""
        is_new = not (self.is_set or self._store.audits().get("matches", 0))
        return not self._in_file and (self.is_open or self.is_proved or is_new)

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
        if self._proof is not None:
            self._store.count({f"code.{self._proof}": 1})
            self._store.set(CODE_PROOF, f"{self._proof} {int(time.time())}")
            self._program.log(word("code.proved", proof=word(f"code.by.{self._proof}")))
        self._wrong, self._waits_until, self._proof = 0, 0, None
        self.is_open = True

    def last_proof(self) -> str:
        """Return how and when a code was last set by a proof, in words; "" for never."""
        how, _, at = str(self._store.settings().get(CODE_PROOF, "")).partition(" ")
        if how not in get_args(Proof) or not at.isascii() or not at.isdigit():
            return ""
        moment = time.strftime(word("form.moment"), time.localtime(int(at)))
        return word("code.set_by", proof=word(f"code.by.{how}"), at=moment)

    def look_at_stick(self) -> str:
        """Take the stick's file of the owner for a proof; return why it is none, in words, or "". Waits for the helper,
        in a thread."""
        try:
            if self._helper is None or not self._helper.is_there:
                return word("code.no_helper")
            with self._helper.stick() as stick:
                found = names_number(owner_file(stick.folder), cabinet_number())
        except CabinetError as problem:
            return str(problem)
        except NotDone as problem:
            return sentence_of(problem)
        if found:
            self.prove("stick")
        return "" if found else word("code.other_number", number=shown_number(cabinet_number()))

    def look_at_boards(self) -> None:
        """Take a button board's BOOTSEL that is held for a proof. To be called while the page is there, some times a
        second, and no match runs."""
        if self.is_in_file:
            return
        for board in self._boards:
            if board.read_boot_button() >= PROOF_NS:
                board.boot_button.use()
                self.prove("board")

    @property
    def ways_to_prove(self) -> str:
        """How this cabinet's owner is proved, in words."""
        number = shown_number(cabinet_number())
        can_tell = {board.can_read_boot_button for board in self._boards}
        has_button = self._program.config.input.service_pin >= 0
        if not has_button and True not in can_tell:
            why = f"{word('code.prove.old')} " if False in can_tell else ""
            return word("code.prove.stick", why=why, number=number)
        held = "code.prove.either" if has_button and True in can_tell else "code.prove.button"
        return word("code.prove", hold=word(held if has_button else "code.prove.board"), number=number)

    def begin_look(self) -> "StickLook":
        """Look at the stick, in the store's thread."""
        look = StickLook(self)
        self._store.read(look.run)
        return look


class ServiceButton:
    """The operator's own button: opens the page as it goes down, and closes it as it is let go.

    Held for `PROOF_NS` while the page is there it proves the owner instead: the button is inside the box. A key does
    not: an encoder that is a keyboard has guests' buttons.
    """

    def __init__(self) -> None:
        self._down: tuple[Press, bool] | None = None
        """The press that lasts, and whether the page was there before it."""

    def toggles(self, press: Press, code: OperatorCode, *, is_there: bool) -> bool:
        """Return whether the page comes or goes at this edge. `is_there`: it is there now."""
        if press.pressed:
            self._down = press, is_there
            return not is_there
        down, self._down = self._down, None
        if down is None or not is_there:
            return False
        if press.time_ns - down[0].time_ns < PROOF_NS:
            return down[1]
        if press.source != KEYBOARD:
            code.prove("button")
        return False


class StickLook:
    """A look at the stick for the owner's file: whether it is over, and why that is no proof."""

    def __init__(self, code: OperatorCode) -> None:
        self._code = code
        self.is_done = False
        self.problem = ""

    def run(self) -> None:
        """Do it, in a thread that waits for the stick."""
        try:
            self.problem = self._code.look_at_stick()
        finally:
            self.is_done = True

    def progress(self) -> float | None:
        """Return 0 while it looks, None once it is done."""
        return None if self.is_done else 0.0


# The pages


async def unlock(toolkit: Toolkit, code: OperatorCode) -> None:
    """Have the code entered, or set where there is none yet; say how it is set where that is not possible here."""
    if not code.is_set:
        await (set_code if code.may_be_set else prove_owner)(toolkit, code)
        return
    note = ""
    while not code.wait_s:
        entered = await EnterCode(toolkit, word("code.enter"), LENGTH, note)
        if not isinstance(entered, Entered) or code.enter(entered.buttons):
            return
        note = word("code.wrong")
    await Message(toolkit, word("code.locked"), word("code.wait", seconds=code.wait_s), is_alarm=True)


def code_row(state: str) -> Row:
    """Return the code's line."""
    return Row(word("operator.code"), word(state))


async def prove_owner(toolkit: Toolkit, code: OperatorCode) -> None:
    """Say how the owner is proved, look at a stick, and have a code set once it is proved."""
    if code.is_in_file:
        await Message(toolkit, word("code.forgotten"), word("code.in_file"), is_alarm=True)
        return
    text = code.ways_to_prove
    title = word("code.forgotten" if code.is_set else "code.none")
    while not code.is_proved:
        if isinstance(await ProveOwner(toolkit, title, text, lambda: code.is_proved), Leave):
            return
        if not code.is_proved:
            look = code.begin_look()
            await Working(toolkit, word("stick.looking"), word("stick.leave_it"), look.progress)
            if look.problem:
                await Message(toolkit, word("stick.failed"), look.problem, is_alarm=True)
    await set_code(toolkit, code)


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
