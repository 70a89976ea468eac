"""What is heard of a match, and that a machine without a sound card still plays it."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from cabinet.audio.sound import BY_RANK, LOOK_NS, Heard, SoundPlayer, sound_of, sound_of_entry
from cabinet.audio.synth import SOUNDS
from engine.effects import Effect
from engine.panel import Command
from engine.record import CommandLine, DealLine, OwnLine


@pytest.fixture(autouse=True)
def quiet_mixer(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield
    pygame.mixer.quit()


def test_every_sound_has_its_rank() -> None:
    assert sorted(BY_RANK) == sorted(SOUNDS)


@pytest.mark.parametrize(
    ("effect", "sound"),
    [
        (("move", "7H", "seat0.hand1", "centre.0"), "play"),
        (("move", "7H", "seat0.stock", "seat0.hand1"), "deal"),
        (("turn", "7H", "up"), "turn"),
        (("gather", "centre.0", "seat0.spit"), "deal"),
        (("shuffle", "reserve.0", ("7H", "8H")), "deal"),
        (("say", 0, "spit"), "shout"),
        (("say", 0, "uno"), "call"),
        (("say", 2, "catch"), "catch"),
        (("say", 1, "torkel"), "word"),
        (("move", "G7/1", "seat0.hand", "discard"), "play"),
        (("move", "7H", "pile", "seat0.hand"), "deal"),
        (("say", -1, "stuck"), "stuck"),
        (("foul", 1, "false_start"), "bounce"),
        (("set", "beat", 3), "beat"),
        (("set", "beat", 0), None),
        (("set", "armed.0", "seat0.hand1"), None),
        (("phase", "play"), "go"),
        (("phase", "finished"), "win"),
        (("phase", "ready"), None),
        (("score", 0, 1), None),
    ],
)
def test_an_effect_sounds_like_what_it_is(effect: Effect, sound: str | None) -> None:
    assert sound_of(effect) == sound


def test_of_one_instant_only_the_weightiest_sound_is_heard() -> None:
    refill: tuple[Effect, ...] = (
        ("move", "7H", "seat0.hand1", "centre.0"),
        ("move", "9C", "seat0.stock", "seat0.hand1"),
        ("turn", "9C", "up"),
    )
    assert sound_of_entry(OwnLine(0, refill)) == "play"
    assert sound_of_entry(OwnLine(0, ())) is None


def test_a_layout_is_heard_being_dealt() -> None:
    assert sound_of_entry(DealLine(0, 1, 0, {"seat0.stock": ("~7H",)})) == "deal"


def test_a_refused_card_bounces_back() -> None:
    played = Command("play", "7H", "seat0.hand1", "centre.0")
    assert sound_of_entry(CommandLine(0, 0, played, ok=False, why="rank")) == "bounce"


def test_what_a_rewind_tells_again_is_heard_once() -> None:
    sounded: list[str] = []
    heard = Heard(sounded.extend)
    first, second = OwnLine(100, (("phase", "play"),)), OwnLine(200, (("say", 0, "spit"),))
    heard.hear([first, second])
    heard.hear([OwnLine(150, (("turn", "7H", "up"),)), second])
    assert sounded == ["go", "shout", "turn"]


def test_sounds_play_on_the_open_mixer() -> None:
    player = SoundPlayer(volume=70)
    told: list[str] = []
    player.open(told.append)
    player.play(["play", "play", "go"])
    assert pygame.mixer.get_busy()
    assert not told
    player.close()


def test_without_a_sound_card_it_says_so_once_and_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    player = SoundPlayer(volume=70)
    told: list[str] = []
    player.open(told.append)
    player.play(["play"])
    player.play(["win"])
    player.close()
    assert len(told) == 1
    assert told[0].startswith("No sound: ")


def test_a_sound_card_that_comes_later_is_opened_once_it_may_be_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tries: list[None] = []

    def fails(*_: object, **__: object) -> None:
        tries.append(None)
        raise pygame.error("no such device")

    player = SoundPlayer(volume=70, devices=tmp_path)
    player.look_again(0, list[str]().append)
    with monkeypatch.context() as patch:
        patch.setattr(pygame.mixer, "init", fails)
        player.open(list[str]().append)
        for now in range(0, 10 * LOOK_NS, LOOK_NS // 4):
            player.look_again(now, list[str]().append)
    assert len(tries) == 1
    (tmp_path / "pcmC0D0p").touch()
    told: list[str] = []
    player.look_again(11 * LOOK_NS, told.append)
    assert pygame.mixer.get_init() is not None
    assert told == []
    player.close()


def test_while_a_card_may_still_come_nobody_is_told_that_there_is_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    player = SoundPlayer(volume=70, devices=tmp_path, patience_s=20)
    told: list[str] = []
    with monkeypatch.context() as patch:
        patch.setenv("SDL_AUDIODRIVER", "no-such-driver")
        player.open(told.append)
        player.look_again(0, told.append)
        (tmp_path / "controlC0").touch()
        player.look_again(19_000_000_000, told.append)
    assert told == []
    (tmp_path / "pcmC0D0p").touch()
    player.look_again(25_000_000_000, told.append)
    assert pygame.mixer.get_init() is not None
    assert told == []
    player.close()


def test_when_none_has_come_in_time_it_is_told_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    player = SoundPlayer(volume=70, devices=tmp_path, patience_s=20)
    told: list[str] = []
    player.open(told.append)
    for now in range(0, 60_000_000_000, LOOK_NS):
        assert not told or now > 20_000_000_000
        player.look_again(now, told.append)
    assert [line.partition(":")[0] for line in told] == ["No sound"]


def test_a_sound_card_that_goes_is_let_go_of_and_opened_again_when_it_is_back(tmp_path: Path) -> None:
    card = tmp_path / "pcmC0D0p"
    card.touch()
    player = SoundPlayer(volume=70, devices=tmp_path)
    told: list[str] = []
    player.open(told.append)
    player.look_again(LOOK_NS, told.append)
    assert (pygame.mixer.get_init() is not None, told) == (True, [])
    card.unlink()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_AUDIODRIVER", "no-such-driver")
        player.look_again(2 * LOOK_NS, told.append)
    player.play(["play"])
    assert pygame.mixer.get_init() is None
    assert [line.split(maxsplit=2)[:2] for line in told] == [["A", "sound"], ["No", "sound:"]]
    card.touch()
    player.look_again(3 * LOOK_NS, told.append)
    player.play(["play"])
    assert pygame.mixer.get_busy()
    player.look_again(4 * LOOK_NS, told.append)
    assert len(told) == 2
    player.close()


def test_where_another_card_is_left_sound_goes_on_there_until_the_lost_one_is_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[None] = []
    init = pygame.mixer.init

    def noted(rate: int, size: int, channels: int, buffer: int, *, allowedchanges: int) -> None:
        opened.append(None)
        init(rate, size, channels, buffer, allowedchanges=allowedchanges)

    monkeypatch.setattr(pygame.mixer, "init", noted)
    for name in ("pcmC0D0p", "pcmC1D0p", "pcmC1D0c", "timer"):
        (tmp_path / name).touch()
    player = SoundPlayer(volume=70, devices=tmp_path)
    player.open(pytest.fail)
    told: list[str] = []
    for step, (name, there) in enumerate((("pcmC1D0c", False), ("pcmC1D0p", False), ("pcmC1D0p", True))):
        (tmp_path / name).touch() if there else (tmp_path / name).unlink()
        player.look_again(2 * step * LOOK_NS, told.append)
        player.look_again((2 * step + 1) * LOOK_NS, told.append)
        assert len(opened) == step + 1
    assert len(told) == 1
    player.close()


def test_at_volume_nought_no_sound_device_is_opened() -> None:
    player = SoundPlayer(volume=0)
    player.open(pytest.fail)
    player.play(["play"])
    assert pygame.mixer.get_init() is None
