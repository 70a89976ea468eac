"""The schema of the card's file: the tables of the configuration, and those of the system; and the example of a file.

The names are those of Raspberry Pi OS's `custom.toml` (``usr/lib/raspberrypi-sys-mods/init_config`` in
RPi-Distro/raspberrypi-sys-mods): ``[locale]``, ``[wlan]`` and ``[ssh]``.
"""

import base64
import hashlib
import textwrap
from collections.abc import Mapping
from typing import Any, Final

from msgspec import inspect

from cabinet.config.check import taken
from cabinet.config.schema import Config, Section
from cabinet.config.toml import KeyPath, toml_value
from cabinet.strings.catalogue import word


class Locale(Section, frozen=True):
    """Where the cabinet stands. `timezone` is a name of the tz database; "" for none.

    Without `keymap`: no console asks anybody to type, and the game takes keys by their places.
    """

    timezone: str = ""


class Wlan(Section, frozen=True):
    """The Wi-Fi network; `ssid` "" is none. `country` is two letters of ISO 3166.

    `password` is the passphrase or its 64 hexadecimal digits; "" is an open network.
    """

    country: str = ""
    ssid: str = ""
    password: str = ""
    hidden: bool = False


class Ssh(Section, frozen=True):
    """The public keys that may log in, each a line of `authorized_keys` without options."""

    authorized_keys: tuple[str, ...] = ()


class CardFile(Config, frozen=True):
    """The whole file; every key may be missing."""

    locale: Locale = Locale()
    wlan: Wlan = Wlan()
    ssh: Ssh = Ssh()


SYSTEM: Final = ("locale", "wlan", "ssh")
"""The tables that are not the configuration's."""

def config_part(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the configuration's tables of the file."""
    return {name: table for name, table in document.items() if name not in SYSTEM}


def system_part(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the system's tables of the file."""
    return {name: table for name, table in document.items() if name in SYSTEM}


def codes(text: str) -> frozenset[str]:
    """Return the codes of a text, in which blanks are between them."""
    return frozenset(text.split())


COUNTRIES: Final = codes(
    """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
        CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO
        FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE
        JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO
        MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW
        PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM
        TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
    """
)
"""The codes of countries that the file may name (ISO 3166-1, 2025)."""


# -- The example, which an image puts on its card: headings, and every setting as a comment ----------
# `photofinish card example` prints it. With the # taken away in front of every setting it is a valid file, too.

WIDTH: Final = 78
"""The most columns of a remark."""


def unusable_key() -> str:
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
    ("ssh", (("authorized_keys", (unusable_key(),)),)),
    (
        "display",
        (
            *(("mode", "1280x720"), ("rotate", 90), ("margin", 3.0)),
            *(("layout", "beside"), ("cocktail", True), ("two_colour", True), ("reduced_motion", True)),
            *(("large", True), ("attract_s", 120)),
        ),
    ),
    ("sound", (("volume", 40), ("tension", False), ("quiet_from", 22), ("quiet_until", 8), ("quiet_volume", 20))),
    ("input", (("source", "board"), ("service_pin", 12), ("release_ms", 15.0))),
    ("input.board", (("seats", (1, 0)), ("lamps", "registers"))),
    ("lamps", (("brightness", 30), ("playable", True))),
    ("match", (("game", "spit"), ("opponent", "bot:slow"))),
    ("operator", (("name", "THE RED LION"), ("page", False), ("settings", False), ("code", "1 5 L R A 2"))),
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
