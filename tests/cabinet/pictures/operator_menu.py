"""Every page to which the operator's menu leads: each topic's lines to the last one, the questions, what can fail."""

import time
from collections.abc import Callable, Iterator
from itertools import groupby
from string import Formatter
from typing import Any, Final

import pygame

from cabinet.display.toolkit import Toolkit
from cabinet.scenes.choice import Answer, Choice
from cabinet.scenes.evening import ask_who_has_won, ask_who_leaves
from cabinet.scenes.machine_pages import EnterCode, Message, SetClock, Working
from cabinet.scenes.operator import OperatorPage
from cabinet.scenes.operator_pages import Note, Table, frame, topic_strip
from cabinet.scenes.people import Waiting, sure_question
from cabinet.scenes.screen_pages import ChooseMode, KeepMode, SetMargin
from cabinet.scenes.stack import Scene
from cabinet.service.operator_code import LENGTH
from cabinet.service.stick import moment_of
from cabinet.store.people import Person
from cabinet.strings.catalogue import catalogue, word
from cabinet.tournaments.evening import Evening
from cabinet.tournaments.journal import WinnerStays
from engine.panel import ACTION, CARDS, RIGHT, Press
from tests.cabinet.pictures.operator_samples import MODES, NOON, service
from tests.cabinet.scenes.stories import Dialog

MENU: Final = "operators_"
"""What the names of these pictures begin with: none of them is a golden one, since each is lines that others show."""
PEOPLE: Final = tuple(Person(name, NOON, NOON, 1000 + place, 317) for place, name in enumerate(("MIA", "BEN", "ZOE")))
BACKUP: Final = "backup-2026-11-27-20-15"
MOMENT: Final = time.struct_time((2026, 11, 27, 20, 15, 0, 4, 331, 0))
VALUES: Final = {
    "detail": "No space left on device", "free": "12", "needed": "340", "reason": "database disk image is malformed",
    "stick": "KINGSTON", "name": "export-2026-11-27-20-15", "files": 1204, "count": 12, "moment": "27.11.2026 20:15",
    "matches": 1204, "presses": 88_310, "at": "27.11.26 20:15", "seconds": 60, "output": "USB Audio Device", "other":
    "BEN", "problem": "The records cannot be saved now.", "device": "DragonRise Inc. Generic USB Joystick",
    "mode": "1920x1080 at 60 Hz",
}  # fmt: skip
"""Long values of the texts about what was done and what could not be."""
OF_MESSAGES: Final = ("stick.fault.", "stick.exported.about", "stick.backed_up.about", "stick.restored.about")
OF_FOOT: Final = (
    "machine.error.", "operator.unsaved", "operator.no_sound", "operator.no_output", "operator.last_way",
    "operator.cleared", "operator.restarting", "operator.lead_to_title", "people.not_done", "people.one",
    "players.nobody", "players.done.", "assign.saved", "assign.nothing", "mode.kept", "mode.taken_back", "mode.refused",
)  # fmt: skip
"""The texts that stand on a page of their own, and those at the foot of the settings."""


def operators_menu(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """Every page but those of `operator_samples`, by name."""
    yield from topics(toolkit)
    yield from questions(toolkit)
    for name, scene in dialogs(toolkit).items():
        yield f"{MENU}{name}", drawn(scene, toolkit)
    yield from said(toolkit)


def drawn(scene: Scene[Any], toolkit: Toolkit) -> pygame.Surface:
    """A scene when it has just come."""
    screen = pygame.Surface(toolkit.size)
    scene.enter(0)
    scene.draw(screen, 0, everything=True)
    return screen


def opened(toolkit: Toolkit) -> OperatorPage:
    """The operator's page with its first topic open."""
    page = OperatorPage(toolkit, service())
    page.enter(0)
    press(page, CARDS[3])
    return page


def press(page: OperatorPage, button: str) -> None:
    """Press a button of AMBER's panel."""
    page.handle(Press(0, button, True, 0, "gpio"))


def topics(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """The lines of each topic, as many pictures as it has pages; and each line that is confirmed, with its question."""
    page, items = opened(toolkit), service().items()
    for topic, group in groupby(items, lambda item: item.topic):
        _, room, _ = frame(page.toolkit, page.page, 3)
        room = topic_strip(page.toolkit, room, (topic,), topic)[1]
        shown, found = range(0), list(group)
        for line, item in enumerate(found):
            if not line or shown.stop - 1 <= line < len(found) - 1:
                shown = Table.readable(page.toolkit, room, len(found), line)[1]
                yield f"{MENU}{topic}_{line}", drawn(page, toolkit)
            if item.dangerous:
                press(page, ACTION)
                yield f"{MENU}{topic}_{line}_sure", drawn(page, toolkit)
                press(page, CARDS[0])
            press(page, RIGHT)


def dialogs(toolkit: Toolkit) -> dict[str, Scene[Any]]:
    """The pages that the lines lead to, as they come."""
    mia, ben = PEOPLE[:2]
    evening = Evening.begin(WinnerStays(("MIA", "BEN"))).evening
    back = Answer(word("menu.back"), word("desk.back.line"), "", ("left",))
    backups = [Answer(moment_of(BACKUP).replace(" ", "\n"), word("stick.restore.line", name=BACKUP), BACKUP)] * 3
    yes = Answer(word("desk.yes"), word("stick.restore.yes", moment=moment_of(BACKUP)), BACKUP)
    return {
        "code": EnterCode(toolkit, word("code.enter"), LENGTH),
        "code_wrong": EnterCode(toolkit, word("code.enter"), LENGTH, word("code.wrong")),
        "code_new": EnterCode(toolkit, word("code.new"), LENGTH, word("code.new.about")),
        "code_again": EnterCode(toolkit, word("code.again"), LENGTH),
        "code_differs": EnterCode(toolkit, word("code.new"), LENGTH, word("code.differs")),
        "code_set": Message(toolkit, word("code.set"), word("code.set.about")),
        "code_none": Message(toolkit, word("code.none"), word("code.how"), is_alarm=True),
        "code_wait": Message(toolkit, word("code.locked"), word("code.wait", seconds=60), is_alarm=True),
        "clock": SetClock(toolkit, MOMENT),
        "margin": SetMargin(toolkit, 3),
        "mode": ChooseMode(toolkit, MODES, MODES[0]),
        "mode_keep": KeepMode(toolkit, MODES[0]),
        "stick_exporting": Working(toolkit, word("stick.exporting"), word("stick.leave_it"), lambda: 0.4),
        "stick_backing_up": Working(toolkit, word("stick.backing_up"), word("stick.leave_it"), lambda: 0.4),
        "stick_looking": Working(toolkit, word("stick.looking"), word("stick.leave_it"), lambda: 0.4),
        "stick_restoring": Working(toolkit, word("stick.restoring"), word("stick.leave_it"), lambda: 0.4),
        "stick_which": Choice(toolkit, word("stick.restore.which"), backups, len(backups), [back]),
        "stick_sure": Choice(toolkit, word("stick.restore.sure"), [yes], 1, [back]),
        "stick_none": Message(toolkit, word("stick.failed"), word("stick.no_backup"), is_alarm=True),
        "people_waiting": Waiting(toolkit, word("people.working"), lambda: None),
        "people_rename_sure": sure_question(toolkit, "rename", mia, "AMY", None, evening),
        "people_delete_sure": sure_question(toolkit, "delete", mia, "", None, evening),
        "people_merge_away": sure_question(toolkit, "merge", mia, "BEN", ben, None),
    }


def questions(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """The questions about the evening, from the first to the last."""
    pairings = Evening.begin(WinnerStays(("MIA", "BEN"))).evening.pairings
    stories: dict[str, Callable[[], Any]] = {
        "out": lambda: ask_who_leaves(toolkit, ("MIA", "BEN", "ZOE"), {}),
        "award": lambda: ask_who_has_won(toolkit, [*pairings, *pairings], {}),
    }
    for name, story in stories.items():
        dialog, number = Dialog(story()), 0
        while not dialog.results:
            number += 1
            yield f"{MENU}{name}_{number}", drawn(dialog.top, toolkit)
            dialog.handle(Press(0, CARDS[0], True, 0, "picture"))


def said(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """Every sentence on what was done, and on what could not be: on a page of its own, or at the foot."""
    page = opened(toolkit)
    wanted = (*OF_MESSAGES, *OF_FOOT)
    for key, text in ((key, text) for key, text in catalogue().items() if key.startswith(wanted)):
        values = {name: VALUES[name] for _, name, _, _ in Formatter().parse(text) if name}
        if key.startswith((*OF_MESSAGES, "machine.error.stick.")):
            is_alarm = not key.endswith(".about")
            title = word("stick.failed" if is_alarm else "stick.exported")
            yield f"{MENU}{key}", drawn(Message(toolkit, title, word(key, **values), is_alarm=is_alarm), toolkit)
        else:
            page.tell(Note(word(key, **values), "alarm"))
            yield f"{MENU}{key}", drawn(page, toolkit)
