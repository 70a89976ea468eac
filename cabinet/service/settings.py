"""The operator's settings, made at the cabinet itself; they override the configuration file and the card's.

Each setting has a name (permanent, because the database contains it), the configuration key that it overrides, and
the values that its button cycles through. When a setting is cleared, the file's value applies again.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, get_args

import msgspec
from msgspec.structs import replace

from cabinet.config.check import doubled, faults_of, mode_faults
from cabinet.config.file import LoadedConfig
from cabinet.config.offers import Offer, game_of, hidden_faults
from cabinet.config.schema import Config, Display
from cabinet.config.toml import KeyPath, leaves, toml_value, value_at
from cabinet.input.rewiring import table_in
from cabinet.store.ledger import BESIDE, COIN1, COIN2, EXCHANGED, KEYS, LINES, PINS, RELEASE_MS, Setting
from cabinet.strings.catalogue import word
from cabinet.strings.language import LanguageCode
from engine.adaptive import ADAPTIVE
from engine.games import GAMES, find_game
from engine.options import GameOptions, schema_of
from hardware.clock import MS
from hardware.debounce import MOST_MS, Settings


class Knob(msgspec.Struct, frozen=True):
    """One setting: `read` returns its value from a configuration, `write` returns a configuration with a value.

    `keys` are the configuration's keys that it overrides. `unit` follows a number; `words` are the group of the
    catalogue that names a value of text. `topic` is its page of `cabinet.scenes.operator.TOPICS`. `games` are those
    whose option it is, none for a setting of the cabinet; `about` is an option, with its value in the ways to play that
    the setting is about, where it is not about all.
    """

    topic: str
    name: str
    keys: tuple[KeyPath, ...]
    values: tuple[Setting, ...]
    read: Callable[[Config], Setting | None]
    write: Callable[[Config, Any], Config]
    unit: str = " %"
    words: str = "value"
    games: tuple[str, ...] = ()
    about: tuple[str, Setting] | None = None

    @property
    def option(self) -> str:
        """The name of its option."""
        return self.keys[0][-1]

    @property
    def is_ordered(self) -> bool:
        """Whether its values go from less to more: those end, others go round."""
        numbers = [each for each in self.values if isinstance(each, int) and not isinstance(each, bool)]
        return bool(numbers) or self.values == VOICES


AS_IT_IS: Final = ""
"""The group of words of a setting whose text is shown as it is."""
VOICES: Final = ("off", "sparse", "full")
"""How much the announcer says, from less to more."""


def in_section(
    topic: str, section: str, key: str, values: tuple[Setting, ...], unit: str = " %", words: str = "value"
) -> Knob:
    """Return the setting for a key of the configuration, on the page of a topic."""

    def read(config: Config) -> Setting | None:
        value: Setting = getattr(getattr(config, section), key)
        return value

    def write(config: Config, value: Any) -> Config:
        return replace(config, **{section: replace(getattr(config, section), **{key: value})})

    return Knob(topic, key, ((section, key),), values, read, write, unit, words)


def option_of(games: Sequence[str], name: str, values: tuple[Setting, ...], unit: str = "") -> Knob:
    """Return the setting for an option of these games, for all at once; unset, each game keeps its own value.

    A game whose rules have another default than all others is left out: it is played by that (Speahx, GEN-4).
    """
    usual = schema_of(GameOptions).declared.get(name)
    games = [game for game in games if schema_of(find_game(game).info.schema).declared[name] == usual or not usual]

    def read(config: Config) -> Setting | None:
        given = {config.options.get(game, {}).get(name) for game in games}
        value = given.pop() if len(given) == 1 else None
        return value if isinstance(value, bool | int | str) else None

    def write(config: Config, value: Any) -> Config:
        options = {game: {**config.options.get(game, {}), name: value} for game in games}
        return replace(config, options={**config.options, **options})

    keys = tuple(("options", game, name) for game in games)
    return Knob("play", name, keys, values, read, write, unit, games=tuple(games))


def length_of(game: str, option: str, values: tuple[Setting, ...], words: str = "value") -> Knob:
    """Return the setting for how long a match of a game is; unset, each way to play it keeps its own length."""
    return replace(option_of([game], option, values), name=f"{game}.{option}", words=words)


def game_on_offer() -> Knob:
    """Return the setting for the game that the title offers first; another game's preset does not go with it."""
    plain = in_section("play", "match", "game", EVERY_GAME, words="game")

    def write(config: Config, value: Any) -> Config:
        preset = config.match.preset if value == config.match.game else ""
        return replace(config, match=replace(config.match, game=value, preset=preset))

    return replace(plain, write=write)


def first_way() -> Knob:
    """Return the setting for the way to play that the title offers first, which brings its game along; none of the
    files is the game's first. One that the house rules make impossible is not in force."""
    plain = in_section("play", "match", "preset", (), words=AS_IT_IS)

    def read(config: Config) -> Setting | None:
        return config.match.preset or find_game(config.match.game).info.presets[0].name

    def write(config: Config, value: Any) -> Config:
        game = game_of(config, value)
        return config if game is None else replace(config, match=replace(config.match, game=game, preset=value))

    return replace(plain, read=read, write=write)


def bot_level() -> Knob:
    """Return the setting for the bots at empty panels; without one they are those of the file's "person"."""
    bots = (ADAPTIVE, "bot:20", "bot:slow", "bot:middling", "bot:fast")
    plain = in_section("play", "match", "opponent", bots, words="opponent")

    def read(config: Config) -> Setting | None:
        return ADAPTIVE if config.match.opponent == "person" else config.match.opponent

    return replace(plain, read=read)


def hidden_list(name: str) -> Knob:
    """Return the setting for a list of names that are not offered."""
    plain = in_section("games", "match", name, ())

    def read(config: Config) -> Setting | None:
        return BETWEEN.join(getattr(config.match, name))

    def write(config: Config, value: Any) -> Config:
        return replace(config, match=replace(config.match, **{name: tuple(value.split(BETWEEN)) if value else ()}))

    return replace(plain, read=read, write=write)


BETWEEN: Final = "\n"
"""What stands between two names in the text of a setting; none can have it."""
LETTERS: Final = (
    "0123456789", "", "ÄÖÜ", "ÄÖÜ0123456", "ÅÄÖ", "ÅÄÖ0123456", "ÆØÅ", "ÆØÅ0123456", "ÀÂÇÈÉÊÎÔÙÛ", "ÁÉÍÑÓÚÜ", "ÀÈÉÌÒÙ",
)  # fmt: skip
"""What can stand in names besides A to Z: figures, and the letters of some languages."""
HOURS: Final = tuple(range(24))
EVERY_GAME: Final = tuple(game.info.id for game in GAMES)
KNOBS: Final = (
    game_on_offer(),
    bot_level(),
    length_of("speed", "best_of", (1, 3, 5, 7)),
    replace(length_of("speed", "target", (10, 25, 50, 100)), about=("score", "points")),
    length_of("spit", "length", (1, 2, 3, 5, 9, "full"), "length"),
    length_of("mod_spit", "length", (1, 2, 3, 6, 9, "full"), "length"),
    length_of("speed_uno", "match_hands", (0, 1, 2, 3, 5)),
    length_of("speed_uno", "target", (100, 200, 300, 500)),
    length_of("speah", "deals", (1, 2, 3, 5)),
    option_of(EVERY_GAME, "lockout_ms", (0, 250, 500, 1000, 2000), " ms"),
    option_of(EVERY_GAME, "sudden_death", (False, True)),
    option_of(EVERY_GAME, "countdown", (1, 2, 3, 4, 5), ""),
    in_section("play", "match", "head_start", (False, True)),
    in_section("play", "match", "streak", (0, 2, 3, 4, 5, 6, 7, 8, 9), ""),
    in_section("play", "display", "layout", ("facing", "beside")),
    in_section("play", "display", "cocktail", (False, True)),
    option_of(EVERY_GAME, "cards_seen", ("open", "peek")),
    in_section("sound", "sound", "volume", tuple(range(0, 101, 10))),
    in_section("sound", "sound", "attract_volume", tuple(range(0, 101, 10))),
    in_section("sound", "sound", "music", tuple(range(0, 101, 20))),
    in_section("sound", "sound", "voice", VOICES),
    in_section("sound", "sound", "tension", (False, True)),
    in_section("sound", "sound", "quiet_from", HOURS, ":00"),
    in_section("sound", "sound", "quiet_until", HOURS, ":00"),
    in_section("sound", "sound", "quiet_volume", tuple(range(0, 101, 10))),
    in_section("screen", "display", "language", get_args(LanguageCode), words="language"),
    in_section("screen", "display", "large", (False, True)),
    in_section("screen", "display", "two_colour", (False, True)),
    in_section("screen", "display", "reduced_motion", (False, True)),
    in_section("screen", "display", "attract_s", (0, 20, 40, 60, 120, 300, 600), " s"),
    in_section("screen", "display", "dark_from", HOURS, ":00"),
    in_section("screen", "display", "dark_until", HOURS, ":00"),
    in_section("machine", "operator", "off_at", (-1, *HOURS), ":00"),
    in_section("lamps", "lamps", "brightness", tuple(range(0, 101, 10))),
    in_section("lamps", "lamps", "playable", (False, True)),
    in_section("coins", "coins", "free_play", (False, True)),
    in_section("coins", "coins", "units_per_credit", tuple(range(1, 21)), ""),
    in_section("coins", "coins", "credits_per_match", tuple(range(1, 9)), ""),
    in_section("coins", "coins", "slot1_units", tuple(range(1, 21)), ""),
    in_section("coins", "coins", "slot2_units", tuple(range(1, 21)), ""),
    in_section("coins", "coins", "max_credits", (5, 10, 20, 30, 50, 99), ""),
    in_section("people", "match", "names", (False, True)),
    replace(in_section("people", "operator", "letters", LETTERS, words=AS_IT_IS), name="operator.letters"),
    replace(in_section("live", "live", "enabled", (False, True)), name="live.enabled"),
    replace(in_section("live", "live", "queue", (False, True)), name="live.queue"),
)
"""All settings with few values, in the order of each topic's page."""


def wired_table(name: str) -> Knob:
    """Return the setting for a table of the configuration's input, as JSON: which line each button is on, or a coin
    slot's switch."""
    key = name.removeprefix("input.")

    def read(config: Config) -> Setting | None:
        return msgspec.json.encode(getattr(config.input, key)).decode()

    def write(config: Config, value: Any) -> Config:
        table = table_in(name, value)
        return replace(config, input=replace(config.input, **{key: table}))

    keys = tuple(leaves(msgspec.to_builtins(getattr(Config().input, key)), ("input", key)))
    return Knob("machine", name, keys, (), read, write)


def release_wait() -> Knob:
    """Return the setting for how long a button must be up to count as let go: never less than the program's own, below
    which a second tap would come no earlier and bounce might be one (`hardware.debounce`)."""
    least = Settings().release_ns // MS

    def read(config: Config) -> Setting | None:
        return round(config.input.release_ms)

    def write(config: Config, value: Any) -> Config:
        return replace(config, input=replace(config.input, release_ms=float(value)))

    return Knob("machine", RELEASE_MS, (("input", "release_ms"),), tuple(range(least, MOST_MS + 1)), read, write, " ms")


TABLES: Final = tuple(map(wired_table, (PINS, LINES, KEYS, COIN1, COIN2)))
"""The settings for which line each button is on, and each coin switch."""
SEATS_EXCHANGED: Final = replace(in_section("machine", "input", "exchanged", (False, True)), name=EXCHANGED)
"""The setting that has AMBER and BLUE change places."""
RELEASE_WAIT: Final = release_wait()
OUTPUT: Final = in_section("sound", "sound", "output", ())
"""The setting for the sound card: its values are those that are there."""


EXCLUDED: Final[Mapping[tuple[str, Setting], tuple[tuple[str, Setting], ...]]] = MappingProxyType(
    {("cocktail", True): (("layout", "facing"),), ("layout", "beside"): (("cocktail", False),)}
)
"""A setting and its value -> what another setting becomes with it: a table that lies flat has two sides."""


HIDDEN: Final = tuple(hidden_list(name) for name in ("hidden_games", "hidden_presets"))
"""The settings for the games and presets that are not offered: texts with `BETWEEN` between the names."""
MARGIN: Final = in_section("screen", "display", "margin", tuple(range(11)))
"""The setting for the margin of the picture, per cent."""
SCREEN_MODE: Final = in_section("screen", "display", "mode", ())
"""The setting for the mode of a whole screen: its values are those that the screen offers."""
ROTATION: Final = in_section("screen", "display", "rotate", (0, 90, 180, 270), "°")
"""The setting for how the picture is turned, clockwise."""
OWN_SCREENS: Final = in_section("screen", "display", "own_screens", (False, True))
"""The setting that gives each player a screen. The program opens its screens as it starts."""
SCREENS_EXCHANGED: Final = replace(
    in_section("screen", "display", "exchanged", (False, True)), name="display.exchanged"
)
"""The setting that gives two players with a screen each the other's."""
PRESET: Final = first_way()
"""The setting for the way to play that the title offers first: its values are those of the game on offer."""
HOUSE: Final = replace(in_section("screen", "operator", "name", (), words=AS_IT_IS), name="operator.name")
"""The setting for the house's name: any text that the configuration takes."""
ALL: Final = (
    *KNOBS,
    PRESET,
    OUTPUT,
    MARGIN,
    SCREEN_MODE,
    ROTATION,
    OWN_SCREENS,
    SCREENS_EXCHANGED,
    *HIDDEN,
    *TABLES,
    SEATS_EXCHANGED,
    RELEASE_WAIT,
    HOUSE,
)


OCCASIONS: Final[Mapping[str, Mapping[str, Setting]]] = MappingProxyType(
    {
        "home": {"volume": 60, "attract_volume": 50, "attract_s": 120, "quiet_from": 22, "quiet_until": 8},
        "party": {"volume": 100, "streak": 3, "attract_s": 20, "opponent": "bot:adaptive"},
        "bar": {
            "attract_volume": 30, "attract_s": 20, "streak": 3, "voice": "sparse", "music": 40, "spit.length": 2,
            "mod_spit.length": 3,
        },
        "tournament": {
            "head_start": False, "speed.best_of": 5, "spit.length": 5, "voice": "sparse", "music": 0, "tension": False,
            "playable": False, "attract_s": 300,
        },
        "children": {
            "volume": 60, "lockout_ms": 250, "countdown": 5, "opponent": "bot:20", "large": True, "playable": True,
            "tension": False, "spit.length": 2,
        },
    }
)  # fmt: skip
"""Kinds of houses and evenings, and the settings that suit each. Taken together they are all that any of them sets: the
settings of the others, where one has none of them, are those of the files."""


def overlaid(loaded: LoadedConfig, settings: Mapping[str, Setting]) -> tuple[LoadedConfig, list[str]]:
    """Return the configuration overridden by the settings, and the names of invalid settings, which are ignored."""
    knobs = {knob.name: knob for knob in ALL}
    config, strange = loaded.config, []
    for name, value in sorted(settings.items(), key=lambda each: each[0] == PRESET.name):  # by the rules of the others
        if name in BESIDE:
            continue
        if name in knobs and takes(knobs[name], value, config):
            config = knobs[name].write(config, value)
        else:
            strange.append(name)
    return replace(loaded, config=config), strange


def overridden_keys(settings: Mapping[str, Setting]) -> dict[KeyPath, Any]:
    """Return the keys of the configuration that valid settings override, with their values."""
    valid = (knob for knob in ALL if knob.name in settings and takes(knob, settings[knob.name]))
    written = ((knob, msgspec.to_builtins(knob.write(Config(), settings[knob.name]))) for knob in valid)
    return {key: value_at(document, key) for knob, document in written for key in knob.keys}


def card_overridden(loaded: LoadedConfig, changed: Container[str], settings: Mapping[str, Setting]) -> str:
    """Return the notice about the keys that the card's file has changed at this boot, and that settings override with
    other values; empty if there are none.

    `loaded` is the configuration without the settings; `changed` are the keys with their tables (`cabinet.card`).
    """
    document = msgspec.to_builtins(loaded.config)
    over = {".".join(key): (key, value) for key, value in overridden_keys(settings).items()}
    differing = {
        name: (value_at(document, key), value)
        for name, (key, value) in over.items()
        if name in changed and value_at(document, key) != value
    }
    if len(differing) > 1:
        return word("card.overridden_all", count=len(differing))
    for name, (given, value) in differing.items():
        return word("card.overridden", name=name, given=toml_value(given), set=toml_value(value))
    return ""


def takes(knob: Knob, value: Setting, config: Config | None = None) -> bool:
    """Return whether a value is one of a setting's, with the same type: 1 is not True. What may be hidden depends on
    the `config`, which has presets of its own."""
    if knob is OUTPUT:
        return not faults_of({"sound": {"output": value}}, Config)
    if knob in TABLES:
        is_table = isinstance(value, str) and table_in(knob.name, value) is not None
        return is_table and not doubled(knob.write(config or Config(), value).input)
    if knob is PRESET:
        return isinstance(value, str) and (config is None or game_of(config, value) is not None)
    if knob is HOUSE:
        return isinstance(value, str) and not faults_of({"operator": {"name": value}}, Config)
    if knob is SCREEN_MODE:
        return isinstance(value, str) and not mode_faults(Display(mode=value))
    if knob in HIDDEN:
        return isinstance(value, str) and (config is None or not hidden_faults(knob.write(config, value)))
    return any(value == each and type(value) is type(each) for each in knob.values)


def in_force(knob: Knob, config: Config, ways: Mapping[str, Sequence[Offer]]) -> tuple[Setting, ...]:
    """Return the values that are in force: one, or several where games differ, in the order of their menu.

    A game's value is that of the first of its `ways` that the setting is about.
    """
    if not knob.games:
        value = knob.read(config)
        return () if value is None else (value,)
    found = dict[Setting, None]()
    for game in knob.games:
        first, named = ways[game][0].settled(), knob.about
        if named is not None:
            every = (way.settled() for way in ways[game])
            first = next((each for each in every if getattr(each, named[0]) == named[1]), first)
        found[getattr(first, knob.option)] = None
    return tuple(found)


def turned_value(knob: Knob, now: Sequence[Setting], step: int, others: Sequence[Setting] = ()) -> Setting:
    """Return the value after those in force `now`, or before them where `step` is -1.

    `others` are values that can be chosen beside the setting's own: those of the files. Values that go from less to
    more end at the first and the last: nobody gets from loud to silent by one press too many. Others go round.
    """
    more = [each for each in (*now, *others) if each not in knob.values]
    values = list(dict.fromkeys((*knob.values, *more)))
    if not knob.is_ordered:
        place = values.index(now[0]) if now else -1 if step > 0 else 0
        return values[(place + step) % len(values)]
    numbers = sorted(each for each in values if isinstance(each, int))
    values = [*numbers, *(each for each in values if isinstance(each, str))]
    places = [values.index(each) for each in now]
    place = max(places, default=-1) if step > 0 else min(places, default=1)
    return values[max(0, min(place + step, len(values) - 1))]
