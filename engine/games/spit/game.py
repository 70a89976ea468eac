"""Spit as the match calls it: each method asks one of this folder's modules (rules SPIT-1 to SPIT-30)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.cards import RANKS, SUITS
from engine.chance import Chance
from engine.game import RULES, GameInfo, Outcome, Preset
from engine.games.spit import (
    cancelling,
    dealing,
    ending,
    legal,
    many_panel,
    moves,
    panel,
    refusal,
    running,
    spitting,
    stuck,
    taps,
    timing,
    visibility,
    waiting,
)
from engine.games.spit.evaluation import SpitEvaluation
from engine.games.spit.moves import BeforePlay
from engine.games.spit.options import SpitOptions, check
from engine.games.spit.rules import SHOUT, SLAPS, SpitRules, make_rules
from engine.options import FOR_GUESTS
from engine.panel import Command, Meaning
from engine.race import Race
from engine.table import Draft, Table, Zone


class Spit(Race):
    """Spit for two, or for three or four, with its variations as options.

    ``ranks``, ``suits`` and ``sizes`` (the cards of each stock pile) make the tiny games that exhaustive play needs.
    Raises OptionError for options that exclude each other, ValueError for a deck that could leave no seat a spit card.
    """

    info: ClassVar[GameInfo] = GameInfo(
        id="spit",
        schema=SpitOptions,
        presets=(
            Preset("classic_spit", {"length": 3, **FOR_GUESTS}),
            Preset("classic_spit_full", {"caps": (120, 0)}),  # to the end, however long
            Preset("slap_spit", {"length": 3, "claim": "slap_smaller", "twin_call": True}),
            Preset("ghost_spit", {"ghost": True, "caps": (120, 0)}),
            Preset("reverse_spit", {"length": 3, "reverse": True}),
            Preset("chinese_spit", {"length": 3, "layout": "1234"}),
            Preset("running_spit", {"length": 3, "running": True}),
            Preset("spit_for_four", {"length": 3, "packs": 2, **FOR_GUESTS}, seats=4),
        ),
        seats=(2, 4),
    )
    PROGRESS = frozenset({"play", "turn", "refill"})  # refilling turns a card up (SPIT-16)

    def __init__(
        self,
        options: SpitOptions,
        seats: int = 2,
        edition: int = RULES,
        *,
        ranks: str = RANKS,
        suits: str = SUITS,
        sizes: Sequence[int] | None = None,
    ) -> None:
        super().__init__(options, seats, edition)
        check(options, seats)
        self.rules: SpitRules = make_rules(options, seats, edition, ranks=ranks, suits=suits, sizes=sizes)
        self.race = self.rules.race
        self.turning = self.rules.turning
        if self.rules.is_many:
            self.progress |= {"slap"}  # a chosen pile lets the others continue
        if self.rules.shouts_race:
            self.attempts |= {SHOUT}
        if self.rules.slaps_race:
            self.claims |= SLAPS
        self.evaluation = SpitEvaluation(self.rules)
        self.before_play: BeforePlay = None
        """A variant sets its own; see ``moves.BeforePlay``."""

    @property
    def revised(self) -> int:
        """See ``Game.revised``: ``turning``, runners sent home (``would_take``), seats out (``stuck.can_go_on``).

        In the third edition shouts and slaps without a cause (``shouts_race``, ``slaps_race``), and the stock cards of
        Reverse Spit (``winner_takes_stock``).
        """
        rules = self.rules
        if rules.shouts_race or rules.slaps_race or rules.winner_takes_stock:
            return 3
        goes_home = rules.travel_ns > 0 and (rules.is_many or rules.has_twins)
        return 2 if rules.auto_turn or goes_home or (rules.is_many and rules.refills) else 1

    # Dealing

    @property
    def deck(self) -> tuple[str, ...]:
        """See ``Game.deck``."""
        return self.rules.deck

    def draw_dealer(self, draft: Draft, chance: Chance) -> None:
        """Leave ``dealer`` at 0: in Spit each seat lays out its own cards."""

    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """See ``Game.layout`` (SPIT-1, SPIT-11, SPIT-12)."""
        return dealing.layout(self.rules, draft, chance)

    def reset(self, draft: Draft) -> None:
        """See ``Game.reset``."""
        dealing.reset(self.rules, draft)

    def open(self, draft: Draft, chance: Chance, now: int) -> None:
        """Open with "Spit!": each seat turns its top spit card in one instant (SPIT-2), if it has any (SPIT-13)."""
        draft.phase("play")
        spitting.spit(self.rules, draft, spitting.spitters(self.rules, draft))

    # Playing

    def refusal(self, table: Table, seat: int, command: Command) -> str | None:
        """See ``Game.refusal``, ``refusal`` and ``waiting``."""
        rules = self.rules
        if rules.waits:
            return waiting.refusal(rules, table, seat, command)
        return refusal.refusal(rules, table, seat, command)

    def legal(self, table: Table, seat: int) -> list[Command]:
        """See ``Game.legal``, ``legal`` and ``waiting``."""
        rules = self.rules
        if rules.is_plain and table.scalars["phase"] == "play" and not table.scalars["stuck"]:
            return legal.from_piles(rules, table, seat)  # the usual case; this runs after every play
        if rules.waits:
            return waiting.legal(rules, table, seat)
        return legal.legal(rules, table, seat)

    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """See ``Game.perform``."""
        moves.perform(self.rules, draft, seat, command, now, self.before_play)

    def lapse(self, draft: Draft) -> None:
        """See ``Race.lapse``."""
        cancelling.lapse(self.rules, draft)

    def would_take(self, table: Table, seat: int, command: Command) -> bool:
        """See ``Game.would_take`` (SPIT-3, SPIT-20, SPIT-21, SPIT-27)."""
        if command.do == SHOUT:
            return table.phase == "play" and bool(legal.shouts(self.rules, table, seat))
        if command.do in SLAPS:
            return self.refusal(table, seat, command) is None
        return running.would_take(self.rules, table, command.card)

    # Stuck, and spitting

    def can_go_on(self, table: Table | Draft, seat: int) -> bool:
        """See ``Race.can_go_on`` (SPIT-7)."""
        return stuck.can_go_on(self.rules, table, seat)

    def all_stuck(self, table: Table | Draft) -> bool:
        """See ``Race.all_stuck``."""
        return stuck.all_stuck(self.rules, table)

    def callers(self, table: Table | Draft) -> Sequence[int]:
        """See ``Race.callers`` (SPIT-7, SPIT-8)."""
        return spitting.spitters(self.rules, table)

    def turns_after(self, draft: Draft) -> int:
        """See ``Race.turns_after`` (SPIT-8, SPIT-9)."""
        return timing.turns_after(self.rules, draft)

    def turn_cards(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Race.turn_cards`` (SPIT-7 to SPIT-9)."""
        timing.turn_cards(self.rules, draft, chance, now)

    # Deadlines

    def special_deadline(self, table: Table, since: int) -> int | None:
        """See ``Race.special_deadline``."""
        return timing.deadline(self.rules, table, since, super().special_deadline(table, since))

    def due(self, draft: Draft, chance: Chance, now: int, since: int) -> bool:
        """See ``Game.due``."""
        rules = self.rules
        if timing.end_choice(rules, draft, chance) or timing.end_run(rules, draft, now, self.before_play):
            return True
        if timing.call_alone(rules, draft, now):
            return False
        return super().due(draft, chance, now, since)

    # Ending

    def end_of_deal(self, draft: Draft, chance: Chance, now: int) -> bool:
        """See ``Race.end_of_deal`` (SPIT-10, SPIT-14, SPIT-28)."""
        return ending.end_of_deal(self.rules, draft, chance, now)

    def cap(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Game.cap`` (SPIT-9, GEN-8)."""
        ending.cap(self.rules, draft, chance)

    def outcome(self, table: Table) -> Outcome | None:
        """See ``Game.outcome`` (SPIT-15, SPIT-26)."""
        return ending.outcome(self.rules, table)

    def standing(self, table: Table) -> Outcome:
        """See ``Game.standing``."""
        return ending.standing(self.rules, table)

    def figures(self, table: Table) -> tuple[int, ...]:
        """See ``Game.figures``: cards left."""
        return ending.figures(self.rules, table)

    # Judging

    def dead_heat(self, table: Table, commands: Mapping[int, Command], after: Table) -> int | None:
        """See ``Game.dead_heat`` (SPIT-10)."""
        return ending.dead_heat(table, commands)

    def is_contest(self, before: Table, after: Table, seat: int, command: Command) -> bool:
        """See ``Game.is_contest``: two seats that start a run with their last cards (SPIT-27)."""
        return running.is_last_race(self.rules, before, after, seat, command)

    def guarded(self, table: Table, seat: int, since: int, now: int) -> bool:
        """See ``Game.guarded`` (SPIT-10, SPIT-27, SPIT-28)."""
        return timing.is_guarded(self.rules, table, seat, since, now)

    def guard_ends(self, table: Table, seat: int, since: int) -> int:
        """See ``Game.guard_ends`` (SPIT-10)."""
        return timing.guard_ends(self.rules, table, seat, since)

    # Panel and views

    def view(self, table: Table, seat: int, held: int = 0) -> Table:
        """See ``Game.view``; ``held`` are the buttons that the seat holds to look under its piles (SPIT-23)."""
        return visibility.adapt(self.rules, super().view(table, seat, held), table, seat, held)

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """See ``Game.press``, ``panel`` and ``many_panel``."""
        meaning = many_panel.meaning if self.rules.is_many else panel.meaning
        return meaning(self.rules, table, seat, button, held)

    def presses_for(self, table: Table, seat: int, command: Command) -> Sequence[str]:
        """See ``Game.presses_for``, ``taps`` and ``many_panel``."""
        presses_for = many_panel.presses_for if self.rules.is_many else taps.presses_for
        return presses_for(self.rules, table, seat, command)
