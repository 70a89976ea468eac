"""The course of Speahx, apart from moves: deals, the turn timer, the ends of a deal and of a match."""

from collections.abc import Mapping
from operator import add

from engine.cards import suit
from engine.chance import Chance
from engine.game import NOBODY, Outcome
from engine.games.speah.play import SpeahxPlay, begin_turn, end_deal, reset_window
from engine.games.speah.rules import only_first, places
from engine.panel import Clock, Command
from engine.table import Draft, Table, Zone


class SpeahxCourse(SpeahxPlay):
    """The course of Speahx: deals, the turn timer, the ends of a deal and of a match."""

    # Dealing

    def draw_dealer(self, draft: Draft, chance: Chance) -> None:
        """Draw the first dealer by lot, as the rules leave it open."""
        draft.set("dealer", chance.below(self.seats, "dealer"))

    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """Deal table cards and hand cards round; the rest is the stock. The last deal's loser deals (SPX-1)."""
        rules = self.rules
        if draft.number("deal"):
            draft.set("dealer", draft.number("loser"))
        dealer = draft.number("dealer")
        cards = list(chance.order(rules.face_down, "deal", draft.number("deal") + 1))
        seats = (*rules.others[dealer], dealer)
        zones: dict[str, Zone] = {slot: () for slots in rules.tables for slot in slots}
        for round_ in range(len(rules.tables[0])):
            for seat in seats:
                zones[rules.tables[seat][round_]] = (cards.pop(),)
        zones |= dict.fromkeys((*rules.hands, *rules.chances), ())
        for _ in range(rules.options.hand_cards):
            for seat in seats:
                zones[rules.hands[seat]] += (cards.pop(),)
        return {**zones, "stock": tuple(cards), "pile": (), "gone": ()}

    def reset(self, draft: Draft) -> None:
        """See ``Game.reset``."""
        rules = self.rules
        for key in ("wants", "named", "left_suit"):
            draft.set(key, "")
        for key in ("won", "loser", "turn"):
            draft.set(key, NOBODY)
        draft.set("turn_ends", 0)
        draft.set("capped", False)
        for seat in rules.all_seats:
            draft.set(rules.places[seat], 0)
            reset_window(rules, draft, seat)

    def open(self, draft: Draft, chance: Chance, now: int) -> None:
        """Take the hands up; the seat left of the dealer begins (SPX-1)."""
        draft.phase("play")
        for hand in self.rules.hands:
            draft.take_up(hand)
        begin_turn(self.rules, draft, (draft.number("dealer") + 1) % self.seats, now)

    # The turn timer

    def settle(self, draft: Draft, chance: Chance, now: int) -> None:
        """Do nothing: every consequence of a move belongs to the turn."""

    def deadline(self, table: Table, since: int) -> int | None:
        """Return the end of the turn timer (SPX-14)."""
        turn_ends: int = table.scalars["turn_ends"]
        return turn_ends

    def due(self, draft: Draft, chance: Chance, now: int, since: int) -> bool:
        """Perform the default move of the seat whose time is up (SPX-14)."""
        seat = draft.number("turn")
        draft.foul(seat, "time")
        self.perform(draft, seat, self._default_move(draft.now(), seat), now)
        return True

    def _default_move(self, table: Table, seat: int) -> Command:
        """Return the move at the time limit (SPX-14): pick up the pile; without a pile, the first legal card.

        Of choices the first, which with jacks is the kill; for a two its own suit.
        """
        if table.text("wants") == "suit":
            return Command("suit", word=suit(table.zones["pile"][-1]))
        if not table.text("wants") and table.zones["pile"]:
            return Command("pick_up")
        return self.legal(table, seat)[0]

    def clock(self, table: Table, since: int) -> Clock | None:
        """See ``Game.clock``: the turn timer (SPX-14)."""
        if table.phase != "play":
            return None
        ends = table.number("turn_ends")
        kind = "name" if table.text("wants") else "turn"
        return Clock(kind, table.number("turn"), ends - self.rules.turn_ns, ends)

    # Ending

    def cap(self, draft: Draft, chance: Chance, now: int) -> None:
        """End the deal at its cap: the seat without cards, or with the fewest, wins (GEN-8)."""
        draft.set("capped", True)
        end_deal(self.rules, draft)

    def begin_last_lap(self, draft: Draft) -> None:
        """See ``Game.begin_last_lap``: the stock leaves the game, so that no hand is refilled any more (GEN-14)."""
        draft.gather("stock", "gone")
        super().begin_last_lap(draft)

    def end_sudden_death(self, draft: Draft, winner: int) -> None:
        """See ``Game.end_sudden_death``: end the deal as at its cap."""
        draft.set("capped", True)
        end_deal(self.rules, draft)

    def outcome(self, table: Table) -> Outcome | None:
        """Return the outcome after ``deals`` deals: the lowest sum of places wins."""
        rules = self.rules
        deals = rules.options.deals
        if table.number("deal") < deals:
            return None
        reason = "cap" if table.flag("capped") else "deals" if deals > 1 else "out"
        in_match = self.figures(table)
        return Outcome(only_first(in_match), reason, in_match)

    def standing(self, table: Table) -> Outcome:
        """Return the outcome by the present places (GEN-8)."""
        in_match = self.figures(table)
        return Outcome(only_first(in_match), "cap", in_match)

    def figures(self, table: Table) -> tuple[int, ...]:
        """See ``Game.figures``: the places in the match, 1 for the best."""
        scores = super().figures(table)
        if table.phase not in ("over", "finished"):
            scores = tuple(map(add, scores, places(self.rules, table)))
        return tuple(1 + sum(other < score for other in scores) for score in scores)
