"""The marks of a drawing, as SVG text. Coordinates are px, y downwards; nothing depends on a font's width."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from typing import Final
from xml.sax.saxutils import escape

import msgspec

from cabinet.config.offers import find_offer
from cabinet.config.schema import Config
from cabinet.display.shapes import SEAT_SHAPES, Point
from cabinet.display.theme import SEATS, Colour
from cabinet.research.balance import STEPS, Balance, Curve, Interval, Report, mean
from cabinet.research.balance_table import minutes, preset_table
from cabinet.strings.catalogue import word
from engine.errors import UnknownGame

TYPEFACES: Final = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
INK: Final = "#1a2030"
QUIET: Final = "#5b6475"
GRID: Final = "#d5dae3"
PAPER: Final = "#ffffff"


def number(value: float) -> str:
    """Return a coordinate with at most one decimal, without a trailing zero and never as minus zero."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def hexed(colour: Colour) -> str:
    """Return an RGB triple as an SVG colour."""
    return "#" + "".join(f"{part:02x}" for part in colour)


def text(
    x: float, y: float, words: str, *, size: float = 13, colour: str = INK, anchor: str = "start", bold: bool = False
) -> str:
    """Return words; `y` is their baseline, `anchor` is start, middle or end."""
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"'
    return f'<text {place} font-size="{number(size)}"{weight} fill="{colour}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, *, colour: str = GRID, width: float = 1, dashes: str = "") -> str:
    """Return a line, dashed by lengths such as "3 3"."""
    ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<line {ends} stroke="{colour}" stroke-width="{number(width)}"{dashed}/>'


def rectangle(x: float, y: float, wide: float, high: float, colour: str) -> str:
    """Return a filled rectangle."""
    box = f'x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}"'
    return f'<rect {box} fill="{colour}"/>'


def polygon(points: Sequence[Point], colour: str, edge: str = "none") -> str:
    """Return a filled polygon."""
    corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polygon points="{corners}" fill="{colour}" stroke="{edge}" stroke-linejoin="round"/>'


def seat_mark(x: float, y: float, size: float, seat: int) -> list[str]:
    """Return a seat's shape in its colour, with an edge for white paper, centred at (x, y)."""
    look = SEATS[seat]
    colour, left, top = hexed(look.colour), x - size / 2, y - size / 2
    marks = []
    for part in SEAT_SHAPES[look.shape]:
        if isinstance(part, list):
            marks.append(polygon([(left + px * size, top + py * size) for px, py in part], colour, INK))
        else:
            cx, cy, radius = part
            centre = f'cx="{number(left + cx * size)}" cy="{number(top + cy * size)}" r="{number(radius * size)}"'
            marks.append(f'<circle {centre} fill="{colour}" stroke="{INK}"/>')
    return marks


def document(wide: float, high: float, title: str, marks: Sequence[str]) -> str:
    """Return a whole SVG file, with a line end after its last line."""
    size = f'width="{number(wide)}" height="{number(high)}" viewBox="0 0 {number(wide)} {number(high)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{TYPEFACES}">'
    ground = rectangle(0, 0, wide, high, PAPER)
    return "\n".join([head, f"<title>{escape(title)}</title>", ground, *marks, "</svg>", ""])


NICE_STEPS: Final = (1, 2, 5)
"""The widths of bars, times a power of ten."""
TAIL: Final = 0.98
"""The share of all counts that the bars before the last hold at least; the last has the rest, however far out."""


class Bins(msgspec.Struct, frozen=True):
    """Bars from `start` on, each `width` wide; `has_tail` if the last holds everything beyond it as well."""

    start: int
    width: int
    count: int
    has_tail: bool

    @property
    def end(self) -> int:
        """The value at which the last bar ends."""
        return self.start + self.width * self.count

    def bars(self, counts: Mapping[int, int]) -> list[int]:
        """Return the height of each bar."""
        heights = [0] * self.count
        for value, count in counts.items():
            heights[min(max((value - self.start) // self.width, 0), self.count - 1)] += count
        return heights


def bins_for(many: Sequence[Mapping[int, int]], most: int, unit: int = 1) -> Bins:
    """Return at most `most` bars for several sets of counts together; their width is 1, 2 or 5 times a power of ten of
    `unit`."""
    pooled = Counter[int]()
    for counts in many:
        pooled.update(counts)
    if not pooled:
        return Bins(0, unit, 1, False)
    values = sorted(pooled)
    ends = list(accumulate(pooled[value] for value in values))
    last = next(value for value, end in zip(values, ends, strict=True) if end >= TAIL * ends[-1])
    width = next(width for width in _widths(unit) if _count(values[0], last, width) <= most)
    start = values[0] // width * width
    count = _count(values[0], last, width)
    return Bins(start, width, count, values[-1] >= start + width * count)


def _widths(unit: int) -> list[int]:
    return [unit * step * 10**power for power in range(12) for step in NICE_STEPS]


def _count(first: int, last: int, width: int) -> int:
    return last // width - first // width + 1


WIDE: Final = 1000
MARGIN: Final = 36
GAP: Final = 44
HALF_WIDE: Final = (WIDE - 2 * MARGIN - GAP) / 2
RIGHT: Final = MARGIN + HALF_WIDE + GAP
LABEL: Final = 112
"""The width of the labels left of bars and dots, px."""
HEAD: Final = 92
NAME_WIDE: Final = 78
"""The width of a seat's shape and name in the legend, px."""
STATE_WIDE: Final = 150
"""The width of a shade and its meaning in the legend of leads, px."""
MOST_NAMED: Final = 4
"""The most seats that have room in the legend."""
LINE: Final = 24
"""The height of a row of dots or of the table, px."""
BARS: Final = 58
"""The height of the bars of one level, px."""
AREA: Final = 134
AREA_HIGH: Final = AREA - LINE
"""The height of an area without the line below it, px."""
DARK: Final = "#3d4f73"
PALE: Final = "#dfe4ee"
MIDDLE: Final = "#9aa8c4"
MOST_BARS: Final = 24
TENTH_OF_A_MINUTE: Final = 6_000
"""The least width of a bar of lengths, ms."""

Marks = list[str]


def drawing(report: Report) -> str:
    """Return the sheet of a report as the text of an SVG file."""
    marks: Marks = list(_header(report))
    top: float = HEAD
    wins, wins_high = _wins(report, top)
    ladder, ladder_high = _ladder(report, top)
    marks += [*wins, *ladder]
    top += max(wins_high, ladder_high) + GAP / 2
    marks += [*_lengths(report, top), *_changes(report, top)]
    top += LINE + len(report.levels) * (BARS + 18) + LINE + GAP / 2
    marks += _leads(report, top)
    top += 2 * LINE + AREA + GAP / 2
    table, table_high = _table(report, top)
    marks += table
    return document(WIDE, top + table_high + MARGIN, _title(report), marks)


# Head


def _title(report: Report) -> str:
    setup = report.plan.setup
    try:
        name = find_offer(Config(), setup.game, setup.preset).title
    except UnknownGame:
        name = setup.preset
    return word("chart.title", game=word(f"game.{setup.game}").replace("\n", " "), preset=name.replace("\n", " "))


def _header(report: Report) -> Iterator[str]:
    plan = report.plan
    setup = plan.setup
    yield text(MARGIN, 46, _title(report), size=26, bold=True)
    facts = word("chart.facts", preset=setup.preset, seats=plan.seats, matches=plan.matches,
                 first=setup.seed, last=setup.seed + plan.matches - 1, version=setup.version)  # fmt: skip
    yield text(MARGIN, 68, facts, colour=QUIET)


def _heading(x: float, y: float, words: str, note: str = "") -> Iterator[str]:
    yield text(x, y, words, size=16, bold=True)
    if note:
        yield text(x, y + 18, note, size=12, colour=QUIET)


# Shares


class _Scale:
    """A horizontal axis of shares: from 0 to `most`, left to right between two places."""

    def __init__(self, left: float, right: float, most: float) -> None:
        self.left, self.right, self.most = left, right, most

    def x(self, share: float) -> float:
        return self.left + (self.right - self.left) * min(share, self.most) / self.most

    def marks(self, top: float, bottom: float, even: float) -> Iterator[str]:
        steps = 5 if self.most in (0.5, 1.0) else 4
        for step in range(steps + 1):
            share = self.most * step / steps
            yield line(self.x(share), top, self.x(share), bottom)
            yield text(self.x(share), bottom + 15, f"{share:.0%}", size=11, colour=QUIET, anchor="middle")
        yield line(self.x(even), top - 3, self.x(even), bottom, colour=INK, dashes="4 3")


def _scale(left: float, right: float, shares: Sequence[Interval], seats: int) -> _Scale:
    highest = max((high for _, _, high in shares), default=1.0)
    return _Scale(left, right, 1.0 if seats == 2 or highest > 0.8 else 0.8 if highest > 0.5 else 0.5)


def _bar(scale: _Scale, y: float, figure: Interval) -> str:
    _, low, high = figure
    return line(scale.x(low), y, scale.x(high), y, colour=QUIET, width=3)


def _wins(report: Report, top: float) -> tuple[Marks, float]:
    """Return the seats' shares of wins, a group of rows for each level, and their height."""
    seats = range(report.plan.seats)
    shares = {level: [each.tally.share_of_wins(seat) for seat in seats] for level, each in report.levels.items()}
    scale = _scale(MARGIN + LABEL, MARGIN + HALF_WIDE - 58, list(chain(*shares.values())), len(seats))
    first = top + LINE + 22
    group = len(seats) * LINE * 0.75 + 12
    bottom = first + group * len(shares) - 6
    marks = [*_heading(MARGIN, top + 14, word("chart.wins"), word("chart.wins.note")), *_legend(seats, top + 10)]
    marks += scale.marks(first - 4, bottom, 1 / len(seats))
    for place, (level, figures) in enumerate(shares.items()):
        y = first + place * group
        middle = y + (len(seats) - 1) * LINE * 0.375 + 12
        marks.append(text(MARGIN, middle, level))
        for seat, figure in enumerate(figures):
            row = y + seat * LINE * 0.75 + 8
            marks += [_bar(scale, row, figure), *seat_mark(scale.x(figure[0]), row, 13, seat)]
            marks.append(text(MARGIN + HALF_WIDE, row + 4, f"{figure[0]:.1%}", size=12, anchor="end"))
    return marks, bottom + 22 - top


def _legend(seats: Sequence[int], y: float) -> Iterator[str]:
    """Yield each seat's shape and name, up to the right edge of the left half."""
    if len(seats) > MOST_NAMED:
        return
    for seat in seats:
        x = MARGIN + HALF_WIDE - (len(seats) - seat) * NAME_WIDE + 6
        yield from seat_mark(x + 6, y, 12, seat)
        yield text(x + 18, y + 4, word(f"seat.{seat}"), size=11)


def _ladder(report: Report, top: float) -> tuple[Marks, float]:
    """Return the ladder's shares of wins, a row for each pair of levels, and their height."""
    if not report.ladder:
        return [], 0
    scale = _scale(RIGHT + LABEL + 52, WIDE - MARGIN - 58, [rung.share for rung in report.ladder], report.plan.seats)
    first = top + LINE + 22
    bottom = first + len(report.ladder) * LINE * 1.4
    note = word("chart.ladder.two" if report.plan.seats == 2 else "chart.ladder.more")
    marks = [*_heading(RIGHT, top + 14, word("chart.ladder"), note)]
    marks += scale.marks(first - 4, bottom, 1 / report.plan.seats)
    for place, rung in enumerate(report.ladder):
        y = first + (place + 0.5) * LINE * 1.4
        x = scale.x(rung.share[0])
        marks.append(text(RIGHT, y + 4, word("balance.rung", higher=rung.higher, lower=rung.lower)))
        marks += [_bar(scale, y, rung.share), polygon(_dot(x, y), DARK, INK)]
        marks.append(text(WIDE - MARGIN, y + 4, f"{rung.share[0]:.1%}", size=12, anchor="end"))
    return marks, bottom + 22 - top


def _dot(x: float, y: float) -> list[tuple[float, float]]:
    return [(x - 3, y - 7), (x + 3, y - 7), (x + 3, y + 7), (x - 3, y + 7)]


# Bars


def _lengths(report: Report, top: float) -> Marks:
    """Return the lengths of matches, bars for each level on one axis of minutes."""
    counts = {level: each.tally.lengths_ms for level, each in report.levels.items()}
    middles = {level: minutes(each)[1] for level, each in report.levels.items()}
    bins = bins_for(list(counts.values()), MOST_BARS, TENTH_OF_A_MINUTE)
    notes = {level: word("chart.median", figure=f"{middle:.1f}") for level, middle in middles.items()}
    marks = [*_heading(MARGIN, top + 14, word("chart.lengths"))]
    return marks + _histograms(MARGIN, top, counts, bins, notes, lambda value: f"{value / 60_000:g}")


def _changes(report: Report, top: float) -> Marks:
    """Return the numbers of lead changes in a deal, bars for each level."""
    counts = {level: each.deal_lead_changes for level, each in report.levels.items()}
    bins = bins_for(list(counts.values()), MOST_BARS)
    notes = {level: word("chart.mean", figure=f"{mean(each):.1f}") for level, each in counts.items()}
    marks = [*_heading(RIGHT, top + 14, word("chart.changes"))]
    return marks + _histograms(RIGHT, top, counts, bins, notes, lambda value: f"{value}")


def _histograms(
    left: float,
    top: float,
    counts: Mapping[str, Mapping[int, int]],
    bins: Bins,
    notes: Mapping[str, str],
    shown: Callable[[int], str],
) -> Marks:
    """Return bars for each level below each other, on one axis."""
    marks: Marks = []
    start, wide = left + LABEL, (HALF_WIDE - LABEL) / bins.count
    bottom = top + LINE
    for level, of_level in counts.items():
        heights = bins.bars(of_level)
        bottom += BARS + 18
        marks.append(text(left, bottom - 20, level))
        marks.append(text(left, bottom - 4, notes[level], size=12, colour=QUIET))
        marks.append(line(start, bottom, left + HALF_WIDE, bottom, colour=QUIET))
        most = max(heights)
        for place, height in enumerate(heights):
            if height:
                high = max(BARS * height / most, 1)
                marks.append(rectangle(start + place * wide + 1, bottom - high, max(wide - 2, 1), high, DARK))
    return marks + list(_bin_labels(bins, start, wide, bottom + 15, shown))


def _bin_labels(bins: Bins, start: float, wide: float, y: float, shown: Callable[[int], str]) -> Iterator[str]:
    """Yield the values below bars: each bar of width 1 in its middle, others at the left edge of some."""
    every = max(1, round(44 / wide))
    inset = wide / 2 if bins.width == 1 else 0
    for place in range(0, bins.count, every):
        is_last = place + every >= bins.count
        words = shown(bins.start + place * bins.width)
        if is_last and bins.has_tail:
            words = word("chart.and_more", value=words)
        yield text(start + place * wide + inset, y, words, size=11, colour=QUIET, anchor="middle")


# Leads


def _leads(report: Report, top: float) -> Marks:
    """Return how often the winner led on the way, an area for each level."""
    marks = [*_heading(MARGIN, top + 14, word("chart.leads"))]
    for place, (colour, key) in enumerate(((DARK, "chart.led"), (PALE, "chart.level"), (MIDDLE, "chart.trailed"))):
        x = MARGIN + place * STATE_WIDE
        marks.append(rectangle(x, top + 22, 12, 12, colour))
        marks.append(text(x + 18, top + 32, word(key), size=12, colour=QUIET))
    marks.append(text(MARGIN + 3 * STATE_WIDE, top + 32, word("chart.leads.note"), size=12, colour=QUIET))
    count = len(report.levels)
    wide = min((WIDE - 2 * MARGIN - GAP * (count - 1)) / count, HALF_WIDE)
    y = top + 2 * LINE
    for place, (level, balance) in enumerate(report.levels.items()):
        marks += _area(MARGIN + place * (wide + GAP), y, wide, level, balance)
    for share in (0.0, 0.5, 1.0):
        at = y + AREA_HIGH * (1 - share) + 4
        marks.append(text(MARGIN - 4, at, f"{share:.0%}", size=9, colour=QUIET, anchor="end"))
    return marks


def _area(x: float, y: float, wide: float, level: str, balance: Balance) -> Iterator[str]:
    curve, high = balance.match_curve, AREA_HIGH
    yield rectangle(x, y, wide, high, PALE)
    yield polygon([(x, y + high), *_edge(x, y, wide, high, curve, is_top=False), (x + wide, y + high)], DARK)
    yield polygon([(x, y), *_edge(x, y, wide, high, curve, is_top=True), (x + wide, y)], MIDDLE)
    yield line(x + wide / 2, y - 4, x + wide / 2, y + high, colour=INK, dashes="4 3")
    share = curve.comebacks[0]
    words = word("chart.comebacks", level=level, share=f"{share:.0%}")
    yield text(x, y + high + 16, words, size=12)


def _edge(x: float, y: float, wide: float, high: float, curve: Curve, *, is_top: bool) -> list[tuple[float, float]]:
    """Return the upper edge of the share of winners that lead, or the lower one of those that trail (`is_top`)."""
    points = []
    for step in range(STEPS + 1):
        share = curve.share_trailed(step) if is_top else 1 - curve.share_led(step)
        points.append((x + wide * step / STEPS, y + high * share))
    return points


# Table


def _table(report: Report, top: float) -> tuple[Marks, float]:
    """Return the figures that are not drawn, as a table with a column for each level, and its height."""
    rows = preset_table(report)
    drawn = report.plan.seats
    head, rest = rows[0], rows[1 + drawn :]
    column = (WIDE - 2 * MARGIN - 210) / max(len(report.levels), 1)
    marks: Marks = [*_heading(MARGIN, top + 14, word("chart.rest"))]
    for place, level in enumerate(head[1:]):
        marks.append(text(MARGIN + 210 + place * column, top + 14, level, bold=True))
    y = top + 14
    for number, (label, *cells) in enumerate(rest):
        y = top + 14 + (number + 1) * (LINE - 3)
        marks += [line(MARGIN, y - 15, WIDE - MARGIN, y - 15), text(MARGIN, y, label)]
        marks += [text(MARGIN + 210 + place * column, y, cell) for place, cell in enumerate(cells)]
    return marks, y - top
