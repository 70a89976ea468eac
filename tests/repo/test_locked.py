"""The Python packages of a cabinet, by version and hash; `make lock` writes the files."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

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
        assert versions[wanted.name] in wanted.specifier, f"{line}: make lock"


def test_so_is_what_compiles_the_engine(repository: Path) -> None:
    assert locked(repository, "locked-compiler.txt").keys() >= {"mypy", "setuptools", "wheel"}


@pytest.mark.parametrize("file", FILES)
def test_every_package_has_its_hashes_and_no_place_is_named(repository: Path, file: str) -> None:
    text = (repository / "systemd" / file).read_text(encoding="utf-8")
    assert len(re.findall(r"^[a-z]", text, re.MULTILINE)) == len(locked(repository, file))
    assert "://" not in text
