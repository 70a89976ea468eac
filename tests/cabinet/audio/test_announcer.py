"""What the announcer says and keeps to itself, and how loud the voice and the music are, in virtual time."""

from collections.abc import Iterable, Sequence
from itertools import cycle, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.audio.announcer import (
    ALONE_NS,
    DUCKED,
    FADE_NS,
    FULL,
    LAYERS,
    MOODS,
    OFF,
    REPEAT_NS,
    SPARSE,
    STEP_NS,
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
from engine.games import GAMES
from engine.match import Match

MS = 1_000_000
S = 1000 * MS
TAKES = {"last_card": 2, "next": 1, "three": 1, "go": 2, "photo_finish": 3, "by_3": 1, "amber_wins": 1}
CLIPS = {
    name: [Take(Path(f"{name}-{take + 1}.ogg"), 800 * MS) for take in range(takes)] for name, takes in TAKES.items()
}


def announcer(mode: str = FULL) -> Announcer:
    speaker = Announcer(mode)
    speaker.clips = CLIPS
    return speaker


def said(speaker: Announcer, *clips: str, at: int = 0) -> list[str]:
    return [path.stem for path in speaker.choose(clips, at)]


def test_clips_of_one_moment_follow_one_another() -> None:
    speaker = announcer()
    assert said(speaker, "photo_finish", "by_3") == ["photo_finish-1", "by_3-1"]
    assert speaker.speaks(1600 * MS - 1)
    assert not speaker.speaks(1600 * MS)


def test_what_is_important_cuts_small_talk_and_is_not_cut_itself() -> None:
    speaker = announcer()
    assert said(speaker, "next")
    assert said(speaker, "by_3", at=100 * MS) == []
    assert said(speaker, "three", at=200 * MS) == ["three-1"]
    assert said(speaker, "last_card", at=250 * MS) == ["last_card-1"]
    assert said(speaker, "photo_finish", at=300 * MS) == ["photo_finish-1"]
    assert said(speaker, "go", at=400 * MS) == []
    assert said(speaker, "amber_wins", at=500 * MS) == []


def test_a_sparse_announcer_says_what_is_important_and_one_that_is_off_nothing() -> None:
    everything = [*CLIPS]
    assert said(announcer(SPARSE), *everything) == ["photo_finish-1", "amber_wins-1"]
    assert said(announcer(OFF), *everything) == []


def test_a_clip_that_lacks_is_not_said() -> None:
    assert said(announcer(), "xyzzy") == []
    assert said(Announcer(FULL), "next") == []


@given(st.lists(st.tuples(st.integers(0, 30), st.sampled_from(sorted(CLIPS))), max_size=60))
def test_no_file_begins_twice_within_ten_seconds_and_one_is_heard_at_a_time(wanted: Sequence[tuple[int, str]]) -> None:
    speaker, begun, now = announcer(), dict[str, int](), 0
    for tenths, clip in wanted:
        now += tenths * 100 * MS
        for name in said(speaker, clip, at=now):
            assert now - begun.get(name, -REPEAT_NS) >= REPEAT_NS
            begun[name] = now


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
        at = now
        for path in speaker.choose([name.removeprefix("say.") for name in names if name.startswith("say.")], now)[:2]:
            begun.append((path.stem, at))
            at += length_ns(path)

    for game in cycle(game.info.id for game in GAMES):
        if now > EVENING_NS:
            break
        play(["say.next"])
        now += PAUSE_NS
        setup = factory.setup(MatchRequest(game, "", ("bot:fast", "bot:fast")))
        match = Match(setup, now, brains_of(setup))
        sounds = MatchSounds(play, game=game, goal=2)
        sounds.on_entries(match.opening())
        while match.outcome is None:
            due = match.next_deadline()
            assert due is not None
            now = max(now + 1, min(due, sounds.next_pulse))
            sounds.on_entries(match.advance(now, now).entries)
            sounds.on_table(match.table, now)
            sounds.advance(now)
        now += PAUSE_NS
    assert len(begun) > 1000, "it was no silent evening"
    last = dict[str, int]()
    for name, at in begun:
        assert at - last.get(name, -REPEAT_NS) >= REPEAT_NS, (name, at / S)
        last[name] = at


# Voice and music behind a race


def gains(backing: Backing, begin: int, end: int) -> list[list[float]]:
    """The gains of the layers at each step from a moment to another."""
    return [list(backing.advance(now)) for now in range(begin, end + 1, STEP_NS)]


def test_a_mood_is_faded_to_and_no_step_cracks() -> None:
    backing = Backing(0)
    backing.set_mood("race_4", 0)
    steps = gains(backing, 0, 2 * FADE_NS)
    assert steps[-1] == [*MOODS["race_4"]]
    assert max(b[0] - a[0] for a, b in pairwise(steps)) < 0.05
    assert backing.next_change(2 * FADE_NS) == ALONE_NS


def test_a_race_ducks_music_and_voice_by_six_to_nine_decibels() -> None:
    backing = Backing(0)
    backing.set_mood("race_4", 0)
    gains(backing, 0, S)
    backing.duck(S, S)
    assert set(map(tuple, gains(backing, S, 2 * S - STEP_NS))) == {(DUCKED,) * len(LAYERS)}
    assert backing.voice(2 * S - 1) == DUCKED
    assert 0.355 < DUCKED < 0.501, "9 and 6 dB"
    assert gains(backing, 2 * S, 3 * S)[-1] == [1.0] * len(LAYERS)
    assert backing.voice(2 * S) == 1.0


def test_a_dead_heat_stops_the_music_dead_for_the_drum_roll() -> None:
    backing = Backing(0)
    backing.set_mood("race_4", 0)
    gains(backing, 0, S)
    backing.stop(S, STOP_NS)
    assert set(map(tuple, gains(backing, S, S + STOP_NS - 1))) == {(0.0,) * len(LAYERS)}
    assert backing.next_change(S) == S + STOP_NS
    assert gains(backing, S + STOP_NS, S + STOP_NS + 200 * MS)[-1] == [1.0] * len(LAYERS)


def test_the_music_ends_where_nobody_is_heard_any_more_and_comes_back_with_the_first_sound() -> None:
    backing = Backing(0)
    backing.set_mood("calm", 0)
    assert gains(backing, 0, S)[-1] == [*MOODS["calm"]]
    assert gains(backing, ALONE_NS, ALONE_NS + S)[-1] == [0.0] * len(LAYERS)
    assert backing.next_change(ALONE_NS + S) is None
    backing.stir(2 * ALONE_NS)
    assert gains(backing, 2 * ALONE_NS, 2 * ALONE_NS + S)[-1] == [*MOODS["calm"]]


def test_a_mood_that_does_not_exist_is_a_mistake_of_the_program() -> None:
    with pytest.raises(KeyError):
        Backing(0).set_mood("xyzzy", 0)
