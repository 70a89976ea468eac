"""What the table says: soft-keys, prompts, a locked seat's notice, boards, and margins and fouls beside the cards."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, product
from typing import Final, get_args

import pygame
import pytest

from cabinet.display.cache import LEAST_BYTES, DrawingCache
from cabinet.display.layout.arrange import hand_layout, table_layout
from cabinet.display.layout.boxes import Board, Box, HandLayout, HandNeed, LayoutName, Need, TableLayout
from cabinet.display.margin_text import margin_text, short_margin_text
from cabinet.display.table.hands import Tiles
from cabinet.display.table.messages import KINDS, Boards, Content, Line, Prompt, StatusText, prompt_for
from cabinet.display.table.overlays import Overlays, SeatNotices, last_card_rim
from cabinet.display.table.places import places_of
from cabinet.display.table.softkeys import KeyFace, SoftKeys
from cabinet.display.table.view import TableView
from cabinet.display.table.view_state import EventFeed, TableSetup, TableUpdate, ViewState
from cabinet.display.theme import Colour, Face, Fonts, Motion, Theme, cap_height, with_theme
from cabinet.display.toolkit import ELLIPSIS, Toolkit
from cabinet.display.widgets import LONGEST, SHORT, cap_name, cap_names
from cabinet.strings.catalogue import catalogue, has_word, word
from cabinet.strings.language import ENGLISH, TRANSLATED, Language, LanguageCode, in_use
from engine.games import GAMES
from engine.log_lines import CommandLine, DealLine, OwnLine
from engine.panel import Command, Row
from engine.table import Effect, Table
from engine.units import MS, S
from hardware.keyboard import DEFAULT_KEYS
from tests.cabinet.pictures.samples import Sample, samples
from tests.cabinet.pictures.samples_race import Stage, many_samples, race_samples, staged
from tests.cabinet.pictures.studio import ARRANGEMENTS, SIZES, Studio, every_sample

LABELS = [text for key, text in catalogue().items() if key.startswith("label.")]
WIDEST = 4
"""So many labels of each other language are tried."""
WAYS: tuple[tuple[LayoutName, bool], ...] = (("facing", False), ("facing", True), ("beside", False))


@pytest.fixture(scope="module")
def labels() -> list[str]:
    """Every label in English, and the widest of the other languages."""
    font, found = Fonts().get("title", 20), list(LABELS)
    for code in TRANSLATED:
        with in_use(Language(code)):
            said = {word(key) for key in catalogue() if key.startswith("label.")}
        found += sorted(said, key=lambda text: font.size(text)[0])[-WIDEST:]
    return found


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize(
    "need", [Need(5), Need(6), Need(5, 4), Need(6, 3)], ids=lambda need: f"{need.slots}-{need.piles}"
)
@pytest.mark.parametrize("cap", ["", "A", "-", "RCT"])
@pytest.mark.parametrize(("layout", "cocktail"), WAYS)
@pytest.mark.parametrize("size", SIZES)
def test_every_label_fits_every_key(
    size: tuple[int, int],
    layout: LayoutName,
    cocktail: bool,
    cap: str,
    need: Need,
    labels: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    toolkit = Toolkit(Theme(), Fonts(), size)
    cut: list[str] = []

    def spy(text: str, at: int, colour: Colour, width: int, face: Face = "text") -> object:
        if toolkit.fonts.get(face, toolkit.least_type(face)).size(text)[0] > width:
            cut.append(text)
        return toolkit.text(text, at, colour, face)

    monkeypatch.setattr(toolkit, "fitted", spy)
    keys = SoftKeys(toolkit)
    at = table_layout(size, layout, cocktail=cocktail, need=need)
    shared = layout == "beside"
    for seat in at.seats:
        for label in labels:
            for number, box in enumerate(seat.keys):
                side = {5: "left", 6: "right", 7: "star"}.get(number, "")
                face = KeyFace(label, True, seat.seat, side, shared and number in (5, 6), cap)  # type: ignore[arg-type]  # a side
                keys.key(face, (box.w, box.h))
    assert cut == []


def test_a_lit_key_has_its_seat_s_colour_and_one_that_does_nothing_is_not_there() -> None:
    theme = Theme()
    keys = SoftKeys(Toolkit(theme, Fonts(), (800, 480)))
    for seat in (0, 1):
        lit = keys.key(KeyFace("PLAY", True, seat), (86, 24))
        assert lit.get_at((14, 12))[:3] == theme.seat(seat).colour
        assert not keys.key(KeyFace("3", False, seat), (86, 24)).get_bounding_rect().w
        capped = keys.key(KeyFace("3", False, seat, cap="D"), (86, 24)).get_bounding_rect()
        assert 0 < capped.right < 43, "at a desk the key's letter stays"


def test_a_word_too_long_for_its_room_is_cut_with_a_sign() -> None:
    toolkit = Toolkit(Theme(), Fonts(), (800, 480))
    long = toolkit.fitted("A VERY LONG WORD INDEED", 15, (255, 255, 255), 60)
    assert long.get_width() <= 60
    assert toolkit.fonts.get("text", 13).size(ELLIPSIS)[0] < 60


# Caps


def cap_of(keys: SoftKeys, name: str, size: tuple[int, int], *, lit: bool = True) -> pygame.Rect:
    """Where the letters stand on a key that says nothing else."""
    surface = keys.key(KeyFace("", lit, 0, cap=name), size)
    mask = pygame.mask.from_threshold(surface, (*Theme().colours.text, 255), (60, 60, 60, 255))
    return mask.get_bounding_rects()[0].unionall(mask.get_bounding_rects())


@pytest.mark.parametrize("lit", [True, False])
@pytest.mark.parametrize("layout", ["facing", "beside"])
@pytest.mark.parametrize("size", SIZES)
def test_the_letter_of_a_cap_stands_at_the_left_as_large_as_any_text(
    size: tuple[int, int], layout: LayoutName, lit: bool, studio: Studio
) -> None:
    toolkit = studio.toolkit(size)
    keys = SoftKeys(toolkit)
    for box in table_layout(size, layout).seats[0].keys:
        for name in "AHWX789":
            letter = cap_of(keys, name, (box.w, box.h), lit=lit)
            assert letter.h >= cap_height(toolkit.fonts.get("text", toolkit.least_type("text"))) - 1
            assert letter.right < box.w * 0.4
            assert letter.y > 1
            assert letter.bottom < box.h - 1


def test_caps_tell_keys_apart_and_turn_with_them() -> None:
    keys = SoftKeys(Toolkit(Theme(), Fonts(), (480, 320)))
    first, other = (keys.key(KeyFace("PLAY", True, 0, cap=name), (52, 15)) for name in "AS")
    assert pygame.image.tobytes(first, "RGBA") != pygame.image.tobytes(other, "RGBA")
    turned = keys.key(KeyFace("PLAY", True, 0, cap="A"), (52, 15), True)
    assert pygame.image.tobytes(pygame.transform.rotate(turned, 180), "RGBA") == pygame.image.tobytes(first, "RGBA")


@pytest.mark.parametrize(
    ("key", "short"),
    [("a", "A"), ("-", "-"), ("left shift", "LSH"), ("return", "ENT"), ("enter", "ENT"), ("f10", "F10")],
)
def test_long_names_of_keys_are_shortened(key: str, short: str) -> None:
    assert cap_name(key) == short


def test_no_short_name_is_longer_than_promised() -> None:
    assert all(0 < len(name) <= LONGEST for name in SHORT.values())
    assert cap_name("a key that nobody foresaw") == "AKE"


def test_each_place_has_the_short_name_of_its_key() -> None:
    names = cap_names({(seat, button): key for seat, keys in enumerate(DEFAULT_KEYS) for button, key in keys.items()})
    assert len(names) == 16
    assert (names[0, "CARD1"], names[1, "ACTION"]) == ("A", "I")


HINT = "table.slap_hint"


def moment_of(sample: Sample) -> ViewState:
    return ViewState(sample.table, sample.keys, table_layout((480, 320)), {}, EventFeed(Theme().motion), 0, 0)


@pytest.mark.parametrize(
    ("name", "ask"),
    [
        ("twins", Prompt("table.call", "table.call_hint")),
        ("shout_claim", Prompt("table.call", "table.call_hint")),
        ("slap_smaller", Prompt("table.slap", HINT)),
        ("ghost", Prompt("table.slap", HINT)),
        ("slam", Prompt("table.slam", "table.slam_hint")),
        ("spits_alone", Prompt("table.spits", HINT, 1)),
        ("wrong_number", Prompt("table.chooses", HINT, 0)),
        ("number_slap", None),
        ("looking_under", None),
        ("play", None),
        ("stuck", None),
        ("draw", Prompt("table.draw", "table.draw_hint")),
    ],
)
def test_it_is_said_who_may_do_what(name: str, ask: Prompt | None) -> None:
    assert prompt_for(moment_of({**samples(), **race_samples()}[name]), HINT) == ask


def content_of(name: str) -> list[str]:
    """What the corner or the board says of a sample, where there is one beside two people who face each other."""
    return corner_of(race_samples()[name])


def corner_of(sample: Sample) -> list[str]:
    status = StatusText(Toolkit(Theme(), Fonts(), (480, 320)), word, TableSetup((480, 320), ("AMBER", "BLUE")))
    moment = moment_of(sample)
    moment.feed.hear(sample.entries, 0)
    content = status.in_the_corner(moment)
    return [line.text for line in (*content.lines, *filter(None, [content.below]))]


def test_where_a_guest_learns_the_sum_it_is_done() -> None:
    assert content_of("number_sum") == ["10 × A = 10", "3 LEFT", "SLAP!"]
    assert content_of("number_slap") == ["multiply, take 7s away", "PRIME LEFT? SLAP"]


def test_who_waits_for_a_further_deal_sees_the_score_and_the_closest_race_of_the_last() -> None:
    assert content_of("between_deals") == ["17 : 19", "CLOSEST RACE 3.26 ms"]


def test_in_the_last_lap_each_sees_how_many_cards_are_to_go() -> None:
    assert content_of("last_lap") == ["LAST LAP", "6 TO GO", "3 TO GO"]


def test_in_sudden_death_it_is_said_all_the_time_and_only_while_people_play() -> None:
    playing, over = (staged(Stage("speed"), {}, phase=phase, sudden=True) for phase in ("play", "over"))
    assert corner_of(Sample(playing.table, playing.keys)) == ["SUDDEN DEATH", "who is ahead first wins"]
    assert "SUDDEN DEATH" not in corner_of(Sample(over.table, over.keys))


def test_after_the_last_card_of_speed_both_are_asked_to_be_first() -> None:
    screen = staged(Stage("speed", {"finish": "slap"}), {"seat1.hand1": "7D"}, phase="slap", finisher=0)
    assert [keys[7].label for keys in screen.keys] == ["speed", "catch"]
    sample = Sample(screen.table, screen.keys)
    assert prompt_for(moment_of(sample), HINT) == Prompt("table.call", "table.call_hint")


def test_all_who_are_stuck_are_asked_to_say_so_until_the_cards_turn() -> None:
    sample = samples()["stuck"]
    shown = moment_of(sample)
    waiting = ViewState(
        type(sample.table)(sample.table.zones, {**sample.table.scalars, "turn_at": 0}),
        shown.keys,
        shown.layout,
        {},
        shown.feed,
        0,
        0,
    )
    assert (prompt_for(shown, HINT), prompt_for(waiting, HINT)) == (None, Prompt("table.stuck", "table.stuck_hint"))


@pytest.mark.parametrize(
    ("name", "ask"),
    [
        ("speed_four", None),
        ("spit_four", Prompt("table.stuck", "table.stuck_hint_many")),
        ("spit_four_choosing", Prompt("table.chooses", "table.aim_hint", 1)),
    ],
)
def test_among_three_and_four_it_is_said_too(name: str, ask: Prompt | None) -> None:
    sample = many_samples()[name]
    layout = table_layout((480, 320), need=Need(seats=sample.seats, piles=sample.seats))
    assert prompt_for(ViewState(sample.table, sample.keys, layout, {}, EventFeed(Theme().motion), 0, 0), HINT) == ask


LEAST_CAPITALS = {(480, 320): 11, (800, 480): 16, (1280, 720): 16}
"""The least height of capitals in px by the screen's size."""
REASONS = ("foul.miss", "table.false_alarm", "foul.false_start", "table.locked")
LONGEST_S = 9
"""A false start locks until the countdown is over and four seconds more."""


def layouts(size: tuple[int, int], name: LayoutName, cocktail: bool) -> Iterator[TableLayout]:
    """Tables with slots and with hands, for two people and for four."""
    four = Need(5, 4, 4, seats=4)
    for need, people in ((Need(5, 2, 2), 2), (Need(6, 2, 0), 2), (four, 2), (four, 4)):
        yield table_layout(size, name, cocktail=cocktail, need=need, people=tuple(range(people)))
    for seats, people in ((2, 1), (2, 2), (4, 2), (4, 4)):
        yield hand_layout(size, name, HandNeed(seats=seats, viewers=tuple(range(people))), cocktail=cocktail)


class Written(Overlays):
    """Overlays that remember what was written, and whether it had to be cut."""

    def __init__(self, toolkit: Toolkit) -> None:
        super().__init__(toolkit)
        self.toolkit = toolkit
        self.words: list[tuple[str, int, bool]] = []

    def notice_word(self, text: str, width: int) -> pygame.Surface:
        drawn = super().notice_word(text, width)
        self.words.append((text, drawn.get_bounding_rect().h, self.toolkit.fits(text, width, "title")))
        return drawn


@pytest.fixture(params=get_args(LanguageCode))
def code(request: pytest.FixtureRequest) -> Iterator[LanguageCode]:
    """Each language, in use."""
    with in_use(Language(request.param)) as language:
        yield language.code


@pytest.mark.parametrize(("layout_name", "cocktail"), WAYS)
@pytest.mark.parametrize("size", LEAST_CAPITALS, ids=str)
def test_why_and_how_long_is_written_out_in_letters_that_can_be_read(
    size: tuple[int, int], layout_name: LayoutName, cocktail: bool, code: LanguageCode, studio: Studio
) -> None:
    toolkit = studio.toolkit(size)
    for layout, reason in product(layouts(size, layout_name, cocktail), REASONS):
        for seat in layout.seats:
            overlays = Written(toolkit)
            feed = EventFeed(Theme().motion)
            lock, until = f"lock.{seat.seat}", LONGEST_S * 1000 * MS
            if reason != "table.locked":
                foul = "miss" if reason == "table.false_alarm" else reason.partition(".")[2]
                effects: tuple[Effect, ...] = (("foul", seat.seat, foul), ("set", lock, until))
                do = "uno" if reason == "table.false_alarm" else "play"
                feed.hear([CommandLine(0, seat.seat, Command(do), False, effects)], 0)
            table = Table({}, {"phase": "play", lock: until})
            (pill,) = SeatNotices(toolkit, overlays, word).notice(ViewState(table, (), layout, {}, feed, 0, 0), seat)
            text, height, is_whole = overlays.words[-1]
            is_whole_word = code == ENGLISH and seat.card_keys  # small seats are bots'
            reasons = [reason] if is_whole_word else [reason, f"{reason}.short"]
            written = [word("table.locked_for", why=word(key), seconds=LONGEST_S) for key in reasons if has_word(key)]
            assert text in written
            assert is_whole and height >= LEAST_CAPITALS[size], (text, height)
            assert pygame.Rect(0, 0, *size).contains(pill.rect)


def test_the_seconds_are_whole_and_count_down_to_one() -> None:
    overlays = Written(Toolkit(Theme(), Fonts(), (800, 480)))
    notices = SeatNotices(overlays.toolkit, overlays, word)
    layout = table_layout((800, 480))
    for left_ms in (2001, 2000, 1001, 1000, 1):
        table = Table({}, {"phase": "play", "lock.0": left_ms * MS})
        notices.notice(ViewState(table, (), layout, {}, EventFeed(Theme().motion), 0, 0), layout.seats[0])
    assert [text.split()[-2:] for text, *_ in overlays.words] == [["3", "S"], ["2", "S"], ["1", "S"]]


@pytest.mark.parametrize("size", LEAST_CAPITALS, ids=str)
def test_a_foul_is_never_cut_on_the_tile_of_a_bot(size: tuple[int, int], code: LanguageCode, studio: Studio) -> None:
    toolkit = studio.toolkit(size)
    tiles = Tiles(toolkit, word, [word(f"seat.{seat}") for seat in range(8)])
    for name, cocktail in WAYS:
        for viewers in ((0,), (0, 1)):
            layout = hand_layout(size, name, HandNeed(seats=8, viewers=viewers), cocktail=cocktail)
            for tile, reason in product(layout.tiles, REASONS[:3]):
                text = tiles._text(reason, tile)
                assert toolkit.fits(text, tiles._said_room(tile.seat, tile.box.w), "title"), (text, tile)


@pytest.mark.parametrize("size", LEAST_CAPITALS, ids=str)
@pytest.mark.parametrize("way", WAYS, ids=str)
def test_a_notice_stands_at_the_card_that_was_pressed_and_on_none(
    size: tuple[int, int], way: tuple[LayoutName, bool], code: LanguageCode, studio: Studio
) -> None:
    toolkit = studio.toolkit(size)
    notices = SeatNotices(toolkit, Overlays(toolkit), word)
    for layout in layouts(size, *way):
        for seat, slot in product(layout.seats, range(5)):
            if not seat.card_keys or slot >= len(seat.slots):
                continue
            zone, held = f"seat{seat.seat}.hand{slot + 1}", Row(tuple((f"{rank}S",) for rank in "23456"), 0, ())
            places = {} if isinstance(layout, HandLayout) else places_of([zone], layout)
            feed = EventFeed(Theme().motion)
            miss: tuple[Effect, ...] = (("foul", seat.seat, "miss"), ("set", f"lock.{seat.seat}", LONGEST_S * S))
            feed.hear([CommandLine(0, seat.seat, Command("play", f"{slot + 2}S", zone), False, miss)], 0)
            table = Table({}, {"phase": "play", f"lock.{seat.seat}": LONGEST_S * S})
            rows = (held,) * len(layout.seats)
            (pill,) = notices.notice(ViewState(table, (), layout, places, feed, 0, 0, rows=rows), seat)
            cards = [*layout.piles, *(box for each in layout.seats for box in each.slots)]
            assert not [box for box in cards if pill.rect.colliderect(box)], (layout.name, code)
            assert pill.rect.colliderect(seat.card_keys[slot])


@pytest.mark.parametrize("size", LEAST_CAPITALS, ids=str)
@pytest.mark.parametrize("way", WAYS, ids=str)
def test_a_last_card_is_seen_at_its_side_and_covers_nothing(
    size: tuple[int, int], way: tuple[LayoutName, bool], studio: Studio
) -> None:
    toolkit = studio.toolkit(size)
    for layout, (cards, phase) in product(layouts(size, *way), ((0, "play"), (1, "play"), (2, "play"), (1, "over"))):
        for seat in layout.seats:
            table = Table({f"seat{seat.seat}.hand1": ("7H", "8H", "9H")[:cards]}, {"phase": phase})
            rims = last_card_rim(toolkit, ViewState(table, (), layout, {}, EventFeed(Theme().motion), 0, 0), seat)
            assert bool(rims) == (cards == 1 and phase == "play")
            solid = [box for each in layout.seats for box in (*each.slots, *each.card_keys, each.action_key)]
            for rim in rims:
                assert pygame.Rect(0, 0, *size).contains(rim.rect)
                assert not [box for box in (*solid, *layout.piles) if rim.rect.colliderect(box)], (layout.name, seat)


SAID_TO_ALL = ("call", "slam", "slap", "stuck", "draw", "new_cards", "ready_question")
SAID_OF_ONE = ("chooses", "spits", *(f"clock.{kind}" for kind in KINDS))
SMALL = ("call_hint", "slam_hint", "slap_hint", "stuck_hint", "draw_hint", "aim_hint", "pause", "doubt_hint",
         "not_judged", "run", "sudden_death", "lap_soon", "last_lap.0")  # fmt: skip


def said_on_boards() -> Iterator[Line]:
    """The lines of the boards and the corner, in the language in use."""
    yield Line(word("table.deal", number=12), 15, INK, "text")
    yield from (Line(word(f"game.{game.info.id}"), 30, INK) for game in GAMES)
    yield from (Line(word(f"table.{key}"), 34, INK) for key in SAID_TO_ALL)
    yield from (Line(word(f"table.{key}"), 13, INK, "text") for key in SMALL)
    yield Line(word("table.last_lap", goal=12), 18, INK, "text")
    yield Line(word("table.left_over", left=12), 26, INK)
    yield from (Line(word("table.to_go", left=12), 24, INK, "title", seat) for seat in (0, 1))
    for key, seat in product(SAID_OF_ONE, (0, 1)):
        yield Line(word(f"table.{key}", seat=word(f"seat.{seat}")), 28, INK, "title", seat)


@pytest.mark.long
@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize("piles", [2, 3, 4])
@pytest.mark.parametrize("size", LEAST_CAPITALS, ids=str)
def test_nothing_on_the_boards_between_two_people_is_cut(
    size: tuple[int, int], piles: int, large: bool, code: LanguageCode, monkeypatch: pytest.MonkeyPatch
) -> None:
    toolkit = Toolkit(with_theme(Theme(), two_colour=False, reduced_motion=False, large=large), Fonts(), size)
    cut: list[tuple[str, int]] = []
    draw = toolkit.fitted

    def fitted(text: str, at: int, colour: Colour, width: int, face: Face = "text") -> pygame.Surface:
        cut.extend([(text, width)] if not toolkit.fits(text, width, face) else [])
        return draw(text, at, colour, width, face)

    monkeypatch.setattr(toolkit, "fitted", fitted)
    boards = Boards(toolkit)
    for (name, cocktail), line in product(WAYS, said_on_boards()):
        layout = table_layout(size, name, cocktail=cocktail, need=Need(piles=piles, large=large))
        for box in {board.box for board in (*layout.boards, layout.info)}:
            parts = boards.show(Board(box), Content((line,)))
            assert all(pygame.Rect(box).contains(part.rect) for part in parts), line
    assert cut == []


INK = (1, 2, 3)
READY = Line("READY?", 34, INK)
SCREENS = ((800, 480), (480, 320), (1280, 720))


def shown(boards: Boards, size: tuple[int, int], content: Content) -> tuple[list[pygame.Rect], pygame.Surface]:
    """Return where the parts of a board are, and the picture of them."""
    parts = boards.show(Board(Box(0, 0, *size)), content)
    picture = pygame.Surface(size)
    for part in parts:
        picture.blit(part.surface, part.rect)
    return [part.rect for part in parts], picture


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("share", [(0.25, 0.17), (0.3, 0.36), (0.28, 0.3)])
@pytest.mark.parametrize("lines", [(READY,), (Line("DEAL 2", 22, INK), READY)])
def test_seconds_left_and_their_words_keep_apart(
    screen: tuple[int, int], share: tuple[float, float], lines: tuple[Line, ...]
) -> None:
    boards, size = Boards(Toolkit(Theme(), Fonts(), screen)), (round(screen[0] * share[0]), round(screen[1] * share[1]))
    rects, _ = shown(boards, size, Content(lines, "18", whole=30))
    assert all(pygame.Rect(0, 0, *size).contains(rect) for rect in rects)
    assert all(not one.colliderect(other) for place, one in enumerate(rects) for other in rects[:place])


@pytest.mark.parametrize("high", [80, 150])
def test_the_ring_runs_out(high: int) -> None:
    boards, size = Boards(Toolkit(Theme(), Fonts(), (800, 480))), (230, high)
    text = Theme().colours.text

    def lit(left: int) -> int:
        _, picture = shown(boards, size, Content((READY,), str(left), whole=30))
        return pygame.mask.from_threshold(picture, text, (1, 1, 1, 255)).count()

    assert lit(30) > lit(20) > lit(10) > 0


@pytest.mark.parametrize("high", [80, 150])
def test_in_the_moment_in_which_no_second_is_left_the_words_stand_alone(high: int) -> None:
    boards, size = Boards(Toolkit(Theme(), Fonts(), (800, 480))), (230, high)
    assert len(shown(boards, size, Content((READY,), "", whole=30))[0]) == 1


AMBER, BLUE = 0, 1
MOTION = Motion()


def beaten(seat: int, by: int, margin_ms: float, t_ms: int = 0) -> CommandLine:
    command = Command("play", "7D", f"seat{seat}.hand2", "centre.0")
    return CommandLine(t_ms * MS, seat, command, False, why="rank", beaten_by=by, margin_ns=int(margin_ms * MS))


def drawn(winner: int, t_ms: int = 0) -> CommandLine:
    command = Command("play", "8H", f"seat{winner}.hand1", "centre.0")
    return CommandLine(t_ms * MS, winner, command, True, dead_heat=(AMBER, BLUE), draw=winner)


@pytest.fixture
def feed() -> EventFeed:
    return EventFeed(MOTION)


def test_a_beaten_play_tells_who_won_and_by_how_much(feed: EventFeed) -> None:
    feed.hear([beaten(BLUE, by=AMBER, margin_ms=12.4)], now_ns=0)
    assert feed.contest is not None
    assert (feed.contest.winner, feed.contest.loser, feed.contest.margin_ns) == (AMBER, BLUE, 12_400_000)
    assert [contest.zone for contest, _ in feed.tags] == ["seat1.hand2"]


def test_a_margin_is_shown_for_a_while_and_kept_until_the_next_deal(feed: EventFeed) -> None:
    feed.hear([beaten(BLUE, by=AMBER, margin_ms=12.4)], now_ns=0)
    feed.expire(MOTION.margin_shown)
    assert feed.contest is None
    assert [contest.margin_ns for contest in feed.contests] == [12_400_000]


def test_a_dead_heat_stays_one_when_the_beaten_press_is_told(feed: EventFeed) -> None:
    feed.hear([drawn(BLUE), beaten(AMBER, by=BLUE, margin_ms=0.04)], now_ns=0)
    assert feed.contest is not None
    assert feed.contest.dead_heat
    assert len(feed.contests) == 1


def test_a_race_that_stamps_cannot_decide_is_told_as_not_judged(feed: EventFeed) -> None:
    feed.hear([replace(drawn(BLUE), judged=False), beaten(AMBER, by=BLUE, margin_ms=19)], now_ns=0)
    assert feed.contest is not None
    assert (feed.contest.dead_heat, feed.contest.judged) == (True, False)
    feed.hear([replace(beaten(BLUE, by=AMBER, margin_ms=21, t_ms=900), judged=False)], now_ns=0)
    assert (feed.contest.dead_heat, feed.contest.judged) == (False, False)


def test_a_later_race_is_no_dead_heat(feed: EventFeed) -> None:
    feed.hear([drawn(BLUE), beaten(AMBER, by=BLUE, margin_ms=8, t_ms=900)], now_ns=0)
    assert feed.contest is not None
    assert not feed.contest.dead_heat
    assert len(feed.contests) == 2


def test_a_rewind_takes_back_what_was_told(feed: EventFeed) -> None:
    feed.hear([beaten(BLUE, AMBER, 3, t_ms=10), OwnLine(20 * MS, (("foul", BLUE, "miss"),))], now_ns=0)
    feed.take_back(10 * MS)
    assert feed.contest is None
    assert feed.contests == []
    assert feed.notices == []
    assert feed.tags == []


def test_a_rewind_takes_back_what_was_told_of_its_very_moment_and_nothing_before(feed: EventFeed) -> None:
    feed.hear([beaten(BLUE, AMBER, 3, t_ms=10), OwnLine(20 * MS, (("foul", BLUE, "miss"),))], now_ns=0)
    feed.take_back(20 * MS)
    assert feed.notices == []
    assert len(feed.contests) == len(feed.tags) == 1


def test_a_new_deal_forgets_the_last_one(feed: EventFeed) -> None:
    feed.hear([beaten(BLUE, AMBER, 3)], now_ns=0)
    feed.hear([DealLine(MS, 2, 0, {})], now_ns=MS)
    assert feed.contests == []


def test_fouls_and_shouts_are_told_at_their_seat_until_they_are_over(feed: EventFeed) -> None:
    feed.hear([OwnLine(0, (("foul", BLUE, "false_start"), ("say", AMBER, "spit")))], now_ns=0)
    assert {(notice.seat, notice.key) for notice in feed.notices} == {(1, "foul.false_start"), (0, "say.spit")}
    assert feed.next_change() == MOTION.said_shown
    feed.expire(MOTION.said_shown)
    assert [notice.key for notice in feed.notices] == ["foul.false_start"]
    feed.expire(MOTION.foul_shown)
    assert feed.notices == []
    assert feed.next_change() is None


LOCKED: Final = (("foul", BLUE, "miss"), ("set", "lock.1", 500 * MS))


def test_why_a_seat_is_locked_is_known_as_long_as_it_may_be(feed: EventFeed) -> None:
    feed.hear([OwnLine(20 * MS, LOCKED)], now_ns=0)
    feed.expire(10_000 * MS)
    assert (feed.lock_reason(BLUE), feed.lock_reason(AMBER)) == ("foul.miss", "")


def test_a_shout_that_missed_is_no_card_that_does_not_fit(feed: EventFeed) -> None:
    for do, key in (("spit", "table.false_alarm"), ("play", "foul.miss")):
        feed.hear([CommandLine(20 * MS, BLUE, Command(do), False, LOCKED, "window")], now_ns=0)
        assert (feed.lock_reason(BLUE), feed.notices[-1].key) == (key, key)


def test_a_foul_that_locks_nobody_is_no_reason_for_a_lock(feed: EventFeed) -> None:
    feed.hear([OwnLine(20 * MS, LOCKED), OwnLine(30 * MS, (("foul", BLUE, "two_hands"),))], now_ns=0)
    assert feed.lock_reason(BLUE) == "foul.miss"


def test_a_lock_that_a_rewind_takes_back_has_no_reason(feed: EventFeed) -> None:
    feed.hear([OwnLine(20 * MS, LOCKED)], now_ns=0)
    feed.take_back(20 * MS)
    assert feed.lock_reason(BLUE) == ""


def test_a_run_grows_until_another_seat_plays_and_a_rewind_shortens_it(feed: EventFeed) -> None:
    def plays(seat: int, *times_ms: int) -> list[CommandLine]:
        command = Command("play", "8H", f"seat{seat}.hand1", "centre.0")
        return [CommandLine(t_ms * MS, seat, command, True) for t_ms in times_ms]

    assert feed.run == (-1, 0)
    feed.hear([*plays(BLUE, 1), *plays(AMBER, 2, 3, 4), beaten(BLUE, by=AMBER, margin_ms=2, t_ms=5)], now_ns=0)
    assert feed.run == (AMBER, 3)
    feed.take_back(3 * MS)
    assert feed.run == (AMBER, 1)
    feed.hear(plays(BLUE, 6), now_ns=0)
    assert feed.run == (BLUE, 1)
    feed.expire(MOTION.run_shown)
    assert feed.run == (-1, 0)
    feed.hear(plays(BLUE, 7), now_ns=0)
    assert feed.run == (BLUE, 2)
    feed.hear([DealLine(9 * MS, 2, 0, {})], now_ns=0)
    assert feed.run == (-1, 0)


@pytest.mark.parametrize(
    ("margin_ns", "text"),
    [(1_000, "0.00"), (870_000, "0.87"), (9_994_000, "9.99"), (12_400_000, "12.4"), (287_000_000, "287.0")],
)
def test_margins_in_figures(margin_ns: int, text: str) -> None:
    assert margin_text(margin_ns) == text


@pytest.mark.parametrize(
    ("margin_ns", "text"),
    [
        (40_000, "0.04"),
        (94_900, "0.09"),
        (95_100, "0.1"),
        (870_000, "0.9"),
        (8_000_000, "8.0"),
        (9_940_000, "9.9"),
        (9_960_000, "10"),
        (150_300_000, "150"),
        (1_003_000_000, "1003"),
    ],
)
def test_a_margin_across_a_room_has_few_figures_and_never_only_zeros(margin_ns: int, text: str) -> None:
    assert short_margin_text(margin_ns) == text


@pytest.mark.long
@pytest.mark.once
def test_every_word_that_the_table_asks_for_is_in_the_catalogue() -> None:
    asked: set[str] = set()

    def noted(key: str, **values: object) -> str:
        asked.add(key)
        return word(key, **values)

    toolkit = Toolkit(Theme(), Fonts(), (480, 320), drawn=DrawingCache(LEAST_BYTES))
    known = set[object]()
    screen = pygame.Surface((480, 320))
    # the golden pictures ask with players facing, and a text that is missing fails there too
    for sample, arrangement in zip(every_sample().values(), cycle(ARRANGEMENTS[1:]), strict=False):
        setup = TableSetup(
            (480, 320), tuple("ABCDEFGH"[: sample.seats]), arrangement.layout, arrangement.cocktail,
            judged=sample.judged, hands=sample.hands, viewers=sample.viewers,
        )  # fmt: skip
        kind = (sample.seats, arrangement, sample.judged, sample.hands, sample.viewers)
        view = TableView(setup, noted, toolkit)
        if kind not in known:  # the words of whatever else a match may show: once a kind of table
            view.draw_ahead()
        known.add(kind)
        view.update(TableUpdate(sample.entries, sample.table, sample.keys, 0, rows=sample.rows, clock=sample.clock))
        view.show(sample.dialog)
        view.draw(screen, sample.after_ns)
    assert asked > {"table.lot", "table.stuck", "table.locked", "label.play", "button.ACTION"}
    assert {key for key in asked if key not in catalogue()} == set()
