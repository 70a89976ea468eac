"""Plan what a changed file on the card makes: the cabinet's settings, and the files of the system.

Begin with `planned`: everything is read and checked before anything is written. The settings are kept without comments
and secrets, each key on its own line. A later fault (a pin that is in use) is then reported with its line in the card's
file, although no copy of the file is kept.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cabinet.card.check import Card, Wlan, config_part, read_card
from cabinet.card.disk import CARD, FINGERPRINT, KEYS, PRIVATE, WLAN, ZONE, Output, digest
from cabinet.config.faults import ConfigError
from cabinet.config.file import LoadedConfig, decoded
from cabinet.config.load import load_file
from cabinet.config.offers import check_rules
from cabinet.config.toml import leaves, text_on_lines
from cabinet.machine.wireless import block


@dataclass(frozen=True)
class Plan:
    """The files that are to be kept, by their names, and how many settings the card's file has."""

    files: Mapping[str, Output]
    settings: int


def planned(data: bytes, path: Path, environ: Mapping[str, str], fingerprint: str) -> Plan:
    """Return the plan for the bytes of a card's file. Raises ConfigError, and UnicodeDecodeError with its reason."""
    card = read_card(decoded(data), path, machine_config(environ))
    return Plan(outputs(card, fingerprint), count(card.raw))


def machine_config(environ: Mapping[str, str]) -> LoadedConfig:
    """Return the machine's configuration without the card's; the defaults where it has faults of its own, which the
    program itself reports."""
    try:
        loaded = load_file(None, environ, Path("/"))
        check_rules(loaded)
    except ConfigError:
        return LoadedConfig()
    return loaded


def outputs(card: Card, fingerprint: str) -> Mapping[str, Output]:
    """Return the files by their names. `fingerprint` identifies the card's file and the program that took it.

    The last one has it with the digest of the others, so that damage to them is found.
    """
    files = {
        CARD: Output(text_on_lines(config_part(card.raw), card.text).encode()),
        ZONE: Output(f"{card.locale.timezone}\n".encode() if card.locale.timezone else b""),
        WLAN: Output(supplicant(card.wlan).encode() if card.wlan.ssid else b"", PRIVATE),
        KEYS: Output("".join(f"{key}\n" for key in card.ssh.authorized_keys).encode(), PRIVATE),
    }
    there = {name: output for name, output in files.items() if output.data.strip()}
    whole = digest({name: output.data for name, output in there.items()})
    return {**there, FINGERPRINT: Output(f"{fingerprint}\n{whole}\n".encode(), PRIVATE)}


def supplicant(wlan: Wlan) -> str:
    """Return a configuration of wpa_supplicant (wpa_supplicant.conf(5)) without the passphrase."""
    more = ["scan_ssid=1"] if wlan.hidden else []
    return f"country={wlan.country}\nupdate_config=0\n{block(wlan.ssid.encode(), wlan.password, *more)}"


def count(raw: Mapping[str, Any]) -> int:
    """Return how many settings a document has."""
    return sum(1 for _ in leaves(raw))
