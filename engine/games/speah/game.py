"""Speahx as the match calls it: each method asks one of this folder's modules (rules SPX-1 to SPX-14)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine import exclusions
from engine.cards import RANKS, SUITS
from engine.chance import Chance
from engine.game import RULES, Game, GameInfo, Outcome, Preset
from engine.games.speah import dealing, ending, legal, moves, panel, refusal, taps
from engine.games.speah.evaluation import SpeahxEvaluation
from engine.games.speah.options import EXCLUSIONS, SpeahxOptions
from engine.games.speah.rules import make_rules
from engine.games.speah.turns import begin_turn
from engine.panel import Command, Meaning
from engine.shown import Clock, Row
from engine.table import Draft, Table, Zone


class Speahx(Game):
    """Speahx for 2 to 14. ``ranks`` and ``suits`` make the tiny decks that exhaustive play needs.

    Raises OptionError for too few or too many seats.
    """

    info: ClassVar[GameInfo] = GameInfo(
        id="speah",
        schema=SpeahxOptions,
        presets=(
            Preset("speah_short", {"turn_s": 8, "table_cards": 3, "hand_cards": 3, "caps": (300, 300)}),
            Preset("speah", {"caps": (300, 300)}),  # one deal is the match, so it may last as long as the match
        ),
        seats=(2, 14),
        hands=True,
        places=True,
    )
    PROGRESS = frozenset({"play", "chance", "pick_up", "table", "suit", "give", "kill"})
    attempts = frozenset()  # no races, so a refused move costs nothing (GEN-3)

    def __init__(
        self, options: SpeahxOptions, seats: int = 2, edition: int = RULES, *, ranks: str = RANKS, suits: str = SUITS
    ) -> None:
        super().__init__(options, seats, edition)
        exclusions.check(EXCLUSIONS, options, seats)
        self.rules = make_rules(options, seats, edition, ranks=ranks, suits=suits)
        self.evaluation = SpeahxEvaluation(self.rules)

    # Dealing

    @property
    def deck(self) -> tuple[str, ...]:
        """See ``Game.deck``."""
        return self.rules.deck

    def draw_dealer(self, draft: Draft, chance: Chance) -> None:
        """Draw the first dealer by lot, as the rules leave it open."""
        draft.set("dealer", chance.below(self.seats, "dealer"))

    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """See ``Game.layout`` (SPX-1)."""
        return dealing.layout(self.rules, draft, chance)

    def reset(self, draft: Draft) -> None:
        """See ``Game.reset``."""
        dealing.reset(self.rules, draft)

    def open(self, draft: Draft, chance: Chance, now: int) -> None:
        """Take the hands up; the seat left of the dealer begins (SPX-1)."""
        draft.phase("play")
        for hand in self.rules.hands:
            draft.take_up(hand)
        begin_turn(self.rules, draft, (draft.number("dealer") + 1) % self.seats, now)

    # Playing

    def refusal(self, table: Table, seat: int, command: Command) -> str | None:
        """See ``Game.refusal`` and ``refusal.refusal``."""
        return refusal.refusal(self.rules, table, seat, command)

    def legal(self, table: Table, seat: int) -> list[Command]:
        """See ``Game.legal`` and ``legal.legal``, which defines the listed orders of several cards."""
        return legal.legal(self.rules, table, seat)

    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """See ``Game.perform``; the end of the turn is part of the move, as the players see it."""
        moves.perform(self.rules, draft, seat, command, now)

    def settle(self, draft: Draft, chance: Chance, now: int) -> None:
        """Do nothing: every consequence of a move belongs to the turn (``turns``)."""

    def deadline(self, table: Table, since: int) -> int | None:
        """Return the end of the turn timer (SPX-14)."""
        turn_ends: int = table.scalars["turn_ends"]
        return turn_ends

    def due(self, draft: Draft, chance: Chance, now: int, since: int) -> bool:
        """Perform the default move of the seat whose time is up (SPX-14)."""
        seat = draft.number("turn")
        draft.foul(seat, "time")
        self.perform(draft, seat, legal.default_move(self.rules, draft.now(), seat), now)
        return True

    # Ending

    def cap(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Game.cap`` (GEN-8)."""
        ending.cap(self.rules, draft)

    def outcome(self, table: Table) -> Outcome | None:
        """See ``Game.outcome``."""
        return ending.outcome(self.rules, table)

    def standing(self, table: Table) -> Outcome:
        """See ``Game.standing``."""
        return ending.standing(self.rules, table)

    def figures(self, table: Table) -> tuple[int, ...]:
        """See ``Game.figures``: the places in the match, 1 for the best."""
        return ending.figures(self.rules, table)

    # Panel and views

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """See ``Game.press``."""
        return panel.meaning(self.rules, table, seat, button, held)

    def presses_for(self, table: Table, seat: int, command: Command) -> Sequence[str]:
        """See ``Game.presses_for``."""
        return taps.presses_for(self.rules, table, seat, command)

    def row(self, table: Table, seat: int) -> Row | None:
        """See ``Game.row``."""
        return panel.row(self.rules, table, seat)

    def clock(self, table: Table, since: int) -> Clock | None:
        """See ``Game.clock``: the turn timer (SPX-14)."""
        if table.phase != "play":
            return None
        ends = table.number("turn_ends")
        kind = "name" if table.text("wants") else "turn"
        return Clock(kind, table.number("turn"), ends - self.rules.turn_ns, ends)

    def view(self, table: Table, seat: int, held: int = 0) -> Table:
        """See ``Game.view``; another seat's marked cards are hidden with its hand."""
        seen = super().view(table, seat, held)
        hands = zip(self.rules.marks, self.rules.hands, strict=True)
        hidden = {marks for marks, hand in hands if not self.sees(hand, seat)}
        scalars = {key: "" if key in hidden else value for key, value in seen.scalars.items()}
        return Table(seen.zones, scalars, seen.shuffles)
