"""Matches of bots over every preset, and the SHA-256 of their logs: `python -m tools.arm.logs` prints a line for each.

The bots decide by floating point, so that equal logs say more of a processor than the rules' integers would.
"""

import hashlib
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from engine.log import header, text_of
from engine.log_replay import SIMULATED
from engine.setup import Setup, seats_of
from engine.simulation import play_bots, play_random
from tests.cabinet.pictures.preset_sheets import every_offer
from workshop.research.simulate import simulated_brains

PLAYERS: Final = (SIMULATED, "bot:slow", "bot:middling", "bot:fast", "bot:perfect")
"""Without the masher: two of its matches cost eight times as much as all these together."""
SEEDS: Final = 2


def matches() -> Iterator[tuple[str, Setup]]:
    """The matches with their names: each preset, each of PLAYERS in all its seats, SEEDS times."""
    for offer in every_offer():
        for player in PLAYERS:
            for seed in range(SEEDS):
                setup = offer.setup(seats_of(*[player] * offer.seats), seed)
                yield f"{offer.game}/{offer.name}/{player}/{seed}", setup


def log_text(setup: Setup) -> str:
    """Play a match to its end and return its log."""
    brains = simulated_brains(setup)
    entries = play_bots(setup, brains).final() if brains else play_random(setup)
    return f"{header(setup)}\n{text_of(entries)}"


def line_of(name: str, text: str) -> str:
    """The line for a match and its log: the log's SHA-256, its length in bytes, the match's name."""
    content = text.encode()
    return f"{hashlib.sha256(content).hexdigest()} {len(content):7} {name}"


def apart(here: Sequence[str], there: Sequence[str]) -> list[str]:
    """The names of the matches whose lines differ between two lists, or are in one alone; sorted."""
    return sorted({line.split(maxsplit=2)[2] for line in set(here) ^ set(there)})


def main() -> int:
    """Play the matches and print their lines. Raises whatever a match raises."""
    for name, setup in matches():
        print(line_of(name, log_text(setup)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
