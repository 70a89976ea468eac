"""The rules for number slaps in Mod-Spit: sequences, by their terms below 13 (MOD-1, MOD-4).

A residue is less than the modulus, which is 13 at most, so the terms below 13 are enough.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

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


def parse(rule: str) -> frozenset[int] | None:
    """Parse a custom rule, a sequence's name or numbers; return the residues that satisfy it, None if it is invalid."""
    words = rule.split()
    if len(words) == 1 and words[0] in SEQUENCES:
        return SEQUENCES[words[0]]
    if words and all(word.isdigit() and int(word) < 13 for word in words):
        return frozenset(map(int, words))
    return None
