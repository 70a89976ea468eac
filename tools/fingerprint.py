"""Hash everything the program makes: the logs of hundreds of matches by bots, and every sample picture.

A change that only moves or renames code leaves every hash as it was:

    python -m tools.fingerprint write FILE     # before the change
    python -m tools.fingerprint compare FILE   # after it: lists each name whose hash differs, and ends with 1

The matches are every preset played by bots of every level, and random sets of options of every game, with two seats
or more. ``--only logs`` or ``--only pictures`` does one half. Two processes, about four minutes.
"""

import argparse
import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import pygame

from cabinet.display.fonts import Fonts
from cabinet.display.theme import Theme
from cabinet.display.toolkit import Toolkit
from cabinet.research.simulate import play_bots, play_random, simulated_brains
from engine.errors import OptionError
from engine.games import GAMES, set_up
from engine.log import header, text_of
from engine.log_replay import SIMULATED
from engine.options import Option
from engine.setup import Setup, seats_of
from tests.cabinet.pictures.preset_sheets import every_offer
from tests.cabinet.pictures.scenes import posters
from tests.cabinet.pictures.studio import ARRANGEMENTS, SIZES, Arrangement, Studio

Hashes = dict[str, str]

PLAYERS: Final = (SIMULATED, "bot:slow", "bot:middling", "bot:fast", "bot:perfect", "bot:masher")
"""Who plays each preset."""
SEEDS: Final = 3
"""Matches for each preset and player."""
OPTION_SETS: Final = 24
"""Random sets of options for each game."""
CAPS: Final = (20, 60)
"""Seconds a deal and a match with random options, without which some go on for ever."""


def preset_setups() -> Iterator[tuple[str, Setup]]:
    """Every preset, each of its seats played by one sort of bot, some seeds each."""
    for offer in every_offer():
        for player in PLAYERS:
            for seed in range(SEEDS):
                setup = offer.setup(seats_of(*[player] * offer.seats), seed)
                yield f"{offer.game}/{offer.name}/{player}/{seed}", setup


def option_setups() -> Iterator[tuple[str, Setup]]:
    """Random options that go together, of every game, for random play and for one sort of bot that sees its view.

    Options that logs may lack take no part: a new one would change every draw, and no two versions could be compared.
    """
    for game in GAMES:
        chance = Random(game.info.id)
        options = [option for option in game.info.all_options() if not option.omit_default]
        for number in range(OPTION_SETS):
            seats, given = playable(game.info.id, options, chance)
            for player in (SIMULATED, chance.choice(PLAYERS[1:4])):
                setup = Setup(game.info.id, given, seats_of(*[player] * seats), number)
                yield f"{game.info.id}/options {number}/{player}", setup


def playable(game: str, options: Sequence[Option], chance: Random) -> tuple[int, dict[str, object]]:
    """Draw a number of seats and options until the game accepts them."""
    while True:
        seats = chance.choice((2, 2, 2, 3, 4, 5, 6))
        chosen = chance.sample(list(options), chance.randint(1, 5))
        given: dict[str, object] = {option.name: value_of(option, chance) for option in chosen}
        given["caps"] = CAPS
        try:
            set_up(game, given, seats=seats)
        except OptionError:
            continue
        return seats, given


def value_of(option: Option, chance: Random) -> object:
    """Draw a value that the option takes."""
    if option.choices:
        return chance.choice(option.choices)
    if option.span is None or option.parts:
        return option.default
    return chance.choice([option.default, option.span[0], sum(option.span) // 2])


def log_text(setup: Setup) -> str:
    """Play a match to its end and return its log."""
    brains = simulated_brains(setup)
    match = play_bots(setup, brains) if brains else play_random(setup)
    return f"{header(setup)}\n{text_of(match.final())}"


def log_hash(named: tuple[str, Setup]) -> tuple[str, str]:
    """Play a match and hash its log; where the program falls, the error's name stands in the log's place."""
    name, setup = named
    try:
        text = log_text(setup)
    except Exception as problem:  # noqa: BLE001 - a fall is a result too: it must neither appear nor vanish unseen
        text = f"{type(problem).__name__}: {problem}"
    return f"log {name}", digest(text.encode())


def table_hashes(size: tuple[int, int], arrangement: Arrangement) -> Hashes:
    """Hash every sample of the table at one size, in one way to sit."""
    label = f"{arrangement.name} {size[0]}x{size[1]}"
    return {f"table {name} {label}": pixels(drawn) for name, drawn in Studio().all_of(size, arrangement).items()}


def scene_hashes(size: tuple[int, int]) -> Hashes:
    """Hash every scene but the match at one size."""
    drawn = posters(Toolkit(Theme(), Fonts(), size))
    return {f"scene {name} {size[0]}x{size[1]}": pixels(picture) for name, picture in drawn.items()}


def pixels(picture: pygame.Surface) -> str:
    """Hash a picture's pixels."""
    return digest(pygame.image.tobytes(picture, "RGB"))


def digest(content: bytes) -> str:
    """Shorten to a hash that a person can compare."""
    return hashlib.sha256(content).hexdigest()[:16]


def picture_jobs() -> Iterator[Callable[[], Hashes]]:
    """One job for each size and way to sit."""
    for size in SIZES:
        yield partial(scene_hashes, size)
        for arrangement in ARRANGEMENTS:
            yield partial(table_hashes, size, arrangement)


def call(job: Callable[[], Hashes]) -> Hashes:
    """Run one job in another process."""
    return job()


def hashes(only: str | None, jobs: int) -> Hashes:
    """Make everything anew and hash it, by name."""
    found: Hashes = {}
    with ProcessPoolExecutor(jobs) as pool:
        if only != "logs":
            for part in pool.map(call, picture_jobs()):
                found |= part
        if only != "pictures":
            found |= dict(pool.map(log_hash, [*preset_setups(), *option_setups()], chunksize=4))
    return found


def write(file: Path, found: Hashes) -> int:
    """Write a line for each hash."""
    file.write_text("".join(f"{found[name]}  {name}\n" for name in sorted(found)), encoding="utf-8")
    print(f"{len(found)} hashes written to {file}")
    return 0


def compare(file: Path, found: Hashes, only: str | None) -> int:
    """Print each name whose hash is not the one in the file; returns 1 if there is any."""
    lines = file.read_text(encoding="utf-8").splitlines()
    before = {name: value for value, _, name in (line.partition("  ") for line in lines) if wanted(name, only)}
    apart = sorted(name for name in before.keys() | found.keys() if before.get(name) != found.get(name))
    for name in apart:
        print(f"{'differs' if name in before and name in found else 'gone' if name in before else 'new'}: {name}")
    print(f"{len(found)} compared, {len(apart)} differ")
    return int(bool(apart))


def wanted(name: str, only: str | None) -> bool:
    """Whether a name belongs to the half that was asked for."""
    return only is None or name.startswith("log ") == (only == "logs")


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or compare; returns the exit code."""
    parser: Any = argparse.ArgumentParser(prog="python -m tools.fingerprint", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("do", choices=("write", "compare"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--only", choices=("logs", "pictures"))
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args(arguments)
    if args.do == "compare" and not args.file.is_file():
        parser.error(f"{args.file} is not there: write it at the commit to compare with")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    found = hashes(args.only, args.jobs)
    return write(args.file, found) if args.do == "write" else compare(args.file, found, args.only)


if __name__ == "__main__":
    sys.exit(main())
