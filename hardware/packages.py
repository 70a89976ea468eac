"""What installs a missing Python package where this program runs.

`photofinish` on the index is somebody else's; ours is `photofinish-cabinet`. A checkout is named by its path, and
editable, since a copy would stay behind at the next `git pull`. An installation without a checkout (a cabinet, a wheel)
names the packages of its metadata.
"""

import os
import re
import shlex
import sys
import sysconfig
from pathlib import Path
from typing import Final

_EXTRA: Final = re.compile(r"""\s*(?:and\s+)?extra == ['"][\w-]+['"]""")
"""The part of a marker that names the extra: with it, pip would ignore the requirement."""
ROOT: Final = Path(__file__).resolve().parents[1]


def install_line(extra: str = "", root: Path = ROOT, python: str = sys.executable) -> str:
    """Return the command for a shell that installs an extra of pyproject.toml, or what the program itself needs.

    `root` is the folder of the three packages, `python` the environment that the packages go to.
    """
    if (root / "pyproject.toml").is_file():
        what = ["--editable", f"{root}[{extra}]" if extra else str(root)]
    else:
        from importlib.metadata import distributions  # noqa: PLC0415 - 20 ms that a start without a fault does without

        what = [
            _EXTRA.sub("", needed).rstrip("; ")
            for found in distributions(name="photofinish-cabinet", path=[str(root)])
            for needed in map(str, found.requires or ())
            if _is_of(needed, extra)
        ]
    rights = [] if os.access(sysconfig.get_path("purelib"), os.W_OK) else ["sudo"]
    return shlex.join([*rights, python, "-m", "pip", "install", *what])


def _is_of(requirement: str, extra: str) -> bool:
    """Return whether a requirement of the metadata (``pillow>=10; extra == "film"``) is that of the extra."""
    marker = requirement.partition(";")[2].replace("'", '"')
    return f'extra == "{extra}"' in marker if extra else "extra ==" not in marker
