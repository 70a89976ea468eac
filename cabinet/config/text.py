"""Print a whole configuration file: every key with its value and a comment that explains it.

`photofinish config --show` prints this text; reading it back gives the same configuration.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import inspect

from cabinet.config.check import taken
from cabinet.config.schema import Config, OwnPreset
from cabinet.config.toml import KeyPath, toml_value
from cabinet.strings.catalogue import has_word, word

EXAMPLE: Final = OwnPreset(
    "Joker night", "speed", "Jokers go on anything. Three deals win.", options={"jokers": True, "best_of": 5}
)
"""The example printed, as a comment, in a file without presets."""

OptionLine = tuple[str, Any, str]
"""A rule option of a game: its name, its default and the values that it takes, in words."""


Origins = Mapping[KeyPath, str]
"""The origin of each value that is no default, in words."""


def config_text(config: Config, games: Mapping[str, Sequence[OptionLine]], origins: Origins | None = None) -> str:
    """Return the file for `config`. `games` gives each game's options; options not set are printed as comments.

    With `origins`, each value's comment begins with its origin in brackets.
    """
    described = inspect.type_info(Config)
    assert isinstance(described, inspect.StructType)
    lines = [f"# {word('config.head')}", *([] if origins is None else [f"# {word('config.origins')}"])]
    for field in described.fields:
        if isinstance(field.type, inspect.StructType):
            lines += table_lines(getattr(config, field.name), field.type, (field.encode_name,), origins)
    for game, options in games.items():
        lines += option_lines(game, options, config.options.get(game, {}), origins)
    for game in config.options.keys() - games.keys():
        lines += option_lines(game, (), config.options[game], origins)
    lines += preset_lines(config.presets, origins)
    return "\n".join(lines) + "\n"


def table_lines(
    section: msgspec.Struct, shape: inspect.StructType, key: KeyPath, origins: Origins | None
) -> Iterator[str]:
    """Yield the lines of one table, its own keys first, then the tables in it."""
    plain = [field for field in shape.fields if not isinstance(field.type, inspect.StructType)]
    if plain:
        yield from head_lines(key)
        yield from beside(
            (
                f"{field.encode_name} = {toml_value(getattr(section, field.name))}",
                origin((*key, field.encode_name), origins) + comment((*key, field.encode_name), field.type),
            )
            for field in plain
        )
    for field in shape.fields:
        if isinstance(field.type, inspect.StructType):
            yield from table_lines(getattr(section, field.name), field.type, (*key, field.encode_name), origins)


def origin(key: KeyPath, origins: Origins | None) -> str:
    """Return the origin of a value in brackets, followed by a blank; empty without origins."""
    return "" if origins is None else f"[{origins.get(key, word('config.origin.default'))}] "


def head_lines(key: KeyPath) -> list[str]:
    """Return a table's heading with its comment."""
    return ["", f"# {word('config.' + '.'.join(key))}", f"[{'.'.join(key)}]"]


def comment(key: KeyPath, shape: inspect.Type) -> str:
    """Return the comment of a key: its meaning and its valid values. The sixteen buttons share eight comments."""
    name = "config." + ".".join(key)
    if not has_word(name):
        name = f"config.button.{key[-1]}"
    free = isinstance(shape, inspect.StrType) or key[-1].isupper()
    return word(name) if free else f"{word(name)}; {taken(shape)}"


def option_lines(
    game: str, options: Sequence[OptionLine], chosen: Mapping[str, Any], origins: Origins | None
) -> Iterator[str]:
    """Yield the table of a game's options: chosen options as lines, the others as comments with their defaults."""
    yield from ("", f"# {word('config.options', game=game)}", f"[options.{game}]")
    known = {name for name, _, _ in options}
    lines = [
        (
            f"{'' if name in chosen else '# '}{name} = {toml_value(chosen.get(name, default))}",
            origin(("options", game, name), origins) + takes,
        )
        for name, default, takes in options
    ]
    strange = [
        (f"{name} = {toml_value(value)}", origin(("options", game, name), origins).rstrip())
        for name, value in chosen.items()
        if name not in known
    ]
    yield from beside(lines + strange)


def preset_lines(presets: Sequence[OwnPreset], origins: Origins | None) -> Iterator[str]:
    """Yield the operator's presets, or `EXAMPLE` as a comment where there are none."""
    yield from ("", f"# {origin(('presets',), origins)}{word('config.presets')}")
    for preset in presets or (EXAMPLE,):
        mark = "" if presets else "# "
        fields = {name: getattr(preset, name) for name in preset.__struct_fields__}
        yield f"{mark}[[presets]]"
        yield from beside(
            (f"{mark}{name} = {toml_value(value)}", word(f"config.presets.{name}")) for name, value in fields.items()
        )


def beside(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield each line with its comment, the comments aligned in one column."""
    pairs = list(pairs)
    width = max((len(line) for line, _ in pairs), default=0)
    for line, remark in pairs:
        yield f"{line:<{width}}  # {remark}" if remark else line
