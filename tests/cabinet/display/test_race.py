"""A photo finish is loud, and takes nothing from the players: cards, piles, locks and soft-keys are as without it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any, get_args

import msgspec
import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.display.cache import LEAST_BYTES, DrawingCache
from cabinet.display.layout.arrange import hand_layout, table_layout
from cabinet.display.layout.boxes import Box, HandNeed, LayoutName, Need, TableLayout
from cabinet.display.layout.race import frame_of, protected, race_layout, slow_motion_places, touch
from cabinet.display.result.content import RaceCards
from cabinet.display.result.slow_motion import SlowMotion
from cabinet.display.stage import Sprite
from cabinet.display.table.animator import MOST_FALLS
from cabinet.display.table.overlays import Overlays
from cabinet.display.table.places import Place
from cabinet.display.table.race import Race, RaceTags, late_wing
from cabinet.display.table.race_wings import SIGNS, DeadHeat, RaceLight, RaceWords, late_forms
from cabinet.display.table.view import TableView
from cabinet.display.table.view_state import TableUpdate, ViewState
from cabinet.display.theme import Colour, Face, Fonts, Theme, cap_height
from cabinet.display.toolkit import Toolkit
from cabinet.strings.catalogue import word
from cabinet.strings.language import Language, LanguageCode, in_use
from engine.log_lines import CommandLine, Contest, Entry, OwnLine
from engine.panel import Command
from engine.table import Effect
from engine.units import MS, NEVER, S
from tests.cabinet.pictures.samples import Sample
from tests.cabinet.pictures.studio import ARRANGEMENTS, Arrangement, Studio, every_sample, shows

SAMPLES = every_sample()
SIZE = (480, 320)
SIZES = ((480, 320), (640, 480), (800, 480), (1024, 600), (1280, 720), (1920, 1080))
WAYS: tuple[tuple[LayoutName, bool], ...] = (("facing", False), ("facing", True), ("beside", False))
NEEDS = (
    Need(), Need(slots=6, reserves=0), Need(piles=3), Need(piles=4),
    Need(5, 3, 3, seats=3), Need(5, 4, 4, seats=4), Need(6, 4, 0, seats=4),
)  # fmt: skip
HANDS = (
    HandNeed(2, (0, 1)), HandNeed(2, (0, 1), minis=True), HandNeed(4, (0, 1)), HandNeed(6, (0,)),
    HandNeed(4, (0, 1, 2, 3), minis=True), HandNeed(14, (0, 7)),
)  # fmt: skip
INSTANTS = (0, 10, 25, 45, 70, 110, 165, 230, 300, 340, 420, 500, 640, 690, 710, 1000, 1600, 2590, 2700)
"""Moments after a race is shown, ms: flood, fade, bounce, falling coin, wings alone, nothing any more."""
PLAY = ("play", "gliding", "spit", "number_slap", "speed_four_people", "spit_four", "uno_play", "speah_table")
"""Samples of every kind of table: each game, two to four seats, with slots and with hands."""


def toolkit_of(size: tuple[int, int]) -> Toolkit:
    """A toolkit with the least room for drawings."""
    return Toolkit(Theme(), Fonts(), size, drawn=DrawingCache(LEAST_BYTES))


def beaten(sample: Sample, *, margin_ms: float = 8.4, winner: int = 0, t_ms: int = 0) -> CommandLine:
    """The line of a card that the winner's beat to a pile of the sample."""
    loser = 1 - winner
    cards = {zone: lies for zone, lies in sample.table.zones.items() if zone.startswith(f"seat{loser}.") and lies}
    zone = next(zone for zone in cards if not zone.endswith(".stock"))
    pile = next(zone for zone in sample.table.zones if zone in ("centre.0", "discard", "pile"))
    command = Command("play", cards[zone][-1].lstrip("~"), zone, pile)
    return CommandLine(
        t_ms * MS, loser, command, False, why="rank", beaten_by=winner, margin_ns=int(margin_ms * 1_000_000)
    )


def dead_heat(sample: Sample) -> tuple[Entry, ...]:
    """The two lines of a dead heat that the lot gave to BLUE."""
    lost = beaten(sample, margin_ms=0.04, winner=1)
    won = CommandLine(0, 1, Command("play", "8H", "seat1.hand3", lost.command.to), True, dead_heat=(0, 1), draw=1)
    return won, lost


def told(view: TableView, sample: Sample, entries: Sequence[Entry], now: int = 0, **more: int) -> None:
    rewound = more.get("rewound_to")
    update = TableUpdate(
        entries, sample.table, sample.keys, now, rows=sample.rows, clock=sample.clock, rewound_to=rewound
    )
    view.update(update)


def watched(studio: Studio, sample: Sample, way: Arrangement, size: tuple[int, int] = SIZE) -> TableView:
    view = studio.view(sample, size, way)
    told(view, sample, ())
    view.draw(pygame.Surface(size), 0)
    return view


def calm_keys(layout: TableLayout) -> list[pygame.Rect]:
    """Everything that a player reads to play: the boxes of cards, piles, locks and soft-keys."""
    return [pygame.Rect(box).clip(pygame.Rect(layout.screen)) for box in protected(layout)]


class PlainRace(Race):
    """A race without its light and its figures: of it only the margins of beaten cards are seen."""

    def next_change(self, moment: ViewState, now_ns: int) -> int:
        return NEVER

    def covered(self, moment: ViewState) -> frozenset[str]:
        return frozenset()

    def under(self, moment: ViewState, now_ns: int) -> list[Sprite]:
        return []

    def over(self, moment: ViewState, now_ns: int) -> list[Sprite]:
        return self._tags.sprites(moment)

    def land(self, card: pygame.Surface, place: Place, seat: int) -> tuple[tuple[Sprite, ...], ...]:
        return ()


class PlainStudio(Studio):
    """Draws as the studio does, without effects."""

    def view(self, sample: Sample, size: tuple[int, int], arrangement: Arrangement) -> TableView:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("cabinet.display.table.view.Race", PlainRace)
            return super().view(sample, size, arrangement)


@pytest.fixture(scope="module")
def plain() -> Studio:
    return PlainStudio()


TABLES = [
    pytest.param(name, way, id=f"{name}-{way.name}")
    for name in PLAY
    for way in ARRANGEMENTS
    if shows(SAMPLES[name], way)
]
"""Each table in each way to sit in which it looks otherwise than in another."""


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize(("name", "way"), TABLES)
def test_cards_piles_locks_and_keys_are_the_same_with_effects_and_without(
    name: str, way: Arrangement, studio: Studio, plain: Studio
) -> None:
    sample = replace(SAMPLES[name], entries=())
    for race in ((beaten(sample),), dead_heat(sample), (beaten(sample, margin_ms=120, winner=1),)):
        loud, calm = watched(studio, sample, way), watched(plain, sample, way)
        screens = [pygame.Surface(SIZE), pygame.Surface(SIZE)]
        for view in (loud, calm):
            told(view, sample, race)
        differed = False
        for instant in INSTANTS:
            for view, screen in zip((loud, calm), screens, strict=True):
                view.repaint()
                view.draw(screen, instant * MS)
            for rect in calm_keys(loud.layout):
                one, other = (pygame.image.tobytes(screen.subsurface(rect), "RGB") for screen in screens)
                assert one == other, (instant, rect)
            differed |= pygame.image.tobytes(screens[0], "RGB") != pygame.image.tobytes(screens[1], "RGB")
        assert differed, "the effects are seen"


def noting_faces(get: Callable[[Fonts, Face, int], pygame.font.Font], faces: set[str]) -> object:
    """`Fonts.for_capitals`, which notes the faces that somebody draws with."""

    def noted(fonts: Fonts, face: Face, height: int) -> pygame.font.Font:
        faces.add(face)
        return get(fonts, face, height)

    return noted


@pytest.mark.once
@pytest.mark.parametrize(("name", "way"), TABLES)
def test_no_figure_is_drawn_in_play(
    name: str, way: Arrangement, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each costs two milliseconds at 1280×720: they are drawn before the match."""
    sample = replace(SAMPLES[name], entries=())
    view = watched(studio, sample, way)
    view.draw_ahead()
    faces = set[str]()
    monkeypatch.setattr(Fonts, "for_capitals", noting_faces(Fonts.for_capitals, faces))
    for place, margin in enumerate((0.04, 0.28, 1.97, 3.46, 9.99, 18.5, 27.0, 36.4, 45.9, 128.3, 299.7)):
        told(view, sample, (beaten(sample, margin_ms=margin, winner=place % 2, t_ms=place),), now=place * S)
        view.draw(pygame.Surface(SIZE), place * S)
    assert "figures" not in faces


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1280, 720)])
@pytest.mark.parametrize("way", ARRANGEMENTS, ids=lambda way: way.name)
@pytest.mark.parametrize(("margin_ms", "figures"), [(0.04, "0.4"), (8.37, "8.4"), (12.6, "13")])
def test_a_margin_has_the_same_figures_on_the_wings_and_on_the_losers_plate(
    size: tuple[int, int],
    way: Arrangement,
    margin_ms: float,
    figures: str,
    studio: Studio,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sample = replace(SAMPLES["play"], entries=())
    on_wings, on_plate = set[str](), set[str]()
    draw_sign = RaceTags._draw_sign

    def sign_on_plate(tags: RaceTags, sign: str, letters: int) -> pygame.Surface:
        on_plate.add(sign)
        return draw_sign(tags, sign, letters)

    def figure_on_wing(sign: str, height: int, colour: Colour) -> pygame.Surface:
        on_wings.add(sign)
        return draw_figure(sign, height, colour)

    monkeypatch.setattr(RaceTags, "_draw_sign", sign_on_plate)
    view = watched(studio, sample, way, size)
    draw_figure = view.toolkit.figure
    monkeypatch.setattr(view.toolkit, "figure", figure_on_wing)
    told(view, sample, (beaten(sample, margin_ms=margin_ms),))
    for instant in (0, 1000):
        view.draw(pygame.Surface(size), instant * MS)
    assert on_wings == set(figures)
    assert {sign for sign in on_plate if sign in SIGNS} == {*figures}


def test_words_stand_on_a_wing_once_the_flood_has_filled_it(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    sample = replace(SAMPLES["play"], entries=())
    view = watched(studio, sample, ARRANGEMENTS[0])
    draw_figure, figures = view.toolkit.figure, list[str]()

    def figure(sign: str, height: int, colour: Colour) -> pygame.Surface:
        figures.append(sign)
        return draw_figure(sign, height, colour)

    monkeypatch.setattr(view.toolkit, "figure", figure)

    def written(now_ms: int) -> bool:
        figures.clear()
        view.draw(pygame.Surface(SIZE), now_ms * MS)
        return bool(figures)

    told(view, sample, (beaten(sample, margin_ms=1.2),))
    assert [written(now) for now in (0, 17, 33, 50)] == [False, False, False, True]
    told(view, sample, (beaten(sample, margin_ms=3.4, t_ms=900),), now=900 * MS)
    assert written(900), "the wings are lit from the race before"


@pytest.mark.parametrize("way", ARRANGEMENTS, ids=lambda way: way.name)
def test_nothing_of_a_race_is_left_below_its_slow_motion(way: Arrangement, studio: Studio) -> None:
    sample = replace(SAMPLES["play"], entries=())
    for race in ((beaten(sample),), dead_heat(sample)):
        pictures = []
        for entries in (race, ()):
            view, screen = watched(studio, sample, way), pygame.Surface(SIZE)
            told(view, sample, entries)
            view.repaint()
            view.draw(screen, 1000 * MS)
            before = pygame.image.tobytes(screen, "RGB")
            told(view, sample, (), now=1000 * MS)
            again = RaceCards(Contest(0, 0, 1, 8 * MS), ("7H", "7C"))
            view.lay_over(SlowMotion(view.toolkit, word, again, slow_motion_places(view.layout)), 1000 * MS)
            view.draw(screen, 1000 * MS)
            pictures.append((before, pygame.image.tobytes(screen, "RGB")))
        (lit, loud), (dark, calm) = pictures
        assert lit != dark
        assert loud == calm


def layouts(size: tuple[int, int]) -> Iterator[TableLayout]:
    for (name, cocktail), need in product(WAYS, NEEDS):
        for people in ((0, 1), (0, 1, 2), (0, 1, 2, 3)):
            yield table_layout(size, name, cocktail=cocktail, need=need, people=people)
    for (name, cocktail), hands in product(WAYS, HANDS):
        yield hand_layout(size, name, hands, cocktail=cocktail)


@pytest.mark.parametrize("size", SIZES)
def test_every_table_has_a_place_for_the_margin_that_touches_nothing(size: tuple[int, int]) -> None:
    for layout in layouts(size):
        race = race_layout(layout)
        solid = [*protected(layout), *(seat.plate for seat in layout.seats)]
        assert race.wings
        for wing in race.wings:
            assert not [box for box in solid if touch(wing.box, box)]
            assert pygame.Rect(layout.screen).contains(wing.box)
            assert wing.box.w >= layout.scale * 100 and wing.box.h >= layout.scale * 34, (layout.name, wing)
        assert not [pair for pair in combinations(race.wings, 2) if touch(pair[0].box, pair[1].box)]


@pytest.mark.long
@pytest.mark.parametrize("code", get_args(LanguageCode))
@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1280, 720)])
def test_by_how_much_is_one_phrase(size: tuple[int, int], code: LanguageCode, studio: Studio) -> None:
    """Head, figures and unit stand clear of each other inside the wing, judged or not."""
    toolkit = studio.toolkit(size)
    with in_use(Language(code)):
        write = RaceWords(toolkit, word, ("AMBER", "MAXIMILIAN", "GREEN", "YELLOW"))
        for layout in layouts(size):
            race = race_layout(layout)
            for wing, seat, judged in product(race.wings, (0, 1), (True, False)):
                contest = Contest(0, seat, 1 - seat, 12 * MS, judged=judged)
                for parts in (write.margin(contest, wing, True), write.near_miss(contest, wing)):
                    rects = [part.rect for part in parts]
                    assert not [pair for pair in combinations(rects, 2) if pair[0].colliderect(pair[1])], wing
                    assert all(pygame.Rect(wing.box).contains(rect) for rect in rects)
            for wing, judged in product(race.last, (True, False)):
                last = write.last_margin(Contest(0, 0, 1, 12 * MS, judged=judged), wing)
                assert all(pygame.Rect(wing.box).contains(part.rect) for part in last)


def test_on_no_wing_does_the_loser_seem_to_have_won() -> None:
    """BY behind a seat's shape says that it won: what the loser sees never says it, however narrow the wing is."""
    said = list[str]()

    def noted(key: str, **values: object) -> str:
        said.append(key)
        return word(key, **values)

    for size in SIZES:
        write = RaceWords(toolkit_of(size), noted, ("AMBER", "BLUE", "GREEN", "YELLOW"))
        for wing in (wing for layout in layouts(size) for wing in race_layout(layout).wings):
            write.near_miss(Contest(0, 0, 1, 12 * MS), wing)
    assert "table.late_by" in said
    assert "table.by" not in said


@pytest.mark.parametrize("code", get_args(LanguageCode))
@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1280, 720)])
def test_the_plate_of_two_says_in_words_by_how_much_a_last_card_was_too_late(
    size: tuple[int, int], code: LanguageCode, monkeypatch: pytest.MonkeyPatch
) -> None:
    toolkit, drawn = toolkit_of(size), list[str]()
    line = RaceWords._draw_line

    def noted(words: RaceWords, text: str, *rest: Any) -> pygame.Surface:
        drawn.append(text)
        return line(words, text, *rest)

    monkeypatch.setattr(RaceWords, "_draw_line", noted)
    with in_use(Language(code)):
        for (name, cocktail), seat in product(WAYS, (0, 1)):
            layout = table_layout(size, name, cocktail=cocktail)
            wing = late_wing(layout, seat)
            assert wing is not None
            drawn.clear()
            write = RaceWords(toolkit, word, ("AMBER", "BLUE"))
            rects = [part.rect for part in write.near_miss(Contest(0, 1 - seat, seat, 12 * MS), wing)]
            assert all(pygame.Rect(wing.box).contains(rect) for rect in rects)
            assert not [pair for pair in combinations(rects, 2) if pair[0].colliderect(pair[1])]
            assert {*drawn} & {*late_forms(word)[:-1]}


@pytest.mark.parametrize("way", ARRANGEMENTS, ids=lambda way: way.name)
def test_the_losers_plate_has_figures_in_its_colour_in_the_flood_of_a_last_card(
    way: Arrangement, studio: Studio
) -> None:
    sample = replace(SAMPLES["last_card"], entries=())
    view, screen = watched(studio, sample, way), pygame.Surface(SIZE)
    for line in (OwnLine(1000 * MS, (("phase", "over"),)), beaten(sample, t_ms=1000)):
        told(view, sample, (line,), line.t)
    view.repaint()
    plate = screen.subsurface(view.layout.seats[1].plate)
    lit = []
    for now in (1000, 1600):
        view.draw(screen, now * MS)
        lit.append(pygame.mask.from_threshold(plate, Theme().seat(1).colour, (6, 6, 6, 255)).count())
    assert lit[1] > 1.5 * lit[0], lit


@pytest.mark.parametrize("size", SIZES)
def test_the_frame_is_round_its_pile_and_on_no_other(size: tuple[int, int]) -> None:
    for layout in layouts(size):
        for pile in layout.piles:
            outer, inner = frame_of(layout, pile, 9)
            assert pygame.Rect(inner).contains(pile)
            others = [box for box in protected(layout) if not touch(box, inner)]
            assert not [box for box in others if touch(box, outer)]
            assert outer.w > inner.w + 2, "it is seen"


def brightness(screen: pygame.Surface, box: Box) -> float:
    red, green, blue = pygame.transform.average_color(screen, pygame.Rect(box))[:3]
    return red * 0.2126 + green * 0.7152 + blue * 0.0722


FLASH = 25.5
"""A change of brightness that counts as a flash: a tenth of white (WCAG 2.2, success criterion 2.3.1)."""


@pytest.mark.once
@settings(max_examples=25, deadline=None)
@given(gaps=st.lists(st.integers(1, 500), min_size=1, max_size=14), seed=st.integers(0, 3))
def test_light_bursts_at_most_three_times_a_second(studio: Studio, gaps: list[int], seed: int) -> None:
    sample, way = replace(SAMPLES["play"], entries=()), ARRANGEMENTS[seed % 2]
    view, screen = watched(studio, sample, way), pygame.Surface(SIZE)
    view.repaint()
    wing = race_layout(view.layout).wings[0].box
    starts, now, before = list[int](), 0, 255.0
    for number, gap in enumerate(gaps):
        told(view, sample, (beaten(sample, winner=number % 2, t_ms=now, margin_ms=5),), now * MS)
        for step in range(0, gap, 10):
            view.draw(screen, (now + step) * MS)
            light = brightness(screen, wing)
            starts += [now + step] if light > before + FLASH else []
            before = light
        now += gap
    assert all(third - first >= 1000 for first, third in zip(starts, starts[3:], strict=False)), starts


@pytest.mark.parametrize("way", ARRANGEMENTS, ids=lambda way: way.name)
@pytest.mark.parametrize(
    ("winner", "margin_ms", "people", "is_seen"),
    [(0, 3.4, (0, 1), True), (1, 3.4, (0, 1), True), (0, 20, (0, 1), False), (0, 3.4, (0,), False)],
)
def test_a_near_miss_is_on_the_losers_side_in_its_own_colour(
    way: Arrangement, winner: int, margin_ms: float, people: tuple[int, ...], is_seen: bool, studio: Studio
) -> None:
    sample = replace(SAMPLES["play"], entries=(), viewers=people)
    view, screen = watched(studio, sample, way), pygame.Surface(SIZE)
    told(view, sample, (beaten(sample, margin_ms=margin_ms, winner=winner),))
    view.repaint()
    view.draw(screen, 1000 * MS)
    win, miss = (studio.toolkit(SIZE).theme.seat(seat).colour for seat in (winner, 1 - winner))
    night = Theme().colours.night
    wings = [screen.subsurface(wing.box) for wing in race_layout(view.layout).wings]
    flooded = [pygame.mask.from_threshold(wing, win, (6, 6, 6, 255)).count() > 400 for wing in wings]
    missed = [
        pygame.mask.from_threshold(wing, miss, (6, 6, 6, 255)).count() > 200
        and pygame.mask.from_threshold(wing, night, (6, 6, 6, 255)).count() > 400
        for wing in wings
    ]
    own = [False] * len(wings)
    own[1 - winner] = is_seen
    assert missed == own
    assert flooded == [not seen for seen in own]


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1280, 720)])
def test_a_near_miss_is_nearly_as_large_as_the_win(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    toolkit = toolkit_of(size)
    heights: list[int] = []
    draw = toolkit.figure

    def noted(sign: str, height: int, colour: Colour) -> pygame.Surface:
        heights.append(height)
        return draw(sign, height, colour)

    monkeypatch.setattr(toolkit, "figure", noted)
    for name, cocktail in WAYS:
        for wing in race_layout(table_layout(size, name, cocktail=cocktail)).wings:
            words, contest, largest = RaceWords(toolkit, word, ("AMBER", "BLUE")), Contest(0, 0, 1, 3_400_000), []
            for write, more in ((words.margin, (True,)), (words.near_miss, ())):
                heights.clear()
                placed = write(contest, wing, *more)
                assert all(pygame.Rect(wing.box).contains(sprite.rect) for sprite in placed)
                largest.append(max(heights))
            assert largest[1] >= 0.6 * largest[0]


@pytest.mark.parametrize(("name", "way"), TABLES)
def test_a_card_that_lands_covers_nothing_but_its_pile(
    name: str, way: Arrangement, studio: Studio, plain: Studio
) -> None:
    sample = replace(SAMPLES[name], entries=())
    zone = next(zone for zone in sample.table.zones if zone in ("centre.0", "discard", "pile"))
    source = next(zone for zone in sample.table.zones if zone.startswith("seat0.") and sample.table.zones[zone])
    top = sample.table.zones[zone][-1]
    line = CommandLine(0, 0, Command("play", top, source, zone), True, effects=(("move", top, source, zone),))
    views = [watched(each, sample, way) for each in (studio, plain)]
    screens = [pygame.Surface(SIZE), pygame.Surface(SIZE)]
    for view in views:
        told(view, sample, (line,))
    landed, seen = Theme().motion.glide, False
    for instant in range(landed, landed + Theme().motion.land + 40 * MS, 16 * MS):
        for view, screen in zip(views, screens, strict=True):
            view.repaint()
            view.draw(screen, instant)
        pile = pygame.Rect(views[0].places[zone].box)
        for rect in calm_keys(views[0].layout):
            if not rect.colliderect(pile):
                one, other = (pygame.image.tobytes(screen.subsurface(rect), "RGB") for screen in screens)
                assert one == other, (instant, rect)
        one, other = (pygame.image.tobytes(screen.subsurface(pile), "RGB") for screen in screens)
        seen |= one != other
    assert not views[0].busy(instant)
    assert pygame.image.tobytes(screens[0], "RGB") == pygame.image.tobytes(screens[1], "RGB"), "nothing is left of it"
    assert seen is (zone != "centre.0" or len(views[0].layout.seats) == 2)


def test_a_race_that_is_taken_back_goes_from_the_screen(studio: Studio) -> None:
    sample = replace(SAMPLES["play"], entries=())
    view, screen = watched(studio, sample, ARRANGEMENTS[0]), pygame.Surface(SIZE)
    view.repaint()
    view.draw(screen, 0)
    calm = pygame.image.tobytes(screen, "RGB")
    told(view, sample, (beaten(sample, t_ms=100),), 100 * MS)
    view.draw(screen, 600 * MS)
    assert pygame.image.tobytes(screen, "RGB") != calm
    told(view, sample, (), 700 * MS, rewound_to=100 * MS)
    view.draw(screen, 700 * MS)
    assert pygame.image.tobytes(screen, "RGB") == calm
    assert view.flashing(700 * MS) == ((), NEVER)


def test_a_race_that_is_played_again_does_not_begin_again(studio: Studio) -> None:
    sample = replace(SAMPLES["play"], entries=())
    view, screen = watched(studio, sample, ARRANGEMENTS[0]), pygame.Surface(SIZE)
    race = (beaten(sample, t_ms=100),)
    told(view, sample, race, 100 * MS)
    view.draw(screen, 1000 * MS)
    seats, until = view.flashing(1000 * MS)
    told(view, sample, race, 1000 * MS, rewound_to=100 * MS)
    view.draw(screen, 1010 * MS)
    assert view.flashing(1010 * MS) == (seats, until) == ((0,), (100 + 2600) * MS)


def test_a_new_race_replaces_the_one_that_is_shown(studio: Studio) -> None:
    sample = replace(SAMPLES["play"], entries=())
    view, screen = watched(studio, sample, ARRANGEMENTS[0]), pygame.Surface(SIZE)
    wing = pygame.Rect(race_layout(view.layout).wings[0].box).inflate(-40, -40)
    looks = []
    for winner in (0, 1):
        told(view, sample, (beaten(sample, winner=winner, t_ms=winner * 900),), winner * 900 * MS)
        view.draw(screen, (winner * 900 + 500) * MS)
        looks.append(pygame.transform.average_color(screen, wing)[:3])
    (red, _, blue), (other_red, _, other_blue) = looks
    assert red > blue and other_blue > other_red, "amber, then blue"


def test_both_lamps_flash_until_the_lot_has_fallen(studio: Studio) -> None:
    sample = replace(SAMPLES["play"], entries=())
    view = watched(studio, sample, ARRANGEMENTS[0])
    told(view, sample, dead_heat(sample))
    assert view.flashing(100 * MS) == ((1, 0), 700 * MS)
    assert view.flashing(700 * MS) == ((1,), 2600 * MS)


@pytest.mark.parametrize(("raced_ms", "floods"), [(100, False), (1000, True), (1040, True)])
def test_only_the_race_for_the_last_card_floods_the_screen(raced_ms: int, floods: bool, studio: Studio) -> None:
    sample = replace(SAMPLES["last_card"], entries=())
    view, screen = watched(studio, sample, ARRANGEMENTS[0]), pygame.Surface(SIZE)
    race = beaten(sample, t_ms=raced_ms)
    end = OwnLine(1000 * MS, (("phase", "over"),))
    lines: list[Entry] = [race, end] if raced_ms < 1000 else [end, race]
    for line in lines:
        told(view, sample, (line,), line.t)
    view.repaint()
    view.draw(screen, 1600 * MS)
    above = race_layout(view.layout).sides[0].box
    lit = pygame.transform.average_color(screen, pygame.Rect(above.x, above.y, above.w // 6, above.h))
    assert (lit[0] > 1.5 * lit[2]) is floods


@pytest.mark.parametrize(("size", "least"), [((480, 320), 11), ((800, 480), 16), ((1280, 720), 23)])
def test_no_capital_of_a_race_is_too_small(
    size: tuple[int, int], least: int, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    toolkit = toolkit_of(size)
    drawn: list[tuple[str, int]] = []
    line, sign = RaceWords._draw_line, RaceTags._draw_sign

    def noted(
        words: RaceWords, text: str, most: int, room: tuple[int, int], face: Face, seat: int, *ink: Colour
    ) -> pygame.Surface:
        letters = words._letters(text, most, room, face, is_signed=seat >= 0)
        drawn.append((text, cap_height(toolkit.fonts.get(face, letters))))
        return line(words, text, most, room, face, seat, *ink)

    def noted_sign(tags: RaceTags, text: str, height: int) -> pygame.Surface:
        drawn.append((text, cap_height(toolkit.fonts.get("text", height))))
        return sign(tags, text, height)

    monkeypatch.setattr(RaceWords, "_draw_line", noted)
    monkeypatch.setattr(RaceTags, "_draw_sign", noted_sign)
    for name, cocktail in WAYS:
        layout = table_layout(size, name, cocktail=cocktail)
        race = race_layout(layout)
        for judged in (True, False):
            RaceWords(toolkit, word, ("AMBER", "BLUE"), judged=judged).prewarm(race.wings, race.last)
        RaceTags(toolkit, word, ("AMBER", "BLUE"), 2).prewarm(layout)
    assert [one for one in drawn if one[1] < least] == []


def test_with_reduced_motion_the_wings_stand_and_nothing_else_moves() -> None:
    still = Studio(msgspec.structs.replace(Theme(), reduced_motion=True))
    sample = replace(SAMPLES["play"], entries=())
    for race in ((beaten(sample),), dead_heat(sample)):
        view, screen = watched(still, sample, ARRANGEMENTS[0]), pygame.Surface(SIZE)
        told(view, sample, race)
        view.draw(screen, 0)
        first = pygame.image.tobytes(screen, "RGB")
        for instant in INSTANTS[1:12]:
            view.draw(screen, instant * MS)
            assert pygame.image.tobytes(screen, "RGB") == first


def test_nothing_is_drawn_anew_in_a_race(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    sample = replace(SAMPLES["play"], entries=())
    for way in ARRANGEMENTS:
        view = watched(studio, sample, way)
        view.draw_ahead()
        drawn: list[object] = []
        for name in ("polygon", "circle", "rect"):
            monkeypatch.setattr(pygame.draw, name, lambda *given, sink=drawn, **_: sink.append(given))
        screen = pygame.Surface(SIZE)
        for number, race in enumerate(((beaten(sample, margin_ms=3.7),), dead_heat(sample))):
            told(view, sample, race, number * 3000 * MS)
            for instant in INSTANTS:
                view.draw(screen, (number * 3000 + instant) * MS)
        monkeypatch.undo()
        assert drawn == [], way.name


def test_on_a_cocktail_table_the_countdown_to_new_cards_waits_for_a_race(studio: Studio) -> None:
    sample = SAMPLES["stuck"]
    way = next(way for way in ARRANGEMENTS if way.cocktail)
    view, screen = watched(studio, sample, way), pygame.Surface(SIZE)
    told(view, sample, [beaten(sample, margin_ms=84)])
    amber, lit = Theme().seat(0).colour, []
    for now in (300 * MS, 900 * MS, 1_100 * MS):
        view.draw(screen, now)
        boards = [screen.subsurface(board.box) for board in view.layout.boards]
        lit.append([pygame.mask.from_threshold(board, amber, (9, 9, 9, 255)).count() > 100 for board in boards])
    assert lit == [[True, True], [True, True], [False, False]]


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1280, 720)])
@pytest.mark.parametrize("way", WAYS, ids=str)
def test_no_name_hides_a_falling_coin(size: tuple[int, int], way: tuple[LayoutName, bool]) -> None:
    toolkit = toolkit_of(size)
    layout = table_layout(size, way[0], cocktail=way[1])
    light = RaceLight(toolkit)
    heat = DeadHeat(toolkit, RaceWords(toolkit, word, ("AMBER", "BLUE")), light)
    heat.solid, heat.plates = protected(layout), tuple(seat.plate for seat in layout.seats)
    wings = race_layout(layout).wings
    contest = Contest(0, 1, 0, 0, dead_heat=True)
    ground = pygame.Surface((1, 1))
    for since in range(0, heat.fall, heat.fall // 40):
        coins = heat.sprites(contest, wings, since, lambda _seat, _wing: Sprite(ground, 0, 0))
        rect = coins[-1].rect
        assert not any(touch(Box(*rect), plate) for plate in heat.plates)


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1280, 720)])
def test_a_margin_leaves_the_pips_of_a_score_alone(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    toolkit = toolkit_of(size)
    overlays, layout = toolkit.shared(Overlays), table_layout(size, "beside")
    tags = RaceTags(toolkit, word, ("MIA", "BEN"), 2)
    sample = replace(SAMPLES["photo_finish"], goal=2)
    moments: list[ViewState] = []

    def noted(_self: RaceTags, moment: ViewState) -> list[Sprite]:
        moments.append(moment)
        return []

    monkeypatch.setattr(RaceTags, "sprites", noted)
    Studio().render(sample, size, ARRANGEMENTS[2])
    monkeypatch.undo()
    drawn = tags.sprites(moments[-1])
    plate = layout.seats[1].plate
    pips = overlays.pips(0, 2, Theme().seat(1).colour).get_width() + toolkit.px(4)
    assert drawn
    assert all(sprite.rect.right <= plate.right - pips for sprite in drawn)
    assert all(sprite.rect.x >= plate.x + plate.w // 4 for sprite in drawn)


@pytest.mark.parametrize(("ends", "reduced"), [(True, False), (False, False), (True, True)])
def test_the_card_that_ends_a_deal_is_larger_and_slower_and_the_light_waits_for_it(ends: bool, reduced: bool) -> None:
    studio = Studio(msgspec.structs.replace(Theme(), reduced_motion=reduced))
    sample = replace(SAMPLES["last_card"], entries=())
    motion, view = Theme().motion, watched(studio, sample, ARRANGEMENTS[0])
    card = sample.table.zones["centre.0"][-1]
    effects: tuple[Effect, ...] = (("move", card, "seat0.hand3", "centre.0"), *((("phase", "over"),) if ends else ()))
    told(view, sample, (CommandLine(0, 0, Command("play", card, "seat0.hand3", "centre.0"), True, effects),))
    told(view, sample, (beaten(sample),))
    wide = view.layout.piles[0].w
    flight = [sprite.rect.w for sprite in view._animator.sprites(motion.glide // 2)]
    if reduced:
        assert flight == []
    else:
        assert max(flight) == (round(wide * motion.slam_size) if ends else wide)
        view._animator.settle(motion.glide)
        assert (("centre.0", card) in view._animator.under_way) is ends
    assert view._moment is not None
    lit = [bool(view._race.under(view._moment, at)) for at in (0, motion.slam - 1, motion.slam)]
    assert lit == [reduced, reduced, True]
    left = sum(len(cards) for zone, cards in sample.table.zones.items() if zone.startswith("seat1."))
    falls = view._animator._falls
    assert len(falls) == (min(left, MOST_FALLS) if ends and not reduced else 0), "the more are left the more fall"
    assert all(fall.start >= motion.slam for fall in falls) and left > 1
    view._animator.settle(max((fall.until for fall in falls), default=motion.slam))
    assert not view._animator.is_busy
