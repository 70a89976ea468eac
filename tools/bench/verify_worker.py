"""Verify the logs named on the standard input, a folder a line; answer each with the processor time in s.

A program of its own, so that `tools.bench.verifying` can time the engine of another checkout in the same run:
``PYTHONPATH=CHECKOUT python -P verify_worker.py``. It imports little, which other checkouts have as well.
"""

import gc
import sys
from collections.abc import Iterable
from pathlib import Path
from time import process_time

from engine.log import read
from engine.log_replay import verify

THRESHOLD = 500_000
"""For the garbage collector, as in `cabinet.process.gc_tuning`, which an older checkout may not have."""


def verify_all(logs: Iterable[bytes]) -> float:
    """Verify the logs; return the processor time (s)."""
    started = process_time()
    for data in logs:
        verify(read(data))
    return process_time() - started


def contents(folder: Path) -> list[bytes]:
    """Return the logs of a folder, by name."""
    return [path.read_bytes() for path in sorted(folder.glob("*.jsonl"))]


def main() -> None:
    """Answer until the standard input ends."""
    gc.freeze()
    gc.set_threshold(THRESHOLD, 20, 50)
    for line in sys.stdin:
        print(verify_all(contents(Path(line.rstrip("\n")))), flush=True)


if __name__ == "__main__":
    main()
