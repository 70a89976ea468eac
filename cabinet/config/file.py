"""Read a configuration file, merge it with the card's settings, and determine the data folder.

Begin with `read_config`; `load` finds the files. `LoadedConfig.error` reports a fault found later in the same form as
one found on reading.
"""

import codecs
import os
import re
import shlex
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from cabinet.config.check import doubled, doubled_displays, faults_of, mode_faults
from cabinet.config.faults import ConfigError, Fault
from cabinet.config.schema import Config
from cabinet.config.toml import toml_problem, toml_value
from cabinet.errors import CabinetError
from cabinet.regular_file import read_regular_file
from cabinet.strings.catalogue import word
from engine.games import id_of

MOST_BYTES: Final = 1_000_000
"""The largest configuration accepted: a complete file has some 13,000 bytes, so a larger one is a wrong file."""

DEEPEST: Final = 16
"""The deepest nesting of tables accepted; a configuration has five levels."""

DOTTED: Final = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){40}""")
"""Matches a key of at least 40 parts; `tomllib` would take minutes for a key of many thousands."""


CARD_FILE: Final = Path("/boot/firmware/photofinish.toml")
"""The file of settings on the card's FAT partition, as messages name it (`cabinet.card`)."""


class LoadedConfig(msgspec.Struct, frozen=True):
    """A configuration with its source: `path` is None, and `text` empty, for the defaults.

    `card` are the settings taken from the card's file, which override those of the file; empty without a card.
    `aside` are the faults for which all of the card's settings were left out, None without any.
    """

    config: Config = Config()
    path: Path | None = None
    text: str = ""
    card: str = ""
    aside: ConfigError | None = None

    def error(self, key: Sequence[str], problem: str) -> ConfigError:
        """Return the error for a fault that only another part can detect (a pin in use).

        `key` is the path of the key, ``("input", "pins", "seat0")``; `problem` a whole clause.
        """
        return self.errors([Fault(tuple(key), problem)])

    def errors(self, faults: Sequence[Fault]) -> ConfigError:
        """Return one error for several faults; those of keys that the card's file has are located there."""
        return ConfigError(faults, self.path, self.text, (CARD_FILE, self.card) if self.card else None)


def read_config(path: Path) -> LoadedConfig:
    """Read the configuration at `path`; raises `ConfigError` if it cannot be read or has a fault."""
    text = read_text(path)
    return LoadedConfig(parse_config(text, path), path, text)


def read_text(path: Path, most: int = MOST_BYTES, read: Callable[[Path, int], bytes] = read_regular_file) -> str:
    """Read a configuration's text of at most `most` bytes; raises `ConfigError` if it cannot be read."""
    try:
        return decoded(read(path, most))
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else problem.reason
        raise ConfigError([Fault((), word("config.unreadable", reason=reason))], path, "") from problem


def with_card(loaded: LoadedConfig, card: str) -> LoadedConfig:
    """Return the configuration overridden by the settings in `card`, a TOML text.

    Raises `ConfigError` for wrong values, and for values in conflict with those of the file.
    """
    raw = parse_toml(card, CARD_FILE)
    if faults := faults_of(raw, Config):
        raise ConfigError(faults, CARD_FILE, card)
    config = merged(parse_toml(loaded.text, loaded.path), raw)
    both = replace(loaded, config=config, card=card)
    if faults := clashes_of(config):
        raise both.errors(faults)
    return both


def decoded(data: bytes) -> str:
    """Decode a configuration file with or without a byte order mark, and with any line ends.

    Raises UnicodeDecodeError, with its reason in words, for data that is not UTF-8.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise UnicodeDecodeError("utf-8", data, 0, 2, word("config.utf16"))
    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as problem:
        problem.reason = word("config.not_utf8")
        raise
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_toml(text: str, path: Path | None) -> dict[str, Any]:
    """Parse a TOML `text`. Raises `ConfigError`, also for nesting deeper than `DEEPEST`."""
    try:
        raw = None if DOTTED.search(text) else tomllib.loads(text)
    except RecursionError:
        raw = None
    except ValueError as problem:  # TOMLDecodeError, or a number too long for Python
        line, reason = toml_problem(problem)
        raise ConfigError([Fault((), word("config.not_toml", reason=reason), line)], path, text) from problem
    if raw is None or depth(raw) > DEEPEST:
        raise ConfigError([Fault((), word("config.nested"))], path, text)
    return raw


def depth(value: Any) -> int:
    """Return how deep tables and lists are nested, counted up to `DEEPEST` + 1."""
    level, deep = [value], 0
    while level and deep <= DEEPEST:
        tables = [each.values() if isinstance(each, Mapping) else each for each in level]
        level = [item for table in tables for item in table if isinstance(item, Mapping | list)]
        deep += 1
    return deep


def parse_config(text: str, path: Path | None = None) -> Config:
    """Parse and check the configuration in `text`; `path` only names it in errors. Raises `ConfigError`."""
    raw = parse_toml(text, path)
    if faults := faults_of(raw, Config):
        raise ConfigError(faults, path, text)
    config = merged(raw)
    if faults := clashes_of(config):
        raise ConfigError(faults, path, text)
    return config


def merged(*layers: Mapping[str, Any]) -> Config:
    """Return the configuration of several documents without faults; each overrides the defaults and those before."""
    values: Mapping[str, Any] = msgspec.to_builtins(Config())
    for layer in layers:
        values = completed_by(values, with_ids(layer))
    return msgspec.convert(values, Config)


def clashes_of(config: Config) -> list[Fault]:
    """Return the faults that no key has by itself."""
    display = config.display
    return [*doubled(config.input), *doubled_displays(display), *mode_faults(display), *command_faults(config)]


def command_faults(config: Config) -> list[Fault]:
    """Return a fault for a power-off command that is blank, that `shlex` cannot split, or that depends on a folder."""
    given = config.operator.power_off
    try:
        program = shlex.split(given)[0] if given.strip() else ""
        if not given or (program and ("/" not in program or program.startswith("/"))):
            return []
        reason = word("config.relative" if program else "config.blank")
    except ValueError as problem:
        reason = str(problem).lower()
    return [Fault(("operator", "power_off"), word("config.no_command", given=toml_value(given), reason=reason))]


def with_ids(layer: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a document in which each game stands under its id, whatever name the operator calls it by."""

    def renamed(table: Mapping[str, Any]) -> dict[str, Any]:
        return {key: id_of(value) if key == "game" else value for key, value in table.items()}

    games: dict[str, dict[str, Any]] = {}
    for name, options in layer.get("options", {}).items():
        games[id_of(name)] = {**games.get(id_of(name), {}), **options}
    mended: dict[str, Any] = {
        "match": renamed(layer.get("match", {})),
        "options": games,
        "presets": [renamed(preset) for preset in layer.get("presets", ())],
    }
    return {name: mended.get(name, value) for name, value in layer.items()}


def completed_by(defaults: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the nested tables of `given`, completed by `defaults` for every missing key."""
    both = {
        name: completed_by(defaults[name], value) if isinstance(defaults.get(name), Mapping) else value
        for name, value in given.items()
    }
    return {**defaults, **both}


def data_folder(config: Config, environ: Mapping[str, str]) -> Path:
    """Return the folder of logs and scores: the configured folder, else ``photofinish`` in the XDG data home.

    Raises CabinetError if it is in the home of a user unknown to this machine, or of a user without a home.
    """
    data, home = xdg_folder(environ, "XDG_DATA_HOME", ".local/share"), home_folder(environ)
    if not config.data.folder:
        if data is None:
            raise CabinetError(word("data.homeless"))
        return data / "photofinish"
    folder = Path(config.data.folder)
    if folder.parts[0] == "~" and home is not None:
        return home.joinpath(*folder.parts[1:])
    try:
        return folder.expanduser()
    except RuntimeError as problem:
        raise CabinetError(word("data.no_home", folder=config.data.folder)) from problem


def xdg_folder(environ: Mapping[str, str], name: str, otherwise: str) -> Path | None:
    """Return the user's folder that the variable `name` gives, else `otherwise` in the home; None without a home.

    A relative path counts as unset (XDG Base Directory Specification). Windows names such a folder itself.
    """
    given = Path(environ.get(name, ""))
    if given.is_absolute():
        return given
    if sys.platform == "win32":
        from platformdirs import user_config_path, user_data_path  # noqa: PLC0415 - no other system installs it

        return user_config_path() if name == "XDG_CONFIG_HOME" else user_data_path()
    home = home_folder(environ)
    return home and home / otherwise


def home_folder(environ: Mapping[str, str]) -> Path | None:
    """Return the user's home: HOME if that is absolute, else the system's entry of this user; None without one."""
    given = Path(environ.get("HOME", ""))
    if given.is_absolute():
        return given
    try:
        from pwd import getpwuid  # noqa: PLC0415 - every system but Windows has it
    except ImportError:
        return Path.home()
    try:
        return Path(getpwuid(os.getuid()).pw_dir)
    except KeyError:
        return None
