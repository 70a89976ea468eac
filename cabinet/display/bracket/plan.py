"""How a tournament is shared out to pages: which columns and which rows of its trees, or of its table, stand on each.

Pure. Lengths are numbers of columns and of rows, as a `Room` has them.
"""

from typing import NamedTuple

from cabinet.display.bracket.page import Cross, Standings, TournamentPage, Tree


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


class Part(NamedTuple):
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


class TreePage(NamedTuple):
    """A page with parts of trees, and perhaps the final."""

    parts: tuple[Part, ...]
    has_final: bool


class TablePage(NamedTuple):
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
    """Return how many matches fit above each other in so many trees."""
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
