"""The sheets that lie over a match: paused, going on, a deal's result, the match's result. Pure: words from values."""

from cabinet.display.moment import Choice, Sheet
from cabinet.display.story import Contest, margin_text
from cabinet.words import word
from engine.game import Outcome
from engine.panel import ACTION, LEFT
from engine.table import Table


def pause_sheet(why: str) -> Sheet:
    """The match stands still; `why` is the pause's reason as the engine gives it."""
    return Sheet(
        word("pause.title"),
        (word(f"pause.{why}"),),
        (_choice(ACTION, "pause.go_on"), _choice(LEFT, "pause.leave")),
    )


def resume_sheet(beat: int) -> Sheet:
    """The match goes on after so many beats."""
    return Sheet(word("pause.going_on"), (str(beat),))


def deal_sheet(table: Table, names: tuple[str, ...], contest: Contest | None) -> Sheet:
    """A deal is over: who won it, the score, and its last photo finish run again."""
    winner = table.number("won")
    scores = scores_of(table, len(names))
    if winner < 0:
        return Sheet(word("deal.void"), (word("deal.again"),), scores=scores, contest=contest)
    return Sheet(word("deal.won", seat=names[winner]), seat=winner, scores=scores, contest=contest)


def result_sheet(outcome: Outcome, names: tuple[str, ...], contest: Contest | None, closest_ns: int | None) -> Sheet:
    """The match is over, and what the buttons do now. `closest_ns` is its closest margin, if there was a race."""
    winner = outcome.winner
    title = word("result.won", seat=names[winner]) if winner is not None else word("result.nobody")
    lines = [word(f"reason.{outcome.reason}")]
    if closest_ns is not None:
        lines.append(word("result.closest", margin=margin_text(closest_ns)))
    choices = (_choice(ACTION, "result.again"), _choice(LEFT, "result.menu"))
    seat = -1 if winner is None else winner
    return Sheet(title, tuple(lines), choices, seat, outcome.scores, contest)


def scores_of(table: Table, seats: int) -> tuple[int, ...]:
    """Every seat's score."""
    return tuple(table.number(f"score.{seat}") for seat in range(seats))


def _choice(button: str, key: str) -> Choice:
    return Choice(button, word(key))
