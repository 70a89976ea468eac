"""The operator's page STICK: export, backup and restore, each with what it does now and what came of it.

The stick is lent by root's helper for as long as one of them takes; afterwards it can be pulled. What takes long is
done in a thread, once everything that was given to the store is saved.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from contextvars import copy_context
from enum import Enum, auto
from functools import partial
from pathlib import Path
from typing import Final, TypeGuard

from cabinet.display.toolkit import Toolkit
from cabinet.doctor.checks import CheckContext, examine
from cabinet.errors import CabinetError
from cabinet.machine.bundle import FELL_BACK, OWNER_KEY, RELEASES
from cabinet.machine.client import Helper, LentStick
from cabinet.machine.number import cabinet_number
from cabinet.machine.stick import NotDone
from cabinet.scenes.choice import Answer, ask
from cabinet.scenes.machine_pages import Message, Working
from cabinet.scenes.operator import Item, Page
from cabinet.scenes.operator_pages import Row
from cabinet.service.items import OperatorItems, Program, plain
from cabinet.service.machine_items import sentence_of
from cabinet.service.stick import (
    WEEKLIES,
    About,
    Reports,
    Tell,
    about_backup,
    backups_on,
    bundle_content,
    bundle_version,
    export,
    moment_of,
    newest_bundle,
    remove_old_weeklies,
    save_backup,
    take_backup,
)
from cabinet.store.ledger import LAST_BACKUP, OWN, WEEKLY, Setting
from cabinet.store.store import Store
from cabinet.strings.catalogue import word
from engine.version import VERSION

TOPIC: Final = "stick"
WEEK_S: Final = 7 * 86_400
TRY_S: Final = 3600
"""How long after a try the next one is, s."""
LISTED: Final = 10
"""So many backups of a stick are offered, the newest."""


class StickTask(Enum):
    """What the lines lead to."""

    EXPORT = auto()
    BACKUP = auto()
    RESTORE = auto()
    UPDATE = auto()


class Job:
    """Something that takes long: how far it is, and what came of it, a sentence or a fault."""

    def __init__(self, act: Callable[[Tell], str]) -> None:
        """`act` returns the sentence. It raises CabinetError and NotDone for what cannot be done."""
        self._act = act
        self.share = 0.0
        self.is_done = False
        self.failed = False
        self.text = ""

    def run(self) -> None:
        """Do it, in a thread that waits for the stick."""
        try:
            self.text = self._act(self._tell)
        except CabinetError as problem:
            self.text, self.failed = str(problem), True
        except NotDone as problem:
            self.text, self.failed = sentence_of(problem), True
        finally:
            self.is_done = True

    def progress(self) -> float | None:
        """Return how far it is, from 0 to 1; None once it is done."""
        return None if self.is_done else self.share

    def _tell(self, share: float) -> None:
        self.share = max(0.0, min(1.0, share))


class StickItems(OperatorItems):
    """Makes the lines, and the pages to which they lead."""

    def __init__(
        self,
        program: Program,
        store: Store,
        helper: Helper,
        owner_key: Path = OWNER_KEY,
        releases: Path = RELEASES,
    ) -> None:
        """Updates are off where `owner_key` is not there."""
        self._program = program
        self._store = store
        self._helper = helper
        self._owner_key = owner_key
        self._releases = releases
        self._weekly: Job | None = None
        """The backup of the week that is being made."""
        self._tries_at = 0
        self._complained = ""
        self._complaints: list[str] = []

    def settings(self) -> Sequence[Item]:
        """Return the lines of an installed cabinet with records. All need the operator's code: what is copied has
        everybody's names."""
        if self._store.folder is None or not self._helper.is_there:
            return ()
        rows = {
            StickTask.EXPORT: plain("stick.export"),
            StickTask.BACKUP: plain("stick.backup"),
            StickTask.RESTORE: plain("stick.restore"),
            StickTask.UPDATE: self._update_row,
        }
        return [
            Item(row, leads_to=task, topic=TOPIC, needs_code=True, help=word(f"help.{task.name.lower()}"))
            for task, row in rows.items()
        ] + [self._weekly_item()]

    def _weekly_item(self) -> Item:
        row, turn, about = self._weekly_row, self._turn_weekly, word("help.weekly", count=WEEKLIES)
        return Item(row, turn=turn, topic=TOPIC, needs_code=True, help=about, is_ordered=False)

    def _weekly_row(self) -> Row:
        is_on = self._store.settings().get(WEEKLY) is True
        return Row(word("stick.weekly"), word("operator.on" if is_on else "operator.off"))

    def _turn_weekly(self, _step: int) -> None:
        self._store.set(WEEKLY, None if self._store.settings().get(WEEKLY) is True else True)
        self._tries_at = 0

    def state(self) -> str:
        """See `OperatorItems.state`: when a backup was made last."""
        at = self._store.settings().get(LAST_BACKUP)
        return word("stick.last", at=time.strftime(word("form.moment"), time.localtime(at))) if is_time(at) else ""

    def tick(self, now: int) -> None:
        """Make the week's backup where it is due, while nobody plays; look every `TRY_S` s. `now`: s since 1970.

        What stands against it is a complaint, once.
        """
        if self._weekly is not None:
            if self._weekly.is_done:
                self._end_weekly(self._weekly)
            return
        settings = self._store.settings()
        last = settings.get(LAST_BACKUP)
        is_due = settings.get(WEEKLY) is True and not (is_time(last) and 0 <= now - int(last) < WEEK_S)
        if not is_due or now < self._tries_at or self._store.folder is None or not self._helper.is_there:
            return
        self._tries_at = now + TRY_S
        self._weekly = Job(self._back_up_weekly)
        self._store.read(self._weekly.run)

    def _end_weekly(self, job: Job) -> None:
        self._weekly = None
        line = word("stick.weekly.failed", problem=job.text) if job.failed else ""
        if line and line != self._complained:
            self._complaints.append(line)
        self._complained = line
        self._note_backup(job)
        if not job.failed:
            self._program.log(job.text)

    def _note_backup(self, job: Job) -> None:
        if not job.failed:
            self._store.set(LAST_BACKUP, int(time.time()))

    def complaints(self) -> Sequence[str]:
        told, self._complaints = self._complaints, []
        return told

    def tasks(self) -> Mapping[Enum, Page]:
        """Return the pages to which the lines lead."""
        return {
            StickTask.EXPORT: self._export_page,
            StickTask.BACKUP: self._backup_page,
            StickTask.RESTORE: self._restore_page,
            StickTask.UPDATE: self._update_page,
        }

    @property
    def _data(self) -> Path:
        assert self._store.folder is not None, "there are no lines without one"
        return self._store.folder

    async def _done(self, toolkit: Toolkit, title: str, act: Callable[[Tell], str]) -> Job:
        """Do something that takes long, with its page in front of it."""
        job = Job(act)
        self._store.read(partial(copy_context().run, job.run))  # the thread says what came of it, in our language
        await Working(toolkit, title, word("stick.leave_it"), job.progress)
        return job

    async def _export_page(self, toolkit: Toolkit) -> None:
        context = self._program.check_context()  # which asks the screen: not for another thread
        job = await self._done(toolkit, word("stick.exporting"), lambda tell: self._export(context, tell))
        await self._say(toolkit, job, word("stick.exported"))

    async def _backup_page(self, toolkit: Toolkit) -> None:
        job = await self._done(toolkit, word("stick.backing_up"), self._back_up)
        self._note_backup(job)
        await self._say(toolkit, job, word("stick.backed_up"))

    async def _restore_page(self, toolkit: Toolkit) -> None:
        found: list[tuple[str, About | None]] = []
        job = await self._done(toolkit, word("stick.looking"), lambda _tell: self._look(found))
        if job.failed or not found:
            await Message(toolkit, word("stick.failed"), job.text, is_alarm=True)
            return
        answers = [Answer(moment_of(name).replace(" ", "\n"), about_words(name, about), name) for name, about in found]
        chosen = await ask(toolkit, word("stick.restore.which"), answers, len(answers))
        if chosen is None:
            return
        name: str = chosen.value
        yes = Answer(word("desk.yes"), word("stick.restore.yes", moment=moment_of(name)), True)
        if await ask(toolkit, word("stick.restore.sure"), [yes], 1) is None:
            return
        job = await self._done(toolkit, word("stick.restoring"), lambda tell: self._take(name, tell))
        await self._say(toolkit, job, word("stick.restored"))
        if not job.failed:
            self._program.restart()  # which takes the backup

    def _update_row(self) -> Row:
        if not self._owner_key.exists():
            return Row(word("stick.update"), word("operator.off"))
        try:
            failed = (self._releases / FELL_BACK).read_text(encoding="ascii").partition("-")[0]
        except (OSError, ValueError):
            return Row(word("stick.update"), VERSION)
        return Row(word("stick.update"), word("stick.update.back", now=VERSION, version=failed))

    async def _update_page(self, toolkit: Toolkit) -> None:
        if not self._owner_key.exists():
            text = sentence_of(NotDone("update.key"))
            await Message(toolkit, word("stick.failed"), text, is_alarm=True)
            return
        found: list[str] = []
        job = await self._done(toolkit, word("stick.looking"), lambda _tell: self._look_for_update(found))
        if job.failed or not found:
            await Message(toolkit, word("stick.failed"), job.text, is_alarm=True)
            return
        (name,) = found
        version = bundle_version(name)
        yes = Answer(word("desk.yes"), word("stick.update.yes", version=version, now=VERSION), True)
        if await ask(toolkit, word("stick.update.sure", version=version), [yes], 1) is None:
            return
        job = await self._done(toolkit, word("stick.updating"), lambda tell: self._update(name, tell))
        await self._say(toolkit, job, word("stick.updated"))
        if job.failed:
            return
        job = await self._done(toolkit, word("operator.restart_machine"), lambda _tell: self._restart_machine())
        if job.failed:
            await Message(toolkit, word("stick.failed"), job.text, is_alarm=True)

    async def _say(self, toolkit: Toolkit, job: Job, title: str) -> None:
        await Message(toolkit, word("stick.failed") if job.failed else title, job.text, is_alarm=job.failed)

    # What is done in the thread

    def _export(self, context: CheckContext, tell: Tell) -> str:

        reports = Reports(self._journal(), examine(context), self._program.config)
        with self._helper.stick() as stick:
            found = export(writable(stick), self._data, reports, time.localtime(), tell)
            name, where = stick.name, found.name
        left = word("stick.left_out", count=found.left_out) if found.left_out else ""
        return f"{word('stick.exported.about', name=where, stick=name, files=found.files)} {left}".strip()

    def _back_up(self, tell: Tell) -> str:
        with self._helper.stick() as stick:
            found = save_backup(writable(stick), self._data, time.localtime(), tell)
            name = stick.name
        return word("stick.backed_up.about", name=found.name, stick=name)

    def _back_up_weekly(self, tell: Tell) -> str:
        own = cabinet_number()
        with self._helper.stick() as stick:
            folder, name = writable(stick), stick.name
            found = save_backup(folder, self._data, time.localtime(), tell, own)
            try:
                removed = remove_old_weeklies(folder, found.name, own)
            except CabinetError as problem:  # the week has its backup
                self._program.log(word("stick.weekly.kept", problem=problem))
                removed = ()
        told = [word("stick.backed_up.about", name=found.name, stick=name)]
        told += [word("stick.weekly.removed", name=old, count=WEEKLIES) for old in removed]
        return " ".join(told)

    def _look(self, found: list[tuple[str, About | None]]) -> str:
        with self._helper.stick() as stick:
            names = backups_on(stick.folder)[:LISTED]
            found += [(name, about_backup(stick.folder, name)) for name in names]
        return word("stick.no_backup")

    def _take(self, name: str, tell: Tell) -> str:
        kept = {each: value for each, value in self._store.settings().items() if each in OWN}
        with self._helper.stick() as stick:
            matches = take_backup(stick.folder, name, self._data, kept, tell)
        return word("stick.restored.about", moment=moment_of(name), matches=matches)

    def _look_for_update(self, found: list[str]) -> str:
        with self._helper.stick() as stick:
            name = newest_bundle(stick.folder)
        if name:
            found.append(name)
        return word("stick.no_update")

    def _update(self, name: str, tell: Tell) -> str:
        with self._helper.stick() as stick:
            version = self._helper.update(bundle_content(stick.folder, name, tell))
        return word("stick.updated.about", version=version, now=VERSION)

    def _restart_machine(self) -> str:
        self._helper.ask("restart")
        return ""

    def _journal(self) -> bytes:
        try:
            return self._helper.journal()
        except NotDone as problem:  # an export without it is better than none
            return sentence_of(problem).encode()


def about_words(name: str, about: About | None) -> str:
    """Return what is known of a backup before it is read, in words."""
    if about is None:
        return word("stick.restore.line", name=name)
    return word("stick.restore.about", matches=about.matches, version=about.version)


def is_time(value: Setting | None) -> TypeGuard[int]:
    """Return whether a setting is a moment, in s since 1970, that a clock can show."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 1 << 35


def writable(stick: LentStick) -> int:
    """Return the folder of a stick that can be written to. Raises CabinetError."""
    if stick.is_read_only:
        raise CabinetError(word("stick.fault.protected"))
    return stick.folder
