"""Play random matches of one game for each request, ``GAME FIRST_SEED ROUND_S``; answer ``MOVES MATCHES SECONDS``.

A program of its own, so that `tools.bench.speed_of_rules` can time both engines in the same run. The answer to
``engine`` is the engine's build.
"""

import sys
from functools import cache

from cabinet.process import gc_tuning
from cabinet.process.engine_build import engine_build
from tools.bench.speed_of_rules import random_matches, round_of


def main() -> None:
    """Answer until the standard input ends."""
    gc_tuning.calm()
    player = cache(random_matches)
    with gc_tuning.in_bulk():  # as ``photofinish simulate`` does
        for line in sys.stdin:
            if line.strip() == "engine":
                print(engine_build(), flush=True)
                continue
            game, first_seed, round_s = line.split()
            print(*round_of(player(game), int(first_seed), float(round_s)), flush=True)


if __name__ == "__main__":
    main()
