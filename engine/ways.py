"""Which keys glow when nobody has played for a while (GEN-5): those that begin a way to go on.

A way is a row of presses of lit keys, of which the last gives a command that keeps the game going. Asked only while the
table glows, so it may look ahead.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from engine.panel import BUTTONS, CARDS, LEFT, RIGHT, Command, Meaning
from engine.table import Draft, Table

FAR: Final = 4
"""So many presses are looked ahead for what can be played now, wherever a hand is scrolled to or a seat aims."""
FARTHER: Final = 12
"""And so many where cards must be moved first."""
QUICK: Final = 2
"""To pick a card up and play it takes so many presses, and to move one first takes at least so many."""
HELD: Final = ("hold", "aim")
"""The labels of LEFT and RIGHT where it matters that they stay down."""


class Panel(Protocol):
    """The part of a ``Game`` that a search for ways needs: its panel, and the effect of a command."""

    progress: frozenset[str]

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """See ``Game.press``."""

    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """See ``Game.perform``."""


class _Spot(NamedTuple):
    """A table, the buttons that the seat holds, and the presses that can have led there first."""

    table: Table
    held: int
    first: frozenset[str]


def glowing(game: Panel, table: Table, seat: int, held: int, keys: Sequence[Meaning]) -> tuple[Meaning, ...]:
    """The keys of a seat, those marked that begin a way on; as they are unless the table glows.

    A card that can be played in two presses glows. LEFT, RIGHT and ACTION, a space, and a card that makes room for
    another glow where nothing is quicker.
    """
    if not table.scalars.get("glow") or table.scalars["phase"] != "play":
        return tuple(keys)
    first = _first_presses(game, table, seat, held)
    with_names = zip(BUTTONS, keys, strict=True)
    return tuple(key._replace(glows=True) if button in first else key for button, key in with_names)


def _first_presses(game: Panel, table: Table, seat: int, held: int) -> frozenset[str]:
    """The buttons that begin a shortest way to a command: of cards, to any; of others, to the nearest."""
    start = _Spot(table, held, frozenset())
    ways = _ways(game, start, seat, FAR, moving=False)
    nearest = min((presses for presses, _ in ways.values()), default=FARTHER + 1)
    if nearest > QUICK and (moved := _ways(game, start, seat, nearest - 1, moving=True)):
        ways, nearest = moved, min(presses for presses, _ in moved.values())
    return frozenset(
        button
        for presses, first in ways.values()
        for button in first
        if presses == nearest or button in CARDS
    )


def _ways(
    game: Panel, start: _Spot, seat: int, far: int, *, moving: bool
) -> dict[Command, tuple[int, frozenset[str]]]:
    """For each command that goes on: how many presses it takes, and the buttons that begin a row of so few.

    The search ends with the first, but not before ``QUICK`` presses. With ``moving`` other commands are given as well.
    """
    found: dict[Command, tuple[int, frozenset[str]]] = {}
    level = {_name(start, start): start}
    seen = set(level)
    for presses in range(1, far + 1):
        reached: dict[object, _Spot] = {}
        for spot in level.values():
            for key, there in _presses(game, spot, seat, moving=moving):
                if key.command is not None and key.command.do in game.progress:
                    before = found.get(key.command, (presses, frozenset()))
                    if before[0] == presses:
                        found[key.command] = (presses, before[1] | there[0].first)
                    continue
                for one in there:
                    name = _name(start, one)
                    if name not in seen:
                        known = reached.get(name)
                        reached[name] = one if known is None else known._replace(first=known.first | one.first)
        if not reached or (found and presses >= QUICK):
            break
        seen.update(reached)
        level = reached
    return found


def _name(start: _Spot, spot: _Spot) -> object:
    """What tells a spot from every other: what was changed on the way there, and what is held."""
    scalars, zones = start.table.scalars, start.table.zones
    return (
        spot.held,
        tuple((key, value) for key, value in spot.table.scalars.items() if value != scalars[key]),
        tuple((name, cards) for name, cards in spot.table.zones.items() if cards != zones[name]),
    )


def _presses(game: Panel, spot: _Spot, seat: int, *, moving: bool) -> Iterator[tuple[Meaning, tuple[_Spot, ...]]]:
    """What each lit key means, and where its press leads: let go again or, of LEFT and RIGHT, still held."""
    for place, button in enumerate(BUTTONS):
        bit = 1 << place
        key = game.press(spot.table, seat, button, spot.held & ~bit)
        if not key.lit or key.foul:
            continue
        first = spot.first or frozenset((button,))
        table = spot.table
        if key.command is not None and key.command.do not in game.progress:
            if not moving:
                continue
            draft = Draft(table)
            game.perform(draft, seat, key.command, 0)
            table = draft.table()
        elif key.command is None:
            table = Table(table.zones, {**table.scalars, **dict(key.select)}, table.shuffles)
        held = (0, spot.held | bit) if button in (LEFT, RIGHT) and key.label in HELD else (0,)
        yield key, tuple(_Spot(table, down, first) for down in held)
