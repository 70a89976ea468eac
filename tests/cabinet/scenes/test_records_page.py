"""The boards that people ask for: the places in their game with their own ones marked, and the records."""

import pygame
import pytest

from cabinet.display.attract import PLACED, PlacesBoard, RecordBoard
from cabinet.people.people import People
from cabinet.people.results import Figures, Result
from cabinet.scenes.attract_pages import RecordsPage, places_boards, record_board
from cabinet.scenes.bases import IDLE_NS, Leave
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT, Press
from engine.units import MS
from tests.cabinet.scenes.stories import returned, toolkit_of

DAY = "2026-11-27"


def people(*pairs: tuple[str, str], matches: int = 3) -> People:
    """Names of whom the first of each pair has won all matches."""
    known = People()
    for number, (winner, loser) in enumerate(pairs * matches):
        figures = Figures(at=number, day=DAY, places=(1, 2))
        known.add(Result(f"m{number}", "speed", "speed", ("human", "human"), (winner, loser), 0, "deals", figures))
    return known


def test_the_places_mark_whoever_sits_there_and_say_what_a_newcomer_lacks() -> None:
    (board,) = places_boards(people(("MIA", "BEN"), ("MIA", "BEN")), "speed", ("EVE", "BEN"))
    assert [tuple(placed) for placed in board.places] == [("1.", "MIA", -1), ("2.", "BEN", 1)]
    assert board.note == "EVE: A PLACE AFTER 3 MORE MATCHES"
    assert places_boards(people(("MIA", "BEN"), matches=2), "speed", ()) == []


def test_more_places_than_a_board_has_go_on_on_the_next() -> None:
    pairs = [(f"{letter}AX", f"{letter}BX") for letter in "ABCDEFGHIJKLMN"]
    first, second = places_boards(people(*pairs), "speed")
    assert len(first.places) == PLACED and len(second.places) == 2 * len(pairs) - PLACED


class Reader:
    """Somebody at the boards."""

    def __init__(self, *boards: RecordBoard | PlacesBoard, size: tuple[int, int] = (480, 320)) -> None:
        self.screen = pygame.Surface(size)
        self.page = RecordsPage(toolkit_of(size), boards, {})
        self.now = 0
        self.page.enter(0)

    def press(self, button: str) -> None:
        self.page.handle(Press(0, button, True, self.now, "fake"))

    def wait(self, ns: int) -> "Reader":
        for _ in range(ns // (10 * MS)):
            self.now += 10 * MS
            self.page.advance(self.now, self.now)
            if self.page.is_stale(self.now):
                self.page.draw(self.screen, self.now, everything=False)
        return self

    def picture(self) -> bytes:
        return pygame.image.tobytes(self.screen, "RGB")


BOARDS = (
    PlacesBoard("PLACES", "SPEED", ()), record_board("streak", "ever", []), record_board("pace", "ever", []),
)  # fmt: skip


def test_left_and_right_turn_the_boards_and_each_is_drawn() -> None:
    reader = Reader(*BOARDS).wait(400 * MS)
    seen = [reader.picture()]
    for button in (RIGHT, RIGHT, RIGHT, LEFT):
        reader.press(button)
        seen.append(reader.wait(400 * MS).picture())
    assert len(set(seen)) == 3 and seen[0] == seen[3] and seen[4] == seen[2]


@pytest.mark.parametrize("button", [ACTION, CARDS[4]])
def test_action_and_5_go_back_and_so_does_whoever_has_gone(button: str) -> None:
    reader = Reader(*BOARDS).wait(100 * MS)
    for other in set(BUTTONS) - {ACTION, CARDS[4], LEFT, RIGHT}:
        reader.press(other)
    assert returned(reader.page) == []
    reader.press(button)
    assert returned(reader.page) == [Leave()]
    assert returned(Reader(*BOARDS).wait(IDLE_NS + 10 * MS).page) == [Leave()]
