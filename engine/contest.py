"""A photo finish as the record has it: who won a contest, and by how much.

`engine.judge` decides contests; here a line of the record is read back. Screen, statistics and results share this
value.
"""

from dataclasses import dataclass

from engine.record import CommandLine, Entry


@dataclass(frozen=True, slots=True)
class Contest:
    """A photo finish: the winner, the loser, the minimum margin (ns), and whether a lot decided it.

    `t` is the log time of its line, ns. `judged` is False where the error of the stamps could exceed the dead heat's
    interval.
    """

    t: int
    winner: int
    loser: int
    margin_ns: int
    dead_heat: bool = False
    zone: str = ""
    """The zone of the beaten card."""
    judged: bool = True
    pile: str = ""
    """The zone that both went for; empty where the command names none."""


def contest_of(entry: Entry) -> Contest | None:
    """Return an entry's photo finish: a beaten command, or the winner's line of a dead heat; None if it has none."""
    if not isinstance(entry, CommandLine):
        return None
    if entry.beaten_by >= 0:
        zone = entry.command.source
        pile = entry.command.to
        return Contest(entry.t, entry.beaten_by, entry.seat, entry.margin_ns, zone=zone, judged=entry.judged, pile=pile)
    if entry.dead_heat:
        loser = next((other for other in entry.dead_heat if other != entry.seat), entry.seat)
        pile = entry.command.to
        return Contest(entry.t, entry.seat, loser, 0, dead_heat=True, judged=entry.judged, pile=pile)
    return None
