"""A tournament in the soak: one to leave on the disk before the power is cut, and a judge of what came back.

Pure; `soak` plants the lines, and reads those that the store has after the cut.
"""

from collections.abc import Sequence

from cabinet.errors import CabinetError
from cabinet.evening.evening import Evening
from cabinet.evening.lines import Tournament

NAMES = ("ANA", "BEN", "KAI", "LEO", "MIA", "PIA", "TOM", "ZOE")


def half_played(matches: int = 5) -> list[str]:
    """The journal of a double elimination of eight, best of three, after so many matches (28 at least end it)."""
    evening, lines = Evening.begin(Tournament(NAMES, kind="double", best_of=3))
    journal = list(lines)
    for number in range(matches):
        if evening.now is not None:
            evening, lines = evening.result(evening.now, evening.now.names[number % 2], f"planted-{number + 1}")
            journal += lines
    return journal


def faults(saved: Sequence[str], found: Sequence[str], ended: Sequence[str] = ()) -> list[str]:
    """What is wrong with the journal that was found after a cut.

    `saved`: the lines that were reported saved before it; `ended`: the matches of the tournament whose results were.
    Nothing saved may be missing or changed; whatever follows has to fit; a result is in the database and in the
    journal, or in neither.
    """
    if list(found[:len(saved)]) != list(saved):
        return [f"tonight: {len(saved)} lines were saved, and {len(found)} others were found"]
    try:
        evening = Evening.of(found)
    except CabinetError as problem:
        return [f"tonight: {problem}"]
    known = {line.match for line in evening.results}
    wrong = [f"tonight: the result of {match} is not in the journal" for match in ended if match not in known]
    if evening.now is None and not evening.is_over:
        wrong.append("tonight: nobody is up, and nobody is champion")
    return wrong
