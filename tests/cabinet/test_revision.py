"""What the program says it was made from: a release, a commit, or nothing."""

import subprocess
import tarfile
from pathlib import Path

import pytest

from cabinet.process.revision import FILE, PATTERN, UNFILLED, revision, version_text

COMMIT = ["-c", "user.name=A maker", "-c", "user.email=maker@example.org", "commit", "--quiet", "--allow-empty"]


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path, repository: Path) -> Path:
    """A checkout with one commit, in which the file has the project's own pattern."""
    folder = tmp_path / "checkout"
    (folder / FILE).parent.mkdir(parents=True)
    for name in (FILE, Path(".gitattributes")):
        (folder / name).write_bytes((repository / name).read_bytes())
    git(tmp_path, "init", "--quiet", str(folder))
    git(folder, "add", ".")
    git(folder, *COMMIT, "-m", "Begin")
    return folder


@pytest.mark.needs("git")
def test_a_checkout_names_its_commit_and_whether_it_was_changed_since(checkout: Path) -> None:
    commit, day = git(checkout, "log", "-1", "--format=%h %cs").split()
    assert version_text("1.0.0", checkout) == f"1.0.0 ({commit} {day})"
    (checkout / ".gitattributes").write_text("# changed\n")
    assert version_text("1.0.0", checkout) == f"1.0.0 ({commit}+ {day})"


@pytest.mark.needs("git")
def test_only_the_tagged_commit_is_a_release(checkout: Path) -> None:
    git(checkout, "tag", "v1.0.0")
    assert version_text("1.0.0", checkout) == "1.0.0"
    assert version_text("1.0.1", checkout) != "1.0.1"
    git(checkout, *COMMIT, "-m", "Go on")
    assert version_text("1.0.0", checkout) != "1.0.0"


@pytest.mark.needs("git")
def test_an_archive_says_what_its_checkout_says(checkout: Path, tmp_path: Path) -> None:
    packed = tmp_path / "it.tar"
    git(checkout, "archive", f"--output={packed}", "HEAD")
    with tarfile.open(packed) as archive:
        archive.extract(str(FILE), tmp_path / "archive")
    assert revision(tmp_path / "archive") == revision(checkout) != ""


def test_without_git_the_release_of_a_cabinet_has_a_name_and_a_copy_has_none(tmp_path: Path) -> None:
    installed = tmp_path / "releases/1.0.0-abc/venv"
    for folder in (installed, tmp_path / "copy"):
        (folder / FILE).parent.mkdir(parents=True)
        (folder / FILE).write_text(f"{UNFILLED}{PATTERN}$\n")
    assert version_text("1.0.0", installed) == "1.0.0 (1.0.0-abc)"
    assert version_text("1.0.0", tmp_path / "copy") == "1.0.0 (?)"
