"""The witness: what is in it, that nobody is named in it, and files that are none."""

import gzip
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cabinet.cli import main, parser
from cabinet.config.file import parse_config
from cabinet.config.schema import Display
from cabinet.doctor.checks import CheckContext
from cabinet.doctor.running import Running, ShownScreen, Source
from cabinet.process.revision import version_text
from hardware.clock import FakeClock
from hardware.keyboard import DEFAULT_KEYS, KeyboardSource
from hardware.source import SwitchEdge
from tests.cabinet.commands.refusals import assert_refused
from tests.cabinet.commands.test_hostile_texts import assert_harmless, strings_replaced
from tests.cabinet.doctor.fake_machine import FakeMachine
from workshop.commands import witness as command
from workshop.commands.witness import witness_of
from workshop.witness.figures import MS, Samples, measured, times_of
from workshop.witness.rehearsal import Rehearsal
from workshop.witness.witness_file import (
    WORDS,
    Check,
    Machine,
    Picture,
    Witness,
    packed,
    plain,
    read_witness,
    row_of,
    version_of,
)

PI = {
    "/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.5",
    "/etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
    "/proc/sys/kernel/osrelease": "6.12.47+rpt-rpi-v8",
    "/proc/meminfo": "MemTotal:        3882052 kB\nMemAvailable:    3000000 kB\n",
    "/sys/class/thermal/thermal_zone0/temp": "51234",
    **{f"/sys/devices/system/cpu/cpu{number}": "" for number in range(4)},
}
BUILDS = {"photofinish": "1.0.0"}
SEEN = Picture("kmsdrm", ("1920x1080@60",), 132.5, frames=times_of([4 * MS] * 99 + [20 * MS]))

LATE = times_of([MS])


@pytest.fixture(autouse=True)
def plays_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program has played by itself already."""

    @contextmanager
    def played(*_: object) -> Iterator[SimpleNamespace]:
        yield SimpleNamespace(is_over=True, seen=SEEN)

    monkeypatch.setattr(command, "rehearsal", played)
    monkeypatch.setattr(command, "measured", lambda samples, *_: samples.look() or LATE)
    monkeypatch.setattr(command, "versions", lambda: BUILDS)


def bear(machine: FakeMachine, folder: Path, config: str = "", running: Running | None = None) -> Witness:
    args = parser("doctor").parse_args(["doctor", "--witness", "--quick"])
    return witness_of(args, CheckContext(machine, parse_config(config), folder).with_running(running))


def test_a_pis_witness_says_what_the_table_of_machines_asks(tmp_path: Path) -> None:
    pins = Source("gpio", "pins", resolution_ns=100_000)
    running = Running(7, "1", "1.0.0", parse_config(""), engine="plain", sources=(pins,))
    made = bear(FakeMachine(files=PI, programs={"vcgencmd get_throttled": "throttled=0x50000"}), tmp_path, "", running)
    (tmp_path / "pi.json.gz").write_bytes(packed(made))
    read = read_witness(tmp_path / "pi.json.gz")
    assert read == made
    assert (read.throttled, read.ranges["heat_c"].most, read.ranges["MemTotal_mb"].least) == (0x50000, 51.2, 3975.2)
    assert (read.sync is not None, read.wakeups) == (True, LATE)
    machine, system, source, stamps, frames, seen, found = row_of(read)
    assert (machine, system) == (
        "Raspberry Pi 4 Model B Rev 1.5, 4×",
        "Debian GNU/Linux 13 (trixie), 6.12.47+rpt-rpi-v8",
    )
    assert (source, stamps) == ("pins", "100 µs")
    assert frames == "kmsdrm, 1920x1080@60: 4.0 ms, 20.0 in 99 of 100"
    assert seen.startswith("a witness, 20")
    assert "power (warn)" in found


def test_of_a_desk_where_nobody_plays_it_says_that_stamps_are_not_known(tmp_path: Path) -> None:
    machine, _, source, stamps, *_ = row_of(bear(FakeMachine(), tmp_path))
    assert (machine, source, stamps) == ("?, 0×", "auto", "not known: no program played")


# Nobody is named

NAMES = st.from_regex(r"[A-Z][a-z]{2,9}|[a-z]{3,12}|[0-9a-f]{6,16}|[0-9]{5,12}", fullmatch=True).filter(
    lambda name: name.casefold() not in WORDS
)


class Gossip(FakeMachine):
    """A machine that names somebody in all that it is asked."""

    name = ""

    def text(self, path: str) -> str | None:
        found = super().text(path)
        if not self.name:
            return found
        return f"{found or ''} {self.name}'s {self.name}-{self.name}\nPRETTY_NAME={self.name} Linux {self.name}"

    def glob(self, pattern: str) -> Sequence[str]:
        return [*super().glob(pattern), f"/dev/{self.name}"]

    def run(self, *command: str) -> str | None:
        return f"{self.name} {self.name}"

    def variable(self, name: str) -> str:
        return self.name

    def boards(self) -> Sequence[tuple[str, str]]:
        return [(f"/dev/{self.name}", self.name)]


def told_by(name: str) -> str:
    """The JSON of a cabinet whose machine, program and configuration are full of a name."""
    config = f'[operator]\nname = "{name}"\n'
    source = Source(name, "keys", devices=(name, name), untraced=name, doubt=name, moved=(name,), unjudged=(name,))
    running = Running(
        7, name, name, parse_config(config), name, name, name, engine="plain", sources=(source,),
        shown=(ShownScreen(f"{name}x{name}", name, "own"),), terminal=name, refused=name,
    )  # fmt: skip
    machine = Gossip(files=PI)
    machine.name = name
    folder = Path("/nowhere") / name
    return "".join(gzip.decompress(packed(bear(machine, folder, config, each))).decode() for each in (running, None))


def test_no_name_that_stands_on_a_machine_is_in_the_file() -> None:
    usual = told_by("")

    @given(NAMES)
    @settings(max_examples=40)
    def check(name: str) -> None:
        assume(name not in usual)
        assert name not in told_by(name)

    check()


@given(st.text())
def test_what_is_let_through_can_stand_in_a_table(text: str) -> None:
    assert msgspec.convert({"check": plain(text), "level": "ok", "key": ""}, Check).check == plain(text)


def test_a_version_whose_commit_nobody_knows_keeps_its_number(tmp_path: Path) -> None:
    assert version_of(version_text("1.0.0", tmp_path)) == "1.0.0 (…)"
    assert version_of("? 1.0.0") == "…"


# The file


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str], desk: object) -> Callable[..., tuple[int, str]]:
    def type_in(*arguments: object) -> tuple[int, str]:
        try:
            code = main([str(each) for each in arguments])
        except SystemExit as left:
            code = int(str(left.code))
        told = capsys.readouterr()
        return code, told.err if code == 2 else told.out + told.err

    return type_in


Type = Callable[..., tuple[int, str]]


def test_it_is_printed_and_then_written(tmp_path: Path, typed: Type) -> None:
    path = tmp_path / "w.json.gz"
    code, told = typed("doctor", "--witness", path, "--quick", "--yes")
    assert code == 0
    made = read_witness(path)
    assert all(each.key in told for each in made.findings)
    assert "frames" in told and f"{path}" in told
    code, shown = typed("witness", path)
    assert code == 0 and shown.splitlines() == [line for line in told.splitlines() if line in shown.splitlines()]
    code, table = typed("witness", path, path)
    assert [line.count(" | ") for line in table.splitlines()] == [6, 0, 6, 6]


def test_a_no_writes_nothing(tmp_path: Path, typed: Type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("builtins.input", lambda _question: "")
    assert typed("doctor", "--witness", tmp_path / "w.json.gz", "--quick")[0] == 1
    assert list(tmp_path.glob("w*")) == []


def test_it_refuses_at_once(tmp_path: Path, typed: Type) -> None:
    there = tmp_path / "there.json.gz"
    there.write_bytes(b"mine")
    assert_refused(typed("doctor", "--witness", there, "--yes"), "there.json.gz", "exists")
    assert there.read_bytes() == b"mine"
    assert_refused(typed("doctor", "--witness", tmp_path / "no" / "w", "--yes"), "no/w", "--witness")
    assert_refused(typed("doctor", "--quick"), "--quick", "--witness")


def whole() -> dict[str, Any]:
    made = Witness(1, "2026-11-29", 60, BUILDS, Machine(), "auto", (), (), SEEN)
    plain_json: dict[str, Any] = json.loads(msgspec.json.encode(made))
    return plain_json


def squeezed(value: object) -> bytes:
    return gzip.compress(json.dumps(value).encode())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x1f\x8b",
        b"no witness",
        gzip.compress(b"[" * 100_000),
        gzip.compress(bytes(100_000_000)),
        squeezed(whole())[:-9],
        squeezed(whole() | {"seconds": 1e300}),
        squeezed(whole() | {"source": "a|b"}),
        squeezed(whole() | {"versions": {str(number): "" for number in range(99)}}),
        squeezed([]),
        bytes(2_000_000),
    ],
    ids=lambda data: f"{len(data)}-{data[:3]!r}",
)
def test_a_file_that_is_none_is_refused_in_a_sentence(data: bytes, tmp_path: Path, typed: Type) -> None:
    (tmp_path / "w").write_bytes(data)
    assert_refused(typed("witness", tmp_path / "w"), "w", "doctor --witness")


def test_no_file_and_a_folder(tmp_path: Path, typed: Type) -> None:
    assert_refused(typed("witness", tmp_path), "cannot be read")
    assert_refused(typed("witness", tmp_path / "none"), "cannot be read")


def test_no_text_of_a_witness_reaches_a_terminal_as_it_is(tmp_path: Path, typed: Type) -> None:
    (tmp_path / "w").write_bytes(squeezed(whole()))
    assert typed("witness", tmp_path / "w")[0] == 0
    for other in strings_replaced(whole()):
        (tmp_path / "w").write_bytes(squeezed(other))
        for table in ((), ("--table",)):
            assert_harmless(typed("witness", tmp_path / "w", *table)[1])


# The figures


def test_a_look_a_second_until_it_is_over() -> None:
    samples, paused = Samples(FakeMachine(files=PI), Path("/nowhere")), list[float]()
    late = measured(samples, range(600), lambda: len(paused) == 3, paused.append)
    assert paused == [1, 1, 1]
    assert late is not None and 0 <= late.p50 <= late.p99 <= late.p99_9 <= late.most


@given(st.lists(st.integers(0, 10**12), min_size=1))
def test_so_many_of_a_thousand_are_no_longer(times: list[int]) -> None:
    found = times_of(times)
    assert found is not None
    for share, most in ((50, found.p50), (99, found.p99), (99.9, found.p99_9), (100, found.most)):
        assert sum(each <= most * MS + 500 for each in times) >= share / 100 * len(times) - 1e-6


# The program that plays by itself


def test_a_frame_counts_from_the_look_at_the_buttons_that_led_to_it() -> None:
    clock = FakeClock(10**9)
    keyboard = KeyboardSource([key for seat in DEFAULT_KEYS for key in seat.values()])
    keyboard.start()
    guest = Rehearsal(10, clock)
    presses = 0
    while not guest.begin(clock(), keyboard):
        keyboard.mark_read(clock())
        presses += sum(event.pressed for event in keyboard.drain() if isinstance(event, SwitchEdge))
        clock.advance(3 * MS)  # the turn is suspended
        guest.end()
        guest.begin(clock(), None)
        clock.advance(2 * MS)
        guest.shown(clock() - MS)
        guest.rest()
        clock.advance(11 * MS)
    assert presses > 20
    assert set(guest.frames) == {5 * MS}
    assert set(guest.shows) == {MS}
    assert set(guest.stretches) == {3 * MS, 2 * MS}


@pytest.mark.long
def test_the_program_itself_plays(tmp_path: Path) -> None:
    child = command.Rehearsal(0, Display(), "dummy", tmp_path)
    child.process.wait()
    assert (child.seen.driver, child.seen.modes) == ("dummy", ("1280x720",))
    assert re.fullmatch(r"\d+\.\d", str(child.seen.memory_mb))
