"""A program to be run with a compiled engine and with its source: prints lines that must be the same.

Its arguments are expressions that build values. It prints each value, whether a second one is equal and whether it
has a hash; then verdicts on logs, the hash of the log of a match of two bots for each game, and that of 50 logs of
random play for each preset. The last line is the engine's file.
"""

import hashlib
import importlib
import re
import sys
from collections.abc import Iterator, Sequence
from pkgutil import walk_packages

import engine
from cabinet.process import gc_tuning
from engine.chance import Chance
from engine.game import Game
from engine.games.speed_uno.game import SpeedUno
from engine.games.spit.game import Spit
from engine.race import Race
from engine.simulation import play_random
from engine.verdict import verdict_of


def built(expressions: Sequence[str]) -> Iterator[str]:
    """Build each value twice; yield its text, and whether it is equal and has a hash."""
    setup = engine.Setup("speed")
    match = engine.Match(setup)
    names = {"engine": engine, "match": match, "game": match.game, "chance": Chance(5), "table": match.table}
    for module in walk_packages(engine.__path__, "engine."):
        importlib.import_module(module.name)
    for expression in expressions:
        one, other = eval(expression, names), eval(expression, names)  # expressions of our own test
        yield f"{re.sub(' at 0x[0-9a-f]+', '', repr(one))} {one == other} {is_hashable(one)}"


def is_hashable(value: object) -> bool:
    """Whether a value has a hash: a value that holds a mapping has none."""
    try:
        return hash(value) == hash(value)
    except TypeError:
        return False


def played() -> Iterator[str]:
    """Play a match of each game; yield the hash of its log."""
    for game in engine.GAMES:
        setup = engine.Setup(game.info.id, seats=engine.seats_of("bot:fast", "bot:slow"), seed=3)
        brains = {seat: engine.find_brain(info.player) for seat, info in enumerate(setup.seats)}
        match = engine.Match(setup, brains=brains)
        while (due := match.next_deadline()) is not None:
            match.advance(due)
        match.close()
        text = f"{engine.log.header(setup)}\n{engine.log.text_of(match.final())}"
        engine.verify(engine.log.read(text.encode()))
        yield f"{game.info.id} {hashlib.sha256(text.encode()).hexdigest()}"


def judged() -> Iterator[str]:
    """Yield of which kinds each game is, and the verdicts on a log and on damaged ones."""
    games = [engine.Match(engine.Setup(game.info.id)).game for game in engine.GAMES]
    yield str([isinstance(game, kind) for game in games for kind in (SpeedUno, Spit, Race, Game)])
    setup = engine.Setup("speed", seats=engine.seats_of("bot:random", "bot:random"), seed=3)
    text = f"{engine.log.header(setup)}\n{engine.log.text_of(play_random(setup))}"
    changed = text.replace('"ok":true', '"ok":false', 1)
    for log in (text, text[:-9], changed, text.replace("speed", "bridge"), "", "[]", "{}"):
        yield str(verdict_of(log.encode()))


SHORT = {"length": 1, "match_hands": 1}
"""Options that make a match of many deals one of one deal, in the games that have them."""
LONG = "speah"
"""The one preset whose matches stay long; its rules are those of the shorter preset."""
MATCHES = 50


def played_at_random() -> Iterator[str]:
    """Play random matches of each preset, 1,000 in all; yield the hash of their logs."""
    total = 0
    for game in engine.GAMES:
        has = {option.name for option in game.info.all_options()}
        options = {name: value for name, value in SHORT.items() if name in has}
        for preset in game.info.presets:
            if preset.name != LONG:
                seats = engine.seats_of(*["bot:random"] * preset.seats)
                logs = hashlib.sha256()
                for seed in range(MATCHES):
                    setup = engine.Setup(game.info.id, options, seats, seed, preset.name)
                    logs.update(f"{engine.log.header(setup)}\n{engine.log.text_of(play_random(setup))}".encode())
                total += MATCHES
                yield f"{preset.name} {logs.hexdigest()}"
    yield f"{total} random matches"


if __name__ == "__main__":
    gc_tuning.calm()
    sys.stdout.write("\n".join([*built(sys.argv[1:]), *judged(), *played(), *played_at_random(), str(engine.__file__)]))
