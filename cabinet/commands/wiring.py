"""`photofinish wiring`: print the configured wiring as a table, and draw it as a picture."""

import argparse
import json
import os

from cabinet.commands.config import chosen_config
from cabinet.config.file import data_folder
from cabinet.config.schema import Config
from cabinet.errors import CabinetError
from cabinet.input.inputs import PAD_SEATS
from cabinet.input.sources import Sources, find_keys, keys_and_pads
from cabinet.input.wiring import as_value, on_board, on_header, picture, placed_tables, placed_value, tables
from cabinet.store.settings import settings_in
from cabinet.strings.catalogue import word


def devices_table(config: Config, *, is_json: bool) -> str:
    """Return the keyboards, encoders and gamepads that are plugged in, and what each control serves."""
    sources = Sources(None, None, keys=find_keys(config.input, PAD_SEATS))
    sources.assign(settings_in(data_folder(config, os.environ)))
    if (source := sources.evdev) is None:
        return "[]\n" if is_json else ""
    source.start()
    try:
        placements = [placement for _, placement in source.placed]
        if is_json:
            buttons = keys_and_pads(config.input)
            return json.dumps([placed_value(placement, buttons) for placement in placements]) + "\n"
        return placed_tables(placements, keys_and_pads(config.input)) or f"{word('wiring.no_devices')}\n"
    finally:
        source.close()


def run(args: argparse.Namespace) -> int:
    """Print the table, and write the picture to the file of `--svg`. Raises ConfigError, CabinetError."""
    config = chosen_config(args).config
    wanted = config.input
    if args.way == "devices":
        print(devices_table(config, is_json=args.json), end="")
        return 0
    wirings = [on_header(wanted)] if args.way == "header" else on_board(wanted, getattr(wanted, args.way))
    print(json.dumps(list(map(as_value, wirings))) + "\n" if args.json else tables(wirings), end="")
    if args.svg is not None:
        try:
            args.svg.write_text(picture(wirings), encoding="utf-8")
        except OSError as problem:
            raise CabinetError(word("wiring.unwritable", path=args.svg, reason=problem.strerror)) from problem
    return 0
