"""The table, the draft that makes the next table, and the effects: the vocabulary of changes that every game uses.

A table is the whole state of a game as one immutable value. Only a ``Draft`` changes it, and a draft records the effect
of every change. So applying the effects in order always gives the same table.

An effect is a plain tuple, exactly as the match log writes it as a JSON list (``docs/match-log.md``). Display, sound,
lamps and log depend on effects alone and know no game by name.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

from engine.cards import DOWN, FACE_DOWN, UP, bare
from engine.errors import RuleBreach

Zone = tuple[str, ...]
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


class _Scalars:
    """Typed access to the scalars of a table or a draft."""

    __slots__ = ()

    scalars: Mapping[str, Any]
    """All scalars by key. Read only: mypy enforces it, and a proxy would cost more than the rules themselves."""

    def number(self, key: str) -> int:
        """Return an integer scalar; 0 if it was never set."""
        value: int = self.scalars.get(key, 0)
        return value

    def text(self, key: str) -> str:
        """Return a text scalar; empty if it was never set."""
        value: str = self.scalars.get(key, "")
        return value

    def flag(self, key: str) -> bool:
        """Return a yes-or-no scalar; False if it was never set."""
        return bool(self.scalars.get(key, False))


class Table(_Scalars):
    """Named zones, each an ordered tuple of cards from bottom to top, and the few scalars that the rules need.

    Equal and hashable by value, so that exhaustive play can remember the tables it has visited. ``shuffles`` counts the
    shuffles so far; with the match's seed it is the key of the next one.
    """

    __slots__ = ("scalars", "shuffles", "zones")

    zones: Mapping[str, Zone]
    """All zones by name. Read only, like the scalars."""

    def __init__(self, zones: Mapping[str, Zone], scalars: Mapping[str, Any], shuffles: int = 0) -> None:
        self.zones = zones
        self.scalars = scalars
        self.shuffles = shuffles

    def zone(self, name: str) -> Zone:
        """Return a zone's cards from bottom to top, face-down ones with ``~``; raise KeyError for an unknown name."""
        return self.zones[name]

    def top(self, name: str) -> str | None:
        """Return the zone's top card with its face, or None if the zone is empty."""
        cards = self.zones[name]
        return cards[-1] if cards else None

    @property
    def phase(self) -> str:
        """The phase of the match: draw, ready, countdown, play, slap, over or finished."""
        phase: str = self.scalars["phase"]
        return phase

    def where(self, card: str) -> str:
        """Return the name of the zone that holds the card (code without face); raise RuleBreach if none does."""
        down = DOWN + card
        for name, cards in self.zones.items():
            if card in cards or down in cards:
                return name
        raise RuleBreach(f"no zone holds {card}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self.zones == other.zones and self.scalars == other.scalars and self.shuffles == other.shuffles

    def __hash__(self) -> int:
        return hash((frozenset(self.zones.items()), frozenset(self.scalars.items()), self.shuffles))

    def __repr__(self) -> str:
        filled = {name: " ".join(cards) for name, cards in self.zones.items() if cards}
        return f"Table({filled}, {self.scalars})"


class Draft(_Scalars):
    """A mutable table. Every method changes it and records the effect; ``table()`` returns the result.

    It can be read like a table (``zones``, ``scalars``), because rules read their own changes. A rule that needs a
    value from before a change keeps the value: ``scalars``, once taken, may show later changes or not. One function
    creates and uses a draft; never store one.
    """

    __slots__ = ("_written", "effects", "scalars", "shuffles", "zones")

    def __init__(self, table: Table) -> None:
        self.zones: dict[str, Zone] = {**table.zones}  # the fastest copy
        self.scalars: Mapping[str, Any] = table.scalars
        self.shuffles = table.shuffles
        self.effects: list[Effect] = []
        self._written: dict[str, Any] | None = None

    def table(self) -> Table:
        """Return the result as a table, which shares its zones and scalars with the draft."""
        return Table(self.zones, self.scalars, self.shuffles)

    def now(self) -> Table:
        """Return a copy of the present table; later changes of the draft do not affect it."""
        return Table(dict(self.zones), dict(self.scalars), self.shuffles)

    def move(self, card: str, source: str, to: str) -> None:
        """Move one card, given without its face, from anywhere in ``source`` to the top of ``to``.

        Raises RuleBreach if the card is not there.
        """
        zones = self.zones
        cards = zones[source]
        if cards and cards[-1] == card:
            zones[source] = cards[:-1]
            zones[to] = zones[to] + (card,)  # twice as fast as unpacking, and run for every play
        else:
            lies = card
            try:
                place = cards.index(lies)
            except ValueError:
                lies = DOWN + card
                if lies not in cards:
                    raise RuleBreach(f"{card} is not in {source}: {cards}") from None
                place = cards.index(lies)
            zones[source] = cards[:place] + cards[place + 1 :]
            zones[to] = zones[to] + (lies,)  # as above
        self.effects.append(("move", card, source, to))

    def move_top(self, source: str, to: str) -> str:
        """Move the top card of ``source`` to the top of ``to``; return its code. Raises RuleBreach if there is none."""
        cards = self.zones[source]
        if not cards:
            raise RuleBreach(f"{source} is empty")
        top = cards[-1]
        self.zones[source] = cards[:-1]
        self.zones[to] = self.zones[to] + (top,)  # as in ``move``
        card = bare(top)
        self.effects.append(("move", card, source, to))
        return card

    def move_all(self, source: str, to: str) -> None:
        """Move every card of ``source``, from the bottom on, to the top of ``to``; faces do not change."""
        cards = self.zones[source]
        self.zones[source] = ()
        self.zones[to] += cards
        self.effects += [("move", UP[card], source, to) for card in cards]

    def deal_up(self, source: str, to: str) -> str:
        """Move the top card of ``source`` to the top of ``to`` and turn it up if it is face down; return its code.

        Raises RuleBreach if there is none.
        """
        zones = self.zones
        cards = zones[source]
        if not cards:
            raise RuleBreach(f"{source} is empty")
        top = cards[-1]
        card = UP[top]
        zones[source] = cards[:-1]
        zones[to] = zones[to] + (card,)  # as in ``move``
        effects = self.effects
        effects.append(("move", card, source, to))
        if card != top:
            effects.append(("turn", card, "up"))
        return card

    def turn_top(self, zone: str) -> None:
        """Turn the top card of a zone up; no change and no effect if it is."""
        cards = self.zones[zone]
        top = cards[-1]
        card = UP[top]
        if card != top:
            self.zones[zone] = cards[:-1] + (card,)  # noqa: RUF005  # as in ``move``
            self.effects.append(("turn", card, "up"))

    def turn(self, card: str, zone: str, face: Literal["up", "down"]) -> None:
        """Turn one card, given without its face, in place; no change and no effect if it already has that face.

        Raises RuleBreach if it is not in the zone.
        """
        cards = self.zones[zone]
        lies, was = (card, DOWN + card) if face == "up" else (DOWN + card, card)
        if was in cards:
            self.zones[zone] = tuple(lies if held == was else held for held in cards)
            self.effects.append(("turn", card, face))
        elif lies not in cards:
            raise RuleBreach(f"{card} is not in {zone}: {cards}")

    def take_up(self, zone: str) -> None:
        """Turn every card of a zone up in place, from the bottom to the top."""
        cards = self.zones[zone]
        self.zones[zone] = lies = tuple(map(UP.__getitem__, cards))
        self.effects += [("turn", card, "up") for card, was in zip(lies, cards, strict=True) if card != was]

    def gather(self, source: str, to: str) -> None:
        """Put a whole zone face down under another, its order kept; an empty zone has no effect."""
        cards = self.zones[source]
        if not cards:
            return
        self.zones[source] = ()
        self.zones[to] = tuple(map(FACE_DOWN.__getitem__, cards)) + self.zones[to]
        self.effects.append(("gather", source, to))

    def shuffle(self, zone: str, order: Iterable[str]) -> None:
        """Put the zone's cards in a new order, given bottom to top without faces; each card keeps its face.

        The order comes from ``Chance``, keyed by ``shuffles``. Raises RuleBreach if it is no permutation of those
        cards.
        """
        cards = self.zones[zone]
        by_code = dict(zip(map(UP.__getitem__, cards), cards, strict=True))
        new = tuple(order)
        if len(new) != len(by_code) or by_code.keys() != set(new):
            raise RuleBreach(f"{new} is no order of {zone}")
        self.zones[zone] = tuple(map(by_code.__getitem__, new))
        self.shuffles += 1
        self.effects.append(("shuffle", zone, new))

    def score(self, seat: int, delta: int) -> None:
        """Add to a seat's score, the scalar ``score.N``."""
        self._write(f"score.{seat}", self.number(f"score.{seat}") + delta)
        self.effects.append(("score", seat, delta))

    def say(self, seat: int, key: str) -> None:
        """Record a shout by a seat, or by the cabinet itself (-1). The table does not change."""
        self.effects.append(("say", seat, key))

    def foul(self, seat: int, reason: str) -> None:
        """Record a mistake that the screen shows. The table does not change."""
        self.effects.append(("foul", seat, reason))

    def phase(self, name: str) -> None:
        """Enter another phase. ``void`` and ``cap`` are transient: another phase follows at once."""
        self._write("phase", name)
        self.effects.append(("phase", name))

    def set(self, key: str, value: Scalar) -> None:
        """Set a scalar; no effect if it has that value already."""
        scalars = self.scalars
        if key in scalars and scalars[key] == value:
            return
        written = self._written
        if written is None:  # as in ``_write``: this runs several times a command
            self.scalars = written = self._written = {**self.scalars}
        written[key] = value
        self.effects.append(("set", key, value))

    def _write(self, key: str, value: Scalar) -> None:
        if self._written is None:
            self.scalars = self._written = {**self.scalars}
        self._written[key] = value


def with_layout(table: Table, layout: Mapping[str, Zone]) -> Table:
    """Return the table after a deal: the layout's zones, the old scalars. The layout holds the whole deck."""
    return Table(dict(layout), dict(table.scalars), table.shuffles)
