"""docs/match-log.md explains everything that the rules can put into a log, also what random play seldom comes to."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from engine.log import KINDS
from engine.match import Match
from engine.table import Effect

TOLD_BY = {"say": -1, "foul": -1, "phase": 0, "stand_still": -1}
"""Methods whose constant argument of that place goes into the log as it is."""
RULES = ("refusal", "_held", "_misfit", "ignored", "_takes_why")
"""Parts of the names of functions that answer with a reason."""


def modules(repository: Path) -> list[Path]:
    """The engine and its games, without the bots, who tell a log nothing."""
    return [path for path in sorted((repository / "engine").rglob("*.py")) if path.parent.name != "bots"]


def told(path: Path) -> Iterator[str]:
    """Every constant of a module that can become a word in a log."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in TOLD_BY:
            yield from constants(node.args[TOLD_BY[node.func.attr]]) if node.args else ()
        elif isinstance(node, ast.FunctionDef) and answers_with_a_reason(path, node):
            for answer in ast.walk(node):
                if isinstance(answer, ast.Return) and answer.value is not None:
                    yield from constants(answer.value)


def answers_with_a_reason(path: Path, function: ast.FunctionDef) -> bool:
    named = path.stem == "refusal" or any(part in function.name for part in RULES)
    return named and function.returns is not None and "str" in ast.unparse(function.returns)


def constants(node: ast.expr) -> Iterator[str]:
    """The words that an expression can be: a constant, or either side of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from constants(value)


@pytest.fixture(scope="module")
def explained() -> set[str]:
    page = (Path(__file__).resolve().parents[2] / "docs" / "match-log.md").read_text(encoding="utf-8")
    return set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", page))))


def test_every_reason_shout_foul_and_phase_in_the_rules_is_explained(repository: Path, explained: set[str]) -> None:
    words = {word for path in modules(repository) for word in told(path)}
    assert {"rank", "still_there", "miss", "slap", "guarded", "players"} <= words
    assert sorted(words - explained) == []


def test_every_kind_of_effect_and_of_line_is_explained(explained: set[str]) -> None:
    kinds = {get_args(get_args(effect)[0])[0] for effect in get_args(Effect)}
    assert len(kinds) == 9
    assert kinds | set(KINDS) | set(Match.OWN_PAUSES) <= explained


def test_the_reader_of_constants_sees_choices() -> None:
    expression = ast.parse('"a" if x else ("b" or y)', mode="eval").body
    assert list(constants(expression)) == ["a", "b"]
