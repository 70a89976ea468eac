"""Chance as an input: every draw is a pure function of the match's seed and a key.

Only ``random.Random.random`` is used, which the standard library promises to reproduce across versions for the same
seed; ``shuffle`` and ``choice`` carry no such promise. Same seed, same key: same draw, on every machine.
"""

import random
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import repeat, starmap


class Chance:
    """The random draws of one match.

    A key is a short tuple of strings and integers, such as ``("shuffle", 3)``; each key names one independent stream.
    """

    __slots__ = ("_lots", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._lots = random.Random(0)
        """Reseeded for every draw that needs no stream: constructing a generator takes twice as long as seeding it."""

    def stream(self, *key: str | int) -> random.Random:
        """Return a separate generator for this key. Use only its ``random()``."""
        return random.Random(self._key(key))

    def _key(self, key: Iterable[str | int]) -> int:
        text = ":".join([str(self.seed), *map(str, key)])
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")

    def below(self, bound: int, *key: str | int) -> int:
        """Return an integer from 0 to ``bound`` - 1, uniformly distributed."""
        self._lots.seed(self._key(key))
        return int(self._lots.random() * bound)

    def order(self, cards: Sequence[str], *key: str | int) -> tuple[str, ...]:
        """Return the cards in a uniformly random order: sorted by a random number drawn for each."""
        self._lots.seed(self._key(key))
        lots = list(starmap(self._lots.random, repeat((), len(cards))))
        return tuple(map(cards.__getitem__, sorted(range(len(cards)), key=lots.__getitem__)))
