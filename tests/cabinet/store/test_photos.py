"""Photos beside the logs: written, counted, and deleted with them."""

import os
from pathlib import Path

from cabinet.store.ledger import Ledger
from cabinet.store.logs import FOLDER, photo_path
from cabinet.store.retention import LogRetention
from cabinet.store.store import DiskStore
from cabinet.store.worker import DiskWorker, Memory, Trouble
from tests.cabinet.store.fake_files import FakeFiles

OVER = '{"t":9,"outcome":{"winner":0,"reason":"out","scores":[1,0]}}\n'


def test_the_store_writes_a_photo_beside_its_log(tmp_path: Path) -> None:
    store = DiskStore(tmp_path)
    log = tmp_path / FOLDER / "2026-11-22T23-47-10-speed-1.jsonl"
    store.keep_photo(log, lambda: b"a picture")
    store.close()
    assert (tmp_path / FOLDER / "2026-11-22T23-47-10-speed-1.photo.png").read_bytes() == b"a picture"


def test_a_disk_without_room_for_a_photo_is_reported_and_nothing_else_stops() -> None:
    troubles: list[Trouble] = []
    worker = DiskWorker(FakeFiles(1), None, Memory(Ledger()), troubles.append)
    log = Path("matches/one.jsonl")
    worker.photo(photo_path(log), b"a picture")
    assert [trouble.key for trouble in troubles] == ["store.photo"]


def leave(folder: Path, name: str, days: int, photo: int) -> None:
    for path, data in ((folder / f"{name}.jsonl", OVER.rjust(1000)), (folder / f"{name}.photo.png", "x" * photo)):
        path.write_text(data)
        os.utime(path, (1_700_000_000 - days * 86_400,) * 2)


def test_photos_count_and_go_with_their_logs(tmp_path: Path) -> None:
    for days in range(4):
        leave(tmp_path, f"{days}", days, photo=500)
    retention = LogRetention(tmp_path)
    retention.scan(100, {}, lambda _match: 0)
    assert retention.bytes == 4 * 1500
    assert [path.name for path in retention.tidy(3000, ())] == ["3.jsonl", "2.jsonl"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "0.jsonl", "0.photo.png", "1.jsonl", "1.photo.png",
    ]  # fmt: skip
    assert retention.bytes == 3000


def test_a_photo_of_a_wanted_log_stays(tmp_path: Path) -> None:
    for days in range(3):
        leave(tmp_path, f"{days}", days, photo=500)
    retention = LogRetention(tmp_path)
    retention.scan(100, {}, lambda _match: 0)
    retention.tidy(0, {"2"})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["2.jsonl", "2.photo.png"]
