"""The table setting: where the players sit, for a scene that shows how a game is played."""


import msgspec

from cabinet.display.layout.parts import LayoutName
from cabinet.display.widgets import KeyNames


class TableSetting(msgspec.Struct, frozen=True):
    """Where the players sit, and at a desk the names of the keys."""

    layout: LayoutName = "facing"
    cocktail: bool = False
    key_names: KeyNames = msgspec.field(default_factory=dict)
