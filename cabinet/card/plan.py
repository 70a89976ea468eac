"""Plan what a changed file on the card makes: everything is read and checked before anything is written."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cabinet.card.check import read_card
from cabinet.card.files import Output
from cabinet.card.outputs import outputs
from cabinet.config.faults import ConfigError
from cabinet.config.file import LoadedConfig, decoded
from cabinet.config.key_lines import leaves
from cabinet.config.load import load_file
from cabinet.config.presets import check_rules
from cabinet.config.schema import Config


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
        return LoadedConfig(Config(), None, "")
    return loaded


def count(raw: Mapping[str, Any]) -> int:
    """Return how many settings a document has."""
    return sum(1 for _ in leaves(raw))
