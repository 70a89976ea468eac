"""`photofinish doctor`: check this machine, and print a line for each finding with its remedy."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final, TextIO

from cabinet.commands.config import here
from cabinet.config.faults import ConfigError
from cabinet.config.file import LoadedConfig, data_folder
from cabinet.config.load import load_config
from cabinet.config.offers import check_rules
from cabinet.config.schema import Config
from cabinet.doctor.checks import CheckContext, examine
from cabinet.doctor.findings import EXIT_CODES, Finding, worst
from cabinet.doctor.probe import Probe
from cabinet.doctor.running import fingerprint, running_in
from cabinet.process.streams import close_output, printed_to
from cabinet.strings.catalogue import word

COLOURS: Final = {"ok": "\x1b[32m", "warn": "\x1b[33m", "FAIL": "\x1b[31m"}
PLAIN: Final = "\x1b[0m"


def run(args: argparse.Namespace) -> int:
    """Print the findings; return 0 without problems, 1 with warnings, 2 with failures.

    With ``--witness`` write a witness instead; raises CabinetError, HardwareError.
    """
    check_options(args)
    loaded, fault = config_or_fault(args)
    machine, data = Probe(), data_folder(loaded.config, os.environ)
    aside = loaded.aside.first if loaded.aside else ""
    context = CheckContext(machine, loaded.config, data, fault, aside, file=fingerprint(loaded))
    context = context.with_running(running_in(machine, data))
    if args.witness is not None:
        return int(import_module("workshop.commands.witness").bear(args, context))  # the workshop stands on commands
    findings = examine(context)
    if args.json:
        report = json.dumps([finding.as_dict() for finding in findings], indent=2)
    else:
        report = "\n".join(lines_of(findings))
    try:
        if args.json or not sys.stdout.isatty():
            print(report, flush=True)
        else:
            show_coloured(report, sys.stdout)
    except BrokenPipeError:  # `doctor | head`: what was found stays the exit code
        close_output()
    return EXIT_CODES[worst(findings)]


def check_options(args: argparse.Namespace) -> None:
    """Exit with 2, after a message, where an option of the witness stands without it."""
    of_witness = {"--quick": args.quick, "--yes": args.yes, "--tester": args.tester, "--lines": args.lines}
    given = next((name for name, value in of_witness.items() if value), None)
    if given is not None and args.witness is None:
        args.refuse(word("witness.alone", option=given))


def config_or_fault(args: argparse.Namespace) -> tuple[LoadedConfig, str]:
    """Return the configuration, or the defaults and the first fault: a wrong file must not stop the other checks."""
    try:
        loaded = load_config(args.config, os.environ, here())
        check_rules(loaded)
    except ConfigError as problem:
        return LoadedConfig(Config(), Path(), ""), problem.first
    return loaded, ""


def show_coloured(report: str, terminal: TextIO) -> None:
    """Write the report's lines to a terminal, each level in its colour."""
    control = printed_to(terminal)
    for line in report.splitlines():
        colour = COLOURS.get(line[:4].rstrip(), "")
        control.write(colour)
        terminal.write(line[:4])
        control.write(PLAIN if colour else "")
        terminal.write(f"{line[4:]}\n")
    terminal.flush()


def lines_of(findings: Sequence[Finding]) -> list[str]:
    """Return the report's lines: level, name and finding, with the remedy below."""
    width = max(len(finding.name) for finding in findings)
    lines = []
    for finding in findings:
        lines.append(f"{finding.level:<4}  {finding.name:<{width}}  {finding.message}")
        if finding.remedy and finding.level != "ok":
            lines.append(f"{'':<{width + 8}}{finding.remedy}")
    return lines
