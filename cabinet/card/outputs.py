"""The files that follow from a card's file: the cabinet's settings, and those of the system."""

import hashlib
from collections.abc import Mapping
from typing import Final

from cabinet.card.check import PSK, Card
from cabinet.card.files import CARD, FINGERPRINT, KEYS, PRIVATE, WLAN, ZONE, Output, digest
from cabinet.card.schema import Wlan, config_part
from cabinet.card.taken import taken_text

ROUNDS: Final = 4096
"""Iterations of PBKDF2 for a WPA2 network (IEEE 802.11, annex J.4.1)."""


def outputs(card: Card, fingerprint: str) -> Mapping[str, Output]:
    """Return the files by their names. `fingerprint` identifies the card's file and the program that took it.

    The last one has it with the digest of the others, so that damage to them is found.
    """
    files = {
        CARD: Output(taken_text(config_part(card.raw), card.text).encode()),
        ZONE: Output(f"{card.locale.timezone}\n".encode() if card.locale.timezone else b""),
        WLAN: Output(supplicant(card.wlan).encode() if card.wlan.ssid else b"", PRIVATE),
        KEYS: Output("".join(f"{key}\n" for key in card.ssh.authorized_keys).encode(), PRIVATE),
    }
    there = {name: output for name, output in files.items() if output.data.strip()}
    whole = digest({name: output.data for name, output in there.items()})
    return {**there, FINGERPRINT: Output(f"{fingerprint}\n{whole}\n".encode(), PRIVATE)}


def supplicant(wlan: Wlan) -> str:
    """Return a configuration of wpa_supplicant (wpa_supplicant.conf(5)) without the passphrase.

    The name is written in hexadecimal, so no sign in it can mean anything else.
    """
    network = [f"ssid={wlan.ssid.encode().hex()}"]
    if wlan.hidden:
        network.append("scan_ssid=1")
    network += [f"psk={psk(wlan)}", "key_mgmt=WPA-PSK"] if wlan.password else ["key_mgmt=NONE"]
    lines = "".join(f"\t{line}\n" for line in network)
    return f"country={wlan.country}\nupdate_config=0\nnetwork={{\n{lines}}}\n"


def psk(wlan: Wlan) -> str:
    """Return the pre-shared key as 64 hexadecimal digits (IEEE 802.11, annex J.4.1)."""
    if PSK.fullmatch(wlan.password):
        return wlan.password.lower()
    return hashlib.pbkdf2_hmac("sha1", wlan.password.encode(), wlan.ssid.encode(), ROUNDS, 32).hex()
