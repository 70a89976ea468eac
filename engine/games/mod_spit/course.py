"""The course of Mod-Spit, apart from commands: the agreement before a deal, and wrong slaps (MOD-2, MOD-4)."""

from collections.abc import Mapping
from typing import Final

from engine.chance import Chance
from engine.game import ALL, NOBODY
from engine.games.mod_spit.play import ModSpitPlay, choose_pile, clear_slap, note_covered, take_piles
from engine.games.mod_spit.rules import BOTH, SEQUENCES, ModSpitRules, is_settling, is_tie
from engine.games.spit.game import Spit
from engine.panel import Command
from engine.race import Race
from engine.table import Draft, Table, Zone

LEAST_MODULUS: Final = 7
"""The modulus is drawn from the ranks 7 to 13; in the basic game it is this value."""


class ModSpitCourse(ModSpitPlay):
    """The course of Mod-Spit: the agreement before a deal, and the settling of wrong slaps."""

    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """As in Spit, after the agreement on the modulus and the rule (MOD-4)."""
        _agree(self.mod_rules, draft, chance)
        return super().layout(draft, chance)

    def reset(self, draft: Draft) -> None:
        """See ``Game.reset``."""
        super().reset(draft)
        draft.set("right_until", 0)
        draft.set("wrong", NOBODY)
        draft.set("wrong_by", 0)
        sums = self.mod_rules.options.sums
        if sums != "hidden":
            draft.set("sums", sums == "shown" or draft.number("deal") == 1)

    def settle(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Race.settle``; during the settling of a wrong slap, only the draw for the last slap takes place."""
        wrong: int = draft.scalars["wrong"]
        if wrong == BOTH:
            _draw_the_last(draft, chance, now)
        if not (draft.scalars["wrong_by"] and is_settling(draft)):
            Race.settle(self, draft, chance, now)

    def deadline(self, table: Table, since: int) -> int | None:
        """See ``Spit.deadline``; also the end of the settling of a slap."""
        wrong_by: int = table.scalars["wrong_by"]
        return wrong_by if wrong_by and is_settling(table) else Race.deadline(self, table, since)

    def due(self, draft: Draft, chance: Chance, now: int, since: int) -> bool:
        """See ``Spit.due``."""
        if is_settling(draft):
            _time_out(self.mod_rules, draft, now)
            return True
        return Spit.due(self, draft, chance, now, since)

    def turn_cards(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Race.turn_cards``; new cards cover tops as plays do (MOD-2)."""
        note_covered(self.mod_rules, draft, now)
        Spit.turn_cards(self, draft, chance, now)

    def cap(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Spit.cap``; discard a slap that is still being settled."""
        clear_slap(draft)
        super().cap(draft, chance, now)

    def is_contest(self, before: Table, after: Table, seat: int, command: Command) -> bool:
        """See ``Game.is_contest``: two wrong slaps, of which the later has the choice (MOD-2)."""
        wrongs = before.number("wrong") == NOBODY and is_tie(after, (command,))
        return wrongs or super().is_contest(before, after, seat, command)

    def dead_heat(self, table: Table, commands: Mapping[int, Command], after: Table) -> int | None:
        """See ``Spit.dead_heat``; two wrong slaps both stand, and a lot decides which was last (MOD-2)."""
        if table.phase == "play" and is_tie(after, commands.values()):
            return ALL
        return super().dead_heat(table, commands, after)


def _agree(rules: ModSpitRules, draft: Draft, chance: Chance) -> None:
    """Set the modulus and the rule, if they are due before this deal: fixed in the basic game, else drawn."""
    deal = draft.number("deal")
    if deal and not rules.options.rule_each_deal:
        return
    modulus, rule = LEAST_MODULUS, next(iter(SEQUENCES))
    if rules.options.rule != "basic":
        modulus, rule = drawn(rules, chance, deal)
    draft.set("modulus", modulus)
    draft.set("rule", rule)


def drawn(rules: ModSpitRules, chance: Chance, deal: int) -> tuple[int, str]:
    """Draw cards until a 7 or higher, the modulus; return it, and draw one more card for the rule (MOD-4)."""
    values = rules.values
    modulus = next(
        values[card] for card in chance.order(rules.spit.pack, "modulus", deal) if values[card] >= LEAST_MODULUS
    )
    rule = chance.order(rules.spit.pack, "rule", deal)[0]
    return modulus, rules.names[values[rule] - 1]


def _draw_the_last(draft: Draft, chance: Chance, now: int) -> None:
    """Draw which of two wrong slaps at one instant was the last (MOD-2, GEN-1)."""
    last = chance.below(2, "both_wrong", draft.number("deal"), now)
    draft.set("wrong", 1 - last)
    draft.set("choice", last)


def _time_out(rules: ModSpitRules, draft: Draft, now: int) -> None:
    """Give a lone wrong slapper both piles; a seat without a choice the smaller, its own of equals (MOD-2)."""
    seat = draft.number("choice")
    if seat == NOBODY:
        take_piles(rules, draft, draft.number("wrong"), now)
        return
    own = rules.spit.centres[seat]
    smaller = min(rules.spit.centres, key=lambda pile: (len(draft.zones[pile]), pile != own))
    choose_pile(rules, draft, seat, smaller, now)
