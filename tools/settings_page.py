"""Write the tables of docs/settings.md, between their marks: every setting, where it is made, its default, its use.

    python -m tools.settings_page

They come from the schema of the configuration, from the settings of the operator's page and from the catalogue.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from cabinet.config.offers import each_offer
from cabinet.config.schema import Config
from cabinet.config.toml import KeyPath, leaves, toml_value, value_at
from cabinet.service.setting_items import values_text
from cabinet.service.settings import ALL, Knob, in_force
from cabinet.strings.catalogue import has_word, word
from engine.games import GAMES

PAGE: Final = Path(__file__).parent.parent / "docs" / "settings.md"
BEGIN: Final = "<!-- table: {name} -->\n"
END: Final = "<!-- end of table -->\n"


def panel_table() -> list[str]:
    """Return the settings of the operator's page: topic and line, key, default, help."""
    ways = {game.info.id: tuple(each_offer(game, Config())) for game in GAMES}
    rows = []
    for knob in sorted(ALL, key=lambda each: list(dict.fromkeys(knob.topic for knob in ALL)).index(each.topic)):
        if not has_word(f"help.{knob.name}"):
            continue  # assigned by pressing: it is no line
        default = values_text(knob, in_force(knob, Config(), ways))
        at = f"{word(f'topic.{knob.topic}')}: {word(f'setting.{knob.name}')}"
        rows.append((at, file_words(knob), default, word(f"help.{knob.name}")))
    return table(("at the panel", "in the file", "default", "what it does"), rows)


def file_words(knob: Knob) -> str:
    """Return the key that a setting overrides, one for all games that have the option."""
    first = knob.keys[0]
    if len(knob.games) > 1:
        return f"`{first[-1]}` under `[options.…]` of {len(knob.games)} games"
    return f"`{'.'.join(first)}`"


def file_table() -> list[str]:
    """Return the keys of the configuration that no line of the page sets: key, default, what it is."""
    at_panel = {key for knob in ALL for key in knob.keys}
    document = msgspec.to_builtins(Config())
    rows = [
        (f"`{'.'.join(key)}`", f"`{toml_value(value_at(document, key))}`", about(key))
        for key in leaves(document)
        if key not in at_panel and has_word(f"config.{'.'.join(key)}")
    ]
    return table(("in the file alone", "default", "what it is"), rows)


def about(key: KeyPath) -> str:
    """Return what the configuration's own comment says of a key."""
    return word(f"config.{'.'.join(key)}").partition("\n")[0]


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table's lines; a bar in a cell would end it."""
    first, *others = ("| " + " | ".join(cell.replace("|", "/") for cell in line) + " |" for line in (head, *rows))
    return [first, "|---" * len(head) + "|", *others]


def written(page: str) -> str:
    """Return the page with its tables as they are now."""
    for name, lines in (("panel", panel_table()), ("file", file_table())):
        before, _, rest = page.partition(BEGIN.format(name=name))
        after = rest.partition(END)[2]
        page = "\n".join((f"{before}{BEGIN.format(name=name)}", *lines, "", f"{END}{after}"))
    return page


def main() -> int:
    """Write the page; return the exit code."""
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
