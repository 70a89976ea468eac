"""What is copied to a stick and from it: an export for a computer, a backup, and the backups that can be put back.

Everything of ours lies in one folder of the stick:

    photofinish/export-2026-11-27-20-15/   photofinish.html, results.csv, races.csv, people.csv, audits.csv, records.db,
                                           logs/, photos/, journal.txt, doctor.txt, config.toml, SHA256SUMS
    photofinish/backup-2026-11-27-20-16/   records.db, about.json, SHA256SUMS

A folder gets its name when everything in it is on the stick; before that it ends in ``.unfinished``, and is removed
where that is still possible. Nothing that lies on a stick is written over.
"""

import hashlib
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from cabinet.config.schema import Config
from cabinet.config.text import config_text
from cabinet.doctor.findings import OK, Finding
from cabinet.errors import CabinetError, reason_of
from cabinet.export.files import exported
from cabinet.machine.bundle import MOST_BYTES as MOST_BUNDLE
from cabinet.machine.bundle import NAME as BUNDLE
from cabinet.machine.bundle import numbers_of
from cabinet.machine.folder import CHUNK, Folder, StickFault
from cabinet.machine.number import FILE as OWNER
from cabinet.machine.number import MOST_BYTES as MOST_OWNER
from cabinet.machine.stick import OURS
from cabinet.store.backup import back_up, prepare_restore
from cabinet.store.ledger import OWN, Setting
from cabinet.store.logs import FOLDER, NAME, PHOTO
from cabinet.store.rows import MOST_BYTES
from cabinet.strings.catalogue import word
from engine.version import VERSION

RECORDS: Final = "records.db"
SUMS: Final = "SHA256SUMS"
ABOUT: Final = "about.json"
MOST_ABOUT: Final = 1 << 10
WEEKLIES: Final = 8
"""So many of a cabinet's backups of the week stay on a stick, the newest."""
UNFINISHED: Final = ".unfinished"
BACKUP: Final = re.compile(r"backup-(\d{4})-(\d\d)-(\d\d)-(\d\d)-(\d\d)(?:-\d+)?")
MOST_FILES: Final = 50_000
"""So many logs and photos one export takes; the newest."""
RESERVE: Final = 1 << 20
"""What stays free besides, for the stick's own tables, in bytes."""
MOST_SUMS: Final = 1 << 20
LOCAL: Final = ".stick.db"
"""The copy of the records in the data folder on its way to a stick or from it."""

Tell = Callable[[float], None]
"""Is told how far it has come, from 0 to 1."""


class Found(msgspec.Struct, frozen=True):
    """What was copied: the folder's name on the stick, and how many logs and photos are in it."""

    name: str
    files: int = 0
    left_out: int = 0
    """Files for which an export has no place (`MOST_FILES`), or that went meanwhile."""


class About(msgspec.Struct, frozen=True):
    """A backup's number of finished matches, and the version that made it.

    `weekly_of` is the number of the cabinet that made it as its backup of the week; "" for one that was asked for.
    """

    matches: Annotated[int, Meta(ge=0, le=10**9)]
    version: Annotated[str, Meta(pattern=r"^[0-9A-Za-z.+-]{1,32}$")]
    weekly_of: Annotated[str, Meta(pattern=r"^([0-9]{8})?$")] = ""


class Reports(msgspec.Struct, frozen=True):
    """What an export has besides files: the journal's text, the doctor's findings, the configuration."""

    journal: bytes
    findings: Sequence[Finding]
    config: Config


def export(stick: int, data: Path, reports: Reports, now: time.struct_time, tell: Tell) -> Found:
    """Copy everything to a stick, for a computer: return what was copied.

    Raises CabinetError for what stands against it; then nothing of it is left on the stick, unless it has gone.
    """
    with explained(), finished(stick, "export", now) as (folder, name), local_copy(data) as records:
        files = files_to_export(data / FOLDER)
        left_out = max(0, len(files) - MOST_FILES)
        files = files[:MOST_FILES]
        texts = {**exported(data, reports.config.operator.name, time.mktime(now)), **texts_of(reports)}
        size = records.stat().st_size + sum(map(len, texts.values())) + sum(each.size for each in files)
        check_room(folder, size + len(files) * CLUSTER)
        sums, copied = {}, 0
        sums[RECORDS] = folder.write(RECORDS, chunks_of(records))
        for text, content in texts.items():
            sums[text] = folder.write(text, [content])
        with folder.folder("logs", make=True) as logs, folder.folder("photos", make=True) as photos:
            for file in files:
                into, below = (photos, "photos") if file.is_photo else (logs, "logs")
                try:
                    chunks = chunks_of(file.path)
                    sums[f"{below}/{file.path.name}"] = into.write(file.path.name, chunks)
                except LocalFile:  # deleted meanwhile, as the oldest are
                    into.remove(file.path.name)
                    left_out += 1
                copied += file.size
                tell(copied / max(1, size))
        folder.write(SUMS, [sums_text(sums)])
    return Found(name, len(sums) - len(texts) - 1, left_out)


def save_backup(stick: int, data: Path, now: time.struct_time, tell: Tell, weekly_of: str = "") -> Found:
    """Copy records and settings to a stick; raises as `export`. `weekly_of` is as in `About`."""
    with explained(), finished(stick, "backup", now) as (folder, name), local_copy(data) as records:
        check_room(folder, records.stat().st_size)
        about = msgspec.json.encode(About(matches_in(records), VERSION, weekly_of))
        tell(0.3)
        sums = {RECORDS: folder.write(RECORDS, chunks_of(records)), ABOUT: folder.write(ABOUT, [about])}
        folder.write(SUMS, [sums_text(sums)])
        tell(1)
    return Found(name)


def backups_on(stick: int) -> Sequence[str]:
    """Return the names of the backups on a stick, the newest first. Raises CabinetError."""
    return sorted(filter(BACKUP.fullmatch, names_on(stick)), reverse=True)


def remove_old_weeklies(stick: int, newest: str, weekly_of: str) -> Sequence[str]:
    """Remove a cabinet's backups of the week beyond `WEEKLIES`, the oldest first; return their names.

    `newest` has just been made, and stays whatever its clock showed. Unless it reads back whole, none is removed, and
    none in whose folder is anything but a backup. Raises CabinetError.
    """
    if not _reads_back(stick, newest):
        return ()
    made = [each for each in backups_on(stick) if each != newest and _is_weekly_of(stick, each, weekly_of)]
    removed = []
    with explained(), Folder.of(stick) as root, root.folder(OURS) as ours:
        for name in made[WEEKLIES - 1 :]:
            with ours.folder(name) as folder:
                is_ours = folder.holds_only({RECORDS, ABOUT, SUMS})
            if is_ours:
                ours.rename(name, name + UNFINISHED)  # one that is half gone is no backup
                ours.remove(name + UNFINISHED)
                removed.append(name)
        ours.sync()
    return removed


def _is_weekly_of(stick: int, name: str, weekly_of: str) -> bool:
    about = about_backup(stick, name)
    return about is not None and about.weekly_of == weekly_of


def _reads_back(stick: int, name: str) -> bool:
    """Return whether the records of a backup have the sum that was written with them."""
    with explained(), Folder.of(stick) as root, root.folder(OURS) as ours, ours.folder(name) as folder:
        wanted = sum_in(b"".join(folder.read(SUMS, MOST_SUMS)), RECORDS)
        return copied_sum(folder.read(RECORDS, MOST_BYTES), len) == wanted


def about_backup(stick: int, name: str) -> "About | None":
    """Return what a backup of a stick says of itself; None for one that says nothing, as an older version's.

    It is for the choice alone: what is in the backup shows when it is read. Raises CabinetError.
    """
    with explained(), Folder.of(stick) as root, root.folder(OURS) as ours, ours.folder(name) as folder:
        try:
            return msgspec.json.decode(b"".join(folder.read(ABOUT, MOST_ABOUT)), type=About)
        except (StickFault, msgspec.MsgspecError, RecursionError):  # whatever it is, the backup may be sound
            return None


def take_backup(stick: int, name: str, data: Path, kept: Mapping[str, Setting], tell: Tell) -> int:
    """Read a backup of a stick, and have the next start take its rows; return its number of finished matches.

    `kept` are the settings of this cabinet. Raises CabinetError for a backup that is damaged or somebody else's work:
    then nothing has changed.
    """
    local = data / LOCAL
    try:
        with explained(), Folder.of(stick) as root, root.folder(OURS) as ours, ours.folder(name) as folder:
            wanted = sum_in(b"".join(folder.read(SUMS, MOST_SUMS)), RECORDS)
            with os.fdopen(new_file(local), "wb") as file:
                found = copied_sum(folder.read(RECORDS, MOST_BYTES), file.write)
        if found != wanted:
            raise CabinetError(word("stick.fault.damaged", detail=f"{name}/{RECORDS}"))
        tell(0.5)
        return prepare_restore(data, local, kept, Path(name, RECORDS))
    except OSError as problem:
        raise CabinetError(word("stick.local", reason=problem.strerror or str(problem))) from problem
    finally:
        with suppress(OSError):
            local.unlink()


def newest_bundle(stick: int) -> str:
    """Return the name of the bundle with the highest version on a stick; empty for none. Raises CabinetError."""
    found = filter(BUNDLE.fullmatch, names_on(stick))
    return max(found, key=lambda name: numbers_of(bundle_version(name)), default="")


def bundle_version(name: str) -> str:
    """Return the version in a bundle's name; what it really is, its manifest says."""
    found = BUNDLE.fullmatch(name)
    assert found is not None, name
    return found[1]


def bundle_content(stick: int, name: str, tell: Tell) -> Iterator[bytes]:
    """Yield a bundle's content. Raises CabinetError."""
    with explained(), Folder.of(stick) as root, root.folder(OURS) as ours:
        size, copied = max(1, ours.size(name)), 0
        for chunk in ours.read(name, MOST_BUNDLE + RESERVE):
            yield chunk
            copied += len(chunk)
            tell(COPIED * copied / size)


# The parts


COPIED: Final = 0.2
"""How far an update has come when the stick was read; what follows takes longer."""
CLUSTER: Final = 32 << 10
"""What a small file takes on a stick at most."""


class LocalFile(Exception):
    """A file of this cabinet has gone while it was copied, or cannot be read."""


class Exported(msgspec.Struct, frozen=True):
    """A log or a photo of the data folder, with its size in bytes."""

    path: Path
    size: int
    at: float

    @property
    def is_photo(self) -> bool:
        """Return whether it is no log."""
        return self.path.name.endswith(PHOTO)


@contextmanager
def explained() -> Iterator[None]:
    """Raise CabinetError, in words, for a fault of the stick."""
    try:
        yield
    except StickFault as fault:
        raise CabinetError(word(f"stick.fault.{fault.key}", detail=fault.detail)) from fault


def names_on(stick: int) -> Sequence[str]:
    """Return the names in our folder of a stick; none where there is no such folder. Raises CabinetError."""
    with explained(), Folder.of(stick) as root:
        try:
            with root.folder(OURS) as ours:
                return ours.names()
        except StickFault as fault:
            if fault.key == "none":
                return ()
            raise


def owner_file(stick: int) -> bytes:
    """Return the content of a stick's file of the owner, the beginning of a long one; empty where there is none.

    Raises CabinetError.
    """
    with explained(), Folder.of(stick) as root:
        try:
            with root.folder(OURS) as ours:
                return b"".join(ours.read(OWNER, MOST_OWNER))
        except StickFault as fault:
            if fault.key == "none":
                return b""
            raise


@contextmanager
def finished(stick: int, kind: str, now: time.struct_time) -> Iterator[tuple[Folder, str]]:
    """Make a dated folder for the block; give it its name when all of it is on the stick, or remove it."""
    with Folder.of(stick) as root, root.folder(OURS, make=True) as ours:
        name, folder = ours.new_folder(f"{kind}-{time.strftime('%Y-%m-%d-%H-%M', now)}", UNFINISHED)
        try:
            with folder:
                yield folder, name
            ours.sync()
            ours.rename(name + UNFINISHED, name)
            ours.sync()
        except BaseException:
            ours.remove(name + UNFINISHED)
            raise


@contextmanager
def local_copy(data: Path) -> Iterator[Path]:
    """Yield a checked copy of the records, without the settings that belong to this machine, until the block ends."""
    path = data / LOCAL
    try:
        with suppress(FileNotFoundError):
            path.unlink()
        back_up(data, path)
        with closing(sqlite3.connect(path)) as copy:
            copy.executemany("DELETE FROM settings WHERE name = ?", [(name,) for name in OWN])
            copy.commit()
            copy.execute("VACUUM")  # a deleted row's bytes would stay in the file
        yield path
    except (OSError, sqlite3.Error, LocalFile) as problem:
        raise CabinetError(word("stick.local", reason=reason_of(problem))) from problem
    finally:
        with suppress(OSError):
            path.unlink()


def matches_in(records: Path) -> int:
    """Return the number of finished matches in a copy of the records."""
    with closing(sqlite3.connect(records)) as copy:
        return int(copy.execute("SELECT count(*) FROM matches WHERE reason IS NOT NULL").fetchone()[0])


def files_to_export(folder: Path) -> list[Exported]:
    """Return logs and photos, the newest first; none where there is no folder yet."""
    found = []
    with suppress(FileNotFoundError), os.scandir(folder) as entries:
        for entry in entries:
            if NAME.fullmatch(entry.name) and entry.name.endswith((".jsonl", PHOTO)):
                with suppress(FileNotFoundError):
                    state = entry.stat(follow_symlinks=False)
                    found.append(Exported(Path(entry.path), state.st_size, state.st_mtime))
    return sorted(found, key=lambda file: -file.at)


def texts_of(reports: Reports) -> dict[str, bytes]:
    """Return the files of an export that are made for it."""
    config = msgspec.structs.replace(reports.config, operator=msgspec.structs.replace(reports.config.operator, code=""))
    lines = []
    for finding in reports.findings:
        lines.append(f"{finding.level:<4}  {finding.name:<10}  {finding.message}")
        if finding.remedy and finding.level != OK:
            lines.append(f"{'':<18}{finding.remedy}")
    return {
        "journal.txt": reports.journal,
        "doctor.txt": "\n".join([*lines, ""]).encode(),
        "config.toml": config_text(config, {}).encode(),
    }


def check_room(folder: Folder, size: int) -> None:
    """Raise CabinetError where a stick has less room than is needed, before anything is written."""
    free = folder.free
    if free < size + RESERVE:
        raise CabinetError(word("stick.room", free=free >> 20, needed=-(-(size + RESERVE) >> 20)))


def chunks_of(path: Path) -> Iterator[bytes]:
    """Yield the content of a file of this cabinet. Raises LocalFile, so that nobody takes it for the stick's fault."""
    try:
        with path.open("rb") as file:
            while chunk := file.read(CHUNK):
                yield chunk
    except OSError as problem:
        raise LocalFile(f"{path.name}: {problem.strerror}") from problem


def new_file(path: Path) -> int:
    """Return the descriptor of a new file in the place of one that may be there. Raises OSError."""
    with suppress(FileNotFoundError):
        path.unlink()
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)


def copied_sum(content: Iterable[bytes], write: Callable[[bytes], int]) -> str:
    """Write everything; return its SHA-256 in hexadecimal digits."""
    sum_of = hashlib.sha256()
    for chunk in content:
        sum_of.update(chunk)
        write(chunk)
    return sum_of.hexdigest()


def sums_text(sums: Mapping[str, str]) -> bytes:
    """Return the file that `sha256sum --check` reads."""
    return "".join(f"{digits}  {name}\n" for name, digits in sorted(sums.items())).encode()


def sum_in(text: bytes, name: str) -> str:
    """Return the sum of a file by such a text. Raises StickFault where it has none."""
    found = re.search(rb"^([0-9a-f]{64})  %s$" % re.escape(name.encode()), text, re.MULTILINE)
    if found is None:
        raise StickFault("damaged", SUMS)
    return found[1].decode()


def moment_of(name: str) -> str:
    """Return when a backup was made, by its name, in words."""
    found = BACKUP.fullmatch(name)
    if found is None:
        return name
    year, month, day, hour, minute = found.groups()
    return f"{day}.{month}.{year} {hour}:{minute}"
