"""Find the configuration file and the card's settings, load both, and name the origin of each value.

Begin with `load_config`. Faults of the file are an error; faults of the card's settings leave all of those out. `file`
reads one file, and is apart because `offers`, which checks the games' rules here, needs its `LoadedConfig`.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from cabinet.config.check import faults_of, mode_faults
from cabinet.config.faults import ConfigError, Fault, by_line
from cabinet.config.file import (
    CARD_FILE,
    LoadedConfig,
    merged,
    parse_toml,
    read_config,
    read_text,
    with_card,
    xdg_folder,
)
from cabinet.config.offers import check_rules
from cabinet.config.schema import Config, Operator
from cabinet.config.toml import KeyPath, key_lines, toml_value
from cabinet.strings.catalogue import word

IN_THIS_FOLDER: Final = "photofinish.toml"
"""The name of the file that is looked for in the folder one stands in."""
COMMAND: Final = ("operator", "power_off")
"""The only setting that is run."""
TAKEN: Final = Path("/data/card/current/card.toml")
"""The settings that were taken from the card's file, each on its line there; PHOTOFINISH_CARD names another copy."""


def load_config(chosen: Path | None, environ: Mapping[str, str], here: Path) -> LoadedConfig:
    """Return the configuration: from `chosen` if given, else PHOTOFINISH_CONFIG, else the first existing file of
    `search_path`, else the defaults; in each case overridden by the settings taken from the card's file.

    Raises `ConfigError` for a file that cannot be read or has a fault. With a fault in the card's settings, or between
    them and the file, none of them counts; `LoadedConfig.aside` has the faults.
    """
    loaded = load_file(chosen, environ, here)
    taken = Path(environ.get("PHOTOFINISH_CARD") or TAKEN)
    return with_card_settings(loaded, taken) if is_present(taken) else loaded


def with_card_settings(loaded: LoadedConfig, taken: Path) -> LoadedConfig:
    """Return the configuration overridden by the settings in `taken`, all of them or none.

    Raises `ConfigError` if there is a fault and the games refuse the file alone, too.
    """
    try:
        card = read_text(taken)
        parse_toml(card, taken)
    except ConfigError:  # it was TOML when it was taken
        return replace(loaded, aside=ConfigError([Fault((), word("config.damaged", path=taken))], CARD_FILE, ""))
    try:
        both = with_card(loaded, card)
        check_rules(both)
    except ConfigError as problem:
        check_rules(loaded)
        faults = by_line(problem.faults, card)
        return replace(loaded, aside=replace(loaded, card=card).errors(faults))
    return both


def usable_config(environ: Mapping[str, str], here: Path) -> Config:
    """Return the usable settings of display and data, for a program that shows the faults of the others.

    A file that cannot be read, and a value that its key does not take, count as left out.
    """
    config = Config()
    for path in (file_of(environ, here), Path(environ.get("PHOTOFINISH_CARD") or TAKEN)):
        with suppress(ConfigError):
            given = parse_toml(read_text(path), path) if path else {}
            for section in ("display", "data"):
                config = with_usable(config, section, given.get(section))
    return config


def with_usable(config: Config, section: str, given: object) -> Config:
    """Return the configuration with those values of a section that its keys take; `given` may be anything."""
    values = given if isinstance(given, Mapping) else {}
    usable = {key: value for key, value in values.items() if not faults_of({section: {key: value}}, Config)}
    changed = merged(msgspec.to_builtins(config), {section: usable})
    if mode_faults(changed.display):
        return merged(msgspec.to_builtins(changed), {"display": {"mode": config.display.mode}})
    return changed


def load_file(chosen: Path | None, environ: Mapping[str, str], here: Path) -> LoadedConfig:
    """Return the configuration without the card's settings. See `load_config`.

    A file that nobody named, found in the folder one stands in, may be anybody's: a command in it is a fault.
    """
    found = chosen or file_of(environ, here)
    loaded = read_config(found) if found else LoadedConfig()
    is_named = chosen or environ.get("PHOTOFINISH_CONFIG")
    given = loaded.config.operator.power_off
    if not is_named and found == here / IN_THIS_FOLDER and given not in ("", Operator().power_off):
        raise loaded.errors([Fault(COMMAND, word("config.command_here", given=toml_value(given)))])
    return loaded


def file_of(environ: Mapping[str, str], here: Path) -> Path | None:
    """Return the file to read where no command names one: PHOTOFINISH_CONFIG, else the first of `search_path`."""
    named = environ.get("PHOTOFINISH_CONFIG")
    return Path(named) if named else next(filter(is_present, search_path(environ, here)), None)


def is_present(path: Path) -> bool:
    """Return whether the path exists, as a file or not: a file that cannot be read is an error and is not skipped.

    Where this user may not look into the folder (root's home, for the user who plays), there is nothing for them.
    """
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return False
    except OSError:
        return True
    return True


def search_path(environ: Mapping[str, str], here: Path) -> tuple[Path, ...]:
    """Return the files to look for when none is named, in order: in this folder, the user's, the machine's."""
    user = xdg_folder(environ, "XDG_CONFIG_HOME", ".config")
    return (
        here / IN_THIS_FOLDER,
        *([user / "photofinish" / "config.toml"] if user else []),
        Path("/etc/photofinish/config.toml"),
    )


def origins_of(loaded: LoadedConfig) -> dict[KeyPath, str]:
    """Return the file and line of every value that a file sets; the card's file overrides the machine's.

    All other values are defaults, or set at the operator's page.
    """
    beneath = {key: f"{loaded.path}:{line}" for key, line in key_lines(loaded.text).items()}
    return beneath | {key: f"{CARD_FILE}:{line}" for key, line in key_lines(loaded.card).items()}
