"""The menu's offers of each game: its own presets, and the operator's from the configuration.

`offers` returns the list, `find_offer` a single offer; `check_rules` finds all rules in a configuration that the games
do not accept. Precedence: the house rules (``[options.<game>]``) override a game's own preset; an operator's preset
overrides the house rules, because it is the more specific of the two.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from string import Formatter
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from cabinet.config.check import unknown
from cabinet.config.faults import Fault
from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config, OwnPreset
from cabinet.config.toml import KeyPath, toml_value
from cabinet.strings.catalogue import has_word, word
from engine.errors import EngineError, OptionError, UnknownGame
from engine.game import Game
from engine.games import GAMES, find_game, set_up, settled
from engine.options import FOR_GUESTS, GameOptions, OptionValues, lacks, settle, values_of
from engine.setup import SeatInfo, Setup

OWN_SCREEN: Final = "own_screen"
"""The value of ``cards_seen`` that requires a screen for each seat."""


class Offer(msgspec.Struct, frozen=True):
    """One way to play a game: its texts in the menu, its options, and its number of seats.

    `title` may have a line break; `options` override the game's defaults and include the house rules.
    """

    game: str
    name: str
    title: str
    line: str
    seats: int
    options: Mapping[str, Any]
    is_own: bool = False
    """True for a preset of the operator."""

    def complete(self, seats: int = 0) -> OptionValues:
        """Return all options of the game with this offer's; raises OptionError for options that it does not take."""
        return values_of(settled(self.game, self.options, seats or self.seats))

    def settled(self) -> GameOptions:
        """Return the same as the game's own options, those at their default as well. No game is made for it: that takes
        milliseconds."""
        return settle(find_game(self.game).info.schema, self.game, self.options)

    def setup(self, seats: tuple[SeatInfo, ...], seed: int) -> Setup:
        """Return the setup of a match by these rules. Raises OptionError for options that exclude so many seats."""
        return Setup(self.game, self.complete(len(seats)), seats, seed, self.name, whole=True)


def offers(game: type[Game], config: Config) -> tuple[Offer, ...]:
    """Return the ways to play a game in the menu's order: its own presets, then the operator's.

    A preset that the house rules make impossible is left out; `check_rules` ensures that another remains.
    """
    return tuple(each_offer(game, config))


def each_offer(game: type[Game], config: Config) -> Iterator[Offer]:
    """Yield the offers lazily: to know whether one can be played takes a setup of its game.

    Texts of built-in presets that name an option have the value that is played, by the house rules.
    """
    for offer in _with_house_rules(game, config):
        with suppress(OptionError):
            values = offer.complete()
            yield offer if offer.is_own else _in_words(offer, values)


def _with_house_rules(game: type[Game], config: Config) -> list[Offer]:
    """Return a game's own presets, then the operator's, those among them that the house rules make impossible too."""
    house = house_rules(game.info.id, config)
    built_in = [
        Offer(
            game.info.id,
            preset.name,
            _said(f"preset.{preset.name}", preset.name.replace("_", " ").upper()),
            _said(f"preset.{preset.name}.line", ""),
            preset.seats,
            {**preset.options, **house},
        )
        for preset in game.info.presets
    ]
    return built_in + [_own(preset, game, house) for preset in config.presets if preset.game == game.info.id]


def house_rules(game: str, config: Config) -> Mapping[str, Any]:
    """Return the options that the house has for a game: a screen for each seat is one."""
    own = {"cards_seen": OWN_SCREEN} if config.display.own_screens else {}
    return {**config.options.get(game, {}), **own}


def is_any_on_own_screens(config: Config) -> bool:
    """Return whether by any offer each seat has a screen of its own (``cards_seen``).

    Only an offer that asks for it takes a setup of its game: the first frame waits for the answer.
    """
    return any(_is_on_own_screens(offer, game) for game in GAMES for offer in _with_house_rules(game, config))


def _is_on_own_screens(offer: Offer, game: type[Game]) -> bool:
    with suppress(OptionError):
        asks = settle(game.info.schema, offer.game, offer.options).cards_seen == OWN_SCREEN
        return asks and bool(offer.complete())
    return False


def games_on_offer(config: Config) -> tuple[type[Game], ...]:
    """Return the games that the house does not hide, in the menu's order."""
    return tuple(game for game in GAMES if game.info.id not in config.match.hidden_games)


def each_on_offer(game: type[Game], config: Config) -> Iterator[Offer]:
    """Yield the ways to play a game that the house does not hide, of a hidden game all: an evening may have begun with
    it. See `each_offer`, and `without_doubles`."""
    hidden = config.match.hidden_presets if game in games_on_offer(config) else ()
    return without_doubles(offer for offer in each_offer(game, config) if offer.name not in hidden)


def without_doubles(ways: Iterable[Offer]) -> Iterator[Offer]:
    """Yield the ways lazily, without a game's own preset that the house rules have made the same as one before it: Spit
    to the last card is no way of its own where each match has five deals. How a match ends after a long time, and how
    guests' first misses lock them (`FOR_GUESTS`), makes no way of its own."""
    seen = list[tuple[int, OptionValues]]()
    for way in ways:
        kind = way.seats, {name: value for name, value in way.complete().items() if name not in FOR_GUESTS}
        if way.is_own or kind not in seen:
            yield way
        seen.append(kind)


def find_offer(config: Config, game: str, name: str = "") -> Offer:
    """Return the game's offer of that name, or its first for an empty name; raises UnknownGame with the known names."""
    known = list[str]()
    for offer in each_offer(find_game(game), config):
        if name in ("", offer.name):
            return offer
        known.append(offer.name)
    near = get_close_matches(name, known, n=1)
    raise UnknownGame(
        word(
            "preset.unknown_near" if near else "preset.unknown",
            game=game,
            name=name,
            nearest="".join(near),
            known=", ".join(known),
        )
    )


def game_of(config: Config, preset: str) -> str | None:
    """Return the game that has a preset of that name, None for one that the house rules make impossible as well. It
    takes a set-up of that one."""
    for offer in (each for game in GAMES for each in _with_house_rules(game, config) if each.name == preset):
        with suppress(OptionError):
            return offer.game if offer.complete() else None
    return None


def two_lines(text: str) -> str:
    """Return a name for a tile of the menu: in capitals, a long one broken at the space nearest to its middle."""
    spaces = [place for place, letter in enumerate(text) if letter == " "]
    if len(text) <= SHORT or not spaces:
        return text.upper()
    middle = min(spaces, key=lambda place: abs(place - len(text) / 2))
    return f"{text[:middle]}\n{text[middle + 1 :]}".upper()


DUEL = 2
"""The seats of a match of an evening: each game that is offered has a way to play it for so many."""
SHORT = 7
"""The most letters that fit on one line of a tile at full size."""


def _said(key: str, otherwise: str) -> str:
    return word(key) if has_word(key) else otherwise


def _own(preset: OwnPreset, game: type[Game], house: Mapping[str, Any]) -> Offer:
    seats = preset.seats or game.info.presets[0].seats
    line = preset.description or word("preset.own.line")
    return Offer(
        preset.game, preset.name, two_lines(preset.name), line, seats, {**house, **preset.options}, is_own=True
    )


def _in_words(offer: Offer, options: OptionValues) -> Offer:
    """Return an offer whose texts have the values of its options: ``{wins}`` deals, of ``best_of`` so many, win."""
    best_of = options.get("best_of")
    numbers = {**options, "wins": best_of // 2 + 1 if isinstance(best_of, int) else 0}
    words = {
        name: number_words(value)
        for name, value in numbers.items()
        if (isinstance(value, int) and not isinstance(value, bool)) or value == "full"
    }
    cases = {case(name): case(text) for name, text in words.items() for case in (str.upper, str.lower, str.capitalize)}

    def shown(key: str, text: str) -> str:
        named = {name.lower() for _, name, _, _ in Formatter().parse(text) if name}
        special = [f"{key}.{value}" for value in (1, "full") if value in {numbers.get(name) for name in named}]
        text = next((word(each) for each in special if has_word(each)), text)
        return text.format_map(cases) if named else text

    key = f"preset.{offer.name}"
    return replace(offer, title=shown(key, offer.title), line=shown(f"{key}.line", offer.line))


def number_words(number: object) -> str:
    """Return a number in capitals, a large one in figures; "full", in place of a number, as its word."""
    return word(f"number.{number}") if has_word(f"number.{number}") else str(number)


# Faults


def check_rules(loaded: LoadedConfig) -> None:
    """Raise ConfigError, every fault with its line, for invalid games, options or presets in a configuration.

    Called when the program starts, so that no fault appears in front of guests.
    """
    if faults := [*_house_faults(loaded.config), *_own_faults(loaded.config)]:
        raise loaded.errors(faults)
    if faults := list(_match_faults(loaded.config)):
        raise loaded.errors(faults)


def _house_faults(config: Config) -> Iterator[Fault]:
    for game, given in config.options.items():
        yield from _option_faults(game, given, {}, 0, ("options", game))


def _own_faults(config: Config) -> Iterator[Fault]:
    taken = {preset.name: game.info.id for game in GAMES for preset in game.info.presets}
    for number, preset in enumerate(config.presets, start=1):
        key = ("presets", str(number))
        if not preset.name.isprintable() or preset.name != preset.name.strip():
            yield Fault((*key, "name"), word("preset.name", given=toml_value(preset.name)))
        if preset.name in taken:
            text = word("preset.taken", given=toml_value(preset.name), game=taken[preset.name])
            yield Fault((*key, "name"), text)
        taken.setdefault(preset.name, preset.game)
        yield from _game_faults(preset, config, key)


def _game_faults(preset: OwnPreset, config: Config, key: KeyPath) -> Iterator[Fault]:
    try:
        info = find_game(preset.game).info
    except UnknownGame as problem:
        yield Fault((*key, "game"), str(problem))
        return
    least, most = info.seats
    if preset.seats and not least <= preset.seats <= most:
        takes = word("takes.int_range", low=least, high=most)
        yield Fault((*key, "seats"), word("config.wrong", given=preset.seats, takes=takes))
        return
    house = config.options.get(preset.game, {})
    options = (*key, "options") if preset.options else key
    yield from _option_faults(preset.game, preset.options, house, preset.seats or info.presets[0].seats, options)


def _option_faults(
    game: str, given: Mapping[str, Any], beneath: Mapping[str, Any], seats: int, key: KeyPath
) -> Iterator[Fault]:
    """Yield unknown options, invalid values, and options that exclude each other."""
    try:
        info = find_game(game).info
    except UnknownGame as problem:
        yield Fault(key, str(problem))
        return
    known = {option.name: option for option in info.all_options()}
    faults = []
    for name, value in given.items():
        if name not in known:
            none = lacks(info.schema, name)
            text = word("preset.has_none", game=game) if none else unknown(name, list(known))
            faults.append(Fault((*key, name), text))
            continue
        try:
            known[name].check(value)
        except OptionError:
            text = word("config.wrong", given=toml_value(value), takes=known[name].takes())
            faults.append(Fault((*key, name), text))
    yield from faults
    if not faults:
        try:
            set_up(game, {**beneath, **given}, seats=seats or info.presets[0].seats)
        except EngineError as problem:
            yield Fault(key, str(problem))


def hidden_faults(config: Config) -> list[Fault]:
    """Return a fault for each unknown game or preset that is hidden, and where nothing for two is left of a game."""
    hidden = config.match.hidden_games or config.match.hidden_presets
    return list(_each_hidden_fault(config)) if hidden else []


def _each_hidden_fault(config: Config) -> Iterator[Fault]:
    known = {
        "hidden_games": [game.info.id for game in GAMES],
        "hidden_presets": [offer.name for game in GAMES for offer in each_offer(game, config)],
    }
    for key, names in known.items():
        for given in getattr(config.match, key):
            if given not in names:
                text = word("config.hidden", given=toml_value(given), known=", ".join(names))
                yield Fault(("match", key), text)
    if not games_on_offer(config):
        yield Fault(("match", "hidden_games"), word("config.hidden_all"))
    for game in games_on_offer(config):
        if all(offer.seats != DUEL for offer in each_on_offer(game, config)):
            yield Fault(("match", "hidden_presets"), f"{game.info.id}: {word('config.hidden_all')}")


def _match_faults(config: Config) -> Iterator[Fault]:
    """Yield a fault if the initial selection is impossible: an unknown game or preset, or a game without presets left
    by the house rules."""
    match = config.match
    yield from hidden_faults(config)
    try:
        find_game(match.game)
    except UnknownGame as problem:
        yield Fault(("match", "game"), str(problem))
        return
    for game in GAMES:  # without house rules each of its presets is possible
        if config.options.get(game.info.id) and next(each_offer(game, config), None) is None:
            yield Fault(("options", game.info.id), word("preset.none_left", game=game.info.id))
            return
    try:
        find_offer(config, match.game, match.preset)
    except UnknownGame as problem:
        yield Fault(("match", "preset"), str(problem))
