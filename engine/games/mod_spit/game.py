"""Mod-Spit as the match calls it: how a game is made of options (rules MOD-1 to MOD-4)."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from engine.cards import RANKS, SUITS
from engine.game import RULES, GameInfo
from engine.games.mod_spit.bots import ModSpitEvaluation
from engine.games.mod_spit.panel import ModSpitPanel
from engine.games.mod_spit.play import note_covered
from engine.games.mod_spit.rules import PRESETS, ModSpitOptions, check_custom, make_mod_rules


class ModSpit(ModSpitPanel):
    """Mod-Spit for two. Raises OptionError for custom rules that are chosen but not given, or given but not chosen."""

    info: ClassVar[GameInfo] = GameInfo(
        id="mod_spit",
        schema=ModSpitOptions,
        presets=PRESETS,
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
        self.before_play = partial(note_covered, self.mod_rules)  # a landing card covers a top (MOD-2)

    @property
    def since_edition(self) -> int:
        """See ``Spit.since_edition``: a number slap ends runs."""
        return 2 if self.rules.travel_ns else super().since_edition
