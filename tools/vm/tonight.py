"""The tournaments that the hammer plays while the power is cut: a judge of what came back. Pure."""

from collections.abc import Collection, Iterable, Sequence

from cabinet.errors import CabinetError
from cabinet.tournaments.evening import Evening


def faults(journals: Iterable[Sequence[str]], results: Collection[str]) -> list[str]:
    """What is wrong with the journals found after a cut: those of the tournaments that ended, and the running one.

    `results`: the matches that have one in the records. Each journal has to fit, and a result is in the records and in
    one journal, or in neither.
    """
    wrong, noted = list[str](), list[str]()
    for lines in journals:
        try:
            evening = Evening.of(lines)
        except CabinetError as problem:
            wrong.append(f"tonight: {problem}")
            continue
        noted += [played.match for played in evening.results]
        if evening.now is None and not evening.is_over:
            wrong.append("tonight: nobody is up, and nobody is champion")
    wrong += [f"tonight: {match} is noted twice" for match in sorted(set(noted)) if noted.count(match) > 1]
    wrong += [f"tonight: the result of {match} is in no journal" for match in sorted(set(results) - set(noted))]
    wrong += [f"tonight: the result of {match} is not in the records" for match in sorted(set(noted) - set(results))]
    return wrong
