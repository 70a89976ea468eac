"""Real disks and real accounts: what the program says while it plays, and the doctor beside it. Time is virtual."""

import io
import json
import os
import pwd
import re
import sqlite3
import subprocess
import sys
from contextlib import redirect_stderr
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Final

import pytest

from cabinet.service.notices import troubles_of
from cabinet.store.lock import FILE as LOCK
from cabinet.store.sqlite import FILE
from cabinet.store.store import DiskStore
from engine.panel import CARDS
from engine.units import S
from tests.cabinet.test_whole_cabinet import Evening, begun

PATIENCE_S: Final = 30.0
NOBODY: Final = 65534


def settled(store: DiskStore) -> None:
    """Wait for the thread that writes, whose time is not virtual, to do what it has been given."""
    done = Event()
    store._thread.put(lambda _worker, _now: done.set())
    assert done.wait(PATIENCE_S)


# -- Nobody plays -------------------------------------------------------------------------------------------------


def test_a_cabinet_that_rests_writes_nothing_to_its_disk(tmp_path: Path) -> None:
    """Once its start has been counted, a minute after it. Each longer stretch of work was written at once."""
    evening, written = Evening(tmp_path), list[dict[str, tuple[int, str]]]()
    evening.cabinet._status._longest_ns = evening.clock

    def look() -> None:
        settled(evening.store)
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        state = (tmp_path / LOCK).read_text()
        written.append({str(path): (path.stat().st_mtime_ns, state) for path in files})

    evening.after(31 * S).do(evening.cabinet._audit.flush).after(S).look().do(look).after(6 * S).do(look).look().tap(
        CARDS[4]
    ).after(3 * S).do(look).run()
    assert evening.seen == ["Attract", "Attract"]
    assert written[0] == written[1] != written[2], "what has grown meanwhile is written as somebody comes"


# -- A disk that becomes read-only in play: the kernel does that after an error -----------------------------------


@pytest.mark.needs("root", "mkfs.ext4")
def test_a_disk_that_becomes_read_only_in_play_is_named_so(tmp_path: Path, repository: Path) -> None:
    """The kernel does so after an error of the disk; ext4 has a switch that makes one."""
    image, data = tmp_path / "image", tmp_path / "data"
    data.mkdir()
    with image.open("wb") as file:
        file.truncate(16 * 1024 * 1024)
    subprocess.run(["mkfs.ext4", "-q", image], check=True)
    # the mount is this process's own: it goes with it, and nobody else sees it
    act = f"from tests.cabinet.test_real_disks import play_until_read_only; play_until_read_only({str(tmp_path)!r})"
    command = ["unshare", "--mount", sys.executable, "-c", act]
    done = subprocess.run(command, cwd=repository, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout.splitlines()[-1])
    cause = "its file system is read-only, as after an error of its disk: dmesg says why"
    assert any(line.startswith("The log of this match stops") and cause in line for line in result["said"])
    assert any(line.startswith(f"{FILE} cannot be saved") and cause in line for line in result["said"])
    assert sum(line.startswith("The log of this match stops") for line in result["said"]) == 1
    assert result["doctor"] == 2
    assert re.search(rf"FAIL +disk +{data} cannot be written: its file system is read-only", result["found"])


def play_until_read_only(folder: str) -> None:
    """In a mount namespace of its own: play a match whose disk becomes read-only, ask the doctor, and end."""
    image, data, file = (Path(folder, name) for name in ("image", "data", "config.toml"))
    file.write_text(f'[data]\nfolder = "{data}"\n[sound]\nvolume = 0\n', encoding="utf-8")
    subprocess.run(["mount", "-o", "loop,errors=remount-ro", image, data], check=True)
    source = subprocess.run(["findmnt", "-no", "SOURCE", data], check=True, capture_output=True, text=True)
    fault = Path("/sys/fs/ext4", Path(source.stdout.strip()).name, "trigger_fs_error")
    evening, said = begun(Evening(data)), io.StringIO()
    doctor: list[subprocess.CompletedProcess[str]] = []

    def ask() -> None:
        settled(evening.store)
        command = [sys.executable, "-m", "cabinet", "doctor", "--config", str(file)]
        doctor.append(subprocess.run(command, capture_output=True, text=True, check=False))

    evening.after(S).do(lambda: fault.write_text("a test's")).after(2 * S).do(ask).after(S)
    with redirect_stderr(said):
        evening.run()
    lines = [*said.getvalue().splitlines(), *troubles_of(evening.store)]
    sys.stdout.write(json.dumps({"said": lines, "doctor": doctor[0].returncode, "found": doctor[0].stdout}))


# -- Another program, and another account ---------------------------------------------------------------------------


def test_records_that_another_program_has_to_itself_are_named_so_and_saved_once_it_has_ended(tmp_path: Path) -> None:
    store = DiskStore(tmp_path)
    settled(store)
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    store.set("volume", 10)
    settled(store)
    (line,) = troubles_of(store)
    assert line.startswith(f"{FILE} cannot be saved")
    assert line.endswith("another program uses it: end that one.")
    other.execute("ROLLBACK")
    other.close()
    store.set("volume", 20)
    store.close()
    assert troubles_of(store) == []
    again = DiskStore(tmp_path)
    assert again.settings()["volume"] == 20
    again.close()


@pytest.mark.needs("root")
@pytest.mark.parametrize(
    ("mode", "told"), [(0o600, "Nothing can be saved now: "), (0o644, f"{FILE} cannot be saved (attempt to write")]
)
def test_records_of_another_account_are_told_as_that_with_the_command(mode: int, told: str) -> None:
    """As after a new installation, or where root has put a backup into the folder."""
    with TemporaryDirectory() as name:  # pytest's own folders are root's alone
        folder = Path(name)
        DiskStore(folder).close()
        os.chown(folder, NOBODY, NOBODY)
        for path in folder.iterdir():
            path.chmod(mode)
        os.setresuid(NOBODY, NOBODY, 0)
        try:
            store = DiskStore(folder)
            store.set("volume", 10)
            settled(store)
            line = troubles_of(store)[0]
            store.close()
        finally:
            os.setresuid(0, 0, 0)
        account = pwd.getpwuid(NOBODY).pw_name
        assert line.startswith(told)
        assert line.endswith(f"files there are another account's: sudo chown -R {account}: {folder}.")
        subprocess.run(line.partition("sudo ")[2].removesuffix(".").split(), check=True)
        assert {path.owner() for path in (folder, *folder.iterdir())} == {account}
