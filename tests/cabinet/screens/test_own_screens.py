"""A screen for each player (GEN-4): what it is given, where it is shown, and what stands on one that nobody has."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pygame
import pytest

from cabinet.config.faults import ConfigError
from cabinet.config.file import LoadedConfig, parse_config
from cabinet.config.schema import Config, Display
from cabinet.display.layout.arrange import table_layout
from cabinet.display.table.view import TableView
from cabinet.display.theme import Fonts
from cabinet.display.toolkit import Toolkit
from cabinet.errors import TooFewScreens
from cabinet.match.factory import MatchFactory
from cabinet.match.request import MatchRequest
from cabinet.screens.view_factory import displays_of, table_view, theme_of
from cabinet.screens.views import Look, Views, mirrored
from cabinet.screens.window import choose_displays
from engine.bots import find_brain
from engine.cards import HIDDEN, bare, face_down, is_down
from engine.log_lines import CommandLine, Effects, Entry, OwnLine, Update
from engine.match import Match
from engine.screen import Screen, keys_on, of_seat, with_guards
from engine.setup import Setup, seats_of
from engine.table import Table

if TYPE_CHECKING:
    from engine.game import Game

MS = 1_000_000
SIZE = (480, 320)
AMBER, BLUE = 0, 1
OWN = {"cards_seen": "own_screen", "countdown": 1}
FRAME_MS = 25


@pytest.fixture(scope="module")
def toolkit() -> Toolkit:
    return Toolkit(theme_of(Config()), Fonts(), SIZE)


def factory_of(game: str, data: Path, **options: object) -> MatchFactory:
    config = Config(options={game: {**OWN, **options}})  # type: ignore[dict-item]  # as TOML gives them
    return MatchFactory(LoadedConfig(config, None, ""), data, 11)


def view_of(game: str, data: Path, toolkit: Toolkit, own: int | None) -> TableView:
    request = MatchRequest(game, "", ("person", "person"))
    return table_view(Config(), factory_of(game, data), request, toolkit, judged=True, own=own)


def renamed(match: Match, viewer: int, seed: int) -> Mapping[str, str]:
    """Other names for the cards that the viewer may not know."""
    seen = match.game.view(match.table, viewer)
    hidden = [
        bare(match.table.zones[name][at])
        for name, cards in seen.zones.items()
        for at, card in enumerate(cards)
        if card == HIDDEN
    ]
    others = list(hidden)
    random.Random(seed).shuffle(others)
    return dict(zip(hidden, others, strict=True))


def with_names(names: Mapping[str, str], table: Table) -> Table:
    def called(card: str) -> str:
        new = names.get(bare(card), bare(card))
        return face_down(new) if is_down(card) else new

    return Table({name: tuple(map(called, cards)) for name, cards in table.zones.items()}, table.scalars)


def told_with(names: Mapping[str, str], entry: Entry) -> Entry:
    effects = tuple(
        tuple(names.get(part, part) if isinstance(part, str) else part for part in e) for e in entry.effects
    )
    if isinstance(entry, CommandLine):
        card = names.get(entry.command.card, entry.command.card)
        return replace(entry, effects=cast("Effects", effects), command=replace(entry.command, card=card))
    if isinstance(entry, OwnLine):
        return OwnLine(entry.t, cast("Effects", effects))
    return entry._replace(effects=cast("Effects", effects))


class Elsewhere:
    """A match in which other cards are where the viewer cannot see them."""

    def __init__(self, match: Match, table: Table) -> None:
        self._match, self._table = match, table
        self.game: Game = match.game
        self.setup, self.table = match.setup, match.table
        self.zero_ns, self.state, self.play_clock = match.zero_ns, match.state, match.play_clock

    def screen(self, viewer: int) -> object:
        held = self._match.state.sit.held
        shown = with_guards(of_seat(self.game, self._table, viewer, held), self.game, self.state.since)
        others = (
            keys_on(shown, self.game, self._table, seat, self._match.keys(seat), held[seat])
            if seat != viewer
            else self._match.keys(seat)
            for seat in range(2)
        )
        return Screen(shown, tuple(others))


def frames(match: Match) -> Iterator[tuple[int, list[Entry]]]:
    entries: list[Entry] = list(match.opening())
    for now in range(0, 24_000 * MS, FRAME_MS * MS):
        yield now, entries
        entries = list(match.advance(now + FRAME_MS * MS).entries)


@pytest.mark.parametrize("game", ["speed", "spit"])
def test_gen_4_changing_hidden_cards_changes_no_pixel_of_the_others_screen(
    game: str, toolkit: Toolkit, tmp_path: Path
) -> None:
    setup = Setup(game, OWN, seats_of("bot:fast", "bot:perfect"), 4)
    match = Match(setup, brains={0: find_brain("bot:fast"), 1: find_brain("bot:perfect")})
    screens = [pygame.Surface(SIZE) for _ in range(2)]
    views = [Views({0: Look(view_of(game, tmp_path, toolkit, AMBER), AMBER)}) for _ in screens]
    drawn = 0
    for now, entries in frames(match):
        names = renamed(match, AMBER, now)
        other = Elsewhere(match, with_names(names, match.table))
        if entries:
            views[0].update([Update(tuple(entries))], match, now)
            views[1].update([Update(tuple(told_with(names, entry) for entry in entries))], cast("Match", other), now)
        changed = [view.draw([screen], now, everything=False) for view, screen in zip(views, screens, strict=True)]
        if any(changed[0]):
            drawn += 1
            assert pygame.image.tobytes(screens[0], "RGB") == pygame.image.tobytes(screens[1], "RGB")
    assert drawn > 100


def test_each_player_sits_at_the_near_edge_of_the_own_screen() -> None:
    for near in (AMBER, BLUE):
        layout = table_layout(SIZE, near=near)
        assert [seat.seat for seat in layout.seats] == [AMBER, BLUE]
        own, other = layout.seats[near], layout.seats[1 - near]
        assert own.slots[0].y > layout.piles[0].y > other.slots[0].y
        assert (own.inward, other.inward) == (-1, 1)
    assert [box.x for box in table_layout(SIZE, near=BLUE).piles] == [box.x for box in table_layout(SIZE).piles]


def test_every_screen_shows_its_own_table_and_a_bots_shows_the_persons(toolkit: Toolkit, tmp_path: Path) -> None:
    match = Match(Setup("speed", OWN, seats_of("human", "human"), 4))
    screens = [pygame.Surface(SIZE) for _ in range(2)]
    both = Views({seat: Look(view_of("speed", tmp_path, toolkit, seat), seat) for seat in (AMBER, BLUE)})
    both.update([Update(match.opening())], match, 0)
    both.draw(screens, 0, everything=True)
    assert pygame.image.tobytes(screens[0], "RGB") != pygame.image.tobytes(screens[1], "RGB")
    one = Views({BLUE: Look(view_of("speed", tmp_path, toolkit, BLUE), BLUE)})
    one.update([Update(match.opening())], match, 0)
    assert one.draw(screens, 0, everything=True)[AMBER]
    assert pygame.image.tobytes(screens[0], "RGB") == pygame.image.tobytes(screens[1], "RGB")
    assert one.draw(screens, 0, everything=False) == [[], []], "nothing changed"


def test_a_screen_of_another_size_shows_the_whole_picture_in_its_middle() -> None:
    source, target = pygame.Surface((480, 320)), pygame.Surface((1000, 400))
    source.fill((200, 10, 10))
    assert mirrored(source, target, [source.get_rect()]) == [pygame.Rect(200, 0, 600, 400)]
    assert (target.get_at((500, 200))[:3], target.get_at((100, 200))[:3]) == ((200, 10, 10), (0, 0, 0))
    assert mirrored(source, target, []) == []


# Which displays


@pytest.mark.parametrize(
    ("wanted", "found", "whole", "chosen"),
    [
        ([None], 1, True, [0]),
        ([None, None], 2, True, [0, 1]),
        ([None, None], 1, False, [0, 0]),
        ([1, 0], 2, True, [1, 0]),
        ([1, 1], 2, False, [1, 1]),
        ([1, None], 2, True, [1, 0]),
    ],
)
def test_screens_are_shown_where_the_configuration_says(
    wanted: list[int | None], found: int, whole: bool, chosen: list[int]
) -> None:
    assert choose_displays(wanted, found, whole=whole) == chosen


@pytest.mark.parametrize(
    ("wanted", "found", "whole", "says"),
    [
        ([None, None], 1, True, "takes 2, and 1 can be had here"),
        ([0, 3], 2, False, "display 3, counted from 0, and there are 2"),
    ],
)
def test_too_few_displays_are_said_with_the_remedy(
    wanted: list[int | None], found: int, whole: bool, says: str
) -> None:
    with pytest.raises(TooFewScreens, match=says) as refused:
        choose_displays(wanted, found, whole=whole)
    assert "set cards_seen to open or peek" in str(refused.value)


def test_two_seats_may_not_have_one_display(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"it.toml:2: display.seat_displays: is \[1, 1\]"):
        parse_config("[display]\nseat_displays = [1, 1]\n", tmp_path / "it.toml")
    one = Display(seat_displays=(1,))
    assert displays_of(one, 1) == [None]
    assert displays_of(one, 2) == [1, None]


def test_the_house_knows_how_many_screens_it_takes(tmp_path: Path) -> None:
    plain = MatchFactory(LoadedConfig(Config(), None, ""), tmp_path)
    assert plain.screens() == 1
    own = factory_of("spit", tmp_path)
    assert own.screens() == 2
    session = own.session(MatchRequest("spit", "classic_spit", ("person", "person")), 0, lambda _update: None)
    assert session.log is not None
    log = session.log.path
    session.close()
    assert plain.screens(log) == 2, "a match to go on with takes what it began with"
