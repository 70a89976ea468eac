"""The evening's screens as pictures show them: winner stays, the party, the page TONIGHT, the band of the title."""

from collections.abc import Iterator
from typing import Any

import pygame

from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import cap_name
from cabinet.scenes.called_pair import PartyScene, PartyState, QueueState, WinnerStaysScene
from cabinet.scenes.evening import ask_loser, ask_who_leaves
from cabinet.scenes.stack import Scene
from cabinet.scenes.tonight import EveningPlan, EveningSetup, format_question
from cabinet.screens.view_factory import TableSetting
from cabinet.tournaments.views import Chooser
from engine.units import S
from hardware.keyboard import DEFAULT_KEYS
from tests.cabinet.scenes.stories import Dialog

PLANS = {
    "empty": EveningPlan("winner_stays"),
    "full": EveningPlan("tournament", tuple(f"{a}{b}X" for a in "ABCD" for b in "EILMORSU"), kind="round_robin"),
    "party": EveningPlan("party", ("MIA", "BEN", "TOM"), (0, 1, 0)),
}
LINE = ("ZOE", "TOM", "ANA", "KAI", "LEO", "PIA")
LONG = tuple(f"{first}{second}X" for first in "ABCDEF" for second in "ILORU")
"""The line behind two of thirty-two names."""


def tonight_pictures(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """Name and picture of each, at the toolkit's size."""
    keys = {(seat, button): cap_name(key) for seat, panel in enumerate(DEFAULT_KEYS) for button, key in panel.items()}
    yield "queue", queue(toolkit, QueueState(("MIA", "BEN"), 0, 3, 5, LINE, game="SPEED UNO"))
    first = QueueState(("MIA", "BEN"), None, 0, 5, LINE[:1])
    yield "queue_first_match", queue(toolkit, first, TableSetting(key_names=keys))
    yield "queue_long", queue(toolkit, QueueState(("MIA", "BEN"), 1, 8, 9, LONG))
    yield "queue_alone", queue(toolkit, QueueState(("", "BEN"), 1, 1, 3))
    yield "party", party(toolkit, PartyState((("MIA", "TOM", "KAI"), ("BEN", "ANA", "LEO", "PIA")), (3, 2), 5))
    full = (tuple(f"{letter}AL" for letter in "ABCDEFGHIJKLMNOP"), ("BEN",))
    yield "party_sixteen", party(toolkit, PartyState(full, (10, 11), 12), TableSetting(key_names=keys))
    yield "party_won", party(toolkit, PartyState((("MIA", "TOM"), ("BEN", "ANA", "LEO")), (2, 3), 3))
    for name, plan in PLANS.items():
        yield f"tonight_{name}", setup(toolkit, plan)
    yield "tonight", seen(format_question(toolkit), toolkit, S)
    asked = ask_loser(toolkit, Chooser("BEN", 1, "m"), "speed", lambda _game: "FIRST TO TWO", keys)
    yield "tonight_loser_chooses", seen(Dialog(asked).top, toolkit, 5 * S)
    yield "evening_desk", seen(Dialog(ask_who_leaves(toolkit, ("MIA", "BEN", *LINE), {})).top, toolkit, S)


def setup(toolkit: Toolkit, plan: EveningPlan) -> pygame.Surface:
    """The options and names of an evening before it begins."""
    return seen(EveningSetup(toolkit, TableSetting(), plan, "speed", lambda _game: "FIRST TO TWO"), toolkit, S)


def party(toolkit: Toolkit, state: PartyState, setting: TableSetting | None = None) -> pygame.Surface:
    """The party, six seconds after the pair was called."""
    return seen(PartyScene(toolkit, setting or TableSetting(), state), toolkit, 6 * S)


def queue(toolkit: Toolkit, state: QueueState, setting: TableSetting | None = None) -> pygame.Surface:
    """Winner stays, six seconds after the pair was called."""
    return seen(WinnerStaysScene(toolkit, setting or TableSetting(), state), toolkit, 6 * S)


def seen(scene: Scene[Any], toolkit: Toolkit, now: int) -> pygame.Surface:
    """A scene so long after it came."""
    screen = pygame.Surface(toolkit.size)
    scene.enter(0)
    scene.advance(now, now)
    scene.draw(screen, now, everything=True)
    return screen
