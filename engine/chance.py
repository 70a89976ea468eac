"""Chance as an input: every drawing is a pure function of the match's seed and a key.

Only ``random.Random.random`` is used, which the standard library promises to reproduce across versions for the same
seed; ``shuffle`` and ``choice`` carry no such promise. Same seed, same key: same drawing, on every machine.
"""

import random
from collections.abc import Sequence
from hashlib import blake2b


class Chance:
    """The drawings of one match.

    A key is a short tuple of strings and integers, such as ``("shuffle", 3)``; each key names one independent stream.
    """

    __slots__ = ("seed",)

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def stream(self, *key: str | int) -> random.Random:
        """A generator of its own for this key. Use nothing of it but ``random()``."""
        text = ":".join([str(self.seed), *map(str, key)])
        return random.Random(int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big"))

    def below(self, bound: int, *key: str | int) -> int:
        """An integer from 0 to ``bound`` - 1, each as likely."""
        return int(self.stream(*key).random() * bound)

    def order(self, cards: Sequence[str], *key: str | int) -> tuple[str, ...]:
        """The cards in a random order, each order as likely: sorted by a random number drawn for each."""
        draw = self.stream(*key).random
        lots = [draw() for _ in cards]
        return tuple(map(cards.__getitem__, sorted(range(len(cards)), key=lots.__getitem__)))
