"""The single mixer: a machine without a sound card still plays the match, and nothing ever clips."""

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.audio.announcer import DUCKED, LAYERS
from cabinet.audio.player import CHANNELS, LOOK_NS, MUSIC, VOICE, Levels, SoundPlayer, files_of, gain_of, opened_devices
from cabinet.strings.catalogue import word
from tests.cabinet.audio.measured import read_folder


@pytest.fixture(autouse=True)
def quiet_mixer(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield
    pygame.mixer.quit()


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[SoundPlayer]:
    """An open player whose sound device takes no sample, so that no sound ever ends: SDL writes into a full pipe."""
    pipe = tmp_path / "sound"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    with suppress(BlockingIOError):
        while True:
            os.write(end, bytes(4096))
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(pipe))
    player = SoundPlayer(Levels(100))
    player.open(pytest.fail)
    yield player
    os.close(end)  # SDL's write fails, or the mixer would wait for it
    player.close()


def test_sounds_play_on_the_open_mixer(player: SoundPlayer) -> None:
    player.play(["play.0.0", "play.0.0", "go"])
    assert pygame.mixer.get_busy()


def test_without_a_sound_card_it_says_so_once_and_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    player = SoundPlayer(Levels(70))
    told: list[str] = []
    player.open(told.append)
    player.play(["play.0.0"])
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

    player = SoundPlayer(Levels(70), devices=tmp_path)
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
    player = SoundPlayer(Levels(70), devices=tmp_path, patience_s=20)
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
    player = SoundPlayer(Levels(70), devices=tmp_path, patience_s=20)
    told: list[str] = []
    player.open(told.append)
    for now in range(0, 60_000_000_000, LOOK_NS):
        assert not told or now > 20_000_000_000
        player.look_again(now, told.append)
    assert [line.partition(":")[0] for line in told] == ["No sound"]


def test_a_sound_card_that_goes_is_let_go_of_and_opened_again_when_it_is_back(tmp_path: Path) -> None:
    card = tmp_path / "pcmC0D0p"
    card.touch()
    player = SoundPlayer(Levels(70), devices=tmp_path, opened=lambda: frozenset({card.name}))
    told: list[str] = []
    player.open(told.append)
    player.look_again(LOOK_NS, told.append)
    assert (pygame.mixer.get_init() is not None, told) == (True, [])
    card.unlink()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_AUDIODRIVER", "no-such-driver")
        player.look_again(2 * LOOK_NS, told.append)
    player.play(["play.0.0"])
    assert pygame.mixer.get_init() is None
    assert [line.split(maxsplit=2)[:2] for line in told] == [["A", "sound"], ["No", "sound:"]]
    card.touch()
    player.look_again(3 * LOOK_NS, told.append)
    player.play(["play.0.0"])
    assert pygame.mixer.get_busy()
    player.look_again(4 * LOOK_NS, told.append)
    assert len(told) == 2
    player.close()


def test_a_card_that_appears_while_the_mixer_opens_is_let_go_of_when_it_goes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    card, init = tmp_path / "pcmC0D0p", pygame.mixer.init

    def late(rate: int, size: int, channels: int, buffer: int, *, allowedchanges: int) -> None:
        card.touch()
        init(rate, size, channels, buffer, allowedchanges=allowedchanges)

    monkeypatch.setattr(pygame.mixer, "init", late)
    player = SoundPlayer(Levels(70), devices=tmp_path, opened=lambda: frozenset({card.name}))
    player.open(pytest.fail)
    card.unlink()
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    told: list[str] = []
    player.look_again(LOOK_NS, told.append)
    assert told[0] == word("sound.gone")
    assert pygame.mixer.get_init() is None


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
    # the default device is the card with the higher number, while it is there
    player = SoundPlayer(Levels(70), devices=tmp_path, opened=lambda: frozenset({max(names_in(tmp_path))}))
    player.open(pytest.fail)
    told: list[str] = []
    changes = (("pcmC1D0c", False, 1), ("pcmC1D0p", False, 2), ("pcmC1D0p", True, 3), ("pcmC0D0p", False, 3))
    for step, (name, there, count) in enumerate(changes):
        (tmp_path / name).touch() if there else (tmp_path / name).unlink()
        player.look_again(2 * step * LOOK_NS, told.append)
        player.look_again((2 * step + 1) * LOOK_NS, told.append)
        assert len(opened) == count, name
    assert len(told) == 1
    player.close()


def names_in(devices: Path) -> list[str]:
    return [path.name for path in devices.glob("pcm*p")]


def test_cards_that_a_sound_server_has_may_go(tmp_path: Path) -> None:
    card = tmp_path / "pcmC0D0p"
    card.touch()
    player = SoundPlayer(Levels(70), devices=tmp_path)  # this process has no device open: SDL's driver is another
    player.open(pytest.fail)
    card.unlink()
    player.look_again(LOOK_NS, pytest.fail)
    assert player.is_open
    player.close()


def test_the_devices_that_a_process_has_open_are_known_by_name_also_when_they_have_gone(tmp_path: Path) -> None:
    for at, target in enumerate(("/dev/null", "/dev/snd/pcmC0D0p", "/dev/snd/pcmC1D0p (deleted)", "/dev/snd/pcmC0D0c")):
        (tmp_path / str(at)).symlink_to(target)
    assert opened_devices(tmp_path) == {"pcmC0D0p", "pcmC1D0p"}
    assert opened_devices(tmp_path / "none") == frozenset()


def test_at_volume_nought_no_sound_device_is_opened() -> None:
    player = SoundPlayer(Levels(0))
    player.open(pytest.fail)
    player.play(["play.0.0"])
    assert pygame.mixer.get_init() is None


EFFECTS = range(len(LAYERS), len(LAYERS) + CHANNELS)
"""The channels of the effects."""


def busy_effects() -> list[pygame.mixer.Channel]:
    return [channel for number in EFFECTS if (channel := pygame.mixer.Channel(number)).get_busy()]


@given(st.lists(st.sampled_from(sorted(read_folder("sounds"))), min_size=1, max_size=CHANNELS))
def test_whatever_plays_at_once_stays_below_full_scale_however_it_meets(names: list[str]) -> None:
    """The sum of their peaks is the worst meeting of all, beside the music and the voice at their loudest."""
    peaks = sum(max(map(abs, read_folder("sounds")[name])) for name in names)
    assert gain_of(peaks, 1 - MUSIC - VOICE) * peaks + MUSIC + VOICE < 1.0001


def test_a_race_alone_has_its_full_level() -> None:
    loudest = max(max(map(abs, samples)) for name, samples in read_folder("sounds").items())
    assert gain_of(loudest, 1 - DUCKED * (MUSIC + VOICE)) > 0.95
    assert gain_of(0, 1) == 1


def test_what_plays_together_is_softened_together_and_the_next_alone_is_not(player: SoundPlayer) -> None:
    player.play(["finish.0", "photo_3", "beaten.1", "win"])
    gains = {round(sound.get_volume() * 100) for channel in busy_effects() if (sound := channel.get_sound())}
    assert (len(busy_effects()), gains) == (4, {100})
    assert player._mixer is not None
    peaks = [peak for peak, _ in player._mixer._playing.values()]
    assert gain_of(sum(peaks), 1) * sum(peaks) == pytest.approx(1)
    pygame.mixer.stop()
    player.play(["win"])
    assert len(player._mixer._playing) == 1


def test_a_ninth_sound_is_left_out(player: SoundPlayer) -> None:
    player.play(list(files_of("sounds"))[:12])
    assert len(busy_effects()) == CHANNELS
    assert not any(pygame.mixer.Channel(number).get_busy() for number in range(len(LAYERS)))


def test_what_is_heard_often_has_another_take_each_time(player: SoundPlayer) -> None:
    heard = []
    for _ in range(4):
        player.play(["play.0.0@L"])
        heard.append(busy_effects()[0].get_sound())
        pygame.mixer.stop()
    assert [one is other for one, other in pairwise(heard)] == [False] * 3


def test_a_name_that_does_not_exist_is_a_mistake_of_the_program(player: SoundPlayer) -> None:
    for name in ("xyzzy", "music.xyzzy"):
        with pytest.raises(KeyError):
            player.play([name])
