"""What a cabinet shows when nobody plays, in virtual time; its photos are the newest, and a damaged one is left out."""

import gc
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from weakref import ref

import pygame
import pytest
from msgspec.structs import replace

from cabinet.config.file import LoadedConfig
from cabinet.config.offers import offers
from cabinet.config.schema import Config
from cabinet.display.attract import Holder, RecordBoard, above_band
from cabinet.display.page import DrawnInParts
from cabinet.display.png import ROWS, png
from cabinet.display.theme import Fonts
from cabinet.display.toolkit import Toolkit
from cabinet.match.factory import MatchFactory
from cabinet.match.request import WATCHED, MatchRequest, full_table
from cabinet.people.people import People
from cabinet.scenes.attract import (
    BOARDS,
    DEMO_NS,
    LOOKED_AT,
    NEWEST,
    PAGE_NS,
    Act,
    Attract,
    Demo,
    DemoAct,
    LessonAct,
    Page,
    PageAct,
    PhotoAct,
    PhotoAlbum,
    demonstration,
    sheet_of,
)
from cabinet.scenes.attract_pages import _boards, closest_board
from cabinet.scenes.ready import GettingReady, Play
from cabinet.scenes.stack import SceneStack
from cabinet.scenes.title import GetReady, Idle, Title, TitleResult
from cabinet.screens.view_factory import TableSetting, table_view, theme_of
from cabinet.screens.views import Look, Views
from cabinet.store.logs import PHOTO
from cabinet.strings.catalogue import word
from engine.games import GAMES, find_game
from engine.log_lines import Update
from engine.panel import ACTION, BUTTONS, CARDS, Press
from engine.units import MS, S
from tests.cabinet.conftest import Scorebook
from tests.cabinet.pictures.bracket_samples import CHAMPION, double, swiss
from tests.cabinet.pictures.evening_samples import AMBER, closest, streak, tonight
from tests.cabinet.pictures.operator_samples import races
from tests.cabinet.scenes.stories import returned, toolkit_of
from tests.cabinet.store.memory_store import MemoryStore

SIZE = (480, 320)


@pytest.fixture(scope="module")
def toolkit() -> Toolkit:
    return toolkit_of(SIZE)


@pytest.fixture(scope="module")
def still() -> Toolkit:
    """A toolkit with reduced motion: the title's glow does not breathe, so only its waits have deadlines."""
    return Toolkit(replace(theme_of(Config()), reduced_motion=True), Fonts(), SIZE)


class Night:
    """A cabinet that nobody plays on."""

    def __init__(
        self,
        toolkit: Toolkit,
        folder: Path,
        *,
        with_races: bool = True,
        pages: Callable[[], Sequence[Page]] | None = None,
        album: PhotoAlbum | None = None,
    ) -> None:
        self.store = MemoryStore()
        config = Config(options={"speed": {"best_of": 1, "countdown": 1}})
        self.factory = MatchFactory(LoadedConfig(config, None, ""), folder, 11, self.store)
        self.demos: list[int] = []
        self.toolkit = toolkit
        self.config = config
        given = [closest_board(races())] if with_races else []
        self.sounds: list[str] = []
        self.scene = Attract(toolkit, self.demo, pages or (lambda: given), album=album, play=self.sounds.extend)
        self.stack = SceneStack()
        self.stack.start(self.story(), 0)
        self.now = 0
        self.screen = pygame.Surface(SIZE)
        self.frames = 0
        self.seen: list[tuple[str, int]] = []

    def demo(self, number: int, now: int, hear: Callable[[Update], None]) -> Demo:
        self.demos.append(number)
        request = MatchRequest("speed", "speed", ("bot:fast", "bot:middling"))
        view = table_view(self.config, self.factory, request, self.toolkit, judged=True)
        return Demo(self.factory.demo(request, now, hear), Views({0: Look(view)}))

    async def story(self) -> None:
        """Show the scene until somebody presses, and then what this leads to."""
        await self.leads_on(await self.scene)

    async def leads_on(self, press: Press) -> None:
        """Show what follows."""

    def wait(self, ns: int) -> None:
        until = self.now + ns
        while self.now < until:
            deadline = self.stack.next_deadline()
            assert deadline is not None
            self.now = min(until, max(self.now + 20 * MS, deadline))
            self.stack.advance(self.now, self.now)
            act = type(self.scene._act).__name__
            if not self.seen or self.seen[-1][0] != act or self.scene._turn != self.turn:
                self.seen.append((act, self.now))
            self.turn = self.scene._turn
            if self.stack.is_stale(self.now):
                self.frames += any(self.stack.draw([self.screen], self.now))

    turn = 0

    @property
    def acts(self) -> list[str]:
        return [name for name, _ in self.seen if name != "NoneType"]


@pytest.fixture
def night(toolkit: Toolkit, tmp_path: Path) -> Night:
    return Night(toolkit, tmp_path)


def printed(size: tuple[int, int]) -> bytes:
    """A photo's file."""
    return png(size, bytes(range(256)) * (size[0] * size[1] * 3 // 256) + bytes(size[0] * size[1] * 3 % 256))


def names(*acts: type[Act]) -> list[str]:
    return [act.__name__ for act in acts]


def test_bots_play_one_match_after_the_other_and_nothing_of_it_is_kept(night: Night, tmp_path: Path) -> None:
    night.wait(4 * DEMO_NS)
    assert night.demos[:3] == [0, 1, 2]
    assert night.frames > 300
    assert list(tmp_path.iterdir()) == []
    assert dict(night.store.audits()) == {}
    assert night.store.closest(judged=True) == ()


def test_a_round_is_tonight_records_photos_lessons_and_a_demonstration(toolkit: Toolkit, tmp_path: Path) -> None:
    pages: list[Page] = [streak(), tonight(3, champion=Holder("MIA", AMBER)), closest()]
    (tmp_path / "2026-11-22T20-00-00-speed-1.photo.png").write_bytes(printed((320, 180)))
    night = Night(toolkit, tmp_path, pages=lambda: pages, album=PhotoAlbum(tmp_path, pytest.fail))
    night.wait(4 * PAGE_NS + 60 * S)
    assert night.acts[:6] == names(PageAct, PageAct, PageAct, PhotoAct, LessonAct, DemoAct)
    stills = [at for name, at in night.seen if name != "NoneType"][:5]
    assert all(PAGE_NS <= then - at < PAGE_NS + 100 * MS for at, then in pairwise(stills))


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1280, 720)])
def test_every_kind_of_page_fills_the_room_above_the_band(size: tuple[int, int]) -> None:
    toolkit = toolkit_of(size)
    pages: list[Page] = [closest(), tonight(9, champion=None), double(), swiss(16), CHAMPION]
    for page in pages:
        assert sheet_of(toolkit, page).picture.get_size() == above_band(toolkit)[2:]


def test_a_page_that_is_half_drawn_when_somebody_comes_is_freed_at_once(
    toolkit: Toolkit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reference counting alone frees it: the collector hardly ever looks."""
    sheets: list[ref[DrawnInParts]] = []

    def watched(toolkit: Toolkit, page: Page) -> DrawnInParts:
        sheet = sheet_of(toolkit, page)
        sheets.append(ref(sheet))
        return sheet

    monkeypatch.setattr("cabinet.scenes.attract.sheet_of", watched)
    stack = SceneStack()
    scene = Attract(toolkit, lambda *_: pytest.fail("not yet"), lambda: [closest()])
    stack.push(scene, 0)
    del scene
    gc.disable()
    try:
        for now in range(1, 5):
            stack.advance(now, now)
        (sheet,) = sheets
        there = sheet()
        assert there is not None
        assert there.prepare(), "parts are left"
        del there
        stack.clear(9)
        assert sheet() is None
    finally:
        gc.enable()


def test_boards_take_turns_from_round_to_round(toolkit: Toolkit, tmp_path: Path) -> None:
    boards: list[Page] = [replace(streak(), title=str(number)) for number in range(BOARDS + 2)]
    scene = Night(toolkit, tmp_path, pages=lambda: boards).scene
    seen = []
    for scene._round in range(3):
        shown = [act._page for act in scene._acts() if isinstance(act, PageAct)]
        seen.append([page.title for page in shown if isinstance(page, RecordBoard)])
    assert seen == [["0", "1", "2"], ["3", "4", "0"], ["1", "2", "3"]]


def test_without_races_there_are_only_lessons_and_demonstrations(toolkit: Toolkit, tmp_path: Path) -> None:
    night = Night(toolkit, tmp_path, with_races=False)
    night.wait(3 * DEMO_NS)
    assert set(night.acts) == {"LessonAct", "DemoAct"}


def test_nothing_is_drawn_below_the_band_and_it_changes_with_every_act(night: Night, toolkit: Toolkit) -> None:
    """No picture stays for hours, and nothing that moves or counts is covered."""
    room, looks = above_band(toolkit), dict[int, set[bytes]]()
    below = pygame.Rect(0, room.h, room.w, toolkit.size[1] - room.h)
    for _ in range(900):
        night.wait(100 * MS)
        if not night.scene._everything:
            band = pygame.image.tobytes(night.screen.subsurface(below), "RGB")
            looks.setdefault(night.scene._turn % 2, set()).add(band)
    assert {turn: len(seen) for turn, seen in looks.items()} == {0: 1, 1: 1}
    assert looks[0] != looks[1]


def test_the_picture_that_is_drawn_bit_by_bit_is_the_one_that_is_drawn_as_a_whole(night: Night) -> None:
    for _ in range(12):
        night.wait(3 * S)
        while night.stack.is_stale(night.now):
            night.wait(20 * MS)
        bit_by_bit = pygame.image.tobytes(night.screen, "RGB")
        night.stack.redraw()
        night.stack.draw([night.screen], night.now)
        assert pygame.image.tobytes(night.screen, "RGB") == bit_by_bit


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (640, 360)])
def test_a_demonstrations_table_stands_above_the_band(size: tuple[int, int], tmp_path: Path) -> None:
    toolkit = toolkit_of(size)
    factory = MatchFactory(LoadedConfig(Config(), None, ""), tmp_path, 11)
    act = DemoAct(lambda number, now, hear: demonstration(Config(), factory, toolkit, number, now, hear), 1)
    act.begin(0)
    act.advance(0)
    room = pygame.Surface(above_band(toolkit)[2:])
    drawn = act.draw(room, 0, everything=True)
    assert drawn[0].unionall(drawn[1:]) == room.get_rect()
    shape = act.running.views.toolkit.size
    assert abs(shape[0] / shape[1] - room.get_width() / room.get_height()) < 0.01
    act.end()


def test_bots_race_to_their_tune_without_a_word_and_every_second_page_calls(toolkit: Toolkit, tmp_path: Path) -> None:
    night = Night(toolkit, tmp_path, pages=lambda: [closest_board(races())] * 2)
    night.wait(2 * PAGE_NS + S)
    assert night.sounds == ["music.off", "say.two_players"]
    while night.acts[-1] != "DemoAct":
        night.wait(S)
    while night.acts[-1] == "DemoAct":
        night.wait(S)
    heard = {name.partition(".")[0] for name in night.sounds}
    assert {"deal", "play", "go", "music"} <= heard
    assert [name for name in night.sounds if name.startswith("say.")] == ["say.two_players"]
    assert [name for name in night.sounds if name.startswith("music.")][-1] == "music.off"
    night.stack.clear(night.now)


def test_no_act_is_drawn_in_one_go(toolkit: Toolkit) -> None:
    """A page is ready before its turn, a part at a time."""
    act = PageAct(toolkit, closest())
    parts = 1
    while act.prepare():
        parts += 1
    assert parts >= 8


@pytest.mark.parametrize("game", [game.info.id for game in GAMES])
def test_a_demonstration_begins_with_its_first_cards(game: str, tmp_path: Path) -> None:
    factory = MatchFactory(LoadedConfig(Config(), None, ""), tmp_path, 11)
    offer = next(factory.each_on_offer(find_game(game)))
    phases = []
    session = factory.demo(
        MatchRequest(game, offer.name, full_table(offer.seats, WATCHED)), 40 * S, lambda _update: None
    )
    for now in range(40 * S, 42 * S, 100 * MS):
        session.advance(now, now)
        phases.append(session.match.table.phase)
    assert phases[0] == "countdown"
    assert phases[-1] == "play"


@pytest.mark.parametrize("button", BUTTONS)
def test_any_press_leads_back_once_and_does_nothing_else(night: Night, button: str) -> None:
    night.wait(2 * S)
    night.stack.handle(Press(1, button, False, night.now, "fake"))
    assert returned(night.scene) == []
    for down in (True, False, True, False):
        night.stack.handle(Press(0, button, down, night.now, "fake"))
    assert returned(night.scene) == [Press(0, button, True, night.now, "fake")]


class Cabinet(Night):
    """A cabinet whose attract scene leads to getting ready."""

    def __init__(self, toolkit: Toolkit, folder: Path) -> None:
        self.begun: list[frozenset[int]] = []
        self.woken: list[Press] = []
        super().__init__(toolkit, folder)
        self.wait(S)

    async def leads_on(self, press: Press) -> None:
        self.woken.append(press)
        self.stack.hand_on(press)
        left = await GettingReady(self.toolkit, TableSetting(), offers(find_game("speed"), Config())[0], [])
        assert isinstance(left, Play)
        self.begun.append(left.people)


def test_both_press_in_one_round_of_the_loop_and_the_match_begins(toolkit: Toolkit, tmp_path: Path) -> None:
    night = Cabinet(toolkit, tmp_path)
    for seat, at in ((1, 3 * MS), (0, 4 * MS)):
        night.stack.handle(Press(seat, ACTION, True, night.now + at, "fake"))
    night.stack.advance(night.now + 5 * MS, night.now + 5 * MS)
    assert night.begun == [frozenset((0, 1))]
    assert [press.seat for press in night.woken] == [1]


def test_one_press_is_that_seats_ready_with_its_own_stamp(toolkit: Toolkit, tmp_path: Path) -> None:
    night = Cabinet(toolkit, tmp_path)
    night.stack.handle(Press(1, ACTION, True, night.now + 3 * MS, "fake"))
    night.stack.handle(Press(1, ACTION, False, night.now + 60 * MS, "fake"))
    night.stack.advance(night.now + 90 * MS, night.now + 90 * MS)
    scene = night.stack.top
    assert isinstance(scene, GettingReady)
    assert (scene._ready, scene._pressed_at) == ({1}, {1: night.now + 3 * MS})
    assert night.begun == []


def test_a_press_that_wakes_the_cabinet_is_followed_by_one_at_the_title(toolkit: Toolkit, tmp_path: Path) -> None:
    """The first leads to the title; ACTION within the same round of the loop is the title's."""
    title, asked = Title(toolkit, None), list[TitleResult]()

    class Woken(Night):
        async def leads_on(self, press: Press) -> None:
            asked.append(await title)

    night = Woken(toolkit, tmp_path)
    for button, down, at in ((CARDS[2], True, 1), (ACTION, True, 2), (ACTION, False, 3)):
        night.stack.handle(Press(0, button, down, at, "fake"))
    night.stack.advance(4, 4)
    assert asked == [GetReady(title.game, frozenset((0,)))]
    assert title.game == GAMES[0].info.id, "the press that woke the cabinet chose no game"


def test_the_press_that_wakes_the_cabinet_does_not_begin_a_match(toolkit: Toolkit) -> None:
    title = Title(toolkit, None)
    title.handle(Press(0, ACTION, False, 5, "fake"))
    assert returned(title) == []


# The title that leads there


def test_the_title_waits_for_its_time_without_a_press(still: Toolkit) -> None:
    title = Title(still, None, idle_ns=40 * S)
    title.enter(0)
    assert title.next_deadline() == 40 * S
    title.handle(Press(0, "CARD2", True, 30 * S, "fake"))
    title.advance(69 * S, 0)
    assert returned(title) == []
    title.advance(70 * S, 0)
    title.advance(200 * S, 0)
    assert returned(title) == [Idle()]


def test_where_the_configuration_says_never_the_title_stays(still: Toolkit) -> None:
    title = Title(still, None, idle_ns=0)
    title.enter(0)
    assert title.next_deadline() is None
    title.advance(10_000 * S, 0)


PHOTO_SIZE = (64, 90)
BOX = (32, 100)


def keep(folder: Path, name: str, colour: int) -> None:
    (folder / f"{name}{PHOTO}").write_bytes(png(PHOTO_SIZE, bytes((colour, 0, 0)) * (PHOTO_SIZE[0] * PHOTO_SIZE[1])))


def shown(album: PhotoAlbum) -> tuple[list[int], int]:
    """The red of every photo that is shown, and the pieces of work that all took."""
    pieces, reds = sum(1 for _ in album.look()), []
    for place in range(NEWEST):
        photo, steps = read(album, place)
        pieces += steps
        if photo is not None:
            assert photo.get_size() == (32, 45)
            assert photo.get_at((0, 0)) == photo.get_at((31, 44))
            reds.append(round(photo.get_at((9, 9))[0], -1))
    return reds, pieces


def read(album: PhotoAlbum, place: int) -> tuple[pygame.Surface | None, int]:
    """The photo at a place, and the pieces of work."""
    work, pieces = album.photo(place, BOX), 0
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value, pieces
        pieces += 1


def test_the_newest_are_shown_the_newest_first(tmp_path: Path) -> None:
    for day in range(10, 20):
        keep(tmp_path, f"2026-11-{day}T20-00-00-speed-1", 10 * day)
    (tmp_path / "2026-12-01.jsonl").write_text("{}")
    assert shown(PhotoAlbum(tmp_path, pytest.fail))[0] == [190, 180, 170]


def test_a_large_folder_is_looked_through_in_pieces(tmp_path: Path) -> None:
    for number in range(2 * LOOKED_AT + 50):
        (tmp_path / f"{number}.jsonl").touch()
    assert sum(1 for _ in PhotoAlbum(tmp_path, pytest.fail).look()) == 3


def test_a_photo_is_read_in_pieces(tmp_path: Path) -> None:
    keep(tmp_path, "a", 70)
    assert shown(PhotoAlbum(tmp_path, pytest.fail))[1] >= 1 + PHOTO_SIZE[1] // ROWS


@pytest.mark.parametrize("damage", [b"", b"garbage", b"\x89PNG\r\n\x1a\n", None])
def test_what_is_broken_is_left_out_and_reported_once(tmp_path: Path, damage: bytes | None) -> None:
    keep(tmp_path, "a", 70)
    broken = tmp_path / f"b{PHOTO}"
    if damage is None:
        broken.symlink_to(tmp_path / "gone")
    else:
        broken.write_bytes(damage)
    reports: list[str] = []
    album = PhotoAlbum(tmp_path, reports.append)
    for _ in range(3):
        assert shown(album)[0] == [70]
    assert len(reports) == 1
    assert broken.name in reports[0]


def test_a_photo_that_goes_between_two_looks_is_left_out(tmp_path: Path) -> None:
    keep(tmp_path, "a", 70)
    reports: list[str] = []
    album = PhotoAlbum(tmp_path, reports.append)
    assert sum(1 for _ in album.look()) == 1
    (tmp_path / f"a{PHOTO}").unlink()
    with pytest.raises(StopIteration) as end:
        next(album.photo(0, BOX))
    assert end.value.value is None
    assert len(reports) == 1


def test_without_a_folder_there_are_no_photos(tmp_path: Path) -> None:
    assert shown(PhotoAlbum(tmp_path / "matches", pytest.fail)) == ([], 0)


def test_a_folder_that_cannot_be_read_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / "matches").touch()
    reports: list[str] = []
    album = PhotoAlbum(tmp_path / "matches", reports.append)
    assert shown(album) == shown(album) == ([], 0)
    assert len(reports) == 1


def test_a_streak_is_shown_from_two_wins_in_a_row_on(book: Scorebook) -> None:
    people, shown = People(), list[set[str]]()
    for _ in range(2):
        people.add(book.won("MIA", "BEN"))
        shown.append({board.title for board in _boards(people, "2026-11-01", judged=True)})
    assert shown[1] - shown[0] == {word("records.streak")}
