"""Tables with hands, told by real matches: it shows the truth, soon, at any number of seats, and draws what it must."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import pygame
import pytest

from cabinet.display.cards import CardArt
from cabinet.display.layout.arrange import hand_layout
from cabinet.display.layout.boxes import HandNeed, LayoutName
from cabinet.display.table.view import TableView
from cabinet.display.table.view_state import TableSetup, TableUpdate
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.strings.catalogue import word
from engine.log_lines import Update
from engine.match import Match
from engine.panel import NOTHING, Act, Row
from engine.setup import HUMAN, Setup, seats_of
from engine.units import MS
from tests.cabinet.pictures.samples import hand_samples

SIZE = (480, 320)
FRAME = 16_666_667
SECOND = 1000 * MS
WAYS: tuple[tuple[LayoutName, bool], ...] = (("facing", False), ("facing", True), ("beside", False))


@pytest.fixture(scope="module")
def toolkit() -> Toolkit:
    fonts = Fonts()
    return Toolkit(Theme(), fonts, SIZE, CardArt(Theme(), fonts))


@pytest.fixture(scope="module")
def ahead(toolkit: Toolkit) -> Toolkit:
    """A toolkit with which a view draws everything that its match may show, as in play."""
    return Toolkit(toolkit.theme, toolkit.fonts, SIZE, toolkit.art)


@dataclass
class Watched:
    """A view, its screen, and the match that it shows."""

    match: Match
    view: TableView
    screen: pygame.Surface = field(default_factory=lambda: pygame.Surface(SIZE))
    now: int = 0

    def tell(self, *updates: Update) -> None:
        screen = self.match.screen()
        play = self.match.play_clock(self.now)
        for update in updates:
            self.view.update(TableUpdate(
                screen.redacted(update.entries), screen.table, screen.keys, self.now, play_ns=play,
                rewound_to=update.rewound_to, rows=screen.rows, clock=screen.clock,
            ))  # fmt: skip

    def draw(self) -> list[pygame.Rect]:
        return self.view.draw(self.screen, self.now)

    def pixels(self) -> bytes:
        return pygame.image.tobytes(self.screen, "RGB")


def view_of(toolkit: Toolkit, match: Match, way: tuple[LayoutName, bool] = ("facing", False)) -> TableView:
    seats = match.setup.seats
    people = tuple(seat for seat, info in enumerate(seats) if info.is_human)[:2] or (0, 1)
    setup = TableSetup(
        SIZE, tuple(info.name for info in seats), way[0], way[1], "TITLE", hands=True, viewers=people,
        faces=tuple(card.partition("/")[0] for card in match.game.deck),
    )  # fmt: skip
    return TableView(setup, word, toolkit)


def match_of(game: str, seats: int, people: int = 0, **options: object) -> Match:
    players = [HUMAN] * people + ["bot:none"] * (seats - people)
    return Match(Setup(game, {"ready_s": 5, **options}, seats_of(*players), seed=7))


def played(watched: Watched, frames: int) -> Iterator[int]:
    """Play at random, drawing every frame; yields the frame's number."""
    dice = random.Random(3)
    watched.tell(Update(watched.match.opening()))
    for frame in range(frames):
        watched.now += FRAME
        updates = [watched.match.advance(watched.now)]
        for seat in range(watched.match.game.seats):
            legal = watched.match.legal(seat)
            if legal and dice.random() < 0.03:
                updates.append(watched.match.handle(Act(seat, dice.choice(legal), watched.now)))
        watched.tell(*(update for update in updates if update.entries))
        watched.draw()
        yield frame


@pytest.mark.once
@pytest.mark.parametrize(
    ("game", "seats", "way"),
    [
        ("speed_uno", 2, WAYS[0]),
        ("speed_uno", 2, WAYS[1]),
        ("speed_uno", 8, WAYS[2]),
        ("speah", 7, WAYS[0]),
        ("speah", 7, WAYS[1]),
        ("speah", 2, WAYS[2]),
    ],
    ids=str,
)
def test_what_is_drawn_bit_by_bit_is_what_is_drawn_at_once(
    game: str, seats: int, way: tuple[LayoutName, bool], toolkit: Toolkit, ahead: Toolkit
) -> None:
    watched = Watched(match_of(game, seats), view_of(ahead, match_of(game, seats), way))
    compared = 0
    for frame in played(watched, frames=1100):
        if frame % 150 or watched.view.busy(watched.now + 250 * MS):
            continue
        watched.now += 5 * SECOND
        watched.draw()
        at_once = Watched(watched.match, view_of(toolkit, watched.match, way), now=watched.now)
        at_once.tell(Update())
        at_once.draw()
        # both clocks are told the same moment of play
        watched.tell(Update())
        watched.draw()
        assert watched.pixels() == at_once.pixels()
        watched.now -= 5 * SECOND
        compared += 1
    assert compared > 2


def test_a_hand_whose_last_page_has_just_gone_does_not_look_empty(toolkit: Toolkit) -> None:
    """For a moment nothing is under the buttons; the cards that come there are drawn, and veiled."""
    sample = hand_samples()["uno_play"]
    cards = [(card,) for card in ("R1", "R2", "R3", "R4", "R5")]
    setup = TableSetup(SIZE, ("A", "B"), hands=True, viewers=(0, 1), faces=("R1", "R2", "R3", "R4", "R5"))

    def hand(row: Row) -> pygame.Surface:
        view, screen = TableView(setup, word, toolkit), pygame.Surface(SIZE)
        view.update(TableUpdate((), sample.table, ((NOTHING,) * 8,) * 2, 0, rows=(row, None)))
        view.draw(screen, 0)
        (near,) = (seat for seat in hand_layout(SIZE, "facing", HandNeed(2)).seats if seat.seat == 0)
        left, right = near.slots[0], near.slots[-1]
        return screen.subsurface((left.x, left.y, right.right - left.x, left.h))

    lit, waiting = hand(Row(tuple(cards), 0, ())), hand(Row((*cards, ()), 5, ()))
    assert pygame.transform.average_color(waiting)[0] < pygame.transform.average_color(lit)[0] / 1.2
    for x, y in [(place * lit.get_width() // 20, lit.get_height() // 3) for place in range(1, 20)]:
        if sum(lit.get_at((x, y))[:3]) > 400:  # a card's paper, not the gap between two
            assert sum(waiting.get_at((x, y))[:3]) > 60


@pytest.mark.parametrize(("game", "seats"), [("speed_uno", 8), ("speah", 7)])
def test_every_touched_rectangle_is_told(game: str, seats: int, toolkit: Toolkit) -> None:
    watched = Watched(match_of(game, seats), view_of(toolkit, match_of(game, seats)))
    copy = pygame.Surface(SIZE)
    dice = random.Random(5)
    watched.tell(Update(watched.match.opening()))
    for _ in range(1200):
        watched.now += FRAME
        watched.tell(watched.match.advance(watched.now))
        for command in watched.match.legal(dice.randrange(seats))[:1]:
            if dice.random() < 0.2:
                watched.tell(watched.match.handle(Act(dice.randrange(seats), command, watched.now)))
        for rect in watched.draw():
            copy.blit(watched.screen, rect, rect)
    assert pygame.image.tobytes(copy, "RGB") == watched.pixels()


def test_the_time_runs_out_without_being_told(toolkit: Toolkit) -> None:
    sample = hand_samples()["speah_marks"]
    setup = TableSetup(SIZE, ("A", "B", "C"), hands=True, viewers=(0, 1), faces=("AS",))
    view, screen = TableView(setup, word, toolkit), pygame.Surface(SIZE)
    view.update(TableUpdate((), sample.table, sample.keys, 0, rows=sample.rows, clock=sample.clock))
    view.draw(screen, 0)
    first = pygame.image.tobytes(screen, "RGB")
    assert 0 < view.next_change < SECOND
    assert view.draw(screen, view.next_change) != []
    assert pygame.image.tobytes(screen, "RGB") != first


def test_in_a_pause_the_time_stands_still(toolkit: Toolkit) -> None:
    sample = hand_samples()["speah_marks"]
    setup = TableSetup(SIZE, ("A", "B", "C"), hands=True, viewers=(0, 1), faces=("AS",))
    view, screen = TableView(setup, word, toolkit), pygame.Surface(SIZE)
    view.update(TableUpdate((), sample.table, sample.keys, 0, paused=True, rows=sample.rows, clock=sample.clock))
    view.draw(screen, 0)
    assert [view.draw(screen, frame * FRAME) for frame in range(1, 200)] == [[]] * 199


def test_hidden_hands_show_backs_alone(toolkit: Toolkit) -> None:
    """Whatever a hidden hand holds, the picture is the same."""
    pictures = set()
    for seed in (1, 2):
        match = Match(Setup("speah", {}, seats_of(HUMAN, HUMAN, "bot:none"), seed=seed))
        watched = Watched(match, view_of(toolkit, match))
        watched.tell(Update(match.opening()))
        while match.table.phase != "ready":
            watched.now = match.next_deadline() or 0
            watched.tell(match.advance(watched.now))
        watched.now += SECOND
        watched.draw()
        pictures.add(watched.pixels())
    assert len(pictures) == 1


@pytest.mark.once
@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way[0]}-{way[1]}")
@pytest.mark.parametrize(("game", "seats"), [("speah", 3), ("speed_uno", 5), ("speah", 10), ("speah", 14)])
@pytest.mark.parametrize("people", [1, 2])
def test_any_number_of_seats_can_be_drawn(
    game: str, seats: int, people: int, way: tuple[LayoutName, bool], ahead: Toolkit
) -> None:
    match = match_of(game, seats, people)
    watched = Watched(match, view_of(ahead, match, way))
    watched.tell(Update(match.opening()))
    for _ in range(12):
        watched.now = max(watched.now, match.next_deadline() or 0)
        watched.tell(match.advance(watched.now))
        watched.draw()
    assert len(set(watched.pixels())) > 20
