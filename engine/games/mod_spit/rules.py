"""The rules of Mod-Spit: sequences, options, presets, the immutable value, and number slaps (MOD-1, MOD-4)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.cards import rank
from engine.errors import OptionError
from engine.game import NOBODY
from engine.games.spit.rules import SpitOptions, SpitRules, is_ghost
from engine.options import ENDED_BY_PLAY, FOR_GUESTS, Option, Preset, Value, absent, number, one_of, option, yes_no
from engine.panel import Command
from engine.table import Draft, Table
from engine.units import MS

SLAP: Final = Command("number_slap")
BOTH: Final = -2
"""Both seats slapped wrongly at one instant; the lot decides which was last."""

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
"""The rules to draw from, in the order of the ranks, ace to king (MOD-4): sequences, by their terms below 13.

A residue is less than the modulus, which is 13 at most, so the terms below 13 are enough."""


def parse(rule: str) -> frozenset[int] | None:
    """Parse a custom rule, a sequence's name or numbers; return the residues that satisfy it, None if it is invalid."""
    words = rule.split()
    if len(words) == 1 and words[0] in SEQUENCES:
        return SEQUENCES[words[0]]
    if words and all(word.isdigit() and int(word) < 13 for word in words):
        return frozenset(map(int, words))
    return None


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
        if not isinstance(value, str) or any(rule is None for rule in map(parse, value.split(";"))):
            raise OptionError(f"option {self.name} = {value}: it takes {self.takes()}")
        if len(value.split(";")) != len(SEQUENCES):
            raise OptionError(f"option {self.name} has {len(value.split(';'))} rules: it takes {self.takes()}")
        return "; ".join(" ".join(rule.split()) for rule in value.split(";"))

    def read(self, text: str) -> Value:
        """See ``Option.read``."""
        return self.check(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModSpitOptions(SpitOptions):
    """The options of Mod-Spit."""

    # Options of Spit that it fixes; any other value is refused (GEN-10).

    stuck_call: str = one_of("auto")
    layout: str = one_of("11111")
    claim: str = one_of("slap")

    # Options of Spit that it does not have, since they need ACTION for another purpose.

    twin_call: bool = absent(False)
    conceal_last: int = absent(0)
    spit_card_please: bool = absent(False)
    slam_ms: int = absent(0)

    # Its own

    slap_window_ms: int = number(500, 100, 2000)
    """MOD-2."""
    slap_grace_ms: int = number(250, 1, 1000, zero_off=True)
    """MOD-2."""
    rule: str = one_of("basic", "drawn", "custom")
    """MOD-4."""
    rule_each_deal: bool = yes_no(False)
    """MOD-4."""
    custom_rules: str = option(CustomRules("", ""))
    """MOD-4."""
    sums: str = one_of("hidden", "first_deal", "shown", omit_default=True)
    """In which deals the cabinet does the sum (MOD-5)."""


PRESETS: Final = (
    Preset("mod_spit", {"length": 6, **FOR_GUESTS, "last_lap": 120}),
    Preset("mod_spit_professor", {"length": 6, "rule": "drawn", **ENDED_BY_PLAY, "last_lap": 120}),
)


def check_custom(options: ModSpitOptions) -> None:
    """Raise OptionError unless custom rules are both given and chosen, or neither (MOD-4)."""
    given, wanted = bool(options.custom_rules), options.rule == "custom"
    if given != wanted:
        remedy = "give 13 rules" if wanted else "set rule = custom to play them"
        raise OptionError(f"options rule = {options.rule} and custom_rules belong together: {remedy}.")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ModSpitRules:
    """See ``SpitRules``. ``make_mod_rules`` makes them."""

    options: ModSpitOptions
    spit: SpitRules
    values: Mapping[str, int]
    """For each card its value (MOD-1): ace 1, jack 11, queen 12, king 13; the marker, which is no card, 0."""
    names: tuple[str, ...]
    """The names of the rules to draw from, ace to king (MOD-4)."""
    residues: Mapping[str, frozenset[int]]
    """By a rule's name, the residues that satisfy it (MOD-1)."""
    choices: tuple[Command, ...]
    """The slaps by which a seat chooses its pile (MOD-2)."""
    window_ns: int
    """How long a wrong slap waits for the other seat's slap (MOD-2)."""
    grace_ns: int
    """How long covered tops still make a slap right (MOD-2)."""


def make_mod_rules(options: ModSpitOptions, spit: SpitRules) -> ModSpitRules:
    """Return the rules of a game on top of Spit's; custom rules must be valid."""
    custom = options.custom_rules
    names = tuple(custom.split("; ")) if custom else tuple(SEQUENCES)
    return ModSpitRules(
        options=options,
        spit=spit,
        values={card: rank(card) for card in spit.deck},
        names=names,
        residues={name: parse(name) or frozenset() for name in names},
        choices=tuple([Command("slap", to=pile) for pile in spit.centres]),
        window_ns=options.slap_window_ms * MS,
        grace_ns=options.slap_grace_ms * MS,
    )


def is_right(rules: ModSpitRules, table: Table | Draft) -> bool:
    """Return whether the product of the two top ranks, modulo the modulus, satisfies the rule (MOD-1)."""
    zones, scalars, spit = table.zones, table.scalars, rules.spit
    one, other = spit.centres
    one_pile, other_pile = zones[one], zones[other]
    if not one_pile or not other_pile or (spit.markers and _is_one_a_ghost(rules, table)):
        return False
    modulus: int = scalars["modulus"]
    return rules.values[one_pile[-1]] * rules.values[other_pile[-1]] % modulus in rules.residues[scalars["rule"]]


def may_slap(rules: ModSpitRules, table: Table, seat: int) -> bool:
    """Return whether there are two piles (MOD-3) and the seat has not already slapped wrongly."""
    zones, scalars, spit = table.zones, table.scalars, rules.spit
    one, other = spit.centres
    if not zones[one] or not zones[other] or scalars["phase"] != "play":
        return False
    if scalars["choice"] != NOBODY or scalars["wrong"] == seat:
        return False
    return not (spit.markers and _is_one_a_ghost(rules, table))


def _is_one_a_ghost(rules: ModSpitRules, table: Table | Draft) -> bool:
    return any(is_ghost(table, pile) for pile in rules.spit.centres)


def is_settling(table: Table | Draft) -> bool:
    """Return whether a wrong slap waits, or its seat chooses a pile: no plays meanwhile (MOD-2)."""
    scalars = table.scalars
    if not scalars["wrong_by"]:
        return False
    phase: str = scalars["phase"]
    return phase == "play"


def is_tie(after: Table, commands: Iterable[Command]) -> bool:
    """Return whether all commands of a dead heat are number slaps and the first, standing alone, was wrong."""
    return after.number("wrong") != NOBODY and all(command.do == "number_slap" for command in commands)
