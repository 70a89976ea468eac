"""A scene that has gone is freed at once, with its pictures: the collector hardly ever looks (`process.gc_tuning`)."""

import gc
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import ref

import pytest

from cabinet.display.table.view import TableView
from cabinet.display.toolkit import Toolkit
from cabinet.input.inputs import SERVICE
from cabinet.match.session import Session
from cabinet.process import gc_tuning
from cabinet.scenes.attract import Attract
from cabinet.scenes.choice import Choice
from cabinet.scenes.dialogs import Resume
from cabinet.scenes.lessons import HowTo
from cabinet.scenes.match import MatchScene
from cabinet.scenes.names import TakingNames
from cabinet.scenes.operator import OperatorPage
from cabinet.scenes.ready import GettingReady
from cabinet.scenes.title import Title
from cabinet.scenes.tonight import EveningSetup
from engine.panel import ACTION, CARDS, LEFT, RIGHT
from engine.units import S
from tests.cabinet.test_whole_cabinet import AMBER, BLUE, LINES, Evening, begun

if TYPE_CHECKING:
    from cabinet.scenes.stack import Scene


@pytest.fixture(autouse=True)
def tidied(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[None]]:
    """Only reference counting frees anything; what other tests have left is no scene of ours. An item for each time
    that the collector would have been called."""
    calls = list[None]()
    monkeypatch.setattr(gc_tuning, "tidy", lambda: calls.append(None))
    gc.collect()
    gc.disable()
    yield calls
    gc.enable()


class Watched:
    """An evening of whose scenes nobody but the program keeps hold."""

    def __init__(self, folder: Path, begins: int = 1000 * S) -> None:
        self.evening = Evening(folder, begins=begins)
        self.noted: list[tuple[str, Callable[[], Scene[Any] | None]]] = []

    def note(self) -> "Watched":
        """Note the scene that is on top now, by a weak reference."""
        self.evening.do(self._note)
        return self

    def _note(self) -> None:
        top = self.evening.cabinet._stack.top
        assert top is not None
        self.noted.append((type(top).__name__, ref(top)))

    def left(self) -> "Watched":
        """Look, while the program still runs, that of everything noted nothing is there."""
        self.evening.do(self._look).run()
        return self

    def _look(self) -> None:
        there = [name for name, scene in self.noted if scene() is not None]
        assert there == []
        scenes: tuple[type, ...] = (MatchScene, Choice, GettingReady, HowTo, Attract, OperatorPage, Resume)
        kinds = (*scenes, Session, TableView)
        held = gc.get_objects()
        assert [each for each in held if type(each) in kinds] == []

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.noted]


def leave_the_table(evening: Evening) -> Evening:
    for button in (CARDS[0], CARDS[4], ACTION):
        evening.source.tap(LINES[(AMBER, button)], at_ns=evening.at, hold_ns=3 * S)
    return evening.after(4 * S).tap(LEFT).after(2 * S).tap(LEFT, BLUE).after(2 * S)


def test_a_match_and_the_menu_before_it(tmp_path: Path, tidied: list[None]) -> None:
    watched = Watched(tmp_path)
    evening = watched.evening.after(S)
    evening.tap(RIGHT).tap(CARDS[0])
    watched.note()
    evening.tap(ACTION).tap(ACTION).tap(ACTION).after(S)
    watched.note()
    evening.tap(ACTION, BLUE).after(6 * S)
    watched.note()
    leave_the_table(evening)
    watched.left()
    assert watched.names == [Choice.__name__, GettingReady.__name__, MatchScene.__name__]
    assert tidied, "all objects are looked at before a match rather than in it"


def test_demonstrations_when_somebody_wakes_the_cabinet(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    watched.evening.after(100 * S)
    watched.note().evening.after(50 * S).tap(CARDS[2]).after(S)
    watched.left()
    assert watched.names == [Attract.__name__]


@pytest.mark.long
def test_how_to_play_however_it_is_left(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    evening = watched.evening.after(S).tap(RIGHT).tap(CARDS[0]).tap(ACTION).tap(CARDS[3])
    watched.note()
    evening.after(200 * S)
    watched.note()
    evening.tap(CARDS[2]).after(S)
    watched.left()
    assert watched.names[:1] == [HowTo.__name__]


def test_the_operators_page(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    watched.evening.after(S).tap(SERVICE[1], SERVICE[0])
    watched.note().evening.tap(CARDS[1]).tap(CARDS[2], hold_ns=S).after(30 * S)
    watched.evening.tap(CARDS[4], hold_ns=3 * S).after(4 * S).tap(CARDS[4]).after(S)
    watched.left()
    assert watched.names == [OperatorPage.__name__]


def test_the_operators_page_opened_again_has_the_toolkit_that_it_had(tmp_path: Path) -> None:
    evening, toolkits = Evening(tmp_path).after(S), list[int]()
    for _ in range(3):
        evening.tap(SERVICE[1], SERVICE[0]).after(S).tap(CARDS[4]).after(S)
        evening.do(lambda: toolkits.append(sum(type(each) is Toolkit for each in gc.get_objects())))
    evening.run()
    assert toolkits[0] == toolkits[-1]


def test_names_and_the_page_tonight(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    evening = watched.evening
    evening.store.seen(("BEN", "MIA"), int(time.time()))
    evening.after(S).tap(ACTION).tap(LEFT)
    watched.note().evening.tap(CARDS[0]).after(S)
    watched.note().evening.tap(CARDS[4]).after(S).tap(RIGHT).after(S)
    watched.note().evening.tap(CARDS[1]).after(S)
    watched.note().evening.tap(RIGHT).tap(CARDS[0]).tap(LEFT).tap(CARDS[4]).after(S)
    watched.left()
    assert watched.names == [each.__name__ for each in (TakingNames, GettingReady, Choice, EveningSetup)]


def test_an_offer_to_go_on(tmp_path: Path) -> None:
    begun(Evening(tmp_path)).run()
    watched = Watched(tmp_path, begins=9000 * S)
    watched.evening.after(S)
    watched.note().evening.tap(LEFT).tap(LEFT, BLUE).after(2 * S)
    watched.left()
    assert watched.names == [Resume.__name__]


def test_a_title_that_has_been_left(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    watched.evening.after(S)
    watched.note().evening.tap(RIGHT).after(45 * S)
    watched.left()
    assert watched.names == [Title.__name__]
