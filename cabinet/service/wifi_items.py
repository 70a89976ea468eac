"""The operator's lines about Wi-Fi: one joins it, by a look for networks, one of them, its passphrase, the attempt;
another has a card be a Wi-Fi of its own, for phones.

The passphrase is written letter by letter, goes to root's helper in one message, and is kept nowhere in this program:
not among the settings, in a log, or in what the stick takes along.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from functools import partial
from typing import Final, Generic, TypeVar
from unicodedata import normalize

from cabinet.display.toolkit import Toolkit
from cabinet.machine.client import Helper
from cabinet.machine.stick import NotDone
from cabinet.machine.wireless import MOST_SSID, Network, Spot
from cabinet.scenes.bases import Done
from cabinet.scenes.machine_pages import Message, Picked, PickLine, Question, Working
from cabinet.scenes.operator import Item, Page
from cabinet.scenes.operator_pages import Row
from cabinet.scenes.write_text import WriteText, Written
from cabinet.service.items import OperatorItems, Program, plain
from cabinet.service.machine_items import Errand, Errands, SystemView, sentence_of
from cabinet.strings.catalogue import word

T = TypeVar("T")

LEAST_PHRASE, MOST_PHRASE = 8, 63
"""Letters of a passphrase (IEEE 802.11, annex J.4)."""
STRANGE: Final = "\N{REPLACEMENT CHARACTER}"


class WifiTask(Enum):
    """A page to which a line about the Wi-Fi leads."""

    JOIN = auto()
    SPOT = auto()


class Asked(Generic[T]):
    """What the machine is asked for in a thread: its `answer` once `is_done`, or the `problem`, in words."""

    def __init__(self, question: Callable[[], T]) -> None:
        self._question = question
        self.answer: T | None = None
        self.problem = ""
        self.is_done = False

    def run(self) -> None:
        """Ask, and wait."""
        try:
            self.answer = self._question()
        except NotDone as problem:
            self.problem = sentence_of(problem)
        finally:
            self.is_done = True

    def progress(self) -> float | None:
        """Return 0 while the machine is at it, None once it is done."""
        return None if self.is_done else 0.0


class OwnNetwork:
    """Which Wi-Fi this machine is itself: asked for once it is one."""

    def __init__(self, helper: Helper, later: Callable[[str, Errand], None] | None = None) -> None:
        """`later` as in `MachineItems`."""
        self._helper = helper
        self._later = later or Errands()
        self._asked: Asked[Spot | None] | None = None

    def known(self, is_one: bool) -> tuple[str, str]:
        """Return its name and its passphrase, "" for none and while they are not known."""
        if not is_one:
            self._asked = None
        elif self._asked is None:
            self._asked = Asked(self._helper.spot)
            self._later("spot", self._asked.run)
        return (self._asked and self._asked.answer) or ("", "")


def spot_name(house: str) -> str:
    """Return the name of a Wi-Fi for a house: capitals and figures that every phone shows."""
    letters = normalize("NFKD", house).encode("ascii", "ignore").decode().upper()
    return re.sub(r"[^A-Z0-9 -]", "", letters)[:6].strip() or "PHOTO"


class WifiItems(OperatorItems):
    """The lines, on a cabinet that has a radio; they need the operator's code."""

    def __init__(
        self, program: Program, helper: Helper, view: SystemView, later: Callable[[str, Errand], None] | None = None
    ) -> None:
        """`later` as in `MachineItems`."""
        self._program = program
        self._helper = helper
        self._view = view
        self._later = later or Errands()

    def settings(self) -> Sequence[Item]:
        """See `OperatorItems.settings`: what joins one, and on a card, below what is shown on phones, its own."""
        if not self._helper.is_there or self._view.wifi() is None:
            return ()
        line, about = partial(Item, needs_code=True), word("help.wifi_join")
        lines = [line(plain("wifi.join"), leads_to=WifiTask.JOIN, help=about)]
        if self._view.card.exists():
            lines.append(line(self._spot, topic="live", leads_to=WifiTask.SPOT, help=word("help.spot")))
        return lines

    def tasks(self) -> Mapping[Enum, Page]:
        """See `OperatorItems.tasks`."""
        return {WifiTask.JOIN: self._page, WifiTask.SPOT: self._spot_page}

    def _spot(self) -> Row:
        scan = self._program.scan()
        if scan is not None and scan.network:
            return Row(word("wifi.spot"), f"{scan.network}   {scan.phrase}")
        return Row(word("wifi.spot"), word("operator.on" if self._view.spot.exists() else "operator.off"))

    async def _is_off(self, toolkit: Toolkit) -> bool:
        """Say that the radio is off, where it is."""
        if is_off := not self._view.wifi():
            await Message(toolkit, word("wifi.title"), word("wifi.off"), is_alarm=True)
        return is_off

    async def _spot_page(self, toolkit: Toolkit) -> None:
        """Say what a Wi-Fi of its own would come to, and switch it on or off."""
        if await self._is_off(toolkit):
            return
        before = await self._done(toolkit, "wifi.spot", lambda: (self._helper.spot(),))
        if before is None:
            return
        begins = before == (None,)
        ask = word("spot.on.ask") if begins else word("spot.off.ask")
        if not isinstance(await Question(toolkit, word("wifi.spot"), ask), Done):
            return
        name = spot_name(self._program.config.operator.name) if begins else ""
        after = await self._done(toolkit, "wifi.spot", lambda: (self._helper.spot(name),))
        if after is not None:
            told = word("spot.on.done", **after[0]._asdict()) if after[0] else word("spot.off.done")
            await Message(toolkit, word("wifi.spot"), told)

    async def _page(self, toolkit: Toolkit) -> None:
        """Look for networks, and have one joined; after a failure another one, or another passphrase."""
        if await self._is_off(toolkit):
            return
        found = await self._done(toolkit, "wifi.looking", self._helper.networks)
        if found is None:
            return
        rows = [*map(network_row, found), Row(word("wifi.other_name"))]
        place = 0
        while isinstance(picked := await PickLine(toolkit, word("wifi.which"), rows, place), Picked):
            place = picked.place
            asked = await (self._named(toolkit) if place == len(found) else self._secured(toolkit, found[place]))
            if asked is None:
                continue
            ssid, phrase = asked
            if await self._done(toolkit, "wifi.joining", partial(self._join, ssid, phrase)):
                await Message(toolkit, word("wifi.joined"), word("wifi.joined.about", name=shown_name(ssid)))
                return

    async def _done(self, toolkit: Toolkit, title: str, question: Callable[[], T]) -> T | None:
        """Ask the machine while a page says so; say why not, and return None, where it refuses."""
        asked = Asked(question)
        self._later("wifi", asked.run)
        await Working(toolkit, word(title), word(f"{title}.about"), asked.progress)
        if asked.problem:
            await Message(toolkit, word("wifi.failed"), asked.problem, is_alarm=True)
        return asked.answer

    def _join(self, ssid: bytes, phrase: str) -> bool:
        self._helper.join(ssid, phrase)
        return True

    async def _secured(self, toolkit: Toolkit, network: Network) -> tuple[bytes, str] | None:
        """Return the name of a network and its passphrase, written where it wants one; None for the way back."""
        if network.kind == "other":
            await Message(toolkit, word("wifi.failed"), word("wifi.other"), is_alarm=True)
            return None
        if network.kind == "open":
            return network.ssid, ""
        title = word("wifi.phrase", name=shown_name(network.ssid))
        written = await self._write(toolkit, title, MOST_PHRASE, LEAST_PHRASE)
        return (network.ssid, written.text) if isinstance(written, Written) else None

    async def _named(self, toolkit: Toolkit) -> tuple[bytes, str] | None:
        """Return the name of a network that is not in the list, and its passphrase; None for the way back."""
        name = await self._write(toolkit, word("wifi.name"), MOST_SSID, 1)
        if not isinstance(name, Written):
            return None
        title = word("wifi.phrase.or_none", name=name.text)
        phrase = await self._write(toolkit, title, MOST_PHRASE)
        return (name.text.encode(), phrase.text) if isinstance(phrase, Written) else None

    def _write(self, toolkit: Toolkit, title: str, most: int, least: int = 0) -> WriteText:
        """Return the page where a text is written that counts as it stands."""
        return WriteText(toolkit, title, "", most, least=least, is_exact=True, is_typed=self._program.is_typing)


def network_row(network: Network) -> Row:
    """Return the line of a network: its name, how strong it is, and what it asks for."""
    key = "wifi.in_use" if network.is_joined else f"wifi.kind.{network.kind}"
    return Row(shown_name(network.ssid), word("wifi.value", signal=network.signal, kind=word(key)))


def shown_name(ssid: bytes) -> str:
    """Return a network's name as it can be shown: bytes that are no text, and signs that are none, as a mark."""
    text = ssid.decode("utf-8", "replace")
    return "".join(sign if sign.isprintable() else STRANGE for sign in text)
