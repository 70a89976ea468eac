"""The figures of `photofinish balance` as tables: of one preset with a column for each level, and of all presets.

A table is a list of rows of texts, its head first; `in_columns` and `as_markdown` lay it out. The figures themselves
are in `workshop.research.balance`, the words in the catalogue.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from cabinet.strings.catalogue import word
from workshop.research.balance import STEPS, Balance, Interval, Report, mean
from workshop.research.tally import Tally, quartiles

Table = list[list[str]]
MINUTE_MS: Final = 60_000


def minutes(balance: Balance) -> tuple[float, float, float]:
    """Return the quartiles of a match's length from its first deal to its end, minutes."""
    low, median, high = quartiles(balance.tally.lengths_ms)
    return low / MINUTE_MS, median / MINUTE_MS, high / MINUTE_MS


# One preset


def preset_table(report: Report) -> Table:
    """Return the table of one preset: a row for each figure, a column for each level."""
    rows = [(word(key), figure) for key, figure in FIGURES]
    seats = [(word("balance.wins", seat=word(f"seat.{seat}")), _wins(seat)) for seat in range(report.plan.seats)]
    levels = report.levels.values()
    return [["", *report.levels], *([label, *map(figure, levels)] for label, figure in (*seats, *rows))]


def ladder_table(report: Report) -> Table:
    """Return the table of the ladder: a row for each pair of levels."""
    return [
        [word("balance.rung", higher=rung.higher, lower=rung.lower), share_text(rung.share)] for rung in report.ladder
    ]


def share_text(figure: Interval) -> str:
    """Return a share with its interval in brackets."""
    share, low, high = figure
    return word("balance.share", share=share, low=low, high=high)


def _stuck(balance: Balance) -> str:
    return f"{balance.tally.stuck / max(balance.deals, 1):.1f}"


def _wins(seat: int) -> Callable[[Balance], str]:
    return lambda balance: share_text(balance.tally.share_of_wins(seat))


def _quartiles(figures: tuple[float, float, float]) -> str:
    low, median, high = figures
    return word("balance.quartiles", low=low, median=median, high=high)


FIGURES: Final[tuple[tuple[str, Callable[[Balance], str]], ...]] = (
    ("balance.drawn", lambda balance: share_text(balance.drawn)),
    ("balance.caps", lambda balance: share_text(balance.by_cap)),
    ("balance.minutes", lambda balance: _quartiles(minutes(balance))),
    ("balance.deals", lambda balance: f"{balance.deals / max(balance.tally.matches, 1):.1f}"),
    ("balance.seconds", lambda balance: _quartiles(balance.deal_seconds)),
    ("balance.pace", lambda balance: f"{balance.cards_a_minute:.0f}"),
    ("balance.deal_leads", lambda balance: f"{mean(balance.deal_lead_changes):.1f}"),
    ("balance.leads", lambda balance: f"{mean(balance.lead_changes):.1f}"),
    ("balance.deal_comebacks", lambda balance: share_text(balance.deal_curve.comebacks)),
    ("balance.comebacks", lambda balance: share_text(balance.match_curve.comebacks)),
    ("balance.late_comebacks", lambda balance: share_text(balance.match_curve.late_comebacks)),
    ("balance.stuck", _stuck),
    ("balance.stuck_time", lambda balance: f"{balance.stuck_share:.0%}"),
    ("balance.races", lambda balance: f"{balance.races_a_minute:.1f}"),
    ("balance.margin", lambda balance: f"{balance.median_margin_ms:.0f}" if balance.margins_ms else ""),
)
"""The figures of a level besides the seats' wins, by their words' keys, in their order."""


# All presets


def seats_table(reports: Sequence[Report]) -> Table:
    """Return the wins of each seat by level, a row for each preset."""
    return _by_level(reports, "{level}", lambda balance: _wins_of_seats(balance.tally))


def length_table(reports: Sequence[Report]) -> Table:
    """Return the quartiles of a match's length by level, a row for each preset."""
    return _by_level(reports, word("balance.head.minutes", level="{level}"), lambda each: _plain(minutes(each)))


def course_table(reports: Sequence[Report], level: str) -> Table:
    """Return how matches of one level go, a row for each preset."""
    head = [word(key) for key, _ in COURSE]
    rows = [[figure(report.levels[level]) for _, figure in COURSE] for report in reports]
    return [[word("balance.head.presets", level=level), *head], *_named(reports, rows)]


def all_ladders_table(reports: Sequence[Report]) -> Table:
    """Return the share of wins of the higher level for every pair of levels, a row for each preset."""
    pairs = [word("balance.rung", higher=higher, lower=lower) for higher, lower in reports[0].plan.pairs]
    rows = [[f"{100 / report.plan.seats:.0f}", *(_percent(rung.share) for rung in report.ladder)] for report in reports]
    return [[word("balance.head.preset"), word("balance.head.even"), *pairs], *_named(reports, rows)]


def _by_level(reports: Sequence[Report], head: str, figure: Callable[[Balance], str]) -> Table:
    levels = list(reports[0].levels)
    rows = [[figure(report.levels[level]) for level in levels] for report in reports]
    return [[word("balance.head.preset"), *(head.format(level=level) for level in levels)], *_named(reports, rows)]


def _named(reports: Sequence[Report], rows: Sequence[list[str]]) -> Table:
    return [[f"`{report.plan.setup.preset}`", *row] for report, row in zip(reports, rows, strict=True)]


def _wins_of_seats(tally: Tally) -> str:
    figures = [tally.share_of_wins(seat) for seat in range(tally.seats)]
    half = max((high - low) / 2 for _, low, high in figures)
    shares = " ".join(f"{100 * share:.1f}" for share, _, _ in figures)
    return word("balance.wins_of_seats", shares=shares, half=100 * half)


def _percent(figure: Interval) -> str:
    share, low, high = (100 * value for value in figure)
    return word("balance.percent", share=share, low=low, high=high)


def _plain(figures: tuple[float, float, float]) -> str:
    low, median, high = figures
    return word("balance.quartiles.of", low=low, median=median, high=high)


def _some_percent(figure: Interval) -> str:
    """Return a share, empty for none: in a long column the others stand out."""
    return f"{100 * figure[0]:.1f}" if figure[0] else ""


COURSE: Final[tuple[tuple[str, Callable[[Balance], str]], ...]] = (
    ("balance.head.deals", lambda balance: f"{balance.deals / max(balance.tally.matches, 1):.1f}"),
    ("balance.head.seconds", lambda balance: _plain(balance.deal_seconds)),
    ("balance.pace", lambda balance: f"{balance.cards_a_minute:.0f}"),
    ("balance.deal_leads", lambda balance: f"{mean(balance.deal_lead_changes):.1f}"),
    ("balance.head.deal_comebacks", lambda balance: _percent(balance.deal_curve.comebacks)),
    ("balance.head.comebacks", lambda balance: _percent(balance.match_curve.comebacks)),
    ("balance.head.late_comebacks", lambda balance: _percent(balance.match_curve.late_comebacks)),
    ("balance.stuck", lambda balance: _stuck(balance) if balance.stuck_ns else ""),
    ("balance.head.stuck_time", lambda balance: f"{100 * balance.stuck_share:.0f}" if balance.stuck_ns else ""),
    ("balance.head.caps", lambda balance: _some_percent(balance.by_cap)),
    ("balance.head.drawn", lambda balance: _some_percent(balance.drawn)),
    ("balance.races", lambda balance: f"{balance.races_a_minute:.1f}"),
    ("balance.margin", lambda balance: f"{balance.median_margin_ms:.0f}" if balance.margins_ms else ""),
)
"""The columns of `course_table`."""


def comparison(reports: Sequence[Report]) -> list[Table]:
    """Return the tables of several presets: seats and lengths by level, the course at each level, and the ladder."""
    levels = reports[0].plan.levels
    found = [seats_table(reports), length_table(reports), *(course_table(reports, level) for level in levels)]
    return [*found, all_ladders_table(reports)] if reports[0].plan.pairs else found


# Layout


def as_markdown(table: Table) -> list[str]:
    """Return the lines of a table in Markdown, its first row as the head."""
    head, *rows = table
    return [_piped(head), "|" + "---|" * len(head), *map(_piped, rows)]


def _piped(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


# JSON


def as_dict(report: Report) -> dict[str, Any]:
    """Return all figures of a report in the form that ``--json`` prints; times in seconds, shares from 0 to 1."""
    setup = report.plan.setup
    return {
        "game": setup.game,
        "preset": setup.preset,
        "seats": report.plan.seats,
        "matches": report.plan.matches,
        "seed": setup.seed,
        "version": setup.version,
        "levels": {level: level_dict(balance) for level, balance in report.levels.items()},
        "ladder": [
            {
                "higher": rung.higher,
                "lower": rung.lower,
                "matches": rung.matches,
                "decided": rung.decided,
                "wins": rung.wins,
                "share": _rounded(rung.share),
                "decided_by_cap": _rounded(rung.share_by_cap),
            }
            for rung in report.ladder
        ],
    }


def level_dict(balance: Balance) -> dict[str, Any]:
    """Return one level's figures for JSON."""
    return balance.tally.as_dict() | {
        "deals_won": [_rounded(balance.deals_taken(seat)) for seat in range(balance.seats)],
        "deal_seconds": [round(figure, 2) for figure in balance.deal_seconds],
        "cards_a_minute": round(balance.cards_a_minute, 2),
        "lead_changes_a_deal": round(mean(balance.deal_lead_changes), 3),
        "lead_changes_a_match": round(mean(balance.lead_changes), 3),
        "deals_won_from_behind": _rounded(balance.deal_curve.comebacks),
        "matches_won_from_behind": _rounded(balance.match_curve.comebacks),
        "matches_won_from_behind_at_three_quarters": _rounded(balance.match_curve.late_comebacks),
        "stuck_share": round(balance.stuck_share, 4),
        "drawn_share": _rounded(balance.drawn),
        "by_cap_share": _rounded(balance.by_cap),
        "races_a_minute": round(balance.races_a_minute, 3),
        "median_margin_ms": round(balance.median_margin_ms, 1),
        "winner_led": [round(balance.match_curve.share_led(step), 4) for step in range(STEPS + 1)],
        "winner_trailed": [round(balance.match_curve.share_trailed(step), 4) for step in range(STEPS + 1)],
    }


def _rounded(figures: Iterable[float]) -> list[float]:
    return [round(figure, 4) for figure in figures]
