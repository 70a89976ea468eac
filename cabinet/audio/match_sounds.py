"""Which sounds a match has: `sounds_of` for one entry of its record, `MatchSounds` for the course of a match.

Both know the vocabulary of effects and zones (`docs/match-log.md`) and no game. A sound that belongs to a seat is in
that seat's voice (`player`). What the announcer says (``say.``, and ``opening.`` as a match opens), the tune and its
level (``music.``) and its pulse (``pulse.``) are names among the sounds: `cabinet.audio.player` tells them apart.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import msgspec

from cabinet.audio.music import GAMES
from cabinet.audio.player import RUN, voiced
from engine.game import Outcome
from engine.log_lines import (
    CommandLine,
    Contest,
    DealLine,
    Entry,
    OutcomeLine,
    PauseLine,
    ResumeLine,
    VoidLine,
    contest_of,
)
from engine.table import Effect, Table

Play = Callable[[Iterable[str]], None]
"""Plays sounds together, by name."""

BY_RANK: Final = (
    "over", "catch", "go", "call", "shout", "word", "stuck", "bounce", "beat", "colour", "direction", "play", "ready",
    "turn", "take", "gather", "shuffle", "point", "draw", "deal",
)  # fmt: skip
"""Sounds of effects by descending priority: of one entry's effects only the sound with the highest is played."""
OF_LINES: Final = MappingProxyType({DealLine: "deal", PauseLine: "pause", ResumeLine: "resume", VoidLine: "void"})
"""The sounds of entries that are what they are, whatever their effects."""
PLAYED_ON: Final = ("discard", "pile")
"""Zones that cards are played to, beside those in the centre."""
SAID: Final = MappingProxyType(
    {
        "stuck": "stuck",
        "uno": "call",
        "catch": "catch",
        "challenge": "catch",
        "speah": "word",
        "torkel": "word",
        "leaves": "word",
        "no_pause": "word",
    }
)
"""The sounds of "say" effects by their key; any other key is a shout of a seat."""
SIDES: Final = MappingProxyType({"centre.0": "@L", "centre.1": "@R"})
"""From which side a card is heard, by the pile that it is played to; from the middle for any other."""
RUN_NS: Final = 1_500_000_000
"""The longest time between two cards of a seat's run, ns."""
COLOURS: Final = ("amber", "blue", "green", "yellow")
"""The words for the seats that the announcer has; seats behind them have none."""
ANNOUNCED: Final = MappingProxyType(
    {"stuck": "stuck", "spit": "spit", "uno": "uno", "catch": "caught", "speed": "slap", "speah": "spades"}
)
"""What the announcer says to a "say" effect, by its key."""
BEATS: Final = MappingProxyType({3: "three", 2: "two", 1: "one"})
CLOSE_NS: Final = 10_000_000
"""The margin below which the announcer says it, ns."""
MOST_TENS: Final = 50
"""The longest margin that the announcer says, rounded to ten, ms."""
FEW: Final = ((2, "4"), (4, "3"), (8, "2"))
"""The levels of the music by the fewest cards that a seat has left, at most; "1" above."""
LAP: Final = "lap"
"""The level of the music in the last lap."""
LAP_BEGUN: Final = 2
"""The scalar ``lap`` from which on the last lap is run."""
SHARP_NS: Final = (20_000_000, 2_000_000)
"""The margins below which the picture of a race sounds sharper, ns."""
MEMORY_NS: Final = 1_000_000_000
"""How far back a rewind may repeat entries whose sounds were played, ns."""

SET_ASIDE: Final = "spit"
"""The zone of a seat whose cards nobody has to be rid of to win a deal."""
PULSES: Final = ((2, 2), (4, 1))
"""The pulse by the fewest cards that a seat has left, at most: 2 is on each half of a beat, 1 on each beat; 0 above."""
NOT_BEGUN: Final = "0"
"""The level of the music from a deal's first card to its countdown's end."""
WAITS: Final = "1"
"""The level of the music from a match's end to its result."""
A_RUN: Final = 3
"""The wins in a row that the announcer tells."""
AHEAD: Final = 2
"""By how many cards a seat leads before the lead can change."""
COMEBACK: Final = 7
"""How many cards behind a seat was that comes back by taking the lead."""
LEAD_NS: Final = 4_000_000_000
"""The least time between two sounds of a changed lead, ns."""


def sound_of(effect: Effect) -> str | None:
    """Return the sound of one effect, or None for a silent effect."""
    match effect:
        case ("move", _, source, to):
            seat = _seat_of(source)
            if to.startswith("centre") or to in PLAYED_ON:
                return "turn" if seat is None else voiced("play", seat) + SIDES.get(to, "")
            return _taken(source, seat, _seat_of(to))
        case ("turn", _, _):
            return "turn"
        case ("gather" | "shuffle" as kind, _, _):
            return kind
        case ("score", seat, points):
            return voiced("point", seat) if points > 0 else None
        case ("say", seat, key):
            return SAID.get(str(key), "word" if seat < 0 else voiced("shout", seat))
        case ("foul", seat, _):
            return voiced("bounce", seat)
        case ("phase", name):
            return {"play": "go", "over": "over"}.get(name)
        case ("set", key, value):
            return _changed(key, value)


def _taken(source: str, giver: int | None, taker: int | None) -> str:
    """Return the sound of a card that is not played: taken from a pile, drawn from the own stock, or dealt."""
    if taker is None:
        return "deal"
    if giver == taker:
        return voiced("draw", taker)
    return "take" if source in PLAYED_ON or source.startswith("centre") else "deal"


def _changed(key: str, value: object) -> str | None:
    """Return the sound of a scalar that is set."""
    if not value:
        return None
    if key.startswith("ready."):
        return voiced("ready", int(key.removeprefix("ready.")))
    return key if key in ("beat", "colour", "direction") else None


def sounds_of(entry: Entry) -> tuple[str, ...]:
    """Return the sounds of an entry, which are played together: a race's, or that of the effect with the highest rank.

    A refused command bounces back, unless it was beaten: that is no mistake, and sounds otherwise.
    """
    contest = contest_of(entry)
    if contest is not None and not contest.dead_heat:
        close = ("gasp", voiced("motif", contest.winner)) if contest.margin_ns < SHARP_NS[0] else ()
        return (voiced("finish", contest.winner), photo(contest.margin_ns), voiced("beaten", contest.loser), *close)
    if isinstance(entry, CommandLine) and not entry.ok:
        return (voiced("bounce", entry.seat),)
    if isinstance(entry, DealLine | PauseLine | ResumeLine | VoidLine):
        return (OF_LINES[type(entry)],)
    sounds = {sound for effect in entry.effects if (sound := sound_of(effect))}
    first = min(sounds, key=_rank, default=None)
    own = (first,) if first else ()
    if isinstance(entry, CommandLine) and entry.command.do == "slap":
        own = (voiced("slap", entry.seat), *own)
    return own if contest is None else (*own, "roll", voiced("lot", contest.winner))


def said_of(entry: Entry, called: Sequence[str] = COLOURS) -> tuple[str, ...]:
    """Return what the announcer says to an entry, the weightiest first; nothing to most.

    `called` is how it calls the seats, by seat; a seat without a word in it has only its sounds.
    """
    contest = contest_of(entry)
    if contest is not None:
        return _said_of_race(contest, _called(contest.winner, called))
    said = (clip for effect in entry.effects if (clip := _said_of_effect(effect)))
    return tuple(f"say.{clip}" for clip in dict.fromkeys(said))


def _called(seat: int, called: Sequence[str]) -> str:
    """Return how a seat is called; "" if it is not."""
    return called[seat] if seat < len(called) else ""


def _said_of_race(contest: Contest, winner: str) -> tuple[str, ...]:
    """Return what is said to a race that was close: what it was, and by how much whose it is."""
    if contest.dead_heat:
        return ("say.dead_heat", *((f"say.{winner}_has_it",) if winner else ()))
    if contest.margin_ns < SHARP_NS[1]:
        return ("say.photo_finish", f"say.{winner}_by_a_nose" if winner else "say.by_a_nose")
    if contest.margin_ns < CLOSE_NS:
        return ("say.photo_finish", f"say.by_{round(contest.margin_ns / 1_000_000)}")
    if contest.margin_ns < SHARP_NS[0]:
        return ("say.so_close",)
    tens = round(contest.margin_ns / 10_000_000) * 10
    return (f"say.by_{tens}",) if tens <= MOST_TENS else ()


def _said_of_effect(effect: Effect) -> str | None:
    match effect:
        case ("say", seat, key):
            return key if seat < 0 else ANNOUNCED.get(str(key))
        case ("set", "beat", beat):
            return BEATS.get(int(beat))
        case ("phase", "ready"):
            return "ready"
        case ("phase", "play"):
            return "go"
        case ("foul", _, "false_start"):
            return "false_start"
    return None


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


class Occasion(msgspec.Struct, frozen=True):
    """What a match is, as far as its sounds go.

    `game` is its id, and chooses the tune. `opening` is said as the first cards are dealt: that id, or "rematch".
    `colours`: the announcer calls the seats by their colours, as the screen does; else only their own sounds tell them
    apart. `goal` is the number of deals, or points, that win the match, 0 for none. `favourite` is the seat that is
    expected to win by far, None for none. `run`: which seat has won the last matches of these players, and how many.
    """

    game: str = ""
    opening: str = ""
    colours: bool = True
    goal: int = 0
    favourite: int | None = None
    run: tuple[int, int] = (-1, 0)

    @property
    def tune(self) -> str:
        """The tune of the game; that of Speed for one without its own."""
        return self.game if self.game in GAMES else "speed"


class MatchSounds:
    """Plays the sounds of a match; an entry that a rewind repeats sounds only once."""

    def __init__(
        self, play: Play, people: Collection[int] = (), occasion: Occasion | None = None, *, tension: bool = True
    ) -> None:
        """`people` are the seats with human players: losing to a bot sounds otherwise. `tension`: play the pulse."""
        self._play = play
        self._people = people
        self._occasion = occasion = occasion or Occasion()
        self._is_opened = False
        self._called = COLOURS if occasion.colours else ()
        self._runs = Runs()
        self._sounded: set[tuple[int, str]] = set()
        self._newest = 0
        self._dead_heat: Contest | None = None
        self._has_record = self._has_quickest = False
        self._outcome: Outcome | None = None
        self._shown = ""
        self._race = CardRace(play, occasion, tension=tension)

    def on_entries(self, entries: Sequence[Entry]) -> None:
        """Play the sounds of these entries together."""
        sounds = [(entry.t, name) for entry in entries for name in (*self._sounds_of(entry), *self._said(entry))]
        fresh = dict.fromkeys(each for each in sounds if each not in self._sounded)
        self._play(dict.fromkeys(each for time, name in fresh for each in self._runs.sounds_for(name, time)))
        for entry in entries:
            if isinstance(entry, PauseLine | ResumeLine):
                self._race.set_paused(isinstance(entry, PauseLine))
        self._newest = max([self._newest, *(time for time, _ in sounds)])
        self._sounded = {each for each in self._sounded | set(sounds) if each[0] > self._newest - MEMORY_NS}

    def on_table(self, table: Table, now: int) -> None:
        """Play the sounds of cards that have become few, as the table is at `now` (ns)."""
        self._race.on_table(table, now)

    def on_end(self, shown: str) -> None:
        """Play the sounds of what the screen shows of an end, each once as it appears: ``replay``, ``print``, which is
        the photo, and ``result``; "" for none of them."""
        if shown == self._shown:
            return
        self._shown = shown
        sounds = {"replay": ("ticks",), "print": ("shutter",)}.get(shown, ())
        self._play(self._result() if shown == "result" else sounds)

    def record(self) -> None:
        """Play the sound of a record, once a match."""
        if not self._has_record:
            self._has_record = True
            self._play(("record", "say.new_record"))

    def quickest(self) -> None:
        """Say that a card of the match was the quickest of the night, once a match."""
        if not self._has_quickest:
            self._has_quickest = True
            self._play(("say.quickest_card",))

    def _sounds_of(self, entry: Entry) -> tuple[str, ...]:
        if isinstance(entry, OutcomeLine):
            return self._end(entry.outcome)
        contest = contest_of(entry)
        if contest is not None and contest.dead_heat:
            self._dead_heat = contest
        elif self._is_of_heat(contest):
            return ()  # its lot is still to be heard
        return sounds_of(entry)

    def _said(self, entry: Entry) -> tuple[str, ...]:
        if isinstance(entry, OutcomeLine):
            return self._said_of_outcome(entry.outcome)
        if isinstance(entry, DealLine):
            opening = "" if self._is_opened else self._occasion.opening
            self._is_opened = True
            return (*((f"opening.{opening}",) if opening else ()), f"music.{self._occasion.tune}.{NOT_BEGUN}")
        contest = contest_of(entry)
        is_again = contest is not None and not contest.dead_heat and self._is_of_heat(contest)
        return () if is_again else said_of(entry, self._called)

    def _said_of_outcome(self, outcome: Outcome) -> tuple[str, ...]:
        if outcome.is_void:
            return ()
        if outcome.winner is None:
            return ("say.nobody_wins",)
        name = _called(outcome.winner, self._called)
        return (f"say.{name}_wins" if name else "say.winner", *self._said_of_win(outcome.winner))

    def _said_of_win(self, winner: int) -> tuple[str, ...]:
        """Return what a win is beside that."""
        if self._occasion.favourite not in (None, winner):
            return ("say.upset",)
        seat, wins = self._occasion.run
        return ("say.three_in_a_row",) if seat == winner and wins + 1 == A_RUN else ()

    def _is_of_heat(self, beaten: Contest | None) -> bool:
        """Return whether a beaten press belongs to the last dead heat."""
        return beaten is not None and self._dead_heat is not None and self._dead_heat.includes(beaten)

    def _end(self, outcome: Outcome) -> tuple[str, ...]:
        """Return the sounds of a match's end: the music waits, and the winner's motif tells what the voice does not."""
        if outcome.is_void:
            return ("music.title", "pulse.0")
        self._outcome = outcome
        winner = outcome.winner
        own = () if winner is None or _called(winner, self._called) else (voiced("motif", winner),)
        return (*own, f"music.{self._occasion.tune}.{WAITS}", "pulse.0")

    def _result(self) -> tuple[str, ...]:
        """Return the sounds of the result's page: a fanfare in the winner's voice, and the result's tune."""
        winner = self._outcome.winner if self._outcome is not None else None
        if winner is None:
            return ("nobody", "music.result")
        is_won = winner in self._people or not self._people
        return (*((voiced("win", winner), "cheer") if is_won else ("lose",)), "music.result")


class Runs:
    """How each seat's cards follow one another: the quicker they come, the higher they sound."""

    def __init__(self) -> None:
        self._steps: dict[str, tuple[int, int]] = {}
        """By seat the step of its last card and the moment of it."""

    def sounds_for(self, name: str, time: int) -> tuple[str, ...]:
        """Return the sounds for one of a moment: a card with its step, and at the top of a run a streak."""
        kind, _, rest = name.partition(".")
        seat = rest[:1]
        if kind == "bounce":
            self._steps.pop(seat, None)
        if kind != "play":
            return (name,)
        last, at = self._steps.get(seat, (-1, time))
        step = last + 1 if time - at <= RUN_NS else 0
        self._steps[seat] = (step, time)
        card = f"play.{seat}.{min(step, RUN - 1)}{rest[1:]}"
        return (card, f"streak.{seat}", "say.on_fire") if step == RUN - 1 else (card,)


class CardRace:
    """The race of a deal in cards left, and of a match in deals: a seat's last card, a changed lead, the score, and how
    the music grows and its pulse beats when cards are few.
    """

    def __init__(self, play: Play, occasion: Occasion, *, tension: bool) -> None:
        self._play = play
        self._goal = occasion.goal
        self._tune = occasion.tune
        self._tension = tension
        self._mood = ""
        self._pulse = 0
        self._is_paused = False
        self._table: Table | None = None
        self._deal = 0
        self._left: Mapping[int, int] = {}
        self._announced: frozenset[int] = frozenset()
        self._leader: int | None = None
        self._behind: dict[int, int] = {}
        """The most cards that each seat was behind the leader in this deal."""
        self._lead_at = -LEAD_NS

    def set_paused(self, is_paused: bool) -> None:
        """Let the pulse stop while the match is paused; whatever the table has is told anew behind it."""
        self._is_paused = is_paused
        self._table, self._left = None, {}

    def on_table(self, table: Table, now: int) -> None:
        """See `MatchSounds.on_table`."""
        if table is self._table:
            return
        self._table = table
        if table.scalars.get("deal") != self._deal:
            self._deal = int(table.scalars.get("deal", 0))
            self._left, self._announced, self._leader, self._behind = {}, frozenset(), None, {}
            scores = [int(value) for key, value in table.scalars.items() if key.startswith("score.")]
            if clip := self._said_of(scores):
                self._play((f"say.{clip}",))
        if table.scalars.get("phase") != "play" or table.scalars.get("stuck") or self._is_paused:
            self._left, self._mood = {}, ""
            if self._pulse:
                self._pulse = 0
                self._play(("pulse.0",))
            return
        left, is_lap = cards_left(table), table.number("lap") >= LAP_BEGUN
        if left == self._left and not (is_lap and self._mood != LAP):
            return
        self._left = left
        new = (*self._last_cards(left), *self._new_lead(left, now), *self._new_mood(left, is_lap=is_lap))
        self._play((*new, *self._new_pulse(left)))

    def _said_of(self, scores: Sequence[int]) -> str:
        """Return what is said of the scores as a deal begins; "" for nothing."""
        if self._goal <= 1 or not any(scores):
            return ""
        if self._goal - 1 in scores:
            return "match_point"
        if len(set(scores)) == 1:
            return "all_square"
        return "" if min(scores) else {1: "first_blood", 2: "two_nil"}.get(max(scores), "")

    def _last_cards(self, left: Mapping[int, int]) -> list[str]:
        """Return the sounds of the seats that have come to their last card in this deal."""
        new = [seat for seat, cards in left.items() if cards == 1 and seat not in self._announced]
        self._announced |= set(new)
        return [*(voiced("last_card", seat) for seat in new), *(["say.last_card"] if new else [])]

    def _new_mood(self, left: Mapping[int, int], *, is_lap: bool) -> list[str]:
        """Return the level of the music where it is another now."""
        fewest = min((cards for cards in left.values() if cards), default=0)
        mood = LAP if is_lap else next((mood for most, mood in FEW if fewest <= most), "1")
        if mood == self._mood:
            return []
        self._mood = mood
        return [f"music.{self._tune}.{mood}"]

    def _new_lead(self, left: Mapping[int, int], now: int) -> list[str]:
        """Return the sound of a seat that has overtaken the leader, not too often."""
        order = sorted(left, key=lambda seat: left[seat])
        for seat in order:
            self._behind[seat] = max(self._behind.get(seat, 0), left[seat] - left[order[0]])
        if len(order) < 2 or left[order[1]] - left[order[0]] < AHEAD or order[0] == self._leader:
            return []
        is_first, self._leader = self._leader is None, order[0]
        if is_first or now < self._lead_at + LEAD_NS:
            return []
        self._lead_at = now
        was_far_behind = self._behind[self._leader] >= COMEBACK
        return [voiced("lead", self._leader), "say.comeback" if was_far_behind else "say.new_leader"]

    def _new_pulse(self, left: Mapping[int, int]) -> list[str]:
        """Return the pulse, also where it goes on: without any change it ends by itself."""
        fewest = min((cards for cards in left.values() if cards), default=0)
        pulse = next((pulse for most, pulse in PULSES if 0 < fewest <= most), 0) if self._tension else 0
        before, self._pulse = self._pulse, pulse
        return [f"pulse.{pulse}"] if pulse or before else []


def cards_left(table: Table) -> Mapping[int, int]:
    """Return how many cards each seat has to be rid of."""
    left: dict[int, int] = {}
    for zone, cards in table.zones.items():
        seat = _seat_of(zone)
        if seat is not None and not zone.endswith(f".{SET_ASIDE}"):
            left[seat] = left.get(seat, 0) + len(cards)
    return left
