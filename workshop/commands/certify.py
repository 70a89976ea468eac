"""`photofinish certify`: race contacts whose order is known, and say whether the earlier press won."""

import argparse
import platform
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final

from msgspec.structs import replace

from cabinet.commands.config import chosen_config
from cabinet.errors import CertifyError
from cabinet.process.revision import version_text
from cabinet.strings.catalogue import word
from engine.version import VERSION
from hardware.packages import install_line
from workshop.certify import clock, lot, trials
from workshop.certify.clock import Reading
from workshop.certify.lot import Lots
from workshop.certify.recorded import Lengths, read_presses
from workshop.certify.report import CLOCK_TABLE, LOTS, lines_of, write_light, write_report
from workshop.certify.tester import light_on, race_with, wired_rig
from workshop.certify.trials import Row, run_source
from workshop.commands.arguments import NAMES, USUAL_RACES
from workshop.commands.executors import processors, progress, watched
from workshop.research.bulk import Task, processes

USUAL_PRESSES: Final = 200
NOT_HELD: Final = 1


def run(args: argparse.Namespace) -> int:
    """Run the races, or read them; write the report and print the verdicts. Return 1 where a claim did not hold.

    Of what others do nothing is claimed. Raises CertifyError; with a tester ConfigError and HardwareError as well.
    """
    args.races = args.races or (USUAL_PRESSES if args.light else USUAL_RACES)
    if args.light:
        return light(args)

    firmware: Mapping[str, str] = {}
    if args.rows:
        rows = read_all(args.rows)
    elif args.tester:
        rows, firmware = race_wired(args)
    else:
        rows = race_all(args)
    tables = ", ".join(path.name for path in args.rows or ())
    made = (
        word("certify.made.rows", races=len(rows), tables=tables, version=version_text(VERSION))
        if args.rows
        else word(
            "certify.made",
            races=len(rows),
            machine=platform.platform(),
            version=version_text(VERSION),
            python=platform.python_version(),
            seed=args.seed,
        )
        + "".join(word("certify.firmware", name=name, version=version) for name, version in firmware.items())
    )
    found = write_report(rows, made, args.out, readings_of(args), lots_of(args))
    print("\n".join(lines_of(found)))
    if not (args.out / "wins.png").exists():
        print(word("certify.no_picture", line=install_line("certify")), file=sys.stderr)
    return 0 if found.held else NOT_HELD


def readings_of(args: argparse.Namespace) -> list[Reading]:
    """Return the readings of a board's clock map: of the imagined board, or of the tables beside the given ones.

    Raises CertifyError.
    """
    if args.rows:
        beside = dict.fromkeys(path.with_name(CLOCK_TABLE) for path in args.rows)
        return next((clock.read(path) for path in beside if path.exists()), [])
    return clock.read_map(args.seed) if "board" in (args.sources or NAMES) else []


def lots_of(args: argparse.Namespace) -> list[Lots]:
    """Return the lots drawn without races: those that go with the races, or of the tables beside the given ones.

    Raises CertifyError.
    """
    if args.rows:
        beside = dict.fromkeys(path.with_name(LOTS) for path in args.rows)
        return next((lot.read(path) for path in beside if path.exists()), [])
    seeds = -(-args.races * lot.A_RACE // lot.A_SEED)
    return list(watched(lot.draw_lots(args.seed, args.races), seeds, word("certify.unit.lots")))


def read_all(paths: Sequence[Path]) -> list[Row]:
    """Return the rows of tables, one after the other. Raises CertifyError."""
    rows: list[Row] = []
    for path in paths:
        more = list(trials.read(path))
        if not more:
            raise CertifyError(word("certify.none", path=path))
        rows += more
    return rows


def recorded_presses(paths: Sequence[Path]) -> list[Lengths]:
    """Return the presses of recordings, and say how many each has. Raises CertifyError."""
    presses: list[Lengths] = []
    for path in paths:
        more, left_out = read_presses(path)
        print(word("certify.recorded", path=path, presses=len(more), left_out=left_out), file=sys.stderr)
        presses += more
    return presses


def race_all(args: argparse.Namespace) -> list[Row]:
    """Race on each source in a process of its own, as many at a time as there are processors, with a progress bar."""
    recorded = recorded_presses(args.recorded)
    names = list(dict.fromkeys(args.sources or NAMES))
    rows: dict[int, list[Row]] = {}
    with (
        processes(min(len(names), processors())) as executor,
        progress(len(names) * args.races, word("certify.unit")) as on_done,
    ):
        for number, name in enumerate(names):
            executor.submit(number, Task(number, 1, run_source, (name, args.races, args.seed, recorded)))
        while len(rows) < len(names):
            for number, report in executor.wait():
                rows[number] = report.result
                on_done(args.races)
    return [row for number in sorted(rows) for row in rows[number]]


def light(args: argparse.Namespace) -> int:
    """Measure the time from a press to the screen's light, write it and print its figures. Return 0."""
    if not args.tester:
        raise CertifyError(word("certify.light.tester"))
    seen = light_on(args.tester, args.races, args.seed, args.lines or (0,))
    print("\n".join(write_light(list(watched(seen, args.races, word("certify.unit.press"))), args.out)))
    return 0


def race_wired(args: argparse.Namespace) -> tuple[list[Row], Mapping[str, str]]:
    """Race on this cabinet's own source, whose contacts a tester closes, with a progress bar. Return the rows, and the
    versions of the firmware that took part."""
    recorded = recorded_presses(args.recorded)
    if args.sources not in (["board"], ["gpio"]):
        raise CertifyError(word("certify.tester.source"))
    (source,) = args.sources
    config = replace(chosen_config(args).config.input, source=source)
    rig = wired_rig(args.tester, config, Random(args.seed), args.lines)
    rows = race_with(rig, f"{source}-tester", args.races, args.seed, recorded)
    return list(watched(rows, args.races, word("certify.unit"))), rig.firmware
