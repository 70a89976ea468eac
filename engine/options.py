"""Options: the variations of a game as data, checked when a match is set up (GEN-10).

Names never change: logs and configurations outlive code. An option that does not exist yet is refused as unknown.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.errors import OptionError, instead, shortened

Value: TypeAlias = bool | int | str | tuple[int, ...]
Options: TypeAlias = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its name, its default, and its valid values.

    Exactly one of three fields defines the valid values: ``choices`` (also for yes or no), ``span`` (least and greatest
    integer, both allowed), or ``parts`` (a tuple of that many integers, each within ``span``). ``zero_off`` also allows
    0 outside the span, meaning off; ``word`` is one further value outside the span.
    """

    name: str
    default: Value
    choices: tuple[Value, ...] = ()
    span: tuple[int, int] | None = None
    parts: int = 0
    zero_off: bool = False
    word: str = ""

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
        return f"{self.parts} whole numbers, each {text}" if self.parts else f"a whole number, {text}"

    def check(self, value: object) -> Value:
        """Return the value in its proper type; raise OptionError with the option's name and its valid values."""
        if self.choices:
            for choice in self.choices:
                if type(choice) is type(value) and choice == value:
                    return choice
        elif self.parts:
            if isinstance(value, list | tuple) and len(value) == self.parts and all(map(self._within, value)):
                return tuple(value)
        elif isinstance(value, str) and value and value == self.word:
            return value
        elif self._within(value):
            assert isinstance(value, int)
            return value
        raise OptionError(f"option {self.name} = {shortened(show(value))}: it takes {self.takes()}")

    def _within(self, value: object) -> bool:
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


def yes_no(name: str, default: bool) -> Option:
    """Return an option that is on or off."""
    return Option(name, default, choices=(False, True))


def one_of(name: str, *choices: Value) -> Option:
    """Return an option with a few named values, the first being the default."""
    return Option(name, choices[0], choices=choices)


def number(name: str, default: int, least: int, greatest: int, *, zero_off: bool = False) -> Option:
    """Return an option that is a whole number within limits."""
    return Option(name, default, span=(least, greatest), zero_off=zero_off)


def word_or_number(name: str, word: str, least: int, greatest: int) -> Option:
    """Return an option that is either one word, its default, or a whole number within limits."""
    return Option(name, word, span=(least, greatest), word=word)


def show(value: object) -> str:
    """Return a value as a person would write it in a configuration or on a command line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return str(value)


GENERAL: tuple[Option, ...] = (
    one_of("cards_seen", "open", "peek", "own_screen"),  # GEN-4
    number("lockout_ms", 500, 1, 4000, zero_off=True),  # GEN-3
    number("stall_s", 10, 5, 60),  # GEN-5
    Option("caps", (120, 300), span=(10, 7200), parts=2, zero_off=True),  # GEN-8: seconds a deal, seconds a match
    number("ready_s", 15, 5, 120),  # GEN-11
    number("countdown", 3, 1, 5),  # GEN-11, in beats
    number("false_start_ms", 0, 1, 4000, zero_off=True),  # GEN-11
)
"""The options of every game (GEN)."""


def general(name: str, default: Value) -> Option:
    """Return the general option of that name with another default, for a game whose rules require one (GEN-4).

    Raises KeyError for a name that is not general, OptionError for an invalid default.
    """
    option = {option.name: option for option in GENERAL}[name]
    return replace(option, default=option.check(default))


def complete(game: str, options: Iterable[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """Return every option of a game with its value, defaults included, in the order of ``options``.

    Raises OptionError for an unknown name, suggesting the nearest known one, or for an invalid value.
    """
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise OptionError(f"unknown option {shortened(name)} for {game}{instead(name, tuple(known), 'It takes')}")
    return {name: option.check(given[name]) if name in given else option.default for name, option in known.items()}
