"""The rating of commands in Mod-Spit: Spit's, and the riddle of the number slap (MOD-1)."""

from engine.game import PASS, Riddle
from engine.games.mod_spit.rules import SLAP, ModSpitRules, is_right, is_settling, may_slap
from engine.games.spit.bots import CALL, SpitEvaluation
from engine.panel import Command
from engine.table import Table


class ModSpitEvaluation(SpitEvaluation):
    """See ``Evaluation``."""

    def __init__(self, rules: ModSpitRules) -> None:
        super().__init__(rules.spit)
        self._mod_rules = rules

    def rate(self, view: Table, seat: int, command: Command) -> float:
        """See ``SpitEvaluation.rate``; a number slap is worth a press only if it is right."""
        if command.do == SLAP.do:
            return CALL if is_right(self._mod_rules, view) else PASS
        return super().rate(view, seat, command)

    def riddle(self, view: Table, seat: int) -> Riddle | None:
        """Return whether the remainder is right (MOD-1); None once a wrong slap has revealed the answer."""
        if is_settling(view) or not may_slap(self._mod_rules, view, seat):
            return None
        return Riddle(SLAP, is_right(self._mod_rules, view))
