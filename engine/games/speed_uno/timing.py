"""The deadlines of Speed Uno: name a colour, draw or play a card, end gaps and exposures (UNO-3 to UNO-5, UNO-10)."""

from typing import Final

from engine.game import MS, S
from engine.games.speed_uno import calling, drawing, moves, slots
from engine.games.speed_uno.rules import SpeedUnoRules
from engine.shown import Clock
from engine.table import Draft, Table

NAME_NS: Final = 5 * S
"""The time limit for naming a colour (UNO-4)."""
DRAW_NS: Final = 300 * MS
"""The time between two cards drawn (rules/speed-uno.md, "Buttons")."""


def deadline(rules: SpeedUnoRules, table: Table, since: int) -> int:
    """See ``Game.deadline``: the turn's next step, or an earlier end of a gap or an exposure."""
    scalars = table.scalars
    if scalars["naming"] >= 0:
        at = since + NAME_NS
    elif scalars["must_draw"]:
        at = since + (rules.window_ns if scalars["exact"] else DRAW_NS)
    else:
        at = since + (rules.turn_ns if scalars["glow"] else rules.glow_ns)
    for key, until in rules.ends:
        if scalars[key] and scalars[until] < at:
            at = scalars[until]
    return at


def due(rules: SpeedUnoRules, draft: Draft, now: int, since: int) -> bool:
    """See ``Game.due``: end gaps and exposures, then take the turn's next step, each if its time has come."""
    scalars = draft.scalars
    for seat in rules.all_seats:
        if scalars[rules.gaps[seat]] and scalars[rules.gap_end[seat]] <= now:
            slots.close_gaps(rules, draft, seat)
        if scalars[rules.fades[seat]] and scalars[rules.exposed[seat]] <= now:
            calling.end_exposure(rules, draft, seat)
    waited = now - since
    if scalars["naming"] >= 0:
        if waited < NAME_NS:
            return False
        moves.name_commonest_colour(rules, draft, scalars["naming"], now)
    elif scalars["must_draw"]:
        if waited < (rules.window_ns if scalars["exact"] else DRAW_NS):
            return False
        drawing.draw_next(rules, draft, now)
    elif waited >= rules.turn_ns:
        moves.play_first(rules, draft, now)
    else:
        if waited >= rules.glow_ns:
            draft.set("glow", True)
        return False
    return True


def clock(rules: SpeedUnoRules, table: Table, since: int) -> Clock | None:
    """See ``Game.clock``: the time to name a colour, for matches, or of the turn."""
    if table.phase != "play":
        return None
    naming, must_draw = table.number("naming"), table.flag("must_draw")
    if naming >= 0:
        return Clock("name", naming, since, since + NAME_NS)
    if must_draw and not table.flag("exact"):
        return None
    kind, lasts = ("match", rules.window_ns) if must_draw else ("turn", rules.turn_ns)
    return Clock(kind, table.number("turn"), since, since + lasts)
