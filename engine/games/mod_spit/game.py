"""Mod-Spit as the match calls it: Spit, extended by this folder's modules (rules MOD-1 to MOD-4)."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from engine.cards import RANKS, SUITS
from engine.chance import Chance
from engine.game import ALL, RULES, GameInfo, Preset
from engine.games.mod_spit import agreement, number_slap
from engine.games.mod_spit.evaluation import ModSpitEvaluation
from engine.games.mod_spit.number_slap import SLAP, is_settling
from engine.games.mod_spit.options import ModSpitOptions, check_custom
from engine.games.mod_spit.rules import make_mod_rules
from engine.games.spit.game import Spit
from engine.games.spit.panel import SIDES
from engine.games.spit.rules import NOBODY, spit_piles
from engine.options import FOR_GUESTS
from engine.panel import ACTION, NOTHING, Command, Meaning
from engine.race import Race
from engine.table import Draft, Table, Zone


class ModSpit(Spit):
    """Mod-Spit for two. Raises OptionError for custom rules that are chosen but not given, or given but not chosen.

    The methods that run after every play call Spit's by its name: ``super()`` takes several times as long.
    """

    info: ClassVar[GameInfo] = GameInfo(
        id="mod_spit",
        schema=ModSpitOptions,
        presets=(
            Preset("mod_spit", {"length": 6, **FOR_GUESTS}),
            Preset("mod_spit_professor", {"length": 6, "rule": "drawn"}),
        ),
    )

    def __init__(
        self,
        options: ModSpitOptions,
        seats: int = 2,
        edition: int = RULES,
        *,
        ranks: str = RANKS,
        suits: str = SUITS,
        sizes: Sequence[int] | None = None,
    ) -> None:
        super().__init__(options, seats, edition, ranks=ranks, suits=suits, sizes=sizes)
        check_custom(options)
        self.mod_rules = make_mod_rules(options, self.rules)
        self.evaluation = ModSpitEvaluation(self.mod_rules)
        self.before_play = partial(number_slap.note_covered, self.mod_rules)  # a landing card covers a top (MOD-2)

    @property
    def revised(self) -> int:
        """See ``Spit.revised``: a number slap ends runs."""
        return 2 if self.rules.travel_ns else super().revised

    # Dealing

    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """As in Spit, after the agreement on the modulus and the rule (MOD-4)."""
        agreement.agree(self.mod_rules, draft, chance)
        return super().layout(draft, chance)

    def reset(self, draft: Draft) -> None:
        """See ``Game.reset``."""
        super().reset(draft)
        number_slap.forget(draft)

    # Playing

    def refusal(self, table: Table, seat: int, command: Command) -> str | None:
        """See ``Spit.refusal``; no plays are legal until a wrong slap is settled (MOD-2)."""
        if command.do == "number_slap":
            return None if number_slap.may_slap(self.mod_rules, table, seat) else "window"
        if not (table.scalars["wrong_by"] and is_settling(table)):
            return Spit.refusal(self, table, seat, command)
        if command.do != "slap" or table.number("choice") != seat:
            return "window"
        return None if command.to in spit_piles(self.rules, table) else "empty"

    def legal(self, table: Table, seat: int) -> list[Command]:
        """See ``Spit.legal``."""
        if not is_settling(table):
            commands = Spit.legal(self, table, seat)
        elif table.scalars["choice"] == seat:
            return [Command("slap", to=pile) for pile in self.rules.centres]
        else:
            commands = []
        if number_slap.may_slap(self.mod_rules, table, seat):
            commands.append(SLAP)
        return commands

    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """See ``Spit.perform``."""
        if command.do == "number_slap":
            number_slap.slap(self.mod_rules, draft, seat, now)
        elif draft.scalars["wrong_by"] and is_settling(draft):
            number_slap.choose(self.mod_rules, draft, seat, command.to, now)
        else:
            Spit.perform(self, draft, seat, command, now)

    def settle(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Race.settle``; during the settling of a wrong slap, only the draw for the last slap takes place."""
        if draft.scalars["wrong"] == number_slap.BOTH:
            number_slap.draw_the_last(draft, chance, now)
        if not (draft.scalars["wrong_by"] and is_settling(draft)):
            Race.settle(self, draft, chance, now)

    def deadline(self, table: Table, since: int) -> int | None:
        """See ``Spit.deadline``; also the end of the settling of a slap."""
        wrong_by: int = table.scalars["wrong_by"]
        return wrong_by if wrong_by and is_settling(table) else Race.deadline(self, table, since)

    def due(self, draft: Draft, chance: Chance, now: int, since: int) -> bool:
        """See ``Spit.due``."""
        if is_settling(draft):
            number_slap.time_out(self.mod_rules, draft, now)
            return True
        return super().due(draft, chance, now, since)

    def turn_cards(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Race.turn_cards``; new cards cover tops as plays do (MOD-2)."""
        number_slap.note_covered(self.mod_rules, draft, now)
        super().turn_cards(draft, chance, now)

    def cap(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Spit.cap``; discard a slap that is still being settled."""
        number_slap.forget(draft)
        super().cap(draft, chance, now)

    # Judging

    def is_contest(self, before: Table, after: Table, seat: int, command: Command) -> bool:
        """See ``Game.is_contest``: two wrong slaps, of which the later has the choice (MOD-2)."""
        wrongs = before.number("wrong") == NOBODY and number_slap.is_tie(after, (command,))
        return wrongs or super().is_contest(before, after, seat, command)

    def dead_heat(self, table: Table, commands: Mapping[int, Command], after: Table) -> int | None:
        """See ``Spit.dead_heat``; two wrong slaps both stand, and a lot decides which was last (MOD-2)."""
        if table.phase == "play" and number_slap.is_tie(after, commands.values()):
            return ALL
        return super().dead_heat(table, commands, after)

    # Panel

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """See ``Spit.press``: ACTION is the number slap only (MOD-2)."""
        if table.phase == "play" and button == ACTION:
            lit = number_slap.may_slap(self.mod_rules, table, seat)
            return Meaning("number_slap" if lit else "", SLAP, lit=lit)
        if not is_settling(table):
            return super().press(table, seat, button, held)
        if button not in SIDES or table.number("choice") != seat:
            return NOTHING
        pile = self.rules.centres[SIDES.index(button)]
        return Meaning("slap", Command("slap", to=pile), lit=True, zone=pile)

    def presses_for(self, table: Table, seat: int, command: Command) -> Sequence[str]:
        """See ``Spit.presses_for``."""
        return (ACTION,) if command.do == "number_slap" else super().presses_for(table, seat, command)
