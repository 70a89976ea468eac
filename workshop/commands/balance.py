"""`photofinish balance`: play level bots against each other, and print and draw a designer's questions about it."""

import argparse
import json
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Literal

from cabinet.commands.config import checked_config
from cabinet.config.offers import Offer, offers
from cabinet.errors import CabinetError, UnknownPreset
from cabinet.strings.catalogue import word
from cabinet.strings.columns import in_columns
from engine.errors import UnknownBot, shortened
from engine.games import GAMES
from engine.log_replay import SIMULATED
from hardware.packages import install_line
from workshop.commands.executors import executor_of, progress
from workshop.research import balance_table as tables
from workshop.research.balance import LEVELS, Plan, Report, plan_of, play_plans
from workshop.research.players import find_player, player_named


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


def plans_of(args: argparse.Namespace) -> list[Plan]:
    """Return a plan for the named preset, or for every preset."""
    levels = tuple(dict.fromkeys(args.levels or LEVELS))
    try:
        for name in map(player_named, levels):
            if name != SIMULATED:
                find_player(name)
    except UnknownBot as problem:
        raise UnknownBot(f"--level: {problem}") from None
    return [plan_of(offer, args.games, levels, args.seed) for offer in offers_of(args)]


def offers_of(args: argparse.Namespace) -> list[Offer]:
    """Return the presets that the command line names, with the house rules. Raises UnknownPreset."""
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


def drawing_of() -> Callable[[Report], str]:
    """Return what draws a report. Raises CabinetError where matplotlib is not installed."""
    try:
        from workshop.research.charts import drawing  # noqa: PLC0415 - matplotlib is an extra
    except ModuleNotFoundError as missing:
        if missing.name != "matplotlib":
            raise
        raise CabinetError(word("cli.no_extra", package="matplotlib", line=install_line("certify"))) from None
    return drawing


def play(plans: Sequence[Plan], args: argparse.Namespace) -> list[Report]:
    """Play the plans with a progress bar."""
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


def lines_of(reports: Sequence[Report], args: argparse.Namespace) -> list[str]:
    """Return the lines to print: tables for the terminal or in Markdown, or JSON."""
    if args.json:
        found = [tables.as_dict(report) for report in reports]
        return [json.dumps(found if args.all else found[0])]
    if args.all and args.markdown:
        return [line for table in tables.comparison(reports) for line in (*tables.as_markdown(table), "")][:-1]
    return [line for report in reports for line in (*preset_lines(report, args.markdown), "")][:-1]


def preset_lines(report: Report, is_markdown: bool) -> list[str]:
    """Return the lines of one preset: its title, its figures by level, and the ladder."""
    plan = report.plan
    laid_out = tables.as_markdown if is_markdown else in_columns
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
