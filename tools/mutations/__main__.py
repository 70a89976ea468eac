"""Try every mutation, or those that are named, and print which of them the tests catch; exit code 1 if one is missed.

Takes about two minutes. Before them the tests run once as they are: what fails by itself catches nothing.
"""

import argparse
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

from tools.mutations.layout import LAYOUT
from tools.mutations.mutation import Mutation, TextMoved
from tools.mutations.rules import RULES
from tools.mutations.trial import Trial, Verdict

ROOT: Final = Path(__file__).parents[2]
MUTATIONS: Final = (*LAYOUT, *RULES)


def main(arguments: Sequence[str] | None = None) -> int:
    """Try; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutations", description=(__doc__ or "").splitlines()[0])
    known = {mutation.name: mutation for mutation in MUTATIONS}
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(known)}; all if none is given")
    names = parser.parse_args(arguments).names or list(known)
    if unknown := sorted(set(names) - known.keys()):
        parser.error(f"there is no mutation {', '.join(unknown)}: see --help")
    with TemporaryDirectory(prefix="mutations-") as folder:
        return run(Trial(ROOT, Path(folder)), [known[name] for name in names])


def run(trial: Trial, mutations: Sequence[Mutation]) -> int:
    """Try the mutations in a trial's copy; returns the exit code."""
    if not trial.passes(chain.from_iterable(mutation.tests for mutation in mutations)):
        print("The tests fail without any mutation: make them pass first.", file=sys.stderr)
        return 2
    caught = 0
    for mutation in mutations:
        begin = monotonic()
        try:
            verdict = trial.verdict(mutation)
        except TextMoved as moved:
            print(f"{moved}. Write it anew in tools/mutations.", file=sys.stderr)
            return 2
        caught += verdict is Verdict.CAUGHT
        print(f"{verdict.value:7} {monotonic() - begin:5.1f} s  {mutation.file}: {mutation.name}", flush=True)
    print(f"{caught} of {len(mutations)} caught")
    return int(caught < len(mutations))


if __name__ == "__main__":
    sys.exit(main())
