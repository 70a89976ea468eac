"""The end of a store whose disk is slow, stands still or is full: what is waited for, and what is named."""

import time
from itertools import count
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest

from cabinet.store.errors import Unavailable
from cabinet.store.fake_files import FakeFiles
from cabinet.store.sqlite import FILE, Database
from cabinet.store.store import DiskStore

if TYPE_CHECKING:
    from tests.cabinet.store.conftest import Notes

WHEN = time.struct_time((2026, 11, 21, 18, 30, 5, 5, 325, 0))


class Stalling(FakeFiles):
    """A disk that stands still at its first new file until `answers` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.answers = Event()

    def create(self, path: Path) -> int:
        self.answers.wait()
        return super().create(path)


def test_a_slow_disk_is_waited_for_at_the_end(
    tmp_path: Path, notes: "Notes", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cabinet.store.worker.ASK_S", 0.001)
    files, asked = Stalling(), count()
    store = DiskStore(tmp_path, files=files)
    store.begin_log("speed", 1, WHEN)
    receipt = store.end(notes.ended())

    def waits(_waited_s: float) -> bool:
        if next(asked) == 20:
            files.answers.set()
        return True

    assert store.close(waits)
    assert receipt.is_saved
    assert store.saved() == [notes.ended().name]
    assert list(store.troubles()) == []


def test_what_a_disk_that_does_not_answer_has_not_saved_is_named(
    tmp_path: Path, notes: "Notes", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cabinet.store.worker.ASK_S", 0.25)
    waited: list[float] = []
    files = Stalling()
    store = DiskStore(tmp_path, files=files)
    store.begin_log("speed", 1, WHEN)
    for number in (1, 2):
        store.end(notes.ended(number))

    def waits(waited_s: float) -> bool:
        waited.append(waited_s)
        return waited_s < 0.75

    assert not store.close(waits)
    assert waited == [0.25, 0.5, 0.75]
    troubles = [(trouble.key, trouble.name) for trouble in store.troubles()]
    assert troubles == [("store.slow", FILE), *(("store.unsaved", notes.ended(number).name) for number in (1, 2))]
    files.answers.set()


def test_what_a_full_disk_has_not_saved_at_the_end_is_named(
    tmp_path: Path, notes: "Notes", monkeypatch: pytest.MonkeyPatch
) -> None:
    store = DiskStore(tmp_path)
    monkeypatch.setattr(Database, "apply", Mock(side_effect=Unavailable("database or disk is full")))
    store.end(notes.ended())
    assert not store.close()
    keys = [trouble.key for trouble in store.troubles()]
    assert (set(keys[:-1]), keys[-1]) == ({"store.unkept"}, "store.unsaved")
