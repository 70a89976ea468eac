"""Fuzz the reader of a stranger's backup: ``python -m tools.fuzz.backup SECONDS [SEED]``.

It needs nothing besides the project: SQLite reads the file, so that an instrumented Python finds no more than chance.
Bytes of a whole backup are changed, most of them in the heads of pages and cells. A crash is an exception that is not a
refusal in one printable line, a file that is left behind, or a backup that is taken and cannot be opened; its file is
named. Half of the changes hit what nobody reads, or a value that may stand there, and are taken.
"""

import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from cabinet.errors import CabinetError
from cabinet.store.backup import back_up, prepare_restore
from cabinet.store.ledger import MatchBegun, MatchEnded, Race
from cabinet.store.sqlite import FILE, TO_RESTORE, Database
from cabinet.store.store import DiskStore

MATCHES = 20
PAGE = 4096
HEAD = 120
"""So many bytes at the beginning of a page are its head and the first of its cells."""


def whole_backup(folder: Path) -> bytes:
    """Return a backup with something in every table."""
    store = DiskStore(folder / "played")
    players = ("human", "human")
    for number in range(MATCHES):
        name = f"2026-11-27T20-00-{number:02}-speed-{number}"
        store.begin(MatchBegun(name, "speed", "speed", players, 1_700_000_000 + number, names=("MIA", "BEN")))
        race = Race(0, 1, 700_000 + number, "speed", 1_700_000_000, True, name, ("MIA", "BEN"))
        store.end(MatchEnded(name, number % 2, "out", (2, 1), 63.5), [race], notes=[f'{{"n":{number}}}'])
    store.count({"press.0.CARD1": 12, "matches": MATCHES})
    store.set("volume", 30)
    store.close()
    back_up(folder / "played", folder / "backup.db")
    return (folder / "backup.db").read_bytes()


def changed(whole: bytes, chance: Random) -> bytes:
    """Return a backup with some of its bytes changed, now and then cut."""
    data = bytearray(whole)
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        head = chance.randrange(len(data) // PAGE) * PAGE + chance.randrange(HEAD)
        place = chance.choice((head, chance.randrange(len(data))))
        data[place] = chance.choice((0, 1, 255, chance.randrange(256), data[place] ^ 1 << chance.randrange(8)))
    return bytes(data[: chance.randrange(len(data))] if chance.random() < 0.05 else data)


def one(folder: Path, data: bytes) -> str:
    """Try one backup; return what came of it. Raises AssertionError, and whatever the reader raises by mistake."""
    home, file = folder / "home", folder / "tried.db"
    home.mkdir(exist_ok=True)
    file.write_bytes(data)
    try:
        prepare_restore(home, file, {}, Path("backup-2026-11-27-20-15/records.db"))
        told = "taken"
    except CabinetError as problem:
        assert str(problem).isprintable(), problem
        told = "refused"
    left = sorted(path.name for path in home.iterdir())
    assert left == ([TO_RESTORE] if told == "taken" else []), left
    if told == "taken":
        (home / TO_RESTORE).rename(folder / FILE)
        database = Database(folder / FILE)
        database.load()
        database.close()
    return told


def main(seconds: str, seed: str = "0") -> None:
    """Try backups for so long, and print how many were taken."""
    chance, seen, until = Random(int(seed)), Counter[str](), time.monotonic() + float(seconds)
    with TemporaryDirectory() as name:
        whole = whole_backup(Path(name))
        while time.monotonic() < until:
            data = changed(whole, chance)
            try:
                seen[one(Path(name), data)] += 1
            except BaseException:
                Path("crash-backup.db").write_bytes(data)
                sys.stderr.write("crash-backup.db\n")
                raise
    print(*(f"{count} {told}" for told, count in seen.items()), sep=", ")


if __name__ == "__main__":
    main(*sys.argv[1:])
