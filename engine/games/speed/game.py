"""Speed as the match calls it: each method asks one of this folder's modules (rules SPEED-1 to SPEED-13)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine import exclusions
from engine.cards import RANKS, SUITS
from engine.chance import Chance
from engine.dealing import draw_for_dealer, draw_layout
from engine.game import RULES, GameInfo, Outcome, Preset
from engine.games.speed import dealing, ending, legal, moves, panel, queries, turning
from engine.games.speed.evaluation import SpeedEvaluation
from engine.games.speed.options import EXCLUSIONS, FIVE_CARD, SpeedOptions
from engine.games.speed.rules import make_rules
from engine.options import FOR_GUESTS
from engine.panel import Command, Meaning
from engine.race import Race
from engine.table import Draft, Table, Zone


class Speed(Race):
    """Speed for two, or for three or four, with its variations as options.

    ``ranks``, ``suits``, ``reserve`` (cards a reserve pile) and ``hand_size`` make the tiny games that exhaustive play
    needs. Raises OptionError for options that exclude each other.
    """

    info: ClassVar[GameInfo] = GameInfo(
        id="speed",
        schema=SpeedOptions,
        presets=(
            Preset("speed", FOR_GUESTS),
            Preset("speed_with_jokers", {"jokers": True}),
            Preset("speed_doubles", {"doubles": True}),
            Preset("four_card_speed", {"hand_size": 4}),
            Preset("speed_for_four", FOR_GUESTS, seats=4),
            Preset("five_card_spit_party", {**FIVE_CARD, "target": 10, **FOR_GUESTS}),
            Preset("five_card_spit", {**FIVE_CARD, "target": 25}),
        ),
        seats=(2, 4),
    )

    def __init__(
        self,
        options: SpeedOptions,
        seats: int = 2,
        edition: int = RULES,
        *,
        ranks: str = RANKS,
        suits: str = SUITS,
        reserve: int | None = None,
        hand_size: int | None = None,
    ) -> None:
        super().__init__(options, seats, edition)
        exclusions.check(EXCLUSIONS, options, seats)
        self.rules = make_rules(
            options, seats, edition, ranks=ranks, suits=suits, reserve=reserve, hand_size=hand_size
        )
        self.race = self.rules.race
        self.evaluation = SpeedEvaluation(self.rules)

    @property
    def revised(self) -> int:
        """See ``Game.revised``: a tie at the match's cap (``ending.standing``)."""
        return 2 if self.rules.is_many and self.options.caps[1] else 1

    # Dealing

    @property
    def deck(self) -> tuple[str, ...]:
        """See ``Game.deck``."""
        return self.rules.deck

    def prologue(self, chance: Chance) -> Mapping[str, Zone]:
        """Show the draw for the first dealer (SPEED-2)."""
        return draw_layout(self.rules.face_down, chance, self.seats)

    def draw_dealer(self, draft: Draft, chance: Chance) -> None:
        """Draw the first dealer: the lowest card deals (SPEED-2)."""
        draw_for_dealer(draft, chance, self.seats)

    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """See ``Game.layout`` (SPEED-1)."""
        return dealing.layout(self.rules, draft, chance)

    def reset(self, draft: Draft) -> None:
        """See ``Game.reset``."""
        dealing.reset(self.rules, draft)

    def open(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Game.open`` (SPEED-3)."""
        draft.phase("play")
        dealing.turn_up(self.rules, draft)

    # Playing

    def refusal(self, table: Table, seat: int, command: Command) -> str | None:
        """See ``Game.refusal`` and ``legal.refusal``."""
        return legal.refusal(self.rules, table, seat, command)

    def legal(self, table: Table, seat: int) -> list[Command]:
        """See ``Game.legal``."""
        return legal.legal(self.rules, table, seat)

    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """See ``Game.perform``."""
        moves.perform(self.rules, draft, seat, command, now)

    def would_take(self, table: Table, seat: int, command: Command) -> bool:
        """See ``Game.would_take``."""
        return table.phase == "play" and bool(queries.takers(self.rules, table, command.card))

    # Stuck, and turning cards

    def can_go_on(self, table: Table | Draft, seat: int) -> bool:
        """See ``Race.can_go_on`` (SPEED-6)."""
        return legal.can_go_on(self.rules, table, seat)

    def all_stuck(self, table: Table | Draft) -> bool:
        """See ``Race.all_stuck``."""
        return legal.all_stuck(self.rules, table)

    def callers(self, table: Table | Draft) -> Sequence[int]:
        """See ``Race.callers``."""
        return queries.callers(self.rules, table)

    def turn_cards(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Race.turn_cards`` (SPEED-7 to SPEED-10)."""
        turning.turn_cards(self.rules, draft, chance)

    # Ending

    def end_of_deal(self, draft: Draft, chance: Chance, now: int) -> bool:
        """See ``Race.end_of_deal`` (SPEED-11)."""
        return ending.end_of_deal(self.rules, draft)

    def cap(self, draft: Draft, chance: Chance, now: int) -> None:
        """End the deal at its cap: the fewest cards win; equal is void (GEN-8)."""
        ending.give_deal(self.rules, draft, queries.fewest(self.rules, draft, self.rules.all_seats))

    def outcome(self, table: Table) -> Outcome | None:
        """See ``Game.outcome`` (SPEED-12)."""
        return ending.outcome(self.rules, table)

    def standing(self, table: Table) -> Outcome:
        """See ``Game.standing``."""
        return ending.standing(self.rules, table)

    def figures(self, table: Table) -> tuple[int, ...]:
        """See ``Game.figures``: deals won, or points."""
        return ending.figures(self.rules, table)

    # Judging

    def dead_heat(self, table: Table, commands: Mapping[int, Command], after: Table) -> int | None:
        """See ``Game.dead_heat`` (SPEED-11)."""
        return ending.dead_heat(self.rules, table, commands)

    def is_contest(self, before: Table, after: Table, seat: int, command: Command) -> bool:
        """See ``Game.is_contest`` (SPEED-11)."""
        return ending.is_contest(self.rules, before, after, seat, command)

    # Panel

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """See ``Game.press``."""
        return panel.meaning(self.rules, table, seat, button, held)

    def presses_for(self, table: Table, seat: int, command: Command) -> Sequence[str]:
        """See ``Game.presses_for``."""
        return panel.presses_for(self.rules, table, seat, command)
