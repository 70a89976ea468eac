"""The pages of attract and of tournaments: every part in its place, whatever the names, figures and sizes."""

from functools import cache
from itertools import combinations
from typing import get_args

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cabinet.display.attract import (
    PLACED,
    PLACES,
    Band,
    Holder,
    Placed,
    PlacesBoard,
    Queued,
    RecordBoard,
    RecordRow,
    TonightBoard,
    above_band,
    band_height,
    places_board_page,
    record_board_page,
    tonight_board_page,
)
from cabinet.display.bracket.content import Bout, ChampionPage, Final, Side, TournamentPage, Tree
from cabinet.display.bracket.plan import Room, TablePage, TreePage, leads_to, page_of_now, pages_of, placed, shared
from cabinet.display.bracket.sheet import Bouts, ChampionSheet, PageFrame, TournamentSheets
from cabinet.display.layout.boxes import Box
from cabinet.display.legend import foot_height
from cabinet.display.page import Page, Span, Text, Typesetter, laid, sprites, stack
from cabinet.display.page import shared as shared_out
from cabinet.display.result.sheet import FLOOD_NS
from cabinet.display.scan import Scan, scanned
from cabinet.display.stage import paste
from cabinet.display.theme import SEATS, Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import least_capitals
from cabinet.live.requests import CODE_DIGITS
from cabinet.scenes.attract_pages import Kind, holder, inviting, record_board, record_row
from cabinet.strings.catalogue import word
from cabinet.strings.language import Language, LanguageCode, in_use
from engine.games import GAMES
from engine.panel import ACTION
from tests.cabinet.display.page_faults import faults
from tests.cabinet.pictures.bracket_samples import (
    CHAMPION,
    bout,
    double,
    large_double,
    last_match,
    robin,
    single,
    swiss,
)
from tests.cabinet.pictures.studio import Studio

SIZES = ((480, 320), (640, 480), (800, 480), (1024, 600), (1280, 720), (1920, 1080))
WIDE = RecordRow("8888.8", "WINS", Holder("YELLOW", 3), Holder("WWW", 1), "SPEED UNO", "28 NOV")


def board(rows: int) -> RecordBoard:
    spans = ("TONIGHT", "MONTH", "EVER")
    return RecordBoard("MOST CARDS A MINUTE", (WIDE,) * rows, spans, 1, "CLASSIC SPIT · TO THE END", "beats", "FREE")


@cache
def of_this_file() -> Studio:
    return Studio()


def toolkit_of(size: tuple[int, int]) -> Toolkit:
    return of_this_file().toolkit(size)


def words_on(page: Page) -> list[str]:
    return [each.part.words for each in page.laid if isinstance(each.part, Text)]


CODES = get_args(LanguageCode)
LOOKED_AT = ((480, 320), (800, 480), (1280, 720))
FIGURES: dict[Kind, str] = {"closest": "888.88", "streak": "88", "deal": "888.8", "pace": "888"}


def longest_game() -> str:
    """The id of the game with the longest name in the language in use."""
    return max((game.info.id for game in GAMES), key=lambda game: len(word(f"game.{game}")))


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("size", LOOKED_AT)
def test_a_board_of_records_is_whole_in_every_language(size: tuple[int, int], code: LanguageCode) -> None:
    """The widest names and figures, and the guest with the longest colour."""
    toolkit = toolkit_of(size)
    with in_use(Language(code)):
        game, guest = longest_game(), max((holder("", seat) for seat in range(4)), key=lambda each: len(each.name))
        for kind, figure in FIGURES.items():
            for taken in (0, 3, PLACES):
                one = record_row(kind, figure, guest, Holder("WWW", 1), game=game, when="28 NOV")
                told = record_board(kind, "month", [one] * taken)
                for shown in (told, *inviting([told], {(0, ACTION): "L SHIFT", (1, ACTION): "ENTER"})):
                    page = record_board_page(toolkit, shown)
                    assert faults(toolkit, page.laid, above_band(toolkit)) == []


@pytest.mark.parametrize("size", SIZES)
def test_a_way_to_play_stands_between_the_title_and_the_spans(size: tuple[int, int]) -> None:
    toolkit = toolkit_of(size)
    page = record_board_page(toolkit, board(PLACES))
    assert faults(toolkit, page.laid, above_band(toolkit)) == []


@pytest.mark.parametrize(("taken", "free"), [(0, 2), (1, 1), (3, 1), (4, 1), (5, 0)])
def test_of_the_free_places_only_the_first_has_words(taken: int, free: int) -> None:
    """On an empty board the first place has words, and the one below it as well."""
    assert words_on(record_board_page(toolkit_of((800, 480)), board(taken))).count("FREE") == free


@pytest.mark.parametrize(("taken", "buttons"), [(0, 1), (1, 1), (4, 1), (5, 0)])
def test_a_free_place_has_the_button_that_begins_a_match_for_it(taken: int, buttons: int) -> None:
    toolkit, (shown,) = toolkit_of((800, 480)), inviting([board(taken)], {(0, ACTION): "W"})
    assert words_on(record_board_page(toolkit, shown)).count(word("records.race")) == buttons
    placed = PlacesBoard("PLACES", "", tuple(Placed(f"{number}.", "WWW") for number in range(taken)), "NOBODY YET")
    (asked,) = inviting([placed], {})
    assert words_on(places_board_page(toolkit, asked)).count(word("records.race")) == (not taken)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("size", LOOKED_AT)
def test_a_board_of_places_is_whole_in_every_language(size: tuple[int, int], code: LanguageCode) -> None:
    toolkit = toolkit_of(size)
    with in_use(Language(code)):
        note = "   ".join(word("records.lacks", name="WWW", count=4) for _ in range(2))
        for count in (0, 1, 7, PLACED):
            places = tuple(Placed(f"{number}.", "WWW", 1 if number == 2 else -1) for number in range(1, count + 1))
            told = PlacesBoard(word("records.places"), word(f"game.{longest_game()}"), places, note)
            page = places_board_page(toolkit, *inviting([told], {(0, ACTION): "L SHIFT", (1, ACTION): "ENTER"}))
            assert faults(toolkit, page.laid, above_band(toolkit)) == []


def test_places_are_read_column_by_column() -> None:
    places = tuple(Placed(f"{number}.", "WWW") for number in range(1, 9))
    page = places_board_page(toolkit_of((800, 480)), PlacesBoard("PLACES", "", places))
    at = {each.part.words: each.room for each in page.laid if isinstance(each.part, Text)}
    assert at["1."].x == at["6."].x < at["7."].x == at["8."].x
    assert at["1."].y == at["7."].y < at["2."].y == at["8."].y


@pytest.mark.once
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [0, 1, 6, 7, 12, 13, 32])
@pytest.mark.parametrize("champion", [None, Holder("WWW", 0), Holder("YELLOW", 3)])
def test_tonight_fits_above_the_band(size: tuple[int, int], count: int, champion: Holder | None) -> None:
    names = tuple(Queued("WWW", "NEXT" if number == 0 else "") for number in range(count))
    toolkit = toolkit_of(size)
    tonight = TonightBoard("TONIGHT", "FIVE WINS, THEN ALL CHANGE", champion, "9 WINS", "IN LINE", names)
    page = tonight_board_page(toolkit, tonight)
    assert faults(toolkit, page.laid, above_band(toolkit)) == []
    assert page.picture.get_size() == above_band(toolkit)[2:]
    words = words_on(page)
    beyond = [int(each) for each in words if each.startswith("+")]
    assert words.count("WWW") - (champion == Holder("WWW", 0)) + sum(beyond) == count, "everybody is there, or counted"


@pytest.mark.parametrize("size", SIZES)
def test_the_bands_words_are_readable_and_apart_from_the_chequer(size: tuple[int, int]) -> None:
    toolkit = toolkit_of(size)
    band, screen = Band(toolkit, "PHOTO FINISH", "PRESS ANY BUTTON"), pygame.Surface(size)
    for turn, ground in enumerate((toolkit.theme.colours.paper, toolkit.theme.colours.dark_text)):
        assert band.draw(screen, turn) == pygame.Rect(0, size[1] - band_height(toolkit), size[0], band_height(toolkit))
        columns = [all(screen.get_at((x, y))[:3] == ground for y in range(size[1] - band_height(toolkit), size[1]))
                   for x in range(size[0])]  # fmt: skip
        first, last = columns.index(True), size[0] - 1 - columns[::-1].index(True)
        around = columns[first : first + toolkit.px(10)] + columns[last - toolkit.px(10) + 1 : last + 1]
        assert all(around), "space between the chequer and the words at both sides"
        assert columns[first : last + 1].count(False) > size[0] // 6, "words"


def test_names_have_their_seats_colours() -> None:
    page = record_board_page(toolkit_of((800, 480)), board(1))
    inks = {each.part.words: each.part.colour for each in page.laid if isinstance(each.part, Text)}
    assert (inks["YELLOW"], inks["WWW"]) == (SEATS[3].colour, SEATS[1].colour)


# The description itself


def test_a_long_word_is_set_smaller_then_in_more_lines_then_cut() -> None:
    toolkit = toolkit_of((800, 480))
    least, words = least_capitals(toolkit), "DONAUDAMPFSCHIFF FAHRTSGESELLSCHAFT"
    text = Text(words, 30, (255, 255, 255))
    setter = toolkit.shared(Typesetter)
    small, longest = setter.width(words, least, "title"), setter.width("FAHRTSGESELLSCHAFT", least, "title")

    def set_in(width: int, high: int) -> tuple[int, int, bool]:
        (one,) = laid(toolkit, text, Box(0, 0, width, high))
        lines = one.part.drawn(toolkit, one)
        return one.ink.h, len(lines), one.is_cut

    assert set_in(800, 60) == (30, 1, False)
    assert set_in(small, 60) == (least, 1, False)
    assert set_in(longest, 60)[1:] == (2, False)
    assert set_in(longest, least)[1:] == (1, True), "no room for a second line"
    assert set_in(longest - 20, 60)[1:] == (2, True), "a single word that is too long"


def test_measuring_may_pause_before_each_text() -> None:
    toolkit, pauses = Toolkit(Theme(), Fonts(), (800, 480)), list[int]()
    toolkit.drawn.breathe = lambda: pauses.append(len(pauses))
    laid(toolkit, stack(*[(0, Text(f"{line} of ten", 30, (255, 255, 255))) for line in range(10)]), Box(0, 0, 800, 480))
    assert len(pauses) >= 10


@given(
    st.lists(
        st.tuples(st.integers(0, 60), st.integers(0, 200), st.sampled_from([0, 0, 1, 2.5])), min_size=1, max_size=9
    ),
    st.integers(60, 800),
    st.integers(0, 6),
)
def test_a_room_is_shared_out_without_loss(cells: list[tuple[int, int, float]], room: int, gap: int) -> None:
    needs = [Span(least, least + more) for least, more, _ in cells]
    shares = [share for _, _, share in cells]
    boxes = shared_out(room, needs, shares, gap)
    assert boxes[0][0] == 0 and all(length >= 0 for _, length in boxes)
    assert [start for start, _ in boxes[1:]] == [start + length + gap for start, length in boxes[:-1]]
    end = sum(boxes[-1])
    assert end <= max(room, gap * (len(cells) - 1))
    if any(shares):
        assert end == max(room, gap * (len(cells) - 1))
    elif sum(need.wished for need in needs) + gap * (len(cells) - 1) <= room:
        assert [length for _, length in boxes] == [need.wished for need in needs]
    elif sum(need.least for need in needs) + gap * (len(cells) - 1) <= room:
        assert all(length >= need.least - 1 for (_, length), need in zip(boxes, needs, strict=True))


OPEN = Bout()


@cache
def frame_of(size: tuple[int, int]) -> PageFrame:
    toolkit = toolkit_of(size)
    return PageFrame(toolkit, Bouts(toolkit, word), size[1] - foot_height(toolkit))


def rounds(count: int) -> tuple[tuple[Bout, ...], ...]:
    """The rounds of a single elimination of a power of two but its final."""
    return tuple((OPEN,) * (1 << power) for power in range(count - 2, 0, -1))


def formats() -> st.SearchStrategy[TournamentPage]:
    """Single and double eliminations of 4 to 32 names, with and without names that play now."""
    now = st.sampled_from([None, double().now])
    singles = st.builds(
        lambda power, now: TournamentPage("T", now=now, trees=(Tree(rounds(power)),), final=Final("F")),
        st.integers(3, 5),
        now,
    )

    def pair(power: int, now: object) -> TournamentPage:
        losers = tuple((OPEN,) * (1 << step) for step in range(power - 2, -1, -1) for _ in range(2))
        trees = (Tree((*rounds(power), (OPEN,)), "W"), Tree(losers, "L"))
        return TournamentPage("T", now=double().now if now else None, trees=trees, final=Final("F"))

    return singles | st.builds(pair, st.integers(2, 5), now)


def places_on(page: TournamentPage, one: TreePage) -> set[tuple[int, int, int]]:
    return {
        (part.tree, column, place)
        for part in one.parts
        for column in range(part.first, part.last)
        for place in part.shown(page.trees[part.tree], column)
    }


@given(formats(), st.sampled_from(SIZES))
def test_every_match_and_the_final_is_on_a_page(page: TournamentPage, size: tuple[int, int]) -> None:
    pages = pages_of(page, frame_of(size).room())
    there: set[tuple[int, int, int]] = set()
    for one in pages:
        assert isinstance(one, TreePage)
        there |= places_on(page, one)
    assert there == {
        (number, column, place)
        for number, tree in enumerate(page.trees)
        for column, bouts in enumerate(tree.columns)
        for place in range(len(bouts))
    }
    assert any(isinstance(one, TreePage) and one.has_final for one in pages)


@given(formats(), st.sampled_from(SIZES))
def test_nothing_on_a_page_touches_anything_else(page: TournamentPage, size: tuple[int, int]) -> None:
    frame = frame_of(size).trees(page)
    for one in pages_of(page, frame_of(size).room()):
        assert isinstance(one, TreePage)
        there = placed(page, one, frame)
        boxes = [box for _, box in there.bouts] + [box for _, box in there.titles]
        boxes += [box for box in (there.final, frame.now) if box.w]
        for first, second in combinations(boxes, 2):
            assert not pygame.Rect(first).colliderect(second), (one, first, second)
        assert all(pygame.Rect(frame.area).contains(box) for box in boxes), one


@given(formats(), st.sampled_from(SIZES))
def test_lines_lead_from_match_to_match_and_none_is_drawn_over_those_who_play(
    page: TournamentPage, size: tuple[int, int]
) -> None:
    frame = frame_of(size).trees(page)
    now = pygame.Rect(frame.now)
    for one in pages_of(page, frame_of(size).room()):
        assert isinstance(one, TreePage)
        for link in placed(page, one, frame).links:
            for begin, end in zip(link.points, link.points[1:], strict=False):
                assert begin[0] == end[0] or begin[1] == end[1], "lines are upright or level"
                assert not now.w or not now.clipline(begin, end)


def test_a_match_leads_to_the_one_between_its_neighbours() -> None:
    tree = Tree(((OPEN,) * 4, (OPEN,) * 4, (OPEN,) * 2, (OPEN,)))
    assert [leads_to(tree, 0, place) for place in range(4)] == [0, 1, 2, 3]
    assert [leads_to(tree, 1, place) for place in range(4)] == [0, 0, 1, 1]


def test_where_nobody_is_nothing_is_drawn_and_all_others_stay_in_place() -> None:
    """Six names in a tree for eight: two of the four matches of the first round have nobody."""
    frame = frame_of((800, 480)).trees(double())
    nobody = Bout(state="none")
    whole = TournamentPage("T", trees=(Tree(((OPEN,) * 4, (OPEN,) * 2)),), final=Final("F"))
    some = TournamentPage("T", trees=(Tree(((nobody, OPEN, nobody, OPEN), (OPEN,) * 2)),), final=Final("F"))
    (one,) = pages_of(whole, frame_of((800, 480)).room())
    assert isinstance(one, TreePage)
    all_of_it, rest = placed(whole, one, frame), placed(some, one, frame)
    assert [box for _, box in rest.bouts] == [all_of_it.bouts[place][1] for place in (1, 3, 4, 5)]
    assert len(rest.links) == len(all_of_it.links) - 2


def test_eight_stand_on_a_page_and_sixteen_on_two_at_800() -> None:
    room = frame_of((800, 480)).room()
    counts = [len(pages_of(page, room)) for page in (double(), single(8, 2), single(16, 5), single(32, 9))]
    assert counts == [1, 1, 2, 4]
    assert [len(pages_of(page, room)) for page in (robin(8), robin(16), swiss(16), swiss(32))] == [1, 2, 1, 2]


def test_rows_are_23_high_and_names_16_at_800() -> None:
    toolkit = Toolkit(Theme(), Fonts(), (800, 480))
    assert Bouts(toolkit, word).row == 23
    assert least_capitals(toolkit) <= 16


@pytest.mark.parametrize("size", SIZES)
def test_a_row_has_room_for_its_letters(size: tuple[int, int]) -> None:
    toolkit = Toolkit(Theme(), Fonts(), size)
    assert Bouts(toolkit, word).row >= least_capitals(toolkit) + 4


@given(st.integers(0, 32), st.integers(1, 20), st.integers(1, 5))
def test_things_are_shared_out_evenly(count: int, most: int, least: int) -> None:
    parts = shared(count, most, least)
    assert [place for part in parts for place in part] == list(range(count))
    assert len(parts) >= least
    assert max(map(len, parts)) <= most
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


@pytest.mark.parametrize("count", range(3, 33))
@pytest.mark.parametrize("size", [(480, 320), (800, 480)])
def test_tables_show_every_name_and_every_pairing(count: int, size: tuple[int, int]) -> None:
    room = frame_of(size).room()
    for page in (robin(count), swiss(max(8, count))):
        pages = pages_of(page, room)
        seen, pairs, cells = set[int](), list[int](), set[tuple[int, int]]()
        for one in pages:
            assert isinstance(one, TablePage)
            seen |= set(one.rows)
            pairs += one.pairings
            cells |= {(row, column) for row in one.rows for column in one.columns}
            assert len(one.pairings) <= room.pairings
        names = len(page.cross.names) if page.cross else len(page.standings.rows) if page.standings else 0
        assert seen == set(range(names))
        assert page.pairings is not None
        assert pairs == list(range(len(page.pairings.bouts)))
        assert not page.cross or len(cells) == names**2


def test_the_first_page_is_that_of_the_match_that_is_played() -> None:
    room = frame_of((800, 480)).room()
    page = single(16, 5)
    assert page_of_now(page, pages_of(page, room)) == 1
    first = ((OPEN,) * 7) + (Bout(state="next"),)
    waiting = TournamentPage("T", trees=(Tree((first, *rounds(4)[1:])),), final=Final("F"))
    assert page_of_now(waiting, pages_of(waiting, room)) == 1
    assert page_of_now(last_match(), pages_of(last_match(), room)) == 0
    over = TournamentPage("T", trees=(Tree(rounds(4)),), final=Final("F"))
    assert page_of_now(over, pages_of(over, room)) == 0


def test_a_play_off_stands_on_a_page_of_its_own_behind_the_table() -> None:
    room = frame_of((800, 480)).room()
    table = robin(8)
    cross = table.cross
    assert cross is not None
    off = replace(table, cross=replace(cross, now=None), trees=(Tree(((bout("MIA", "PIA", state="now"), OPEN),)),))
    pages = pages_of(off, room)
    assert [type(one) for one in pages] == [TablePage, TreePage]
    assert page_of_now(off, pages) == 1


def test_a_room_for_two_trees_is_counted_with_their_titles() -> None:
    room = Room(5, 7, (6, 5), 14, 16, 8)
    assert len(pages_of(double(), room)) > 1, "six rows do not fit where five have room"
    assert len(pages_of(double(), room._replace(titled=(7, 6)))) == 1


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1280, 720)])
@pytest.mark.parametrize("make", [double, large_double, last_match, lambda: swiss(32), lambda: robin(16)])
def test_the_match_that_is_played_is_ringed_where_it_stands(size: tuple[int, int], make: object) -> None:
    assert callable(make)
    page = make()
    toolkit = Toolkit(Theme(), Fonts(), size)
    sheets = TournamentSheets(toolkit, word, page, size[1] - foot_height(toolkit))
    sheet = sheets.sheet(sheets.first)
    picture = sheet.picture
    ring = pygame.mask.from_threshold(picture, toolkit.theme.colours.paper, (1, 1, 1, 255))
    frame = PageFrame(toolkit, Bouts(toolkit, word), size[1] - foot_height(toolkit))
    ring.erase(pygame.mask.Mask(frame.now[2:], fill=True), frame.now[:2])
    assert ring.count() > 2 * frame.row


def test_names_that_play_have_their_seats_colours_and_shapes() -> None:
    toolkit = Toolkit(Theme(), Fonts(), (800, 480))
    sides = (Side("MIA"), Side("BEN"))
    for seats in ((0, 1), (1, 0), (2, 3)):
        drawn = pygame.Surface((160, 60))
        paste(drawn, sprites(toolkit, Bouts(toolkit, word).part(Bout(sides, "now", seats)), Box(10, 6, 128, 48)))
        upper, lower = drawn.subsurface((0, 0, 160, 30)), drawn.subsurface((0, 30, 160, 30))
        for half, seat in ((upper, seats[0]), (lower, seats[1])):
            assert pygame.mask.from_threshold(half, SEATS[seat].colour, (1, 1, 1, 255)).count() > 80


# The champion


@pytest.mark.parametrize("reduced", [False, True])
def test_the_champions_colour_fills_the_screen_from_the_top(reduced: bool) -> None:
    toolkit = Toolkit(Theme(reduced_motion=reduced), Fonts(), (800, 480))
    sheet, screen = ChampionSheet(toolkit, CHAMPION, 436), pygame.Surface((800, 480))
    amber = []
    for age in range(0, FLOOD_NS + 1, FLOOD_NS // 6):
        screen.fill((0, 0, 0))
        sheet.draw(screen, age)
        amber.append(sum(screen.get_at((795, y))[0] > 200 for y in range(436)))
    assert amber == sorted(amber)
    assert amber[-1] > 300
    assert (amber[0] == amber[-1]) == reduced == (not sheet.is_moving(0))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("places", [0, 3, 9])
@pytest.mark.parametrize("far", [False, True])
def test_the_champions_page_is_whole(size: tuple[int, int], places: int, far: bool) -> None:
    toolkit = toolkit_of(size)
    others = tuple((f"{place}TH", "WWW") for place in range(places))
    sheet = ChampionSheet(
        toolkit, ChampionPage("CHAMPION", "WWW", 1, "TOURNAMENT OF 32", others), size[1] - 40, far=far
    )
    assert faults(toolkit, sheet.laid, Box(0, 0, size[0], size[1] - 40)) == []


FORMATS = {
    "tree": single(32, 9),
    "two trees": large_double(),
    "last match": last_match(),
    "8": robin(8),
    "16": robin(16),
    "swiss 16": swiss(16),
    "swiss 32": swiss(32),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", FORMATS)
def test_no_part_of_a_tournaments_pages_is_cut_or_in_anothers_place(name: str, size: tuple[int, int]) -> None:
    toolkit, bottom = frame_of(size).toolkit, size[1] - foot_height(frame_of(size).toolkit)
    sheets = TournamentSheets(toolkit, word, FORMATS[name], bottom)
    for number in range(sheets.count):
        assert faults(toolkit, sheets.sheet(number).laid, Box(0, 0, size[0], bottom)) == []


@pytest.mark.parametrize("code", get_args(LanguageCode))
@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1280, 720)])
def test_the_queues_code_below_what_is_scanned_is_never_cut(size: tuple[int, int], code: LanguageCode) -> None:
    toolkit = Toolkit(Theme(), Fonts(), size)
    with in_use(Language(code)):
        words = [word("scan.code", code="4" * CODE_DIGITS), word("scan.follow")]
        join = word("scan.join")
    scans = [Scan("192.168.178.117:8080", each) for each in words]
    scans += [Scan("10.77.0.1:8080", each, "ZUM KO", "NNNNGGGG", join) for each in words]
    for scan in scans:
        room = Box(0, 0, toolkit.px(scan.side), toolkit.px(150))
        cut = faults(toolkit, laid(toolkit, scanned(scan), room), room)
        assert [fault for fault in cut if fault.startswith("cut")] == [], scan
