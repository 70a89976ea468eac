"""Mod-Spit: Spit with single cards in a row, and slaps for numbers (rules MOD-1 to MOD-4).

Beside the scalars of ``engine.games.spit``: ``modulus`` and ``rule`` (the name of the rule in force), and those of
``mod_spit_slap``, which judges number slaps. ACTION is the number slap only, so the variations that need a shout are
excluded: cards turn by themselves, there is no call of twins and no shout for the choice, and no card is picked up or
borrowed.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from engine.cards import RANKS, SUITS, rank
from engine.chance import Chance
from engine.game import ALL, GameInfo, Preset
from engine.games import mod_spit_slap, spit_due, spit_legal, spit_play
from engine.games.mod_spit_rules import LEAST_MODULUS, SEQUENCES, CustomRules, check_custom, drawn, rules_of
from engine.games.spit import Spit
from engine.games.spit_claim import NOBODY
from engine.games.spit_options import SPIT_OPTIONS
from engine.games.spit_panel import SIDES
from engine.options import Option, number, one_of, yes_no
from engine.panel import ACTION, NOTHING, Command, Meaning
from engine.race import AUTO_TURN_NS
from engine.table import Draft, Table, Zone

FIXED: Final = {
    "stuck_call": one_of("stuck_call", "auto"),
    "layout": one_of("layout", "11111"),
    "claim": one_of("claim", "slap"),
}
"""The options that Mod-Spit fixes; any other value is refused (GEN-10)."""
WITHOUT: Final = ("twin_call", "conceal_last", "spit_card_please", "slam_ms")
"""The options that need ACTION for another purpose."""
SLAP: Final = Command("number_slap")


def _options() -> tuple[Option, ...]:
    own = (FIXED.get(option.name, option) for option in SPIT_OPTIONS if option.name not in WITHOUT)
    return (
        *own,
        number("slap_window_ms", 500, 100, 2000),  # MOD-2
        number("slap_grace_ms", 250, 1, 1000, zero_off=True),  # MOD-2
        one_of("rule", "basic", "drawn", "custom"),  # MOD-4
        yes_no("rule_each_deal", False),  # MOD-4
        CustomRules("custom_rules", ""),  # MOD-4
    )


class ModSpit(Spit):
    """Mod-Spit for two. Raises OptionError for custom rules that are chosen but not given, or given but not chosen."""

    info: ClassVar[GameInfo] = GameInfo(
        id="mod_spit",
        options=_options(),
        presets=(
            Preset("mod_spit", {"length": 6}),
            Preset("mod_spit_professor", {"length": 6, "rule": "drawn"}),
        ),
    )

    def __init__(
        self,
        given: Mapping[str, object],
        seats: int = 2,
        *,
        ranks: str = RANKS,
        suits: str = SUITS,
        sizes: Sequence[int] | None = None,
    ) -> None:
        super().__init__(given, seats, ranks=ranks, suits=suits, sizes=sizes)
        self.values = {card: rank(card) for card in self.deck}
        """MOD-1: ace 1, jack 11, queen 12, king 13."""
        custom = self.options["custom_rules"]
        assert isinstance(custom, str)
        self._custom = custom
        self.rules = rules_of(custom)
        self.window_ns = mod_spit_slap.window_ns(self.options["slap_window_ms"])
        self.grace_ns = mod_spit_slap.window_ns(self.options["slap_grace_ms"])

    def check_options(self) -> None:
        """See ``Game.check_options``; custom rules must be both given and chosen (MOD-4)."""
        super().check_options()
        check_custom(self.options)

    @property
    def revised(self) -> int:
        """See ``Spit.revised``: a number slap ends runs."""
        return 2 if self.travel_ns else super().revised

    # Dealing

    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """As in Spit; draw the modulus and the rule before the first deal, or before each (MOD-4)."""
        deal = draft.number("deal")
        if not deal or self.options["rule_each_deal"]:
            self._agree(draft, chance, deal)
        return super().layout(draft, chance)

    def _agree(self, draft: Draft, chance: Chance, deal: int) -> None:
        modulus, rule = LEAST_MODULUS, next(iter(SEQUENCES))
        if self.options["rule"] != "basic":
            cards = [card for card in self.deck if self.values[card]]
            modulus, rule = drawn(cards, self.values, self._custom, chance, deal)
        draft.set("modulus", modulus)
        draft.set("rule", rule)

    def reset(self, draft: Draft) -> None:
        """See ``Game.reset``."""
        super().reset(draft)
        mod_spit_slap.forget(draft)

    # Playing

    def refusal(self, table: Table, seat: int, command: Command, waits: bool | None = None) -> str | None:
        """See ``spit_legal.refusal``; no plays are legal until a wrong slap is settled (MOD-2)."""
        if command.do == "number_slap":
            return None if mod_spit_slap.may_slap_number(self, table, seat) else "window"
        if not mod_spit_slap.is_settling(table):
            return spit_legal.refusal(self, table, seat, command, waits)
        if command.do != "slap" or table.number("choice") != seat:
            return "window"
        return None if command.to in self.spit_piles(table) else "empty"

    def legal(self, table: Table, seat: int, waits: bool | None = None) -> list[Command]:
        """See ``spit_legal.legal``."""
        if mod_spit_slap.is_settling(table) and table.scalars["choice"] == seat:
            return [Command("slap", to=pile) for pile in self.centres]
        commands = [] if mod_spit_slap.is_settling(table) else spit_legal.legal(self, table, seat, waits)
        if mod_spit_slap.may_slap_number(self, table, seat):
            commands.append(SLAP)
        return commands

    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """See ``spit_play.perform``."""
        if command.do == "number_slap":
            mod_spit_slap.slap(self, draft, seat, now)
        elif mod_spit_slap.is_settling(draft):
            mod_spit_slap.choose(self, draft, seat, command.to, now)
        else:
            spit_play.perform(self, draft, seat, command, now)

    def lay(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """See ``Spit.lay``; a landing card covers a top (MOD-2)."""
        if command.do == "play":
            mod_spit_slap.covered(self, draft, now)
        super().lay(draft, seat, command, now)

    def settle(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Race.settle``; during the settling of a wrong slap, only the draw for the last slap takes place."""
        if draft.scalars["wrong"] == mod_spit_slap.BOTH:
            mod_spit_slap.draw_the_last(draft, chance, now)
        if not mod_spit_slap.is_settling(draft):
            self.race_settle(draft, chance, now)

    def turns_after(self, draft: Draft) -> int:
        """See ``Race.turns_after``."""
        return spit_due.turns_after(self, draft) or AUTO_TURN_NS

    def deadline(self, table: Table, since: int) -> int | None:
        """See ``Spit.deadline``; also the end of the settling of a slap."""
        if mod_spit_slap.is_settling(table):
            return table.number("wrong_by")
        return spit_due.deadline(self, table, since)

    def due(self, draft: Draft, chance: Chance, now: int, since: int) -> bool:
        """See ``Spit.due``."""
        if mod_spit_slap.is_settling(draft):
            mod_spit_slap.time_out(self, draft, now)
            return True
        return spit_due.due(self, draft, chance, now, since)

    def turn_cards(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Race.turn_cards``; new cards cover tops as plays do (MOD-2)."""
        mod_spit_slap.covered(self, draft, now)
        spit_due.turn_cards(self, draft, chance, now)

    def cap(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Spit.cap``; discard a slap that is still being settled."""
        mod_spit_slap.forget(draft)
        super().cap(draft, chance, now)

    # Judging

    def is_contest(self, before: Table, after: Table, seat: int, command: Command) -> bool:
        """See ``Game.is_contest``: two wrong slaps, of which the later has the choice (MOD-2)."""
        wrongs = before.number("wrong") == NOBODY and mod_spit_slap.is_tie(after, (command,))
        return wrongs or super().is_contest(before, after, seat, command)

    def dead_heat(self, table: Table, commands: Mapping[int, Command], after: Table) -> int | None:
        """See ``Spit.dead_heat``; two wrong slaps both stand, and a lot decides which was last (MOD-2)."""
        if table.phase == "play" and mod_spit_slap.is_tie(after, commands.values()):
            return ALL
        return super().dead_heat(table, commands, after)

    # Panel

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """See ``Spit.press``: ACTION is the number slap only (MOD-2)."""
        if table.phase == "play" and button == ACTION:
            lit = mod_spit_slap.may_slap_number(self, table, seat)
            return Meaning("number_slap" if lit else "", SLAP, lit=lit)
        if not mod_spit_slap.is_settling(table):
            return super().press(table, seat, button, held)
        if button not in SIDES or table.number("choice") != seat:
            return NOTHING
        pile = self.centres[SIDES.index(button)]
        return Meaning("slap", Command("slap", to=pile), lit=True, zone=pile)

    def presses_for(self, table: Table, seat: int, command: Command) -> Sequence[str]:
        """See ``Spit.presses_for``."""
        return (ACTION,) if command.do == "number_slap" else super().presses_for(table, seat, command)
