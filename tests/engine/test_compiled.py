"""mypyc accepts the engine as it is."""

import subprocess
import sys
from pathlib import Path


def test_mypyc_translates_the_engine(repository: Path) -> None:
    program = [sys.executable, "-m", "tools.compiled", "check"]
    done = subprocess.run(program, cwd=repository, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
