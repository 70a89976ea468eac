"""How a life is judged after a kill or a power cut: right ones pass, every kind of loss is found. No machine needed."""

import json
from pathlib import Path
from random import Random

import pytest

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.match.factory import MatchFactory
from cabinet.match.request import MatchRequest
from cabinet.store.store import DiskStore
from engine.units import MS, S
from tools.vm.party import Life, judged, life_of

BOTS = MatchRequest("speed", "speed", ("bot:fast", "bot:fast"))
CONFIG = LoadedConfig(Config(options={"speed": {"best_of": 1, "countdown": 1}}), None, "")
BOOTED = 1000 * S


class Seen:
    """A life in virtual time that goes on from a second of play: what a witness says of it, and what a disk has."""

    def __init__(self, folder: Path) -> None:
        self.told: list[str] = []
        store = DiskStore(folder)
        session = MatchFactory(CONFIG, folder, 7, store).session(BOTS, 0, lambda _update: None)
        for now in range(0, S, 20 * MS):
            session.advance(now, now)
        store.close()
        path = store.cut_off()
        assert path is not None
        self.name, self.disk = path.name, path.read_text()
        self.say(BOOTED, log=self.name, text=self.disk)
        again = DiskStore(folder)
        session = MatchFactory(CONFIG, folder, 7, again).resumed(path)[1](BOOTED + S, lambda _update: None)
        session.control("resume", BOOTED + S)
        session.log = self  # type: ignore[assignment]  # what is written is seen
        again.close()
        before = self.disk
        self.disk = path.read_text()
        self.say(BOOTED + S + 20 * MS, log=self.name, text=self.disk.removeprefix(before))
        self.now = BOOTED + S
        while self.now < BOOTED + 26 * S or "text" not in json.loads(self.told[-1]):
            self.now += 10 * MS
            self.say(self.now)
            session.advance(self.now, self.now)
        self.now += 25 * MS

    def write(self, lines: "map[str]") -> None:
        text = "".join(f"{line}\n" for line in lines)
        self.disk += text
        self.say(self.now + 25 * MS, log=self.name, text=text)

    def say(self, at: int, **what: str) -> None:
        self.told.append(json.dumps({"at": at, **what}) + "\n")

    def disk_at(self, ns_before_the_end: int) -> bytes:
        """The log without what came to it in the last so many ns."""
        kept = self.disk
        for line in reversed(self.told):
            value = json.loads(line)
            if value["at"] > self.now - ns_before_the_end and "text" in value:
                kept = kept.removesuffix(value["text"])
        return kept.encode()


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    return Seen(tmp_path_factory.mktemp("life"))


@pytest.fixture
def life(seen: Seen) -> Life:
    return life_of([*seen.told, '{"at": 5, "sa'])


def test_a_life_of_which_all_is_there_has_no_fault(seen: Seen, life: Life) -> None:
    verdict = judged(life, seen.disk.encode())
    assert (verdict.faults, verdict.lost_ns) == ((), 0)
    assert verdict.lines > 40
    assert verdict.checked > 40


def test_what_the_program_may_lose_is_lost_without_a_fault(seen: Seen, life: Life) -> None:
    verdict = judged(life, seen.disk_at(300 * MS))
    assert verdict.faults == ()
    assert 0 < verdict.lost_ns < S


def test_a_moment_older_than_a_second_that_was_seen_is_missed(seen: Seen, life: Life) -> None:
    faults = judged(life, seen.disk_at(3 * S)).faults
    assert "before the end" in faults[0]
    assert "missing is" in faults[1]


def test_a_moment_that_nobody_saw_and_that_must_have_been_is_missed(seen: Seen, life: Life) -> None:
    """The program stood still for three seconds before the end: nothing was written that could have been seen."""
    kept = seen.disk_at(3 * S)
    life.seen = [(at, text) for at, text in life.seen if at <= seen.now - 3 * S]
    faults = judged(life, kept).faults
    assert faults
    assert all("missing is" in fault for fault in faults)


def test_what_was_there_before_the_life_is_missed(seen: Seen, life: Life) -> None:
    assert "was there before" in judged(life, "".join(life.before.splitlines(keepends=True)[:-1]).encode()).faults[0]


def test_a_log_that_is_not_the_match_is_a_fault(seen: Seen, life: Life) -> None:
    lines = seen.disk.splitlines(keepends=True)
    del lines[Random(3).randrange(10, len(lines) - 10)]
    assert judged(life, "".join(lines).encode()).faults
    assert judged(life, b"garbage\n" * 9).faults


def test_results_that_were_reported_saved_are_remembered(life: Life) -> None:
    life.hear({"at": 7, "said": "Saved: the result of 2026-11-21T18-30-05-speed-42."})
    assert life.saved == ["2026-11-21T18-30-05-speed-42"]
    assert life.ended_at == 7
