"""Take the card's file: plan everything first, then keep all of it by one rename, or nothing.

Begin with `take`. The data partition has two slots, `a` and `b`, in its folder ``card``, and the link ``current`` to
the one in force. A new file's outputs go into the other slot, and only the last step, the rename of the link, makes
them the cabinet's: a power cut before it leaves the old ones, and the next boot begins again.
"""

import hashlib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from cabinet.card.disk import CARD, FINGERPRINT, KEYS, WLAN, ZONE, Disk, Output, digest
from cabinet.card.report import CardFault, CardReport, faults_in, report_text
from cabinet.config.faults import ConfigError
from cabinet.config.toml import leaves, value_at
from cabinet.errors import CabinetError
from cabinet.regular_file import read_regular_file
from cabinet.strings.catalogue import word
from engine.version import VERSION

NAME: Final = "photofinish.toml"
MOST_BYTES: Final = 64_000
"""The largest file accepted: a complete one has some 15,000 bytes."""
SLOTS: Final = ("a", "b")
LINKS: Final = (
    ("zone", f"card/current/{ZONE}"),
    ("network/wpa_supplicant-wlan0.conf", f"../card/current/{WLAN}"),
    ("ssh/authorized_keys", f"../card/current/{KEYS}"),
)
"""Where the system looks for the outputs, below the data partition: links, without a target while there is none."""


IMAGE: Final = Path("/etc/photofinish-image")
"""On the system of a card, and nowhere else."""


class Places(msgspec.Struct, frozen=True):
    """The folders of the card's FAT partition, of the data partition, of the report, and of the running system."""

    card: Path = Path("/boot/firmware")
    data: Path = Path("/data")
    run: Path = Path("/run/photofinish-card")
    root: Path = Path("/")

    @property
    def file(self) -> Path:
        """The card's file."""
        return self.card / NAME

    @property
    def current(self) -> Path:
        """The link to the slot in force."""
        return self.data / "card" / "current"


def take(places: Places, disk: Disk, environ: Mapping[str, str]) -> CardReport:
    """Take the card's file if it has changed, set the running system's time zone, and write the report.

    Damaged copies are made anew. A file with faults changes nothing, nor does a card without one. Raises CabinetError
    if the report cannot be written, and after the report if the data partition cannot be.
    """
    refusal: OSError | None = None
    try:
        report = taken(places, disk, environ)
    except OSError as problem:
        refusal = problem
        report = CardReport((CardFault(None, "", storage_fault(places, problem)),))
    notices = [*report.notices, *put_zone(places, disk)]
    report = CardReport(report.faults, tuple(notices), report.changed, report.news)
    try:
        places.run.mkdir(parents=True, exist_ok=True)
        disk.put(places.run / "report.json", Output(report_text(report)))
    except OSError as problem:
        path = problem.filename or places.run
        raise CabinetError(word("card.report_not_kept", path=path, reason=problem.strerror)) from problem
    if refusal is not None:
        raise CabinetError(f"{places.file}: {storage_fault(places, refusal)}") from refusal
    return report


def storage_fault(places: Places, problem: OSError) -> str:
    """Return the fault of a data partition that cannot be written."""
    return word("card.not_kept", path=problem.filename or places.data, reason=problem.strerror)


def taken(places: Places, disk: Disk, environ: Mapping[str, str]) -> CardReport:
    """Look at the card's file, and keep its outputs if it is new and right. Raises OSError for the data partition."""

    names = names_in(places.card)
    if not names:  # the kernel lies there: a card that started has one, so what is empty is the folder below the mount
        return CardReport((CardFault(None, "", word("card.no_partition")),))
    misnamed = sorted(filter(is_misnamed, names))
    if not os.path.lexists(places.file):
        faults = [CardFault(None, "", word("card.misnamed", name=name)) for name in misnamed]
        return CardReport(tuple(faults))
    notices = tuple(word("card.misnamed_too", name=name) for name in misnamed if name.casefold() == f"{NAME}.txt")
    try:
        data = read_regular_file(places.file, MOST_BYTES)
    except OSError as problem:
        return CardReport((CardFault(None, "", word("card.unreadable", reason=problem.strerror)),), notices)
    mark = fingerprint(data)
    if mark == kept_fingerprint(places):
        return CardReport(notices=notices)
    found = changed_file(places, disk, data, mark, environ)
    return CardReport(found.faults, notices, found.changed, found.news)


def changed_file(places: Places, disk: Disk, data: bytes, mark: str, environ: Mapping[str, str]) -> CardReport:
    """Check the bytes of a new file, and keep its outputs if it is right. Raises OSError for the data partition."""
    from cabinet.card.outputs import planned  # noqa: PLC0415 - with all games: a boot without a change does not wait for it

    try:
        plan = planned(data, places.file, environ, mark)
    except ConfigError as problem:
        return CardReport(faults_in(problem))
    except UnicodeDecodeError as problem:
        return CardReport((CardFault(None, "", problem.reason),))
    is_first, before = not kept_fingerprint(places), kept_settings(places)
    keep(places, disk, plan.files)
    after = kept_settings(places)
    changed = tuple(key for key, value in after.items() if before.get(key) != value)
    is_news = plan.settings or not is_first  # a new card's example is none
    return CardReport(changed=changed, news=word("card.taken", count=plan.settings) if is_news else "")


def names_in(folder: Path) -> list[str]:
    """Return the names of what lies in a folder; none where it cannot be read."""
    try:
        return [path.name for path in folder.iterdir()]
    except OSError:
        return []


def is_misnamed(name: str) -> bool:
    """Return whether a file was probably meant to be the card's file, by a name that editors give it: with ``.txt``,
    spelled or numbered otherwise.
    """
    folded = name.casefold().replace(" ", "").replace("-", "").replace("_", "")
    return folded.startswith("photofinish") and folded.endswith((".txt", ".toml", ".toml.rtf")) and name != NAME


def fingerprint(data: bytes) -> str:
    """Return the hash of the file and of the program's version: a new version checks the file again."""
    return hashlib.sha256(VERSION.encode() + b"\0" + data).hexdigest()


def kept_fingerprint(places: Places) -> str:
    """Return the fingerprint of the file that was taken last; empty if there is none, or if the copies are damaged."""
    try:
        mark, whole = (places.current / FINGERPRINT).read_text(encoding="ascii").split()
        copies = {path.name: path.read_bytes() for path in places.current.iterdir() if path.name != FINGERPRINT}
    except (OSError, ValueError):
        return ""
    return mark if digest(copies) == whole else ""


def kept_settings(places: Places) -> dict[str, Any]:
    """Return the settings in force by their keys with tables; none if there are none."""
    try:
        document = tomllib.loads((places.current / CARD).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return {".".join(key): value_at(document, key) for key in leaves(document)}


def keep(places: Places, disk: Disk, files: Mapping[str, Output]) -> None:
    """Write the outputs into the free slot, and make it the one in force by the last step. Raises OSError."""
    folder = places.data / "card"
    folder.mkdir(exist_ok=True)
    for name, target in LINKS:
        (places.data / name).parent.mkdir(exist_ok=True)
        disk.link(places.data / name, target)
    slot = folder / free_slot(places)
    disk.clear(slot)
    for name, output in files.items():
        disk.write(slot / name, output)
    disk.sync(slot)
    disk.sync(folder)
    disk.link(places.current, slot.name)


def free_slot(places: Places) -> str:
    """Return the slot that is not in force."""
    try:
        used = str(places.current.readlink())
    except OSError:
        used = ""
    return SLOTS[used == SLOTS[0]]


def put_zone(places: Places, disk: Disk) -> list[str]:
    """Set the running system's time zone (localtime(5)), at every boot: its own root may forget it.

    Return a notice if it cannot be written.
    """
    try:
        zone = (places.current / ZONE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return []
    try:
        disk.link(places.root / "etc/localtime", f"/usr/share/zoneinfo/{zone}")
        disk.put(places.root / "etc/timezone", Output(f"{zone}\n".encode()))
    except OSError as problem:
        path = problem.filename or places.root
        return [word("card.not_put", path=path, reason=problem.strerror)]
    return []
