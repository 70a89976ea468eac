"""The bot that adapts its pace to the person it plays against, so that either may win.

Its pace is on the table, in scalars that follow from the match alone: from what its player was called at the start, and
from every command since that kept the game going. So a rewind restores it, a replay repeats it without a bot, and the
log says what the bot was at each moment. It sees what the person across sees: who has just played, about how long that
took, and how many cards and points everybody has. Nothing of it reaches the judge.

- ``felt.N``: the person's strength as the bot at seat N takes it to be, in tenths of a card a minute. Each card that
  the person plays raises it, each of its own lowers it; a card that came quickly counts for more. Where both play as
  many, in turns, the quicker one is told from the slower by that.
- ``pace.N``: what it plays at: that, less the more it is ahead, more the more it is behind.
- ``seen.N``: how many commands it has seen; the first move its opinion most.
"""

from typing import Final

from engine.setup import Setup
from engine.table import Draft
from engine.units import MS

ADAPTIVE: Final = "bot:adaptive"
"""The player of a seat whose bot adapts to somebody unknown; ``bot:adaptive-34`` begins at a pace of 34."""
SLOWEST: Final = 6
QUICKEST: Final = 140
"""The ends of the scale of paces, cards a minute."""
STRANGER: Final = 20
"""Where a bot begins that knows nothing of the person: at somebody's first match."""
KNOWN: Final = 10
"""How many commands the bot has seen of somebody whose pace it was told: of another match, perhaps of another day."""

FIRST: Final = 3.0
SINCE: Final = 6.0
LEAST: Final = 0.05
"""A command changes ``felt`` by the share FIRST / (SINCE + seen), 0.05 at least: whoever gets tired is followed too."""
MOST_SEEN: Final = int(FIRST / LEAST - SINCE)
HURRY: Final = 0.5
"""How much less a command counts that took as long as a card usually takes at this pace."""
TENTH_NS: Final = 100 * MS
"""The least difference of times that an eye sees."""
TENTHS_A_MINUTE: Final = 600
AIM: Final = 0.92
"""The share of the person's strength at which the bot plays while they are level: the person should win a little more
often than not."""
A_CARD: Final = 0.025
"""The share of pace for each card that the bot is ahead or behind."""
A_POINT: Final = 0.2
"""The same for each point or deal, of which two count at most."""
MOST_LEAD: Final = 0.4


def is_adaptive(player: str) -> bool:
    """Return whether the bot of a seat's ``player`` adapts."""
    return player == ADAPTIVE or start_of(player) is not None


def adaptive_at(pace: float) -> str:
    """Return the player of a bot that begins at a pace, the nearest end of the scale beyond it."""
    return f"{ADAPTIVE}-{min(max(round(pace), SLOWEST), QUICKEST)}"


def start_of(player: str) -> int | None:
    """Return the pace at which an adaptive player begins; None for a stranger's, and for all others."""
    paces = range(SLOWEST, QUICKEST + 1)
    return next((pace for pace in paces if player == f"{ADAPTIVE}-{pace}"), None) if ADAPTIVE in player else None


class Adaptation:
    """The adaptive bots of one match. ``seats`` are theirs, ``watched`` those of the people, or else of all others."""

    def __init__(self, setup: Setup) -> None:
        players = [seat.player for seat in setup.seats]
        self.seats = tuple([seat for seat, player in enumerate(players) if is_adaptive(player)])
        others = [seat for seat in range(len(players)) if seat not in self.seats]
        self.watched = setup.people or tuple(others)
        self._starts = {seat: start_of(players[seat]) for seat in self.seats}

    def begin_deal(self, draft: Draft) -> None:
        """Set the paces for a new deal; before the first, also what the bots begin with."""
        for seat in self.seats:
            if f"felt.{seat}" not in draft.scalars:
                start = self._starts[seat]
                draft.set(f"felt.{seat}", 10 * (STRANGER if start is None else start))
                draft.set(f"seen.{seat}", 0 if start is None else KNOWN)
            self._set_pace(draft, seat)

    def follow(self, draft: Draft, by: int, took_ns: int) -> None:
        """Adapt every bot to a command of the seat ``by``, which came ``took_ns`` after the one before."""
        for seat in self.seats:
            if by == seat or by in self.watched:
                felt, seen = draft.number(f"felt.{seat}"), draft.number(f"seen.{seat}")
                cards = took_ns // TENTH_NS * felt / 10 / TENTHS_A_MINUTE
                step = 1 + max(FIRST / (SINCE + seen), LEAST) / (1 + HURRY * cards)
                for _ in self.watched if by == seat else (by,):
                    felt = int((felt / step if by == seat else felt * step) + 0.5)
                draft.set(f"felt.{seat}", min(max(felt, 10 * SLOWEST), 10 * QUICKEST))
                draft.set(f"seen.{seat}", min(seen + 1, MOST_SEEN))
            self._set_pace(draft, seat)

    def _set_pace(self, draft: Draft, seat: int) -> None:
        cards = [_cards_of(draft, other) for other in self.watched]
        points = [draft.number(f"score.{other}") for other in self.watched]
        ahead = A_CARD * (min(cards, default=0) - _cards_of(draft, seat))
        ahead += A_POINT * min(max(draft.number(f"score.{seat}") - max(points, default=0), -2), 2)
        pace = draft.number(f"felt.{seat}") * AIM * (1 - min(max(ahead, -MOST_LEAD), MOST_LEAD))
        draft.set(f"pace.{seat}", min(max(int(pace + 0.5), 10 * SLOWEST), 10 * QUICKEST))


def _cards_of(draft: Draft, seat: int) -> int:
    """Return how many cards lie in the seat's own zones, face up or down."""
    own = f"seat{seat}."
    return sum([len(cards) for name, cards in draft.zones.items() if name.startswith(own)])
