"""`tools/venv.sh`, behind `make play` and `make test`: which Python it takes, and what it says without one.

Each test builds a machine of its own: a PATH with a few tools, and invented Pythons that note their calls.
"""

import os
import shutil
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

PYTHON = """#!/bin/sh
case "$*" in
    "-m pip config list") cat settings 2>/dev/null ;;
    --version) echo "Python of {name}" ;;
    *version_info*) exit {too_old} ;;
    *ensurepip*) exit {without_venv} ;;
    "-m venv "*) mkdir -p "$3/bin"; cp "$0" "$3/bin/python" ;;
    *) echo "$*" >> asked; env | grep ^PIP_ | sort > environment ;;
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
    for tool in ("sh", "sort", "tr", "rm", "mkdir", "cp", "cat", "sed", "env", "grep", "printenv"):
        (tmp_path / "bin" / tool).symlink_to(str(shutil.which(tool)))
    return Machine(tmp_path, repository / "tools" / "venv.sh")


def test_it_says_what_it_does_and_installs_what_was_asked_for(machine: Machine) -> None:
    machine.has_python("python3")
    done = machine.set_up("dev", "bench")
    assert done.returncode == 0, done.stderr
    assert "Making a virtual environment in .venv with Python of python3" in done.stdout
    assert "Installing Photo Finish with its tools (dev,bench)" in done.stdout
    assert machine.pip_was_asked().endswith("--editable .[dev,bench]\n")


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
    environ = {**os.environ, "PATH": f"{clone / 'bin'}:{os.environ['PATH']}"}
    done = subprocess.run(["make", "venv"], cwd=clone, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert machine.pip_was_asked().endswith("--editable .[dev]\n")
