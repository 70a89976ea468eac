"""The operator's lines that change the configuration: the settings, the games on offer, the picture, the names.

What each setting is stands in `cabinet.service.settings`.
"""

import json
from collections.abc import Mapping, Sequence
from enum import Enum, auto
from functools import partial
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec.structs import replace

from cabinet.config.offers import DUEL, Offer, each_offer, hidden_faults, is_any_on_own_screens, without_doubles
from cabinet.config.schema import Config
from cabinet.display.toolkit import Toolkit
from cabinet.scenes.bases import Done, Leave
from cabinet.scenes.choice import Answer, Choice
from cabinet.scenes.machine_pages import Message, Question
from cabinet.scenes.operator import Item, Page, Task
from cabinet.scenes.operator_pages import Row
from cabinet.scenes.screen_pages import ScreenTest, mode_words, rotation_words
from cabinet.scenes.write_text import WriteText, Written
from cabinet.screens.modes import mode_of
from cabinet.service.items import OperatorItems, Program, Refusal, plain
from cabinet.service.settings import (
    ALL,
    AS_IT_IS,
    BETWEEN,
    EXCLUDED,
    HIDDEN,
    HOUSE,
    KNOBS,
    MARGIN,
    OCCASIONS,
    OUTPUT,
    OWN_SCREENS,
    PRESET,
    ROTATION,
    SCREEN_MODE,
    SCREENS_EXCHANGED,
    TABLES,
    Knob,
    in_force,
    turned_value,
)
from cabinet.store.ledger import OCCASION, OWN, Setting
from cabinet.store.store import Store
from cabinet.strings.catalogue import has_word, in_one_line, word
from engine.games import GAMES


class ScreensTask(Enum):
    """What the line of a screen for each player leads to."""

    EACH = auto()


INDENT: Final = " " * 5
"""Sets the ways to play below their game."""
OPEN: Final = ("volume", "language", "large")
"""The settings that guests may change, however well the cabinet is locked."""
BY_NAME: Final[Mapping[str, Knob]] = MappingProxyType({knob.name: knob for knob in ALL})
GAME: Final = BY_NAME["game"]
"""The setting for the game that the title offers first."""
OF_THEIR_OWN: Final[Mapping[str, Enum]] = MappingProxyType(
    {
        MARGIN.name: Task.MARGIN,
        SCREEN_MODE.name: Task.MODE,
        ROTATION.name: Task.ROTATE,
        OWN_SCREENS.name: ScreensTask.EACH,
    }
)
"""The settings that have a page of their own, which makes the picture anew; by their names."""


class Made(msgspec.Struct, frozen=True):
    """What follows from a configuration's rules: the ways to play each game, those that are hidden as well, and the
    values that are in force of the settings of the games' options, by their names."""

    listed: Mapping[str, tuple[Offer, ...]]
    values: Mapping[str, Sequence[Setting]]


class SettingsInForce:
    """The operator's settings as they are in force, beside what would be without them; and changes of one.

    All groups of lines share one: what follows from a configuration's rules is made once.
    """

    def __init__(self, program: Program, store: Store) -> None:
        self._program = program
        self._store = store
        self._made: list[tuple[Config, Made]] = []
        """What follows from the last configurations."""

    def by(self, config: Config) -> Made:
        """Return what follows from a configuration's rules; to make it takes a set-up of each way to play."""
        for place, (known, made) in enumerate(self._made):
            if rules_of(known) == rules_of(config):
                self._made.append(self._made.pop(place))
                return made
        ways = {game.info.id: tuple(each_offer(game, config)) for game in GAMES}
        listed = {game: tuple(without_doubles(each)) for game, each in ways.items()}
        made = Made(listed, {knob.name: in_force(knob, config, ways) for knob in KNOBS if knob.games})
        self._made = [*self._made[-1:], (config, made)]
        return made

    def _in_force(self, knob: Knob, config: Config) -> Sequence[Setting]:
        return self.by(config).values[knob.name] if knob.games else in_force(knob, config, {})

    def now(self, knob: Knob) -> Sequence[Setting]:
        """Return the values of a setting that are in force, see `in_force`."""
        return self._in_force(knob, self._program.config)

    def default(self, knob: Knob) -> Sequence[Setting]:
        """Return the values that are in force without the operator's settings: those of the files."""
        return self._in_force(knob, self._program.file.config)

    def changed(self) -> Sequence[Knob]:
        """Return the settings whose values differ from those of the files, in the order of their pages."""
        kept = self._store.settings()
        every = (knob for knob in ALL if knob.name in kept and knob not in TABLES)  # these are assigned, and forgotten
        return [knob for knob in every if self.now(knob) != self.default(knob)]

    def row(self, knob: Knob) -> Row:
        """Return a setting's line."""
        now, default = self.now(knob), self.default(knob)
        is_changed = now != default and knob.name in self._store.settings()
        return Row(word(f"setting.{knob.name}"), self._text(knob, now), self._text(knob, default), is_changed)

    def _text(self, knob: Knob, values: Sequence[Setting]) -> str:
        """Return values in words; a way to play as the menu calls it."""
        if knob is not PRESET:
            return values_text(knob, values)
        ways = (way for listed in self.by(self._program.config).listed.values() for way in listed)
        return next((in_one_line(way.title) for way in ways if way.name in values), values_text(knob, values))

    def turn(self, knob: Knob, step: int) -> None:
        """Set the value after the one that is in force, or before it where `step` is -1."""
        default = self.default(knob)
        self.set(knob, turned_value(knob, self.now(knob), step, default if len(default) == 1 else ()))

    def wanted(self, knob: Knob) -> Setting:
        """Return a setting's one value as it is kept, in force or not."""
        (default,) = self.default(knob)
        return self._store.settings().get(knob.name, default)

    def set(self, knob: Knob, value: Setting) -> None:
        """Set a value, and what follows from it; what the files have is no setting."""
        self.keep(knob, value)
        self._program.adopt_settings()

    def keep(self, knob: Knob, value: Setting) -> None:
        """As `set`, but in force only when settings are adopted, or the program starts anew."""
        if knob is GAME:
            self._store.set(PRESET.name, None)  # it would bring its own game along
        for name, each in ((knob.name, value), *EXCLUDED.get((knob.name, value), ())):
            self._store.set(name, None if (each,) == tuple(self.default(BY_NAME[name])) else each)

    def put_back(self, *knobs: Knob) -> None:
        """Take settings back to the files'."""
        for knob in knobs:
            self._store.set(knob.name, None)
        self._program.adopt_settings()


def rules_of(config: Config) -> tuple[object, ...]:
    """Return all of a configuration that decides which ways to play there are."""
    return config.options, config.presets, config.display.own_screens


def turn_volume(program: Program, store: Store, step: int) -> str:
    """Set the volume after the one that is in force, or before it where `step` is -1; return it in words."""
    in_force, knob = SettingsInForce(program, store), BY_NAME["volume"]
    in_force.turn(knob, step)
    return in_force.row(knob).value


class OccasionTask(Enum):
    """What the line of the occasions leads to."""

    CHOOSE = auto()


class OccasionItems(OperatorItems):
    """The line that sets what suits an occasion, shown before it is done, and the one that takes that back."""

    def __init__(self, program: Program, store: Store, in_force: SettingsInForce) -> None:
        self._program = program
        self._store = store
        self._in_force = in_force

    def settings(self) -> Sequence[Item]:
        text = word("help.occasion")
        items = [Item(plain("occasion.choose"), leads_to=OccasionTask.CHOOSE, topic="play", help=text)]
        name, before = self._kept()
        if before is not None:
            row = partial(occasion_row, name)
            items.append(Item(row, partial(self._take_back, before), topic="play", help=word("help.occasion_back")))
        return items

    def tasks(self) -> Mapping[Enum, Page]:
        return {OccasionTask.CHOOSE: self._page}

    async def _page(self, toolkit: Toolkit) -> None:
        """Ask for an occasion, show what it changes, and set it."""
        answers = [Answer(word(f"occasion.{name}"), word(f"occasion.{name}.line"), name) for name in OCCASIONS]
        back: Answer[str] = Answer(word("menu.back"), word("desk.back.line"), "")
        # the way back is highlighted: ACTION pressed on and on must set nothing
        answer = await Choice(toolkit, word("occasion.which"), answers, len(answers), leave=back)
        if isinstance(answer, Leave) or not answer.value:
            return
        title, changes = word(f"occasion.{answer.value}"), self.changes(answer.value)
        if not changes:
            await Message(toolkit, title, word("occasion.nothing"))
            return
        lines = (self._change_words(BY_NAME[name], value) for name, value in changes.items())
        if isinstance(await Question(toolkit, title, "; ".join(lines), "occasion.hint"), Done):
            self.take(answer.value)

    def _change_words(self, knob: Knob, value: Setting | None) -> str:
        values = self._in_force.default(knob) if value is None else (value,)
        before, now = values_text(knob, self._in_force.now(knob)), values_text(knob, values)
        return word("occasion.change", what=word(f"setting.{knob.name}"), before=before, now=now)

    def changes(self, name: str) -> Mapping[str, Setting | None]:
        """Return the settings that an occasion would change, None for one that becomes the files'."""
        wanted, found = OCCASIONS[name], dict[str, Setting | None]()
        for each in dict.fromkeys(setting for of in OCCASIONS.values() for setting in of):
            default = tuple(self._in_force.default(BY_NAME[each]))
            value = wanted.get(each)
            after = default if value is None else (value,)
            if after != tuple(self._in_force.now(BY_NAME[each])):
                found[each] = None if after == default else value
        return found

    def take(self, name: str) -> None:
        """Set what suits an occasion, and keep what was set before."""
        changes, kept = self.changes(name), self._store.settings()
        before = {each: kept.get(each) for each in changes}
        self._store.set(OCCASION, json.dumps([name, before]))
        self._set(changes)

    def _set(self, changes: Mapping[str, Setting | None]) -> None:
        for each, value in changes.items():
            self._store.set(each, value)
        self._program.adopt_settings()

    def _kept(self) -> tuple[str, Mapping[str, Setting | None] | None]:
        """Return the occasion that was set last, and what was set before it; None for none."""
        try:
            name, before = json.loads(str(self._store.settings().get(OCCASION, "")))
            is_known = name in OCCASIONS and before.keys() <= BY_NAME.keys()
        except (ValueError, TypeError, AttributeError, RecursionError):
            return "", None
        return (name, before) if is_known else ("", None)

    def _take_back(self, before: Mapping[str, Setting | None]) -> str:
        """Set again what was set before the occasion."""
        self._store.set(OCCASION, None)
        self._set(before)
        return word("occasion.taken_back")


def occasion_row(name: str) -> Row:
    """Return the line that takes an occasion back."""
    return Row(word("occasion.back", name=word(f"occasion.{name}")))


class SettingItems(OperatorItems):
    """A line for each setting, for each game and way to play it, and the page of those that were changed."""

    def __init__(
        self, program: Program, store: Store, in_force: SettingsInForce, refusal: Refusal, without: Sequence[str] = ()
    ) -> None:
        """`without` are topics of which there is nothing here, as lamps in the buttons."""
        self._program = program
        self._store = store
        self._refusal = refusal
        self._knobs = [knob for knob in KNOBS if knob.topic not in without]
        self._in_force = in_force

    def settings(self) -> Sequence[Item]:
        return [
            self._item(GAME),
            *self._first_way(),
            *(self._item(knob) for knob in self._knobs if knob is not GAME and not self._is_settled(knob)),
            *self._offers(),
            Item(plain("operator.forget"), self.forget, dangerous=True, needs_code=True, help=word("help.forget")),
            *self._changed(),
        ]

    def _is_settled(self, knob: Knob) -> bool:
        """Return whether another setting decides: with a screen each, players see their own cards there."""
        return knob.name == "cards_seen" and self._program.config.display.own_screens

    def _item(self, knob: Knob) -> Item:
        return Item(
            partial(self._in_force.row, knob),
            turn=partial(self._in_force.turn, knob),
            put_back=partial(self._in_force.put_back, knob),
            topic=knob.topic,
            help=help_of(knob.name),
            is_ordered=knob.is_ordered,
            is_open=knob.name in OPEN,
            needs_code=knob.topic == "coins",
        )

    def _first_way(self) -> list[Item]:
        """Return the line of the way to play that the title offers first, where its game has several for two."""
        match = self._program.config.match
        ways = self._in_force.by(self._program.config).listed[match.game]
        names = [way.name for way in ways if way.seats == DUEL and way.name not in match.hidden_presets]
        if len(names) < 2:
            return []

        def turn(step: int) -> None:
            (now,) = self._in_force.now(PRESET)
            self._in_force.set(PRESET, names[(names.index(str(now)) + step) % len(names)] if now in names else names[0])

        back, text = partial(self._in_force.put_back, PRESET), help_of(PRESET.name)
        row = partial(self._in_force.row, PRESET)
        return [Item(row, turn=turn, put_back=back, topic=PRESET.topic, help=text, is_ordered=False)]

    def _changed(self) -> list[Item]:
        """Return the page of the changed settings: each from what to what, and a line for all of a topic."""
        knobs, items = self._in_force.changed(), list[Item]()
        for topic in dict.fromkeys(knob.topic for knob in knobs):
            here = [knob for knob in knobs if knob.topic == topic]
            items += [self._changed_item(knob) for knob in here]
            here = [knob for knob in here if knob.name not in OF_THEIR_OWN]
            if len(here) > 1:
                row = partial(topic_row, topic, len(here))
                items.append(Item(row, partial(self._in_force.put_back, *here), dangerous=True, needs_code=True))
        return [replace(item, topic="changed") for item in items]

    def _changed_item(self, knob: Knob) -> Item:
        row, text = partial(self._changed_row, knob), word("changed.help")
        if knob.name in OF_THEIR_OWN:
            return Item(row, leads_to=OF_THEIR_OWN[knob.name], help=help_of(knob.name))
        return Item(row, partial(self._put_back, knob), help=text, is_open=knob.name in OPEN)

    def _changed_row(self, knob: Knob) -> Row:
        row = self._in_force.row(knob)
        return Row(row.title, word("changed.value", before=row.default, now=row.value))

    def _put_back(self, knob: Knob) -> str:
        self._in_force.put_back(knob)
        return word("changed.done", what=word(f"setting.{knob.name}"), value=self._in_force.row(knob).value)

    def _offers(self) -> list[Item]:
        """Return a line for each game and, below it, for each way to play it, unless there is one alone."""
        config, items = self._program.config, list[Item]()
        for name, ways in self._in_force.by(config).listed.items():
            items.append(self._offer(HIDDEN[0], name, word(f"game.{name}")))
            if len(ways) > 1 and name not in config.match.hidden_games:
                items += [self._offer(HIDDEN[1], way.name, INDENT + in_one_line(way.title)) for way in ways]
        return items

    def _offer(self, knob: Knob, name: str, title: str) -> Item:
        def is_on(config: Config) -> bool:
            return name not in getattr(config.match, knob.name)

        def row() -> Row:
            on, default = is_on(self._program.config), is_on(self._program.file.config)
            return Row(title, on_or_off(on), on_or_off(default), on != default)

        def put_back() -> None:
            if is_on(self._program.config) != is_on(self._program.file.config):
                self._turn_offer(knob, name)

        return Item(
            row,
            turn=lambda _step: self._turn_offer(knob, name),
            put_back=put_back,
            topic=knob.topic,
            help=help_of(knob.name),
            is_ordered=False,
        )

    def _turn_offer(self, knob: Knob, name: str) -> None:
        """Hide a game or a way to play, or offer it again; the last one stays."""
        config, hidden = self._program.config, getattr(self._program.config.match, knob.name)
        names = tuple(each for each in hidden if each != name) if name in hidden else (*hidden, name)
        value = BETWEEN.join(names)
        if hidden_faults(knob.write(config, value)):
            self._refusal.text = word("operator.last_way")
            return
        self._refusal.text = ""
        self._in_force.set(knob, value)

    def forget(self) -> None:
        """Take all settings back, but for what is wired how: that is not a matter of taste."""
        names = set(self._store.settings()) - {*OWN}
        for name in names:
            self._store.set(name, None)
        if OWN_SCREENS.name in names:
            self._program.restart()  # which opens the screens of the files
        else:
            self._program.adopt_settings()


class HouseTask(Enum):
    """What the line of the house's name leads to."""

    NAME = auto()


MOST_HOUSE: Final = 24
"""Letters of the longest name of a house, as the configuration has it."""


class ScreenItems(OperatorItems):
    """The lines of the picture: its margin, the screen's mode, one for each player, the test card, the house's name."""

    def __init__(self, program: Program, in_force: SettingsInForce, panels: int) -> None:
        """`panels`: a screen for each player takes so many."""
        self._program = program
        self._in_force = in_force
        self._panels = panels

    def settings(self) -> Sequence[Item]:
        house = partial(self._in_force.row, HOUSE)
        items = [Item(house, leads_to=HouseTask.NAME, topic="screen", help=help_of(HOUSE.name))]
        items += [Item(self._margin_row, leads_to=Task.MARGIN, topic="screen", help=help_of(MARGIN.name))]
        items += [Item(self._rotation_row, leads_to=Task.ROTATE, topic="screen", help=help_of(ROTATION.name))]
        items += [Item(self._screens_row, leads_to=ScreensTask.EACH, topic="screen", help=help_of(OWN_SCREENS.name))]
        if is_any_on_own_screens(self._program.config):
            row, exchange = (
                partial(self._in_force.row, SCREENS_EXCHANGED),
                partial(self._in_force.turn, SCREENS_EXCHANGED, 1),
            )
            items.append(Item(row, exchange, topic="screen", help=help_of(SCREENS_EXCHANGED.name)))
        if self._program.modes:
            items.append(Item(self._mode_row, leads_to=Task.MODE, topic="screen", help=help_of(SCREEN_MODE.name)))
        return items

    def items(self) -> Sequence[Item]:
        return [
            Item(
                plain("operator.screen_test"), leads_to=Task.SCREEN_TEST, topic="screen", help=word("help.screen_test")
            )
        ]

    def tasks(self) -> Mapping[Enum, Page]:
        pages = {Task.SCREEN_TEST: show_test_card, HouseTask.NAME: self._name_house}
        return {**pages, ScreensTask.EACH: self._ask_for_screens}

    async def _ask_for_screens(self, toolkit: Toolkit) -> None:
        """Offer a screen for each player where there are so many displays, or one for all again: the program starts
        anew with that."""
        title, found = word("own_screens.title"), self._program.displays
        is_wanted = self._in_force.wanted(OWN_SCREENS) is True
        if not is_wanted and found is not None and found < self._panels:
            text = word("own_screens.too_few", needed=self._panels, found=found)
            await Message(toolkit, title, text, is_alarm=True)
            return
        text = word("own_screens.end" if is_wanted else "own_screens.begin")
        if isinstance(await Question(toolkit, title, text, "own_screens.hint"), Done):
            self._in_force.keep(OWN_SCREENS, not is_wanted)
            self._program.restart()

    def _screens_row(self) -> Row:
        config, row = self._program.config, self._in_force.row(OWN_SCREENS)
        if self._in_force.wanted(OWN_SCREENS) is True and not config.display.own_screens:
            return row._replace(value=word("own_screens.missing"))
        if is_any_on_own_screens(config) and not config.display.own_screens:
            return row._replace(value=word("own_screens.some"))
        return row

    async def _name_house(self, toolkit: Toolkit) -> None:
        await name_house(toolkit, self._in_force, self._program)

    def _margin_row(self) -> Row:
        return Row(word(f"setting.{MARGIN.name}"), f"{self._program.config.display.margin:g} %")

    def _rotation_row(self) -> Row:
        return Row(word(f"setting.{ROTATION.name}"), rotation_words(self._program.config.display.rotate))

    def _mode_row(self) -> Row:
        return Row(word(f"setting.{SCREEN_MODE.name}"), mode_words(mode_of(self._program.config.display.mode)))


class PeopleItems(OperatorItems):
    """The lines about people's names and races, all of which need the code."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def settings(self) -> Sequence[Item]:
        names = (
            Item(
                plain(f"people.{task.value}"),
                leads_to=task,
                topic="people",
                needs_code=True,
                help=word(f"help.{task.value}"),
            )
            for task in (Task.RENAME, Task.MERGE, Task.DELETE)
        )
        clear = partial(self._store.clear, races=True)
        row, about = plain("operator.clear_races"), word("help.clear_races")
        return [*names, Item(row, clear, dangerous=True, topic="people", needs_code=True, help=about)]


async def name_house(toolkit: Toolkit, in_force: SettingsInForce, program: Program) -> None:
    """Have the house's name written, letter by letter, or typed."""
    operator, types = program.config.operator, program.is_typing
    title, name, more = word("house.title"), operator.name, operator.letters
    written = await WriteText(toolkit, title, name, MOST_HOUSE, more=more, is_typed=types)
    if isinstance(written, Written):
        in_force.set(HOUSE, written.text)


async def show_test_card(toolkit: Toolkit) -> None:
    """Show the test card."""
    await ScreenTest(toolkit)


def help_of(name: str) -> str:
    """Return the line of help of a setting."""
    return word(f"help.{name}")


def topic_row(topic: str, count: int) -> Row:
    """Return the line that puts all changed settings of a topic back."""
    return Row(word("changed.all", topic=word(f"topic.{topic}")), word("changed.count", count=count))


def values_text(knob: Knob, values: Sequence[Setting]) -> str:
    """Return values of a setting in words."""
    return ", ".join(value_text(knob, value) for value in values)


def value_text(knob: Knob, value: Setting) -> str:
    """Return a value of a setting in words."""
    if knob is OUTPUT:
        return str(value) or word("output.first")
    if knob is ROTATION:
        return rotation_words(int(value))
    if knob is SCREEN_MODE:
        return mode_words(mode_of(str(value)))
    if knob.words == AS_IT_IS:
        return str(value) or word("changed.none")
    if knob in HIDDEN:
        names = str(value).split(BETWEEN) if value else []
        return ", ".join(hidden_name(name) for name in names) or word("changed.none")
    if isinstance(value, bool):
        return on_or_off(value)
    if isinstance(value, int) and value < 0:
        return on_or_off(False)
    return f"{value:g}{knob.unit}" if isinstance(value, int | float) else in_one_line(word(f"{knob.words}.{value}"))


def hidden_name(name: str) -> str:
    """Return the name of a game or of a way to play that is not offered."""
    return in_one_line(word(f"game.{name}")) if has_word(f"game.{name}") else name.replace("_", " ")


def on_or_off(is_on: bool) -> str:
    """Return what stands at a line that is on or off."""
    return word("operator.on" if is_on else "operator.off")
