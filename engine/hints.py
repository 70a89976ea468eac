"""The keys that glow when nobody has played for a while (GEN-5): those that begin a way to go on.

A way is a sequence of presses of lit keys; the last press gives a command that counts as progress. The search runs only
while the table glows, so it can afford to look ahead.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from engine.panel import BUTTONS, CARDS, LEFT, RIGHT, Command, Meaning
from engine.table import Draft, Table

FAR: Final = 4
"""Depth of the search (presses) for playable cards, wherever a hand is scrolled to or a seat aims."""
FARTHER: Final = 12
"""Depth of the search (presses) where cards must be moved first."""
QUICK: Final = 2
"""Presses to pick a card up and play it; moving a card first takes at least as many."""
HELD: Final = ("hold", "aim")
"""The labels of LEFT and RIGHT where holding them down matters."""


class Panel(Protocol):
    """The part of a ``Game`` that a search for ways needs: its panel, and the effect of a command."""

    progress: frozenset[str]

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """See ``Game.press``."""

    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """See ``Game.perform``."""


class _Spot(NamedTuple):
    """A table, the buttons that the seat holds, and the possible first presses that lead there."""

    table: Table
    held: int
    first: frozenset[str]


def glowing(game: Panel, table: Table, seat: int, held: int, keys: Sequence[Meaning]) -> tuple[Meaning, ...]:
    """Return a seat's keys, marking those that begin a way to go on; unchanged unless the table glows.

    A card that can be played in two presses glows. LEFT, RIGHT and ACTION, a space, and a card that makes room for
    another glow where no way is shorter.
    """
    if not table.scalars.get("glow") or table.scalars["phase"] != "play":
        return tuple(keys)
    first = _first_presses(game, table, seat, held)
    with_names = zip(BUTTONS, keys, strict=True)
    return tuple(key._replace(glows=True) if button in first else key for button, key in with_names)


def _first_presses(game: Panel, table: Table, seat: int, held: int) -> frozenset[str]:
    """Return the buttons that begin a shortest way: for cards, to any command; for others, to the nearest command."""
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
    """Return, for each progress command, the least number of presses and the buttons that begin such a sequence.

    The search ends at the first command found, but not before ``QUICK`` presses. With ``moving`` it also performs other
    commands.
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
    """Return a key that identifies a spot: the changes on the way there, and the held buttons."""
    scalars, zones = start.table.scalars, start.table.zones
    return (
        spot.held,
        tuple((key, value) for key, value in spot.table.scalars.items() if value != scalars[key]),
        tuple((name, cards) for name, cards in spot.table.zones.items() if cards != zones[name]),
    )


def _presses(game: Panel, spot: _Spot, seat: int, *, moving: bool) -> Iterator[tuple[Meaning, tuple[_Spot, ...]]]:
    """Yield each lit key's meaning and the spots after its press: released or, for LEFT and RIGHT, also still held."""
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
