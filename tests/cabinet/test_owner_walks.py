"""An owner at a new card, by the panel alone: a real window of which a script knows only the pixels.

From the first start to a wire put right, a network joined, a coin, a code forgotten and set anew, and an export that a
browser opens. Root's helper answers over a real socket, with a radio and a stick that are made up
(`tests.cabinet.machine`).
"""

import os
import pwd
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Final

import pygame
import pytest

from cabinet.display.theme import Face, Fonts
from cabinet.input.assigning import PLACES, asked_words
from cabinet.machine.number import cabinet_number, shown_number
from cabinet.machine.wireless import Network
from cabinet.scenes.bases import GUARD_NS
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT
from engine.units import S
from tests.cabinet.machine.test_helper import ME, Machine
from tests.cabinet.test_in_a_window import KEYS, PATIENCE_S, Robot, environ_for
from tests.cabinet.walk import LOOK_S, STRANGE, Guest, Picture, Style
from tests.cabinet.xserver import x_server

AMBER, BLUE = 0, 1
STILL = 4
"""Looks, one a second, after which a page that has not changed is taken for one that waits to be left."""
CONFIG = """
[display]
size = [800, 480]
attract_s = 0
[input.keys.seat0]
CARD1 = "s"
CARD2 = "a"
[input.coin1]
key = "5"
[coins]
free_play = false
"""
"""The wires of two buttons are exchanged, and a coin closes a switch that is a key."""
PROGRAM = """
import sys
from functools import partial
from pathlib import Path
from cabinet import app
from cabinet.cli import main
from cabinet.machine.client import Helper
from cabinet.service.machine_items import SystemView
socket, image = map(Path, sys.argv[1:3])
app.Helper = lambda: Helper(socket)
app.Installation = partial(app.Installation, image=image)
SystemView.wifi = lambda self: True
sys.exit(main(sys.argv[3:]))
"""
"""The program on a machine that is a flashed card's, as far as it can tell."""
CAPITALS: Final = (40, 28, 22, 14)
"""Heights of capitals of titles and names, px; a long one is smaller."""
SIZES: Final = range(12, 30)
"""The sizes of letters in the operator's tables, px."""
CODE, OTHER = (CARDS[0], CARDS[1], LEFT, RIGHT, ACTION, CARDS[2]), (ACTION, ACTION, LEFT, CARDS[3], LEFT, RIGHT)
PHRASE = "ABBAABBA"


@dataclass
class Owner(Guest):
    """Reads titles and lines, and presses what the foot of each page says."""

    sizes: dict[Face, Sequence[int]] = field(default_factory=lambda: {"text": SIZES, "title": SIZES})
    """In which sizes lines and topics are written, as far as it is known."""

    @property
    def fonts(self) -> Fonts:
        return self.reader.fonts

    def sees(self, *texts: str) -> str:
        """Wait for a title, one of several; return it."""
        until, looks = monotonic() + self.patience_s, 0
        while monotonic() < until:
            picture, looks = self.look(), looks + 1
            for text in texts:
                if self.stands(picture, text, CAPITALS if looks % STRANGE else range(CAPITALS[0], CAPITALS[-1], -1)):
                    self.keep(text, picture.pixels)
                    return text
            Event().wait(LOOK_S)
        self.keep("lost", self.look().pixels)
        raise AssertionError(f"waited {self.patience_s:.0f} s for {' or '.join(texts)}")

    def stands(self, picture: Picture, text: str, capitals: Sequence[int]) -> bool:
        """Return whether a title stands there, with capitals of one of these heights (px)."""
        theme, fonts = self.reader.theme, self.fonts
        colours = theme.colours
        inks = (colours.text, colours.good, colours.alarm, colours.caution, theme.seat(0).colour, theme.seat(1).colour)
        sizes = [fonts.size_for_capitals("title", high) for high in capitals]
        return any(picture.places(text, Style("title", size, ink)) for size in sizes for ink in (*inks, colours.quiet))

    def at(self, title: str, *buttons: str) -> "Owner":
        """Wait for a title, and press buttons of AMBER's panel there."""
        self.sees(title)
        Event().wait(1.2 * GUARD_NS / S)  # presses just after a page has come are none
        for button in buttons:
            self.tap((AMBER, button))
        return self

    def is_chosen(self, picture: Picture, words: str, face: Face = "text") -> bool:
        """Return whether the topic or the line of these words is the chosen one."""
        ink = self.reader.theme.colours.text
        size = next((size for size in self.sizes[face] if picture.places(words, Style(face, size, ink))), 0)
        if size:
            self.sizes[face] = [size]
        return bool(size)

    def leaves(self, line: str) -> None:
        """Wait for the settings with a line chosen, and leave them, and any page before them that stands still.

        Presses just after a page has come are none.
        """
        until, still, before = monotonic() + self.patience_s, 0, b""
        while not self.stands(picture := self.look(), "TONIGHT", CAPITALS) and monotonic() < until:
            Event().wait(1)
            now = pixels_of(picture)
            still, before = (still + 1 if now == before else 0), now
            if self.is_chosen(picture, line) or still == STILL:
                self.tap((AMBER, CARDS[4]))

    def turns(self, before: Picture, button: str) -> None:
        """Press a button that changes the page, and wait until it has, and stands still."""
        self.tap((AMBER, button))
        was, until = pixels_of(before), monotonic() + self.patience_s / 10
        now = pixels_of(self.look())
        while (now == was or now != pixels_of(self.look())) and monotonic() < until:
            Event().wait(LOOK_S)
            now = pixels_of(self.look())

    def goes_to(self, topic: str, line: str) -> None:
        """Turn to a topic of SETTINGS and go to one of its lines, and press ACTION."""
        steps: Sequence[tuple[str, Face, str]] = ((word(topic), "title", CARDS[3]), (word(line), "text", RIGHT))
        for words, face, button in steps:
            for _ in range(40):
                if self.is_chosen(picture := self.look(), words, face):
                    break
                self.turns(picture, button)
        if self.is_chosen(picture := self.look(), word(line)):
            self.keep(line, picture.pixels)
            self.tap((AMBER, ACTION))
            return
        self.keep("lost", self.look().pixels)
        raise AssertionError(f"no line {line}")


def pixels_of(picture: Picture) -> bytes:
    """What stands in a picture, to be compared."""
    return picture.pixels.get_buffer().raw


@pytest.fixture
def machine_of(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], Machine]:
    """Makes a machine whose helper answers whoever runs the tests."""
    account = pwd.struct_passwd((ME, "x", os.geteuid(), 0, "", "/", "/bin/false"))
    monkeypatch.setattr("hardware.peer.PWD.getpwnam", lambda _name: account)
    return Machine


@pytest.fixture
def keep(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, pygame.Surface], None]:
    """Keeps the picture of each page, by its number."""
    folder = tmp_path_factory.mktemp("walk")

    def kept(_what: str, picture: pygame.Surface) -> None:
        pygame.image.save(picture, folder / f"{len(list(folder.iterdir())):02}.png")

    return kept


@contextmanager
def started(machine: Machine, folder: Path, environ: dict[str, str]) -> Iterator[None]:
    """The program of a fresh card, running."""
    (folder / "config.toml").write_text(CONFIG)
    (folder / "image").touch()
    arguments = [str(folder / "machine/socket"), str(folder / "image"), "play", "--config", str(folder / "config.toml")]
    program = subprocess.Popen([sys.executable, "-c", PROGRAM, *arguments], env=environ)
    try:
        yield
    finally:
        program.kill()
        program.wait()
        machine.close()


@pytest.mark.long
@pytest.mark.once
@pytest.mark.timeout(900)
@pytest.mark.needs("Xvfb", "xdotool", "chromium")
def test_an_owner_comes_from_a_fresh_card_to_an_export(
    tmp_path: Path, machine_of: Callable[[Path], Machine], keep: Callable[[str, pygame.Surface], None]
) -> None:
    (tmp_path / "machine").mkdir()
    machine = machine_of(tmp_path / "machine")
    machine.radio.found = [Network(b"THE RED LION", 80, "phrase"), Network(b"cafe", 20, "open")]
    with x_server(size="800x480") as display:
        environ = environ_for(display, tmp_path)
        robot = Robot(environ, tmp_path / "photofinish" / "matches")
        with started(machine, tmp_path, environ):
            robot.find_windows(1)
            owner = Owner(display, KEYS, robot.press, robot.key, keep, patience_s=PATIENCE_S)
            first_start(owner)
            open_page(owner, environ)
            joins(owner)
            assert machine.radio.joined == [(b"THE RED LION", PHRASE)]
            owner.leaves(word("wifi.join"))
            pays(owner)
            forgets_the_code(owner, environ, machine.folder / "stick")
            exports(owner)
        (page,) = (machine.folder / "stick").rglob("*.html")
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/chromium"]
        shown = subprocess.run([*command, "--dump-dom", page.as_uri()], capture_output=True, text=True, check=True)
        assert "</h2>" in shown.stdout and (page.parent / "people.csv").exists()
        kept = (path for folder in ("photofinish", "machine/stick") for path in (tmp_path / folder).rglob("*"))
        everything = b"".join(path.read_bytes() for path in kept if path.is_file())
        assert PHRASE.encode() not in everything


def first_start(owner: Owner) -> None:
    """Language, sound, margin, the buttons with the wrong wire, the house's name, the code."""
    owner.at(word("first.language"), ACTION).at(word("first.sound"), ACTION).at(word("margin.title"), ACTION)
    owner.at(word("first.buttons"), ACTION)
    for seat, button in PLACES:
        owner.sees(asked_words((seat, button)))
        owner.tap((seat, button))
    owner.at(word("house.title"))
    owner.type("a", "b", "BackSpace", "Return")
    owner.at(word("first.code"), ACTION)
    enters(owner, CODE, "code.new", "code.again")
    owner.at(word("code.set"), ACTION)


def enters(owner: Owner, code: Sequence[str], *pages: str) -> None:
    for page in pages:
        owner.at(word(page), *code)


def open_page(owner: Owner, environ: dict[str, str]) -> None:
    """Hold ACTION of both players at the title until it has gone, and turn to the settings."""
    owner.sees("TONIGHT")
    keys = [KEYS[AMBER, ACTION], KEYS[BLUE, ACTION]]
    subprocess.run(["xdotool", "keydown", keys[0], "keydown", keys[1]], env=environ, check=True)
    until = monotonic() + owner.patience_s  # a busy machine reads the keys later than they go down
    while owner.stands(owner.look(), "TONIGHT", range(CAPITALS[0], CAPITALS[-1] - 1, -1)) and monotonic() < until:
        Event().wait(LOOK_S)
    subprocess.run(["xdotool", "keyup", keys[0], "keyup", keys[1]], env=environ, check=True)
    Event().wait(1)
    owner.tap((AMBER, CARDS[3]))


def joins(owner: Owner) -> None:
    """Enter the code, and join a network with a phrase."""
    owner.goes_to("topic.machine", "wifi.join")
    owner.at(word("code.enter"), *CODE)
    Event().wait(1)
    owner.goes_to("topic.machine", "wifi.join")
    owner.at(word("wifi.which"), ACTION)
    owner.at(word("wifi.phrase", name="THE RED LION"))
    owner.type(*PHRASE.lower(), "Return")
    owner.at(word("wifi.joined"), ACTION)


def pays(owner: Owner) -> None:
    """Put a coin in, and read what is in now."""
    owner.sees("TONIGHT")
    owner.type("5")
    told, ink, until = (
        word("coins.credits", amount="1", price=1),
        owner.reader.theme.colours.text,
        monotonic() + PATIENCE_S,
    )
    while not any((picture := owner.look()).places(told, Style("text", size, ink)) for size in SIZES):
        assert monotonic() < until, f"waited {PATIENCE_S:.0f} s for {told}"
        Event().wait(LOOK_S)
    owner.keep(told, picture.pixels)


def forgets_the_code(owner: Owner, environ: dict[str, str], stick: Path) -> None:
    """Come again without the code, prove with a stick to be the owner, and set another one."""
    open_page(owner, environ)
    owner.goes_to("topic.machine", "code.forgotten")
    owner.sees(word("code.forgotten"))
    (stick / "photofinish").mkdir(exist_ok=True)
    (stick / "photofinish/owner").write_text(shown_number(cabinet_number()))
    owner.at(word("code.forgotten"), ACTION)
    enters(owner, OTHER, "code.new", "code.again")
    owner.at(word("code.set"), ACTION)


def exports(owner: Owner) -> None:
    """Export onto the stick."""
    owner.goes_to("topic.stick", "stick.export")
    owner.at(word("stick.exported"), ACTION)
