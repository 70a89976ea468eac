"""The schema of the card's file: the tables of the configuration, and those of the system beside them.

The names are those of Raspberry Pi OS's `custom.toml` (``usr/lib/raspberrypi-sys-mods/init_config`` in
RPi-Distro/raspberrypi-sys-mods): ``[locale]``, ``[wlan]`` and ``[ssh]``.
"""

from collections.abc import Mapping
from typing import Any, Final

from cabinet.config.schema import Config, Section


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
