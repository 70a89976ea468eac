"""The configuration file: where it is looked for, how it is read, and where the data are that go with it.

Begin with `load_config`. Whoever is given a `LoadedConfig` can tell of a fault found later as if reading had found it.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from cabinet.config import Config
from cabinet.config_check import ConfigError, Fault, faults_of
from cabinet.config_clashes import doubled
from cabinet.words import word


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
    found = next((path for path in search_path(environ, here) if path.is_file()), None)
    return read_config(found) if found else LoadedConfig(Config(), None, "")


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
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else word("config.not_utf8")
        raise ConfigError([Fault((), word("config.unreadable", reason=reason))], path, "") from problem
    return LoadedConfig(parse_config(text, path), path, text)


def parse_config(text: str, path: Path | None = None) -> Config:
    """The configuration that `text` states; `path` only names it in errors. Raises `ConfigError`."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise ConfigError([Fault((), word("config.not_toml", reason=problem))], path, text) from problem
    if faults := faults_of(raw, Config):
        raise ConfigError(faults, path, text)
    config = msgspec.convert(laid_over(msgspec.to_builtins(Config()), raw), Config)
    if faults := doubled(config.input):
        raise ConfigError(faults, path, text)
    return config


def laid_over(defaults: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Nested tables of `given`, with `defaults` for every key that they leave out."""
    both = {
        name: laid_over(defaults[name], value) if isinstance(defaults.get(name), Mapping) else value
        for name, value in given.items()
    }
    return {**defaults, **both}


def data_folder(config: Config, environ: Mapping[str, str]) -> Path:
    """Where logs and scores are kept: the folder of the config, else ``photofinish`` in the XDG data home."""
    if config.data.folder:
        return Path(config.data.folder).expanduser()
    home = Path(environ.get("HOME", "~")).expanduser()
    return Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "photofinish"
