"""What a moment asks of the players, found from its phase and from what their buttons would do. Pure.

No game is known here: a seat whose LEFT and RIGHT slap has a pile to choose, whoever may press ACTION to say "spit"
while nobody is stuck has something to be first at.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from cabinet.display.moment import Moment

LEFT, ACTION = 5, 7
"""Places of two buttons in the panel's order."""

CALLS: Final = {"spit": "table.call", "slam": "table.slam"}
"""What ACTION does for whoever is first, by its label, and what is said about it."""


DRAW_HINT: Final = "table.draw_hint"
"""Whose card deals, in most games."""


class Ask(NamedTuple):
    """Something asked: the catalogue's key, one for the small line below it, and the seat that is asked (-1: all)."""

    key: str
    hint: str
    seat: int = -1


Offers = Mapping[tuple[int, str], Sequence[int]]
"""The seats whose button does something now, by the button's place and its label."""


def asked(moment: Moment, slap_hint: str, draw_hint: str = DRAW_HINT) -> Ask | None:
    """What is asked of the players besides playing; `slap_hint` says which pile is wanted, `draw_hint` whose card
    deals."""
    phase = moment.phase
    if phase == "draw":
        return Ask("table.draw", draw_hint)
    if phase not in ("play", "slap"):
        return None
    offers = _offers(moment)
    if phase == "slap":
        return _call(offers) or _choice(offers, "slap", "table.chooses", slap_hint) or Ask("table.slap", slap_hint)
    if choosers := offers.get((ACTION, "slap")):
        only = choosers[0] if len(choosers) == 1 else -1
        return Ask("table.slap" if only < 0 else "table.chooses", "table.aim_hint", only)
    if not moment.number("stuck"):
        return _choice(offers, "slap", "table.chooses", "table.slap_hint") or _call(offers)
    if moment.left_ns("turn_at"):
        return None
    many = len(moment.layout.seats) > 2
    stuck = Ask("table.stuck", "table.stuck_hint_many" if many else "table.stuck_hint")
    return _choice(offers, "spit", "table.spits", "table.slap_hint") or stuck


def _offers(moment: Moment) -> Offers:
    """What LEFT and ACTION do, of all seats."""
    offers: dict[tuple[int, str], list[int]] = {}
    for seat, meanings in enumerate(moment.keys):
        for button in (LEFT, ACTION) if meanings else ():
            meaning = meanings[button]
            if meaning.lit:
                offers.setdefault((button, meaning.label), []).append(seat)
    return offers


def _choice(offers: Offers, label: str, key: str, hint: str) -> Ask | None:
    """The one seat whose LEFT does that; None where several may, or none."""
    seats = offers.get((LEFT, label), ())
    return Ask(key, hint, seats[0]) if len(seats) == 1 else None


def _call(offers: Offers) -> Ask | None:
    for label, key in CALLS.items():
        if (ACTION, label) in offers:
            return Ask(key, f"{key}_hint")
    return None
