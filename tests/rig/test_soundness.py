"""`tools.soundness` plays every preset, says the same however it is cut, and finds each kind of unsound match."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.games import find_game
from engine.match import Match
from tests.engine.conftest import on_source
from tools.soundness import Unsound, Way, main, play_one, play_sound, ways_of

SPEED = Way("speed", "speed", {}, 2, matches=1)


def test_every_preset_is_played_and_has_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--matches", str(len(ways_of(0)))]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == [way.name for way in ways_of(0)]


def test_the_matches_asked_for_are_shared_out_among_the_presets() -> None:
    matches = [way.matches for way in ways_of(100)]
    assert sum(matches) == 100
    assert max(matches) - min(matches) == 1


def test_one_game_with_options_is_played_in_place_of_all_presets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--matches", "2", "--game", "speed", "--option", "finish=slap", "--option", "colours=true"]) == 0
    assert "| `speed finish=slap colours=true` | speed | 2 |" in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        main(["--game", "speed", "--option", "finish=slam"])
    assert ended.value.code == 2
    assert "it takes last_card | slap" in capsys.readouterr().err


def test_cut_anywhere_it_counts_the_same() -> None:
    whole = play_sound(SPEED, 96, 6)
    assert play_sound(SPEED, 96, 2).with_more(play_sound(SPEED, 98, 4)) == whole
    assert whole.verified == 1, "the log of seed 100"


def one_card_less(layout: Callable[..., Any]) -> Callable[..., Any]:
    def shortened(*given: Any) -> dict[str, Any]:
        zones = dict(layout(*given))
        name = next(name for name, cards in zones.items() if cards)
        return {**zones, name: zones[name][1:]}

    return shortened


def test_a_lost_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    on_source()
    kind = find_game("speed")
    monkeypatch.setattr(kind, "layout", one_card_less(kind.layout))
    with pytest.raises(Unsound, match=r"^speed, seed 7, step \d+: .*the zones do not hold the deck"):
        play_one(SPEED, 7)


def test_a_dead_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "legal", lambda *_: [])
    monkeypatch.setattr(Match, "next_deadline", lambda *_: None)
    with pytest.raises(Unsound, match="a dead end"):
        play_one(SPEED, 1)


def test_a_legal_command_that_is_refused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find_game("speed"), "refusal", lambda *_: "not now")
    with pytest.raises(Unsound, match=r"is legal and refused|was legal"):
        play_one(SPEED, 1)


def test_the_first_unsound_match_ends_the_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Match, "legal", lambda *_: [])
    monkeypatch.setattr(Match, "next_deadline", lambda *_: None)
    assert main(["--matches", "21"]) == 1
    assert "seed 1, step 0" in capsys.readouterr().err
