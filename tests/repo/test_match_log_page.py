"""docs/match-log.md names everything that a log can hold: checked against logs of random play."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cabinet.cli import main

SIMULATED = (
    ("speed", "replenish=press", "stuck_call=shout", "jokers=true", "declared_joker=true"),
    ("speed", "turn_from=stocks", "finish=slap", "colours=true"),
    ("spit", "stack_equals=true", "alternate_colours=true", "length=2"),
    ("spit", "ghost=true", "conceal_last=5", "claim=shout", "layout=1111+refill", "twin_call=true", "length=9"),
    ("spit", "spit_card_please=true", "claim=slap_smaller"),
    ("mod_spit", "length=3", "rule=drawn"),
    ("speed_uno", "challenge=true", "match_hands=2"),
    ("speah", "jokers=true"),
    ("speah", "deals=2"),
)


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[list[dict[str, Any]]]:
    """A few matches of random bots, line by line, in the options that have the most to tell."""
    folder = tmp_path_factory.mktemp("logs")
    for place, (game, *options) in enumerate(SIMULATED):
        chosen = [word for option in options for word in ("--option", option)]
        own = str(folder / str(place))  # logs of one game and seed have one name
        assert main(["simulate", "--game", game, *chosen, "--games", "3", "--seed", "1", "--log", own]) == 0
    files = sorted(folder.rglob("*.jsonl"))
    return [[json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] for path in files]


def words_of(line: dict[str, Any]) -> Iterator[str]:
    """Everything in a line that a reader has to look up."""
    yield from line
    yield from (line[key] for key in ("do", "why", "ignored") if key in line)
    for kind, *rest in line.get("effects", ()):
        yield f'["{kind}"'
        if kind == "set":
            yield re.sub(r"\d+", "N", rest[0])
        elif kind in ("phase", "foul"):
            yield rest[-1]


def test_every_word_of_a_log_is_explained(logs: list[list[dict[str, Any]]], repository: Path) -> None:
    page = (repository / "docs" / "match-log.md").read_text(encoding="utf-8")
    spans = " ".join(re.findall(r"`([^`\n]+)`", page))
    explained = set(re.split(r"[^\w.]+", spans)) | set(re.findall(r'\["\w+"', spans))
    told = {word for log in logs for line in log for word in words_of(line)}
    assert len(told) > 30
    assert sorted(told - explained) == []


def test_a_declared_joker_counts_as_what_the_page_says(logs: list[list[dict[str, Any]]], repository: Path) -> None:
    effects = [effect for log in logs for line in log for effect in line.get("effects", ())]
    declared = {effect[2] for effect in effects if effect[0] == "set" and effect[1].startswith("declared.")}
    assert declared > {""}
    assert all(re.fullmatch("(=[A2-9TJQK])?", value) for value in declared)
    assert "`=A`" in (repository / "docs" / "match-log.md").read_text(encoding="utf-8")


def test_its_example_of_a_first_line_is_one(logs: list[list[dict[str, Any]]], repository: Path) -> None:
    page = (repository / "docs" / "match-log.md").read_text(encoding="utf-8")
    example = re.search(r'^\{"log".*\}$', page, re.MULTILINE)
    assert example is not None
    with_people = {"preset", "reach_ns", "clock_errors", "rules"}
    assert json.loads(example[0]).keys() - with_people == logs[0][0].keys() - with_people
