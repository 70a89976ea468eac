"""The card's file: its schema, the example of a file, and its check, which finds every fault at once.

The schema has the tables of the configuration, and those of the system with the names of Raspberry Pi OS's
`custom.toml` (``usr/lib/raspberrypi-sys-mods/init_config`` in RPi-Distro/raspberrypi-sys-mods): ``[locale]``,
``[wlan]`` and ``[ssh]``. Each fault has its line and its remedy, and repeats no secret. Begin with `read_card`;
`syntax_faults` is for a text that is not TOML: all its faults, with the remedy of the usual ones.
"""

import base64
import binascii
import hashlib
import re
import textwrap
import tomllib
import zoneinfo
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from cabinet.config.check import faults_of, nearest, taken, unusable_pins
from cabinet.config.faults import MOST_LISTED, ConfigError, Fault, by_line
from cabinet.config.file import DOTTED, LoadedConfig, clashes_of, merged, parse_toml
from cabinet.config.offers import check_rules
from cabinet.config.schema import Config, Section
from cabinet.config.toml import EFFORT, OURS, KeyPath, leaves, toml_problem, toml_value
from cabinet.machine.wireless import KEY, MOST_SSID, PHRASE
from cabinet.strings.catalogue import has_word, word
from engine.errors import shortened


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


KEY_TYPES: Final = (
    *("ssh-ed25519", "sk-ssh-ed25519@openssh.com", "ssh-rsa"),
    *("ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521", "sk-ecdsa-sha2-nistp256@openssh.com"),
)
"""The types of public keys that OpenSSH 9 and later accept (sshd(8), AUTHORIZED_KEYS FILE FORMAT)."""
ZONE: Final = re.compile(r"[A-Za-z][\w+-]*(?:/[A-Za-z][\w+-]*){0,2}")
MIN_KEY: Final = 32
"""The fewest bytes of key material after the type: an Ed25519 key's."""


class Card(msgspec.Struct, frozen=True):
    """A card's file without faults: its text, its document, and the system's tables of it."""

    text: str
    raw: Mapping[str, Any]
    locale: Locale
    wlan: Wlan
    ssh: Ssh


Zones = Callable[[], set[str]]
"""Returns the names of all time zones; none where a machine does not know them, and any name is taken then."""


def read_card(text: str, path: Path, beneath: LoadedConfig, zones: Zones = zoneinfo.available_timezones) -> Card:
    """Parse and check the card's file `text`; its settings override `beneath`, the configuration of the machine.

    Raises `ConfigError` with every fault; a value that is wrong by itself is left out of the checks of the others.
    """
    syntax, rest = syntax_faults(text)
    if rest is None:
        raise ConfigError(syntax, path, text)
    raw = parse_toml(rest, path)
    faults = faults_of(raw, CardFile)
    fitting = raw
    for fault in faults:
        fitting = without(fitting, fault.key)
    system = msgspec.convert(system_part(fitting), CardFile)
    faults = [
        *map(without_secrets, faults),
        *locale_faults(system.locale, zones),
        *wlan_faults(system.wlan),
        *([] if syntax else missing_key_faults(raw.get("wlan"))),
        *ssh_faults(system.ssh),
        *config_faults(config_part(fitting), beneath),
    ]
    if syntax or faults:
        raise ConfigError(by_line([*syntax, *faults], rest), path, rest)
    return Card(text, raw, system.locale, system.wlan, system.ssh)


def without(document: Mapping[str, Any], key: KeyPath) -> dict[str, Any]:
    """Return the document without a key; of a list of tables, without all of it."""
    first, *below = key
    rest = dict(document)
    value = rest.pop(first, None)  # a list of tables goes with its first fault
    return {**rest, first: without(value, tuple(below))} if below and isinstance(value, Mapping) else rest


def without_secrets(fault: Fault) -> Fault:
    """Return a fault of a table of secrets without the given value, and one of Pi OS's `keymap` with reason."""
    name = ".".join(fault.key)
    if fault.key == ("locale", "keymap"):
        return replace(fault, problem=word("card.keymap"))
    return replace(fault, problem=word(f"card.takes.{name}")) if has_word(f"card.takes.{name}") else fault


def locale_faults(locale: Locale, zones: Zones) -> Iterator[Fault]:
    """Yield the fault of the time zone."""
    if locale.timezone and locale.timezone not in (known := zones()) and (known or not ZONE.fullmatch(locale.timezone)):
        names = {name.rpartition("/")[2]: name for name in sorted(known)} | {name: name for name in known}
        near = nearest(locale.timezone.replace(" ", "_"), list(names))
        suggestion = word("config.near_key", nearest=toml_value(names[near])) if near else ""
        given = toml_value(shortened(locale.timezone))
        yield Fault(("locale", "timezone"), word("card.zone", given=given, near=suggestion))


def wlan_faults(wlan: Wlan) -> Iterator[Fault]:
    """Yield the faults of the Wi-Fi network's values."""
    if len(wlan.ssid.encode()) > MOST_SSID:
        yield Fault(("wlan", "ssid"), word("card.ssid"))
    if wlan.country and wlan.country not in COUNTRIES:
        yield Fault(("wlan", "country"), word("card.country"))
    if wlan.password and not (PHRASE.fullmatch(wlan.password) or KEY.fullmatch(wlan.password)):
        yield Fault(("wlan", "password"), word("card.password"))


def missing_key_faults(wlan: Any) -> Iterator[Fault]:
    """Yield the keys that are missing beside others: the name beside a password, the country beside a name."""
    if not isinstance(wlan, Mapping):
        return
    if wlan.get("password") and not wlan.get("ssid"):
        yield Fault(("wlan", "ssid"), word("card.no_ssid"), other=("wlan", "password"))
    if wlan.get("ssid") and not wlan.get("country"):
        yield Fault(("wlan", "country"), word("card.no_country"), other=("wlan", "ssid"))


def ssh_faults(ssh: Ssh) -> Iterator[Fault]:
    """Yield a fault for every public key that OpenSSH would not accept."""
    for number, key in enumerate(ssh.authorized_keys, start=1):
        if "PRIVATE KEY" in key:
            yield Fault(("ssh", "authorized_keys"), word("card.key.private", number=number))
        elif not is_public_key(key):
            yield Fault(("ssh", "authorized_keys"), word("card.key", number=number))


def is_public_key(line: str) -> bool:
    """Return whether a line is a public key: its type, and base64 data that begins with it (RFC 4253, 6.6)."""
    kind, _, rest = line.partition(" ")
    data = rest.partition(" ")[0]
    if kind not in KEY_TYPES:
        return False
    try:
        blob = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return False
    begins = len(kind).to_bytes(4, "big") + kind.encode()
    return blob.startswith(begins) and len(blob) > len(begins) + MIN_KEY


def config_faults(config: Mapping[str, Any], beneath: LoadedConfig) -> Iterable[Fault]:
    """Return the faults of the configuration that the card's tables and the machine's file make together.

    Pins on which no button can be are faults here, if the card names them: a machine's own file may have them for
    buttons that are on a board.
    """
    whole = merged(parse_toml(beneath.text, beneath.path), config)
    named = set(leaves(config))
    faults = [*clashes_of(whole), *(fault for fault in unusable_pins(whole.input) if fault.key in named)]
    try:
        check_rules(LoadedConfig(whole))
    except ConfigError as problem:
        return [*faults, *problem.faults]
    return faults


# -- A text that is not TOML -------------------------------------------------------------------------

# `tomllib` stops at the first fault. So its line is left out and the rest read again, which finds those after it too.

USUAL: Final = (
    ("curly", re.compile(r"""^[^#'"]*[“”„‟‘’‚«»]""")),
    ("header", re.compile(r"^\s*\[[^\]#]*(?:#|$)")),
    ("colon", re.compile(r"^\s*[\w.-]+\s*:")),
    ("capital", re.compile(r"^[^=#]*=\s*(?:True|TRUE|False|FALSE|[Yy]es|YES|[Nn]o|NO|[Oo]n|ON|[Oo]ff|OFF)\s*(?:#|$)")),
    ("value", re.compile(r"^\s*[\w.-]+\s*=\s*(?:#|$)")),
    ("unclosed", re.compile(r"""^[^=#]*=\s*(?:"(?:[^"\\]|\\.)*|'[^']*)$""")),
    ("backslash", re.compile(r"""^[^=#]*=\s*"[^"]*\\""")),
    ("quotes", re.compile(r"""^[^=#]*=\s*[^\s"'\[{]""")),
    ("equals", re.compile(r"^\s*[^\s=#\[]+[^=#]*(?:#|$)")),
)
"""The usual mistakes of a line, the most specific first: the end of the catalogue's key, and a pattern."""

LONGEST: Final = 2_000
"""Longer lines are not looked at for the usual mistakes."""


def syntax_faults(text: str) -> tuple[list[Fault], str | None]:
    """Return the faults of syntax, and the text without their lines; None where the rest cannot be read without them.

    A heading that is left out would put the keys below it into another table; the text is None then, too.
    """
    lines = text.split("\n")
    faults: list[Fault] = []
    is_whole = True
    while (problem := first_problem(lines)) is not None:
        line = problem.line
        if line is None or not lines[line - 1].strip():
            return [*faults, Fault((), problem.reason, line)], None
        begins = statement_begin(lines, line)
        faults.append(Fault((), remedy(lines[begins - 1], problem), begins))
        is_whole = is_whole and not lines[begins - 1].lstrip().startswith("[")
        lines[begins - 1] = ""
        after = first_problem(lines) if begins < line else None
        if len(faults) == MOST_LISTED or (after is not None and (after.line or 0) <= line):
            return faults, None  # one statement over several lines: its other lines are no faults of their own
    return faults, "\n".join(lines) if is_whole else None


class Problem(NamedTuple):
    """A fault of syntax: its line, from 1, the reason, and whether the catalogue has the reason with its remedy."""

    line: int | None
    reason: str
    is_clear: bool = True


def first_problem(lines: list[str]) -> Problem | None:
    """Return the first fault of syntax; None for a text without."""
    text = "\n".join(lines)
    try:
        if not DOTTED.search(text):
            tomllib.loads(text)
            return None
    except RecursionError:
        pass
    except ValueError as problem:
        line, reason = toml_problem(problem)
        clear = tuple(OURS.keys() - {"Illegal character"})  # which is mostly the end of a line within quotes
        return Problem(line or last_line(lines), reason, is_clear=str(problem).startswith(clear))
    return Problem(None, word("config.nested"))


def last_line(lines: list[str]) -> int | None:
    """Return the last line, from 1, that is not blank."""
    return next((number for number in range(len(lines), 0, -1) if lines[number - 1].strip()), None)


def statement_begin(lines: list[str], line: int) -> int:
    """Return the line, from 1, on which the statement begins that reaches `line`: after the longest valid prefix."""
    effort = EFFORT
    for number in range(line, 0, -1):
        if not lines[number - 1].strip():
            continue
        beginning = "\n".join(lines[: number - 1]) + "\n"
        effort -= len(beginning)
        if effort < 0:
            break
        try:
            tomllib.loads(beginning)
        except (ValueError, RecursionError):
            continue
        return number
    return line


def remedy(line: str, problem: Problem) -> str:
    """Return the fault of a line in words: a usual mistake with its remedy, else the reason of the parser."""
    if len(line) <= LONGEST and not problem.is_clear:
        for name, pattern in USUAL:
            if pattern.search(line):
                return word(f"card.toml.{name}")
    return word("card.not_toml", reason=problem.reason)
