"""Logs that are none, or not those of a match of this program: each is one clear message, and no file changes."""

import io
import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from cabinet.cli import main
from engine.errors import LogError
from engine.log import LATEST, read
from tests.cabinet.commands.refusals import Run, assert_refused

pytestmark = pytest.mark.usefixtures("desk")


def whole_log() -> bytes:
    """The log of a finished match, and the same for every test."""
    from engine.log import header, text_of
    from engine.setup import Setup, seats_of
    from engine.simulation import play_random

    setup = Setup("speed", {"best_of": 1}, seats_of("bot:random", "bot:random"), 1)
    return f"{header(setup)}\n{text_of(play_random(setup))}".encode()


def headed(**changes: Any) -> bytes:
    """The log with another first line."""
    first, _, rest = whole_log().partition(b"\n")
    return json.dumps({**json.loads(first), **changes}).encode() + b"\n" + rest


def with_line(line: bytes) -> bytes:
    """The log with one more line behind its fifth."""
    lines = whole_log().split(b"\n")
    return b"\n".join([*lines[:5], line, *lines[5:]])


LOGS: Final[Mapping[str, tuple[Callable[[], bytes], tuple[str, ...]]]] = {
    "nothing": (lambda: b"", ("line 1 is missing", "name another")),
    "one line without its end": (lambda: whole_log().split(b"\n")[0], ("line 1 is missing",)),
    "brackets within brackets": (lambda: b"[" * 100_000 + b"\n", ("line 1 is nested too deeply",)),
    "objects within a line": (lambda: with_line(b'{"t":' * 50_000), ("line 6 is nested too deeply", "another copy")),
    "objects within a whole line": (
        lambda: with_line(b'{"t":' * 101 + b"1" + b"}" * 101),
        ("line 6 is nested too deeply",),
    ),
    "objects as deep as may be": (lambda: with_line(b'{"t":' * 100 + b"1" + b"}" * 100), ("line 6 is of no kind",)),
    "brackets in a text": (lambda: with_line(b'{"t":1,"x":"' + b'[\\"' * 200 + b'"}'), ("line 6 is of no kind",)),
    "an empty line": (lambda: with_line(b""), ("line 6 is not JSON",)),
    "an empty line at the end": (lambda: whole_log() + b"\n", ("is not JSON",)),
    "no UTF-8": (lambda: with_line(b"\xff"), ("line 6 is not UTF-8",)),
    "a list": (lambda: with_line(b"[]"), ("line 6 is not a JSON object",)),
    "no number": (lambda: with_line(b'{"t":NaN,"deal":1}'), ("line 6 is not JSON", "no log holds")),
    "an endless time": (lambda: headed(horizon_ns=float("inf")), ("line 1 is not JSON",)),
    "a time of five thousand digits": (lambda: with_line(b'{"t":' + b"9" * 5000 + b"}"), ("line 6", "no log holds")),
    "a moment in a thousand years": (
        lambda: with_line(b'{"t":%d,"press":[0,"CARD1",true],"source":"gpio","res":1}' % 10**40),
        ("line 6 has a t that no match has", "0 to"),
    ),
    "a moment before the match": (lambda: with_line(b'{"t":-1,"resume":true}'), ("line 6 has a t",)),
    "a format of tomorrow": (lambda: headed(log=2), ("no match log of format 1", "the program that wrote it")),
    "a seed in words": (lambda: headed(seed="x"), ('seed must be a whole number, and is "x"',)),
    "a seed that is true": (lambda: headed(seed=True), ("seed must be a whole number, and is true",)),
    "no seed": (lambda: headed(seed=None), ("seed must be a whole number, and is null",)),
    "options that are none": (lambda: headed(options=None), ("options must be an object, and is null",)),
    "options in a list": (lambda: headed(options=[1]), ("options must be an object, and is [1]",)),
    "an option of tomorrow": (lambda: headed(options={"x": 1}), ("unknown option x for speed. It takes",)),
    "seats by their number": (lambda: headed(seats=3), ("seats must be a list, and is 3",)),
    "a seat that is a number": (lambda: headed(seats=[1, 2]), ("a seat must be an object, and is 1",)),
    "no seats": (lambda: headed(seats=[]), ("0 seats: speed takes 2 to 4",)),
    "a game of tomorrow": (lambda: headed(game="bridge"), ("no game is called bridge. There are",)),
    "a game of tomorrow's version": (
        lambda: headed(game="bridge", version="9.0"),
        ("version 9.0 wrote the log", "read it with that version"),
    ),
    "a line of tomorrow's version": (
        lambda: headed(version="9.0").replace(b"\n", b'\n{"t":1,"bid":"3H"}\n', 1),
        ("line 2 is of no kind", "version 9.0 wrote the log", "read it with that version"),
    ),
    "a horizon before the press": (lambda: headed(horizon_ns=-1), (f"horizon_ns must be from 0 to {LATEST}",)),
    "contests closer than judged races": (lambda: headed(reach_ns=1), ("reach_ns must not be below resolution_ns",)),
    "clocks in a way of tomorrow": (lambda: headed(clock_errors="mean"), ("clock_errors must be one of margin, sum",)),
}


@pytest.mark.parametrize("case", LOGS)
def test_a_log(case: str, run: Run, desk: Path) -> None:
    make, words = LOGS[case]
    (desk / "match.jsonl").write_bytes(make())
    assert_refused(run("verify", "match.jsonl"), "match.jsonl: line ", *words)
    with pytest.raises(LogError):
        read(make())


@pytest.mark.parametrize("name", ["folder", "pipe", "/dev/zero", "no.jsonl"])
def test_what_is_no_log_file(name: str, run: Run, desk: Path) -> None:
    (desk / "folder").mkdir()
    os.mkfifo(desk / "pipe")
    assert_refused(run("verify", name), f"{name} cannot be read", "Give the path of a match log")


def test_a_log_too_large_for_one(run: Run, desk: Path) -> None:
    with (desk / "huge.jsonl").open("wb") as file:
        file.truncate(100_000_001)
    assert_refused(run("verify", "huge.jsonl"), "huge.jsonl cannot be read", "more than 100 MB")


def test_a_log_that_says_something_else_ends_with_1(run: Run, desk: Path) -> None:
    (desk / "match.jsonl").write_bytes(with_line(b'{"t":4000000000,"resume":true}'))
    code, told = run("verify", "match.jsonl")
    assert code == 1
    assert told.startswith("match.jsonl: line 6 differs")


@pytest.mark.parametrize(
    "data",
    [
        lambda: whole_log().replace(b"\n", b"\r\n"),
        lambda: b"\xef\xbb\xbf" + whole_log(),
        lambda: whole_log().replace(b"\n", b"\r\n", 3),
    ],
)
def test_line_ends_of_windows_are_no_part_of_a_line(data: Callable[[], bytes], desk: Path) -> None:
    (desk / "match.jsonl").write_bytes(data())
    assert main(["verify", "match.jsonl"]) == 0


def test_a_finished_match_cannot_be_gone_on_with_and_no_other_is_played_instead(run: Run, desk: Path) -> None:
    (desk / "match.jsonl").write_bytes(whole_log())
    assert_refused(run("play", "--resume", "match.jsonl"), "match.jsonl: the match is over", "nothing to go on with")
    assert not (desk / "data").exists()


def test_an_unfinished_match_needs_a_display_and_no_other_is_played_instead(run: Run, desk: Path) -> None:
    begun = b"".join(whole_log().splitlines(keepends=True)[:20])
    (desk / "match.jsonl").write_bytes(begun)
    assert_refused(run("play", "--resume", "match.jsonl"), "match.jsonl cannot go on here", "Start from a desktop")
    assert (desk / "match.jsonl").read_bytes() == begun


def test_a_name_that_the_output_cannot_say_is_printed_all_the_same(
    run: Run, desk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = desk / os.fsdecode(b"caf\xe9.jsonl")
    log.write_bytes(whole_log())
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["verify", str(log)]) == 0
    out.seek(0)
    assert "caf\\udce9.jsonl: right" in out.read()
