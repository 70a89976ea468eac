"""The acts of the attract scene as pictures show them: records, tonight, a photo, a lesson, a demonstration."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pygame

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.display.attract import Band, Holder, RecordBoard, TonightBoard, above_band
from cabinet.display.png import png
from cabinet.display.toolkit import Toolkit
from cabinet.match.factory import MatchFactory
from cabinet.scenes.attract import Act, Demo, DemoAct, LessonAct, Page, PageAct, PhotoAct, PhotoAlbum, demonstration
from cabinet.scenes.attract_pages import closest_board, holder, record_board, record_row, tonight_board
from cabinet.screens.view_factory import TableSetting
from cabinet.store.logs import PHOTO
from cabinet.strings.catalogue import word
from engine.log_lines import Update
from engine.units import MS, S
from tests.cabinet.pictures.evening_samples import SEED, photo
from tests.cabinet.pictures.operator_samples import races
from tests.cabinet.pictures.preset_sheets import TWO

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
