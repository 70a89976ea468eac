"""The result's page from the story of a match: words and numbers for `cabinet.display.result`. Pure."""

from collections.abc import Callable, Sequence
from typing import Final

from cabinet.display.result.page import Chart, Figure, Mark, ResultPage
from cabinet.display.table.view_state import Choice
from cabinet.match.played import RunningScore
from cabinet.match.story import RaceDetails, Story
from cabinet.scenes.dialogs import reason_line
from cabinet.strings.catalogue import word
from engine.game import Outcome, S
from engine.panel import ACTION, CARDS, LEFT

LEAVE: Final = CARDS[4]
"""The button that leaves every screen."""


def result_page(
    outcome: Outcome,
    names: tuple[str, ...],
    story: Story,
    score: RunningScore,
    *,
    deals: int,
    is_record: bool = False,
    places: bool = False,
    next_up: str = "",
) -> ResultPage:
    """Return the page of a finished match.

    `score` is the running score with this match in it, `deals` the number of deals. `is_record`: the closest race is
    the closest ever run here. `places`: the outcome's figures are places. `next_up`: the line about the evening's next
    match; then nobody plays the same once more, and ACTION goes on to that match.
    """
    winner, closest = outcome.winner, story.closest()
    many = len(names) > 2
    score_title = "result.places" if places and many else "result.score" if many else "result.matches"
    return ResultPage(
        word("result.won", seat=names[winner]) if winner is not None else word("result.nobody"),
        how_it_ended(outcome, deals),
        names,
        -1 if winner is None else winner,
        word(score_title),
        outcome.scores if many else score.wins,
        places and many,
        closest.contest if closest is not None else None,
        is_record,
        chart_of(story, closest),
        figures_of(story),
        choices_of(next_up),
        next_up,
    )


def choices_of(next_up: str) -> tuple[Choice, ...]:
    """Return the ways on from a result."""
    leave = Choice(LEAVE, word("result.leave"))
    if next_up:
        return (Choice(ACTION, word("result.go_on")), leave)
    return (Choice(ACTION, word("result.again")), Choice(LEFT, word("result.change")), leave)


def how_it_ended(outcome: Outcome, deals: int) -> str:
    """Return why the match is over; of two seats, the deals that each has won."""
    if outcome.reason != "deals" or deals == 1:
        return reason_line(outcome, deals).upper()
    if len(outcome.scores) == 2 and sum(outcome.scores) <= deals:  # the figures are deals, and not cards left
        return word("result.deals", most=max(outcome.scores), least=min(outcome.scores))
    return word("result.after", deals=deals)


def chart_of(story: Story, closest: RaceDetails | None) -> Chart:
    """Return the cards left of every seat over time, with every race as a mark of its winner."""
    marks = tuple(Mark(race.at_ns, race.contest.winner, race is closest) for race in story.races)
    curves = tuple(tuple((at, left) for at, left in curve) for curve in story.curves)
    return Chart(curves, marks, story.length_ns)


def figures_of(story: Story) -> tuple[Figure, ...]:
    """Return the figures that this match has: cards a minute, misses, the quickest answer, the longest run.

    With more than two seats each figure is that of its best seat alone.
    """
    seats = range(story.seats)
    quickest = [story.figures[seat].quickest_ns for seat in seats]
    runs = [story.figures[seat].longest_run for seat in seats]
    figures = [
        _figure("result.pace", [round(story.cards_a_minute(seat)) for seat in seats], str),
        _figure("result.misses", [story.figures[seat].misses for seat in seats], str, most=False),
    ]
    if any(answer is not None for answer in quickest):
        figures.append(_figure("result.quickest", quickest, lambda answer: f"{answer / S:.2f}", most=False))
    if max(runs) > 1:  # in games with turns nobody plays twice in a row
        figures.append(_figure("result.run", runs, str))
    return tuple(figures)


def _figure(key: str, values: Sequence[int | None], text: Callable[[int], str], *, most: bool = True) -> Figure:
    """Return a figure of each seat; the best are those with the most, or the least, where seats differ."""
    known = [value for value in values if value is not None]
    best = max(known) if most else min(known)
    leading = tuple(seat for seat, value in enumerate(values) if value == best)
    texts = ["–" if value is None else text(value) for value in values]
    if len(values) > 2:
        texts = [shown if seat == leading[0] else "" for seat, shown in enumerate(texts)]
    return Figure(word(key), tuple(texts), leading if len(set(values)) > 1 else ())
