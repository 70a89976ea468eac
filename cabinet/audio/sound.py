"""Which sounds a match has: `sounds_of` for one entry of its record, `MatchSounds` for the course of a match.

Both know the vocabulary of effects and zones (`docs/match-log.md`) and no game. A sound that belongs to a seat is in
that seat's voice (`voices`).
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Protocol

from cabinet.audio.voices import voiced
from engine.effects import Effect
from engine.phases import CONTEST_NS
from engine.record import CommandLine, Contest, DealLine, Entry, OutcomeLine, contest_of
from engine.units import NEVER

Play = Callable[[Iterable[str]], None]
"""Plays sounds together, by name."""

BY_RANK: Final = (
    "over", "catch", "go", "call", "shout", "word", "stuck", "bounce", "beat", "play", "turn", "deal",
)  # fmt: skip
"""Sounds of effects by descending priority: of one entry's effects only the sound with the highest is played."""
PLAYED_ON: Final = ("discard", "pile")
"""Zones that cards are played to, beside those in the centre."""
SAID: Final = MappingProxyType(
    {"stuck": "stuck", "uno": "call", "catch": "catch", "challenge": "catch", "speah": "word", "torkel": "word"}
)
"""The sounds of "say" effects by their key; any other key is a shout of a seat."""
SHARP_NS: Final = (20_000_000, 2_000_000)
"""The margins below which the picture of a race sounds sharper, ns."""
MEMORY_NS: Final = 1_000_000_000
"""How far back a rewind may repeat entries whose sounds were played, ns."""

SET_ASIDE: Final = "spit"
"""The zone of a seat whose cards nobody has to be rid of to win a deal."""
PULSE_NS: Final = MappingProxyType({1: 450_000_000, 2: 600_000_000, 3: 800_000_000, 4: 1_000_000_000})
"""The time between two pulses by the fewest cards that a seat has left, ns; none above."""
CALM_NS: Final = 8_000_000_000
"""How long the pulse goes on without any change, ns."""
AHEAD: Final = 2
"""By how many cards a seat leads before the lead can change."""
LEAD_NS: Final = 4_000_000_000
"""The least time between two sounds of a changed lead, ns."""


class TableLike(Protocol):
    """An immutable table: `engine.table.Table`, or an equivalent."""

    @property
    def zones(self) -> Mapping[str, tuple[str, ...]]:
        """Cards by zone."""

    @property
    def scalars(self) -> Mapping[str, int | str | bool]:
        """All other state of the rules."""


def sound_of(effect: Effect) -> str | None:
    """Return the sound of one effect, or None for a silent effect."""
    match effect:
        case ("move", _, source, to):
            seat = _seat_of(source)
            if not (to.startswith("centre") or to in PLAYED_ON):
                return "deal"
            return "turn" if seat is None else voiced("play", seat)
        case ("turn", _, _):
            return "turn"
        case ("gather" | "shuffle", _, _):
            return "deal"
        case ("say", seat, key):
            return SAID.get(str(key), "word" if seat < 0 else voiced("shout", seat))
        case ("foul", seat, _):
            return voiced("bounce", seat)
        case ("set", "beat", beat):
            return "beat" if beat else None
        case ("phase", name):
            return {"play": "go", "over": "over"}.get(name)
    return None


def sounds_of(entry: Entry) -> tuple[str, ...]:
    """Return the sounds of an entry, which are played together: a race's, or that of the effect with the highest rank.

    A refused command bounces back, unless it was beaten: that is no mistake, and sounds otherwise.
    """
    contest = contest_of(entry)
    if contest is not None and not contest.dead_heat:
        return (voiced("finish", contest.winner), photo(contest.margin_ns), voiced("beaten", contest.loser))
    if isinstance(entry, CommandLine) and not entry.ok:
        return (voiced("bounce", entry.seat),)
    if isinstance(entry, DealLine):
        return ("deal",)
    heard = {sound for effect in entry.effects if (sound := sound_of(effect))}
    first = min(heard, key=_rank, default=None)
    own = (first,) if first else ()
    return own if contest is None else (*own, "roll", voiced("lot", contest.winner))


def photo(margin_ns: int) -> str:
    """Return the sound of a photo finish, sharper the smaller its margin."""
    return f"photo_{1 + sum(margin_ns < limit for limit in SHARP_NS)}"


def _rank(sound: str) -> int:
    return BY_RANK.index(sound.partition(".")[0])


@lru_cache(maxsize=256)  # every zone of a game or two; asked for each zone at each change
def _seat_of(zone: str) -> int | None:
    """Return the seat to which a zone belongs, or None."""
    found = re.match(r"seat(\d+)\.", zone)
    return int(found[1]) if found else None


class MatchSounds:
    """Plays the sounds of a match; an entry that a rewind repeats sounds only once."""

    def __init__(self, play: Play, people: Collection[int] = (), *, tension: bool = True) -> None:
        """`people` are the seats with human players: losing to a bot sounds otherwise. `tension`: play the pulse."""
        self._play = play
        self._people = people
        self._sounded: set[tuple[int, str]] = set()
        self._newest = 0
        self._dead_heat: Contest | None = None
        self._has_record = False
        self._race = CardRace(play, tension=tension)

    def on_entries(self, entries: Iterable[Entry]) -> None:
        """Play the sounds of these entries together."""
        sounds = [(entry.t, name) for entry in entries for name in self._sounds_of(entry)]
        self._play(dict.fromkeys(name for time, name in sounds if (time, name) not in self._sounded))
        self._newest = max([self._newest, *(time for time, _ in sounds)])
        self._sounded = {each for each in self._sounded | set(sounds) if each[0] > self._newest - MEMORY_NS}

    def on_table(self, table: TableLike, now: int) -> None:
        """Play the sounds of cards that have become few, as the table is at `now` (ns)."""
        self._race.on_table(table, now)

    def advance(self, now: int) -> None:
        """Play the pulse that is due; call it only while the match runs."""
        self._race.advance(now)

    @property
    def next_pulse(self) -> int:
        """When the next pulse is due, ns; far in the future without one."""
        return self._race.next_pulse

    def record(self) -> None:
        """Play the sound of a record, once a match."""
        if not self._has_record:
            self._has_record = True
            self._play(("record",))

    def _sounds_of(self, entry: Entry) -> tuple[str, ...]:
        if isinstance(entry, OutcomeLine):
            return self._result(entry)
        contest = contest_of(entry)
        if contest is not None and contest.dead_heat:
            self._dead_heat = contest
        elif contest is not None and self._is_of_heat(contest):
            return ()  # its lot is still to be heard
        return sounds_of(entry)

    def _is_of_heat(self, beaten: Contest) -> bool:
        """Return whether a beaten press belongs to the last dead heat."""
        heat = self._dead_heat
        return heat is not None and heat.winner == beaten.winner and abs(beaten.t - heat.t) < CONTEST_NS

    def _result(self, entry: OutcomeLine) -> tuple[str, ...]:
        winner = entry.outcome.winner
        if winner is None or entry.outcome.reason == "left":
            return ()
        return ("win" if winner in self._people or not self._people else "lose",)


class CardRace:
    """The race of a deal in cards left: a seat's last card, a changed lead, and the pulse when cards are few."""

    def __init__(self, play: Play, *, tension: bool) -> None:
        self._play = play
        self._tension = tension
        self._table: TableLike | None = None
        self._deal = 0
        self._left: Mapping[int, int] = {}
        self._announced: frozenset[int] = frozenset()
        self._leader: int | None = None
        self._lead_at = -LEAD_NS
        self._calm_at = 0
        self.next_pulse = NEVER

    def on_table(self, table: TableLike, now: int) -> None:
        """See `MatchSounds.on_table`."""
        if table is self._table:
            return
        self._table = table
        if table.scalars.get("deal") != self._deal:
            self._deal = int(table.scalars.get("deal", 0))
            self._left, self._announced, self._leader = {}, frozenset(), None
        if table.scalars.get("phase") != "play" or table.scalars.get("stuck"):
            self.next_pulse = NEVER
            return
        left = cards_left(table)
        if left == self._left:
            return
        self._left, self._calm_at = left, now + CALM_NS
        self._play((*self._last_cards(left), *self._new_lead(left, now)))
        self._set_pulse(left, now)

    def advance(self, now: int) -> None:
        """See `MatchSounds.advance`."""
        if now < self.next_pulse:
            return
        self.next_pulse = NEVER
        if now < self._calm_at:
            self._play(("pulse",))
            self._set_pulse(self._left, now)

    def _last_cards(self, left: Mapping[int, int]) -> list[str]:
        """Return the sounds of the seats that have come to their last card in this deal."""
        new = [seat for seat, cards in left.items() if cards == 1 and seat not in self._announced]
        self._announced |= set(new)
        return [voiced("last_card", seat) for seat in new]

    def _new_lead(self, left: Mapping[int, int], now: int) -> list[str]:
        """Return the sound of a seat that has overtaken the leader, not too often."""
        order = sorted(left, key=lambda seat: left[seat])
        if len(order) < 2 or left[order[1]] - left[order[0]] < AHEAD or order[0] == self._leader:
            return []
        is_first, self._leader = self._leader is None, order[0]
        if is_first or now < self._lead_at + LEAD_NS:
            return []
        self._lead_at = now
        return [voiced("lead", self._leader)]

    def _set_pulse(self, left: Mapping[int, int], now: int) -> None:
        """Set the time of the next pulse; one that is due earlier stays."""
        every = PULSE_NS.get(min((cards for cards in left.values() if cards), default=0))
        self.next_pulse = min(self.next_pulse, now + every) if self._tension and every else NEVER


def cards_left(table: TableLike) -> Mapping[int, int]:
    """Return how many cards each seat has to be rid of."""
    left: dict[int, int] = {}
    for zone, cards in table.zones.items():
        seat = _seat_of(zone)
        if seat is not None and not zone.endswith(f".{SET_ASIDE}"):
            left[seat] = left.get(seat, 0) + len(cards)
    return left
