"""An update from a stick on the installed cabinet: what root refuses, a whole one, and a release without a picture.

Power cuts in the middle of one: `python -m tools.vm.update_soak`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cabinet.machine.bundle import FELL_BACK, OWNER_KEY, RELEASES
from tests.vm.test_cabinet import ready
from tests.vm.test_helper import answered, asking
from tools.vm.image import booted_build
from tools.vm.machine import SHARED, Image, Machine, UsbStick
from tools.vm.update_soak import BUNDLE, CURRENT, NEWER, TRIAL, UNITS, make_bundle, make_keys

BROKEN = f"{NEWER}-broken"
UPDATES = """
from cabinet.service.stick import bundle_content, newest_bundle
with helper.stick() as stick:
    print(helper.update(bundle_content(stick.folder, newest_bundle(stick.folder), lambda _share: None)))
"""


@pytest.fixture(scope="module")
def machine(cabinet: Machine) -> Machine:
    ready(cabinet)
    return cabinet


@pytest.fixture
def keys(machine: Machine, tmp_path: Path) -> Iterator[Path]:
    """Two pairs of keys, of which the machine has the first one's public half."""
    for name in ("ours", "other"):
        make_keys(tmp_path / name)
    machine.run(f"cat > {OWNER_KEY}", stdin=(tmp_path / "ours/public.pem").read_text())
    yield tmp_path
    machine.run(f"rm --force {OWNER_KEY}")


def refusal(machine: Machine, file: str) -> str:
    """Why the helper does not take a bundle of the shared folder."""
    ask = f"print(helper.update([open('{SHARED}/{file}', 'rb').read()]))"
    lines = f"try:\n  {ask}\nexcept NotDone as problem:\n  print(problem.key)"
    return answered(machine, f"from cabinet.machine.stick import NotDone\n{lines}")


def test_what_root_refuses_changes_nothing(machine: Machine, keys: Path) -> None:
    before = machine.out(f"{CURRENT}; ls {RELEASES}")
    for name, owner in (("foreign", "other"), ("damaged", "ours")):
        make_bundle(keys / owner, machine.share / name, with_program=False)
    (machine.share / "damaged").write_bytes((machine.share / "damaged").read_bytes()[:-1])
    machine.run(f"chmod a+r {SHARED}/foreign {SHARED}/damaged")
    assert refusal(machine, "foreign") == "update.foreign"
    assert refusal(machine, "damaged") == "update.damaged"
    machine.run(f"rm {OWNER_KEY}")
    assert refusal(machine, "damaged") == "update.key"
    assert machine.out(f"{CURRENT}; ls {RELEASES}") == before


def test_a_release_without_a_picture_is_taken_back_at_the_third_start(machine: Machine) -> None:
    """With a copy of the release that plays, of which the program ends at once."""
    current = machine.out(CURRENT)
    new = RELEASES / "releases" / BROKEN
    program = f"{new}/venv/bin/photofinish"
    machine.run(f"cp --archive --link {RELEASES}/{current} {new} && rm {program}")
    machine.run(f"printf '#!/bin/sh\\nexit 1\\n' > {program}; chmod +x {program}")
    machine.run(f"echo 'releases/{BROKEN} 0' > {TRIAL}; ln -sfn {current} {RELEASES}/previous")
    machine.run(f"ln -sfn releases/{BROKEN} {RELEASES}/current; systemctl reset-failed photofinish.service")
    since = machine.out("date '+%Y-%m-%d %H:%M:%S'")
    try:
        machine.run("systemctl restart photofinish.service", check=False, seconds=200)
        machine.wait_for(f"test -e {RELEASES}/{FELL_BACK} && test ! -e {TRIAL}", seconds=300)
        assert machine.out(CURRENT) == current
        assert machine.out(f"cat {RELEASES}/{FELL_BACK}") == BROKEN
        told = machine.out(f"journalctl --since '{since}' --no-pager --unit photofinish-trial.service")
        assert told.count("Finished") == 3, told
        assert re.search("denied|not permitted|Read-only", told) is None, told
    finally:
        machine.run(f"ln -sfn {current} {RELEASES}/current")
        machine.run(f"cd {RELEASES} && rm --force --recursive {new} {TRIAL} {FELL_BACK} previous")
        machine.run("systemctl reset-failed photofinish.service")


@pytest.mark.slow
@pytest.mark.needs("mkfs.vfat")
def test_a_bundle_on_a_stick_plays_after_the_next_start(alone: None, booted_image: Image, tmp_path: Path) -> None:
    with Machine(booted_image, tmp_path, build=booted_build(tmp_path)) as living:
        living.boot()
        ready(living)
        make_keys(tmp_path / "ours")
        living.run(f"cat > {OWNER_KEY}", stdin=(tmp_path / "ours/public.pem").read_text())
        make_bundle(tmp_path / "ours", living.share / BUNDLE)
        old = living.out(CURRENT)
        with UsbStick(living, tmp_path / "stick") as stick:
            living.run(f"mount {stick.device} /media && mkdir /media/photofinish")
            living.run(f"cp {SHARED}/{BUNDLE} /media/photofinish && umount /media")
            told = living.run(asking(living, UPDATES), seconds=1800, check=False)
            assert told.out.strip() == NEWER, (told, living.out(f"cat {RELEASES}/update.log; true"))
        assert living.out(f"ls -d {RELEASES}/incoming; true") == ""
        living.start("systemctl reboot")
        living.wait_until_off()
        living.boot()
        living.wait_for(f"systemctl is-active photofinish && test ! -e {TRIAL}", seconds=600)
        assert NEWER in living.out(f"{CURRENT}; photofinish --version")
        assert living.out(f"readlink {RELEASES}/previous") == old
        assert living.out(UNITS, seconds=200) == ""
