"""A desk's game of two needs nothing of POSIX (`tests.without_posix`): every module can be imported, tests of rules,
panels, scenes and records pass, and the program plays. On Windows itself nobody has tried."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from workshop.witness.witness_file import Picture

pytestmark = [pytest.mark.long, pytest.mark.once]

RUN = (
    *("tests/engine/test_log.py", "tests/engine/test_races.py"),
    *("tests/hardware/test_keyboard.py", "tests/hardware/test_debounce.py"),
    *("tests/cabinet/scenes/test_menu.py", "tests/cabinet/scenes/test_match.py"),
    *("tests/cabinet/store/test_logs.py", "tests/cabinet/store/test_store.py"),
    "tests/cabinet/store/test_rename_person.py",
)
"""Of the suites, what takes 16 s of processor: locks of records and logs are in the last three."""
OF_POSIX = "tests/cabinet/store/test_rename_person.py::test_a_log_stays_the_cabinets_own_when_root_asks"
PLAYED_S = 3


def test_rules_panels_scenes_and_records(repository: Path) -> None:
    chosen = ("-m", "not long and not needs", "--again", "-n0", "-q", "-p", "no:cacheprovider")
    command = [sys.executable, "-m", "pytest", "-p", "tests.without_posix", *chosen, *RUN, f"--deselect={OF_POSIX}"]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.rpartition(" passed")[0].rpartition("\n")[2]) > 200


def test_it_plays(repository: Path, tmp_path: Path) -> None:
    """A whole program with a guest at its keyboard, its log and its records."""
    program = (
        f"import sys, tests.without_posix as hides; hides.take_away(); sys.argv[1:] = ['{PLAYED_S}', sys.argv[1]]\n"
    )
    program += "from workshop.witness.rehearsal import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        cwd=repository, input="{}", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    seen = msgspec.json.decode(done.stdout.strip().rpartition("\n")[2], type=Picture)
    assert seen.frames is not None and seen.frames.count > 10
    assert (tmp_path / "photofinish.db").exists()
