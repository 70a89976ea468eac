"""The rules of one game of Mod-Spit: those of Spit, and the additions for number slaps."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import rank
from engine.game import MS
from engine.games.mod_spit.options import ModSpitOptions
from engine.games.mod_spit.sequences import SEQUENCES, parse
from engine.games.spit.rules import SpitRules


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
        window_ns=options.slap_window_ms * MS,
        grace_ns=options.slap_grace_ms * MS,
    )
