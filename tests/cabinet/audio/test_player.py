"""The single mixer: a machine without a sound card still plays the match, and nothing ever clips."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.audio.music import LAYERS, RACE_DUCK, VOICE_DUCK_MUSIC
from cabinet.audio.player import (
    AGAIN_NS,
    ASSETS,
    CHANNELS,
    LOOK_NS,
    MUSIC,
    VOICE,
    Levels,
    SoundPlayer,
    files_of,
    gain_of,
)
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
    player.play(["lose"])
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


class Alsa:
    """A machine's sound cards as SDL finds them by ALSA: the default is card 0, whatever others there are."""

    def __init__(self, devices: Path, init: Callable[..., None]) -> None:
        self.devices = devices
        self.opened: list[int] = []
        self.refused = 0
        self._init = init

    def plug(self, *numbers: int) -> None:
        for number in numbers:
            (self.devices / f"pcmC{number}D0p").touch()
            (self.devices / f"controlC{number}").touch()

    def pull(self, number: int) -> None:
        (self.devices / f"pcmC{number}D0p").unlink()
        (self.devices / f"controlC{number}").unlink()

    def init(self, rate: int, size: int, channels: int, buffer: int, *, allowedchanges: int) -> None:
        assert pygame.mixer.get_init() is None
        number = os.environ.get("AUDIODEV", "sysdefault:CARD=0").removeprefix("sysdefault:CARD=")
        if not (self.devices / f"pcmC{number}D0p").exists():
            self.refused += 1
            raise pygame.error("ALSA: Couldn't open audio device: No such file or directory")
        self._init(rate, size, channels, buffer, allowedchanges=allowedchanges)
        self.opened.append(int(number))

    def lists(self, *ids: str) -> Path:
        """The kernel's list of cards, with these ids from number 0 on."""
        path = self.devices / "cards"
        path.write_text(
            "".join(
                f"{n:2} [{card:<15}]: USB-Audio - {card} of brand\n                      {card} at usb-1\n"
                for n, card in enumerate(ids)
            )
        )
        return path


@pytest.fixture
def alsa(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Alsa:
    monkeypatch.delenv("AUDIODEV", raising=False)
    alsa = Alsa(tmp_path, pygame.mixer.init)
    monkeypatch.setattr(pygame.mixer, "init", alsa.init)
    return alsa


@pytest.fixture
def told() -> list[str]:
    return []


def on(alsa: Alsa) -> SoundPlayer:
    """A player on these cards, whose clock stands at 0: the looks have their own times."""
    return SoundPlayer(Levels(70), devices=alsa.devices, clock=lambda: 0)


def test_a_card_that_goes_is_let_go_of_and_opened_again_when_it_is_back(alsa: Alsa, told: list[str]) -> None:
    alsa.plug(0)
    player = on(alsa)
    player.open(told.append)
    player.look_again(LOOK_NS, told.append)
    assert (player.is_open, told) == (True, [])
    alsa.pull(0)
    player.note(True, False)
    player.look_again(2 * LOOK_NS, told.append)
    player.play(["play.0.0"])
    assert pygame.mixer.get_init() is None
    player.look_again(3 * LOOK_NS, told.append)
    assert [line.split(maxsplit=2)[:2] for line in told] == [["A", "sound"], ["No", "sound:"]]
    alsa.plug(0)
    player.look_again(4 * LOOK_NS, told.append)
    player.play(["play.0.0"])
    assert pygame.mixer.get_busy()
    player.look_again(5 * LOOK_NS, told.append)
    assert (len(told), alsa.opened) == (2, [0, 0])
    player.close()


def test_a_sound_server_that_starts_anew_is_played_on_again_within_two_looks(alsa: Alsa, told: list[str]) -> None:
    """No device of the kernel's comes or goes by that."""
    alsa.plug(0)
    player = on(alsa)
    player.open(told.append)
    player.note(True, False)
    player.look_again(LOOK_NS, told.append)
    player.look_again(2 * LOOK_NS, told.append)
    assert player.is_open
    assert told == [word("sound.gone")]
    player.close()


def test_what_comes_back_without_a_device_is_found_within_half_a_minute(alsa: Alsa, told: list[str]) -> None:
    """As a screen with loudspeakers after its standby: its card was there all the time, and could not be opened."""
    player = on(alsa)
    player.open(told.append)
    alsa.plug(0)
    player._cards = frozenset({"pcmC0D0p", "controlC0"})
    for now in range(0, AGAIN_NS, LOOK_NS):
        player.look_again(now, told.append)
        assert not player.is_open
    player.look_again(AGAIN_NS, told.append)
    assert player.is_open
    assert len(told) == 1
    player.close()


def test_a_machine_that_stays_silent_says_so_once_and_tries_seldom(alsa: Alsa, told: list[str]) -> None:
    now = [0]
    player = SoundPlayer(Levels(70), devices=alsa.devices, clock=lambda: now[0])
    player.open(told.append)
    while now[0] < 10 * AGAIN_NS:
        player.look_again(now[0], told.append)
        now[0] += LOOK_NS // 4
    assert len(told) == 1
    assert alsa.refused <= 10


def test_the_only_card_is_played_on_although_it_is_not_the_first(alsa: Alsa) -> None:
    alsa.plug(1)
    (alsa.devices / "pcmC0D0c").touch()  # a camera's microphone
    player = on(alsa)
    player.open(pytest.fail)
    assert alsa.opened == [1]
    assert "AUDIODEV" not in os.environ
    player.close()


def test_a_device_that_somebody_has_chosen_is_the_only_one(
    alsa: Alsa, monkeypatch: pytest.MonkeyPatch, told: list[str]
) -> None:
    alsa.plug(1)
    monkeypatch.setenv("AUDIODEV", "sysdefault:CARD=2")
    player = on(alsa)
    player.open(told.append)
    assert (alsa.opened, len(told), os.environ["AUDIODEV"]) == ([], 1, "sysdefault:CARD=2")


def test_where_another_card_is_left_sound_goes_on_there_until_the_first_is_back(alsa: Alsa, told: list[str]) -> None:
    alsa.plug(0, 1)
    player = on(alsa)
    player.open(told.append)
    looks = iter(range(LOOK_NS, 100 * LOOK_NS, LOOK_NS))

    def after(gone: bool, come: bool) -> list[int]:
        player.note(gone, come)
        for _ in range(2):
            player.look_again(next(looks), told.append)
        return alsa.opened

    assert after(gone=False, come=True) == [0]
    alsa.pull(0)
    assert after(gone=True, come=False) == [0, 1]
    assert after(gone=False, come=False) == [0, 1]
    alsa.plug(0)
    assert after(gone=False, come=True) == [0, 1, 0]
    alsa.pull(1)
    assert after(gone=False, come=False) == [0, 1, 0]
    assert told == [word("sound.gone")]
    player.close()


def test_an_output_is_found_by_its_name_and_another_one_plays_while_it_is_away(alsa: Alsa, told: list[str]) -> None:
    alsa.plug(0, 1)
    cards = alsa.lists("Headphones", "vc4hdmi0")
    player = SoundPlayer(Levels(70), devices=alsa.devices, clock=lambda: 0, output="vc4hdmi0", cards=cards)
    player.open(told.append)
    assert (alsa.opened, player.missing) == ([1], "")
    alsa.pull(1)
    player.note(True, False)
    for look in (1, 2):
        player.look_again(look * LOOK_NS, told.append)
    assert (alsa.opened, player.missing) == ([1, 0], "HDMI 1")
    alsa.lists("Headphones", "Device", "vc4hdmi0")  # another number at the next boot, or in the next plug
    alsa.plug(1, 2)
    player.note(False, True)
    player.look_again(3 * LOOK_NS, told.append)
    assert (alsa.opened, player.missing) == ([1, 0, 2], "")
    player.set_output("Device", told.append)
    player.set_output("Device", told.append)
    player.set_output("", told.append)
    assert alsa.opened == [1, 0, 2, 1, 0], "only a change opens the mixer anew"
    assert "AUDIODEV" not in os.environ
    player.close()


def test_the_outputs_are_the_cards_that_can_play_by_names_for_people(
    alsa: Alsa, monkeypatch: pytest.MonkeyPatch
) -> None:
    alsa.plug(0, 2)
    (alsa.devices / "pcmC1D0c").touch()  # a microphone
    cards = alsa.lists("vc4hdmi1", "Camera", "Device")
    player = SoundPlayer(Levels(70), devices=alsa.devices, cards=cards)
    there = {each.id: each.name for each in player.outputs()}
    assert there == {"vc4hdmi1": "HDMI 2", "Device": "Device of brand"}
    player.open(pytest.fail)
    monkeypatch.setattr(pygame.mixer, "get_driver", lambda: "pulseaudio")
    assert player.outputs() == (), "a sound server has settings of its own"
    player.close()
    assert SoundPlayer(Levels(70), devices=alsa.devices, cards=alsa.devices / "none").outputs() == ()


def test_the_devices_that_are_found_by_opening_are_no_news(monkeypatch: pytest.MonkeyPatch) -> None:
    """SDL announces each of them, its driver without a sound as well: taken for news they would open it for ever."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    news = (pygame.AUDIODEVICEADDED, pygame.AUDIODEVICEREMOVED)
    pygame.event.clear()
    pygame.mixer.init()
    assert pygame.event.get(news), "this SDL announces nothing: the test shows nothing"
    pygame.mixer.quit()
    pygame.event.clear()
    player = SoundPlayer(Levels(70))
    player.open(pytest.fail)
    assert pygame.event.get(news) == []
    assert not any(pygame.event.get_blocked(kind) for kind in news)
    player.close()


def test_at_volume_nought_no_sound_device_is_opened() -> None:
    player = SoundPlayer(Levels(0))
    player.open(pytest.fail)
    player.play(["play.0.0"])
    assert pygame.mixer.get_init() is None


EFFECTS = range(len(LAYERS), len(LAYERS) + CHANNELS)
"""The channels of the effects."""


def busy_effects() -> list[pygame.mixer.Channel]:
    return [channel for number in EFFECTS if (channel := pygame.mixer.Channel(number)).get_busy()]


TAKES = sorted(path.stem for path in (ASSETS / "sounds").glob("*.ogg"))


@cache
def peaks() -> dict[str, float]:
    return {name: max(map(abs, samples)) for name, samples in read_folder("sounds").items()}


@given(st.lists(st.sampled_from(TAKES), min_size=1, max_size=CHANNELS))
def test_whatever_plays_at_once_stays_below_full_scale_however_it_meets(names: list[str]) -> None:
    """The sum of their peaks is the worst meeting of all, beside the music and the voice at their loudest."""
    peak = sum(peaks()[name] for name in names)
    for beside in (MUSIC, VOICE_DUCK_MUSIC * MUSIC + VOICE):
        assert gain_of(peak, 1 - beside) * peak + beside < 1.0001


def test_a_race_alone_has_its_full_level() -> None:
    assert gain_of(max(peaks().values()), 1 - RACE_DUCK * MUSIC) > 0.95
    assert gain_of(0, 1) == 1


def test_what_plays_together_is_softened_together_and_the_next_alone_is_not(player: SoundPlayer) -> None:
    player.play(["finish.0", "photo_3", "beaten.1", "lose"])
    gains = {round(sound.get_volume() * 100) for channel in busy_effects() if (sound := channel.get_sound())}
    assert (len(busy_effects()), gains) == (4, {100})
    assert player._mixer is not None
    peaks = [peak for peak, _ in player._mixer._playing.values()]
    assert gain_of(sum(peaks), 1) * sum(peaks) == pytest.approx(1)
    pygame.mixer.stop()
    player.play(["lose"])
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
    for name in ("xyzzy", "music.xyzzy", "music.speed.xyzzy"):
        with pytest.raises(KeyError):
            player.play([name])
