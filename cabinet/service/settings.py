"""The operator's settings, made at the cabinet itself; they override the configuration file.

Each setting has a name (permanent, because the database contains it), the configuration key that it overrides, and
the values that its button cycles through. When a setting is cleared, the file's value applies again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.store.changes import Setting
from engine.games import GAMES


@dataclass(frozen=True, slots=True)
class Knob:
    """One setting: `read` returns its value from a configuration, `write` returns a configuration with a value."""

    name: str
    values: tuple[Setting, ...]
    read: Callable[[Config], Setting | None]
    write: Callable[[Config, Any], Config]


def in_section(section: str, key: str, values: tuple[Setting, ...]) -> Knob:
    """Return the setting for a key of the configuration."""

    def read(config: Config) -> Setting | None:
        value: Setting = getattr(getattr(config, section), key)
        return value

    def write(config: Config, value: Any) -> Config:
        changed = msgspec.structs.replace(getattr(config, section), **{key: value})
        return msgspec.structs.replace(config, **{section: changed})

    return Knob(key, values, read, write)


def option_of_every_game(name: str, values: tuple[Setting, ...]) -> Knob:
    """Return the setting for an option of every game, for all games at once; unset, each game keeps its own value."""
    games = [game.info.id for game in GAMES]

    def read(config: Config) -> Setting | None:
        given = {config.options.get(game, {}).get(name) for game in games}
        value = given.pop() if len(given) == 1 else None
        return value if isinstance(value, bool | int | str) else None

    def write(config: Config, value: Any) -> Config:
        options = {game: {**config.options.get(game, {}), name: value} for game in games}
        return msgspec.structs.replace(config, options={**config.options, **options})

    return Knob(name, values, read, write)


KNOBS: Final = (
    in_section("sound", "volume", tuple(range(0, 101, 10))),
    in_section("display", "reduced_motion", (False, True)),
    in_section("display", "two_colour", (False, True)),
    in_section("display", "layout", ("facing", "beside")),
    in_section("display", "cocktail", (False, True)),
    in_section("display", "large", (False, True)),
    option_of_every_game("cards_seen", ("open", "peek")),
    in_section("sound", "tension", (False, True)),
)
"""All settings, in the order of the operator's page."""


def overlaid(loaded: LoadedConfig, settings: Mapping[str, Setting]) -> tuple[LoadedConfig, list[str]]:
    """Return the configuration overridden by the settings, and the names of invalid settings, which are ignored."""
    knobs = {knob.name: knob for knob in KNOBS}
    config, strange = loaded.config, []
    for name, value in settings.items():
        if name in knobs and is_one_of(value, knobs[name].values):
            config = knobs[name].write(config, value)
        else:
            strange.append(name)
    return replace(loaded, config=config), strange


def is_one_of(value: Setting, values: tuple[Setting, ...]) -> bool:
    """Return whether a value is among `values`, with the same type: 1 is not True."""
    return any(value == each and type(value) is type(each) for each in values)


def next_value(knob: Knob, config: Config) -> Setting:
    """Return the value after the present one, cyclically; for a number between two values, the next larger."""
    value = knob.read(config)
    if isinstance(value, int) and not isinstance(value, bool):
        larger = [each for each in knob.values if isinstance(each, int) and each > value]
        return min(larger, default=knob.values[0])
    place = knob.values.index(value) if value in knob.values else -1
    return knob.values[(place + 1) % len(knob.values)]
