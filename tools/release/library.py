"""The engine under a name of its own, `photofinish_engine`, for environments that other packages share.

The rename is mechanical: every import of the engine is absolute (ruff's TID252 holds that), so its first word is all
that changes. No text of the engine names a module of its own to Python.
"""

import ast
import re
import shutil
from pathlib import Path
from typing import Final

NAME: Final = "photofinish_engine"
DISTRIBUTION: Final = "photofinish-engine"
_IMPORT: Final = re.compile(r"^(\s*(?:from|import) )engine\b", re.MULTILINE)
_PROJECT: Final = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "{distribution}"
version = "{version}"
description = "The rules of Photo Finish: Spit, Speed and their kin, played at the same time and judged by time stamps."
readme = "README.md"
license = "MIT"
license-files = ["LICENSE"]
requires-python = ">=3.11"
authors = [{{ name = "The Photo Finish contributors" }}]
classifiers = ["Topic :: Games/Entertainment :: Board Games", "Typing :: Typed"]

[tool.setuptools.packages.find]
include = ["{name}*"]

[tool.setuptools.package-data]
{name} = ["py.typed"]
"""
_LINK: Final = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]+\)")


def renamed(source: str) -> str:
    """Return a module's source with the engine's imports under the new name.

    Raises ValueError for a module that uses ``engine`` by that name elsewhere, which a rename of imports would break.
    """
    changed = _IMPORT.sub(rf"\1{NAME}", source)
    for node in ast.walk(ast.parse(changed)):
        if isinstance(node, ast.Import) and any(each.name == NAME and not each.asname for each in node.names):
            raise ValueError("`import engine` without a name of its own")
    return changed


def write(source: Path, version: str, folder: Path) -> Path:
    """Write the library's project, from the files of a release, into a new folder, and return it."""
    shutil.copytree(source / "engine", folder / NAME, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (folder / NAME).rglob("*.py"):
        path.write_text(renamed(path.read_text(encoding="utf-8")), encoding="utf-8")
    shutil.copy(source / "LICENSE", folder)
    page = (source / "docs/engine-as-a-library.md").read_text(encoding="utf-8")
    (folder / "README.md").write_text(readme(page), encoding="utf-8")
    project = _PROJECT.format(distribution=DISTRIBUTION, version=version, name=NAME)
    (folder / "pyproject.toml").write_text(project, encoding="utf-8")
    return folder


def readme(page: str) -> str:
    """Return the page about the library as its README: links to other pages of the project are words there."""
    return _LINK.sub(r"\1", page)
