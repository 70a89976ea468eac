"""Runs planned races of contacts on the simulated chip, and prints when each contact moved beside what a reader saw.

    python -m tools.vm.rig.races WAY PLAN [--load]

`WAY` is the reader's. PLAN is a file of JSON, `[[exact_ns, [[line, at_ns], ...]], ...]`: the edges of each race, as
`SimulatedChip.train` takes them; each line is open at the beginning and at the end. `--load` keeps the processors busy.
Answer: `{"made": [[ns, ...], ...], ...}`, the clock just before each edge, and what the reader prints.
"""

import argparse
import json
import os
import random
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Final

from tools.vm.rig.chip import SimulatedChip
from tools.vm.rig.order import busy_cpus, reader

STILL_S: Final = (0.008, 0.012)
"""Between two races: longer than a thread of the simulator or a gpio-keys device takes, and than the host looks around
a race for its edges (`tools.vm.certify.AFTER_NS`)."""
END_S: Final = 0.2


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("way")
    parser.add_argument("plan", type=Path)
    parser.add_argument("--load", action="store_true")
    args = parser.parse_args()
    plan = json.loads(args.plan.read_text(encoding="utf-8"))
    chip, chance = SimulatedChip(), random.Random(len(plan))
    with busy_cpus() if args.load else nullcontext(), reader(args.way, chip.path) as process:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))  # below the kernel's threads, above the load
        made = []
        for exact_ns, edges in plan:
            made.append(chip.train(exact_ns, edges))
            time.sleep(chance.uniform(*STILL_S))
        time.sleep(END_S)
        told, _ = process.communicate()
    print(json.dumps({"made": made, **json.loads(told)}))


if __name__ == "__main__":
    main()
