"""The installed cabinet, booted: what its screen shows, and that its unit is as it should be."""

import re

import pygame
import pytest

from tools.vm.machine import Machine


def pixels(machine: Machine, name: str = "screen") -> pygame.Surface:
    return pygame.image.load(str(machine.screenshot(name)))


@pytest.fixture(scope="module")
def playing(cabinet: Machine) -> Machine:
    """The cabinet once its service is ready, which it says with its first frame."""
    cabinet.wait_for("systemctl is-active photofinish", seconds=180)
    return cabinet


def test_the_first_frame_is_on_the_real_display(playing: Machine) -> None:
    picture = pixels(playing, "first-frame")
    assert picture.get_size() == (1280, 720)
    colours = {tuple(picture.get_at((x, y)))[:3] for x in range(0, 1280, 16) for y in range(0, 720, 16)}
    assert len(colours) > 20, "the screen is black, or nearly"


def test_the_unit_has_no_right_that_it_does_not_need(playing: Machine) -> None:
    told = playing.out("systemd-analyze security --no-pager photofinish.service | tail -1")
    level = re.search(r"([\d.]+) ", told)
    assert level is not None
    assert float(level[1]) <= 2.0
