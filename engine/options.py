"""Options: the variations of a game, declared once as the fields of a frozen dataclass (GEN-10).

A game's options are a subclass of ``GameOptions``. Each field is declared by ``yes_no``, ``one_of``, ``number`` or
``option``, which give its default and its valid values. From the same declaration come the typed values that the rules
read, the checks of everything that a configuration, a command line or a log gives (``settle``), and the schema
that menus and help texts list (``schema_of``).

Names never change: logs and configurations outlive code. An option that does not exist yet is refused as unknown.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias, TypeGuard, TypeVar

from engine.errors import OptionError, instead, shortened

Value: TypeAlias = bool | int | str | tuple[int, ...]
OptionValues: TypeAlias = Mapping[str, Value]
"""Options by name: as a preset, a configuration or a log's header has them."""
SCHEMA: Final = "option"
"""The key of a field's ``Option`` in its metadata."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its name, its default, and its valid values.

    Exactly one of three fields defines the valid values: ``choices`` (also for yes or no), ``span`` (least and greatest
    integer, both allowed), or ``parts`` (a tuple of that many integers, each within ``span``). ``zero_off`` also allows
    0 outside the span, meaning off; ``word`` is one further value outside the span. ``omit_default``: ``values_of``
    leaves the default out, for an option younger than the first logs: those without it stay the same to the byte.
    """

    name: str
    default: Value
    choices: tuple[Value, ...] = ()
    span: tuple[int, int] | None = None
    parts: int = 0
    zero_off: bool = False
    word: str = ""
    omit_default: bool = False

    def takes(self) -> str:
        """Return the valid values in words, for an error message or a help text."""
        if self.choices == (False, True):
            return "true or false"
        if self.choices:
            return " | ".join(str(choice) for choice in self.choices)
        assert self.span is not None
        text = f"{self.span[0]} to {self.span[1]}" + (", or 0 (off)" if self.zero_off else "")
        if self.word:
            return f"{self.word}, or a whole number, {text}"
        if not self.parts:
            return f"a whole number, {text}"
        off = f", such as {','.join('0' * self.parts)}" if self.zero_off else ""
        return f"{','.join('N' * self.parts)}: each {text}{off}"

    def check(self, value: object) -> Value:
        """Return the value in its proper type; raise OptionError with the option's name and its valid values."""
        if self.choices:
            for choice in self.choices:
                if type(choice) is type(value) and choice == value:
                    return choice
        elif self.parts:
            if isinstance(value, list | tuple) and len(value) == self.parts and all(map(self._within, value)):
                return tuple(value)
        elif (isinstance(value, str) and value and value == self.word) or self._within(value):
            return value
        raise OptionError(f"option {self.name} = {shortened(show(value))}: it takes {self.takes()}")

    def _within(self, value: object) -> TypeGuard[int]:
        if not isinstance(value, int) or isinstance(value, bool) or self.span is None:
            return False
        return self.span[0] <= value <= self.span[1] or (self.zero_off and value == 0)

    def read(self, text: str) -> Value:
        """Parse a value of the command line (``true``, ``3``, ``shout``, ``120,300``); raise OptionError if invalid."""
        if self.parts:
            numbers = [part.strip() for part in text.split(",")]
            return self.check([int(n) if is_number(n) else n for n in numbers])
        if text.lower() in ("true", "false") and self.choices == (False, True):
            return text.lower() == "true"
        if is_number(text) and not any(isinstance(choice, str) for choice in self.choices):
            return self.check(int(text))
        return self.check(text)


def is_number(text: str) -> bool:
    """Return whether a text is a whole number in plain digits, no longer than any valid value."""
    return re.fullmatch("-?[0-9]{1,18}", text) is not None


def option(known: Option) -> Any:  # a field whose type is in the class, as in ``dataclasses.field``
    """Declare a field of a ``GameOptions`` by its default and valid values; the field's name is the option's."""
    return field(default=known.default, metadata={SCHEMA: known})


def yes_no(default: bool, *, omit_default: bool = False) -> Any:  # as ``option``
    """Declare an option that is on or off."""
    return option(Option("", default, choices=(False, True), omit_default=omit_default))


def one_of(*choices: Value, omit_default: bool = False) -> Any:  # as ``option``
    """Declare an option with a few named values, the first being the default."""
    return option(Option("", choices[0], choices=choices, omit_default=omit_default))


def number(
    default: int, least: int, greatest: int, *, zero_off: bool = False, omit_default: bool = False
) -> Any:  # as ``option``
    """Declare an option that is a whole number within limits."""
    return option(Option("", default, span=(least, greatest), zero_off=zero_off, omit_default=omit_default))


def word_or_number(word: str, least: int, greatest: int) -> Any:  # as ``option``
    """Declare an option that is either one word, its default, or a whole number within limits."""
    return option(Option("", word, span=(least, greatest), word=word))


def absent(value: Value) -> Any:  # as ``option``
    """Declare a field that a base class has, but that is no option of this game: its value is fixed."""
    return field(default=value)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """The options of every game (GEN), with their settled values. A game adds its own in a subclass."""

    cards_seen: str = one_of("open", "peek", "own_screen")
    """Which cards a seat sees (GEN-4)."""
    lockout_ms: int = number(500, 1, 4000, zero_off=True)
    """How long a seat is locked after a miss (GEN-3)."""
    first_lockouts_ms: int = number(0, 1, 4000, zero_off=True, omit_default=True)
    """The longest lock of each of a seat's first two misses in a deal; 0: they lock as all others do (GEN-3)."""
    stall_s: int = number(10, 5, 60)
    """Time without progress before the game acts by itself (GEN-5)."""
    caps: tuple[int, int] = option(Option("", (120, 300), span=(10, 7200), parts=2, zero_off=True))
    """The longest deal and the longest match, in seconds, each 0 for no cap (GEN-8)."""
    ready_s: int = number(15, 5, 120)
    """How long the cabinet waits for READY (GEN-11)."""
    countdown: int = number(3, 1, 5)
    """The beats of the countdown (GEN-11)."""
    false_start_ms: int = number(0, 1, 4000, zero_off=True)
    """How long a seat is locked after a false start (GEN-11)."""
    sudden_death: bool = yes_no(False, omit_default=True)
    """Whether a match that would end with nobody ahead goes on until somebody is (GEN-13)."""
    last_lap: int = number(0, 30, 3600, zero_off=True, omit_default=True)
    """Seconds of play after which the match's last lap begins (GEN-14)."""
    handicap: tuple[int, ...] = absent(())
    """The cards of each seat's handicap, in the games that declare it (GEN-12, ``PerSeat``)."""


ENDED_BY_PLAY: Final[Mapping[str, Value]] = MappingProxyType(
    {"last_lap": 150, "caps": (360, 360), "sudden_death": True}
)
"""Options of every preset that could end with nobody ahead, or by its caps: a match between people has a winner, and
cards decide who (GEN-13, GEN-14)."""
FOR_GUESTS: Final[Mapping[str, Value]] = MappingProxyType({"first_lockouts_ms": 250, **ENDED_BY_PLAY})
"""Options of the presets that guests play first: they miss before they have found the buttons (GEN-3)."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options, as the game menu shows it. Its name never changes; its texts are in the catalogue.

    ``seats`` is the number of seats it is designed for, bots included.
    """

    name: str
    options: Mapping[str, Value]
    seats: int = 2


def redefined(name: str, default: Value) -> Any:  # as ``option``
    """Declare another default for an option of every game, for a game whose rules require one (GEN-4).

    Raises KeyError for an option that not every game has, OptionError for an invalid default.
    """
    known = schema_of(GameOptions).declared[name]
    return option(replace(known, default=known.check(default)))


Settled = TypeVar("Settled", bound=GameOptions)


class Schema(NamedTuple):
    """The options that a class declares: by name in the order of its fields, a game's own, and all of them.

    Own are first those that ``GameOptions`` does not know, then those that the game declares anew.
    """

    declared: Mapping[str, Option]
    own: tuple[Option, ...]
    every: tuple[Option, ...]


@lru_cache(maxsize=32)  # the games' classes, and a few of tests
def _read_schema(kind: type[GameOptions]) -> Schema:
    """Read the declarations of a class; cached, since every set-up needs them."""
    general = {} if kind is GameOptions else schema_of(GameOptions).declared
    known = {
        each.name: replace(each.metadata[SCHEMA], name=each.name) for each in fields(kind) if SCHEMA in each.metadata
    }
    inherited = {each.name for each in fields(GameOptions)}
    own = [each for name, each in known.items() if name not in inherited]
    own += [each for name, each in known.items() if name in inherited and each != general.get(name)]
    return Schema(known, tuple(own), (*own, *[each for each in known.values() if each not in own]))


def schema_of(kind: type[GameOptions]) -> Schema:
    """Return the options that a class declares."""
    return _read_schema(kind)  # type: ignore[arg-type]  # mypy takes the class of a frozen dataclass for unhashable


def lacks(kind: type[GameOptions], name: str) -> bool:
    """Return whether the name is an option of other games, and fixed in this one (``absent``)."""
    return name not in schema_of(kind).declared and name in [each.name for each in fields(kind)]


def settle(kind: type[Settled], game: str, given: Mapping[str, object]) -> Settled:
    """Return every option of a game with its value, defaults included.

    Raises OptionError for an unknown name, suggesting the nearest known one, or for an invalid value.
    """
    schema = schema_of(kind)
    for name in given:
        if lacks(kind, name):
            raise OptionError(f"option {name}: {game} has none; leave it out")
        if name not in schema.declared:
            names = tuple(each.name for each in schema.every)
            raise OptionError(f"unknown option {shortened(name)} for {game}{instead(name, names, 'It takes')}")
    checked: dict[str, Any] = {each.name: each.check(given[each.name]) for each in schema.every if each.name in given}
    return kind(**checked)


def values_of(options: GameOptions) -> dict[str, Value]:
    """Return all options with their values by name, in the order of ``Schema.every``, as a log's header has them.

    Those with ``omit_default`` are left out at their default.
    """
    values = {known: getattr(options, known.name) for known in schema_of(type(options)).every}
    return {known.name: value for known, value in values.items() if not known.omit_default or value != known.default}


def show(value: object) -> str:
    """Return a value as a person would write it in a configuration or on a command line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return str(value)


# Options that exclude each other, as a table with reasons (GEN-10)


MANY: Final = (3, 4)
"""Numbers of seats above two, for a game designed for two that takes up to four."""


class Exclusion(NamedTuple):
    """Two options whose listed values exclude each other, and the reason.

    ``seats`` is not an option; here it is the number of seats.
    """

    one: str
    of: tuple[Value, ...]
    other: str
    values: tuple[Value, ...]
    why: str


def check_exclusions(table: Iterable[Exclusion], options: GameOptions, seats: int) -> None:
    """Raise OptionError for the first exclusion that applies; the message names both options."""
    given = {**values_of(options), "seats": seats}
    for one, of, other, values, why in table:
        if given.get(one) in of and given.get(other) in values:
            both = f"options {one} = {show(given[one])} and {other} = {show(given[other])}"
            raise OptionError(f"{both} exclude each other: {why}. Change one of them.")


# The handicap of a match: seats that play a harder deal, as an option of the games that have one (GEN-12). It is a
# number of cards for each seat, clockwise, at least one of them 0. What a card of it is, each game says: one more to
# get rid of in Spit (SPIT-29), one fewer in hand in Speed (SPEED-13). Without a handicap the option is ``()``, and a
# log's header does not have it.


HANDICAP: Final = "handicap"
"""The option's name."""
FACE_DOWN: Final = "face_down_ms"
"""The name of the finer option, in the games that declare it: how long a seat's new cards lie face down (SPEED-18)."""


class Handicap(NamedTuple):
    """What one seat's deal is harder by; larger ones compare as greater."""

    cards: int = 0
    face_down_ms: int = 0


WORTH: Final[Mapping[str, tuple[tuple[Handicap, float], ...]]] = MappingProxyType(
    {
        "spit": tuple(
            (Handicap(cards), share)
            for cards, share in (
                *((2, 0.581), (6, 0.621), (10, 0.660), (12, 0.694)),
                *((13, 0.732), (14, 0.784), (16, 0.846), (18, 0.893)),
            )
        ),
        "mod_spit": tuple(
            (Handicap(cards), share) for cards, share in ((2, 0.559), (4, 0.621), (6, 0.685), (8, 0.759), (10, 0.789))
        ),
        "speed": (
            (Handicap(0, 1000), 0.591),
            (Handicap(0, 2000), 0.664),
            (Handicap(1), 0.749),
            (Handicap(2), 0.946),
        ),
    }
)
"""By game, handicaps and the share of matches that the other seat of two wins, if both are equally strong.

Measured with bots (docs/handicaps.md). One that is not worth two more of 100 matches than the one before it is left
out, and so is one that decides the match.
"""


def handicap_steps(game: str) -> tuple[Handicap, ...]:
    """Return the handicaps that are worth more than those before them, from none on."""
    return (Handicap(), *[each for each, _ in WORTH.get(game, ())])


def handicap_for(game: str, expected_share: float) -> Handicap:
    """Return the handicap of the stronger of two seats, which wins that share of even matches (0 to 1).

    It is the one that is worth the nearest share, so that both win about as often; of two as near the smaller. It grows
    with the share up to the largest in ``WORTH``, and is none for a share of a half or less and for a game that has no
    handicap. Raises ValueError for a share outside 0 to 1.
    """
    if not 0.0 <= expected_share <= 1.0:
        raise ValueError(f"{expected_share} is no share of matches: it takes 0 to 1")
    offered = ((Handicap(), 0.5), *WORTH.get(game, ()))
    return min(offered, key=lambda entry: abs(entry[1] - expected_share))[0]


@dataclass(frozen=True, slots=True)
class PerSeat(Option):
    """An option with a whole number for each seat, each from 0 to the end of ``span``, at least one of them 0.

    All zeros are the default, the empty tuple. The number of seats is known only to the game (``check_handicap``).
    """

    def takes(self) -> str:
        """See ``Option.takes``."""
        assert self.span is not None
        return f"a whole number for each seat, 0 to {self.span[1]}, at least one of them 0"

    def check(self, value: object) -> Value:
        """See ``Option.check``; all zeros become ``()``."""
        if isinstance(value, list | tuple) and all(map(self._within, value)) and (not value or 0 in value):
            return tuple(value) if any(value) else ()
        raise OptionError(f"option {self.name} = {shortened(show(value))}: it takes {self.takes()}")

    def read(self, text: str) -> Value:
        """See ``Option.read``; an empty text is no handicap."""
        numbers = [part.strip() for part in text.split(",")] if text.strip() else []
        return self.check([int(n) if is_number(n) else n for n in numbers])


def per_seat(most: int) -> Any:  # as ``option``
    """Declare a handicap: a number for each seat, at most ``most``, and none by default."""
    return option(PerSeat("", (), span=(0, most), omit_default=True))


def check_handicap(given: Sequence[int], seats: int, name: str = HANDICAP) -> None:
    """Raise OptionError unless there is no handicap or a number for every seat (GEN-10)."""
    if given and len(given) != seats:
        raise OptionError(f"option {name} = {show(given)}: it takes {seats} numbers, one for each seat, here")


def handicap_of(seats: int, seat: int, cards: int, face_down_ms: int = 0) -> dict[str, Value]:
    """Return the options that give one seat a handicap; none for nothing."""
    given = ((HANDICAP, cards), (FACE_DOWN, face_down_ms))
    return {name: tuple(number if each == seat else 0 for each in range(seats)) for name, number in given if number}


def handicap_in(options: Mapping[str, object]) -> tuple[int, Handicap] | None:
    """Return the seat with the harder deal, and the handicap; None for a level match. It is the inverse of
    ``handicap_of``, of options as they are settled."""
    numbers = [each if isinstance(each := options.get(name, ()), tuple) else () for name in (HANDICAP, FACE_DOWN)]
    for seat in range(max(map(len, numbers))):
        here = Handicap(*[each[seat] if seat < len(each) else 0 for each in numbers])
        if any(here):
            return seat, here
    return None


def is_handicapped(options: Mapping[str, object]) -> bool:
    """Return whether a match with these options, as a log's header has them, is played with a handicap."""
    return any(map(any, _numbers(options)))


def _numbers(options: Mapping[str, object]) -> list[Sequence[object]]:
    found = [options.get(name, ()) for name in (HANDICAP, FACE_DOWN)]
    return [numbers if isinstance(numbers, list | tuple) else (numbers,) for numbers in found]
