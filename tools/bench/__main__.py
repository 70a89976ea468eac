"""Run the measurements and print one table: `make bench`, or `python -m tools.bench rules decision`.

To add one, write a module beside this with a ``BENCH = Bench(name, run)`` whose ``run() -> Sequence[Row]`` measures
for some seconds, and name it in ``BENCHES``. Bounds go into the row (``met``), so that a missed one shows.

Not pyperf or pytest-benchmark: they measure one thing after another, in runs of their own, and a figure here is a share
of a yardstick that is measured in turn with it, so that the load of the machine is in both.
"""

import argparse
import sys
from collections.abc import Sequence

from cabinet.process import gc_tuning
from tools.bench import (
    board,
    clocks,
    decision,
    drawing,
    program,
    speed_of_rules,
    stretches,
    taps,
    verifying,
)
from tools.bench.report import Bench, Row, as_text

BENCHES: tuple[Bench, ...] = tuple(
    module.BENCH
    for module in (
        *(speed_of_rules, verifying, decision, drawing, stretches, program),
        *(board, clocks, taps),
    )
)


YARDSTICKS = ("rlcard", "pyspiel")
"""What the extra `bench` brings."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the named measurements, or all; return 1 if a bound is missed."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(bench.name for bench in BENCHES))
    names = parser.parse_args(arguments).names
    unknown = set(names) - {bench.name for bench in BENCHES}
    if unknown:
        parser.error(f"no measurement is called {', '.join(sorted(unknown))}")
    gc_tuning.calm()  # as the program does
    rows: list[Row] = []
    for bench in BENCHES:
        if bench.name in names or not names:
            print(f"measuring: {bench.name} …", file=sys.stderr, flush=True)
            try:
                rows += bench.run()
            except ModuleNotFoundError as missing:
                if missing.name is None or missing.name.partition(".")[0] not in YARDSTICKS:
                    raise
                parser.error(f"{missing.name} is not installed: .venv/bin/pip install --editable '.[bench]' brings it")
    print(as_text(rows))
    return int(any(row.met is False for row in rows))


if __name__ == "__main__":
    sys.exit(main())
