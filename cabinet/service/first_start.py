"""The first start of a card: leads through what nobody has set on it, once, at the panel alone.

Language, sound, margin, buttons, the house's name, the operator's code: a minute at most. CARD5 skips all of it for
ever; who only looks on is led again at the next start.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, Protocol

from cabinet.config.schema import Config
from cabinet.display.toolkit import Toolkit
from cabinet.scenes.bases import Done
from cabinet.scenes.machine_pages import Question, Skip, TurnValue
from cabinet.scenes.screen_pages import take_margin
from cabinet.service.items import Program
from cabinet.service.operator_code import OperatorCode, set_code
from cabinet.service.setting_items import BY_NAME, SettingsInForce, name_house
from cabinet.store.ledger import CREDITS, DEVICES, FIRST_START
from cabinet.store.store import Store
from cabinet.strings.catalogue import word

TURNED: Final = (("language", "first.language"), ("volume", "first.sound"))
"""The settings that are turned first, and the keys of their questions."""


class FreshProgram(Program, Protocol):
    """The program, as its first start needs it."""

    store: Store

    def lay_out(self, margin: float | None) -> None:
        """Show the picture inside another margin, in per cent; None: as it is set."""


async def lead_first_start(
    app: FreshProgram, toolkit: Callable[[], Toolkit], code: OperatorCode, assign: Callable[[], Awaitable[object]]
) -> None:
    """Lead through it. `toolkit` returns the present one, which a margin changes; `assign` puts the buttons right."""
    in_force = SettingsInForce(app, app.store)
    for name, title in TURNED:
        row, turn = partial(in_force.row, BY_NAME[name]), partial(in_force.turn, BY_NAME[name])
        left = await TurnValue(toolkit(), title, row, turn)
        if isinstance(left, Skip):
            app.store.set(FIRST_START, True)
        if not isinstance(left, Done):
            return
    app.store.set(FIRST_START, True)
    app.lay_out(0)
    await take_margin(toolkit(), app.store, app.config.display.margin)
    app.lay_out(None)
    if isinstance(await _question(toolkit(), "first.buttons"), Done):
        await assign()
    await name_house(toolkit(), in_force, app)
    if isinstance(await _question(toolkit(), "first.code"), Done):
        await set_code(toolkit(), code)


def _question(toolkit: Toolkit, key: str) -> Question:
    return Question(toolkit, word(key), word(f"{key}.about"), "first.hint")


def is_fresh(config_of_card: str, store: Store, config: Config) -> bool:
    """Return whether nobody has set anything on a card, in its file or at its panel, and nobody has played."""
    names = {*store.settings()} - {DEVICES, CREDITS}
    return config.operator.page and not config_of_card and not names and not store.audits().get("matches", 0)
