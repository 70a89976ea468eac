"""A match that is cut off: how much of it is left, how it is offered again, and what each answer does."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pygame
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cabinet.audio.match_sounds import MatchSounds
from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.display.theme import Fonts
from cabinet.display.toolkit import Toolkit
from cabinet.errors import CabinetError
from cabinet.match.factory import MatchFactory
from cabinet.match.request import PERSON, MatchRequest
from cabinet.scenes.bases import Leave
from cabinet.scenes.dialogs import PATIENCE_NS, GiveUp, GoOn, Resume
from cabinet.scenes.match import MatchScene, MatchStart
from cabinet.scenes.stack import SceneStack
from cabinet.screens.view_factory import table_view, theme_of
from cabinet.screens.views import Look, Views
from cabinet.store.ledger import Ledger
from cabinet.store.store import DiskStore
from cabinet.store.worker import DiskWorker, Memory
from engine.errors import EngineError
from engine.log import header, read
from engine.log_lines import as_text
from engine.log_replay import rebuild, resume, verify
from engine.panel import ACTION, BUTTONS, LEFT, Press
from engine.units import MS, S
from tests.cabinet.scenes.stories import returned
from tests.cabinet.store.fake_files import FakeFiles
from tests.cabinet.store.memory_store import MemoryStore

CONFIG = Config(options={"speed": {"best_of": 3, "countdown": 1}})
LOADED = LoadedConfig(CONFIG, None, "")
SEED = 11


REQUEST = MatchRequest("speed", "speed", ("bot:fast", "bot:middling"))


def lines_final_at(now: int) -> list[str]:
    """What of the same match is final at a moment (ns after its zero), in virtual time."""
    match = MatchFactory(LOADED, Path(), SEED, MemoryStore()).session(REQUEST, 0, lambda _update: None).match
    told = [header(match.setup)]
    at = 0
    while at <= now and not match.is_final:
        match.advance(at)
        told += map(as_text, match.final())
        at += 5 * MS
    return told


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_log_with_line_ends_of_windows_goes_on_behind_its_last_line(tmp_path: Path, mark: bytes) -> None:
    log = tmp_path / "match.jsonl"
    begun = mark + "".join(f"{line}\r\n" for line in lines_final_at(20 * S)).encode()
    log.write_bytes(begun + b'{"t":20')
    _, begin = MatchFactory(LOADED, tmp_path, SEED).resumed(log)
    session = begin(30 * S, lambda _update: None)
    session.close()
    assert log.read_bytes().startswith(begun)
    verify(read(log.read_bytes()))
    assert len(read(log.read_bytes()).lines) > begun.count(b"\n")


PLAYING = """
import sys
from pathlib import Path
from threading import Event
from cabinet.config.schema import Config
from cabinet.config.file import LoadedConfig
from cabinet.match.factory import MatchFactory
from cabinet.match.request import PERSON, MatchRequest
from cabinet.store.store import DiskStore
from hardware.clock import monotonic_ns
from tests.cabinet.scenes.stories import returned
between_rounds = Event()
config = Config(options={"speed": {"best_of": 3, "countdown": 1}})
folder = Path(sys.argv[1])
store = DiskStore(folder)
factory = MatchFactory(LoadedConfig(config, None, ""), folder, 11, store)
zero = monotonic_ns()
request = MatchRequest("speed", "speed", ("bot:fast", "bot:middling"))
session = factory.session(request, zero, lambda update: None)
print(zero, flush=True)
while True:
    now = monotonic_ns()
    session.advance(now, now)
    between_rounds.wait(0.004)
"""


def test_after_a_kill_nothing_is_missing_that_is_older_than_a_second(tmp_path: Path) -> None:
    """A real process that plays in real time, killed at a random moment."""
    program = subprocess.Popen([sys.executable, "-c", PLAYING, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    zero = int(program.stdout.readline())
    with pytest.raises(subprocess.TimeoutExpired):
        program.wait(Random().uniform(6.0, 7.0))
    killed_at = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    program.kill()
    program.wait()
    program.stdout.close()
    again = DiskStore(tmp_path)
    path = again.cut_off()
    again.close()
    assert path is not None
    log = read(path.read_bytes())
    wanted = lines_final_at(killed_at - zero - S)
    assert log.lines[: len(wanted)] == tuple(wanted)
    assert len(wanted) > 5
    verify(log)


@pytest.fixture(scope="module")
def long_log() -> tuple[str, ...]:
    return tuple(lines_final_at(40 * S))


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cut_ms=st.integers(0, 30_000), polled_ms=st.integers(1, 250), sync_ms=st.integers(0, 80))
def test_after_a_power_cut_the_match_goes_on_from_a_moment_less_than_a_second_before(
    cut_ms: int, polled_ms: int, sync_ms: int, long_log: tuple[str, ...]
) -> None:
    """In virtual time: everything that was not synced is lost, the loop turns as seldom as it ever does, and each
    sync takes its time."""
    files, path = FakeFiles(), Path("log.jsonl")
    worker = DiskWorker(files, None, Memory(Ledger()), print)
    factory = MatchFactory(LOADED, Path(), SEED, MemoryStore())
    match = factory.session(REQUEST, 0, lambda _update: None).match
    worker.begin(path, 0)
    worker.write(path, f"{header(match.setup)}\n", 0)
    now, safe = 0, b""
    while now <= cut_ms * MS:
        due = worker.due
        if due is not None and due <= now:
            worker.tick(now)
        if now % (polled_ms * MS) == 0:
            match.advance(now)
            if entries := match.final():
                worker.write(path, "".join(f"{as_text(entry)}\n" for entry in entries), now)
        if now <= cut_ms * MS - sync_ms * MS:
            safe = files.synced[path]
        now += MS
    if not safe:
        assert cut_ms < 400 + sync_ms
        return
    log = read(safe)
    assert len(log.lines) > len([line for line in long_log[1:] if time_of(line) <= cut_ms * MS - S])
    resumed = resume(log, 10**12)
    assert resumed.match.state.sit.paused >= 0
    assert rebuild(log).table.zones == resumed.match.table.zones


def time_of(line: str) -> int:
    return int(line.removeprefix('{"t":').partition(",")[0])


# The offer


class Evening:
    """A cabinet that starts after a cut, in virtual time."""

    def __init__(self, folder: Path, toolkit: Toolkit) -> None:
        self.folder = folder
        self.toolkit = toolkit
        self.now = 5 * S
        self.store = DiskStore(folder)
        self.factory = MatchFactory(LOADED, folder, SEED, self.store)
        path = self.store.cut_off()
        assert path is not None
        self.path = path
        cut_off = self.factory.cut_off(path)
        assert cut_off is not None
        self.cut_off = cut_off
        self.stack = SceneStack()
        self.view = table_view(CONFIG, self.factory, self.cut_off.request, toolkit, judged=True)
        self.offer = Resume(self.cut_off.match, Views({0: Look(self.view)}))
        self.stack.push(self.offer, self.now)

    @property
    def answers(self) -> list[GoOn | GiveUp | Leave]:
        """What was answered."""
        return returned(self.offer)

    def wait(self, ns: int) -> None:
        until = self.now + ns
        while self.now < until:
            deadline = self.stack.next_deadline()
            self.now = min(until, max(deadline or until, self.now + 20 * MS))
            self.stack.advance(self.now, self.now)

    def press(self, button: str, *, down: bool = True, seat: int = 0) -> None:
        self.stack.handle(Press(seat, button, down, self.now, "fake"))

    @property
    def said(self) -> str:
        """The first line of the offer."""
        dialog = self.view._dialog
        assert dialog is not None
        return dialog.lines[0]


@pytest.fixture(scope="module")
def toolkit() -> Toolkit:
    return Toolkit(theme_of(CONFIG), Fonts(), (480, 320))


@pytest.fixture
def evening(tmp_path: Path, toolkit: Toolkit) -> Iterator[Evening]:
    store = DiskStore(tmp_path)
    session = MatchFactory(LOADED, tmp_path, SEED, store).session(REQUEST, 0, lambda _update: None)
    for at in range(0, 9 * S, 20 * MS):
        session.advance(at, at)
    store.close()
    one = Evening(tmp_path, toolkit)
    yield one
    one.stack.clear(one.now)
    one.store.close()


@pytest.mark.parametrize(("button", "answer"), [(ACTION, GoOn()), (LEFT, GiveUp())])
def test_action_goes_on_left_gives_up_and_nothing_else_answers(
    evening: Evening, button: str, answer: GoOn | GiveUp
) -> None:
    for other in BUTTONS:
        if other not in (ACTION, LEFT):
            evening.press(other)
    evening.press(button, down=False)
    assert evening.answers == []
    evening.press(button)
    evening.press(button)
    assert evening.answers == [answer]


def test_two_people_give_a_match_up_together_or_not_at_all(tmp_path: Path, toolkit: Toolkit) -> None:
    store = DiskStore(tmp_path)
    request = MatchRequest("speed", "speed", (PERSON, PERSON), names=("MIA", "BEN"))
    session = MatchFactory(LOADED, tmp_path, SEED, store).session(request, 0, lambda _update: None)
    session.advance(9 * S, 9 * S)
    store.close()
    one = Evening(tmp_path, toolkit)
    one.press(LEFT)
    one.press(LEFT)
    one.wait(S)
    assert one.answers == []
    assert one.said == "Still to press LEFT: BEN."
    one.press(LEFT, seat=1)
    assert one.answers == [GiveUp()]
    one.stack.clear(one.now)
    one.store.close()


def test_the_offer_counts_down_to_the_title_and_writes_nothing(evening: Evening) -> None:
    before = evening.path.read_bytes()
    evening.wait(PATIENCE_NS - S)
    assert evening.answers == []
    evening.wait(S)
    assert evening.answers == [Leave()]
    assert evening.path.read_bytes() == before
    assert evening.store.cut_off() == evening.path


def test_every_second_the_countdown_is_drawn_once(evening: Evening, toolkit: Toolkit) -> None:
    screen = pygame.Surface(toolkit.size)
    drawn = 0
    for _ in range(500):
        evening.wait(20 * MS)
        if evening.stack.is_stale(evening.now):
            drawn += any(evening.stack.draw([screen], evening.now))
    assert 10 <= drawn <= 12


def test_the_table_is_the_one_that_was_there(evening: Evening) -> None:
    log = read(evening.path.read_bytes())
    assert evening.cut_off.match.table.zones == rebuild(log).table.zones


def test_who_gives_up_is_not_asked_again_and_the_log_has_its_end(evening: Evening) -> None:
    evening.factory.give_up(evening.cut_off.begin, evening.now)
    evening.store.close()
    log = read(evening.path.read_bytes())
    assert log.values[-1]["outcome"]["reason"] == "left"
    verify(log)
    again = DiskStore(evening.folder)
    assert again.cut_off() is None
    again.close()


def test_who_goes_on_has_a_countdown_and_then_plays(evening: Evening) -> None:
    views = Views({0: Look(table_view(CONFIG, evening.factory, evening.cut_off.request, evening.toolkit, judged=True))})
    scene = MatchScene(
        evening.cut_off.begin, views, MatchSounds(lambda _names: None), print, MatchStart(is_resumed=True)
    )
    evening.stack.replace(scene, evening.now)
    assert scene._running.match.state.sit.resume >= 0
    for _ in range(400):
        evening.wait(20 * MS)
    assert scene._running.match.state.sit.paused < 0
    assert scene._running.match.table != evening.cut_off.match.table


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: b"",
        lambda content: b"garbage\n" * 20,
        lambda content: content[:50],
        lambda content: b"\xff\xfe" + content,
    ],
)
def test_a_log_that_is_not_whole_is_an_error_with_words_and_no_crash(
    evening: Evening, spoil: Callable[[bytes], bytes]
) -> None:
    evening.path.write_bytes(spoil(evening.path.read_bytes()))
    with pytest.raises((EngineError, CabinetError)):
        evening.factory.cut_off(evening.path)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(where=st.floats(0, 1), garbage=st.binary(max_size=60))
def test_whatever_became_of_a_log_it_goes_on_or_says_why_not(
    where: float, garbage: bytes, tmp_path_factory: pytest.TempPathFactory, long_log: tuple[str, ...]
) -> None:
    content = "".join(f"{line}\n" for line in long_log).encode()
    place = int(where * len(content))
    path = tmp_path_factory.mktemp("spoilt") / "log.jsonl"
    path.write_bytes(content[:place] + garbage)
    factory = MatchFactory(LOADED, path.parent, SEED, MemoryStore())
    try:
        cut_off = factory.cut_off(path)
    except (EngineError, CabinetError):
        return
    assert cut_off is not None
    session = cut_off.begin(0, lambda _update: None)
    assert session.match.table.zones == cut_off.match.table.zones
