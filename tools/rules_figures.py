"""Write the tables of docs/rules-figures.md, between their marks, and its drawing; the prose around them stays.

    python -m tools.rules_figures                  # all parts; a quarter of an hour of processor time
    python -m tools.rules_figures levels --jobs 2
    python -m tools.rules_figures sample           # a few matches, which a test plays again

The levels and their ladder are for whoever balances a way to play; see `photofinish balance`.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from cabinet.config.offers import Offer, offers
from cabinet.config.schema import Config
from engine.games import GAMES
from engine.version import VERSION
from workshop.commands.arguments import add_executor_arguments
from workshop.commands.executors import executor_of, progress
from workshop.research import balance_table as tables
from workshop.research.balance import LEVELS, Plan, Report, plan_of, play_plans

PAGE: Final = Path(__file__).parent.parent / "docs" / "rules-figures.md"
BEGIN: Final = "<!-- figures: {name} -->"
END: Final = "<!-- end of figures -->"
NOT_PLAYED: Final = "Not played in this run: "
"""The beginning of the line below a table that names the presets which it lacks, with ``--preset``."""
DRAWING: Final = PAGE.parent / "pictures" / "balance.svg"
DRAWN: Final = "classic_spit"
"""The preset of the drawing."""
MIDDLING: Final = "middling"
"""The level whose matches are shown in full."""
INTERVAL: Final = re.compile(r" \(\d+\.\d to \d+\.\d\)| ± \d+\.\d")
"""A share's interval in a cell. The page says once how wide they are; `photofinish balance` prints each."""


class Part(NamedTuple):
    """Some tables of the page that come from the same matches: how many of each kind, the levels, the tables."""

    matches: int
    levels: Sequence[str]
    tables: Mapping[str, Callable[[Sequence[Report]], tables.Table]]
    only_first: bool = False
    """True for one preset of each game instead of all."""

    def plans(self, matches: int) -> list[Plan]:
        """Return the plans of the part, by the games' own presets without any house rules."""
        return [plan_of(offer, matches, self.levels) for offer in presets(only_first=self.only_first)]


def presets(*, only_first: bool = False) -> Iterator[Offer]:
    """Yield the games' own ways to play, or the first of each game."""
    for game in GAMES:
        found = offers(game, Config())
        yield from found[:1] if only_first else found


PARTS: Final[Mapping[str, Part]] = {
    "levels": Part(
        100,
        LEVELS,
        {
            "seats": tables.seats_table,
            "length": tables.length_table,
            "course": partial(tables.course_table, level=MIDDLING),
            "ladder": tables.all_ladders_table,
        },
    ),
    "sample": Part(4, (MIDDLING,), {"sample": partial(tables.course_table, level=MIDDLING)}, only_first=True),
}


def block(name: str, part_name: str, matches: int, played: Sequence[Report]) -> list[str]:
    """Return the lines of one table: above it the command, the version, the matches and their seeds, below it the
    presets that were not played."""
    option = "" if matches == PARTS[part_name].matches else f" --matches {matches}"
    made = f"`python -m tools.rules_figures {part_name}{option}`, version {VERSION}, {matches} matches a figure, "
    table = [[INTERVAL.sub("", cell) for cell in row] for row in PARTS[part_name].tables[name](played)]
    there = {row[0] for row in table}
    wanted = [f"`{offer.name}`" for offer in presets(only_first=PARTS[part_name].only_first)]
    missing = ", ".join(preset for preset in wanted if preset not in there)
    note = ["", f"{NOT_PLAYED}{missing}."] if missing else []
    return [f"{made}seeds from 1 on:", "", *tables.as_markdown(table), *note]


def replaced(page: str, name: str, lines: Sequence[str]) -> str:
    """Return the page with other lines between the marks of a table. Raises ValueError if the marks are missing."""
    mark = BEGIN.format(name=name)
    before, found, rest = page.partition(f"{mark}\n")
    _, ended, after = rest.partition(END)
    if not found or not ended:
        raise ValueError(f"{PAGE.name} has no {mark} with {END} after it: write them where the table belongs")
    return "\n".join([before + mark, *lines, END + after])


def between(page: str, name: str) -> list[str]:
    """Return the lines between the marks of a table."""
    return page.partition(BEGIN.format(name=name))[2].partition(END)[0].strip("\n").split("\n")


def write(part_name: str, matches: int, played: Sequence[Report]) -> None:
    """Write a part's tables into the page, and the drawing."""
    page = PAGE.read_text(encoding="utf-8")
    for name in PARTS[part_name].tables:
        page = replaced(page, name, block(name, part_name, matches, played))
    PAGE.write_text(page, encoding="utf-8")
    for report in played if part_name == "levels" else ():
        if report.plan.setup.preset == DRAWN:
            from workshop.research.charts import drawing  # matplotlib: whoever only reads the tables does without

            DRAWING.write_text(drawing(report), encoding="utf-8", newline="\n")


def main() -> int:
    """Play the matches of the named parts, or of all, and write their tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)} (default: all)")
    parser.add_argument("--preset", action="append", metavar="NAME", help="only this one; may be given several times")
    parser.add_argument("--matches", type=int, metavar="N", help="matches a figure (default: those of the page)")
    add_executor_arguments(parser)
    args = parser.parse_args()
    if unknown := set(args.parts) - set(PARTS):
        parser.error(f"no part is called {', '.join(sorted(unknown))}: choose from {', '.join(PARTS)}")
    if unknown := set(args.preset or ()) - {offer.name for offer in presets()}:
        parser.error(f"no preset is called {', '.join(sorted(unknown))}: photofinish games lists them")
    for part_name in args.parts or PARTS:
        part = PARTS[part_name]
        matches = args.matches or part.matches
        plans = [plan for plan in part.plans(matches) if args.preset is None or plan.setup.preset in args.preset]
        if not plans:
            print(f"{part_name}: none of these presets is in it", file=sys.stderr)
            continue
        total = sum(plan.total for plan in plans)
        with executor_of(args, total, "matches") as executor, progress(total, part_name) as on_done:
            write(part_name, matches, play_plans(plans, executor, on_done))
    return 0


if __name__ == "__main__":
    sys.exit(main())
