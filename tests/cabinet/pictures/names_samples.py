"""The names scene as pictures show it: one seat takes a name of tonight while the other spells, in every way to sit."""

from collections.abc import Iterator, Sequence
from typing import Final

import pygame

from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import cap_name
from cabinet.scenes.names import TakingNames
from cabinet.screens.view_factory import TableSetting
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import S
from hardware.keyboard import DEFAULT_KEYS

TONIGHT: Final = ("MIA", "BEN", "TOM", "ANA", "KAI", "LEO", "PIA")
"""Names of the evening, the last sitter's first."""
ZO: Final = (RIGHT, RIGHT, CARDS[4], CARDS[1], CARDS[4], RIGHT, CARDS[0])
"""BLUE goes past seven names of tonight, spells Z and the likely O, and looks at A to F among the other letters."""
OTHER: Final = {LEFT: RIGHT, RIGHT: LEFT}
"""Arrows of a far seat, as they come from a cocktail table's panel."""


def names_pictures(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """Name and picture of each, at the toolkit's size."""
    keys = {(seat, button): cap_name(key) for seat, panel in enumerate(DEFAULT_KEYS) for button, key in panel.items()}
    zo = [(1, button) for button in ZO]
    far = [(1, OTHER.get(button, button)) for button in ZO]
    yield "names", names(toolkit, TableSetting(), zo)
    yield "names_likely", names(toolkit, TableSetting(), zo[:-2])
    yield "names_keys", names(toolkit, TableSetting(key_names=keys), zo)
    yield "names_cocktail", names(toolkit, TableSetting(cocktail=True), far)
    yield "names_refused", names(toolkit, TableSetting(), [*zo, (1, CARDS[0]), (1, ACTION), (0, CARDS[1])])
    yield "names_four_panels", names(toolkit, TableSetting(), [*zo, (2, CARDS[1])], seats=4)
    yield "names_four_cocktail", names(toolkit, TableSetting(cocktail=True), [*far, (2, CARDS[1]), (3, RIGHT)], seats=4)


def names(
    toolkit: Toolkit, setting: TableSetting, presses: Sequence[tuple[int, str]], *, seats: int = 2
) -> pygame.Surface:
    """The scene three seconds after AMBER asked for it, and BLUE pressed."""
    scene = TakingNames(
        toolkit, setting, asks=0, tonight=TONIGHT, refuses=lambda name: name == "ZOA",
        seats=seats, is_turned=setting.cocktail,
    )  # fmt: skip
    scene.enter(0)
    for seat, button in presses:
        scene.handle(Press(seat, button, True, S, "picture"))
    screen = pygame.Surface(toolkit.size)
    scene.draw(screen, 5 * S, everything=True)
    return screen
