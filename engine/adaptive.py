"""The bot that adapts its pace to the person it plays against, so that either may win.

Its pace is on the table, in scalars that follow from the match alone: from what its player was called at the start, and
from every command since that kept the game going. So a rewind restores it, a replay repeats it without a bot, and the
log says what the bot was at each moment. It sees what the person across sees: who has just played, about how long that
took, and how many cards and points everybody has. Nothing of it reaches the judge.

- ``felt.N``: the person's strength as the bot at seat N takes it to be, in tenths of a card a minute. Each card that
  the person plays raises it, each of its own lowers it: at a quicker pace of its own by less, and the person's by more,
  so that it stays as it is while each plays as many as its pace. A card that came quickly counts for more. Where both
  play as many, in turns, the quicker one is told from the slower by that.
- ``pace.N``: what it plays at: that and its edge, less the more it is ahead, more the more it is behind.
- ``seen.N``: how many commands it has seen; the first move its opinion most.
- ``edge.N``: its edge in this match, in percent of the pace.

A pace says little of luck, of piles that are slapped and of sums. So the end of each match moves the edge:
up if the person has won, down by more if not (``after_match``). The bot begins the next match against the same person
with it.
"""

import re
from typing import Final, NamedTuple

from engine.setup import Setup
from engine.table import Draft, Table
from engine.units import MS

ADAPTIVE: Final = "bot:adaptive"
"""The player of a seat whose bot adapts to somebody unknown; ``bot:adaptive-34`` begins at a pace of 34, and
``bot:adaptive-34+5`` with an edge of 5 % beside it."""
SLOWEST: Final = 6
QUICKEST: Final = 140
"""The ends of the scale of paces, cards a minute."""
STRANGER: Final = 20
"""Where a bot begins that knows nothing of the person: at somebody's first match."""

LEAST: Final = 0.05
"""The least share by which a command changes ``felt``: whoever gets tired is followed too."""
HURRY: Final = 0.5
"""How much less a command counts that took as long as a card usually takes at this pace."""
TENTH_NS: Final = 100 * MS
"""The least difference of times that an eye sees."""
TENTHS_A_MINUTE: Final = 600
A_POINT: Final = 0.2
"""The share of pace for each point or deal that the bot is ahead or behind, of which two count at most."""

RAISE: Final = 4
LOWER: Final = 5
"""By how much, in percent of the pace, a match moves the edge that the person has won, and one that the bot has: they
cancel where the person wins five matches of nine."""
MOST_EDGE: Final = 20
"""The largest edge, and the smallest with a minus."""


class Manner(NamedTuple):
    """How a bot follows, by the edition of the rules.

    - ``first``, ``since``: a command changes ``felt`` by the share first / (since + seen), LEAST at least.
    - ``known``: how many commands it has seen of somebody whose pace it was told: of another match, perhaps of another
      day.
    - ``allows_for_its_pace``: whether its own pace decides how much a card says; else it plays itself level with the
      person, whatever its aim.
    - ``aim``: the share of the person's strength at which it plays while they are level.
    - ``a_card``: the share of pace for each card that it is ahead or behind.
    - ``most_ahead``, ``most_behind``: the most of that, and of points or deals.
    """

    first: float
    since: float
    known: int
    allows_for_its_pace: bool
    aim: float
    a_card: float
    most_ahead: float
    most_behind: float

    @property
    def most_seen(self) -> int:
        """After how many commands the least share is reached."""
        return int(self.first / LEAST - self.since)


ALLOWS: Final = 6
"""The first edition of the rules in which bots adapt as ``NOW`` says."""
NOW: Final = Manner(5.0, 8.0, 20, True, aim=0.95, a_card=0.05, most_ahead=0.4, most_behind=0.8)
BEFORE: Final = Manner(3.0, 6.0, 10, False, aim=0.92, a_card=0.025, most_ahead=0.4, most_behind=0.4)


class Start(NamedTuple):
    """Where an adaptive bot begins: the person's pace as it takes it to be, and its edge in percent."""

    pace: int
    edge: int = 0


def is_adaptive(player: str) -> bool:
    """Return whether the bot of a seat's ``player`` adapts."""
    return player == ADAPTIVE or start_of(player) is not None


def adaptive_at(pace: float, edge: int = 0) -> str:
    """Return the player of a bot that begins at a pace with an edge, the nearest ends of their scales beyond them."""
    start, by = min(max(round(pace), SLOWEST), QUICKEST), min(max(edge, -MOST_EDGE), MOST_EDGE)
    return f"{ADAPTIVE}-{start}{by:+d}" if by else f"{ADAPTIVE}-{start}"


def start_of(player: str) -> Start | None:
    """Return where an adaptive player begins; None for a stranger's, and for all others."""
    found = re.fullmatch(f"{ADAPTIVE}-([0-9]{{1,3}})([+-][0-9]{{1,2}})?", player)
    start = Start(int(found[1]), int(found[2] or 0)) if found else None
    return start if start and adaptive_at(*start) == player else None


def after_match(table: Table, seat: int, *, has_lost: bool | None) -> str:
    """Return the player with which the adaptive bot of a seat goes on against the same person.

    ``table`` is that at the end of the match; ``has_lost`` says whether the person has, and is None if nobody won.
    """
    by = 0 if has_lost is None else -LOWER if has_lost else RAISE
    return adaptive_at(table.number(f"felt.{seat}") / 10, table.number(f"edge.{seat}") + by)


class Adaptation:
    """The adaptive bots of one match. ``seats`` are theirs, ``watched`` those of the people, or else of all others."""

    def __init__(self, setup: Setup) -> None:
        players = [seat.player for seat in setup.seats]
        self.seats = tuple([seat for seat, player in enumerate(players) if is_adaptive(player)])
        others = [seat for seat in range(len(players)) if seat not in self.seats]
        self.watched = setup.people or tuple(others)
        self._starts = {seat: start_of(players[seat]) for seat in self.seats}
        self._manner = NOW if setup.rules >= ALLOWS else BEFORE

    def begin_deal(self, draft: Draft) -> None:
        """Set the paces for a new deal; before the first, also what the bots begin with."""
        for seat in self.seats:
            if f"felt.{seat}" not in draft.scalars:
                start = self._starts[seat]
                draft.set(f"felt.{seat}", 10 * (start.pace if start else STRANGER))
                draft.set(f"seen.{seat}", self._manner.known if start else 0)
                if self._manner.allows_for_its_pace:
                    draft.set(f"edge.{seat}", start.edge if start else 0)
            self._set_pace(draft, seat)

    def follow(self, draft: Draft, by: int, took_ns: int) -> None:
        """Adapt every bot to a command of the seat ``by``, which came ``took_ns`` after the one before."""
        for seat in self.seats:
            if by == seat or by in self.watched:
                manner = self._manner
                felt, seen = draft.number(f"felt.{seat}"), draft.number(f"seen.{seat}")
                pace = draft.number(f"pace.{seat}") if manner.allows_for_its_pace else felt
                cards = took_ns // TENTH_NS * (pace if by == seat else felt) / 10 / TENTHS_A_MINUTE
                says = 2 * (felt if by == seat else pace) / (felt + pace)
                step = 1 + max(manner.first / (manner.since + seen), LEAST) / (1 + HURRY * cards) * says
                for _ in self.watched if by == seat else (by,):
                    felt = int((felt / step if by == seat else felt * step) + 0.5)
                draft.set(f"felt.{seat}", min(max(felt, 10 * SLOWEST), 10 * QUICKEST))
                draft.set(f"seen.{seat}", min(seen + 1, manner.most_seen))
            self._set_pace(draft, seat)

    def _set_pace(self, draft: Draft, seat: int) -> None:
        manner = self._manner
        cards = [_cards_of(draft, other) for other in self.watched]
        points = [draft.number(f"score.{other}") for other in self.watched]
        ahead = manner.a_card * (min(cards, default=0) - _cards_of(draft, seat))
        ahead += A_POINT * min(max(draft.number(f"score.{seat}") - max(points, default=0), -2), 2)
        pace = draft.number(f"felt.{seat}") * manner.aim * (1 - min(max(ahead, -manner.most_behind), manner.most_ahead))
        pace *= (100 + draft.number(f"edge.{seat}")) / 100
        draft.set(f"pace.{seat}", min(max(int(pace + 0.5), 10 * SLOWEST), 10 * QUICKEST))


def _cards_of(draft: Draft, seat: int) -> int:
    """Return how many cards lie in the seat's own zones, face up or down."""
    own = f"seat{seat}."
    return sum([len(cards) for name, cards in draft.zones.items() if name.startswith(own)])
