"""The plans of single and double elimination: fixed positions, byes for the first seeds, a second final if needed.

Round 1 has the next power of two of places; missing names are NOBODY, so a bye is a series against nobody. Ids are
``W<round>.<row>`` among those not beaten, ``L<round>.<row>`` among those beaten once, ``F1`` and ``F2`` for the finals;
a play-off has ``P``. Losers of round 2 and later cross to another part of the bracket, so that among 8, 16 and 32 names
nobody can meet somebody again before round 3, 4 and 5 of those beaten once; byes go first to names that may have had
none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cabinet.tournaments.roster import NOBODY
from cabinet.tournaments.series import Series, Source, entrant
from cabinet.tournaments.views import Stage


def seed_order(size: int) -> list[int]:
    """Return the seeds from 0 by their place in round 1: the first two can meet only in the last round."""
    order = [0]
    while len(order) < size:
        order = [seed for each in order for seed in (each, 2 * len(order) - 1 - each)]
    return order


def single(entrants: Sequence[int], best_of: int, final: int, letter: str = "W") -> list[Series]:
    """Return the plan for two or more entrants, best seed first."""
    stage: Stage = "playoff" if letter == "P" else "knockout"
    plan = list(_winners(entrants, best_of, letter, stage))
    last = plan[-1]
    return [*plan[:-1], replace(last, best_of=final, stage="playoff" if letter == "P" else "final")]


def double(entrants: Sequence[int], best_of: int, final: int) -> list[Series]:
    """Return the plan for three or more entrants, best seed first, in the order of play."""
    winners = list(_winners(entrants, best_of, "W", "winners"))
    depth = winners[-1].round
    losers = list(_losers(depth, best_of))
    goes_to = {source.series: series.id for series in losers for source in series.sources if source.of == "loser"}
    winners = [replace(series, loser_to=goes_to[series.id]) for series in winners]
    winners[-1] = replace(winners[-1], winner_to="F1")
    order = sorted((*winners, *losers), key=_turn)
    return [*order, *_finals(f"W{depth}.1", losers[-1].id, final)]


def _winners(entrants: Sequence[int], best_of: int, letter: str, stage: Stage) -> Iterator[Series]:
    size = 1
    while size < len(entrants):
        size *= 2
    seats = [entrants[seed] if seed < len(entrants) else NOBODY for seed in seed_order(size)]
    sources = [entrant(seat) for seat in seats]
    number = 0
    while len(sources) > 1:
        number, rows = number + 1, len(sources) // 2
        ids = [f"{letter}{number}.{row + 1}" for row in range(rows)]
        for row, name in enumerate(ids):
            to = f"{letter}{number + 1}.{row // 2 + 1}" if rows > 1 else ""
            pair = (sources[2 * row], sources[2 * row + 1])
            yield Series(name, stage, number, row, rows, pair, best_of, winner_to=to)
        sources = [Source("winner", series=name) for name in ids]


def _losers(depth: int, best_of: int) -> Iterator[Series]:
    """Yield the series among those beaten once, for `depth` rounds among the others."""
    rows = 2 ** (depth - 2)
    above = [Source("loser", series=f"W1.{row + 1}") for row in range(2 * rows)]
    number = 1
    yield from _round_of_losers(number, list(zip(above[::2], above[1::2], strict=True)), best_of, halves=False)
    for winners_round in range(2, depth + 1):
        number += 1
        stay = [Source("winner", series=f"L{number - 1}.{row + 1}") for row in range(rows)]
        is_last = winners_round == depth
        fall = [Source("loser", series=f"W{winners_round}.{row + 1}") for row in _crossed(rows, winners_round)]
        yield from _round_of_losers(number, list(zip(stay, fall, strict=True)), best_of, halves=True, last=is_last)
        if not is_last:
            number += 1
            stay = [Source("winner", series=f"L{number - 1}.{row + 1}") for row in range(rows)]
            yield from _round_of_losers(number, list(zip(stay[::2], stay[1::2], strict=True)), best_of, halves=False)
            rows //= 2


def _round_of_losers(
    number: int, pairs: Sequence[tuple[Source, Source]], best_of: int, *, halves: bool, last: bool = False
) -> Iterator[Series]:
    for row, pair in enumerate(pairs):
        to = "F1" if last else f"L{number + 1}.{(row // 2 if halves else row) + 1}"
        yield Series(f"L{number}.{row + 1}", "losers", number, row, len(pairs), pair, best_of, winner_to=to)


def _crossed(rows: int, winners_round: int) -> list[int]:
    """Return the rows from which losers fall: in reverse, and in every other round with the halves exchanged."""
    if winners_round % 2 == 0:
        return list(range(rows))[::-1]
    return [(row + rows // 2) % rows for row in range(rows)]


def _turn(series: Series) -> tuple[int, int, int]:
    """Return the place in the order of play: W1 W2 L1 L2 W3 L3 L4 W4 …, so that losers rest for a round."""
    if series.stage == "winners":
        return series.round, 0, series.row
    return (series.round + 3) // 2, series.round, series.row


def _finals(unbeaten: str, beaten_once: str, best_of: int) -> Iterator[Series]:
    pair = (Source("winner", series=unbeaten), Source("winner", series=beaten_once))
    yield Series("F1", "final", 1, 0, 1, pair, best_of, winner_to="F2")
    again = Source("winner", series="F1")
    yield Series("F2", "reset", 2, 0, 1, (again, again), best_of, if_needed=True)
