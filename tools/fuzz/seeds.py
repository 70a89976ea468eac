"""Seed inputs for fuzzing, made by the program: ``python -m tools.fuzz.seeds config|card|log FOLDER``."""

import sys
from collections.abc import Iterator
from pathlib import Path

from cabinet.card.schema import example_text, uncommented
from cabinet.commands.config import option_lines
from cabinet.config.schema import Config
from cabinet.config.text import config_text
from cabinet.research.simulate import play_bots, play_random
from engine.bots import find_brain
from engine.games import GAMES
from engine.log import header, text_of
from engine.setup import Setup, seats_of


def configs() -> Iterator[str]:
    """Yield the whole configuration, and each of its tables by itself."""
    whole = config_text(Config(), option_lines())
    yield whole
    for table in whole.split("\n\n")[1:]:
        yield f"{table.replace('# [', '[')}\n"


def cards() -> Iterator[str]:
    """Yield the card's example with all settings in force, its tables by themselves, and its usual mistakes."""
    whole = uncommented(example_text()).replace("its password", "hunter2 hunter2")
    yield whole
    yield from (f"{table}\n" for table in whole.split("\n\n")[1:])
    mistakes = ((' = "', " = “"), ("]\n", "\n"), (" = ", ": "), ("true", "yes"), ('"\n', "\n"), ("\n", "\r\n"))
    for right, wrong in mistakes:
        yield whole.replace(right, wrong)


def logs() -> Iterator[str]:
    """Yield the first 40 lines of two matches of each game: random commands, and presses of bots."""
    for game in GAMES:
        for player in ("bot:random", "bot:fast"):
            setup = Setup(game.info.id, {}, seats_of(player, player), 1)
            brains = {} if player == "bot:random" else {seat: find_brain(player) for seat in (0, 1)}
            match = play_bots(setup, brains) if brains else play_random(setup)
            lines = f"{header(setup)}\n{text_of(match.final())}".splitlines(keepends=True)
            yield "".join(lines[:40])


def main(kind: str, folder: str) -> None:
    """Write the inputs of one kind into a folder."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for number, text in enumerate({"config": configs, "card": cards, "log": logs}[kind]()):
        (Path(folder) / f"{kind}-{number}").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
