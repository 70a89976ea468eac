"""The example of a card's file, which an image puts on its card: headings, and every setting as a comment.

`photofinish card example` prints it. With the ``#`` taken away in front of every setting it is a valid file, too.
"""

import base64
import hashlib
import textwrap
from typing import Final

from msgspec import inspect

from cabinet.card.schema import SYSTEM, CardFile
from cabinet.config.check import taken
from cabinet.config.faults import KeyPath, toml_value
from cabinet.strings.catalogue import word

WIDTH: Final = 78
"""The most columns of a remark."""


def nobodys_key() -> str:
    """Return a public key whose private half nobody can have: its point is a hash."""
    kind = b"ssh-ed25519"
    point = hashlib.sha256(b"Photo Finish: a key for nobody").digest()
    blob = b"".join(len(part).to_bytes(4, "big") + part for part in (kind, point))
    return f"{kind.decode()} {base64.b64encode(blob).decode()} me@my-computer"


SHOWN: Final[tuple[tuple[str, tuple[tuple[str, object], ...]], ...]] = (
    ("locale", (("timezone", "Europe/Berlin"),)),
    (
        "wlan",
        (("country", "DE"), ("ssid", "the name of your network"), ("password", "its password"), ("hidden", False)),
    ),
    ("ssh", (("authorized_keys", (nobodys_key(),)),)),
    (
        "display",
        (
            *(("mode", "1280x720"), ("rotate", 90), ("margin", 3.0)),
            *(("layout", "beside"), ("cocktail", True), ("two_colour", True), ("reduced_motion", True)),
            *(("large", True), ("attract_s", 120)),
        ),
    ),
    ("sound", (("volume", 40), ("tension", False))),
    ("input", (("source", "board"), ("service_pin", 12), ("release_ms", 15.0))),
    ("input.board", (("seats", (1, 0)), ("lamps", "registers"))),
    ("lamps", (("brightness", 30), ("playable", True))),
    ("match", (("game", "spit"), ("opponent", "bot:slow"))),
    ("operator", (("name", "THE RED LION"), ("page", False), ("settings", False))),
    ("data", (("logs_mb", 500),)),
)
"""The tables of the example, and a value for each of their keys that differs from the default."""


def example_text() -> str:
    """Return the example: prose behind ``# ``, settings behind ``#`` alone."""
    lines = [f"# {line}" for line in word("card.example.head").splitlines()]
    for table, entries in SHOWN:
        key = tuple(table.split("."))
        lines += ["", f"# {said(key)}", f"[{table}]"]
        for name, value in entries:
            lines += textwrap.wrap(remark((*key, name)), WIDTH, initial_indent="# ", subsequent_indent="# ")
            lines.append(f"#{name} = {toml_value(value)}")
    lines += ["", *(f"# {line}" for line in word("card.example.foot").splitlines())]
    return "\n".join(lines) + "\n"


def said(key: KeyPath) -> str:
    """Return the meaning of a table or a key."""
    return word(f"{'card' if key[0] in SYSTEM else 'config'}.{'.'.join(key)}")


def remark(key: KeyPath) -> str:
    """Return the meaning of a key, and its values where not every text will do."""
    shape = shape_of(key)
    return said(key) if isinstance(shape, inspect.StrType) else f"{said(key)}; {taken(shape)}"


def shape_of(key: KeyPath) -> inspect.Type:
    """Return the type of a key in the schema."""
    shape: inspect.Type = inspect.type_info(CardFile)
    for part in key:
        assert isinstance(shape, inspect.StructType)
        shape = next(field.type for field in shape.fields if field.encode_name == part)
    return shape


def uncommented(text: str) -> str:
    """Return the example with every setting in force."""
    return "\n".join(line[1:] if line[:1] == "#" and line[1:2] not in ("", " ") else line for line in text.split("\n"))
