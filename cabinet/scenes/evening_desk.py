"""The operator's questions about a running evening: who leaves it, and who has won a match that is not played.

Each is answered twice: which name or match, then once more. The scene covers the operator's page, and `done` removes
it.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from cabinet.display.toolkit import Kit
from cabinet.scenes.bases import Questions
from cabinet.scenes.choice import Answer, Choice
from cabinet.strings.catalogue import word
from cabinet.tournaments.views import Pairing


class DeskWays(NamedTuple):
    """The answers' consequences: a name leaves, a match is awarded to one of its names, back to the operator's page."""

    withdraw: Callable[[str], None]
    award: Callable[[Pairing, str], None]
    done: Callable[[], None]


class EveningDesk(Questions):
    """Asks either question, which its two makers begin with."""

    def __init__(self, kit: Kit, ways: DeskWays) -> None:
        super().__init__()
        self._kit = kit
        self._ways = ways

    @classmethod
    def who_leaves(cls, kit: Kit, ways: DeskWays, names: Sequence[str]) -> "EveningDesk":
        """Return the question who of these names leaves."""
        desk = cls(kit, ways)
        answers = [Answer(name, word("desk.out.line", name=name), partial(desk._sure, name)) for name in names]
        desk._ask(word("desk.out"), answers)
        return desk

    @classmethod
    def which_match(cls, kit: Kit, ways: DeskWays, pairings: Sequence[Pairing]) -> "EveningDesk":
        """Return the question which of these matches is awarded, and to whom; of one match only to whom."""
        desk = cls(kit, ways)
        if len(pairings) == 1:
            desk._ask_winner(pairings[0], 0)
            return desk
        answers = [
            Answer("\n".join(pairing.names), word("desk.award.line"), partial(desk._ask_winner, pairing))
            for pairing in pairings
        ]
        desk._ask(word("desk.award"), answers)
        return desk

    def _ask_winner(self, pairing: Pairing, _seat: int) -> None:
        first, second = pairing.names
        answers = [
            Answer(name, word("desk.winner.line", name=name, other=other), partial(self._award, pairing, name))
            for name, other in ((first, second), (second, first))
        ]
        self._ask(word("desk.winner"), answers)

    def _award(self, pairing: Pairing, winner: str, _seat: int) -> None:
        def yes(_seat: int) -> None:
            self._ways.award(pairing, winner)
            self._ways.done()

        self._make_sure(word("desk.winner.sure", name=winner), word("desk.winner.yes"), yes)

    def _sure(self, name: str, _seat: int) -> None:
        def yes(_seat: int) -> None:
            self._ways.withdraw(name)
            self._ways.done()

        self._make_sure(word("desk.out.sure", name=name), word("desk.out.yes", name=name), yes)

    def _make_sure(self, question: str, line: str, yes: Callable[[int], None]) -> None:
        """Ask once more; the way back is highlighted, so that two presses of ACTION change nothing."""
        self._ask(question, [Answer(word("desk.yes"), line, yes)], chosen=1)

    def _ask(self, question: str, answers: Sequence[Answer], chosen: int = 0) -> None:
        back = Answer(word("menu.back"), word("desk.back.line"), lambda _seat: self._ways.done(), ("left",))
        self.turn_to(Choice(self._kit, question, answers, self._ways.done, chosen, ways=[back]))
