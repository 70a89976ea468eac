"""Cautions for the operator at the start: faults of the machine that no player can mend."""

from typing import TYPE_CHECKING

from cabinet.config.schema import Input
from cabinet.doctor.board import edge_loss, is_header
from cabinet.input.inputs import SERVICE
from cabinet.input.sources import Sources
from cabinet.strings.catalogue import word

if TYPE_CHECKING:  # the title does not wait for what the doctor asks
    from cabinet.doctor.probe import Probe


def header_caution(sources: Sources, wanted: Input, machine: "Probe") -> str:
    """Return the caution about a kernel that may lose one of two edges of players' buttons on the header; empty for
    none."""
    pins = sources.pins.buttons.values() if sources.pins else ()
    has_players = any(place != SERVICE for place in pins)
    return word("input.edge_loss") if has_players and is_header(wanted.gpio_chip) and edge_loss(machine) else ""
