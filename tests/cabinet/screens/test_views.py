"""What is on each screen: keys named at a desk, games with hands by rows and tiles, a screen for each player.

What soft-keys and lamps show is what the seat's panel is; no screen is given what its player may not see (GEN-4).
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pygame
import pytest

from cabinet.config.faults import ConfigError
from cabinet.config.file import LoadedConfig, parse_config
from cabinet.config.schema import Config, Display, SeatKeys
from cabinet.display.layout.arrange import table_layout
from cabinet.display.layout.boxes import Box, HandLayout, SeatLayout
from cabinet.display.stage import Sprite
from cabinet.display.table.overlays import Overlays
from cabinet.display.table.softkeys import FIFTH, KeyFace, SoftKeys
from cabinet.display.table.view import TableView
from cabinet.display.table.view_state import PauseHint, TableUpdate
from cabinet.display.theme import Fonts
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import KeyNames, cap_names
from cabinet.errors import TooFewScreens
from cabinet.input.inputs import panel_map, turned_press, turned_round
from cabinet.input.sources import Sources, desk_keys
from cabinet.lamp_patterns import playing
from cabinet.match.factory import MatchFactory
from cabinet.match.played import RunningScore
from cabinet.match.request import PERSON, MatchRequest, full_table, whole_options
from cabinet.match.story import Story
from cabinet.scenes.dialogs import pause_dialog
from cabinet.scenes.result import result_page
from cabinet.screens.canvas import mirrored
from cabinet.screens.view_factory import displays_of, pause_hints, table_view, theme_of
from cabinet.screens.views import Look, Views
from cabinet.screens.window import choose_displays
from cabinet.strings.catalogue import word
from engine import judge
from engine.bots import find_brain
from engine.cards import HIDDEN, bare, face_down, is_down
from engine.game import Outcome
from engine.games import find_game
from engine.log_lines import CommandLine, Effects, Entry, OwnLine, Update
from engine.match import Match
from engine.panel import BUTTONS, Meaning, Press
from engine.screen import EVERYBODY, Screen, keys_on, of_seat, with_guards
from engine.setup import Setup, seats_of
from engine.table import Table
from hardware.keyboard import KeyboardSource
from tests.cabinet.pictures.golden import difference
from tests.cabinet.pictures.samples import samples
from tests.engine.lit_keys import has_glow, keys_of, random_play, with_glow

if TYPE_CHECKING:
    from engine.game import Game


SIZE = (480, 320)


@pytest.fixture(scope="module")
def toolkit() -> Toolkit:
    return Toolkit(theme_of(Config()), Fonts(), SIZE)


@pytest.mark.parametrize(
    ("players", "named"),
    [((PERSON, PERSON), {0, 1}), ((PERSON, "bot:fast"), {0}), (("bot:slow", PERSON), {1}), (("bot:slow",) * 2, set())],
)
def test_the_keys_of_people_are_named(
    players: tuple[str, str], named: set[int], toolkit: Toolkit, tmp_path: Path
) -> None:
    config = Config()
    factory = MatchFactory(LoadedConfig(config, None, ""), tmp_path, 1)
    keyboard = KeyboardSource([str(key) for key in panel_map(config.input.keys)])
    names = cap_names(desk_keys(Sources(None, keyboard), config.input))

    def drawn(key_names: KeyNames | None) -> pygame.Surface:
        view = table_view(
            config, factory, MatchRequest("speed", "speed", players), toolkit, judged=False, key_names=key_names
        )
        sample, screen = samples()["play"], pygame.Surface(SIZE)
        view.update(TableUpdate((), sample.table, sample.keys, 0))
        view.draw(screen, 0)
        return screen

    apart = difference(drawn(names), drawn(None))
    for seat in table_layout(SIZE).seats:
        changed = [any(pygame.image.tobytes(apart.subsurface(box), "RGB")) for box in seat.keys]
        assert changed == [seat.seat in named] * 8


def test_how_to_pause_names_the_keys_of_each_person() -> None:
    config = Config()
    keyboard = KeyboardSource([str(key) for key in panel_map(config.input.keys)])
    names = cap_names(desk_keys(Sources(None, keyboard), config.input))
    assert pause_hints((0, 1), names) == (PauseHint(0, "A", "G", "X"), PauseHint(1, "7", "-", "I"))
    assert pause_hints((0, 1), {}) == (PauseHint(),)


def test_nobody_is_told_how_to_pause_a_demonstration(toolkit: Toolkit, tmp_path: Path) -> None:
    factory = MatchFactory(LoadedConfig(Config(), None, ""), tmp_path, 1)
    request, countdown = MatchRequest("speed", "speed", ("bot:slow",) * 2), samples()["countdown"]
    view, screen = table_view(Config(), factory, request, toolkit, judged=True), pygame.Surface(SIZE)
    asked = table_view(Config(), factory, MatchRequest("speed", "speed", (PERSON,) * 2), toolkit, judged=True)
    view.update(TableUpdate((), countdown.table, countdown.keys, 0))
    view.draw(screen, 0)
    other = pygame.Surface(SIZE)
    asked.update(TableUpdate((), countdown.table, countdown.keys, 0))
    asked.draw(other, 0)
    assert pause_hints((), {}) == ()
    assert pygame.image.tobytes(screen, "RGB") != pygame.image.tobytes(other, "RGB")


def test_a_pause_names_the_keys_of_each_person() -> None:
    at_a_desk = pause_dialog("players", (PauseHint(0, "A", "G", "X"), PauseHint(1, "7", "-", "I")))
    assert (at_a_desk.lines[1], at_a_desk.hold) == (word("pause.how_by_keys"), (("A", "G", "X"), ("7", "-", "I")))
    assert pause_dialog("players", (PauseHint(),)).lines[1] == word("pause.how")


def layout_of(
    toolkit: Toolkit, data: Path, request: MatchRequest, *, cocktail: bool = False, own: int | None = None
) -> HandLayout:
    config = Config(display=Display(cocktail=cocktail))
    factory = MatchFactory(LoadedConfig(config, None, ""), data, 11)
    layout = table_view(config, factory, request, toolkit, judged=True, own=own).layout
    assert isinstance(layout, HandLayout)
    return layout


def table_for(panels: tuple[str, str], game: str = "speed_uno") -> MatchRequest:
    preset = find_game(game).info.presets[0]
    return MatchRequest(game, preset.name, full_table(preset.seats, panels))


def test_one_person_has_a_row_and_the_bots_tiles(toolkit: Toolkit, tmp_path: Path) -> None:
    layout = layout_of(toolkit, tmp_path, table_for(("person", "bot:slow")))
    assert [seat.seat for seat in layout.seats] == [0]
    assert [tile.seat for tile in layout.tiles] == [1, 2, 3]


def test_whoever_sits_at_the_other_panel_alone_has_the_row(toolkit: Toolkit, tmp_path: Path) -> None:
    layout = layout_of(toolkit, tmp_path, table_for(("bot:slow", "person")))
    assert [seat.seat for seat in layout.seats] == [1]
    assert [tile.seat for tile in layout.tiles] == [2, 3, 0]


def test_two_people_have_a_row_each_and_the_bots_stand_between(toolkit: Toolkit, tmp_path: Path) -> None:
    layout = layout_of(toolkit, tmp_path, table_for(("person", "person")), cocktail=True)
    assert [(seat.seat, seat.turned) for seat in layout.seats] == [(0, False), (1, True)]
    assert [tile.seat for tile in layout.tiles] == [2, 3]


def test_on_a_screen_of_its_own_a_seat_has_the_only_row_upright(toolkit: Toolkit, tmp_path: Path) -> None:
    layout = layout_of(toolkit, tmp_path, table_for(("person", "person"), "speah"), cocktail=True, own=1)
    assert [(seat.seat, seat.turned) for seat in layout.seats] == [(1, False)]
    assert [tile.seat for tile in layout.tiles] == [0]


def test_where_there_are_no_two_piles_left_is_the_players_own_left_again() -> None:
    plain, wired = panel_map(SeatKeys()), turned_round(panel_map(SeatKeys()))
    for line, (seat, button) in wired.items():
        meant = turned_press(Press(seat, button, True, 5, "keyboard"))
        assert (meant.seat, meant.button) == plain[line]


def test_places_are_told_as_places_and_not_as_points() -> None:
    outcome, names = Outcome(1, "out", (2, 1, 3)), ("AMBER", "BLUE", "GREEN")
    page = result_page(outcome, names, Story(3), RunningScore(), deals=1, places=True)
    assert (page.seat, page.score, page.places) == (1, (2, 1, 3), True)
    assert find_game("speah").info.places
    assert not find_game("speed_uno").info.places


MS = 1_000_000
AMBER, BLUE = 0, 1
OWN = {"cards_seen": "own_screen", "countdown": 1}
FRAME_MS = 25


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


PANEL_SIZE = (800, 480)
PLAYED: tuple[tuple[str, Mapping[str, Any], int], ...] = (
    ("spit", {}, 2),
    ("spit", {"layout": "11111", "slap_guard_ms": 1000}, 2),
    ("spit", {"packs": 2, "piles": 6}, 2),
    ("spit", {"cards_seen": "peek"}, 2),
    ("spit", {}, 3),
    ("spit", {"packs": 2}, 4),
    ("mod_spit", {}, 2),
    ("speed", {"quick_play": False, "replenish": "press"}, 2),
    ("speed", {}, 4),
    ("speed_uno", {"challenge": True}, 2),
    ("speed_uno", {}, 4),
    ("speah", {"cards_seen": "open"}, 2),
    ("speah", {}, 4),
)
WHY = ("lock", "guard")
"""The scalars that shut a seat out for a while: a miss, and a slap that would be too early (GEN-3, SPIT-10)."""
WAYS: tuple[dict[str, Any], ...] = ({"layout": "facing"}, {"cocktail": True}, {"layout": "beside"})
SEATED = [(*played, sit) for number, played in enumerate(PLAYED) for sit in (WAYS[0], WAYS[1 + number % 2])]
"""Each facing one another, and in one of the other ways in turn: every table with piles and with hands in both."""


@pytest.fixture
def fresh_toolkit() -> Toolkit:
    """A toolkit of one test: what it shares between tables is drawn by the methods that the test replaces."""
    return Toolkit(theme_of(Config()), Fonts(), PANEL_SIZE)


class Watcher:
    """A table view of a match between people, whose soft-keys and halos are known again among its sprites."""

    def __init__(
        self, fresh_toolkit: Toolkit, setup: Setup, sit: Mapping[str, Any], folder: Path, patch: pytest.MonkeyPatch
    ) -> None:
        self._faces: dict[int, tuple[KeyFace, pygame.Surface]] = {}
        self._halos: dict[int, pygame.Surface] = {}
        draw_key, draw_halo = SoftKeys._key, Overlays._draw_halo

        def key(keys: SoftKeys, face: KeyFace, size: tuple[int, int], turned: bool = False) -> pygame.Surface:
            surface = draw_key(keys, face, size, turned)
            self._faces[id(surface)] = (face, surface)
            return surface

        def halo(overlays: Overlays, *args: Any) -> pygame.Surface:
            surface = draw_halo(overlays, *args).copy()
            self._halos[id(surface)] = surface
            return surface

        patch.setattr(SoftKeys, "_key", key)
        patch.setattr(Overlays, "_draw_halo", halo)
        config = Config(display=Display(**sit))
        factory = MatchFactory(LoadedConfig(config, None, ""), folder, 1)
        request = MatchRequest(setup.game, "", ("person",) * len(setup.seats), whole_options(setup))
        self.view = table_view(config, factory, request, fresh_toolkit, judged=True)
        self._stands: list[Sprite] = []
        self._screen = pygame.Surface(PANEL_SIZE)
        stand = self.view._stage.stand

        def take(sprites: Sequence[Sprite]) -> None:
            self._stands = list(sprites)
            stand(sprites)

        self.view._stage.stand = take  # type: ignore[method-assign]  # to see what is drawn where

    def look(self, match: Match, now: int) -> Screen:
        """Tell the view of a match as it is now, glowing where it may, and let it draw."""
        screen = match.screen(EVERYBODY)
        if has_glow(match.table):
            table, everybody = with_glow(match.table, is_on=True), range(match.game.seats)
            keys = [keys_of(match.game, seat, everybody)(table, 0) for seat in everybody]
            screen = screen._replace(table=with_glow(screen.table, is_on=True), keys=tuple(map(tuple, keys)))
        play = match.play_clock(now)
        told = (screen.table, screen.keys, now)
        self.view.update(TableUpdate((), *told, play_ns=play, rows=screen.rows, clock=screen.clock))
        self.view.draw(self._screen, now)
        return screen

    def face(self, box: Box) -> KeyFace:
        """What stands on the soft-key there."""
        there = [id(sprite.surface) for sprite in self._stands if (sprite.x, sprite.y) == box[:2]]
        found = [self._faces[drawn][0] for drawn in there if drawn in self._faces]
        assert found, f"no key is drawn at {box}"
        return found[-1]

    def glows(self, box: Box) -> bool:
        """Whether there is a halo round that place, or where a card of it is lifted to."""
        halos = [s.rect.center for s in self._stands if id(s.surface) in self._halos]
        return any(abs(x - box.centre[0]) < 3 and abs(y - box.centre[1]) < box.h // 2 for x, y in halos)


def assert_drawn(watcher: Watcher, seat: SeatLayout, keys: Sequence[Meaning], shut: bool) -> int:
    """The seat's soft-keys show what its keys are; returns how many are lit."""
    lit = 0
    for button, (box, key) in enumerate(zip(seat.keys, keys, strict=True)):
        face = watcher.face(box)
        if is_sixth(button, key):
            face = watcher.face(seat.card_keys[-1])
        assert face.lit == (key.lit and not shut), f"{BUTTONS[button]} of {seat.seat}: {face} for {key}"
        if face.lit and key.label != "scroll":  # which says how many lie there instead
            assert face.text == word(f"label.{key.label}")
        if key.glows and not shut:
            assert button <= FIFTH or watcher.glows(box)
            assert button > FIFTH or is_sixth(button, key) or watcher.glows(seat.slots[button])
        lit += face.lit
    return lit


def is_sixth(button: int, key: Meaning) -> bool:
    """True if CARD5 stands for a sixth pile, which has a soft-key of its own."""
    return button == FIFTH and key.zone.endswith("stock6")


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize(("game", "options", "seats", "sit"), SEATED, ids=str)
def test_soft_keys_and_lamps_show_the_panel(
    game: str, options: dict[str, Any], seats: int, sit: dict[str, Any],
    fresh_toolkit: Toolkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    setup = Setup(game, options, seats_of(*["human"] * seats), 5)
    watcher = Watcher(fresh_toolkit, setup, sit, tmp_path, monkeypatch)
    lit, seen = 0, Counter[str]()
    for match, now in random_play(setup, 80 if game == "mod_spit" or "slap_guard_ms" in options else 50):
        screen = watcher.look(match, now)
        play = match.play_clock(now)
        shut = {seat for seat in range(seats) if any(screen.table.number(f"{why}.{seat}") > play for why in WHY)}
        seen["shut out"] += bool(shut) and screen.table.phase == "slap"
        seen["glows"] += any(key.glows for keys in screen.keys for key in keys)
        for side in watcher.view.layout.seats:
            lit += assert_drawn(watcher, side, screen.keys[side.seat], side.seat in shut)
        lamps = playing(screen.keys, playable=True, shut=shut)
        shown = {(seat, BUTTONS[n]) for seat in range(seats) for n, key in enumerate(screen.keys[seat]) if key.lit}
        assert lamps.keys() == {place for place in shown if place[0] not in shut}
        for seat in range(seats):
            for button, key in zip(BUTTONS, match.keys(seat), strict=True):
                why = judge.ignored(match._reducer.context, match.state, seat, now) if key.lit else ""
                assert not why or seat in shut, f"{button} is lit, and a press is ignored: {why}"
    assert lit > 60
    assert seen["glows"] > 12 or game == "speah"
    assert seen["shut out"] or "slap_guard_ms" not in options
