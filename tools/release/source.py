"""What is released: the commit, its version, its section of the changelog, and its files without a checkout."""

import os
import re
import subprocess
import tarfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

from workshop.commands.bundle import version_of

TAG: Final = "v{version}"
SECTION: Final = r"^## {version}(?: - (?P<day>\d{{4}}-\d\d-\d\d))?\n(?P<text>.*?)(?=^## |\Z)"


class ReleaseError(Exception):
    """Something that a release must not be made of, or a program that failed; the message names the remedy."""


@dataclass(frozen=True)
class Release:
    """A commit that is released: ``epoch`` is its time (s since 1970), ``notes`` its section of the changelog."""

    checkout: Path
    version: str
    commit: str
    epoch: int
    notes: str

    @property
    def environ(self) -> dict[str, str]:
        """The environment for what is run: files have the commit's time, and no Python writes its own beside them."""
        return {**os.environ, "SOURCE_DATE_EPOCH": str(self.epoch), "PYTHONDONTWRITEBYTECODE": "1"}


def release_of(checkout: Path, draft: bool = False) -> Release:
    """Return what is to be released. A draft may lack its section and may be of a version that exists.

    Raises ReleaseError for changed files, a version whose tag stands at another commit, and a changelog without it.
    """
    version = version_of(checkout)
    changed = _git(checkout, "status", "--porcelain")
    if changed:
        names = ", ".join(line[3:] for line in changed.splitlines()[:5])
        raise ReleaseError(f"the checkout has files that no commit has: {names}. Commit them, or move them away")
    commit, epoch = _git(checkout, "log", "-1", "--format=%H %ct").split()
    tag = TAG.format(version=version)
    tagged = _git(checkout, "rev-list", "-n1", tag) if _git(checkout, "tag", "--list", tag) else commit
    if tagged != commit and not draft:
        raise ReleaseError(f"{version} exists: {tag} is commit {tagged[:8]}. Give pyproject.toml the next version")
    notes = notes_of((checkout / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    if not notes and not draft:
        raise ReleaseError(f"CHANGELOG.md has no section '## {version} - YYYY-MM-DD': write what this version is")
    return Release(checkout, version, commit, int(epoch), notes)


def notes_of(changelog: str, version: str) -> str:
    """Return a version's section of a changelog without its title; empty where there is none, or it has no date."""
    found = re.search(SECTION.format(version=re.escape(version)), changelog, re.MULTILINE | re.DOTALL)
    return found["text"].strip() + "\n" if found and found["day"] else ""


def lay_out(release: Release, folder: Path) -> Path:
    """Unpack the commit's files into a new folder, with the commit's time and modes that no umask changes."""
    archive = _run(release.checkout, "-c", "tar.umask=0022", "archive", "--format=tar", release.commit)
    with tarfile.open(fileobj=BytesIO(archive)) as packed:
        packed.extractall(folder)
    return folder


def _git(checkout: Path, *arguments: str) -> str:
    return _run(checkout, *arguments).decode().rstrip()


def _run(checkout: Path, *arguments: str) -> bytes:
    done = subprocess.run(["git", "-C", str(checkout), *arguments], capture_output=True, check=False)
    if done.returncode:
        raise ReleaseError(f"git {arguments[0]}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout
