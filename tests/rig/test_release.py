"""What is released: what it must not be made of, the same bytes twice, the engine under another name, the lists."""

import json
import lzma
import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from zipfile import ZipFile

import pytest

from tools.compiled.build import tag
from tools.release import library, lists, packages
from tools.release.source import Release, ReleaseError, lay_out, notes_of, release_of

CHANGELOG = """# Changelog

## Unreleased

- Later.

## 1.0.0 - 2026-12-01

The first.

- Stamps.

## 0.9.0

- Without a day.
"""


def git(folder: Path, *arguments: str) -> str:
    who = ("-c", "user.name=A maker", "-c", "user.email=maker@example.org")
    return subprocess.run(
        ["git", "-C", str(folder), *who, *arguments], capture_output=True, text=True, check=True
    ).stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A clean checkout of version 1.0.0, with its section."""
    folder = tmp_path / "checkout"
    git(tmp_path, "init", "--quiet", str(folder))
    (folder / "pyproject.toml").write_text('[project]\nname = "it"\nversion = "1.0.0"\n')
    (folder / "CHANGELOG.md").write_text(CHANGELOG)
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "Begin")
    return folder


def commit(folder: Path) -> None:
    git(folder, "commit", "--quiet", "--allow-empty", "-am", "Go on")


@pytest.mark.needs("git")
def test_the_notes_are_the_versions_section(checkout: Path) -> None:
    assert release_of(checkout).notes == "The first.\n\n- Stamps.\n"
    git(checkout, "tag", "v1.0.0")
    assert release_of(checkout).version == "1.0.0", "at its own tag it is made"


def changes(checkout: Path) -> None:
    (checkout / "pyproject.toml").write_text('[project]\nversion = "1.0.1"\n')


def adds(checkout: Path) -> None:
    (checkout / "new.py").touch()


def goes_on(checkout: Path) -> None:
    git(checkout, "tag", "v1.0.0")
    commit(checkout)


def tells_nothing(checkout: Path) -> None:
    (checkout / "CHANGELOG.md").write_text(CHANGELOG.replace("1.0.0", "1.0.1"))
    commit(checkout)


@pytest.mark.needs("git")
@pytest.mark.parametrize(
    ("deed", "named"),
    [(changes, "pyproject.toml"), (adds, "new.py"), (goes_on, "v1.0.0 is commit"), (tells_nothing, "'## 1.0.0 - ")],
)
def test_what_a_release_must_not_be_made_of_is_named(checkout: Path, deed: Callable[[Path], None], named: str) -> None:
    deed(checkout)
    with pytest.raises(ReleaseError, match=re.escape(named)):
        release_of(checkout)


def test_a_section_without_its_day_is_not_finished() -> None:
    assert notes_of(CHANGELOG, "0.9.0") == notes_of(CHANGELOG, "2.0.0") == ""


# The same bytes twice


@pytest.fixture
def release(repository: Path) -> Release:
    """The last commit of this checkout, whatever its changelog says."""
    head, epoch = git(repository, "log", "-1", "--format=%H %ct").split()
    return Release(repository, "1.0.0", head, int(epoch), "")


@pytest.mark.once
@pytest.mark.long
@pytest.mark.needs("git")
def test_two_folders_give_the_same_library(release: Release, tmp_path: Path) -> None:
    sums, out = [], tmp_path
    for name in ("one", "another"):
        out = tmp_path / name / "out"
        out.mkdir(parents=True)
        source = lay_out(release, tmp_path / name / "source")
        engine = library.write(source, "1.0.0", tmp_path / name / "engine")
        packages.sdist(release, engine, out)
        packages.wheel(release, engine, out)
        lists.write_sums(out)
        sums.append((out / lists.SUMS).read_text())
    assert sums[0] == sums[1] != ""
    done = subprocess.run(["sha256sum", "--check", "--strict", lists.SUMS], cwd=out, check=False)
    assert done.returncode == 0


def test_an_archive_in_order_tells_nothing_of_who_packed_it_and_when(tmp_path: Path) -> None:
    made = []
    for number, names in enumerate((("a", "b"), ("b", "a"))):
        for name in names:
            (tmp_path / name).write_text(name)
            os.utime(tmp_path / name, (number, number))
        path = tmp_path / f"{number}.tar.gz"
        with tarfile.open(path, "w:gz") as packed:
            for name in names:
                packed.add(tmp_path / name, f"it/{name}")
        packages.in_order(path, 1_000_000_000)
        made.append(path.read_bytes())
    assert made[0] == made[1]


# The engine under a name of its own

MATCH = """
import engine, photofinish_engine
from photofinish_engine import Match, Setup, find_brain, log, seats_of, verify

assert engine.NAME == "a stranger"
setup = Setup("{game}", seats=seats_of("bot:fast", "bot:slow"), seed=7)
match = Match(setup, brains={{seat: find_brain(info.player) for seat, info in enumerate(setup.seats)}})
while (due := match.next_deadline()) is not None:
    match.advance(due)
match.close()
text = f"{{log.header(setup)}}\\n{{log.text_of(match.final())}}"
verify(log.read(text.encode()))
print(text, end="")
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the library as installed, and a stranger's package `engine` beside it."""
    folder = tmp_path_factory.mktemp("environment")
    library.write(Path(__file__).resolve().parents[2], "1.0.0", folder / "project")
    (folder / "project" / library.NAME).rename(folder / library.NAME)
    (folder / "engine").mkdir()
    (folder / "engine/__init__.py").write_text("NAME = 'a stranger'\n")
    return folder


@pytest.mark.parametrize("game", ["speed", "mod_spit"])
def test_a_match_of_the_library_has_the_engines_log(environment: Path, game: str) -> None:
    code = MATCH.format(game=game)
    env = {**os.environ, "PHOTOFINISH_COMPILED": "no"}
    run = partial(subprocess.run, env=env, capture_output=True, text=True)
    theirs = run([sys.executable, "-c", code], cwd=environment, check=False)
    assert theirs.stderr == ""
    ours = code.replace("photofinish_engine", "engine").replace('assert engine.NAME == "a stranger"', "")
    root = Path(__file__).resolve().parents[2]
    done = run([sys.executable, "-c", ours], cwd=root, check=True)
    assert theirs.stdout == done.stdout != ""


@pytest.mark.once
@pytest.mark.long
def test_its_types_hold(environment: Path) -> None:
    user = environment / "user.py"
    user.write_text("from photofinish_engine import Match, Setup\n\n\ndef begin(setup: Setup) -> Match:\n"
                    "    return Match(setup, brains={})\n")  # fmt: skip
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--python-version=3.11", "user.py"]
    done = subprocess.run(command, cwd=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def add(folder: Path, text: str) -> None:
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(text)


@pytest.mark.once
@pytest.mark.long
@pytest.mark.needs("gcc")
def test_its_compiled_wheel_has_an_extension_beside_each_module(release: Release, tmp_path: Path) -> None:
    """A library of two small packages stands for the engine, which takes gcc two minutes."""
    project, out = tmp_path / "project", tmp_path / "out"
    add(project / "it", "from it.sums import double\n\nFOUR: int = double(2)\n")
    add(project / "it/sums", "def double(number: int) -> int:\n    return 2 * number\n")
    (project / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n'
        '[project]\nname = "it"\nversion = "1.0.0"\n[tool.setuptools.packages.find]\ninclude = ["it*"]\n'
    )
    out.mkdir()
    with ProcessPoolExecutor(1, get_context("spawn")) as own:  # mypyc keeps 100 MB of what it has looked at
        own.submit(packages.compiled_library, release, project, "it", out).result()
    (wheel,) = out.iterdir()
    assert wheel.name == f"it-1.0.0-{tag()}.whl"
    with ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "installed")
    code = "import it, it.sums; assert it.FOUR == 4; print(it.__file__, it.sums.__file__)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=tmp_path / "installed", capture_output=True, text=True, check=True)
    assert done.stdout.count(".so") == 2


def test_its_readme_uses_its_name_and_leads_nowhere() -> None:
    page = "# It\n[why](architecture.md#late) and [form](https://keepachangelog.com)\n"
    assert library.readme(page) == "# It\nwhy and [form](https://keepachangelog.com)\n"


def test_a_use_of_the_name_beside_imports_is_refused() -> None:
    assert library.renamed("from engine.log import read\nimport engine as e\n").count(library.NAME) == 2
    with pytest.raises(ValueError, match="import engine"):
        library.renamed("import engine\n")


# Lists

FIELDS = {"name", "description", "icon", "url", "extract_size", "extract_sha256", "image_download_size", "release_date"}
"""What Imager's os-list-schema.json requires of an entry; its notes add ``devices``."""


def test_the_imagers_list_has_the_image_as_it_lies_there(release: Release, tmp_path: Path) -> None:
    raw = b"card" * 10_000
    image = tmp_path / "photofinish-1.0.0-arm64.img.xz"
    image.write_bytes(lzma.compress(raw))
    icon = tmp_path / "photofinish.svg"
    (entry,) = lists.imager_list(release, image, icon, "https://example.org/1.0.0/")["os_list"]
    assert entry.keys() >= FIELDS | {"devices", "init_format"}
    assert (entry["url"], entry["extract_size"]) == (f"https://example.org/1.0.0/{image.name}", len(raw))
    assert entry["icon"] == "https://example.org/1.0.0/photofinish.svg"
    assert entry["extract_sha256"] == sha256(raw).hexdigest()
    assert entry["image_download_size"] == image.stat().st_size
    assert entry["image_download_sha256"] == sha256(image.read_bytes()).hexdigest()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", entry["release_date"])


def test_the_images_parts_list_has_each_package_once_with_its_address(release: Release) -> None:
    lines = "origin\tpackage\tversion\tlicences\nDebian\tlibc6\t2.41-1+b1\tLGPL-2.1\nPython\tpygame_ce\t2.5.8\tLGPL\n"
    found = json.loads(lists.image_parts(release, lines))
    assert (found["bomFormat"], found["specVersion"]) == ("CycloneDX", "1.6")
    assert [part["purl"] for part in found["components"]] == [
        "pkg:deb/debian/libc6@2.41-1%2Bb1",
        "pkg:pypi/pygame-ce@2.5.8",
    ]
    assert found["serialNumber"] == json.loads(lists.image_parts(release, lines))["serialNumber"]
