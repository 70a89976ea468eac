"""What a checkout and an installation hold, and what they take from elsewhere.

- `tools/venv.sh`, behind `make play` and `make test`: which Python it takes, and what it says without one. Each test
  builds a machine of its own: a PATH with a few tools, and invented Pythons that note their calls.
- The Python packages of a cabinet, by version and hash; `make lock` writes the files.
- The markers `needs` and `once`: what `needs` leaves out is named, counted last, and never passes in CI.
- What installs an extra: each line of a document or message, as written.
- The wheel: our packages, their data, the command, and nothing else.
"""

import ast
import email
import json
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
import tomllib
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from hardware.packages import install_line
from tests.engine.conftest import on_source

PYTHON = """#!/bin/sh
case "$*" in
    "-m pip config list") cat settings 2>/dev/null ;;
    --version) echo "Python of {name}" ;;
    *version_info*) exit {too_old} ;;
    *ensurepip*) exit {without_venv} ;;
    "-m venv "*) mkdir -p "$3/bin"; cp "$0" "$3/bin/python" ;;
    *) echo "$*" >> asked; env | grep ^PIP_ | sort > environment; cat says 2>/dev/null; test ! -e stops ;;
esac
"""


@dataclass
class Machine:
    """A computer with a checkout in `folder` and nothing on its PATH but what a test puts there."""

    folder: Path
    script: Path

    def has_python(self, name: str, *, too_old: bool = False, without_venv: bool = False) -> None:
        program = self.folder / "bin" / name
        program.write_text(PYTHON.format(name=name, too_old=int(too_old), without_venv=int(without_venv)))
        program.chmod(program.stat().st_mode | stat.S_IXUSR)

    def set_up(self, *extras: str, **environ: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.folder / "bin" / "sh"), str(self.script), *extras],
            cwd=self.folder,
            env={"PATH": str(self.folder / "bin"), **environ},
            capture_output=True,
            text=True,
            check=False,
        )

    def pip_was_asked(self) -> str:
        return (self.folder / "asked").read_text()


@pytest.fixture
def machine(tmp_path: Path, repository: Path) -> Machine:
    (tmp_path / "bin").mkdir()
    for tool in ("sh", "date", "sort", "tr", "rm", "mkdir", "cp", "cat", "sed", "env", "grep", "printenv"):
        (tmp_path / "bin" / tool).symlink_to(str(shutil.which(tool)))
    return Machine(tmp_path, repository / "tools" / "venv.sh")


def test_it_says_what_it_does_and_installs_what_was_asked_for(machine: Machine) -> None:
    machine.has_python("python3")
    done = machine.set_up("dev", "bench")
    assert done.returncode == 0, done.stderr
    assert "Making a virtual environment in .venv with Python of python3" in done.stdout
    assert "Installing Photo Finish with its tools (dev,bench)" in done.stdout
    assert machine.pip_was_asked().endswith("--editable .[dev,bench]\n")


PIPS = """Looking in indexes: https://index.example/simple
Collecting pygame-ce==2.5.8 (from -r systemd/locked.txt (line 1))
  Downloading https://index.example/pygame_ce-2.5.8-cp311-cp311-manylinux.whl.metadata (7 kB)
  Downloading https://index.example/pygame_ce-2.5.8-cp311-cp311-manylinux.whl (14.1 MB)
  Using cached cobs-1.2.0-py3-none-any.whl (12 kB)
Installing collected packages: cobs, pygame-ce
"""


def test_it_tells_what_is_downloaded_and_how_large_that_is(machine: Machine) -> None:
    machine.has_python("python3")
    (machine.folder / "says").write_text(PIPS)
    shown = machine.set_up().stdout.splitlines()
    assert shown[2:5] == ["    pygame_ce 2.5.8, 14.1 MB", "    cobs 1.2.0, 12 kB", "    unpacking …"]
    assert re.fullmatch(r"Ready after \d+ s\. .*", shown[-1])


def test_where_pip_stops_it_stops(machine: Machine) -> None:
    machine.has_python("python3")
    (machine.folder / "stops").touch()
    done = machine.set_up()
    assert done.returncode == 2
    assert "The installation stopped" in done.stderr
    assert "Ready" not in done.stdout
    assert len(machine.pip_was_asked().splitlines()) == 1


def test_packages_of_the_program_come_first_and_by_their_hashes(machine: Machine) -> None:
    machine.has_python("python3")
    machine.set_up("dev")
    assert "--require-hashes --requirement systemd/locked.txt" in machine.pip_was_asked().splitlines()[0]


def test_playing_installs_no_tools(machine: Machine) -> None:
    machine.has_python("python3")
    machine.set_up()
    assert machine.pip_was_asked().endswith("--editable .\n")


def test_an_old_python3_is_passed_over_for_a_newer_one(machine: Machine) -> None:
    machine.has_python("python3", too_old=True)
    machine.has_python("python3.12")
    assert "Python of python3.12" in machine.set_up().stdout


def test_a_python_without_venv_is_passed_over_for_one_with_it(machine: Machine) -> None:
    machine.has_python("python3", without_venv=True)
    machine.has_python("python3.11")
    assert "Python of python3.11" in machine.set_up().stdout


def test_without_the_venv_module_it_says_which_package_has_it(machine: Machine) -> None:
    machine.has_python("python3", without_venv=True)
    done = machine.set_up()
    assert done.returncode == 2
    assert "sudo apt install python3-venv" in done.stderr


def test_without_any_python_it_says_what_to_install(machine: Machine) -> None:
    machine.has_python("python3", too_old=True)
    done = machine.set_up()
    assert done.returncode == 2
    assert "needs Python 3.11 or later" in done.stderr
    assert "sudo apt install python3 python3-venv" in done.stderr


def test_a_good_environment_is_kept(machine: Machine) -> None:
    machine.has_python("python3")
    machine.set_up()
    assert "Making a virtual environment" not in machine.set_up("dev").stdout


def test_one_that_was_moved_with_its_checkout_is_made_anew(machine: Machine) -> None:
    machine.has_python("python3")
    machine.set_up()
    (machine.folder / ".venv" / ".made-in").write_text("elsewhere\n")
    assert "Making a virtual environment" in machine.set_up("dev").stdout


def test_one_whose_python_is_gone_is_made_anew(machine: Machine) -> None:
    machine.has_python("python3")
    machine.set_up()
    (machine.folder / ".venv" / "bin" / "python").write_text("#!/no/such/python\n")
    assert "Making a virtual environment" in machine.set_up("dev").stdout


def test_of_pips_settings_only_index_and_certificates_count(machine: Machine) -> None:
    machine.has_python("python3")
    settings = {
        "global.index-url": "https://index.example/simple",
        "global.extra-index-url": r"https://one.example\nhttps://two.example",
        "global.cert": "/etc/own.pem",
        "global.target": "/opt/else",
        "install.user": "true",
    }
    (machine.folder / "settings").write_text("".join(f"{name}='{value}'\n" for name, value in settings.items()))
    done = machine.set_up(PIP_USER="1", PIP_PREFIX="/opt", PIP_TIMEOUT="99")
    assert done.returncode == 0, done.stderr
    assert (machine.folder / "environment").read_text().splitlines() == [
        "PIP_CERT=/etc/own.pem",
        "PIP_CONFIG_FILE=/dev/null",
        "PIP_EXTRA_INDEX_URL=https://one.example https://two.example",
        "PIP_INDEX_URL=https://index.example/simple",
        "PIP_TIMEOUT=99",
    ]


def checkout(repository: Path, folder: Path, *settings: str) -> Path:
    """A fresh clone of the project, as it is committed."""
    given = [part for setting in settings for part in ("-c", setting)]
    subprocess.run(["git", "clone", "--quiet", "--depth=1", *given, f"file://{repository}", str(folder)], check=True)
    return folder


@pytest.mark.needs("git")
def test_a_clone_has_the_line_ends_of_linux_whatever_git_is_told(tmp_path: Path, repository: Path) -> None:
    clone = checkout(repository, tmp_path / "clone", "core.autocrlf=true")
    found = subprocess.run(["git", "ls-files", "--eol"], cwd=clone, capture_output=True, text=True, check=True).stdout
    assert "w/lf" in found
    assert "w/crlf" not in found


@pytest.mark.needs("git", "make")
def test_a_checkout_without_executable_files_is_set_up(tmp_path: Path, repository: Path) -> None:
    clone = checkout(repository, tmp_path / "clone")
    for path in clone.rglob("*"):
        if path.is_file() and not path.is_symlink() and ".git" not in path.parts:
            path.chmod(0o600)
    machine = Machine(tmp_path / "clone", clone / "tools/venv.sh")
    (clone / "bin").mkdir()
    machine.has_python("python3")
    environ = {**os.environ, "PATH": f"{clone / 'bin'}:{os.environ['PATH']}", "PYTHON": ""}
    done = subprocess.run(["make", "venv"], cwd=clone, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert machine.pip_was_asked().endswith("--editable .[dev]\n")


# Locked packages

PACKAGE = re.compile(r"^(\S+)==(\S+) .*\\\n((?: {4}--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)
FILES = ("locked.txt", "locked-compiler.txt")


def locked(repository: Path, file: str) -> dict[str, str]:
    text = (repository / "systemd" / file).read_text(encoding="utf-8")
    return {name: version for name, version, _ in PACKAGE.findall(text)}


def test_all_that_the_program_needs_is_locked_in_a_version_that_will_do(repository: Path) -> None:
    project = tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))
    versions = locked(repository, "locked.txt")
    for line in (*project["project"]["dependencies"], *project["build-system"]["requires"]):
        wanted = Requirement(line)
        if wanted.marker is not None and not wanted.marker.evaluate({"sys_platform": "linux"}):
            continue  # no cabinet
        assert versions[wanted.name] in wanted.specifier, f"{line}: make lock"


def test_so_is_what_compiles_the_engine(repository: Path) -> None:
    assert locked(repository, "locked-compiler.txt").keys() >= {"mypy", "setuptools", "wheel"}


@pytest.mark.parametrize("file", FILES)
def test_every_package_has_its_hashes_and_no_place_is_named(repository: Path, file: str) -> None:
    text = (repository / "systemd" / file).read_text(encoding="utf-8")
    assert len(re.findall(r"^[a-z]", text, re.MULTILINE)) == len(locked(repository, file))
    assert "://" not in text


# Markers

TWO_TESTS = """
    import pytest

    def test_plain():
        pass

    @pytest.mark.needs("xdotool")
    def test_window():
        pass
"""


@pytest.fixture
def suite(pytester: pytest.Pytester, repository: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A little test suite under our conftest, on a Linux machine without any programs, outside CI."""
    pytester.makeconftest((repository / "tests" / "conftest.py").read_text(encoding="utf-8"))
    pytester.makeini("[pytest]\nmarkers =\n    needs: tools\n    once: long\n")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("shutil.which", lambda name, *_, **__: None)
    return pytester


def last_line(result: pytest.RunResult) -> str:
    return [line for line in result.outlines if line.strip()][-1]


def test_a_missing_tool_is_counted_and_the_last_line_installs_it(suite: pytest.Pytester) -> None:
    suite.makepyfile(TWO_TESTS)
    result = suite.runpytest_inprocess()
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["*.py: 1 that need xdotool", "*1 passed, 1 not run in *"])
    assert last_line(result) == "1 not run. To run them: sudo apt install xdotool"


def test_several_missing_tools_make_one_line(suite: pytest.Pytester) -> None:
    suite.makepyfile(
        """
        import pytest

        @pytest.mark.needs("xdotool")
        @pytest.mark.parametrize("n", [1, 2])
        def test_keys(n):
            pass

        @pytest.mark.needs("Xvfb", "xdotool")
        def test_window():
            pass

        def test_plain():
            pass
        """
    )
    assert last_line(suite.runpytest_inprocess()) == "3 not run. To run them: sudo apt install xdotool xvfb"


def test_elsewhere_than_on_linux_the_last_line_says_so(suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    suite.makepyfile(TWO_TESTS)
    assert last_line(suite.runpytest_inprocess()) == "1 not run. To run them: use Linux for xdotool"


def test_a_missing_module_counts_like_a_missing_program(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    suite.makepyfile(TWO_TESTS.replace('"xdotool"', '"lgpio", "xdotool"'))
    line = "1 not run. To run them: sudo apt install xdotool; use Linux with Python 3.11 or 3.12 for lgpio"
    assert last_line(suite.runpytest_inprocess()) == line


@pytest.fixture
def without_programs(suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """The same for several processes, each of which looks for programs itself."""
    monkeypatch.setenv("PATH", str(suite.mkdir("no programs")))
    return suite


def test_what_several_processes_leave_out_is_counted_once(without_programs: pytest.Pytester) -> None:
    without_programs.makepyfile(TWO_TESTS)
    result = without_programs.runpytest_inprocess("-n2")
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["*.py: 1 that need xdotool", "*1 passed, 1 not run in *"])
    assert last_line(result) == "1 not run. To run them: sudo apt install xdotool"


def test_ci_fails_where_any_process_left_something_out(
    without_programs: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    without_programs.makepyfile(test_x=TWO_TESTS)
    result = without_programs.runpytest_inprocess("-n2")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["CI: 1 skipped or not run, and every test must run"])


def test_with_the_tool_there_everything_runs(suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name, *_, **__: f"/usr/bin/{name}")
    suite.makepyfile(TWO_TESTS)
    result = suite.runpytest_inprocess()
    result.assert_outcomes(passed=2)
    assert "not run" not in result.stdout.str()


def test_what_was_not_asked_for_is_not_counted(suite: pytest.Pytester) -> None:
    suite.makepyfile(TWO_TESTS)
    result = suite.runpytest_inprocess("-k", "plain")
    assert "not run" not in result.stdout.str()


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(TWO_TESTS, id="not run"),
        pytest.param("import pytest\n\n@pytest.mark.skip(reason='later')\ndef test_it(): pass", id="skipped"),
        pytest.param("import pytest\n\npytest.importorskip('no_such_module')", id="module skipped"),
    ],
)
def test_ci_fails_where_anything_was_left_out(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    monkeypatch.setenv("CI", "true")
    suite.makepyfile(body)
    result = suite.runpytest_inprocess()
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["CI: 1 skipped or not run, and every test must run"])


def test_a_skip_outside_ci_passes(suite: pytest.Pytester) -> None:
    suite.makepyfile("import pytest\n\n@pytest.mark.skip(reason='later')\ndef test_it(): pass")
    assert suite.runpytest_inprocess().ret == pytest.ExitCode.OK


def test_ci_passes_where_everything_ran(suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    suite.makepyfile("def test_it(): pass")
    assert suite.runpytest_inprocess().ret == pytest.ExitCode.OK


def test_a_tool_without_its_remedy_is_refused(suite: pytest.Pytester) -> None:
    suite.makepyfile("import pytest\n\n@pytest.mark.needs('teleport')\ndef test_it(): pass")
    result = suite.runpytest_inprocess()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*needs teleport: add it to TOOLS in tests/conftest.py*"])


def test_windows_sound_and_home_are_out_of_reach(suite: pytest.Pytester) -> None:
    suite.makepyfile(
        """
        import os
        from pathlib import Path

        def test_it(tmp_path):
            assert os.environ["SDL_VIDEODRIVER"] == os.environ["SDL_AUDIODRIVER"] == "dummy"
            assert Path.home().is_relative_to(tmp_path.parent)
        """
    )
    suite.runpytest_inprocess().assert_outcomes(passed=1)


ONCE = """
    import hypothesis
    import pytest

    def test_always():
        pass

    @pytest.mark.once
    @pytest.mark.needs("xdotool")
    def test_long():
        pass

    def test_examples():
        assert hypothesis.settings.default.max_examples == {examples}

    @pytest.mark.parametrize("case", range(10))
    def test_many(case):
        pass

    @pytest.mark.parametrize("case", range(4))
    def test_some(case):
        pass
"""


def test_a_second_python_runs_each_test_but_those_marked_once_with_fewer_examples_and_cases(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    suite.makepyfile(ONCE.format(examples=20))
    result = suite.runpytest_subprocess("--again")  # its number of examples is not to be that of other tests
    assert result.ret == pytest.ExitCode.OK, "nobody asked for it, so it is not missed"
    result.assert_outcomes(passed=2 + 10 // 5 + 1, deselected=1 + 8 + 3)


def test_the_first_python_runs_those_marked_once_too(suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name, *_, **__: f"/usr/bin/{name}")
    suite.makepyfile(ONCE.format(examples=100))
    suite.runpytest_inprocess().assert_outcomes(passed=3 + 10 + 4)


# The wheel

PACKAGES = ("cabinet", "engine", "hardware", "live", "workshop")
ENTRIES = {
    *("photofinish_cabinet", "cabinet.__main__", "cabinet.error_screen", "cabinet.machine.helper", "live.__main__"),
    "workshop.witness.rehearsal",
}
"""Modules that are started, not imported; commands are loaded by their names."""
BY_NAME = ("cabinet.commands.", "workshop.commands.", "cabinet.games.")
"""Folders whose modules are loaded by their names: a command, the presentation of a game."""
TRANSLATORS = {".po", ".pot"}
"""What translators edit; an installation reads what is made of it."""
FRONT_DOORS = {"engine/__init__.py", "hardware/__init__.py"}
"""They import to offer; that alone is no use."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The project's wheel, built without a network from what the dev extra installs."""
    root = Path(__file__).resolve().parents[2]
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in (
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "photofinish_cabinet.py",
        *PACKAGES,
        "tests",
        "tools",
    ):
        (source / name).symlink_to(root / name)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [*command, "--no-index", "--disable-pip-version-check", "--wheel-dir", str(folder), str(source)],
        check=True,
        capture_output=True,
        text=True,
    )
    (built,) = folder.glob("*.whl")
    return zipfile.ZipFile(built)


def files(wheel: zipfile.ZipFile) -> list[str]:
    return [name for name in wheel.namelist() if ".dist-info/" not in name]


def test_it_holds_exactly_the_packages_and_the_command(wheel: zipfile.ZipFile) -> None:
    assert {name.partition("/")[0] for name in files(wheel)} == {*PACKAGES, "photofinish_cabinet.py"}


def test_it_holds_every_file_of_them(wheel: zipfile.ZipFile, repository: Path) -> None:
    kept = {
        str(path.relative_to(repository))
        for package in PACKAGES
        for path in (repository / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in TRANSLATORS
    }
    assert kept - set(files(wheel)) == set()


def imported(source: str) -> set[str]:
    """Every name that a module's import statements may mean."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return found


def test_nothing_is_installed_for_tests_and_documents_alone(wheel: zipfile.ZipFile) -> None:
    sources = {name: wheel.read(name).decode() for name in files(wheel) if name.endswith(".py")}
    used = set().union(*(imported(source) for name, source in sources.items() if name not in FRONT_DOORS))
    modules = {name.removesuffix(".py").replace("/", ".") for name in sources if not name.endswith("__init__.py")}
    assert {name for name in modules - used if not name.startswith(BY_NAME)} == ENTRIES


def test_it_holds_the_images_that_a_board_is_flashed_with(wheel: zipfile.ZipFile) -> None:
    images = [name for name in files(wheel) if name.endswith(".uf2")]
    assert sorted(images) == [
        f"hardware/board/uf2/photofinish-{image}.uf2"
        for image in (
            *(f"board-{chip}-{line}" for chip in ("rp2040", "rp2350") for line in ("uart", "usb")),
            *("tester-rp2040", "tester-rp2350"),
        )
    ]


def test_its_name_is_nobody_elses(wheel: zipfile.ZipFile) -> None:
    (metadata,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    assert email.message_from_bytes(wheel.read(metadata))["Name"] == "photofinish-cabinet"


def started(folder: Path, *before: Path) -> subprocess.CompletedProcess[str]:
    """Ask the command for its version, in an environment whose path has the given folders before ours."""
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (*before, folder)))}
    command = [sys.executable, "-m", "photofinish_cabinet", "--version"]
    return subprocess.run(command, cwd=folder.parent, env=environ, capture_output=True, text=True, check=False)


@pytest.mark.once
@pytest.mark.parametrize("name", PACKAGES)
def test_a_strangers_package_in_the_place_of_ours_is_named(wheel: zipfile.ZipFile, tmp_path: Path, name: str) -> None:
    on_source()
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    wheel.extractall(ours)
    (theirs / name).mkdir(parents=True)
    (theirs / name / "__init__.py").write_text("def main(): raise SystemExit('a stranger ran')\n")
    assert started(ours).returncode == 0
    refused = started(ours, theirs)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert str(theirs / name) in refused.stderr
    assert "an environment of its own" in refused.stderr

    shutil.copy(theirs / name / "__init__.py", ours / name)  # installed after ours into the same environment
    assert started(ours).returncode == 2
    shutil.rmtree(ours / name)
    assert (name in started(ours).stderr) == (name != "live"), "a cabinet has the service elsewhere"


def test_it_brings_the_command_and_the_licence(wheel: zipfile.ZipFile) -> None:
    (points,) = [name for name in wheel.namelist() if name.endswith("/entry_points.txt")]
    assert "photofinish = photofinish_cabinet:main" in wheel.read(points).decode()
    assert any(name.endswith("/LICENSE") for name in wheel.namelist())


# Lines with pip: a stranger's package has our name on the index

PIP_LINE = re.compile(r"(?:[\w./-]+/)?pip3? install [^`\n#]*[^`\n# ]")
EXTRAS = ("film", "shell", "print", "certify", "cluster", "lgpio", "")


def would_install(line: str, folder: Path) -> Any:
    """Where what a line would install comes from; the line is run as it stands, without an index."""
    report = folder / "report.json"
    switches = {f"PIP_{name}": "1" for name in ("DRY_RUN", "NO_INDEX", "QUIET", "DISABLE_PIP_VERSION_CHECK")}
    environ = {**os.environ, **switches, "PIP_NO_BUILD_ISOLATION": "0", "PIP_REPORT": str(report)}
    done = subprocess.run(line, shell=True, cwd=folder, env=environ, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), line  # on standard error stands: there is no such extra
    (only,) = json.loads(report.read_text())["install"]
    return only["download_info"]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a checkout that has its environment, and an environment `bulk` beside it; pip is this Python's."""
    folder = tmp_path_factory.mktemp("a desk's [things]")
    clone = checkout(Path(__file__).resolve().parents[2], folder / "photofinish")
    for environment in (clone / ".venv", folder / "bulk"):
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
        (site,) = environment.glob("lib/python*/site-packages")
        (site / "tools.pth").write_text(f"{Path(pytest.__file__).parents[1]}\n")
        pip = environment / "bin" / "pip"
        pip.write_text(f'#!/bin/sh\nexec "{environment}/bin/python" -m pip "$@"\n')
        pip.chmod(0o755)
    return folder


@pytest.mark.long
@pytest.mark.once
@pytest.mark.needs("git")
def test_each_line_with_pip_in_a_document_installs_the_checkout(desk: Path, repository: Path) -> None:
    pages = [repository / "README.md", repository / "CONTRIBUTING.md", *(repository / "docs").glob("*.md")]
    found = [line for page in pages for line in PIP_LINE.findall(page.read_text(encoding="utf-8"))]
    assert len(found) >= 5
    for line in found:
        if line.startswith("/opt/"):
            continue  # a service's own environment holds a copy: it may not read a checkout
        source = would_install(line, desk if line.startswith("bulk/") else desk / "photofinish")
        assert source == {"dir_info": {"editable": True}, "url": (desk / "photofinish").as_uri()}, line


@pytest.mark.long
@pytest.mark.once
@pytest.mark.needs("git")
@pytest.mark.parametrize("extra", ["film", ""])
def test_so_does_each_that_a_message_names(desk: Path, tmp_path: Path, extra: str) -> None:
    clone = desk / "photofinish"
    line = install_line(extra, clone, str(clone / ".venv/bin/python"))
    assert would_install(line, tmp_path) == {"dir_info": {"editable": True}, "url": clone.as_uri()}


@pytest.mark.parametrize("extra", EXTRAS)
def test_without_a_checkout_it_names_what_the_metadata_wants(
    wheel: zipfile.ZipFile, tmp_path: Path, repository: Path, extra: str
) -> None:
    wheel.extractall(tmp_path)
    project = tomllib.loads((repository / "pyproject.toml").read_text())["project"]
    wanted = project["optional-dependencies"][extra] if extra else project["dependencies"]
    command, _, named = install_line(extra, tmp_path, "/opt/venv/bin/python").partition(" install ")
    assert command == "/opt/venv/bin/python -m pip"
    assert not [each for each in shlex.split(named) if "extra" in str(Requirement(each).marker)], "pip ignores it"
    assert {Requirement(each).name for each in shlex.split(named)} == {Requirement(each).name for each in wanted}


def test_a_folder_that_only_root_writes_to_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert install_line("film").startswith("sudo ")


def test_no_text_names_the_strangers_package(repository: Path) -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=repository, capture_output=True, text=True, check=True).stdout
    texts = {path: (repository / path).read_text(encoding="utf-8") for path in tracked.split("\n")
             if path.endswith((".py", ".md", ".sh", ".toml", ".po")) and (repository / path).is_file()}  # fmt: skip
    assert [path for path, text in texts.items() if re.search(r"pip3? install[^\n]* '?photofinish\b(?!-)", text)] == []
