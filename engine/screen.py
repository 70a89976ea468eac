"""The part of a match that a screen may show: to one seat alone, or to all the people in front of it (GEN-4).

This module supplies the whole content of a screen, without anything that a seat may not know: neither a card on the
table, nor a key that lights up because of it, nor the card's name in the list of events.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, TypeVar, overload

from engine.cards import HIDDEN, bare
from engine.game import Game, without_backs
from engine.log_lines import CommandLine, DealLine, Entry, OwnLine
from engine.panel import BUTTON_INDEX, LEFT, NOTHING, RIGHT, Clock, Command, Meaning, Row, mask
from engine.table import Effect, Scalar, Table, Zone

EVERYBODY: Final = -1
"""The viewer of a screen that all share."""
PEEK: Final = mask((LEFT, RIGHT))
"""A seat holds these to look at its own cards on a shared screen (`looks`)."""
PEEK_PLACES: Final = (BUTTON_INDEX[LEFT], BUTTON_INDEX[RIGHT])
LOOK: Final = Meaning("peek", lit=True)
"""LEFT and RIGHT while own cards are hidden; they glow whenever the table does, whatever the cards are."""
ARMED: Final = "armed"
"""The label of the key of an armed card."""
UNKNOWN: Final = bare(HIDDEN)
"""A card's code in a screen's entries if the screen may not know the card."""


T = TypeVar("T")


class ASeat(Sequence[T]):
    """A value for each seat, computed on first use: most screens show the values of few seats."""

    def __init__(self, seats: int, work_out: Callable[[int], T]) -> None:
        self._seats = seats
        self._work_out = work_out
        self._known: dict[int, T] = {}

    def __len__(self) -> int:
        return self._seats

    @overload
    def __getitem__(self, seat: int) -> T: ...

    @overload
    def __getitem__(self, seat: slice) -> Sequence[T]: ...

    def __getitem__(self, seat: int | slice) -> T | Sequence[T]:
        if isinstance(seat, slice):
            return [self[place] for place in range(*seat.indices(self._seats))]
        if seat not in self._known:
            self._known[seat] = self._work_out(range(self._seats)[seat])
        return self._known[seat]


class Screen(NamedTuple):
    """The content of one screen: the table; for every seat eight meanings and the layout of its hand; and the running
    timer."""

    table: Table
    keys: Sequence[tuple[Meaning, ...]]
    rows: Sequence[Row | None] = ()
    clock: Clock | None = None

    def redacted(self, entries: Iterable[Entry]) -> list[Entry]:
        """Return the entries without the names of cards that this screen may not know."""
        known = frozenset(bare(card) for cards in self.table.zones.values() for card in cards)
        redactor = _Redactor(known, self.table.scalars)
        return [redactor.entry(entry) for entry in entries]


def of_seat(game: Game, table: Table, seat: int, held: Sequence[int]) -> Table:
    """Return the table on a screen that only this seat sees."""
    seen = game.view(table, seat, held[seat])
    if not held[seat]:
        return seen
    scalars = dict(seen.scalars)
    _mark_looks(seen, game.view(table, seat), seat, scalars)
    return Table(seen.zones, scalars, seen.shuffles)


def of_everybody(
    game: Game, table: Table, people: Sequence[int], held: Sequence[int], own: Mapping[int, Table] | None = None
) -> Table:
    """Return the table on a screen that all the people see; bots see none.

    It shows the cards that every person may know, and those that one of them looks at just now: its own cards while it
    ``looks``, or the cards under one of its piles (SPIT-23). ``own`` are the people's views with their held
    buttons, if already computed.
    """
    if not people:
        return Table({name: without_backs(cards) for name, cards in table.zones.items()}, table.scalars, table.shuffles)
    looked = own or {seat: game.view(table, seat, held[seat]) for seat in people}
    views = {seat: game.view(table, seat) if held[seat] else looked[seat] for seat in people}
    zones = {name: _known_to_all([view.zones[name] for view in views.values()]) for name in table.zones}
    scalars = dict(table.scalars)
    for view in views.values():
        if view.scalars != table.scalars:
            scalars |= {key: value for key, value in view.scalars.items() if value != table.scalars[key]}
    for seat in people:
        if held[seat]:
            _look(looked[seat], views[seat], seat, looks(game, held[seat]), zones, scalars)
    return Table(zones, scalars, table.shuffles)


def with_guards(shown: Table, game: Game, since: int) -> Table:
    """Return the table on a screen, with the time (play clock, ns) at which each seat's presses count again (SPIT-10).

    The time is the scalar ``guard.N`` of the returned table. ``since`` is the last progress.
    """
    if shown.scalars["phase"] != "slap":
        return shown
    ends = {f"guard.{seat}": game.guard_ends(shown, seat, since) for seat in range(game.seats)}
    return Table(shown.zones, {**shown.scalars, **ends}, shown.shuffles)


def keys_on(
    shown: Table, game: Game, table: Table, seat: int, keys: Sequence[Meaning], held: int, own: Table | None = None
) -> tuple[Meaning, ...]:
    """Return the seat's keys on that screen. A lit key must not reveal a hidden card's use.

    An armed card has its ring on every screen, so its key, and LEFT and RIGHT where they play it, are lit whether it
    fits or not. No key glows while any own card is hidden. ``own`` is the seat's view with its held buttons.
    """
    zones = (own or game.view(table, seat, held)).zones

    def is_hidden(zone: str) -> bool:
        return zone in zones and shown.zones[zone] != zones[zone]

    hides_some = any(name.startswith(f"seat{seat}.") and is_hidden(name) for name in zones)
    if not hides_some:
        return tuple(keys)
    armed = table.text(f"armed.{seat}").partition(" ")[0]
    if not is_hidden(armed):
        armed = ""

    def shown_key(place: int, key: Meaning) -> Meaning:
        command = key.command
        if not (is_hidden(key.zone) or (command is not None and is_hidden(command.source))):
            return key._replace(glows=False) if key.glows else key
        if armed and key.zone == armed:
            return Meaning(ARMED, lit=True, zone=armed)
        is_side = place in PEEK_PLACES and command is not None and command.source == armed
        return Meaning("play", lit=True, zone=key.zone) if armed and is_side else NOTHING

    return tuple(shown_key(place, key) for place, key in enumerate(keys))


def looks(game: Game, held: int) -> bool:
    """Return whether a seat looks at its own hidden cards: it holds LEFT or RIGHT where a hand is held, and both where
    each alone aims at a pile."""
    return bool(held & PEEK) if game.info.hands else held & PEEK == PEEK


def with_look(
    keys: Sequence[Meaning], game: Game, shown: Table, own: Table, seat: int, held: int
) -> tuple[Meaning, ...]:
    """Return a seat's keys on a shared screen that hides some of its own cards; ``own`` is the seat's view.

    LEFT and RIGHT show the cards (`looks`), and their keys say so, unless they have another function.
    """
    mine = f"seat{seat}."
    hides = any(shown.zones[name] != cards and name.startswith(mine) for name, cards in own.zones.items())
    if not hides or looks(game, held):
        return tuple(keys)
    look = LOOK._replace(glows=shown.flag("glow"))
    return tuple(look if place in PEEK_PLACES and not key.lit else key for place, key in enumerate(keys))


def _look(
    seen: Table, blind: Table, seat: int, peeks: bool, zones: dict[str, Zone], scalars: dict[str, Scalar]
) -> None:
    """Reveal what a seat sees with its held buttons, its whole hand if it ``peeks``; ``blind`` is its view without."""
    own = f"seat{seat}."
    _mark_looks(seen, blind, seat, scalars)
    for name in zones:
        if name.startswith(own) and (peeks or seen.zones[name] != blind.zones[name]):
            zones[name] = seen.zones[name]
    if peeks:
        scalars |= {key: value for key, value in seen.scalars.items() if key.endswith(f".{seat}")}


def _mark_looks(seen: Table, blind: Table, seat: int, scalars: dict[str, Scalar]) -> None:
    """Set the scalar ``looks.N`` to the piles under which the seat looks: zone names separated by blanks."""
    piles = [name for name, cards in seen.zones.items() if cards != blind.zones[name]]
    if piles:
        scalars[f"looks.{seat}"] = " ".join(piles)


def _known_to_all(seen: Sequence[Zone]) -> Zone:
    first, *others = seen
    if all(other == first for other in others):
        return first
    return tuple(cards[0] if len(set(cards)) == 1 else HIDDEN for cards in zip(*seen, strict=True))


# Entries without the names of hidden cards


class _Redactor(NamedTuple):
    """Copies entries without the facts that a screen may not know."""

    known: frozenset[str]
    scalars: Mapping[str, Scalar]

    def entry(self, entry: Entry) -> Entry:
        effects = tuple(self.effect(effect) for effect in entry.effects)
        if isinstance(entry, CommandLine):
            return replace(entry, effects=effects, command=self.command(entry.command))
        if isinstance(entry, OwnLine):
            return OwnLine(entry.t, effects)
        if isinstance(entry, DealLine):
            return entry._replace(effects=effects, layout={})
        return entry._replace(effects=effects)

    def effect(self, effect: Effect) -> Effect:
        match effect:
            case ("move", card, source, to):
                return ("move", self.card(card), source, to)
            case ("turn", card, face):
                return ("turn", self.card(card), face)
            case ("shuffle", zone, _):
                return ("shuffle", zone, ())
            case ("set", key, value):
                return ("set", key, self.scalars.get(key, value))
            case _:
                return effect

    def command(self, command: Command) -> Command:
        return replace(command, card=self.card(command.card), cards=tuple(map(self.card, command.cards)))

    def card(self, code: str) -> str:
        return code if code in self.known or not code else UNKNOWN
