"""What stands over a table on an evening, as pictures show it: the offer of a match that was cut off, a result that is
a record, a race in slow motion. In every way to sit.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pygame

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config, Display
from cabinet.display.result.content import DealPage, RaceCards
from cabinet.display.result.photo import Photo
from cabinet.display.result.sheet import ResultSheet
from cabinet.display.result.slow_motion import RUN_NS
from cabinet.display.toolkit import Toolkit
from cabinet.match.factory import MatchFactory
from cabinet.match.played import RunningScore
from cabinet.match.request import MatchRequest, names_in
from cabinet.match.story import Story, begun
from cabinet.scenes.dialogs import Resume
from cabinet.scenes.result import result_page
from cabinet.screens.photo_print import print_of
from cabinet.screens.view_factory import table_view
from cabinet.screens.views import Look, Views
from cabinet.strings.catalogue import local_number, word
from engine.bots import find_brain
from engine.log import header, read, text_of
from engine.log_replay import resume
from engine.match import Match
from engine.units import S
from tests.cabinet.pictures.preset_sheets import PLAYERS, TWO, Way, played

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
    page = result_page(match.outcome, names, story, score, deals=match.table.number("deal"), is_record=True)
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
