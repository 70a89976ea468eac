"""`photofinish replay`: a match from its log, in a window, as the photo of a race, or as a film.

Exit code 0, or 2 with one message for a log that cannot be read or replayed and for a file that cannot be written.
"""

import argparse
import os
from pathlib import Path

from cabinet.commands.config import add_config_argument, chosen_config
from cabinet.commands.numbers import MOST_SECONDS, between, whole
from cabinet.commands.play import size
from cabinet.config.file import LoadedConfig
from cabinet.strings.catalogue import word
from cabinet.strings.language import Language, in_use

MOST_RACES = 100_000


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = commands.add_parser("replay", help=word("cli.replay"), description=word("cli.replay.about"))
    parser.add_argument("log", type=Path, metavar="LOG", help=word("cli.replay.log"))
    out = parser.add_mutually_exclusive_group()
    out.add_argument("--png", type=Path, metavar=word("cli.file"), help=word("cli.replay.png"))
    out.add_argument("--gif", type=Path, metavar=word("cli.file"), help=word("cli.replay.gif"))
    out.add_argument("--mp4", type=Path, metavar=word("cli.file"), help=word("cli.replay.mp4"))
    moment = between(0, MOST_SECONDS, "cli.not_a_moment")
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--race", type=whole(1, MOST_RACES), metavar="N", help=word("cli.replay.race"))
    part.add_argument("--whole", action="store_true", help=word("cli.replay.whole"))
    part.add_argument("--from", type=moment, dest="start_s", metavar="S", help=word("cli.replay.from"))
    parser.add_argument("--to", type=moment, dest="end_s", metavar="S", help=word("cli.replay.to"))
    parser.add_argument("--size", type=size, metavar=word("cli.size"), help=word("cli.replay.size"))
    add_config_argument(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show or write the replay. Raises ConfigError, LogFileError, ReplayError, NoDisplay and EngineError."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from cabinet.replay import produce

    for out, ending in ((args.png, ".png"), (args.gif, ".gif"), (args.mp4, ".mp4")):
        if out is not None:
            produce.check_name(out, ending)
    loaded = chosen_config(args)
    with in_use(Language(loaded.config.display.language)):
        return _replay(args, loaded)


def _replay(args: argparse.Namespace, loaded: LoadedConfig) -> int:
    from cabinet.replay import produce

    reel = produce.load(args.log, loaded, args.size or loaded.config.display.size)
    part = produce.Part(args.race, args.start_s, args.end_s, args.whole)
    produce.check(part, is_photo=args.png is not None)
    out = args.png or args.gif or args.mp4
    if out is None:
        produce.show(reel, part)
        return 0
    if args.png is not None:
        produce.write_photo(reel, args.log, out, args.race or 0, loaded.config.operator.name)
    else:
        produce.write_film(reel, out, part, is_gif=args.gif is not None)
    print(word("replay.wrote", path=out))
    return 0
