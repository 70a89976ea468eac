"""The modulus and the rule of Mod-Spit, agreed on before the first deal or before each deal (MOD-4)."""

from typing import Final

from engine.chance import Chance
from engine.games.mod_spit.rules import ModSpitRules
from engine.games.mod_spit.sequences import SEQUENCES
from engine.table import Draft

LEAST_MODULUS: Final = 7
"""The modulus is drawn from the ranks 7 to 13; in the basic game it is this value."""


def agree(rules: ModSpitRules, draft: Draft, chance: Chance) -> None:
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
