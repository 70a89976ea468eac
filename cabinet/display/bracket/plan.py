"""How a tournament is shared out to pages, and where the matches of a page's trees stand. Pure.

`pages_of`: which columns and which rows of the trees, or of the table, stand on each page; lengths are numbers of
columns and of rows, as a `Room` has them. `placed`: the boxes of a page's trees in px, and the lines between them.
"""

from itertools import pairwise
from typing import NamedTuple

import msgspec

from cabinet.display.bracket.content import Bout, Cross, Standings, TournamentPage, Tree
from cabinet.display.layout.boxes import NOWHERE, Box


class Room(NamedTuple):
    """What a page has room for: columns of matches, matches one above the other, rows of a table, columns of a cross
    table, pairings beside it.

    `titled` is the number of matches where every tree has a title above it, for one tree and for two.
    """

    columns: int
    matches: int
    titled: tuple[int, int]
    rows: int
    cells: int
    pairings: int


class Part(msgspec.Struct, frozen=True):
    """A part of a tree on a page: the tree's index, its first and last column (exclusive), and of the first column the
    matches from `top` to `bottom` (exclusive).
    """

    tree: int
    first: int
    last: int
    top: int
    bottom: int

    def shown(self, tree: Tree, column: int) -> range:
        """Return the matches of a column that are on the page: those that the rows of the first column lead to."""
        here, there = len(tree.columns[self.first]), len(tree.columns[column])
        return range(self.top * there // here, -(-self.bottom * there // here))


class TreePage(msgspec.Struct, frozen=True):
    """A page with parts of trees, and perhaps the final."""

    parts: tuple[Part, ...]
    has_final: bool


class TablePage(msgspec.Struct, frozen=True):
    """A page with rows of a table, of a cross table only some columns; and some of the pairings."""

    rows: range
    columns: range
    pairings: range


Page = TreePage | TablePage


def pages_of(page: TournamentPage, room: Room) -> tuple[Page, ...]:
    """Return the pages of a tournament, at least one: of its table, and then of its trees."""
    tables: tuple[Page, ...] = ()
    if page.cross is not None:
        tables = _cross_pages(page.cross, page, room)
    elif page.standings is not None:
        tables = _standings_pages(page.standings, page, room)
    return (*tables, *_tree_pages(page, room)) if page.trees or not tables else tables


def page_of_now(page: TournamentPage, pages: tuple[Page, ...]) -> int:
    """Return the index of the first page with the match that is played now, else with the next one; 0 without both."""
    for state in ("now", "next"):
        for number, one in enumerate(pages):
            if isinstance(one, TreePage) and _holds(page, one, state):
                return number
            if isinstance(one, TablePage) and page.cross is not None and page.cross.now is not None:
                row, column = page.cross.now
                if row in one.rows and column in one.columns:
                    return number
    return 0


def _holds(page: TournamentPage, one: TreePage, state: str) -> bool:
    if one.has_final and page.final is not None and page.final.bout.state == state:
        return True
    return any(
        page.trees[part.tree].columns[column][place].state == state
        for part in one.parts
        for column in range(part.first, part.last)
        for place in part.shown(page.trees[part.tree], column)
    )


def _tree_pages(page: TournamentPage, room: Room) -> tuple[Page, ...]:
    """Return one page if all fits, else pages of each tree by itself."""
    more = 1 if page.final is not None else 0
    high = sum(max(map(len, tree.columns)) for tree in page.trees)
    wide = max((len(tree.columns) for tree in page.trees), default=0) + more
    if wide <= room.columns and high <= _matches(page, room, len(page.trees)):
        parts = tuple(
            Part(number, 0, len(tree.columns), 0, len(tree.columns[0])) for number, tree in enumerate(page.trees)
        )
        return (TreePage(parts, page.final is not None),)
    found: list[TreePage] = []
    for number, tree in enumerate(page.trees):
        last = number == len(page.trees) - 1
        found += _pages_of_tree(number, tree, room, _matches(page, room, 1), has_final=bool(more) and last)
    if len(page.trees) > 1 and found[-1].has_final:
        found[-1] = TreePage((*_tails(page, room, found[-1].parts[0]), found[-1].parts[0]), has_final=True)
    return tuple(found)


def _tails(page: TournamentPage, room: Room, last: Part) -> tuple[Part, ...]:
    """Return the ends of all trees but the last, to stand above it on the final's page, as far as there is room."""
    high = max(len(last.shown(page.trees[last.tree], column)) for column in range(last.first, last.last))
    parts: list[Part] = []
    for number, tree in enumerate(page.trees[: last.tree]):
        count = len(tree.columns)
        spare = _matches(page, room, 2) - high
        fits = [first for first in range(max(0, count - room.columns + 1), count) if len(tree.columns[first]) <= spare]
        if fits:
            parts.append(Part(number, fits[0], count, 0, len(tree.columns[fits[0]])))
            high += len(tree.columns[fits[0]])
    return tuple(parts)


def _matches(page: TournamentPage, room: Room, trees: int) -> int:
    """Return how many matches fit above each other in `trees` trees."""
    is_titled = any(tree.title for tree in page.trees)
    return room.titled[min(trees, 2) - 1] if is_titled else room.matches


def _pages_of_tree(number: int, tree: Tree, room: Room, most: int, *, has_final: bool) -> list[TreePage]:
    """Return the pages of a tree: windows of columns, each in slices of rows that hold whole branches."""
    count = len(tree.columns)
    windows = -(-(count + has_final) // room.columns)
    wide = -(-(count + has_final) // windows)
    pages: list[TreePage] = []
    for first in range(0, count, wide):
        last = min(count, first + wide)
        ends = last == count and has_final and last - first < room.columns
        here = len(tree.columns[first])
        high = here if here <= most else 1 << (most.bit_length() - 1)
        slices = [Part(number, first, last, top, min(here, top + high)) for top in range(0, here, high)]
        pages += [TreePage((part,), ends) for part in slices]
    return pages


def _cross_pages(cross: Cross, page: TournamentPage, room: Room) -> tuple[Page, ...]:
    """Return the pages of a cross table: every part of its columns for every part of its rows."""
    columns = shared(len(cross.names), room.cells)
    rows = shared(len(cross.names), room.rows, -(-_bouts(page) // (room.pairings * len(columns))))
    pairings = _pairings(page, len(rows) * len(columns))
    every = [(row, column) for row in rows for column in columns]
    return tuple(TablePage(row, column, pairs) for (row, column), pairs in zip(every, pairings, strict=True))


def _standings_pages(standings: Standings, page: TournamentPage, room: Room) -> tuple[Page, ...]:
    """Return the pages of standings: rows in two columns."""
    rows = shared(len(standings.rows), 2 * room.rows, -(-_bouts(page) // room.pairings))
    return tuple(TablePage(row, range(0), pairs) for row, pairs in zip(rows, _pairings(page, len(rows)), strict=True))


def _pairings(page: TournamentPage, count: int) -> list[range]:
    """Return the pairings of each of `count` pages: shared out evenly."""
    bouts = _bouts(page)
    return [range(number * bouts // count, (number + 1) * bouts // count) for number in range(count)]


def _bouts(page: TournamentPage) -> int:
    return len(page.pairings.bouts) if page.pairings is not None else 0


def shared(count: int, most: int, least: int = 1) -> list[range]:
    """Return `count` things in as few parts of at most `most` as possible, shared out evenly, and at least `least`."""
    parts = max(1, least, -(-count // most))
    return [range(number * count // parts, (number + 1) * count // parts) for number in range(parts)]


# Places on one page, in px


class Frame(msgspec.Struct, frozen=True):
    """The room of a page's trees, and the sizes of their parts, px.

    `now` is the box of those who play, which nothing may touch; `pitch` the least distance from match to match, `title`
    the height of a tree's title (0 without titles), `across` the distance from column to column.
    """

    area: Box
    now: Box
    bout: tuple[int, int]
    pitch: int
    across: int
    title: int
    final: tuple[int, int]
    gap: int


class Link(msgspec.Struct, frozen=True):
    """A line with corners; `known`: the match from which it comes is over."""

    points: tuple[tuple[int, int], ...]
    known: bool

    def boxes(self, thick: int) -> list[Box]:
        """Return the boxes of its upright and level parts."""
        return [
            Box(min(x, to_x), min(y, to_y), abs(to_x - x) + thick, abs(to_y - y) + thick)
            for (x, y), (to_x, to_y) in pairwise(self.points)
        ]


class Placed(NamedTuple):
    """Everything on a page: the matches with their boxes, lines, titles with their boxes, and the final's box."""

    bouts: tuple[tuple[Bout, Box], ...]
    links: tuple[Link, ...]
    titles: tuple[tuple[str, Box], ...]
    final: Box


def placed(page: TournamentPage, one: TreePage, frame: Frame) -> Placed:
    """Return where everything on a page stands."""
    heights = [max(len(part.shown(page.trees[part.tree], column)) for column in _columns(part)) for part in one.parts]
    titles: list[tuple[str, Box]] = []
    bouts: list[tuple[Bout, Box]] = []
    links: list[Link] = []
    ends: list[tuple[Bout, Box]] = []
    spare = frame.area.h - frame.title * len(one.parts) - frame.pitch * sum(heights)
    pitch = frame.pitch + max(0, spare) // max(1, sum(heights))
    y = frame.area.y
    for part, high in zip(one.parts, heights, strict=True):
        tree = page.trees[part.tree]
        if frame.title:
            titles.append((tree.title, Box(frame.area.x, y, frame.across * 2, frame.title)))
        y += frame.title
        boxes = _boxes(tree, part, frame, Box(frame.area.x, y, frame.area.w, pitch * high))
        shown = [(tree.columns[column][place], box) for (column, place), box in boxes.items()]
        bouts += [(bout, box) for bout, box in shown if bout.state != "none"]
        links += _links(tree, part, boxes)
        last = part.last - 1
        if last == len(tree.columns) - 1:
            ends += [(tree.columns[last][place], boxes[last, place]) for place in part.shown(tree, last)]
        y += pitch * high
    final = _final_box(ends, frame) if one.has_final else NOWHERE
    if one.has_final:
        links += [_link_to_final(bout, box, final, frame) for bout, box in ends]
    return Placed(tuple(bouts), tuple(links), tuple(titles), final)


def _columns(part: Part) -> range:
    return range(part.first, part.last)


def _boxes(tree: Tree, part: Part, frame: Frame, room: Box) -> dict[tuple[int, int], Box]:
    """Return the box of each match by (column, place): the first column in rows, every other between its sources."""
    boxes: dict[tuple[int, int], Box] = {}
    width, height = frame.bout
    for column in _columns(part):
        x = room.x + (column - part.first) * frame.across
        shown = part.shown(tree, column)
        lowest = frame.now.bottom + frame.gap if x + width > frame.now.x and frame.now.w else room.y
        for number, place in enumerate(shown):
            middles = [
                box.y + box.h // 2
                for (other, source), box in boxes.items()
                if other == column - 1 and leads_to(tree, other, source) == place
            ]
            alone = room.y + round((number + 0.5) * room.h / len(shown))
            middle = sum(middles) // len(middles) if middles else alone
            y = max(middle - height // 2, lowest)
            boxes[column, place] = Box(x, y, width, height)
            lowest = y + frame.pitch
    return boxes


def leads_to(tree: Tree, column: int, place: int) -> int:
    """Return the match of the next column to which a match leads."""
    return place * len(tree.columns[column + 1]) // len(tree.columns[column])


def _links(tree: Tree, part: Part, boxes: dict[tuple[int, int], Box]) -> list[Link]:
    """Return the lines from every match to the next, with two corners."""
    links = []
    for (column, place), box in boxes.items():
        state = tree.columns[column][place].state
        target = boxes.get((column + 1, leads_to(tree, column, place))) if column + 1 < part.last else None
        if target is not None and state != "none":
            is_known = state in ("done", "bye")
            links.append(Link(_elbow((box.right, box.centre[1]), (target.x, target.centre[1])), is_known))
    return links


def _elbow(begin: tuple[int, int], end: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    middle = (begin[0] + end[0]) // 2
    return begin, (middle, begin[1]), (middle, end[1]), end


def _final_box(ends: list[tuple[Bout, Box]], frame: Frame) -> Box:
    """Return the final's box: in the last column, between the ends of the trees, below those who play now."""
    width, height = frame.final
    middles = [box.centre[1] for _, box in ends] or [frame.area.centre[1]]
    middle = sum(middles) // len(middles)
    top = frame.now.bottom + frame.gap if frame.now.w else frame.area.y
    y = min(max(middle - height // 2, top), frame.area.bottom - height)
    return Box(frame.area.right - width, y, width, height)


def _link_to_final(bout: Bout, box: Box, final: Box, frame: Frame) -> Link:
    """Return the line from a tree's end into the final's side: it turns at once, away from those who play now."""
    x = box.right + (frame.across - frame.bout[0]) // 2
    begin, end = (box.right, box.centre[1]), (final.x, final.centre[1])
    return Link((begin, (x, begin[1]), (x, end[1]), end), bout.state in ("done", "bye"))
