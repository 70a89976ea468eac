"""What the process asks of its machine: memory, the collector, slices of work, C libraries' messages, systemd."""

import gc
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType
from unittest.mock import Mock
from weakref import ref

import pygame
import pytest

from cabinet.display.theme import Theme
from cabinet.process import gc_tuning
from cabinet.process.engine_build import COMPILED, MIXED, PLAIN, engine_build, refusal
from cabinet.process.memory import LARGE, M_MMAP_THRESHOLD, M_TRIM_THRESHOLD, Heap, memory_bytes
from cabinet.process.notify import ALIVE_NS, START_NS, Notifier, Wait, Watchdog
from cabinet.process.slices import Slices
from cabinet.process.time_of_day import is_time_set, note_time_set, synchronised
from tests.cabinet.pictures.studio import ARRANGEMENTS, Studio, every_sample

# -- Which engine is loaded, told from the files of its modules ----------------------------------------------------


SOURCE = ".py"
BINARY = EXTENSION_SUFFIXES[0]


def loaded(**suffixes: str) -> dict[str, ModuleType]:
    """Loaded modules by name, with the suffixes of their files; ``__`` in a name stands for a dot."""
    modules = {name.replace("__", "."): ModuleType(name) for name in suffixes}
    for module, suffix in zip(modules.values(), suffixes.values(), strict=True):
        module.__file__ = f"/somewhere/{module.__name__}{suffix}"
    return modules


@pytest.mark.parametrize(
    ("modules", "build"),
    [
        ({}, PLAIN),
        (loaded(cabinet=SOURCE, engineer=BINARY), PLAIN),
        (loaded(engine=SOURCE, engine__table=SOURCE, msgspec=BINARY), PLAIN),
        (loaded(engine=BINARY, engine__table=BINARY, cabinet=SOURCE), COMPILED),
        (loaded(engine=SOURCE, engine__table=BINARY), MIXED),
        (loaded(engine=BINARY, engine__table=SOURCE), MIXED),
    ],
)
def test_the_build_follows_from_the_files(modules: dict[str, ModuleType], build: str) -> None:
    assert engine_build(modules) == build


def test_these_tests_run_the_source_unless_the_compiled_engine_is_asked_for() -> None:
    assert engine_build() == (COMPILED if os.environ["PHOTOFINISH_COMPILED"] == "yes" else PLAIN)


def test_the_switch_names_the_reason_of_a_refusal() -> None:
    assert refusal("no: it was built for another Python") == "it was built for another Python"
    assert refusal("no") == refusal("") == ""


# -- How much memory the process may take, as the kernel's files say it --------------------------------------------


WHOLE = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
MB = 1024 * 1024


def told(folder: Path, group: str, **limits: str) -> int:
    """The answer for a process in a group, with the limits of groups: `slice_max` is memory.max of the outer one."""
    proc, groups = folder / "proc", folder / "cgroup"
    (proc / "self").mkdir(parents=True)
    (proc / "self" / "cgroup").write_text(group)
    places = {"slice": groups / "photofinish.slice", "unit": groups / "photofinish.slice/photofinish.service"}
    places["unit"].mkdir(parents=True)
    for name, value in limits.items():
        place, _, limit = name.partition("_")
        (places[place] / f"memory.{limit}").write_text(f"{value}\n")
    return memory_bytes(proc, groups)


OWN = "0::/photofinish.slice/photofinish.service\n"


@pytest.mark.parametrize(
    ("group", "limits", "expected"),
    [
        (OWN, {"unit_high": "max", "unit_max": "max"}, WHOLE),
        (OWN, {"unit_high": str(200 * MB), "unit_max": str(256 * MB)}, 200 * MB),
        (OWN, {"unit_high": "max", "unit_max": str(256 * MB)}, 256 * MB),
        (OWN, {"unit_max": "max", "slice_max": str(128 * MB)}, 128 * MB),
        (OWN, {"unit_max": str(100 * WHOLE)}, WHOLE),
        ("4:memory:/x\n1:name=systemd:/y\n", {"unit_max": "1"}, WHOLE),
        ("", {}, WHOLE),
        ("0::/\n", {"unit_max": "1"}, WHOLE),
    ],
    ids=["none", "high", "max", "around it", "more than there is", "version 1", "no such file", "the root"],
)
def test_the_least_of_the_machine_and_of_the_groups_limits_counts(
    group: str, limits: dict[str, str], expected: int, tmp_path: Path
) -> None:
    assert told(tmp_path, group, **limits) == expected


def test_where_the_kernel_says_nothing_it_is_the_machines_memory(tmp_path: Path) -> None:
    assert memory_bytes(tmp_path, tmp_path) == WHOLE


# -- What the C library's allocator is told, and that another one is left alone ------------------------------------


class Glibc:
    """glibc, as far as it is asked."""

    def __init__(self, answer: int = 1) -> None:
        self.told: list[tuple[int, ...]] = []
        self._answer = answer

    def mallopt(self, name: int, value: int) -> int:
        self.told.append((name, value))
        return self._answer

    def malloc_trim(self, pad: int) -> int:
        self.told.append((pad,))
        return 1


def test_large_blocks_have_pages_of_their_own_and_free_ones_go_back() -> None:
    library = Glibc()
    heap = Heap(library)
    assert heap.settle()
    assert library.told == [(M_MMAP_THRESHOLD, LARGE), (M_TRIM_THRESHOLD, LARGE)]
    heap.give_back()
    assert library.told[2:] == [(0,)]


def test_a_library_that_has_no_such_thing_or_will_not_is_left_as_it_is() -> None:
    bare = Heap(object())
    assert not bare.settle()
    bare.give_back()
    assert not Heap(Glibc(0)).settle()


def test_the_librarys_own_functions_are_found() -> None:
    heap = Heap()
    assert heap.settle() is (heap._mallopt is not None)
    heap.give_back()


# -- The collector is left as it was found, however a series of matches ends ---------------------------------------


@pytest.fixture(autouse=True)
def as_found(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The real collector; whatever a test says to it is unsaid after it."""
    monkeypatch.setattr(gc_tuning, "gc", gc)
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.freeze()


def test_in_bulk_it_looks_seldom_and_afterwards_as_before() -> None:
    gc_tuning.calm()
    with gc_tuning.in_bulk():
        assert gc.get_threshold()[0] == gc_tuning.IN_BULK > gc_tuning.YOUNG
    assert gc.get_threshold()[0] == gc_tuning.YOUNG


def test_what_was_imported_is_never_looked_at_again() -> None:
    gc_tuning.calm()
    kept = gc.get_freeze_count()
    with gc_tuning.importing():
        modules = [[each] for each in range(2 * gc_tuning.YOUNG)]
        assert gc.get_count()[0] > gc_tuning.YOUNG, "no scan meanwhile"
    assert gc.get_freeze_count() - kept >= len(modules)
    assert gc.get_threshold()[0] == gc_tuning.YOUNG


def test_no_scan_is_of_more_objects_than_two_young_generations() -> None:
    gc_tuning.calm()
    looked_at = list[int]()

    def look(phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            generations = range(about["generation"] + 1)
            looked_at.append(sum(len(gc.get_objects(generation)) for generation in generations))

    gc.callbacks.append(look)
    try:
        kept = [[each] for each in range(20 * gc_tuning.YOUNG)]
    finally:
        gc.callbacks.remove(look)
    assert len(looked_at) >= 15, len(kept)
    assert max(looked_at) < 2.2 * gc_tuning.YOUNG


def test_a_series_that_fails_leaves_the_collector_as_it_was() -> None:
    before = gc.get_threshold()
    with pytest.raises(OSError, match="full"), gc_tuning.in_bulk():
        raise OSError("full")
    assert gc.get_threshold() == before


class Ring:
    def __init__(self) -> None:
        self.itself = self


@pytest.mark.long
def test_tidying_clears_the_free_lists_and_frees_young_rings() -> None:
    gc.collect()
    lists = [tuple(range(length)) for length in range(2, 20) for _ in range(2000)]
    young = ref(Ring())
    del lists
    before = sys.getallocatedblocks()
    gc_tuning.tidy()
    assert young() is None
    assert sys.getallocatedblocks() < before - 10_000


def test_tidying_does_not_look_at_what_has_lived_long() -> None:
    gc.disable()
    try:
        ring = Ring()
        old = ref(ring)
        gc.freeze()
        gc.unfreeze()
        del ring
        gc_tuning.tidy()
        assert old() is not None
        gc.collect()
        assert old() is None
    finally:
        gc.enable()


# -- Work in slices: where it is suspended, and that nothing else about it changes ---------------------------------


class Worker:
    """Work of five steps between which it breathes; each takes a ms of a processor that is told."""

    def __init__(self, most_ms: int) -> None:
        self.now = 0
        self.done: list[int] = []
        self.slices = Slices(lambda: self.now, most_ms * 1_000_000)

    def work(self) -> None:
        for step in range(5):
            self.now += 1_000_000
            self.done.append(step)
            self.slices.breathe()


@pytest.mark.parametrize(("most_ms", "after"), [(0, [1, 2, 3, 4, 5, 5]), (2, [2, 4, 5]), (9, [5])])
def test_work_is_suspended_where_it_breathes_after_its_time(most_ms: int, after: list[int]) -> None:
    worker = Worker(most_ms)
    go_on, done = worker.slices.start(worker.work), list[int]()
    worker.slices.begin()
    while not go_on():
        done.append(len(worker.done))
        worker.slices.begin()
    assert [*done, len(worker.done)] == after


def test_all_the_work_since_it_began_is_one_slice() -> None:
    worker = Worker(3)
    worker.slices.begin()
    worker.now += 2_000_000
    assert not worker.slices.is_over
    assert not worker.slices.start(worker.work)(), "the rest of the slice"
    assert worker.done == [0]
    worker.now += 1
    assert worker.slices.is_over
    worker.slices.begin()
    assert not worker.slices.is_over
    assert worker.slices.longest_ns == 3_000_001
    worker.slices.begin()
    assert worker.slices.longest_ns == 3_000_001


def test_outside_of_slices_breathing_does_nothing() -> None:
    worker = Worker(0)
    worker.work()
    assert len(worker.done) == 5


def test_a_fault_in_the_work_reaches_whoever_lets_it_go_on() -> None:
    worker = Worker(0)

    def fail() -> None:
        worker.slices.breathe()
        raise ValueError("a fault")

    go_on = worker.slices.start(fail)
    assert not go_on()
    with pytest.raises(ValueError, match="a fault"):
        go_on()


def test_work_that_is_dropped_ends_where_it_was_suspended() -> None:
    worker, ended = Worker(0), list[str]()

    def work() -> None:
        try:
            worker.slices.breathe()
            ended.append("the rest")
        finally:
            ended.append("cleared up")

    go_on = worker.slices.start(work)
    go_on()
    del go_on
    assert ended == ["cleared up"]


@pytest.mark.parametrize("name", ["play", "match_result", "uno_play"])
def test_a_picture_drawn_in_slices_is_the_same_picture(name: str) -> None:
    """Each drawing is suspended before and after, so that every drawing within another one is as well."""
    sample = every_sample()[name]
    whole = Studio(Theme()).render(sample, (800, 480), ARRANGEMENTS[0])
    studio, slices, drawn = Studio(Theme()), Slices(lambda: 0, 0), list[pygame.Surface]()
    studio.toolkit((800, 480)).drawn.breathe = slices.breathe
    go_on, count = slices.start(lambda: drawn.append(studio.render(sample, (800, 480), ARRANGEMENTS[0]))), 1
    while not go_on():
        count += 1
    assert count > 50
    assert pygame.image.tobytes(drawn[0], "RGB") == pygame.image.tobytes(whole, "RGB")


# -- ALSA's own messages, with ALSA's own library, which pygame's wheel brings -------------------------------------


UNDERRUNS = """
import ctypes, errno, sys
from cabinet.audio.player import Levels, SoundPlayer
from cabinet.process.streams import ALSA

player = SoundPlayer(Levels(50))
if "opened" in sys.argv:
    player.open(print)
    assert player.is_open
alsa, pcm = ctypes.CDLL(ALSA), ctypes.c_void_p()
assert alsa.snd_pcm_open(ctypes.byref(pcm), b"default", 0, 0) == 0
for _ in range(3):
    alsa.snd_pcm_recover(pcm, -errno.EPIPE, 0)  # as SDL does in its thread after each underrun
sys.stderr.write("our own line\\n")
player.close()
"""


@pytest.mark.long
@pytest.mark.parametrize(("argument", "underruns"), [("closed", 3), ("opened", 0)])
def test_underruns_do_not_fill_the_journal(argument: str, underruns: int, tmp_path: Path) -> None:
    (library,) = (Path(pygame.__file__).parents[1] / "pygame_ce.libs").glob("libasound-*")
    (tmp_path / "libasound.so.2").symlink_to(library)
    config = tmp_path / "asound.conf"
    config.write_text("pcm.!default { type null }\nctl.!default { type null }\n", encoding="utf-8")
    environ = {"SDL_AUDIODRIVER": "alsa", "LD_LIBRARY_PATH": str(tmp_path), "ALSA_CONFIG_PATH": str(config)}
    command, environ = [sys.executable, "-c", UNDERRUNS, argument], {**os.environ, **environ}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("underrun occurred") == underruns
    assert [line for line in done.stderr.splitlines() if not line.startswith("ALSA lib")] == ["our own line"]


# -- What systemd hears, on a real socket --------------------------------------------------------------------------


S = 1_000_000_000
MS = 1_000_000


class Systemd:
    """The other end of the socket."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._socket.setblocking(False)

    def heard(self) -> list[str]:
        """Everything since the last time."""
        told = []
        while True:
            try:
                told.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return told

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=["path", "abstract"])
def name(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "notify") if request.param == "path" else f"@photofinish-test-{os.getpid()}"


@pytest.fixture
def systemd(name: str) -> Iterator[Systemd]:
    one = Systemd(f"\0{name[1:]}" if name[0] == "@" else name)
    yield one
    one.close()


def test_assignments_arrive_in_one_datagram(name: str, systemd: Systemd) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": name})
    notifier.send("READY=1", "STATUS=playing")
    notifier.close()
    notifier.send("WATCHDOG=1")
    assert systemd.heard() == ["READY=1\nSTATUS=playing", "STOPPING=1"]


@pytest.mark.parametrize("address", ["", "relative", "/nowhere/at/all"])
def test_where_nobody_listens_nothing_happens(address: str) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": address} if address else {})
    notifier.send("READY=1")
    notifier.close()
    notifier.close()


def test_a_socket_that_nobody_reads_never_makes_the_game_wait(name: str, systemd: Systemd) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": name})
    for _ in range(5000):
        notifier.send("WATCHDOG=1" + " " * 500)
    assert systemd.heard()
    notifier.close()


@pytest.mark.parametrize(
    ("environ", "watchdog_ns"),
    [
        ({"WATCHDOG_USEC": "8000000"}, 8 * S),
        ({"WATCHDOG_USEC": "8000000", "WATCHDOG_PID": "77"}, 8 * S),
        ({"WATCHDOG_USEC": "8000000", "WATCHDOG_PID": "78"}, 0),
        ({"WATCHDOG_USEC": "soon"}, 0),
        ({}, 0),
    ],
)
def test_the_watchdog_is_ours_or_none(environ: dict[str, str], watchdog_ns: int) -> None:
    assert Notifier({"NOTIFY_SOCKET": "/run/x", **environ}, pid=77).watchdog_ns == watchdog_ns
    assert Notifier(environ, pid=77).watchdog_ns == 0


class Cabinet:
    """A main loop, as the pulse sees it."""

    def __init__(self, name: str) -> None:
        self.frames = 0
        self.is_stale = False
        self.frozen_at: int | None = None
        self.now = 0
        self.notifier = Notifier({"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "8000000"})
        self.pulse = Watchdog(
            self.notifier, shown=lambda: self.frames, is_stale=lambda _now: self.is_stale, drained=self.drained
        )

    def drained(self) -> int:
        return self.now if self.frozen_at is None else self.frozen_at

    def rounds(self, seconds: float) -> None:
        for _ in range(round(seconds * 50)):
            self.now += 20 * MS
            self.pulse(self.now)


@pytest.fixture
def cabinet(name: str, systemd: Systemd) -> Iterator[Cabinet]:
    one = Cabinet(name)
    yield one
    one.notifier.close()


def test_ready_is_told_once_and_only_after_the_first_frame(cabinet: Cabinet, systemd: Systemd) -> None:
    cabinet.rounds(1)
    assert systemd.heard() == []
    cabinet.frames = 1
    cabinet.rounds(5)
    assert systemd.heard() == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"]


def test_while_it_waits_for_its_screen_it_is_ready_and_alive_and_says_so(cabinet: Cabinet, systemd: Systemd) -> None:
    said: list[str] = []
    wait = Wait(cabinet.notifier, said.append, lambda: cabinet.now)
    for _ in range(40):
        wait.extend("no screen")
        cabinet.now += 250 * MS
    assert systemd.heard() == ["READY=1\nSTATUS=no screen", *["WATCHDOG=1"] * 5]
    wait.ends("a screen")
    assert systemd.heard() == [f"WATCHDOG_USEC={START_NS // 1000}", "STATUS="]
    assert said == ["no screen", "a screen"]
    cabinet.frames = 1
    cabinet.rounds(1)
    assert systemd.heard() == ["READY=1", "WATCHDOG_USEC=8000000", "WATCHDOG=1"]
    cabinet.rounds(3)
    assert systemd.heard() == ["WATCHDOG=1"]


def test_a_start_that_did_not_wait_says_nothing_of_it(cabinet: Cabinet, systemd: Systemd) -> None:
    said: list[str] = []
    Wait(cabinet.notifier, said.append, lambda: cabinet.now).ends("a screen")
    assert (systemd.heard(), said) == ([], [])


def test_the_time_from_the_end_of_a_wait_to_the_first_frame_is_that_of_a_start(repository: Path) -> None:
    unit = (repository / "systemd/root/etc/systemd/system/photofinish.service").read_text()
    assert f"TimeoutStartSec={START_NS // S}\n" in unit


def test_an_idle_cabinet_is_alive(cabinet: Cabinet, systemd: Systemd) -> None:
    cabinet.frames = 1
    cabinet.rounds(1)
    systemd.heard()
    cabinet.rounds(20)
    assert systemd.heard() == ["WATCHDOG=1"] * 10


def test_a_picture_that_does_not_reach_the_screen_starves_the_watchdog(cabinet: Cabinet, systemd: Systemd) -> None:
    cabinet.frames, cabinet.is_stale = 1, True
    cabinet.rounds(1)
    systemd.heard()
    cabinet.rounds(20)
    assert systemd.heard() == []
    cabinet.frames = 2
    cabinet.rounds(1)
    assert systemd.heard() == ["WATCHDOG=1"]


def test_a_frozen_input_source_starves_the_watchdog(cabinet: Cabinet, systemd: Systemd) -> None:
    cabinet.frames = 1
    cabinet.rounds(1)
    cabinet.frozen_at = cabinet.now
    cabinet.rounds(ALIVE_NS / S)
    systemd.heard()
    cabinet.rounds(20)
    assert systemd.heard() == []
    cabinet.frozen_at = None
    cabinet.rounds(0.1)
    assert systemd.heard() == ["WATCHDOG=1"]


# -- The time of day -----------------------------------------------------------------------------------------------


def believed(folder: Path, *, rtc: str = "", steered: bool = False) -> bool:
    """Whether the time of a machine is believed that has that clock and notes in `folder`."""
    if rtc:
        (folder / "since_epoch").write_text(rtc)
    return is_time_set(folder / "since_epoch", (folder / "synchronized", folder / "time-set"), lambda: steered)


def test_without_a_clock_or_a_network_nobody_has_set_the_time(tmp_path: Path) -> None:
    assert not believed(tmp_path)


@pytest.mark.parametrize(("rtc", "is_set"), [("1795980000\n", True), ("912\n", False), ("odd\n", False)])
def test_a_clock_has_set_it_but_not_one_whose_battery_is_missing(tmp_path: Path, rtc: str, is_set: bool) -> None:
    assert believed(tmp_path, rtc=rtc) == is_set


def test_a_network_has_set_it_also_long_after_it_has_gone(tmp_path: Path) -> None:
    assert believed(tmp_path, steered=True)
    (tmp_path / "synchronized").touch()
    assert believed(tmp_path)


def test_so_has_the_operator(tmp_path: Path) -> None:
    note_time_set(tmp_path / "time-set")
    assert believed(tmp_path)
    note_time_set(tmp_path / "no-cabinet/time-set")  # at a desk there is no place for it


@pytest.mark.skipif(sys.platform != "linux", reason="adjtimex is Linux's")
def test_the_kernel_answers_and_leaves_nothing_to_the_collector() -> None:
    """It is asked forty times a second."""
    assert synchronised() in (True, False)
    gc.collect()
    for _ in range(40):
        synchronised()
    assert gc.collect() < 40


def test_a_kernel_that_does_not_tell_has_not_set_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for state, steered in ((-1, False), (0, True), (5, False)):
        library = Mock(adjtimex=Mock(return_value=state))
        monkeypatch.setattr("cabinet.process.time_of_day.c_library", lambda library=library: library)
        assert synchronised() == steered
