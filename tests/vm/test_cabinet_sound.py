"""Sound cards of a cabinet: heard from the installer on, plugged in later, gone and back, another one first."""

import re
from collections.abc import Iterator

import pytest

from cabinet.service.settings import KNOBS
from tests.vm.test_cabinet import ready, state
from tests.vm.test_cabinet_faults import STATE, is_lit
from tools.vm.machine import Machine
from tools.vm.party import ACTION, DATA, wait_until

DRIVER = "/sys/bus/pci/drivers/snd_hda_intel"
OUTPUT_LINE = sum(knob.topic == "sound" for knob in KNOBS)
"""The place of the line of the outputs on its page, behind the settings with few values."""
STATES = "/var/lib/alsa/asound.state"


@pytest.fixture(scope="module")
def sounding(cabinet: Machine) -> Iterator[Machine]:
    """A cabinet with a socket for USB, to which a second sound card can be plugged."""
    ready(cabinet)
    cabinet.qmp.do("device_add", driver="qemu-xhci", id="usb")
    yield cabinet
    cabinet.qmp.do("device_del", id="usb")


def plays_on(machine: Machine, card: int) -> None:
    """Wait until the program plays on a card, and on no other one."""
    status = "/proc/asound/card*/pcm*p/sub*/status"
    machine.wait_for(f'[ "$(grep --files-with-matches RUNNING {status} | cut -d/ -f4)" = card{card} ]', seconds=90)


def doctor(machine: Machine) -> tuple[int | None, str]:
    """The doctor's exit code and its line about sound."""
    told = machine.run("cd / && sudo -u photofinish photofinish doctor", check=False)
    line = re.search(r"^\S+ +sound +(.*)", told.out, re.MULTILINE)
    assert line is not None, told
    return told.code, line[1]


def level(machine: Machine, card: int) -> str:
    """Level and switch of the first control of a card."""
    told = machine.out(f"amixer -c {card} scontents")
    found = re.search(r"Playback \d+ \[\d+%\] \[(-?[\d.]+dB)\] \[(on|off)\]", told)
    assert found is not None, told
    return " ".join(found.groups())


def plug(machine: Machine) -> None:
    """Plug a USB sound card in, and wait until it is set."""
    machine.qmp.do("device_add", driver="usb-audio", id="speakers", bus="usb.0", audiodev="sound")
    machine.wait_for(f"grep --extended-regexp '^ 1 .*USB' /proc/asound/cards && grep '^state.Audio ' {STATES}")


def pull(machine: Machine) -> None:
    """Pull it."""
    machine.qmp.do("device_del", id="speakers")
    machine.wait_for("! grep USB /proc/asound/cards")


def test_a_card_that_nobody_has_set_is_heard_after_the_installer(sounding: Machine) -> None:
    """Debian's own first level is -20 dB."""
    assert level(sounding, 0) == "-6.00dB on"
    assert "state.Intel {" in sounding.out(f"cat {STATES}")
    plays_on(sounding, 0)
    assert doctor(sounding) == (0, "Intel (plays, -6.0 dB)")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "told"),
    [("-- -20dB", "Intel (plays, -20.0 dB): hardly anything"), ("mute", "Intel (plays, muted): nothing")],
)
def test_the_doctor_says_that_a_card_cannot_be_heard_and_nothing_changes_what_somebody_has_set(
    sounding: Machine, words: str, told: str
) -> None:
    sounding.run(f"amixer --quiet -c 0 sset Master {words} && alsactl store 0")
    before = level(sounding, 0)
    sounding.run("systemctl start photofinish-sound@0.service")
    assert level(sounding, 0) == before
    code, line = doctor(sounding)
    assert (code, line.startswith(told)) == (1, True), line
    sounding.run("amixer --quiet -c 0 sset Master -- -6dB unmute && alsactl store 0")
    assert doctor(sounding)[0] == 0


@pytest.mark.slow
def test_a_card_that_is_muted_at_first_and_plugged_in_later_is_set_once(sounding: Machine) -> None:
    """As Debian meets such a card, which takes its level from the card: QEMU's is at -0.5 dB."""
    plug(sounding)
    assert level(sounding, 1) == "-5.82dB on"  # the nearest of its steps
    assert doctor(sounding) == (0, "Intel (plays, -6.0 dB); Audio (-5.8 dB)")
    assert sounding.out("systemctl list-units --failed --quiet --plain") == ""
    sounding.run(f"sed --in-place '/^state.Audio /,$d' {STATES}")
    sounding.run("amixer --quiet -c 1 sset 'Audio Output Volume Control' mute")
    sounding.run("systemctl start photofinish-sound@1.service")
    assert level(sounding, 1) == "-5.82dB on"
    pull(sounding)
    assert doctor(sounding) == (0, "Intel (plays, -6.0 dB)")


def test_sound_goes_on_on_another_card_and_comes_back_to_the_first(sounding: Machine) -> None:
    plug(sounding)
    plays_on(sounding, 0)
    before = state(sounding, "MainPID")
    card = sounding.out(f"basename $(ls -d {DRIVER}/0000:*)")
    sounding.run(f"echo {card} > {DRIVER}/unbind", seconds=120)
    plays_on(sounding, 1)
    assert doctor(sounding) == (0, "Audio (plays, -5.8 dB)")
    sounding.run(f"echo {card} > {DRIVER}/bind")
    plays_on(sounding, 0)
    pull(sounding)
    plays_on(sounding, 0)
    assert state(sounding, "MainPID") == before


@pytest.mark.slow
def test_an_output_that_is_chosen_on_the_page_plays_whenever_it_is_there(sounding: Machine) -> None:
    """Chosen by the keys alone, heard while it is tried, kept, said when it is away, and heard again."""
    plug(sounding)
    plays_on(sounding, 0)
    sounding.run(f"systemctl stop photofinish; cp --archive {DATA} /tmp/before", seconds=240)
    sounding.run("systemctl start photofinish", seconds=240)
    ready(sounding)
    sounding.go_on(5)
    sounding.keys(ACTION, "i", hold_ms=9_000)
    wait_until(lambda: is_lit(sounding, STATE), lambda: "the page does not come")
    for key in ("f", "f", "f", *"v" * OUTPUT_LINE, ACTION, "v", "v"):  # SOUND, down to the line, and two outputs on
        sounding.keys(key)
        sounding.go_on(1)
    plays_on(sounding, 1)
    sounding.keys(ACTION)
    sounding.wait_for("cd / && sudo -u photofinish photofinish config --show | grep '^output = \"Audio\"'", seconds=60)
    sounding.keys("g")
    sounding.run("systemctl restart photofinish", seconds=240)
    ready(sounding)
    plays_on(sounding, 1)
    before = state(sounding, "MainPID")
    pull(sounding)
    plays_on(sounding, 0)
    said = "is not there: the sound comes out of another output"
    sounding.wait_for(f"journalctl --unit photofinish --boot | grep '{said}'")
    plug(sounding)
    plays_on(sounding, 1)
    assert state(sounding, "MainPID") == before
    pull(sounding)
    sounding.run(f"systemctl stop photofinish; rm --recursive {DATA}; mv /tmp/before {DATA}", seconds=240)
    sounding.run("systemctl start photofinish")
    ready(sounding)


@pytest.mark.slow
def test_a_card_that_is_pulled_while_it_plays_leaves_no_silence_behind(sounding: Machine) -> None:
    card = sounding.out(f"basename $(ls -d {DRIVER}/0000:*)")
    sounding.run(f"echo {card} > {DRIVER}/unbind", seconds=120)
    sounding.qmp.do("device_add", driver="usb-audio", id="speakers", bus="usb.0", audiodev="sound")
    plays_on(sounding, 0)
    pull(sounding)
    sounding.run(f"echo {card} > {DRIVER}/bind")
    plays_on(sounding, 0)
    assert "Intel" in sounding.out("cat /proc/asound/cards")
