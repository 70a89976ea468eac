"""The table on screen, told by real matches: it shows the truth, soon, no more than it must, no hidden face."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import pygame
import pytest

from cabinet.display.cards import CardArt
from cabinet.display.layout.arrange import table_layout
from cabinet.display.layout.boxes import LayoutName, Need
from cabinet.display.table.places import places_of
from cabinet.display.table.view import TableView
from cabinet.display.table.view_state import (
    Dialog,
    EventFeed,
    PauseHint,
    TableSetup,
    TableUpdate,
    ViewState,
    carried,
    targets,
)
from cabinet.display.theme import Fonts, Theme, with_theme
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import KeyNames
from cabinet.strings.catalogue import word
from engine.cards import HIDDEN
from engine.log_lines import CommandLine, OwnLine, Update
from engine.match import Match
from engine.panel import BUTTONS, Act, Command, Meaning
from engine.screen import Screen
from engine.setup import Setup, seats_of
from engine.table import Table
from engine.units import MS, NEVER
from tests.cabinet.pictures.golden import difference
from tests.cabinet.pictures.samples import Sample, samples
from tests.cabinet.pictures.samples_race import LOOKING, PEEK, SPEED, SPIT, Stage, many_samples, staged
from tests.cabinet.pictures.studio import ARRANGEMENTS, SIZES, Arrangement, Studio

SIZE = (480, 320)
FRAME = 16_666_667
SECOND = 1000 * MS
STILL = with_theme(Theme(), two_colour=False, reduced_motion=True)
NOTHING = ((Meaning(),) * 8,) * 2


@pytest.fixture(scope="module")
def toolkits() -> dict[bool, Toolkit]:
    fonts = Fonts()
    art = CardArt(Theme(), fonts)
    return {still: Toolkit(STILL if still else Theme(), fonts, SIZE, art) for still in (False, True)}


@pytest.fixture(scope="module")
def ahead(toolkits: dict[bool, Toolkit]) -> dict[bool, Toolkit]:
    """Toolkits with which a view draws everything that its match may show, as in play."""
    return {still: Toolkit(toolkit.theme, toolkit.fonts, SIZE, toolkit.art) for still, toolkit in toolkits.items()}


@dataclass
class Watched:
    """A view, its screen, and the match that it shows."""

    match: Match
    view: TableView
    screen: pygame.Surface = field(default_factory=lambda: pygame.Surface(SIZE))
    now: int = 0

    def tell(self, *updates: Update) -> None:
        keys = [self.match.keys(seat) for seat in range(2)]
        for update in updates:
            self.view.update(
                TableUpdate(
                    update.entries,
                    self.match.table,
                    keys,
                    self.now,
                    play_ns=self.match.play_clock(self.now),
                    rewound_to=update.rewound_to,
                )
            )

    def draw(self) -> list[pygame.Rect]:
        return self.view.draw(self.screen, self.now)

    def pixels(self) -> bytes:
        return pygame.image.tobytes(self.screen, "RGB")


def view_of(
    toolkits: dict[bool, Toolkit], *, still: bool = False, layout: str = "facing", cocktail: bool = False
) -> TableView:
    toolkit = toolkits[still]
    setup = TableSetup(SIZE, ("AMBER", "BLUE"), "beside" if layout == "beside" else "facing", cocktail, "SPEED", 2)
    return TableView(setup, word, toolkit)


def played(watched: Watched, seed: int, frames: int) -> Iterator[int]:
    """Play at random, drawing every frame; yields the frame's number."""
    dice = random.Random(seed)
    watched.tell(Update(watched.match.opening()))
    for frame in range(frames):
        watched.now += FRAME
        updates = [watched.match.advance(watched.now)]
        for seat in range(2):
            legal = watched.match.legal(seat)
            if legal and dice.random() < 0.08:
                updates.append(watched.match.handle(Act(seat, dice.choice(legal), watched.now)))
        watched.tell(*(update for update in updates if update.entries))
        watched.draw()
        yield frame


def match_of(game: str, seed: int) -> Match:
    return Match(Setup(game, {}, seats_of("bot:none", "bot:none"), seed))


@pytest.mark.once
@pytest.mark.parametrize("layout", ["facing", "cocktail", "beside"])
@pytest.mark.parametrize("game", ["speed", "spit"])
def test_what_is_drawn_bit_by_bit_is_what_is_drawn_at_once(
    game: str, layout: str, toolkits: dict[bool, Toolkit], ahead: dict[bool, Toolkit]
) -> None:
    cocktail = layout == "cocktail"
    watched = Watched(match_of(game, 7), view_of(ahead, layout=layout, cocktail=cocktail))
    for frame in played(watched, seed=3, frames=1500):
        if frame % 150:
            continue
        watched.now += 5 * SECOND
        watched.draw()
        assert not watched.view.busy(watched.now)
        at_once = Watched(watched.match, view_of(toolkits, layout=layout, cocktail=cocktail), now=watched.now)
        at_once.tell(Update())
        at_once.draw()
        assert watched.pixels() == at_once.pixels()
        watched.now -= 5 * SECOND


def test_every_touched_rectangle_is_told(toolkits: dict[bool, Toolkit]) -> None:
    watched = Watched(match_of("speed", 11), view_of(toolkits))
    copy = pygame.Surface(SIZE)
    dice = random.Random(5)
    watched.tell(Update(watched.match.opening()))
    for _ in range(700):
        watched.now += FRAME
        watched.tell(watched.match.advance(watched.now))
        for command in watched.match.legal(0)[:1]:
            if dice.random() < 0.2:
                watched.tell(watched.match.handle(Act(0, command, watched.now)))
        for rect in watched.draw():
            copy.blit(watched.screen, rect, rect)
    assert pygame.image.tobytes(copy, "RGB") == watched.pixels()


def test_nothing_is_drawn_while_nothing_changes(toolkits: dict[bool, Toolkit]) -> None:
    sample = samples()["play"]
    view, screen = view_of(toolkits), pygame.Surface(SIZE)
    view.update(TableUpdate((), sample.table, sample.keys, 0))
    assert view.draw(screen, 0) != []
    assert view.next_change == NEVER
    assert [view.draw(screen, frame * FRAME) for frame in range(1, 300)] == [[]] * 299
    view.update(TableUpdate((), sample.table, sample.keys, 300 * FRAME))
    assert view.draw(screen, 300 * FRAME) == []


def test_drawing_changes_nothing_of_the_match(ahead: dict[bool, Toolkit]) -> None:
    watched = Watched(match_of("speed", 2), view_of(ahead))
    for _ in played(watched, seed=1, frames=400):
        before = (watched.match.table, watched.match.next_deadline(), hash(watched.match.table))
        watched.draw()
        assert (watched.match.table, watched.match.next_deadline(), hash(watched.match.table)) == before


def test_a_played_card_is_in_its_place_within_150_ms(toolkits: dict[bool, Toolkit]) -> None:
    table, move = one_play()
    view, screen = view_of(toolkits), pygame.Surface(SIZE)
    view.update(TableUpdate((move,), table, NOTHING, 0))
    view.draw(screen, 0)
    assert view.busy(0)
    view.draw(screen, 150 * MS)
    assert view._animator.under_way == (), "the table shows it; its landing is drawn over it"
    view.draw(screen, 250 * MS)
    assert not view.busy(250 * MS)
    still = view_of(toolkits, still=True)
    other = pygame.Surface(SIZE)
    still.update(TableUpdate((move,), table, NOTHING, 0))
    still.draw(other, 0)
    assert not still.busy(0)
    assert pygame.image.tobytes(screen, "RGB") == pygame.image.tobytes(other, "RGB")


def test_a_glide_touches_a_small_part_of_the_screen(toolkits: dict[bool, Toolkit]) -> None:
    table, move = one_play()
    view, screen = view_of(toolkits), pygame.Surface(SIZE)
    view.update(TableUpdate((move,), table, NOTHING, 0))
    view.draw(screen, 0)
    touched = view.draw(screen, 40 * MS)
    assert 0 < sum(rect.w * rect.h for rect in touched) < 0.15 * SIZE[0] * SIZE[1]


def test_a_card_under_way_is_not_yet_on_its_pile(toolkits: dict[bool, Toolkit]) -> None:
    before = samples()["play"]
    table, move = one_play()
    view, screen = view_of(toolkits), pygame.Surface(SIZE)
    view.update(TableUpdate((), before.table, NOTHING, 0))
    view.draw(screen, 0)
    pile = pygame.Rect(view.layout.piles[0])
    old_top = pygame.image.tobytes(screen.subsurface(pile), "RGB")
    view.update(TableUpdate((move,), table, NOTHING, 0))
    view.draw(screen, 0)
    assert pygame.image.tobytes(screen.subsurface(pile), "RGB") == old_top
    view.draw(screen, 150 * MS)
    assert pygame.image.tobytes(screen.subsurface(pile), "RGB") != old_top


def test_a_card_that_is_turned_on_its_way_still_makes_its_way(toolkits: dict[bool, Toolkit]) -> None:
    table, _ = one_play()
    zones = {**table.zones, "seat0.hand3": ("KC",)}
    refill = OwnLine(0, (("move", "KC", "seat0.stock", "seat0.hand3"), ("turn", "KC", "up")))
    view, screen = view_of(toolkits), pygame.Surface(SIZE)
    view.update(TableUpdate((), table, NOTHING, 0))
    view.draw(screen, 0)
    view.update(TableUpdate((refill,), Table(zones, dict(table.scalars)), NOTHING, 0))
    view.draw(screen, 0)
    slot = pygame.Rect(view.layout.seats[0].slots[2])
    assert any(not slot.contains(rect) for rect in view.draw(screen, 20 * MS))


def one_play() -> tuple[Table, CommandLine]:
    table = samples()["play"].table
    zones = {**table.zones, "seat0.hand3": (), "centre.0": (*table.zones["centre.0"], "6H")}
    command = Command("play", "6H", "seat0.hand3", "centre.0")
    move = CommandLine(0, 0, command, True, (("move", "6H", "seat0.hand3", "centre.0"),))
    return Table(zones, {**table.scalars, "armed.0": ""}), move


def test_a_rewind_puts_every_card_where_it_belongs_at_once(toolkits: dict[bool, Toolkit]) -> None:
    before = samples()["play"]
    table, move = one_play()
    view, screen = view_of(toolkits), pygame.Surface(SIZE)
    view.update(TableUpdate((), before.table, before.keys, 0))
    view.draw(screen, 0)
    calm = pygame.image.tobytes(screen, "RGB")
    view.update(TableUpdate((move,), table, before.keys, 0))
    view.draw(screen, 30 * MS)
    assert pygame.image.tobytes(screen, "RGB") != calm
    view.update(TableUpdate((), before.table, before.keys, 40 * MS, rewound_to=0))
    view.draw(screen, 40 * MS)
    assert not view.busy(40 * MS)
    assert pygame.image.tobytes(screen, "RGB") == calm


def test_a_lock_counts_down_by_itself_and_stands_still_in_a_pause(toolkits: dict[bool, Toolkit]) -> None:
    sample = samples()["locked"]
    view, screen = view_of(toolkits), pygame.Surface(SIZE)
    view.update(TableUpdate((), sample.table, sample.keys, 0, play_ns=0))
    view.draw(screen, 0)
    assert view.next_change == 200 * MS
    assert view.draw(screen, 199 * MS) == []
    assert view.draw(screen, 201 * MS) != []
    view.update(TableUpdate((), sample.table, sample.keys, 300 * MS, play_ns=300 * MS, paused=True))
    view.draw(screen, 300 * MS)
    frozen = pygame.image.tobytes(screen, "RGB")
    view.draw(screen, 10 * SECOND)
    assert pygame.image.tobytes(screen, "RGB") == frozen


def test_a_locked_seat_s_keys_are_dark_whatever_they_would_do(toolkits: dict[bool, Toolkit]) -> None:
    sample = samples()["locked"]
    lit = (Meaning("play", lit=True),) * 8
    pictures = []
    for amber in (lit, (Meaning(),) * 8):
        view, screen = view_of(toolkits), pygame.Surface(SIZE)
        view.update(TableUpdate((), sample.table, (amber, sample.keys[1]), 0))
        view.draw(screen, 0)
        pictures.append(pygame.image.tobytes(screen, "RGB"))
    assert pictures[0] == pictures[1]


def test_still_there_is_asked_until_somebody_presses(toolkits: dict[bool, Toolkit]) -> None:
    sample = samples()["play"]
    view, screen = view_of(toolkits), pygame.Surface(SIZE)
    view.update(TableUpdate((), sample.table, sample.keys, 0))
    view.draw(screen, 0)
    calm = pygame.image.tobytes(screen, "RGB")
    view.update(TableUpdate((OwnLine(0, (("say", -1, "still_there"),)),), sample.table, sample.keys, 0))
    view.draw(screen, 0)
    assert pygame.image.tobytes(screen, "RGB") != calm
    view.update(TableUpdate((OwnLine(1, (("phase", "play"),)),), sample.table, sample.keys, MS))
    view.draw(screen, MS)
    assert pygame.image.tobytes(screen, "RGB") == calm


def test_still_there_has_a_ring_that_runs_out(toolkits: dict[bool, Toolkit]) -> None:
    sample = samples()["play"]
    view, screen = view_of(toolkits), pygame.Surface(SIZE)
    view.update(TableUpdate((OwnLine(0, (("say", -1, "still_there"),)),), sample.table, sample.keys, 0))
    lit = []
    for now in range(0, 10 * SECOND, SECOND):
        assert view.next_change <= now
        view.draw(screen, now)
        lit.append(pygame.mask.from_threshold(screen, Theme().colours.text, (8, 8, 8, 255)).count())
    assert all(later < sooner for sooner, later in pairwise(lit))
    assert lit[-1] < lit[0] / 2


@pytest.mark.parametrize(
    ("sample", "pause", "says"),
    [("countdown", (PauseHint(),), True), ("countdown", (), False), ("play", (PauseHint(),), False)],
)
def test_the_countdown_says_how_to_pause(
    toolkits: dict[bool, Toolkit], sample: str, pause: tuple[PauseHint, ...], says: bool
) -> None:
    asked: list[str] = []

    def words(key: str, **values: object) -> str:
        asked.append(key)
        return word(key, **values)

    view = TableView(TableSetup(SIZE, ("AMBER", "BLUE"), pause=pause), words, toolkits[False])
    asked.clear()
    view.update(TableUpdate((), samples()[sample].table, NOTHING, 0))
    view.draw(pygame.Surface(SIZE), 0)
    assert ("table.pause" in asked) is says


def test_a_dialog_covers_the_table_and_goes_again(toolkits: dict[bool, Toolkit]) -> None:
    sample = samples()["play"]
    view, screen = view_of(toolkits), pygame.Surface(SIZE)
    view.update(TableUpdate((), sample.table, sample.keys, 0))
    view.draw(screen, 0)
    calm = pygame.image.tobytes(screen, "RGB")
    view.show(Dialog("BLUE", seat=1))
    assert view.draw(screen, MS) != []
    assert not view.busy(MS)
    assert view.draw(screen, SECOND) == []
    view.show(None)
    assert view.draw(screen, 2 * SECOND) != []
    assert pygame.image.tobytes(screen, "RGB") == calm


def test_a_zone_that_nobody_knows_still_shows(toolkits: dict[bool, Toolkit]) -> None:
    sample = samples()["play"]
    view, screen = view_of(toolkits), pygame.Surface(SIZE)
    view.update(TableUpdate((), sample.table, sample.keys, 0))
    view.draw(screen, 0)
    before = pygame.image.tobytes(screen, "RGB")
    table = Table({**sample.table.zones, "vault.9": ("AS",)}, dict(sample.table.scalars))
    view.update(TableUpdate((), table, sample.keys, 0))
    view.draw(screen, 0)
    assert pygame.image.tobytes(screen, "RGB") != before


@pytest.mark.once
@pytest.mark.parametrize(("layout", "cocktail"), [("facing", False), ("facing", True), ("beside", False)])
def test_each_soft_key_shows_the_key_it_is_named_for_and_no_other_changes(
    toolkits: dict[bool, Toolkit], layout: LayoutName, cocktail: bool
) -> None:
    sample = samples()["play"]

    def drawn(key_names: KeyNames) -> tuple[TableView, pygame.Surface]:
        setup = TableSetup(SIZE, ("AMBER", "BLUE"), layout, cocktail, "SPEED", 2, key_names=key_names)
        view = TableView(setup, word, toolkits[False])
        view.update(TableUpdate((), sample.table, sample.keys, 0))
        screen = pygame.Surface(SIZE)
        view.draw(screen, 0)
        return view, screen

    view, plain = drawn({})
    for seat in view.layout.seats:
        for button, box in zip(BUTTONS, seat.keys, strict=True):
            _, named = drawn({(seat.seat, button): "Q"})
            seen = pygame.mask.from_threshold(difference(named, plain), (0, 0, 0), (1, 1, 1, 255))
            seen.invert()
            assert seen.count() > 20
            assert all(pygame.Rect(box).contains(rect) for rect in seen.get_bounding_rects())


@pytest.mark.once
@pytest.mark.parametrize("arrangement", ARRANGEMENTS, ids=lambda arrangement: arrangement.name)
@pytest.mark.parametrize("size", SIZES)
def test_a_card_sets_off_and_travels_wholly_on_the_screen(
    size: tuple[int, int], arrangement: Arrangement, studio: Studio
) -> None:
    sample, screen = samples()["play"], pygame.Surface(size)
    for seat in (0, 1):
        for to in (f"seat{seat}.hand1", f"seat{seat}.hand5", "centre.0", "centre.1"):
            card = sample.table.zones[to][-1]
            view = studio.view(sample, size, arrangement)
            view.update(TableUpdate((), sample.table, sample.keys, 0))
            view.draw(screen, 0)
            view.update(
                TableUpdate(
                    (OwnLine(0, (("move", card, f"seat{seat}.stock", to),)),), sample.table, sample.keys, 1000 * MS
                )
            )
            for after in (0, 10, 60):
                for moving in view._animator.sprites((1000 + after) * MS):
                    assert screen.get_rect().contains(moving.rect), (seat, to, after)


def shown(table: Table, seats: int) -> ViewState:
    layout = table_layout(SIZE, need=Need(piles=seats, reserves=seats, seats=seats))
    places = places_of(table.zones, layout)
    return ViewState(table, [()] * seats, layout, places, EventFeed(Theme().motion), 0, 0)


def test_each_seat_aims_at_a_pile_and_who_is_out_at_none() -> None:
    moment = shown(many_samples()["speed_four"].table, 4)
    assert {seat: place.number for seat, place in targets(moment).items()} == {0: 0, 1: 2, 2: 3}


def test_a_pile_that_has_gone_is_passed_over() -> None:
    table = many_samples()["speed_four"].table
    zones = {**table.zones, "centre.2": (), "centre.3": ()}
    moment = shown(Table(zones, table.scalars), 4)
    assert {seat: place.number for seat, place in targets(moment).items()} == {0: 0, 1: 0, 2: 0}


@pytest.mark.parametrize("size", [(480, 320), (800, 480)])
def test_a_carried_card_is_on_its_way_until_it_lands_or_goes_home(size: tuple[int, int], studio: Studio) -> None:
    sample = many_samples()["running"]
    assert [run.source for run in carried(sample.table, 2)] == ["seat1.stock3"]
    home = Table(sample.table.zones, {**sample.table.scalars, "run.1": "", "lands.1": 0, "away": ""})
    view, screen = studio.view(sample, size, ARRANGEMENTS[0]), pygame.Surface(size)
    pictures = []
    for now in (0, 200, 400, 800, 900):
        view.update(TableUpdate((), sample.table, sample.keys, now * MS))
        assert view.busy(now * MS)
        view.draw(screen, now * MS)
        pictures.append(pygame.image.tobytes(screen, "RGB"))
    assert len(set(pictures)) == 4, "it moves evenly, and waits at the pile"
    assert pictures[3] == pictures[4]
    view.update(TableUpdate((), home, sample.keys, 1000 * MS))
    assert not view.busy(1000 * MS)


SOURCE = "seat1.hand2"


def beaten(card: str, *, looks: bool) -> tuple[Screen, Sample]:
    """BLUE's card was beaten; with `looks` BLUE holds LEFT and RIGHT."""
    stage = Stage("speed", PEEK, held={1: LOOKING} if looks else {})
    screen = staged(stage, {**SPEED, SOURCE: card})
    lost = CommandLine(1, 1, Command("play", card, SOURCE, "centre.0"), False, why="rank", beaten_by=0, margin_ns=9)
    return screen, Sample(screen.table, screen.keys, tuple(screen.redacted([lost])))


def frames(studio: Studio, arrangement: Arrangement, card: str, *, looks_first: bool) -> Iterator[bytes]:
    """The frames of the bounce; whoever looked at first lets go after 40 ms."""
    _, sample = beaten(card, looks=looks_first)
    _, let_go = beaten(card, looks=False)
    view, screen = studio.view(sample, SIZE, arrangement), pygame.Surface(SIZE)
    view.update(TableUpdate((), sample.table, sample.keys, 0))
    view.update(TableUpdate(sample.entries, sample.table, sample.keys, 0))
    for now in range(0, 400 * MS, 20 * MS):
        if now == 40 * MS:
            view.update(TableUpdate((), let_go.table, let_go.keys, now))
        view.draw(screen, now)
        yield pygame.image.tobytes(screen, "RGB")


@pytest.mark.parametrize("arrangement", ARRANGEMENTS, ids=lambda arrangement: arrangement.name)
def test_a_beaten_hidden_card_bounces_back_face_down(studio: Studio, arrangement: Arrangement) -> None:
    one = list(frames(studio, arrangement, "7D", looks_first=False))
    other = list(frames(studio, arrangement, "2C", looks_first=False))
    assert one == other
    assert len(set(one)) > 8, "it does move"


def test_who_lets_go_while_a_card_bounces_hides_it_at_once(studio: Studio) -> None:
    one = list(frames(studio, ARRANGEMENTS[0], "7D", looks_first=True))
    other = list(frames(studio, ARRANGEMENTS[0], "2C", looks_first=True))
    assert one[0] != other[0]
    assert one[2:] == other[2:]


def test_cards_under_a_pile_are_known_only_while_their_owner_looks() -> None:
    options = {"peek_under": True}
    held = staged(Stage("spit", options, held={0: ("CARD5",)}), SPIT)
    free = staged(Stage("spit", options), SPIT)
    known = [name for name, cards in held.table.zones.items() if any("~" in card and card != HIDDEN for card in cards)]
    assert known == [held.table.text("looks.0")] == ["seat0.stock5"]
    assert not free.table.text("looks.0")
    assert not any("~" in card and card != HIDDEN for cards in free.table.zones.values() for card in cards)
