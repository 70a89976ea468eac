"""The table setting: where the players sit, for a scene that shows how a game is played."""

from dataclasses import dataclass, field

from cabinet.display.layout.parts import LayoutName
from cabinet.display.widgets import KeyNames


@dataclass(frozen=True)
class TableSetting:
    """Where the players sit, and at a desk the names of the keys."""

    layout: LayoutName = "facing"
    cocktail: bool = False
    key_names: KeyNames = field(default_factory=dict)
