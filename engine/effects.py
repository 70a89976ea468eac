"""The vocabulary of changes that every game uses (``docs/match-log.md``).

An effect is a plain tuple, exactly as the match log writes it as a JSON list. Display, sound, lamps and log depend on
effects alone and know no game by name.
"""

from typing import Literal, TypeAlias

Scalar: TypeAlias = int | str | bool

Move: TypeAlias = tuple[Literal["move"], str, str, str]
"""("move", card, from, to): one card from anywhere in a zone to the top of another; its face does not change."""
Turn: TypeAlias = tuple[Literal["turn"], str, Literal["up", "down"]]
"""("turn", card, face): the card turns in place; never emitted for a card that already has that face."""
Gather: TypeAlias = tuple[Literal["gather"], str, str]
"""("gather", from, to): a whole zone, order kept, face down, below the cards of another."""
Shuffle: TypeAlias = tuple[Literal["shuffle"], str, tuple[str, ...]]
"""("shuffle", zone, order): the zone's new order, bottom to top, as codes without faces."""
Score: TypeAlias = tuple[Literal["score"], int, int]
"""("score", seat, delta)."""
Say: TypeAlias = tuple[Literal["say"], int, str]
"""("say", seat, key): a shout; seat -1 is the cabinet itself."""
Phase: TypeAlias = tuple[Literal["phase"], str]
"""("phase", name)."""
Foul: TypeAlias = tuple[Literal["foul"], int, str]
"""("foul", seat, reason): a mistake that the screen shows; further effects express its penalty."""
Set: TypeAlias = tuple[Literal["set"], str, Scalar]
"""("set", key, value): every scalar of the table but phase and scores changes only by this."""

Effect: TypeAlias = Move | Turn | Gather | Shuffle | Score | Say | Phase | Foul | Set
