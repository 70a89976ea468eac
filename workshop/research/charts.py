"""The figures of `photofinish balance` as a sheet of charts.

matplotlib draws it (the extra `certify`). Its SVG names neither a day nor a release of matplotlib, and its words stay
text, so that the same report gives the same bytes and a reader can search it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from io import StringIO
from itertools import accumulate
from math import ceil
from typing import Final, Literal
from warnings import catch_warnings, filterwarnings

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure
from matplotlib.path import Path
from matplotlib.ticker import MaxNLocator, PercentFormatter
from matplotlib.transforms import Bbox

from cabinet.config.offers import find_offer
from cabinet.config.schema import Config
from cabinet.display.shapes import SEAT_SHAPES
from cabinet.display.theme import SEATS, Colour
from cabinet.strings.catalogue import word
from engine.errors import UnknownGame
from workshop.research.balance import HALF, STEPS, Balance, Interval, Report, mean
from workshop.research.balance_table import minutes, preset_table

INK: Final = "#1a2030"
QUIET: Final = "#5b6475"
GRID: Final = "#d5dae3"
DARK: Final = "#3d4f73"
PALE: Final = "#dfe4ee"
MIDDLE: Final = "#9aa8c4"
PAD: Final = 0.12
"""The room at the edges of a part of the sheet, inches."""
STYLE: Final = {
    "font.sans-serif": ["DejaVu Sans", "Arial"],
    "font.size": 9,
    "text.color": INK,
    "text.parse_math": False,  # a way to play may be named with two dollars
    "axes.edgecolor": GRID,
    "axes.labelcolor": QUIET,
    "axes.labelsize": 8.5,
    "axes.spines.left": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xaxis.labellocation": "left",
    "xtick.color": GRID,
    "xtick.labelcolor": QUIET,
    "xtick.labelsize": 8,
    "ytick.color": GRID,
    "ytick.labelcolor": INK,
    "grid.color": GRID,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "svg.fonttype": "none",
    "svg.hashsalt": "balance",
}
WIDE: Final = 10.0
"""The width of the sheet, inches; heights are in inches as well."""
ABOVE: Final = 0.36
BELOW: Final = 0.42
"""The room for words above and below the charts of a section."""
LEVEL: Final = 0.8
NAMES: Final = 1.45
"""The room at the left for a level, and for more than its name."""
SHARE: Final = 0.78
"""The room for the figure at the right of a share."""
ROW: Final = 0.21
"""The height of a seat's share of wins, of a row of the ladder, and of the table."""
BARS: Final = 0.8
"""The height of the bars of one level."""
AREA: Final = 1.5
MOST_NAMED: Final = 4
"""The most seats that have room in the legend."""
MOST_BARS: Final = 24
MOST_TICKS: Final = 9
TAIL: Final = 0.98
"""The share of all counts that the bars before the last hold at least; the last has the rest, however far out."""
TENTH_OF_A_MINUTE_MS: Final = 6_000


def drawing(report: Report) -> str:
    """Return the sheet of a report as the text of an SVG file."""
    written = StringIO()
    with style.context(STYLE, after_reset=True), catch_warnings():
        filterwarnings("ignore", message="Glyph")  # a name's letters come from the reader's fonts, not matplotlib's
        metadata = {"Title": title_of(report), "Date": None, "Creator": None}
        sheet_of(report).savefig(written, format="svg", metadata=metadata)
    return "".join(f"{line.rstrip()}\n" for line in written.getvalue().splitlines())


def sheet_of(report: Report) -> Figure:
    """Return the sheet of a report; `STYLE` must be set."""
    plan, levels, rows = report.plan, report.levels, figures_of(report)
    shares = ROW * max(len(levels) * (plan.seats + 1), 1.5 * len(report.ladder))
    words = ABOVE + BELOW
    heights = [words, words + shares, words + len(levels) * BARS, words + AREA, words + len(rows) * ROW]
    figure = Figure((WIDE, sum(heights)))
    head, wins, bars, leads, rest = figure.subfigures(5, 1, squeeze=False, height_ratios=heights).flat
    draw_head(head, report)
    left, right = wins.subfigures(1, 2)
    draw_wins(left, report)
    if report.ladder:
        draw_ladder(right, report)
    left, right = bars.subfigures(1, 2)
    lengths, changes = {}, {}
    for level, each in levels.items():
        median, average = f"{minutes(each)[1]:.1f}", f"{mean(each.deal_lead_changes):.1f}"
        lengths[f"{level}\n" + word("chart.median", figure=median)] = each.tally.lengths_ms
        changes[f"{level}\n" + word("chart.mean", figure=average)] = each.deal_lead_changes
    draw_bars(left, word("chart.lengths"), lengths, TENTH_OF_A_MINUTE_MS, 0.1)
    draw_bars(right, word("chart.changes"), changes)
    draw_leads(leads, levels)
    draw_table(rest, rows)
    return figure


def title_of(report: Report) -> str:
    """Return the names of the game and the preset; the preset's own where the configuration does not know it."""
    setup = report.plan.setup
    try:
        name = find_offer(Config(), setup.game, setup.preset).title
    except UnknownGame:
        name = setup.preset
    return word("chart.title", game=word(f"game.{setup.game}").replace("\n", " "), preset=name.replace("\n", " "))


def figures_of(report: Report) -> list[list[str]]:
    """Return the rows of the table that are not drawn: all but the seats' wins."""
    head, *rows = preset_table(report)
    return [head, *rows[report.plan.seats :]]


def draw_head(figure: SubFigure, report: Report) -> None:
    """Write the title, and what was played."""
    plan, setup = report.plan, report.plan.setup
    facts = word(
        "chart.facts",
        preset=setup.preset,
        seats=plan.seats,
        matches=plan.matches,
        first=setup.seed,
        last=setup.seed + plan.matches - 1,
        version=setup.version,
    )
    figure.text(left_of(figure), 0.55, title_of(report), size=18, weight="bold")
    figure.text(left_of(figure), 0.2, facts, color=QUIET)


def heading(figure: SubFigure, words: str) -> None:
    """Write what a section shows."""
    figure.suptitle(words, x=left_of(figure), ha="left", size=12, weight="bold")


def left_of(figure: SubFigure) -> float:
    """Return the left edge of headings, as a share of the width."""
    return PAD * figure.dpi / figure.bbox.width


def plots(
    figure: SubFigure,
    rows: int = 1,
    columns: int = 1,
    *,
    left: float = PAD,
    right: float = PAD,
    sharex: bool = False,
    sharey: bool = False,
) -> list[Axes]:
    """Return the charts of a section with so much room beside them, inches.

    No solver lays them out: the last digits of matplotlib's differ from run to run.
    """
    wide, high = figure.bbox.width / figure.dpi, figure.bbox.height / figure.dpi
    room = {
        "left": left / wide,
        "right": 1 - right / wide,
        "top": 1 - ABOVE / high,
        "bottom": BELOW / high,
        "wspace": 0.1,
    }
    found = figure.subplots(rows, columns, sharex=sharex, sharey=sharey, squeeze=False, gridspec_kw=room)
    return list(found.flat)


# Shares


def draw_wins(figure: SubFigure, report: Report) -> None:
    """Draw the seats' shares of wins, a group of rows for each level."""
    seats = range(report.plan.seats)
    heading(figure, word("chart.wins"))
    (axes,) = plots(figure, left=LEVEL, right=SHARE)
    for place, balance in enumerate(report.levels.values()):
        for seat in seats:
            y = place * (len(seats) + 1) + seat
            name = None if place else word(f"seat.{seat}")  # for the legend, once
            share = balance.tally.share_of_wins(seat)
            draw_share(axes, y, share, seat_marker(seat), hexed(SEATS[seat].colour), name)
    middles = [place * (len(seats) + 1) + (len(seats) - 1) / 2 for place in range(len(report.levels))]
    finish_shares(axes, dict(zip(middles, report.levels, strict=True)), len(seats), word("chart.wins.note"))
    if len(seats) <= MOST_NAMED:
        figure.legend(loc="upper right", ncols=len(seats), columnspacing=1, handletextpad=0.4)


def draw_ladder(figure: SubFigure, report: Report) -> None:
    """Draw the ladder's shares of wins, a row for each pair of levels."""
    heading(figure, word("chart.ladder"))
    (axes,) = plots(figure, left=NAMES, right=SHARE)
    for place, rung in enumerate(report.ladder):
        draw_share(axes, place, rung.share, "s", DARK)
    names = {
        float(place): word("balance.rung", higher=rung.higher, lower=rung.lower)
        for place, rung in enumerate(report.ladder)
    }
    note = word("chart.ladder.two" if report.plan.seats == 2 else "chart.ladder.more")
    finish_shares(axes, names, report.plan.seats, note)


def draw_share(
    axes: Axes, y: float, figure: Interval, marker: str | Path, colour: str, name: str | None = None
) -> None:
    """Draw a share with its interval, and write it on the right. The mark has an edge for white paper."""
    share, low, high = figure
    axes.hlines(y, low, high, color=QUIET, linewidth=2.5)
    axes.plot(
        share,
        y,
        linestyle="",
        marker=marker,
        markersize=9,
        markerfacecolor=colour,
        markeredgecolor=INK,
        clip_on=False,
        label=name,
    )
    axes.text(1.04, y, f"{share:.1%}", transform=axes.get_yaxis_transform(), va="center")


def finish_shares(axes: Axes, names: Mapping[float, str], seats: int, note: str) -> None:
    """Write the rows' names and the scale of shares, which goes as far as the figures do."""
    axes.set_yticks(list(names), list(names.values()))
    axes.margins(y=0.1)
    axes.invert_yaxis()
    axes.tick_params(left=False)
    axes.set_xlim(0, 1 if seats == 2 else None)
    axes.xaxis.set_major_formatter(PercentFormatter(1, 0))
    axes.grid(axis="x")
    axes.set_axisbelow(True)
    axes.axvline(1 / seats, color=INK, linewidth=1, linestyle="--", zorder=1)
    axes.set_xlabel(note)


def seat_marker(seat: int) -> Path:
    """Return a seat's shape: its square is centred at (0, 0), and y goes upwards."""
    parts = SEAT_SHAPES[SEATS[seat].shape]
    return Path.make_compound_path(
        *(
            Path([(x - 0.5, 0.5 - y) for x, y in (*part, part[0])], closed=True)
            if isinstance(part, list)
            else Path.circle((part[0] - 0.5, 0.5 - part[1]), part[2])
            for part in parts
        )
    )


def hexed(colour: Colour) -> str:
    """Return an RGB triple as a colour of matplotlib and of SVG."""
    return "#" + "".join(f"{part:02x}" for part in colour)


# Bars


def draw_bars(
    figure: SubFigure, words: str, levels: Mapping[str, Mapping[int, int]], unit: int = 1, shown: float = 1
) -> None:
    """Draw how often each value came, a row of bars for each level, by its name, on one axis.

    A bar is some `unit`s of values wide, and `shown` is what the axis says for one.
    """
    heading(figure, words)
    pooled = Counter[int]()
    for counts in levels.values():
        for value, count in counts.items():
            pooled[value // unit] += count
    edges, has_tail = edges_for(pooled)
    align: Literal["left", "mid"] = "left" if edges[1] - edges[0] == 1 else "mid"
    rows = plots(figure, len(levels), left=NAMES, sharex=True)
    for axes, (name, counts) in zip(rows, levels.items(), strict=True):
        values = [min(value // unit, edges[-2]) for value in counts]
        axes.hist(values, edges, weights=list(counts.values()), align=align, color=DARK, rwidth=0.94)
        axes.set_ylabel(name, rotation=0, ha="left", va="bottom", labelpad=72 * (NAMES - PAD), y=0, color=INK, size=9)
        axes.set_yticks([])
        axes.tick_params(bottom=False)
    ticks = edges[-2 :: -ceil(len(edges) / MOST_TICKS)][::-1]
    labels = [f"{tick * shown:g}" for tick in ticks]
    if has_tail:
        labels[-1] = word("chart.and_more", value=labels[-1])
    rows[-1].set_xticks(ticks, labels)


def edges_for(counts: Mapping[int, int]) -> tuple[list[int], bool]:
    """Return the edges of at most `MOST_BARS` bars, 1, 2 or 5 times a power of ten wide, and whether values lie beyond.

    The bars hold `TAIL` of all values; those beyond belong to the last.
    """
    values = sorted(counts) or [0]
    sums = list(accumulate(counts[value] for value in values)) if counts else [1]
    last = next(value for value, below in zip(values, sums, strict=True) if below >= TAIL * sums[-1])
    ticks = MaxNLocator(MOST_BARS - 1, steps=[1, 2, 5, 10], integer=True).tick_values(values[0], last + 1)
    edges = [round(tick) for tick in ticks]
    return edges, values[-1] >= edges[-1]


# Leads


def draw_leads(figure: SubFigure, levels: Mapping[str, Balance]) -> None:
    """Draw how often the winner led on the way, an area for each level."""
    heading(figure, word("chart.leads"))
    charts = plots(figure, 1, len(levels), left=LEVEL, sharey=True)
    names = [word("chart.led"), word("chart.level"), word("chart.trailed")]
    for axes, (level, balance) in zip(charts, levels.items(), strict=True):
        curve = balance.match_curve
        led, trailed = ([share(step) for step in range(STEPS + 1)] for share in (curve.share_led, curve.share_trailed))
        level_then = [1 - ahead - behind for ahead, behind in zip(led, trailed, strict=True)]
        axes.stackplot(range(STEPS + 1), led, level_then, trailed, colors=(DARK, PALE, MIDDLE), labels=names)
        axes.axvline(HALF, color=INK, linewidth=1, linestyle="--")
        axes.set(xlim=(0, STEPS), ylim=(0, 1), xticks=[], yticks=(0, 0.5, 1))
        axes.yaxis.set_major_formatter(PercentFormatter(1, 0))
        axes.set_xlabel(word("chart.comebacks", level=level, share=f"{curve.comebacks[0]:.0%}"), color=INK, size=9)
    figure.legend(*charts[0].get_legend_handles_labels(), loc="upper right", ncols=3)
    figure.supxlabel(word("chart.leads.note"), x=left_of(figure), ha="left", size=8.5, color=QUIET)


# Table


def draw_table(figure: SubFigure, rows: Sequence[Sequence[str]]) -> None:
    """Write the figures that are not drawn, a column for each level."""
    heading(figure, word("chart.rest"))
    (axes,) = plots(figure)
    axes.axis("off")
    axes.hlines([row / len(rows) for row in range(len(rows))], 0, 1, color=GRID, linewidth=0.8)
    axes.set(xlim=(0, 1), ylim=(0, 1))
    table = axes.table(rows, cellLoc="left", edges="open", bbox=Bbox.unit())
    table.auto_set_font_size(False)
    for (row, _), cell in table.get_celld().items():
        cell.PAD = 0
        cell.set_text_props(weight="bold" if row == 0 else "normal")
