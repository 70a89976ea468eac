"""`photofinish balance`: play level bots against each other, and print and draw a designer's questions about it."""

import argparse
import json
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cabinet.commands.config import add_config_argument, checked_config
from cabinet.commands.executors import add_executor_arguments, executor_of, progress
from cabinet.commands.numbers import MOST_SEED, whole
from cabinet.errors import CabinetError, UnknownPreset
from cabinet.strings.catalogue import word
from hardware.packages import install_line

if TYPE_CHECKING:  # imported only where needed, so that `photofinish --help` is quick
    from cabinet.config.offers import Offer
    from cabinet.research.balance import Plan, Report

MOST_MATCHES = 10**9
USUAL_MATCHES = 200


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = commands.add_parser("balance", help=word("cli.balance"), description=word("cli.balance.about"))
    add_config_argument(parser)
    parser.add_argument("preset", nargs="?", metavar="PRESET", help=word("cli.bulk.preset"))
    parser.add_argument("--all", action="store_true", help=word("cli.balance.all"))
    parser.add_argument(
        "--games", type=whole(1, MOST_MATCHES), default=USUAL_MATCHES, metavar="N", help=word("cli.balance.games")
    )
    parser.add_argument(
        "--level", action="append", type=level, dest="levels", metavar="LEVEL", help=word("cli.balance.level")
    )
    parser.add_argument("--seed", type=whole(0, MOST_SEED), default=1, metavar="N", help=word("cli.bulk.seed"))
    add_executor_arguments(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=word("cli.bulk.json"))
    form.add_argument("--markdown", action="store_true", help=word("cli.balance.markdown"))
    parser.add_argument("--svg", type=Path, metavar=word("cli.file"), help=word("cli.balance.svg"))
    parser.set_defaults(run=run)


def level(name: str) -> str:
    """Check the name of a level. Raises ArgumentTypeError for one that nobody has."""
    from cabinet.research.players import find_player, player_named
    from engine.errors import UnknownBot
    from engine.log_replay import SIMULATED

    if player_named(name) != SIMULATED:
        try:
            find_player(player_named(name))
        except UnknownBot as problem:
            raise argparse.ArgumentTypeError(str(problem)) from problem
    return name


def run(args: argparse.Namespace) -> int:
    """Play the matches, print the tables and write the drawing.

    Raises UnknownPreset, ConfigError, EngineError, ExecutorFailed, and CabinetError where the drawing cannot be made.
    """
    plans = plans_of(args)
    draw = None if args.svg is None else drawing_of()
    if draw is not None:
        write(args.svg, "", "a")  # an unwritable file is a message now and not after an hour
    reports = play(plans, args)
    if draw is not None:
        write(args.svg, draw(reports[0]))
    print("\n".join(lines_of(reports, args)))
    return 0


def plans_of(args: argparse.Namespace) -> "list[Plan]":
    """Return a plan for the named preset, or for every preset."""
    from cabinet.research.balance import LEVELS, plan_of

    levels = tuple(dict.fromkeys(args.levels or LEVELS))
    return [plan_of(offer, args.games, levels, args.seed) for offer in offers_of(args)]


def offers_of(args: argparse.Namespace) -> "list[Offer]":
    """Return the presets that the command line names, with the house rules. Raises UnknownPreset."""
    from cabinet.config.offers import offers
    from engine.errors import shortened
    from engine.games import GAMES

    if args.all and args.preset is not None:
        raise UnknownPreset(word("balance.preset_and_all", preset=shortened(args.preset)))
    if args.all and args.svg is not None:
        raise UnknownPreset(word("balance.svg_of_all"))
    if not args.all and args.preset is None:
        raise UnknownPreset(word("balance.no_preset"))
    config = checked_config(args).config
    known = [offer for game in GAMES for offer in offers(game, config)]
    found = [offer for offer in known if args.all or offer.name == args.preset]
    if not found:
        near = get_close_matches(args.preset, [offer.name for offer in known], n=1)
        key = "balance.unknown_near" if near else "balance.unknown"
        raise UnknownPreset(word(key, name=shortened(args.preset), nearest="".join(near)))
    return found


def drawing_of() -> "Callable[[Report], str]":
    """Return what draws a report. Raises CabinetError where matplotlib is not installed."""
    try:
        from cabinet.research.charts import drawing
    except ModuleNotFoundError as missing:
        if missing.name != "matplotlib":
            raise
        raise CabinetError(word("cli.no_extra", package="matplotlib", line=install_line("certify"))) from None
    return drawing


def play(plans: "Sequence[Plan]", args: argparse.Namespace) -> "list[Report]":
    """Play the plans with a progress bar."""
    from cabinet.research.balance import play_plans

    matches, unit = sum(plan.total for plan in plans), word("simulate.unit")
    with executor_of(args, matches, unit) as executor, progress(matches, unit) as on_done:
        return play_plans(plans, executor, on_done)


def write(path: Path, text: str, mode: Literal["w", "a"] = "w") -> None:
    """Write a text file, or append to it. Raises CabinetError if it cannot be written."""
    try:
        with path.open(mode, encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as problem:
        raise CabinetError(word("balance.unwritable", path=path, reason=problem.strerror)) from problem


def lines_of(reports: "Sequence[Report]", args: argparse.Namespace) -> list[str]:
    """Return the lines to print: tables for the terminal or in Markdown, or JSON."""
    from cabinet.research import balance_table as tables

    if args.json:
        found = [tables.as_dict(report) for report in reports]
        return [json.dumps(found if args.all else found[0])]
    if args.all and args.markdown:
        return [line for table in tables.comparison(reports) for line in (*tables.as_markdown(table), "")][:-1]
    return [line for report in reports for line in (*preset_lines(report, args.markdown), "")][:-1]


def preset_lines(report: "Report", is_markdown: bool) -> list[str]:
    """Return the lines of one preset: its title, its figures by level, and the ladder."""
    from cabinet.research import balance_table as tables

    plan = report.plan
    laid_out = tables.as_markdown if is_markdown else tables.as_text
    last = plan.setup.seed + plan.matches - 1
    lines = [
        word("balance.title", preset=plan.setup.preset, game=plan.setup.game, seats=plan.seats),
        word("balance.matches", matches=plan.matches, first=plan.setup.seed, last=last),
        "",
        *laid_out(tables.preset_table(report)),
    ]
    if report.ladder:
        lines += ["", word("balance.ladder", even=1 / plan.seats), "", *laid_out(tables.ladder_table(report))]
    return lines
