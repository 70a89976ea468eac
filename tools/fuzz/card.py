"""Fuzz the reader of the card's file with atheris: ``python -m tools.fuzz.card [CORPUS]``.

Needs `atheris` (``pip install atheris``), which is no dependency of the project. Options are libFuzzer's:
``-max_total_time=600``. Inputs are made from those in the folder CORPUS; ``python -m tools.fuzz.seeds card CORPUS``
puts some there. A crash is an exception that is not a refusal, a refusal without words, a secret in a message, taken
settings that differ from the file's, or an input that takes too long (``-timeout=20``).
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import atheris  # not installed with the project

with atheris.instrument_imports():
    from cabinet.card.check import Card, read_card
    from cabinet.card.disk import CARD, KEYS, WLAN
    from cabinet.card.outputs import outputs
    from cabinet.card.report import faults_in
    from cabinet.card.schema import config_part
    from cabinet.config.faults import ConfigError
    from cabinet.config.file import LoadedConfig, decoded, with_card
    from cabinet.config.schema import Config
    from cabinet.config.toml import reads_as

DEFAULTS = LoadedConfig(Config(), None, "")
FILE = Path("photofinish.toml")
ZONES = {"Europe/Berlin", "UTC"}
SECRET = "hunter2"
"""The seeds have it as their password: where it stands in the tables of secrets, no message may have it."""


def one(data: bytes) -> None:
    """Check that the bytes are refused in words, or are a card's file whose outputs say the same."""
    try:
        text = decoded(data)
        card = read_card(text, FILE, DEFAULTS, lambda: ZONES)
    except UnicodeDecodeError as problem:
        assert problem.reason.isprintable()
    except ConfigError as problem:
        refused(problem)
    else:
        taken(card)


def refused(problem: ConfigError) -> None:
    """Check that each fault has words and a line of the file, or none, and none of them a password."""
    faults = faults_in(problem)
    assert faults, "no fault"
    assert all(line.isprintable() for line in str(problem).splitlines()), str(problem)
    for fault in faults:
        assert fault.problem
        assert fault.line is None or fault.line > 0
        assert SECRET not in fault.problem or not fault.key.startswith(("wlan", "ssh")), fault


def taken(card: Card) -> None:
    """Check the files that follow from a card's file."""
    files = {name: output.data.decode() for name, output in outputs(card, "mark").items()}
    config = config_part(card.raw)
    settings = files.get(CARD, "")
    assert reads_as(settings, config)
    with_card(DEFAULTS, settings)
    if card.wlan.password and len(card.wlan.password) < 64:
        assert card.wlan.password not in files[WLAN].replace("WPA-PSK", "")
    assert len(files.get(WLAN, "").splitlines()) in range(8)
    assert len(files.get(KEYS, "").splitlines()) == len(card.ssh.authorized_keys)
    assert not [value for value in texts(config) if "\n" in value]


def texts(value: Any) -> Iterator[str]:
    """Yield every text in a document."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts(item)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
