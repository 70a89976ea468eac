"""Series of matches come to the same figures and logs however they are played."""

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.errors import LogFileError
from cabinet.research.bulk import InProcess
from cabinet.research.simulate import Series, SeriesJob, play_all, play_series
from cabinet.research.tally import Tally
from engine.setup import Setup, seats_of
from tests.cabinet.bulk.jobs import Unreliable

RANDOM = seats_of("bot:random", "bot:random")
SERIES = (Series(Setup("spit", {"length": 1}, RANDOM, 5), 7), Series(Setup("speed", {"best_of": 1}, RANDOM, 90), 9))


def totals(executor: Any, logs: Path | None = None) -> list[Tally]:
    tallies = [Tally() for _ in SERIES]
    for place, matches, part in play_all(SERIES, executor, Tally, logs):
        assert part.matches == matches
        tallies[place].merge(part)
    return tallies


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Tally], dict[str, bytes]]:
    """The series one match after the other: their tallies and logs."""
    folder = tmp_path_factory.mktemp("logs")
    tallies = totals(InProcess(), folder)
    assert tallies == [play_series(each, Tally).counts for each in SERIES]
    return tallies, contents(folder)


def test_a_log_is_named_after_its_game_and_seed(played: tuple[list[Tally], dict[str, bytes]]) -> None:
    names = {f"spit-{seed}.jsonl" for seed in range(5, 12)} | {f"speed-{seed}.jsonl" for seed in range(90, 99)}
    assert played[1].keys() == names


@settings(max_examples=10)
@given(data=st.data())
def test_figures_and_logs_are_the_same_in_any_order_and_cut(
    data: st.DataObject,
    played: tuple[list[Tally], dict[str, bytes]],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("again")
    tallies = totals(Unreliable(data.draw), folder)
    assert (tallies, contents(folder)) == played
    assert [tally.as_dict() for tally in tallies] == [tally.as_dict() for tally in played[0]]


@given(data=st.data())
def test_tallies_merge_to_the_same_in_any_order(data: st.DataObject) -> None:
    counts = st.dictionaries(st.integers(0, 5), st.integers(1, 9))
    tallies = st.builds(Tally, deals=st.integers(0, 99), lengths_ms=counts.map(Tally().lengths_ms.__class__))
    parts = data.draw(st.lists(tallies, max_size=6))
    sums = []
    for order in (parts, data.draw(st.permutations(parts))):
        total = Tally()
        for part in order:
            total.merge(part)
        sums.append((total, total.as_dict()))
    assert sums[0] == sums[1]
    assert sums[0][0].deals == sum(part.deals for part in parts)


@given(data=st.data())
def test_a_task_never_has_matches_of_two_series(data: st.DataObject) -> None:
    job = SeriesJob([(series, Tally) for series in SERIES], keep_logs=False)
    first = data.draw(st.integers(0, job.items - 1))
    task = job.task(first, data.draw(st.integers(1, 100)))
    (part, *_) = task.arguments
    place, number = job.place(first)
    assert 1 <= task.items <= SERIES[place].matches - number
    assert (part.setup.game, part.setup.seed) == (SERIES[place].setup.game, SERIES[place].setup.seed + number)


def test_a_disk_that_is_full_leaves_whole_logs_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Path.write_bytes

    def full_after_some(path: Path, data: bytes) -> int:
        if len(list(tmp_path.iterdir())) >= 3:
            write(path, data[:100])
            raise OSError(28, os.strerror(28))
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full_after_some)
    with pytest.raises(LogFileError, match="No space left on device"):
        totals(InProcess(), tmp_path)
    kept = contents(tmp_path)
    assert sorted(kept) == ["spit-5.jsonl", "spit-6.jsonl", "spit-7.jsonl"]
    assert all(b'"outcome"' in log for log in kept.values())
