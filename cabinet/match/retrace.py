"""The table of any earlier moment, from the entries of a match alone.

Applied in order, from a deal's layout on, effects give the table at every moment (`docs/match-log.md`, "Effects").
"""

from collections.abc import Iterable

from engine.effects import Effect
from engine.record import DealLine, Entry
from engine.table import Draft, Table, with_layout

EMPTY = Table({}, {"phase": ""})
"""The table before the first entry: no zones, no cards."""


def retraced(table: Table, entry: Entry) -> Table:
    """Return the table after an entry, given the table before it.

    Raises RuleBreach for an effect that does not fit the table: then entries are missing.
    """
    if isinstance(entry, DealLine):
        table = with_layout(table, entry.layout)
    if not entry.effects:
        return table
    return changed(table, entry.effects)


def changed(table: Table, effects: Iterable[Effect]) -> Table:
    """Return the table after these effects, in their order. Raises RuleBreach as `retraced` does."""
    draft = Draft(table)
    for effect in effects:
        _apply(draft, effect)
    return draft.table()


def _apply(draft: Draft, effect: Effect) -> None:
    match effect:
        case ("move", card, source, to):
            draft.move(card, source, to)
        case ("turn", card, face):
            draft.turn(card, draft.table().where(card), face)
        case ("gather", source, to):
            draft.gather(source, to)
        case ("shuffle", zone, order):
            draft.shuffle(zone, order)
        case ("score", seat, delta):
            draft.score(seat, delta)
        case ("phase", name):
            draft.phase(name)
        case ("set", key, value):
            draft.set(key, value)
        case _:
            pass  # a shout or a foul changes no table
