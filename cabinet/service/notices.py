"""Notices of a running program: on the terminal for the operator, and on the title for everybody.

The title shows the latest notice until another replaces it or somebody opens the menu; one that passes, for a while.
"""

import shlex
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from cabinet.config.schema import Input
from cabinet.doctor.board import edge_loss, is_header
from cabinet.doctor.probe import Probe
from cabinet.input.inputs import SERVICE, DisconnectedSource, lines_about
from cabinet.input.sources import Sources
from cabinet.scenes.stack import SceneStack
from cabinet.scenes.title import Title
from cabinet.store.store import Store
from cabinet.strings.catalogue import word
from engine.units import S
from hardware.posix import account

PASSING_NS: Final = 20 * S
"""How long the title shows a notice that passes."""


class Notices:
    """Writes notices to the operator through `report`, a line each, and shows them on the title if it is on top."""

    def __init__(self, stack: SceneStack, report: Callable[[str], None]) -> None:
        self._stack = stack
        self._report = report
        self._missing: tuple[DisconnectedSource, ...] = ()
        self._doubt = ""
        self._devices: dict[str, Sequence[str]] = {}
        self._output = ""
        self._waiting = ""
        self._passing = ""
        self._ends_at = 0
        self.last = ""
        """The notice for a title shown from now on; empty for none."""
        self.is_good = False
        """Whether that is good news."""

    def post(self, notice: str, *, good: bool = False) -> None:
        """Publish a notice, in the colour of an alarm unless it is `good`; an empty notice clears the title's."""
        if notice:
            self._report(notice)
        self._show(notice, good=good)

    def _show(self, notice: str, *, good: bool = False) -> None:
        self.last, self.is_good = notice, good
        if isinstance(self._stack.top, Title):
            self._stack.top.say(notice, good=good)

    def post_for_a_while(self, notice: str) -> None:
        """Publish a notice for the operator, which the title shows for `PASSING_NS` once it has no other; see `tick`.

        An empty one is none.
        """
        if notice:
            self._report(notice)
            self._waiting = notice

    def tick(self, now: int) -> None:
        """Show the notice that passes, and take it away after its time, so that it puzzles no player."""
        if not isinstance(self._stack.top, Title):
            return
        if self._waiting and not self.last:
            self._passing, self._waiting = self._waiting, ""
            self._ends_at = now + PASSING_NS
            self._show(self._passing)
        elif self._passing and now >= self._ends_at:
            if self.last == self._passing:
                self._show("")
            self._passing = ""

    def acknowledge(self) -> None:
        """Clear the notice because somebody has left the title, which showed it."""
        self.last = ""

    def update(self, missing: tuple[DisconnectedSource, ...], store: Store, complaints: Iterable[str]) -> None:
        """Report troubles of the disk and the operator's page, then of the boards: the title keeps the last notice."""
        self.disk(store)
        for complaint in complaints:
            self.post(complaint)
        self.missing(missing)

    def missing(self, away: tuple[DisconnectedSource, ...]) -> None:
        """Report the boards that are out of reach when they change; the reason of contradictory data goes to the
        operator only."""
        if away == self._missing:
            return
        for source in away:
            if source.distrust_reason and source not in self._missing:
                self._report(source.distrust_reason)
        self._missing = away
        self.post(" ".join(lines_about(away)))

    def devices(self, key: str, names: Sequence[str]) -> None:
        """Report devices by that text when they change: those at another port than they were assigned at, for one."""
        if names != self._devices.get(key, ()):
            self._devices[key] = names
            self.post(" ".join(word(key, device=name) for name in names))

    def output(self, missing: str) -> None:
        """Report that another output plays than the one that is wanted, when that changes; a name, "" for none."""
        if missing != self._output:
            self._output = missing
            self.post(word("sound.not_there", output=missing) if missing else "")

    def stamps(self, doubt: str) -> None:
        """Report why the stamps of the players' buttons are not accurate enough to judge, when that changes
        (`Sources.doubt`)."""
        if doubt in ("chip", "late") and doubt != self._doubt:  # the title says it of keys
            self.post(word("input.doubt.chip" if doubt == "chip" else "input.doubt.late"))
        self._doubt = doubt

    def disk(self, store: Store) -> None:
        """Report troubles of the disk to everybody, and saved files on the terminal only."""
        for trouble in troubles_of(store):
            self.post(trouble)
        for line in saved_by(store):
            self._report(line)


def header_caution(sources: Sources, wanted: Input, machine: Probe) -> str:
    """Return the caution about a kernel that may lose one of two edges of players' buttons on the header; empty for
    none."""
    pins = sources.pins.buttons.values() if sources.pins else ()
    has_players = any(place != SERVICE for place in pins)
    return word("input.edge_loss") if has_players and is_header(wanted.gpio_chip) and edge_loss(machine) else ""


def troubles_of(store: Store) -> list[str]:
    """Return what went wrong at the disk since the last call, a line each, with its remedy; each line once."""
    lines = (
        word(trouble.key, name=trouble.name, reason=trouble.reason, remedy=remedy_of(trouble.cause, store.folder))
        for trouble in store.troubles()
    )
    return list(dict.fromkeys(lines))


def remedy_of(cause: str, folder: Path | None) -> str:
    """Return the remedy for a cause (`cabinet.store.errors.cause_of`), with the account of this program."""
    return word(f"store.remedy.{cause}", account=account(), folder=shlex.quote(str(folder)))


def saved_by(store: Store) -> list[str]:
    """Return the results that have been saved since the last call, a line each."""
    return [word("store.saved", name=name) for name in store.saved()]
