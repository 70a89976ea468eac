"""The panel of Mod-Spit: ACTION slaps for a number; after two wrong slaps LEFT and RIGHT choose a pile (MOD-2)."""

from collections.abc import Sequence

from engine.games.mod_spit.course import ModSpitCourse
from engine.games.mod_spit.rules import SLAP, is_right, is_settling, may_slap
from engine.panel import ACTION, NOTHING, SIDES, Command, Meaning
from engine.table import Table


class ModSpitPanel(ModSpitCourse):
    """The layer of ``ModSpit`` that the panels ask."""

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """See ``Spit.press``: ACTION is the number slap only (MOD-2), lit where the sum is shown and right (MOD-5)."""
        if table.phase == "play" and button == ACTION:
            may = may_slap(self.mod_rules, table, seat)
            lit = may and table.flag("sums") and is_right(self.mod_rules, table)
            return Meaning("number_slap" if may else "", SLAP, lit=lit)
        if not is_settling(table):
            return super().press(table, seat, button, held)
        if button not in SIDES or table.number("choice") != seat:
            return NOTHING
        pile = self.rules.centres[SIDES.index(button)]
        return Meaning("slap", Command("slap", to=pile), lit=True, zone=pile)

    def presses_for(self, table: Table, seat: int, command: Command) -> Sequence[str]:
        """See ``Spit.presses_for``."""
        return (ACTION,) if command.do == "number_slap" else super().presses_for(table, seat, command)
