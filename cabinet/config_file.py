"""The configuration file: where it is looked for, how it is read, and where the data are that go with it.

Begin with `load_config`. Whoever is given a `LoadedConfig` can tell of a fault found later as if reading had found it.
"""

import codecs
import re
import shlex
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from cabinet.config import Config
from cabinet.config_check import ConfigError, Fault, faults_of, toml_value
from cabinet.config_clashes import doubled
from cabinet.config_toml import toml_problem
from cabinet.errors import CabinetError
from cabinet.plainfile import read_plain
from cabinet.words import word

MOST_BYTES: Final = 1_000_000
"""A configuration larger than that is another file by mistake: a whole one has some 13,000."""

DEEPEST: Final = 16
"""Tables in tables; a configuration has five."""

DOTTED: Final = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){40}""")
"""A key of so many parts; `tomllib` would take minutes for one of many thousands."""


@dataclass(frozen=True)
class LoadedConfig:
    """A configuration with the place it came from: `path` is None, and `text` empty, for the defaults."""

    config: Config
    path: Path | None
    text: str

    def error(self, key: Sequence[str], problem: str) -> ConfigError:
        """The error for a fault that only another part can see (a pin that is taken).

        `key` is the path of the key, ``("input", "pins", "seat0")``; `problem` a whole clause.
        """
        return self.errors([Fault(tuple(key), problem)])

    def errors(self, faults: Sequence[Fault]) -> ConfigError:
        """The same for several faults at once."""
        return ConfigError(faults, self.path, self.text)


def load_config(chosen: Path | None, environ: Mapping[str, str], here: Path) -> LoadedConfig:
    """The configuration to use: `chosen` if given, else the first file of `search_path`, else the defaults.

    Raises `ConfigError` for a file that cannot be read or says something wrong.
    """
    named = environ.get("PHOTOFINISH_CONFIG")
    if chosen is None and named:
        chosen = Path(named)
    if chosen is not None:
        return read_config(chosen)
    found = next(filter(is_something, search_path(environ, here)), None)
    return read_config(found) if found else LoadedConfig(Config(), None, "")


def is_something(path: Path) -> bool:
    """Whether anything has that name, be it no file: what cannot be read is said, and not passed over."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def search_path(environ: Mapping[str, str], here: Path) -> tuple[Path, ...]:
    """The files looked for when none is named, in order: this folder, the user's, the machine's."""
    home = Path(environ.get("HOME", "~")).expanduser()
    user = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
    return (
        here / "photofinish.toml",
        user / "photofinish" / "config.toml",
        Path("/etc/photofinish/config.toml"),
    )


def read_config(path: Path) -> LoadedConfig:
    """The configuration in the file at `path`; raises `ConfigError` if it cannot be had."""
    try:
        text = decoded(read_plain(path, MOST_BYTES))
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else problem.reason
        raise ConfigError([Fault((), word("config.unreadable", reason=reason))], path, "") from problem
    return LoadedConfig(parse_config(text, path), path, text)


def decoded(data: bytes) -> str:
    """The text of a configuration file, as editors of any system write it: with or without a mark of the byte order
    in front, and with any line ends. Raises UnicodeDecodeError, with its reason in words, for what is not UTF-8."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise UnicodeDecodeError("utf-8", data, 0, 2, word("config.utf16"))
    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as problem:
        problem.reason = word("config.not_utf8")
        raise
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_toml(text: str, path: Path | None) -> dict[str, Any]:
    """The document that a TOML `text` is, not nested deeper than any configuration. Raises `ConfigError`."""
    try:
        raw = None if DOTTED.search(text) else tomllib.loads(text)
    except RecursionError:
        raw = None
    except ValueError as problem:  # TOMLDecodeError is one; so is a number that Python refuses to read
        line, reason = toml_problem(problem)
        raise ConfigError([Fault((), word("config.not_toml", reason=reason), line)], path, text) from problem
    if raw is None or depth(raw) > DEEPEST:
        raise ConfigError([Fault((), word("config.nested"))], path, text)
    return raw


def depth(value: Any) -> int:
    """How deep tables and lists lie in each other, counted as far as `DEEPEST` + 1."""
    level, deep = [value], 0
    while level and deep <= DEEPEST:
        tables = [each.values() if isinstance(each, Mapping) else each for each in level]
        level = [item for table in tables for item in table if isinstance(item, Mapping | list)]
        deep += 1
    return deep


def parse_config(text: str, path: Path | None = None) -> Config:
    """The configuration that `text` states; `path` only names it in errors. Raises `ConfigError`."""
    raw = parse_toml(text, path)
    if faults := faults_of(raw, Config):
        raise ConfigError(faults, path, text)
    config = msgspec.convert(laid_over(msgspec.to_builtins(Config()), raw), Config)
    if faults := [*doubled(config.input), *command_faults(config)]:
        raise ConfigError(faults, path, text)
    return config


def command_faults(config: Config) -> list[Fault]:
    """A fault for a command to switch off that could not even be tried."""
    given = config.operator.power_off
    try:
        if shlex.split(given) or not given:
            return []
        reason = word("config.blank")
    except ValueError as problem:
        reason = str(problem).lower()
    return [Fault(("operator", "power_off"), word("config.no_command", given=toml_value(given), reason=reason))]


def laid_over(defaults: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Nested tables of `given`, with `defaults` for every key that they leave out."""
    both = {
        name: laid_over(defaults[name], value) if isinstance(defaults.get(name), Mapping) else value
        for name, value in given.items()
    }
    return {**defaults, **both}


def data_folder(config: Config, environ: Mapping[str, str]) -> Path:
    """Where logs and scores are kept: the folder of the config, else ``photofinish`` in the XDG data home.

    Raises CabinetError for the home of a user that this machine does not know.
    """
    try:
        if config.data.folder:
            return Path(config.data.folder).expanduser()
        home = Path(environ.get("HOME", "~")).expanduser()
    except RuntimeError as problem:
        raise CabinetError(word("data.no_home", folder=config.data.folder or "~")) from problem
    return Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "photofinish"
