"""Where the players sit, for scenes that show how something is played."""

from dataclasses import dataclass, field

from cabinet.display.keycaps import KeyNames
from cabinet.display.layout.parts import LayoutName


@dataclass(frozen=True)
class Room:
    """How a match is shown here: where the players sit, and at a desk the names of the keys."""

    layout: LayoutName = "facing"
    cocktail: bool = False
    key_names: KeyNames = field(default_factory=dict)
