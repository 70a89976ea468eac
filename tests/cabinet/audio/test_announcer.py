"""What the announcer says and keeps to itself, and how loud the voice and the music are, in virtual time."""

from collections.abc import Iterable, Sequence
from itertools import cycle, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.audio.announcer import (
    ALONE_NS,
    FADE_NS,
    FULL,
    GAP_NS,
    HIT_NS,
    LAYERS,
    MOODS,
    OFF,
    PACE_NS,
    RACE_DUCK,
    RARE_NS,
    RELEASE_NS,
    REMARKS,
    REPEAT_NS,
    SPARSE,
    STEP_NS,
    VOICE_DUCK_EFFECTS,
    VOICE_DUCK_MUSIC,
    WAIT_NS,
    WINNERS,
    Announcer,
    Backing,
    Take,
)
from cabinet.audio.match_sounds import MatchSounds
from cabinet.audio.player import LANGUAGE, STOP_NS, files_of, length_ns
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


def test_a_sparse_announcer_says_what_is_important_and_one_that_is_off_nothing() -> None:
    def may_say(mode: str) -> list[str]:
        return [clip for clip in CLIPS if announcer(mode).say([clip], 0)]

    assert may_say(SPARSE) == ["photo_finish", "new_record", "amber_wins"]
    assert may_say(OFF) == []


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
    clips = files_of(f"voice/{LANGUAGE}")
    speaker.clips = {name: [Take(path, length_ns(path)) for path in paths] for name, paths in clips.items()}
    factory = MatchFactory(LoadedConfig(Config(), None, ""), Path(), 7)

    def play(names: Iterable[str]) -> None:
        speaker.say([name.removeprefix("say.") for name in names if name.startswith("say.")], now)

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
        sounds = MatchSounds(play, opening=game, goal=2)
        sounds.on_entries(match.opening())
        while match.outcome is None:
            due = match.next_deadline()
            assert due is not None
            pass_to(max(now + 1, min(due, sounds.next_pulse)))
            sounds.on_entries(match.advance(now, now).entries)
            sounds.on_table(match.table, now)
            sounds.advance(now)
        pass_to(now + PAUSE_NS)
    assert len(begun) > 1000, "it was no silent evening"
    last = dict[str, int]()
    for name, at in begun:
        rest = RARE_NS if name.partition("-")[0] in REMARKS else REPEAT_NS
        assert at - last.get(name, -rest) >= rest - HIT_NS, (name, at / S)
        last[name] = at


SEEDS = range(12)
"""Of the matches of each game whose winners are listened for; 200 of each have been heard."""


def said_of(game: str, seed: int) -> tuple[list[tuple[str, int]], int, int]:
    """A match of two bots: its clips with their beginnings, the moment of its last card and that of its result."""
    speaker, now, begun, last = Announcer(FULL), 0, list[tuple[str, int]](), 0
    clips = files_of(f"voice/{LANGUAGE}")
    speaker.clips = {name: [Take(path, length_ns(path)) for path in paths] for name, paths in clips.items()}

    def play(names: Iterable[str]) -> None:
        speaker.say([name.removeprefix("say.") for name in names if name.startswith("say.")], now)

    def pass_to(then: int) -> None:
        nonlocal now
        while now < then:
            now = max(now + 1, min(then, speaker.next_change(now)))
            if (path := speaker.begin_due(now)) is not None:
                begun.append((path.stem.partition("-")[0], now))

    match = match_of(game, seed)
    sounds = MatchSounds(play, opening=game, goal=2)
    sounds.on_entries(match.opening())
    while match.outcome is None:
        due = match.next_deadline()
        assert due is not None
        pass_to(max(now + 1, min(due, sounds.next_pulse)))
        entries = match.advance(now, now).entries
        last = max([last, *(entry.t for entry in entries if isinstance(entry, CommandLine) and entry.ok)])
        sounds.on_entries(entries)
        sounds.on_table(match.table, now)
        sounds.advance(now)
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


# Music and effects behind races and the voice


def gains(backing: Backing, begin: int, end: int) -> list[list[float]]:
    """The gains of the layers at each step from a moment to another."""
    return [list(backing.advance(now)) for now in range(begin, end + 1, STEP_NS)]


def test_a_mood_is_faded_to_and_no_step_cracks() -> None:
    backing = Backing(Announcer(FULL), 0)
    backing.set_mood("race_4", 0)
    steps = gains(backing, 0, 2 * FADE_NS)
    assert steps[-1] == [*MOODS["race_4"]]
    assert max(b[0] - a[0] for a, b in pairwise(steps)) < 0.05
    assert backing.next_change(2 * FADE_NS) == ALONE_NS


def test_a_race_ducks_the_music_by_seven_and_a_half_decibels_and_lets_go_in_three_tenths_of_a_second() -> None:
    backing = Backing(Announcer(FULL), 0)
    backing.set_mood("race_4", 0)
    gains(backing, 0, S)
    backing.duck(S, S)
    assert set(map(tuple, gains(backing, S, 2 * S - STEP_NS))) == {(RACE_DUCK,) * len(LAYERS)}
    assert backing.effects == 1.0
    assert gains(backing, 2 * S, 2 * S + RELEASE_NS)[-1] == [1.0] * len(LAYERS)


def test_music_and_effects_are_ducked_at_once_under_the_voice_and_let_go_in_three_tenths_of_a_second() -> None:
    speaker = announcer()
    backing = Backing(speaker, 0)
    backing.set_mood("race_4", 0)
    gains(backing, 0, S)
    speaker.say(["go"], S)
    speaker.begin_due(S)
    assert set(map(tuple, gains(backing, S, S + LENGTH_NS - 1))) == {(VOICE_DUCK_MUSIC,) * len(LAYERS)}
    assert backing.effects == VOICE_DUCK_EFFECTS
    assert backing.next_change(S + LENGTH_NS - 1) == S + LENGTH_NS
    released = gains(backing, S + LENGTH_NS, S + LENGTH_NS + RELEASE_NS)
    assert (released[-1], backing.effects) == ([1.0] * len(LAYERS), 1.0)
    assert max(b[0] - a[0] for a, b in pairwise(released)) < 0.1, "no crack"


def test_a_dead_heat_stops_the_music_dead_for_the_drum_roll() -> None:
    backing = Backing(Announcer(FULL), 0)
    backing.set_mood("race_4", 0)
    gains(backing, 0, S)
    backing.stop(S, STOP_NS)
    assert set(map(tuple, gains(backing, S, S + STOP_NS - 1))) == {(0.0,) * len(LAYERS)}
    assert backing.next_change(S) == S + STOP_NS
    assert gains(backing, S + STOP_NS, S + STOP_NS + 200 * MS)[-1] == [1.0] * len(LAYERS)


def test_the_music_ends_where_nobody_is_heard_any_more_and_comes_back_with_the_first_sound() -> None:
    backing = Backing(Announcer(FULL), 0)
    backing.set_mood("calm", 0)
    assert gains(backing, 0, S)[-1] == [*MOODS["calm"]]
    assert gains(backing, ALONE_NS, ALONE_NS + S)[-1] == [0.0] * len(LAYERS)
    assert backing.next_change(ALONE_NS + S) is None
    backing.stir(2 * ALONE_NS)
    assert gains(backing, 2 * ALONE_NS, 2 * ALONE_NS + S)[-1] == [*MOODS["calm"]]


def test_a_mood_that_does_not_exist_is_a_mistake_of_the_program() -> None:
    with pytest.raises(KeyError):
        Backing(Announcer(FULL), 0).set_mood("xyzzy", 0)
