"""The vocabulary in which every game tells what happened (``docs/match-log.md``).

An effect is a plain tuple, exactly what the match log writes as a JSON list. Display, sound, lamps and log live on
these alone and know no game by name.
"""

from typing import Literal, TypeAlias

Scalar: TypeAlias = int | str | bool

Move: TypeAlias = tuple[Literal["move"], str, str, str]
"""("move", card, from, to): one card from anywhere in a zone to the top of another; its face stays as it is."""
Turn: TypeAlias = tuple[Literal["turn"], str, Literal["up", "down"]]
"""("turn", card, face): the card is turned where it lies; never told of a card that lies so already."""
Gather: TypeAlias = tuple[Literal["gather"], str, str]
"""("gather", from, to): a whole zone, order kept, face down, under another."""
Shuffle: TypeAlias = tuple[Literal["shuffle"], str, tuple[str, ...]]
"""("shuffle", zone, order): the zone's new order, bottom to top, as codes without faces."""
Score: TypeAlias = tuple[Literal["score"], int, int]
"""("score", seat, delta)."""
Say: TypeAlias = tuple[Literal["say"], int, str]
"""("say", seat, key): a shout; seat -1 is the cabinet itself."""
Phase: TypeAlias = tuple[Literal["phase"], str]
"""("phase", name)."""
Foul: TypeAlias = tuple[Literal["foul"], int, str]
"""("foul", seat, reason): a mistake that the screen shows; what it costs is told by other effects."""
Set: TypeAlias = tuple[Literal["set"], str, Scalar]
"""("set", key, value): every scalar of the table but phase and scores changes only by this."""

Effect: TypeAlias = Move | Turn | Gather | Shuffle | Score | Say | Phase | Foul | Set
