"""`photofinish export FOLDER`: the records as one page and as CSV files, read beside a running cabinet.

Exit code 0, 2 for a mistake.
"""

import argparse
import os
import time

from cabinet.commands.config import chosen_config
from cabinet.config.file import data_folder
from cabinet.export.files import exported, write_files
from cabinet.service.settings import overlaid
from cabinet.store.settings import settings_in
from cabinet.strings.language import Language, in_use


def run(args: argparse.Namespace) -> int:
    """Write the files, and print the path of each; return the exit code. Raises CabinetError, ConfigError."""
    loaded = chosen_config(args)
    folder = data_folder(loaded.config, os.environ)
    config = overlaid(loaded, settings_in(folder))[0].config
    with in_use(Language(config.display.language)):
        files = exported(folder, config.operator.name, time.time())
    for path in write_files(args.folder, files):
        print(path)
    return 0
