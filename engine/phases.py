"""The phases of every match, from the draw for the dealer to the result (GEN-11).

Pure functions of a draft. The match calls them at their deadlines; the phases ``play`` and ``slap`` belong to the game.
"""

from sys import intern
from typing import Final

from engine.game import Game
from engine.panel import ACTION, BUTTONS, NOTHING, Command, Meaning
from engine.setup import Setup
from engine.table import Draft, Table
from engine.units import MS, S

DRAW_NS: Final = 4 * S
"""How long the screen shows the draw for the first dealer; ACTION skips it (SPEED-2)."""
BEAT_NS: Final = 1 * S
"""One beat of the countdown."""
CONTEST_NS: Final = 300 * MS
"""Two plays within this time are a photo finish. The match ends this long after its last deal, so that the race for
the last card gets its margin."""
RESULT_NS: Final = 6 * S
"""How long the screen shows a deal's result before the next deal."""
SHOW_NS: Final = 6 * S
"""How long a new deal is shown before the countdown when only bots play: about as long as people take to be ready."""
PLAYING: Final = ("play", "slap")
BROKEN: Final = "source"
"""The reason of a pause while buttons are out of reach: no press is possible, so idleness does not count."""
STALL: Final = "stall"
"""The reason of a pause while the program stood still: the picture and the play clock stopped, but people could press.
What they pressed counts until the match resumes or another pause follows."""

READY: Final = Command("ready")


def initial(game: Game) -> Table:
    """Return the table before the first step: no cards, all scores 0."""
    scalars: dict[str, int | str | bool] = {"phase": "", "deal": 0, "dealer": 0, "won": -1, "beat": 0}
    scalars |= {f"score.{seat}": 0 for seat in range(game.seats)}
    return Table({}, scalars)


def begin_deal(game: Game, draft: Draft) -> None:
    """Set every scalar to its value at the start of a deal, after the layout, and enter the phase ``ready``."""
    game.reset(draft)
    for seat in range(game.seats):
        draft.set(f"ready.{seat}", False)
        draft.set(f"lock.{seat}", 0)
        draft.set(intern(f"misses.{seat}"), 0)  # interned, so that lookups compare by identity
        if game.options.first_lockouts_ms:
            draft.set(f"deal_misses.{seat}", 0)
    draft.phase("ready")


def everyone_ready(setup: Setup, draft: Draft | Table) -> bool:
    """Return whether all human seats have pressed ACTION (GEN-11); bots are always ready."""
    return all(draft.flag(f"ready.{n}") for n, seat in enumerate(setup.seats) if seat.is_human)


def count_down(game: Game, draft: Draft) -> None:
    """Start the countdown."""
    beats = game.options.countdown
    draft.set("beat", beats)
    draft.phase("countdown")


def phase_deadline(game: Game, table: Table, since: int, has_people: bool) -> int | None:
    """Return when the present phase ends by itself (play clock, ns); None in the game's own phases."""
    match table.scalars["phase"]:
        case "draw":
            return since + DRAW_NS
        case "ready" if not has_people:
            return since + SHOW_NS
        case "ready":
            ready_s = game.options.ready_s
            return since + ready_s * S
        case "countdown":
            return since + BEAT_NS
        case "over":
            return since + (RESULT_NS if game.result(table) is None else CONTEST_NS)
    return None


def meanings(game: Game, setup: Setup, table: Table, seat: int, held: int) -> tuple[Meaning, ...]:
    """Return the meanings of a seat's buttons, in the panel's order; ``held`` is the mask of its held buttons."""
    if table.phase in PLAYING:
        return game.keys(table, seat, held)
    with_others = [(button, held & ~(1 << place)) for place, button in enumerate(BUTTONS)]
    return tuple([meaning(game, setup, table, seat, button, others) for button, others in with_others])


def meaning(game: Game, setup: Setup, table: Table, seat: int, button: str, held: int) -> Meaning:
    """Return the meaning of a button in the present phase."""
    phase = table.phase
    if phase in PLAYING:
        return game.press(table, seat, button, held)
    if button == ACTION and setup.seats[seat].is_human:
        if phase == "draw":
            return Meaning("skip", READY, lit=True)
        if phase == "ready":
            ready = table.flag(f"ready.{seat}")
            return Meaning("ready", None if ready else READY, lit=not ready)
    return NOTHING


def refusal(game: Game, setup: Setup, table: Table, seat: int, command: Command) -> str | None:
    """Return None if the command is legal now, else the reason against it. The match itself judges ``ready``."""
    if command.do != "ready":
        return game.refusal(table, seat, command)
    if not setup.seats[seat].is_human or table.phase not in ("draw", "ready"):
        return "phase"
    return "window" if table.flag(f"ready.{seat}") and table.phase == "ready" else None
