"""The rules for number slaps in Mod-Spit: sequences, by their terms below 13 (MOD-1, MOD-4).

A residue is less than the modulus, which is 13 at most, so the terms below 13 are enough.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.chance import Chance
from engine.errors import OptionError
from engine.options import Option, Options, Value

LEAST_MODULUS: Final = 7
"""The modulus is drawn from the ranks 7 to 13; in the basic game it is this value."""

SEQUENCES: Final[Mapping[str, frozenset[int]]] = MappingProxyType(
    {
        "prime": frozenset({2, 3, 5, 7, 11}),
        "square": frozenset({0, 1, 4, 9}),
        "cube": frozenset({0, 1, 8}),
        "triangular": frozenset({0, 1, 3, 6, 10}),
        "fibonacci": frozenset({0, 1, 2, 3, 5, 8}),
        "odd": frozenset({1, 3, 5, 7, 9, 11}),
        "even": frozenset({0, 2, 4, 6, 8, 10, 12}),
        "power_of_2": frozenset({1, 2, 4, 8}),
        "power_of_3": frozenset({1, 3, 9}),
        "pell": frozenset({0, 1, 2, 5, 12}),
        "lucas": frozenset({1, 2, 3, 4, 7, 11}),
        "jacobsthal": frozenset({0, 1, 3, 5, 11}),
        "bell": frozenset({1, 2, 5}),
    }
)
"""The rules to draw from, in the order of the ranks, ace to king (MOD-4)."""


@dataclass(frozen=True, slots=True)
class CustomRules(Option):
    """The owner's own thirteen rules, ace to king: each a sequence's name or numbers from 0 to 12.

    As text they are separated by semicolons, ``prime; 0 1 4; odd; …``; a configuration may also list thirteen texts.
    """

    def takes(self) -> str:
        """See ``Option.takes``."""
        names = ", ".join(SEQUENCES)
        return f"13 rules parted by ; each of them numbers from 0 to 12 parted by spaces, or one of {names}"

    def check(self, value: object) -> Value:
        """See ``Option.check``."""
        if isinstance(value, list | tuple):
            value = ";".join(map(str, value))
        if value == "":
            return ""
        if not isinstance(value, str) or any(rule is None for rule in map(_read, value.split(";"))):
            raise OptionError(f"option {self.name} = {value}: it takes {self.takes()}")
        if len(value.split(";")) != len(SEQUENCES):
            raise OptionError(f"option {self.name} has {len(value.split(';'))} rules: it takes {self.takes()}")
        return "; ".join(" ".join(rule.split()) for rule in value.split(";"))

    def read(self, text: str) -> Value:
        """See ``Option.read``."""
        return self.check(text)


def check_custom(options: Options) -> None:
    """Raise OptionError unless custom rules are both given and chosen, or neither (MOD-4)."""
    given, wanted = bool(options["custom_rules"]), options["rule"] == "custom"
    if given != wanted:
        remedy = "give 13 rules" if wanted else "set rule = custom to play them"
        raise OptionError(f"options rule = {options['rule']} and custom_rules belong together: {remedy}.")


def _read(rule: str) -> frozenset[int] | None:
    """Parse a rule; return the residues that satisfy it, or None if it is invalid."""
    words = rule.split()
    if len(words) == 1 and words[0] in SEQUENCES:
        return SEQUENCES[words[0]]
    if words and all(word.isdigit() and int(word) < 13 for word in words):
        return frozenset(map(int, words))
    return None


def rules_of(custom: str) -> Mapping[str, frozenset[int]]:
    """Return the rules to draw from, by name: the thirteen of MOD-4, or the owner's, whose text is their name."""
    if not custom:
        return SEQUENCES
    return {rule: _read(rule) or frozenset() for rule in custom.split("; ")}


def drawn(deck: Sequence[str], values: Mapping[str, int], custom: str, chance: Chance, deal: int) -> tuple[int, str]:
    """Draw cards until a 7 or higher, the modulus; return it, and draw one more card for the rule (MOD-4)."""
    modulus = next(values[card] for card in chance.order(deck, "modulus", deal) if values[card] >= LEAST_MODULUS)
    rule = chance.order(deck, "rule", deal)[0]
    names = custom.split("; ") if custom else list(SEQUENCES)
    return modulus, names[values[rule] - 1]
