"""Which state of the project this is: a release, or the commit that it was made from.

``revision.txt`` beside this module is a line that git fills in where the project leaves its checkout as an archive
(gitattributes(5), ``export-subst``): a release, a host's tarball. Bundles and the installer write it themselves. In a
checkout it holds the pattern, and git is asked.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

PATTERN: Final = "%h %cs %(describe:tags,match=v*)"
"""git-log(1): the commit, the day it was committed, and the last release with the number of commits since."""
FILE: Final = Path("cabinet/process/revision.txt")
UNFILLED: Final = "$Format:"
CHANGED: Final = "+"
"""Behind the commit of a checkout whose files have been changed since."""
CHECKOUT: Final = Path(__file__).resolve().parents[2]


def version_text(version: str, root: Path = CHECKOUT) -> str:
    """Return ``1.0.0`` for that release, else also what it was made from: ``1.0.0 (1a2b3c4d 2026-11-29)``.

    `root` is the folder of the packages. Where nothing is known of a commit, a ``?`` stands behind the version.
    """
    line = revision(root)
    commit, _, rest = line.partition(" ")
    day, _, described = rest.partition(" ")
    if described == f"v{version}" and not commit.endswith(CHANGED):
        return version
    return f"{version} ({commit} {day})" if day else f"{version} ({line or '?'})"


def revision(root: Path = CHECKOUT) -> str:
    """Return the commit, its day, and the last release, with spaces between them; a cabinet's release; or nothing."""
    written = (root / FILE).read_text(encoding="utf-8").strip() if (root / FILE).is_file() else ""
    if written and not written.startswith(UNFILLED):
        return written
    if (root / ".git").exists() and (git := shutil.which("git")):
        return _ask_git(git, root)
    if "releases" in root.parts:  # a cabinet's release, named by the sum of its sources
        return root.parts[root.parts.index("releases") + 1]
    return ""


def _ask_git(git: str, root: Path) -> str:
    def answer(*arguments: str) -> str:
        # a checkout may be another user's: the installer is root
        command = [git, "-c", f"safe.directory={root}", "-C", str(root), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()

    line = answer("log", "-1", f"--format={PATTERN}")
    changed = line and answer("status", "--porcelain", "--untracked-files=no")
    return line.replace(" ", f"{CHANGED} ", 1) if changed else line


if __name__ == "__main__":  # for the installer, which has no environment yet
    sys.stdout.write(f"{revision()}\n")
