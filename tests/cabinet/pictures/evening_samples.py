"""An evening as pictures show it: winner stays, the party, the page TONIGHT, names taken and spelled, attract's acts.

What stands over a table as well: the offer of a match that was cut off, a record, a race in slow motion.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pygame

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config, Display
from cabinet.display.attract import Band, Holder, RecordBoard, TonightBoard, above_band
from cabinet.display.png import png
from cabinet.display.result.content import DealPage, RaceCards
from cabinet.display.result.photo import Photo
from cabinet.display.result.sheet import ResultSheet
from cabinet.display.result.slow_motion import RUN_NS
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import cap_name
from cabinet.input.inputs import Typed
from cabinet.match.factory import MatchFactory
from cabinet.match.played import RunningScore
from cabinet.match.request import MatchRequest, names_in
from cabinet.match.story import Story, begun
from cabinet.scenes.attract import Act, Demo, DemoAct, LessonAct, Page, PageAct, PhotoAct, PhotoAlbum, demonstration
from cabinet.scenes.attract_pages import closest_board, holder, record_board, record_row, tonight_board
from cabinet.scenes.called_pair import PartyScene, PartyState, QueueState, WinnerStaysScene
from cabinet.scenes.dialogs import Resume
from cabinet.scenes.evening import ask_loser, ask_who_leaves
from cabinet.scenes.names import NamesAsked, TakingNames
from cabinet.scenes.result import result_page
from cabinet.scenes.stack import Scene
from cabinet.scenes.tonight import EveningPlan, EveningSetup, format_question
from cabinet.screens.photo_print import print_of
from cabinet.screens.view_factory import TableSetting, table_view
from cabinet.screens.views import Look, Views
from cabinet.store.logs import PHOTO
from cabinet.strings.catalogue import local_number, word
from cabinet.tournaments.views import Chooser
from engine.bots import find_brain
from engine.log import header, read, text_of
from engine.log_lines import Update
from engine.log_replay import resume
from engine.match import Match
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import MS, S
from hardware.keyboard import DEFAULT_KEYS
from tests.cabinet.pictures.operator_samples import races
from tests.cabinet.pictures.preset_sheets import PLAYERS, TWO, Way, played
from tests.cabinet.scenes.stories import Dialog

REQUEST: Final = MatchRequest("speed", "speed", (PLAYERS, PLAYERS))
SEED: Final = 20
LOG: Final = Path("2026-11-22T23-47-10-speed-20.jsonl")


def evening_pictures(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """Name and picture of each, at the toolkit's size."""
    for way in TWO:
        yield f"offer_{way.name}", offer(toolkit, way)
        if way.name != "beside":  # the same as facing
            yield f"result_{way.name}", result(toolkit, way)
            yield f"deal_{way.name}", deal(toolkit, way)
        yield f"slow_motion_{way.name}", slow_motion(toolkit, way)
    yield "photo", photo(toolkit, TWO[0])


def offer(toolkit: Toolkit, way: Way) -> pygame.Surface:
    """A match that was cut off, as its log brings it back."""
    factory = _factory(way)
    match, _ = played(factory.setup(REQUEST), lambda _update, _match, _now: None)
    scene = Resume(_cut_off(match), _views(toolkit, way, factory))
    screen = pygame.Surface(toolkit.size)
    scene.enter(0)
    scene.draw(screen, 0, everything=True)
    return screen


def result(toolkit: Toolkit, way: Way) -> pygame.Surface:
    """The result of a match whose closest race is the closest ever run here."""
    story, match = _told(way)
    names = names_in(match.setup)
    score = RunningScore((PLAYERS, PLAYERS), (5, 3))
    assert match.outcome is not None, "the match has been played to its end"
    deals = match.table.number("deal")
    page = result_page(
        match.outcome, names, story, score, deals=deals, is_record=True, asks_both=True, takes_third=True
    )
    screen = pygame.Surface(toolkit.size)
    views = _views(toolkit, way, _factory(way))
    ResultSheet(toolkit, word, page, far=views.has_far_side).draw(screen, 5 * S, 0.8)
    return screen


def slow_motion(toolkit: Toolkit, way: Way) -> pygame.Surface:
    """The closest race of a match once more, at its end."""
    story, match = _told(way)
    race = story.closest()
    assert race is not None, "a race was run"
    views = _views(toolkit, way, _factory(way))
    views.run_again(RaceCards(race.contest, race.cards), race.before, match, 0)
    screen = pygame.Surface(toolkit.size)
    views.draw([screen], RUN_NS, everything=True)
    return screen


def deal(toolkit: Toolkit, way: Way) -> pygame.Surface:
    """The result of a deal across its table."""
    factory = _factory(way)
    views = _views(toolkit, way, factory)
    _, now = played(factory.setup(REQUEST), lambda update, match, now: views.update([update], match, now))
    title = word("deal.won", seat=word("seat.0"))
    closest = word("result.closest", seat=word("seat.1"), margin=local_number("8.40"))
    views.show_deal(DealPage(title, 0, (1, 0), (closest,)), now)
    screen = pygame.Surface(toolkit.size)
    views.draw([screen], now + S, everything=True)
    return screen


def photo(toolkit: Toolkit, way: Way) -> pygame.Surface:
    """The photo of a match's closest race."""
    story, match = _told(way)
    race = story.closest()
    assert race is not None, "a race was run"
    return Photo(toolkit, print_of(race, story, match.setup, LOG)).picture


def _told(way: Way) -> tuple[Story, Match]:
    """A whole match of two bots, and its story."""
    setup = _factory(way).setup(REQUEST)
    match, now = Match(setup, 0, dict.fromkeys(range(len(setup.seats)), find_brain(PLAYERS))), 0
    while not match.is_final and (deadline := match.next_deadline()) is not None:
        now = max(now, deadline)
        match.advance(now)
    story = begun(match.game)
    story.add(match.pending())
    return story, match


def _cut_off(match: Match) -> Match:
    """The match as its log has it when the power goes."""
    log = read(f"{header(match.setup)}\n{text_of(match.pending())}".encode())
    return resume(log, log.end, dict.fromkeys(range(len(match.setup.seats)), find_brain(PLAYERS))).match


def _config(way: Way) -> Config:
    return Config(display=Display(layout=way.layout, cocktail=way.cocktail))


def _factory(way: Way) -> MatchFactory:
    return MatchFactory(LoadedConfig(_config(way), None, ""), Path(), SEED)


def _views(toolkit: Toolkit, way: Way, factory: MatchFactory) -> Views:
    return Views({0: Look(table_view(_config(way), factory, REQUEST, toolkit, judged=True))})


TONIGHT: Final = ("MIA", "BEN", "TOM", "ANA", "KAI", "LEO", "PIA")
"""Names of the evening, the last sitter's first."""
ZO: Final = (RIGHT, RIGHT, CARDS[4], CARDS[1], CARDS[4], RIGHT, CARDS[0])
"""BLUE goes past seven names of tonight, spells Z and the likely O, and looks at A to F among the other letters."""
OTHER: Final = {LEFT: RIGHT, RIGHT: LEFT}
"""Arrows of a far seat, as they come from a cocktail table's panel."""


def names_pictures(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """Name and picture of each, at the toolkit's size."""
    keys = {(seat, button): cap_name(key) for seat, panel in enumerate(DEFAULT_KEYS) for button, key in panel.items()}
    zo = [(1, button) for button in ZO]
    far = [(1, OTHER.get(button, button)) for button in ZO]
    yield "names", names(toolkit, TableSetting(), zo)
    yield "names_likely", names(toolkit, TableSetting(), zo[:-2])
    yield "names_typed", names(toolkit, TableSetting(key_names=keys), [], typed="zo")
    yield "names_cocktail", names(toolkit, TableSetting(cocktail=True), far)
    yield "names_refused", names(toolkit, TableSetting(), [*zo, (1, CARDS[0]), (1, ACTION), (0, CARDS[1])])
    yield "names_four_panels", names(toolkit, TableSetting(), [*zo, (2, CARDS[1])], seats=4)
    yield "names_four_cocktail", names(toolkit, TableSetting(cocktail=True), [*far, (2, CARDS[1]), (3, RIGHT)], seats=4)


def names(
    toolkit: Toolkit, setting: TableSetting, presses: Sequence[tuple[int, str]], *, seats: int = 2, typed: str = ""
) -> pygame.Surface:
    """The scene three seconds after AMBER asked for it, and BLUE pressed; letters `typed` are AMBER's."""
    asked = NamesAsked(0, tonight=TONIGHT, seats=seats, typists=(0, 1) if typed else ())
    scene = TakingNames(toolkit, setting, asked, lambda name: name == "ZOA", is_turned=setting.cocktail)
    scene.enter(0)
    for seat, button in presses:
        scene.handle(Press(seat, button, True, S, "picture"))
    for key in typed:
        scene.type(Typed(key, key.upper()), S)
    screen = pygame.Surface(toolkit.size)
    scene.draw(screen, 5 * S, everything=True)
    return screen


PLANS = {
    "empty": EveningPlan("winner_stays"),
    "full": EveningPlan("tournament", tuple(f"{a}{b}X" for a in "ABCD" for b in "EILMORSU"), kind="round_robin"),
    "party": EveningPlan("party", ("MIA", "BEN", "TOM"), (0, 1, 0)),
}
LINE = ("ZOE", "TOM", "ANA", "KAI", "LEO", "PIA")
LONG = tuple(f"{first}{second}X" for first in "ABCDEF" for second in "ILORU")
"""The line behind two of thirty-two names."""


def tonight_pictures(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """Name and picture of each, at the toolkit's size."""
    keys = {(seat, button): cap_name(key) for seat, panel in enumerate(DEFAULT_KEYS) for button, key in panel.items()}
    yield "queue", queue(toolkit, QueueState(("MIA", "BEN"), 0, 3, 5, LINE, game="SPEED UNO"))
    first = QueueState(("MIA", "BEN"), None, 0, 5, LINE[:1])
    yield "queue_first_match", queue(toolkit, first, TableSetting(key_names=keys))
    yield "queue_long", queue(toolkit, QueueState(("MIA", "BEN"), 1, 8, 9, LONG))
    yield "queue_alone", queue(toolkit, QueueState(("", "BEN"), 1, 1, 3))
    yield "party", party(toolkit, PartyState((("MIA", "TOM", "KAI"), ("BEN", "ANA", "LEO", "PIA")), (3, 2), 5))
    full = (tuple(f"{letter}AL" for letter in "ABCDEFGHIJKLMNOP"), ("BEN",))
    yield "party_sixteen", party(toolkit, PartyState(full, (10, 11), 12), TableSetting(key_names=keys))
    yield "party_won", party(toolkit, PartyState((("MIA", "TOM"), ("BEN", "ANA", "LEO")), (2, 3), 3))
    for name, plan in PLANS.items():
        yield f"tonight_{name}", setup(toolkit, plan)
    yield "tonight", seen(format_question(toolkit), toolkit, S)
    asked = ask_loser(toolkit, Chooser("BEN", 1, "m"), "speed", lambda _game: "FIRST TO TWO", keys)
    yield "tonight_loser_chooses", seen(Dialog(asked).top, toolkit, 5 * S)
    yield "evening_desk", seen(Dialog(ask_who_leaves(toolkit, ("MIA", "BEN", *LINE), {})).top, toolkit, S)


def setup(toolkit: Toolkit, plan: EveningPlan) -> pygame.Surface:
    """The options and names of an evening before it begins."""
    return seen(EveningSetup(toolkit, TableSetting(), plan, "speed", lambda _game: "FIRST TO TWO"), toolkit, S)


def party(toolkit: Toolkit, state: PartyState, setting: TableSetting | None = None) -> pygame.Surface:
    """The party, six seconds after the pair was called."""
    return seen(PartyScene(toolkit, setting or TableSetting(), state), toolkit, 6 * S)


def queue(toolkit: Toolkit, state: QueueState, setting: TableSetting | None = None) -> pygame.Surface:
    """Winner stays, six seconds after the pair was called."""
    return seen(WinnerStaysScene(toolkit, setting or TableSetting(), state), toolkit, 6 * S)


def seen(scene: Scene[Any], toolkit: Toolkit, now: int) -> pygame.Surface:
    """A scene so long after it came."""
    screen = pygame.Surface(toolkit.size)
    scene.enter(0)
    scene.advance(now, now)
    scene.draw(screen, now, everything=True)
    return screen


STEP_NS: Final = 20 * MS
DEMO_NS: Final = 8 * S
"""How long a demonstration has run in its picture."""
LESSON_NS: Final = S

AMBER, BLUE = 0, 1
QUEUE = ("ZOE", "TOM", "ANA", "KAI", "LEO", "PIA", "MAX", "EVA", "JAN", "UDO", "LIV", "KIM", "BEA", "ROB")


def closest() -> RecordBoard:
    """The closest races of tonight: all games together, guests among them."""
    rows = [
        record_row("closest", "0.13", Holder("MIA", AMBER), Holder("BEN", BLUE), game="speed", when="22:14"),
        record_row("closest", "0.87", Holder("ZOE", BLUE), Holder("TOM", AMBER), game="spit", when="21:50"),
        record_row("closest", "1.20", holder("", BLUE), Holder("ANA", AMBER), game="speed_uno", when="23:02"),
        record_row("closest", "12.6", holder("", AMBER), holder("", BLUE), game="mod_spit", when="20:31"),
        record_row("closest", "104.0", Holder("WWW", AMBER), Holder("MMM", BLUE), game="speed", when="22:40"),
    ]
    return record_board("closest", "tonight", rows)


def streak() -> RecordBoard:
    """The longest streaks of one way to play, this month: two places are taken."""
    rows = [
        record_row("streak", "12", Holder("MIA", AMBER), when="14 NOV"),
        record_row("streak", "5", holder("", BLUE), when="2 NOV"),
    ]
    line = f"{word('game.speed')} · {word('preset.speed_with_jokers')}".replace("\n", " ").upper()
    return record_board("streak", "month", rows, line)


def tonight(count: int, *, champion: Holder | None) -> TonightBoard:
    """An evening of winner stays with so many names in line."""
    return tonight_board(word("queue.title"), champion, word("queue.wins", wins=3) if champion else "", QUEUE[:count])


def attract_pictures(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """Name and picture of each act, with the band below it."""
    mia = Holder("MIA", AMBER)
    pages: dict[str, Page] = {
        "records_closest": closest(),
        "records_streak": streak(),
        "records_of_guests": closest_board(races()),
        "tonight_champion": tonight(6, champion=mia),
        "tonight_queue": tonight(14, champion=None),
        "tonight_many": tonight(14, champion=mia),
        "tonight_alone": tonight(0, champion=holder("", BLUE)),
    }
    for turn, (name, page) in enumerate(pages.items()):
        yield f"attract_{name}", shown(toolkit, PageAct(toolkit, page), 0, turn)
    with TemporaryDirectory() as folder:
        picture = photo(toolkit, TWO[0])
        pixels = pygame.image.tobytes(picture, "RGB")
        (Path(folder) / f"2026{PHOTO}").write_bytes(png(picture.get_size(), pixels))
        yield "attract_photo", shown(toolkit, PhotoAct(toolkit, PhotoAlbum(Path(folder), print), 0), 0)
    yield "attract_lesson", shown(toolkit, LessonAct(toolkit, TableSetting(), "speed"), LESSON_NS)
    for number, layout in enumerate(("facing", "beside")):
        yield f"attract_demo_{layout}", shown(toolkit, DemoAct(partial(demo, toolkit), number), DEMO_NS)


def demo(toolkit: Toolkit, number: int, now: int, hear: Callable[[Update], None]) -> Demo:
    """The demonstration with that number, always of the same cards."""
    config = Config()
    factory = MatchFactory(LoadedConfig(config, None, ""), Path(), SEED)
    return demonstration(config, factory, toolkit, number, now, hear)


def shown(toolkit: Toolkit, act: Act, age_ns: int, turn: int = 0) -> pygame.Surface:
    """An act above the band, so long after it began."""
    while act.prepare():
        pass
    screen = pygame.Surface(toolkit.size)
    room = screen.subsurface(above_band(toolkit))
    act.begin(0)
    for now in range(0, age_ns + 1, STEP_NS):
        act.advance(now)
        act.draw(room, now, everything=now == 0)
    act.end()
    Band(toolkit, word("title"), word("attract.press")).draw(screen, turn)
    return screen
