"""What the announcer says and keeps to itself, and how loud the voice and the music are, in virtual time."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import cycle, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.audio.announcer import (
    CALL_NS,
    CALLS,
    FULL,
    GAP_NS,
    HIT_NS,
    OPENING_NS,
    PACE_NS,
    RARE_NS,
    REMARKS,
    REPEAT_NS,
    RESTING,
    SPARSE,
    WAIT_NS,
    WINNERS,
    Announcer,
    Take,
)
from cabinet.audio.match_sounds import MatchSounds, Occasion
from cabinet.audio.player import LANGUAGE, files_of, length_ns
from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.match.factory import MatchFactory, brains_of
from cabinet.match.request import MatchRequest
from cabinet.scenes.result import GUARD_NS, SHOWN_NS
from engine.games import GAMES
from engine.log_lines import CommandLine
from engine.match import Match
from tools.sounds.recording import match_of

MS = 1_000_000
S = 1000 * MS
TAKES = {
    "last_card": 2,
    "next": 1,
    "speah": 1,
    "three": 1,
    "go": 2,
    "photo_finish": 3,
    "by_3": 1,
    "new_record": 1,
    "amber_wins": 1,
    "on_fire": 2,
}
LENGTH_NS = 800 * MS
CLIPS = {
    name: [Take(Path(f"{name}-{take + 1}.ogg"), LENGTH_NS) for take in range(takes)] for name, takes in TAKES.items()
}


def announcer(mode: str = FULL) -> Announcer:
    speaker = Announcer(mode)
    speaker.clips = CLIPS
    return speaker


@cache
def shipped() -> Mapping[str, Sequence[Take]]:
    """The clips that are delivered, with their lengths."""
    clips = files_of(f"voice/{LANGUAGE}")
    return {name: [Take(path, length_ns(path)) for path in paths] for name, paths in clips.items()}


def say(speaker: Announcer, names: Iterable[str], now: int) -> None:
    """Say what is to be said of names that are played together, as the player does."""
    kinds = {kind: [name[len(kind) :] for name in names if name.startswith(kind)] for kind in ("opening.", "say.")}
    speaker.say([*kinds["opening."], *kinds["say."]], now, opens=bool(kinds["opening."]))


def heard(speaker: Announcer, until: int) -> list[tuple[str, int]]:
    """What begins from now on to a moment, each file when it is due."""
    begun = list[tuple[str, int]]()
    for now in range(0, until, 10 * MS):
        if (path := speaker.begin_due(now)) is not None:
            begun.append((path.stem, now))
    return begun


def test_clips_of_one_moment_follow_one_another_once_the_hit_of_the_race_has_rung() -> None:
    speaker = announcer()
    assert speaker.say(["photo_finish", "by_3"], 0)
    assert heard(speaker, 2 * S) == [("photo_finish-1", HIT_NS), ("by_3-1", HIT_NS + LENGTH_NS)]
    assert speaker.speaks(HIT_NS + 2 * LENGTH_NS - 1)
    assert not speaker.speaks(HIT_NS + 2 * LENGTH_NS)


BEFORE = ("next", "ready", "stuck", "photo_finish", "amber_wins", "new_record", "last_card")
OPENINGS = ("rematch", *(game.info.id for game in GAMES))


@given(
    opening=st.sampled_from(OPENINGS),
    before=st.lists(st.tuples(st.sampled_from(BEFORE), st.integers(1, 900)), max_size=4),
    beats=st.integers(1, 5),
    is_at_once=st.booleans(),
)
def test_the_name_of_every_game_is_heard_whatever_is_said_before_it_and_over_its_countdown(
    opening: str, before: Sequence[tuple[str, int]], beats: int, *, is_at_once: bool
) -> None:
    """The countdown begins at the same instant, and cut it before it was heard. The lengths are those of the files."""
    speaker, begun, begins = Announcer(FULL), list[tuple[str, int]](), 20 * S
    speaker.clips = shipped()
    words = {begins - at * MS: clip for clip, at in before}
    words |= {
        begins + beat * S + 1: name for beat, name in enumerate(["", "", "three", "two", "one", "go"][-beats - 1 :])
    }
    for now in sorted({*range(0, begins + 8 * S, 10 * MS), *words, begins}):
        if now == begins:
            at_once = ["ready", "three"] if is_at_once else []
            assert speaker.say([opening, *at_once], now, opens=True)
        if words.get(now):
            speaker.say([words[now]], now)
        if (path := speaker.begin_due(now)) is not None:
            begun.append((path.stem.partition("-")[0], now))
    ((place, at),) = [(place, at) for place, (clip, at) in enumerate(begun) if clip == opening and at >= begins]
    length = min(take.length_ns for take in speaker.clips[opening])
    following = begun[place + 1][1] if place + 1 < len(begun) else at + length
    assert following >= at + min(length, OPENING_NS)
    assert at > begins or begun[-1][0] == "go", "it was said at once, and the countdown went on"


def test_a_thread_that_comes_late_cuts_no_clip() -> None:
    speaker = announcer()
    speaker.say(["photo_finish", "by_3"], 0)
    late = HIT_NS + 300 * MS
    assert speaker.begin_due(late) is not None
    assert speaker.next_change(late) == late + LENGTH_NS
    assert speaker.begin_due(late + LENGTH_NS - 1) is None
    assert speaker.begin_due(late + LENGTH_NS) is not None


def test_what_is_important_cuts_small_talk_and_is_not_cut_itself() -> None:
    speaker = announcer()
    for clip, at, is_said in (
        ("next", 0, True),
        ("by_3", 100, False),
        ("three", 200, True),
        ("last_card", 250, True),
        ("photo_finish", 300, True),
        ("go", 400, False),
        ("photo_finish", 500, False),
    ):
        assert speaker.say([clip], at * MS) == is_said, clip
        speaker.begin_due(at * MS)


def test_the_winner_of_a_close_ending_is_named_behind_its_race() -> None:
    """As the last card of a match is told: the result is known 0.29 s after the race."""
    speaker = announcer()
    speaker.say(["photo_finish", "by_3"], 0)
    speaker.say(["amber_wins"], 290 * MS)
    speaker.say(["new_record"], 300 * MS)
    wins = HIT_NS + 2 * LENGTH_NS + GAP_NS
    assert heard(speaker, 5 * S)[2:] == [("amber_wins-1", wins), ("new_record-1", wins + LENGTH_NS + GAP_NS)]


def test_a_record_that_would_wait_too_long_is_left_out_and_the_winner_is_not() -> None:
    speaker = announcer()
    speaker.clips = {name: [Take(take.path, WAIT_NS) for take in takes] for name, takes in CLIPS.items()}
    speaker.say(["photo_finish"], 0)
    assert not speaker.say(["new_record"], 1)
    assert speaker.say(["amber_wins"], 1)


def test_a_remark_is_never_over_another_line_and_not_often() -> None:
    speaker = announcer()
    assert "on_fire" in REMARKS
    speaker.say(["last_card"], 0)
    assert not speaker.say(["on_fire"], LENGTH_NS - 1)
    assert not speaker.say(["on_fire"], PACE_NS - 1)
    assert speaker.say(["on_fire"], PACE_NS)
    assert speaker.say(["on_fire"], 3 * PACE_NS), "its second take"
    assert not speaker.say(["on_fire"], PACE_NS + RARE_NS - 1)
    assert speaker.say(["on_fire"], PACE_NS + RARE_NS)


def test_who_is_next_and_a_rematch_are_not_said_twice_within_ten_minutes_and_the_countdown_is_then() -> None:
    speaker = announcer()
    speaker.clips = CLIPS | {"rematch": [Take(Path("rematch-1.ogg"), LENGTH_NS)]}
    assert speaker.say(["next"], 0)
    assert speaker.say(["rematch", "three"], 2 * S, opens=True)
    assert [clip for clip, _ in heard(speaker, 9 * S)] == ["next-1", "rematch-1"]
    assert not speaker.say(["next"], RARE_NS - 1)
    assert speaker.say(["rematch", "three"], RARE_NS, opens=True)
    assert speaker.begin_due(RARE_NS) == Path("three-1.ogg")
    assert speaker.say(["rematch", "three"], 2 * S + RARE_NS, opens=True)
    assert speaker.begin_due(2 * S + RARE_NS) == Path("rematch-1.ogg")


def test_who_walks_by_is_called_once_in_three_minutes_at_most() -> None:
    speaker, called = Announcer(FULL), list[int]()
    (call,) = CALLS
    speaker.clips = {call: [Take(Path(f"{call}-{take}.ogg"), LENGTH_NS) for take in range(3)]}
    for now in range(0, 3600 * S, 12 * S):  # as at every second page
        if speaker.say([call], now):
            called.append(now)
        speaker.begin_due(now + HIT_NS)
    assert min(b - a for a, b in pairwise(called)) == CALL_NS
    assert len(called) > 3600 * S // RARE_NS


def test_a_sparse_announcer_says_what_is_important_and_one_that_is_off_nothing() -> None:
    def may_say(mode: str) -> list[str]:
        return [clip for clip in CLIPS if announcer(mode).say([clip], 0)]

    assert may_say(SPARSE) == ["photo_finish", "new_record", "amber_wins"]
    assert may_say("off") == []


def test_a_clip_that_lacks_is_not_said() -> None:
    assert not announcer().say(["xyzzy"], 0)
    assert not Announcer(FULL).say(["next"], 0)


@given(st.lists(st.tuples(st.integers(0, 30), st.sampled_from(sorted(CLIPS))), max_size=60))
def test_one_clip_is_heard_at_a_time_and_no_file_but_a_winners_twice_within_ten_seconds(
    wanted: Sequence[tuple[int, str]],
) -> None:
    speaker, begun, asked, end = announcer(), dict[str, int](), 0, 0
    for tenths, clip in wanted:
        before, asked = asked, asked + tenths * 100 * MS
        for now in range(before, asked + 1, 50 * MS):
            if (path := speaker.begin_due(now)) is not None:
                name = path.stem
                assert name.partition("-")[0] in WINNERS or now - begun.get(name, -REPEAT_NS) >= REPEAT_NS - HIT_NS
                begun[name], end = now, now + LENGTH_NS
            assert speaker.speaks(now) == (now < end)
        speaker.say([clip], asked)


EVENING_NS = 4 * 3600 * S
PAUSE_NS = 8 * S
"""From the end of a match to the next pair's call."""


@pytest.mark.long
@pytest.mark.once
def test_in_an_evening_of_four_hours_no_clip_is_repeated_within_ten_seconds() -> None:
    """Matches of all games in turn, with all their sounds; the files are those that are shipped."""
    speaker, now, begun = Announcer(FULL), 0, list[tuple[str, int]]()
    speaker.clips = shipped()
    factory = MatchFactory(LoadedConfig(Config(), None, ""), Path(), 7)

    def play(names: Iterable[str]) -> None:
        say(speaker, names, now)

    def pass_to(then: int) -> None:
        nonlocal now
        while (change := speaker.next_change(now)) <= then:
            now = max(now, change)
            if (path := speaker.begin_due(now)) is not None:
                begun.append((path.stem, now))
        now = then

    for game in cycle(game.info.id for game in GAMES):
        if now > EVENING_NS:
            break
        play(["say.next"])
        pass_to(now + PAUSE_NS)
        setup = factory.setup(MatchRequest(game, "", ("bot:fast", "bot:fast")))
        match = Match(setup, now, brains_of(setup))
        sounds = MatchSounds(play, (), Occasion(game, game, goal=2))
        sounds.on_entries(match.opening())
        while match.outcome is None:
            due = match.next_deadline()
            assert due is not None
            pass_to(max(now + 1, due))
            sounds.on_entries(match.advance(now, now).entries)
            sounds.on_table(match.table, now)
        pass_to(now + PAUSE_NS)
    assert len(begun) > 1000, "it was no silent evening"
    last = dict[str, int]()
    for name, at in begun:
        rest = RARE_NS if name.partition("-")[0] in RESTING else REPEAT_NS
        assert at - last.get(name, -rest) >= rest - HIT_NS, (name, at / S)
        last[name] = at


SEEDS = range(12)
"""Of the matches of each game whose winners are listened for; 200 of each have been heard."""


def said_of(game: str, seed: int) -> tuple[list[tuple[str, int]], int, int]:
    """A match of two bots: its clips with their beginnings, the moment of its last card and that of its result."""
    speaker, now, begun, last = Announcer(FULL), 0, list[tuple[str, int]](), 0
    speaker.clips = shipped()

    def play(names: Iterable[str]) -> None:
        say(speaker, names, now)

    def pass_to(then: int) -> None:
        nonlocal now
        while now < then:
            now = max(now + 1, min(then, speaker.next_change(now)))
            if (path := speaker.begin_due(now)) is not None:
                begun.append((path.stem.partition("-")[0], now))

    match = match_of(game, seed)
    sounds = MatchSounds(play, (), Occasion(game, game, goal=2))
    sounds.on_entries(match.opening())
    while match.outcome is None:
        due = match.next_deadline()
        assert due is not None
        pass_to(max(now + 1, due))
        entries = match.advance(now, now).entries
        last = max([last, *(entry.t for entry in entries if isinstance(entry, CommandLine) and entry.ok)])
        sounds.on_entries(entries)
        sounds.on_table(match.table, now)
    result = now
    pass_to(result + 10 * S)
    return begun, last, result


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("game", [game.info.id for game in GAMES])
def test_every_winner_is_named_once_behind_the_last_card_and_before_the_result_takes_a_press(game: str) -> None:
    for seed in SEEDS:
        begun, last, result = said_of(game, seed)
        (named,) = (at for clip, at in begun if clip in WINNERS)
        assert last < named < result + SHOWN_NS + GUARD_NS, seed
