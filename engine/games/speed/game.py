"""Speed as the match calls it: each method asks one of this folder's modules (rules SPEED-1 to SPEED-16)."""

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
from engine.games.speed.rules import GUARD_NS, SLAP_NS, make_rules
from engine.options import FOR_GUESTS
from engine.panel import Command, Meaning
from engine.phases import CONTEST_NS
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

    attempts = frozenset({"play", "slap"})

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
        if self.rules.slaps:
            self.progress |= {"slap"}  # play goes on after a catch
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
        """See ``Game.would_take``; a slap has had a cause where ACTION had any, a card where it could be laid."""
        if command.do == "slap":
            return queries.has_action(self.rules, table, seat)
        if table.phase != "play":
            return False
        return bool(queries.takers(self.rules, table, command.card)) or queries.may_lay(self.rules, table, seat)

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
        """See ``Race.turn_cards`` (SPEED-7 to SPEED-10, SPEED-15)."""
        turning.turn_cards(self.rules, draft, chance)

    # Ending

    def end_of_deal(self, draft: Draft, chance: Chance, now: int) -> bool:
        """See ``Race.end_of_deal`` (SPEED-11, SPEED-16)."""
        return ending.end_of_deal(self.rules, draft, chance)

    # Deadlines

    def special_deadline(self, table: Table, since: int) -> int | None:
        """See ``Race.special_deadline``; also when a choice of cards opens, and the end of the time to slap.

        A press that lost the last race is no choice, so that opens when nobody can lose it any more (SPEED-15).
        """
        if table.scalars["phase"] == "slap":
            return since + SLAP_NS
        usual = super().special_deadline(table, since)
        if usual is None or not queries.is_choice_due(self.rules, table):
            return usual
        return min(since + CONTEST_NS, usual)

    def due(self, draft: Draft, chance: Chance, now: int, since: int) -> bool:
        """See ``Game.due``; a choice of cards opens (SPEED-15), or the time to slap is up (SPEED-16)."""
        if draft.scalars["phase"] == "slap":
            ending.give_deal(self.rules, draft, draft.number("finisher"))
            return True
        if queries.is_choice_due(self.rules, draft) and not 0 < draft.scalars["turn_at"] <= now:
            draft.set("choosing", True)
            return False
        return super().due(draft, chance, now, since)

    # The end of a match

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
        """See ``Game.dead_heat`` (SPEED-11, SPEED-16)."""
        return ending.dead_heat(self.rules, table, commands)

    def is_contest(self, before: Table, after: Table, seat: int, command: Command) -> bool:
        """See ``Game.is_contest`` (SPEED-11)."""
        return ending.is_contest(self.rules, before, after, seat, command)

    def guarded(self, table: Table, seat: int, since: int, now: int) -> bool:
        """See ``Game.guarded`` (SPEED-16)."""
        return now < self.guard_ends(table, seat, since)

    def guard_ends(self, table: Table, seat: int, since: int) -> int:
        """See ``Game.guard_ends`` (SPEED-16)."""
        return since + GUARD_NS if table.phase == "slap" and seat != table.number("finisher") else 0

    # Panel

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """See ``Game.press``."""
        return panel.meaning(self.rules, table, seat, button, held)

    def presses_for(self, table: Table, seat: int, command: Command) -> Sequence[str]:
        """See ``Game.presses_for``."""
        return panel.presses_for(self.rules, table, seat, command)
