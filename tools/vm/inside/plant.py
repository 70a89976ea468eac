"""Runs in the guest with the cabinet's own Python: leaves a match of two bots behind, cut off after its first second.

`plant.py FOLDER BEST_OF`: at its next start the cabinet offers the match, and ACTION goes on with it: play without
a person.
"""

import sys
from pathlib import Path

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.match.factory import MatchFactory
from cabinet.match.request import MatchRequest
from cabinet.store.store import DiskStore

BOTS = MatchRequest("speed", "speed", ("bot:fast", "bot:fast"))
STEP_NS = 20_000_000
PLAYED_NS = 1_000_000_000


def main(folder: Path, best_of: int) -> None:
    """Play a second of a match into the folder, and let go of it."""
    config = Config(options={"speed": {"best_of": best_of, "countdown": 1}})
    store = DiskStore(folder)
    session = MatchFactory(LoadedConfig(config, None, ""), folder, None, store).session(BOTS, 0, lambda _update: None)
    for now in range(0, PLAYED_NS, STEP_NS):
        session.advance(now, now)
    store.close()
    print(session.log.path.name if session.log else "")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
