"""`photofinish replay`: a match from its log, in a window, as the photo of a race, or as a film.

Exit code 0, or 2 with one message for a log that cannot be read or replayed and for a file that cannot be written.
"""

import argparse

from cabinet.commands.config import chosen_config
from cabinet.config.file import LoadedConfig
from cabinet.strings.catalogue import word
from cabinet.strings.language import Language, in_use
from workshop.replay import produce


def run(args: argparse.Namespace) -> int:
    """Show or write the replay. Raises ConfigError, LogFileError, ReplayError, NoDisplay and EngineError."""
    for out, ending in ((args.png, ".png"), (args.gif, ".gif"), (args.mp4, ".mp4")):
        if out is not None:
            produce.check_name(out, ending)
    loaded = chosen_config(args)
    with in_use(Language(loaded.config.display.language)):
        return _replay(args, loaded)


def _replay(args: argparse.Namespace, loaded: LoadedConfig) -> int:

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
