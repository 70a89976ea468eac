"""The prompt of a moment: the action it requires of the players, from its phase and their buttons' meanings. Pure.

The module knows no game: a seat whose LEFT and RIGHT slap has a pile to choose, and if ACTION calls "spit" while no
seat is stuck, the seats race to be first.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from cabinet.display.table.view_state import ViewState

LEFT, ACTION = 5, 7
"""Indices of two buttons in the panel's order."""

CALLS: Final = {"spit": "table.call", "speed": "table.call", "slam": "table.slam"}
"""Actions of ACTION for the first seat to press it, by label, and the prompt for each."""


DRAW_HINT: Final = "table.draw_hint"
"""The hint about whose card deals, in most games."""


class Prompt(NamedTuple):
    """A prompt: the catalogue's key, the key of the small line below it, and the seat addressed (-1: all)."""

    key: str
    hint: str
    seat: int = -1


Offers = Mapping[tuple[int, str], Sequence[int]]
"""The seats whose button is active, by the button's index and its label."""


def prompt_for(moment: ViewState, slap_hint: str, draw_hint: str = DRAW_HINT) -> Prompt | None:
    """Return the prompt besides playing; `slap_hint` names the wanted pile, `draw_hint` whose card deals."""
    phase = moment.phase
    if phase == "draw":
        return Prompt("table.draw", draw_hint)
    if phase not in ("play", "slap"):
        return None
    offers = _offers(moment)
    if phase == "slap":
        return _call(offers) or _choice(offers, "slap", "table.chooses", slap_hint) or Prompt("table.slap", slap_hint)
    if choosers := offers.get((ACTION, "slap")):
        only = choosers[0] if len(choosers) == 1 else -1
        return Prompt("table.slap" if only < 0 else "table.chooses", "table.aim_hint", only)
    if not moment.number("stuck"):
        return _choice(offers, "slap", "table.chooses", "table.slap_hint") or _call(offers)
    if moment.left_ns("turn_at"):
        return None
    many = len(moment.layout.seats) > 2
    stuck = Prompt("table.stuck", "table.stuck_hint_many" if many else "table.stuck_hint")
    return _choice(offers, "spit", "table.spits", "table.slap_hint") or stuck


def _offers(moment: ViewState) -> Offers:
    """Return the active meanings of LEFT and ACTION over all seats."""
    offers: dict[tuple[int, str], list[int]] = {}
    for seat, meanings in enumerate(moment.keys):
        for button in (LEFT, ACTION) if meanings else ():
            meaning = meanings[button]
            if meaning.lit:
                offers.setdefault((button, meaning.label), []).append(seat)
    return offers


def _choice(offers: Offers, label: str, key: str, hint: str) -> Prompt | None:
    """Return a prompt for the only seat whose LEFT has that label; None for no seat or several."""
    seats = offers.get((LEFT, label), ())
    return Prompt(key, hint, seats[0]) if len(seats) == 1 else None


def _call(offers: Offers) -> Prompt | None:
    for label, key in CALLS.items():
        if (ACTION, label) in offers:
            return Prompt(key, f"{key}_hint")
    return None
