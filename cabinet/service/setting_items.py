"""The operator's lines that change the configuration: the settings, the games on offer, the picture, the names.

What each setting is stands in `cabinet.service.settings`.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import partial
from typing import Final

from cabinet.config.offers import Offer, each_offer, hidden_faults
from cabinet.config.schema import Config
from cabinet.display.toolkit import Toolkit
from cabinet.scenes.operator import Item, Page, Task
from cabinet.scenes.operator_pages import Row
from cabinet.scenes.screen_pages import ScreenTest, mode_words
from cabinet.screens.modes import mode_of
from cabinet.service.items import OperatorItems, Program, Refusal, plain
from cabinet.service.settings import BETWEEN, EXCLUDED, HIDDEN, KNOBS, MARGIN, SCREEN_MODE, Knob, turned_value
from cabinet.store.ledger import BESIDE
from cabinet.store.store import Store
from cabinet.strings.catalogue import in_one_line, word
from engine.game import Game
from engine.games import GAMES

INDENT: Final = " " * 5
"""Sets the ways to play below their game."""


class SettingItems(OperatorItems):
    """A line for each setting, for each game and way to play it, and the one that takes all settings back."""

    def __init__(self, program: Program, store: Store, refusal: Refusal, *, has_lamps: bool = True) -> None:
        """`has_lamps`: there are lamps in the buttons."""
        self._program = program
        self._store = store
        self._refusal = refusal
        self._knobs = [knob for knob in KNOBS if has_lamps or knob.topic != "lamps"]
        self._ways: list[tuple[type[Game], tuple[Offer, ...]]] = []
        self._listed_by: Mapping[str, object] = {}
        """The options by which `_ways` are."""

    def settings(self) -> Sequence[Item]:
        """See `OperatorItems.settings`."""
        return [
            *(Item(partial(self._row, knob), turn=partial(self._turn, knob), topic=knob.topic) for knob in self._knobs),
            *self._offers(),
            Item(plain("operator.forget"), self.forget, dangerous=True, needs_code=True),
        ]

    def _row(self, knob: Knob) -> Row:
        return Row(word(f"setting.{knob.name}"), value_text(knob, self._program.config))

    def _turn(self, knob: Knob, step: int) -> None:
        value = turned_value(knob, self._program.config, step)
        for name, each in ((knob.name, value), *EXCLUDED.get((knob.name, value), ())):
            self._store.set(name, each)
        self._program.adopt_settings()

    def _offers(self) -> list[Item]:
        """Return a line for each game and, below it, for each way to play it, unless there is one alone."""
        config = self._program.config
        if config.options != self._listed_by or not self._ways:
            self._listed_by = config.options
            self._ways = [(game, tuple(each_offer(game, config))) for game in GAMES]
        items = []
        for game, ways in self._ways:
            name = game.info.id
            items.append(self._offer(HIDDEN[0], name, word(f"game.{name}")))
            if len(ways) > 1 and name not in config.match.hidden_games:
                items += [self._offer(HIDDEN[1], way.name, INDENT + in_one_line(way.title)) for way in ways]
        return items

    def _offer(self, knob: Knob, name: str, title: str) -> Item:
        def row() -> Row:
            is_on = name not in getattr(self._program.config.match, knob.name)
            return Row(title, word("operator.on" if is_on else "operator.off"))

        return Item(row, turn=lambda _step: self._turn_offer(knob, name), topic=knob.topic)

    def _turn_offer(self, knob: Knob, name: str) -> None:
        """Hide a game or a way to play, or offer it again; the last one stays."""
        config, hidden = self._program.config, getattr(self._program.config.match, knob.name)
        names = tuple(each for each in hidden if each != name) if name in hidden else (*hidden, name)
        value = BETWEEN.join(names)
        if hidden_faults(knob.write(config, value)):
            self._refusal.text = word("operator.last_way")
            return
        self._refusal.text = ""
        self._store.set(knob.name, value)
        self._program.adopt_settings()

    def forget(self) -> None:
        """Take all settings back, but for what is wired how: that is not a matter of taste."""
        for name in set(self._store.settings()) - {*BESIDE}:
            self._store.set(name, None)
        self._program.adopt_settings()


class ScreenItems(OperatorItems):
    """The lines of the picture: its margin, the screen's mode, the test card."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def settings(self) -> Sequence[Item]:
        """See `OperatorItems.settings`."""
        items = [Item(self._margin_row, leads_to=Task.MARGIN, topic="screen")]
        if self._program.modes:
            items.append(Item(self._mode_row, leads_to=Task.MODE, topic="screen"))
        return items

    def items(self) -> Sequence[Item]:
        """See `OperatorItems.items`."""
        return [Item(plain("operator.screen_test"), leads_to=Task.SCREEN_TEST, topic="screen")]

    def tasks(self) -> Mapping[Enum, Page]:
        """See `OperatorItems.tasks`."""
        return {Task.SCREEN_TEST: show_test_card}

    def _margin_row(self) -> Row:
        return Row(word(f"setting.{MARGIN.name}"), f"{self._program.config.display.margin:g} %")

    def _mode_row(self) -> Row:
        return Row(word(f"setting.{SCREEN_MODE.name}"), mode_words(mode_of(self._program.config.display.mode)))


class PeopleItems(OperatorItems):
    """The lines about people's names and races, all of which need the code."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def settings(self) -> Sequence[Item]:
        """See `OperatorItems.settings`."""
        names = (
            Item(plain(f"people.{task.value}"), leads_to=task, topic="people", needs_code=True)
            for task in (Task.RENAME, Task.MERGE, Task.DELETE)
        )
        clear = partial(self._store.clear, races=True)
        return [*names, Item(plain("operator.clear_races"), clear, dangerous=True, topic="people", needs_code=True)]


async def show_test_card(toolkit: Toolkit) -> None:
    """Show the test card."""
    await ScreenTest(toolkit)


def value_text(knob: Knob, config: Config) -> str:
    """Return the present value of a setting, in words."""
    value = knob.read(config)
    if value is None:
        return word("operator.as_rules")
    if isinstance(value, bool):
        return word("operator.on" if value else "operator.off")
    return f"{value}{knob.unit}" if isinstance(value, int) else in_one_line(word(f"{knob.words}.{value}"))
