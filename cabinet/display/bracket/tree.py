"""Where the matches of a page's trees stand, and the lines between them. Pure: boxes in px."""

from typing import NamedTuple

from cabinet.display.bracket.page import Bout, TournamentPage, Tree
from cabinet.display.bracket.plan import Part, TreePage
from cabinet.display.layout.boxes import NOWHERE, Box


class Frame(NamedTuple):
    """The room of a page's trees, and the sizes of what stands there, px.

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


class Link(NamedTuple):
    """A line with corners; `known`: the match from which it comes is over."""

    points: tuple[tuple[int, int], ...]
    known: bool


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
    final = _final(ends, frame) if one.has_final else NOWHERE
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


def _final(ends: list[tuple[Bout, Box]], frame: Frame) -> Box:
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
