"""Speed Uno as the match calls it: each method asks one of this folder's modules (rules UNO-1 to UNO-14)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine import exclusions
from engine.chance import Chance
from engine.dealing import draw_for_dealer, draw_layout
from engine.game import RULES, Game, GameInfo, Outcome, Preset
from engine.games.speed_uno import calling, dealing, drawing, ending, legal, moves, panel, queries, timing
from engine.games.speed_uno.cards import lot
from engine.games.speed_uno.evaluation import SpeedUnoEvaluation
from engine.games.speed_uno.options import EXCLUSIONS, PARTY, SpeedUnoOptions
from engine.games.speed_uno.rules import DEALT, make_rules
from engine.panel import Command, Meaning
from engine.shown import Clock, Row
from engine.table import Draft, Table, Zone


class SpeedUno(Game):
    """Speed Uno for two to eight.

    ``deck`` (codes as from ``uno_deck``) and ``dealt`` (cards per hand) make the small games that tests need.
    """

    info: ClassVar[GameInfo] = GameInfo(
        id="speed_uno",
        schema=SpeedUnoOptions,
        presets=(
            Preset("speed_uno", PARTY, seats=4),
            Preset("speed_uno_duel", PARTY),
        ),
        seats=(2, 8),
        hands=True,
    )
    PROGRESS = frozenset({"play", "draw", "colour", "challenge"})  # all but the call and the catch

    def __init__(
        self,
        options: SpeedUnoOptions,
        seats: int = 4,
        edition: int = RULES,
        *,
        deck: Sequence[str] | None = None,
        dealt: int = DEALT,
    ) -> None:
        super().__init__(options, seats, edition)
        exclusions.check(EXCLUSIONS, options, seats)
        self.rules = make_rules(options, seats, edition, deck=deck, dealt=dealt)
        if edition > 2:
            self.attempts |= legal.CALLS
        self.evaluation = SpeedUnoEvaluation(self.rules)

    @property
    def revised(self) -> int:
        """See ``Game.revised``: a call or a catch without a cause is a miss (UNO-10). The second edition was the
        first to break ties among those in front (``ending.standing``)."""
        return 3

    # Dealing

    @property
    def deck(self) -> tuple[str, ...]:
        """See ``Game.deck``."""
        return self.rules.deck

    def prologue(self, chance: Chance) -> Mapping[str, Zone]:
        """Show the draw for the first dealer (UNO-1)."""
        return draw_layout(self.rules.deck, chance, self.seats)

    def draw_dealer(self, draft: Draft, chance: Chance) -> None:
        """Draw the first dealer: the highest number deals (UNO-1)."""
        draw_for_dealer(draft, chance, self.seats, lot)

    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """See ``Game.layout`` (UNO-1)."""
        return dealing.layout(self.rules, draft, chance)

    def reset(self, draft: Draft) -> None:
        """See ``Game.reset``."""
        dealing.reset(self.rules, draft)

    def open(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Game.open`` (UNO-1)."""
        dealing.open_hand(self.rules, draft, chance)

    # Playing

    def refusal(self, table: Table, seat: int, command: Command) -> str | None:
        """See ``Game.refusal`` and ``legal.refusal``."""
        return legal.refusal(self.rules, table, seat, command)

    def legal(self, table: Table, seat: int) -> list[Command]:
        """See ``Game.legal``."""
        return legal.legal(self.rules, table, seat)

    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """See ``Game.perform``."""
        match command.do:
            case "play":
                moves.play(self.rules, draft, seat, command.cards or (command.card,), now)
            case "draw":
                drawing.draw_next(self.rules, draft, now)
            case "colour":
                moves.name_colour(self.rules, draft, command.word, now)
            case "uno":
                calling.call_uno(self.rules, draft, seat)
            case "catch":
                calling.catch(self.rules, draft, seat, command.target)
            case "challenge":
                drawing.challenge(self.rules, draft, seat, now)

    def settle(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Game.settle`` and ``ending.settle``."""
        ending.settle(self.rules, draft, chance)

    def would_take(self, table: Table, seat: int, command: Command) -> bool:
        """See ``Game.would_take``."""
        return legal.would_take(self.rules, table, seat, command)

    # Deadlines

    def deadline(self, table: Table, since: int) -> int | None:
        """See ``Game.deadline``."""
        return timing.deadline(self.rules, table, since)

    def due(self, draft: Draft, chance: Chance, now: int, since: int) -> bool:
        """See ``Game.due``."""
        return timing.due(self.rules, draft, now, since)

    def clock(self, table: Table, since: int) -> Clock | None:
        """See ``Game.clock``."""
        return timing.clock(self.rules, table, since)

    # Ending

    def cap(self, draft: Draft, chance: Chance, now: int) -> None:
        """End the hand at its cap: the fewest points win the difference, as in UNO-13 (GEN-8)."""
        ending.give_hand_to_fewest(self.rules, draft)

    def outcome(self, table: Table) -> Outcome | None:
        """See ``Game.outcome`` (UNO-12)."""
        return ending.outcome(self.rules, table)

    def standing(self, table: Table) -> Outcome:
        """See ``Game.standing``."""
        return ending.standing(self.rules, table)

    def figures(self, table: Table) -> tuple[int, ...]:
        """See ``Game.figures``: points."""
        return ending.figures(self.rules, table)

    # Panel and views

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """See ``Game.press``."""
        return panel.meaning(self.rules, table, seat, button, held)

    def presses_for(self, table: Table, seat: int, command: Command) -> Sequence[str]:
        """See ``Game.presses_for``."""
        return panel.presses_for(self.rules, table, seat, command)

    def row(self, table: Table, seat: int) -> Row | None:
        """See ``Game.row``."""
        return panel.row(self.rules, table, seat)

    def view(self, table: Table, seat: int, held: int = 0) -> Table:
        """See ``Game.view``; some scalars are hidden, too."""
        seen = super().view(table, seat, held)
        if table.phase != "play":
            return seen
        return Table(seen.zones, {**seen.scalars, **queries.hidden_scalars(self.rules, table, seat)}, seen.shuffles)
