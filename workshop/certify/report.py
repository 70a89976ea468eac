"""From rows to a verdict and a page: how often the earlier press won, by its lead, and what follows.

Shares have Wilson's intervals, a count of nothing its upper bound by the rule of three. The point of even odds is the
lead at which both seats would win as often: the bias between them, 0 for a fair cabinet. Where stamps decide, it is how
much later one seat is stamped in the mean of what is judged (by batches, since errors of one clock resemble one another
for a while), so that it is known inside of what the source claims to tell. Elsewhere, and where outcomes overlap, it is
the middle of a logistic curve; where they do not overlap, the two leads are given between which it lies.

Verdicts ask for intervals so wide that of 1,000 fair reports one at most is accused of anything; what is printed is the
usual one of 95 %. What would have been seen in 95 of 100 reports is printed beside it.

The report has every race as a row, figures and verdicts as JSON, a page for a reader, and a picture. All but the
picture follow from the rows alone; matplotlib draws it, which an engineer who looks at figures has, and no cabinet
needs (the extra `certify`).
"""

from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby, pairwise
from math import exp, inf, isinf, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from cabinet.errors import CertifyError
from cabinet.strings.catalogue import word
from workshop.certify import clock, lot, trials
from workshop.certify.clock import Reading, Steadiness
from workshop.certify.lot import Lots
from workshop.certify.rigs import US
from workshop.certify.tester import Light
from workshop.certify.trials import PEERS, SIMULATED, Row
from workshop.research.tally import Z95, interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes


Z999: Final = 4.2149
"""The quantile of the normal distribution for 40 intervals that hold all together in 99.9 % of cases: a report has two
for each source, and two of the lot."""
SEEN: Final = 1.6449
"""That for what is beyond a bound in 95 of 100."""
FEWEST: Final = 20
"""Of fewer races nothing is concluded: so many at each of 26 leads are won by the wrong seat by chance in one of 40,000
reports."""
BATCHES: Final = 30
"""The races are put into so many batches, one after the other."""
LEAST_NS: Final = US
"""The least lead that is raced: a lateness below it is none."""
STEPS: Final = 60
"""The curve is found after some ten steps."""
CLOSE: Final = 1e-9
STEEPEST: Final = 500.0
"""An exponent beyond which a chance is 0 or 1."""


class Share(msgspec.Struct, frozen=True):
    """So many of so many, with Wilson's interval of 95 %, each from 0 to 1."""

    count: int
    of: int
    low: float
    high: float

    @property
    def value(self) -> float:
        """The share; 0 of nothing."""
        return self.count / self.of if self.of else 0.0


def share_of(count: int, of: int, z: float = Z95) -> Share:
    """Return a share with Wilson's score interval; without trials it may be anything."""
    _, low, high = interval(count, of, z)
    return Share(count, of, low, high)


def at_most(count: int, of: int) -> float:
    """Return the upper bound of 95 % of a share; of nothing in so many it is 3 in that number (rule of three)."""
    return min(1.0, 3 / of) if of and not count else share_of(count, of).high


class AtLead(msgspec.Struct, frozen=True):
    """The races in which seat 0 was earlier by that lead (ns; below 0: seat 1): seat 0's wins, and lots."""

    lead_ns: int
    seat_0: Share
    lots: int


class EvenOdds(msgspec.Struct, frozen=True):
    """The lead of seat 0 at which both win as often, ns.

    `low` and `high` are an interval of 95 % where `at` is known; where outcomes do not overlap `at` is None, and it
    lies between the two. `low_999` and `high_999` are infinite where too few races say anything. `seen` is the lateness
    of a seat that would have been seen in 95 of 100 reports, None where that is not known.
    """

    at: float | None
    low: float
    high: float
    low_999: float
    high_999: float
    seen: float | None = None

    @property
    def is_known(self) -> bool:
        """Whether there are races enough for a bias to be seen."""
        return not isinf(self.low_999) and not isinf(self.high_999)

    @property
    def is_zero(self) -> bool:
        """Whether no bias lies within the interval of 99.9 %, but for `LEAST_NS`."""
        return self.low_999 <= LEAST_NS and self.high_999 >= -LEAST_NS


class Verdict(msgspec.Struct, frozen=True):
    """A claim by its name (`certify.claim.…`), whether it held (None: not tested), and the figures that decide it."""

    claim: str
    held: bool | None
    figures: dict[str, float]


class Certificate(msgspec.Struct, frozen=True):
    """What the rows of one source show."""

    source: str
    races: int
    leads: list[AtLead]
    even: EvenOdds
    claimed_ns: int
    verdicts: list[Verdict]

    @property
    def held(self) -> bool:
        """Whether no claim was broken."""
        return all(verdict.held is not False for verdict in self.verdicts)


def certificates(rows: Sequence[Row]) -> list[Certificate]:
    """Return a certificate for each source, in the order in which they come first."""
    names = list(dict.fromkeys(row.source for row in rows))
    return [certificate(name, [row for row in rows if row.source == name]) for name in names]


def certificate(name: str, rows: Sequence[Row]) -> Certificate:
    """Return what the rows of one source show."""
    ended = [row for row in rows if row.winner >= 0]
    by_lead = sorted(ended, key=lambda row: row.lead_ns)
    leads = [at_lead(lead, list(group)) for lead, group in groupby(by_lead, lambda row: row.lead_ns)]
    even = by_stamps(ended) or even_odds(leads)
    claimed = max((row.claimed_ns for row in rows if row.judged), default=0)
    verdicts = [
        earlier_wins(ended),
        lots_are_honest(ended, claimed),
        seats_are_even(ended, even),
        once_each(rows),
        stamps_are_true(rows),
    ]
    return Certificate(name, len(rows), leads, even, claimed, verdicts)


def at_lead(lead_ns: int, rows: Sequence[Row]) -> AtLead:
    """Return the figures of the races with one lead."""
    return AtLead(lead_ns, share_of(sum(row.winner == 0 for row in rows), len(rows)), sum(row.lot for row in rows))


# The claims


def earlier_wins(rows: Sequence[Row]) -> Verdict:
    """Whoever is earlier wins every race that no lot decides."""
    certain = [row for row in rows if row.judged and not row.lot and row.lead_ns]
    wrong = [row for row in certain if row.winner != (row.lead_ns < 0)]
    figures = {"races": len(certain), "wrong": len(wrong), "at_most": at_most(len(wrong), len(certain))}
    if wrong:
        figures["largest_lead_us"] = max(abs(row.lead_ns) for row in wrong) / US
    return Verdict("earlier_wins", not wrong if certain else None, figures)


def lots_are_honest(rows: Sequence[Row], claimed_ns: int) -> Verdict:
    """A lot is drawn only within what the source claims, on either side of its stamps' distance, and by the stamps.

    Of races that are not judged nothing is claimed.
    """
    lots = [row for row in rows if row.lot and row.judged]
    not_judged = sum(not row.judged for row in rows)
    largest = max((abs(row.lead_ns) for row in lots), default=0)
    told = sum(row.stamped_ns is not None and abs(row.stamped_ns) >= row.claimed_ns for row in lots)
    figures = {"lots": len(lots), "largest_lead_us": largest / US, "not_judged": not_judged, "told": told}
    return Verdict("lots", largest < 2 * claimed_ns and not told if lots else None, figures)


def seats_are_even(rows: Sequence[Row], even: EvenOdds) -> Verdict:
    """Both seats win as many races at once and as many lots, and the point of even odds is no lead at all.

    Presses of one encoder are told apart closer than it claims of its contacts: of these each seat has a half as well.
    """
    drawn = [row.winner == 0 for row in rows if row.lot or not row.lead_ns]
    figures = share_figures(sum(drawn), len(drawn))
    if even.seen is not None:
        figures["seen_us"] = even.seen / US
    closer = [row.winner == 0 for row in rows if not row.lot and abs(row.stamped_ns or 0) < row.claimed_ns]
    are_even = is_half(sum(drawn), len(drawn)) and is_half(sum(closer), len(closer)) and even.is_zero
    return Verdict("even", are_even if len(drawn) >= FEWEST or even.is_known else None, figures)


def share_figures(seat_0: int, of: int) -> dict[str, float]:
    """Return seat 0's share of so many, its interval, and how far from a half it would have been seen in 95 of 100."""
    usual = share_of(seat_0, of)
    figures: dict[str, float] = {"races": of, "seat_0": usual.value, "low": usual.low, "high": usual.high}
    return figures | {"seen_share": min(0.5, (Z999 + SEEN) / 2 / sqrt(of))} if of >= FEWEST else figures


def is_half(count: int, of: int) -> bool:
    """Return whether a share may be a half; of fewer than `FEWEST` any may."""
    strict = share_of(count, of, Z999)
    return of < FEWEST or strict.low <= 0.5 <= strict.high


def once_each(rows: Sequence[Row]) -> Verdict:
    """Each contact is one press, however it closes."""
    figures: dict[str, float] = {"presses": 2 * len(rows), "missed": 0, "phantoms": 0}
    for pattern in dict.fromkeys(row.pattern for row in rows):
        counts = [count for row in rows if row.pattern == pattern for count in (row.presses_0, row.presses_1)]
        of_pattern = {"missed": counts.count(0), "phantoms": sum(max(0, count - 1) for count in counts)}
        figures |= {f"{name}_{pattern}": count for name, count in of_pattern.items()}
        figures |= {name: figures[name] + count for name, count in of_pattern.items()}
    nobody = figures["without_winner"] = sum(row.winner < 0 for row in rows)
    return Verdict("once", not (figures["missed"] or figures["phantoms"] or nobody) if rows else None, figures)


def stamps_are_true(rows: Sequence[Row]) -> Verdict:
    """The stamps are as far apart as the contacts, within what the source claims, however late the news of them."""
    errors = [(abs(row.stamped_ns - row.lead_ns), row.claimed_ns) for row in rows if row.stamped_ns is not None]
    if not errors:
        return Verdict("stamps", None, {})
    figures = percentiles([error for error, _ in errors])
    if delays := [row.delay_ns for row in rows if row.delay_ns is not None]:
        figures |= {f"delay_{name}": value for name, value in percentiles(delays).items()}
    return Verdict("stamps", all(error <= claimed for error, claimed in errors), figures)


def percentiles(times_ns: Sequence[int]) -> dict[str, float]:
    """Return what half, 99 of 100, and all of these times do not exceed, µs."""
    ascending = sorted(times_ns)
    nth = {f"p{share}_us": percentile(ascending, share) / US for share in (50, 99)}
    return nth | {"most_us": ascending[-1] / US}


def percentile(ascending: Sequence[float], share: int) -> float:
    """Return what so many of 100 of these, in their order, do not exceed."""
    return ascending[min(len(ascending) - 1, share * len(ascending) // 100)]


# The point of even odds


def by_stamps(rows: Sequence[Row]) -> EvenOdds | None:
    """Return the point of even odds where stamps alone decide: by how much later one seat is stamped in the mean.

    Races that are not judged take no part. None where there are fewer others than `FEWEST`, or one came to something
    else than its stamps say; and where no lot is ever drawn of stamps that are closer than the source claims to tell.
    """
    rows = [row for row in rows if row.judged]
    closer = [row.lot for row in rows if abs(row.stamped_ns or 0) < row.claimed_ns]
    if len(rows) < FEWEST or not all(map(follows_stamps, rows)) or (closer and not any(closer)):
        return None
    count = min(BATCHES, len(rows))
    cuts = [place * len(rows) // count for place in range(count + 1)]
    errors = [(row.stamped_ns or 0) - row.lead_ns for row in rows]
    means = [sum(errors[begin:end]) / (end - begin) for begin, end in pairwise(cuts)]
    at = -sum(means) / count
    error = sqrt(sum((mean + at) ** 2 for mean in means) / (count - 1) / count)
    usual, strict = (students(z, count - 1) * error for z in (Z95, Z999))
    return EvenOdds(at, at - usual, at + usual, at - strict, at + strict, strict + SEEN * error + LEAST_NS)


def follows_stamps(row: Row) -> bool:
    """Return whether a race came to what its stamps say: the earlier wins, or a lot where they may not tell."""
    if row.stamped_ns is None:
        return False
    if row.lot:
        return abs(row.stamped_ns) < row.claimed_ns
    return row.stamped_ns != 0 and row.winner == (row.stamped_ns < 0)


def students(z: float, freedom: int) -> float:
    """Return the quantile of Student's distribution for the normal one's: Cornish and Fisher's expansion (Abramowitz
    and Stegun, 26.7.5), which is right within a hundredth from 15 degrees of freedom on."""
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    first, second, third, fourth = terms
    return z + (first + (second + (third + fourth / freedom) / freedom) / freedom) / freedom


def even_odds(leads: Sequence[AtLead]) -> EvenOdds:
    """Return the point of even odds of races by their leads."""
    often = [lead for lead in leads if lead.seat_0.of >= FEWEST]
    if len(mixed(leads)) > 2:
        at, error = middle_of_curve(leads)
        strict, seen = (Z999 * error, (Z999 + SEEN) * error + LEAST_NS) if len(mixed(often)) > 2 else (inf, None)
        return EvenOdds(at, at - Z95 * error, at + Z95 * error, at - strict, at + strict, seen)
    return EvenOdds(None, *parted(leads), *parted(often))


def mixed(leads: Sequence[AtLead]) -> list[AtLead]:
    """Return the leads at which both seats won."""
    return [lead for lead in leads if 0 < lead.seat_0.count < lead.seat_0.of]


def parted(leads: Sequence[AtLead]) -> tuple[float, float]:
    """Return the largest lead at which seat 0 never won, and the least at which it always did."""
    never = max((lead.lead_ns for lead in leads if not lead.seat_0.count), default=-inf)
    always = min((lead.lead_ns for lead in leads if lead.seat_0.count == lead.seat_0.of), default=inf)
    return never, always


def middle_of_curve(leads: Sequence[AtLead]) -> tuple[float, float]:
    """Return where a logistic curve of seat 0's wins over its lead is a half, and that point's standard error, ns.

    Newton's method on the likelihood of both coefficients; the error by the delta method.
    """
    scale = max(abs(lead.lead_ns) for lead in leads)
    level = slope = 0.0
    for _ in range(STEPS):
        missing, information = step_of(leads, scale, level, slope)
        constant, mixed, squared = information
        determinant = constant * squared - mixed * mixed
        up = (squared * missing[0] - mixed * missing[1]) / determinant
        steeper = (constant * missing[1] - mixed * missing[0]) / determinant
        level, slope = level + up, slope + steeper
        if abs(up) + abs(steeper) < CLOSE:
            break
    constant, mixed, squared = step_of(leads, scale, level, slope)[1]
    at = -level / slope
    variance = (squared + 2 * at * mixed + at * at * constant) / (constant * squared - mixed * mixed)
    return at * scale, sqrt(variance) / abs(slope) * scale


def step_of(
    leads: Sequence[AtLead], scale: float, level: float, slope: float
) -> tuple[tuple[float, float], tuple[float, float, float]]:
    """Return the likelihood's gradient and its information (constant, mixed, squared) at a curve."""
    missing, information = [0.0, 0.0], [0.0, 0.0, 0.0]
    for lead in leads:
        x = lead.lead_ns / scale
        chance = 1 / (1 + exp(-max(-STEEPEST, min(STEEPEST, level + slope * x))))
        lack, weight = lead.seat_0.count - lead.seat_0.of * chance, lead.seat_0.of * chance * (1 - chance)
        for place in range(2):
            missing[place] += lack * x**place
        for place in range(3):
            information[place] += weight * x**place
    return (missing[0], missing[1]), (information[0], information[1], information[2])


# The lot itself


def lot_verdicts(lots: Sequence[Lots], rows: Sequence[Row]) -> list[Verdict]:
    """Return what the lots drawn without races show, and those of all sources of which something is claimed."""
    alone = (sum(one.seat_0 for one in lots), sum(one.draws for one in lots))
    raced = [row.winner == 0 for row in rows if row.lot and trials.is_claimed(row.source)]
    counts = {"lot": alone, "lots_together": (sum(raced), len(raced))}
    return [
        Verdict(claim, is_half(count, of) if of >= FEWEST else None, share_figures(count, of) if of else {})
        for claim, (count, of) in counts.items()
    ]


class Report(NamedTuple):
    """A certificate for each source, what the lots show, and the board's clock where it was read."""

    sources: list[Certificate]
    lots: list[Verdict]
    clock: Steadiness | None

    @property
    def held(self) -> bool:
        """Whether nothing that is claimed was broken: of what others do nothing is."""
        found = [one for source in self.sources if trials.is_claimed(source.source) for one in source.verdicts]
        is_steady = self.clock is None or self.clock.held
        return is_steady and all(verdict.held is not False for verdict in [*found, *self.lots])


TABLE: Final = "races.csv"
FIGURES: Final = "certificate.json"
LIGHT: Final = "light.csv"
LIGHT_FIGURES: Final = "light.json"
CLOCK_TABLE: Final = "clock.csv"
CLOCK_FIGURES: Final = "clock.json"
LOTS: Final = "lots.csv"
LOT_FIGURES: Final = "lots.json"
PAGE: Final = "index.html"
PICTURE: Final = "wins.png"
VIRTUAL: Final = ("vm-keys", "vm")
"""How the names of sources begin that a virtual machine ran (`tools/vm/certify.py`); their end is its kernel's."""
SIZE_INCH: Final = (10.0, 8.0)
DPI: Final = 110
STYLE: Final = (
    "body{font:16px/1.5 sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#1a2030}"
    "table{border-collapse:collapse}td,th{padding:.3em .8em;border-bottom:1px solid #d5dae3;text-align:left;"
    "vertical-align:top}img{max-width:100%}.broken{color:#b00020;font-weight:bold}"
)


def write_report(
    rows: Sequence[Row], made: str, folder: Path, readings: Sequence[Reading] = (), lots: Sequence[Lots] = ()
) -> Report:
    """Write the report into a folder, and return it. `made` says how the rows came about.

    `readings` are those of a board's clock map, and `lots` were drawn without races, if there are any. Raises
    CertifyError where a file cannot be written.
    """
    found = Report(certificates(rows), lot_verdicts(lots, rows), clock.steadiness(readings) if readings else None)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        trials.write(rows, folder / TABLE)
        write_json(found.sources, folder / FIGURES)
        write_json(found.lots, folder / LOT_FIGURES)
        if lots:
            lot.write(lots, folder / LOTS)
        if found.clock is not None:
            clock.write(readings, folder / CLOCK_TABLE)
            write_json(found.clock, folder / CLOCK_FIGURES)
        has_picture = draw(found.sources, folder / PICTURE)
        (folder / PAGE).write_text(page(found, made, has_picture=has_picture), encoding="utf-8")
    except OSError as problem:
        raise CertifyError(word("certify.write", path=folder, reason=problem.strerror)) from problem
    return found


def write_light(seen: Sequence[Light], folder: Path) -> list[str]:
    """Write each press and when its light was seen (CSV), and their figures (JSON); return them as lines in words.

    Raises CertifyError where a file cannot be written.
    """
    lit = sorted(light.light_us / 1000 for light in seen if light.light_us is not None)
    figures: dict[str, float] = {"presses": len(seen), "dark": len(seen) - len(lit)}
    if lit:
        figures |= {f"p{share}_ms": percentile(lit, share) for share in (50, 90, 99)}
        figures |= {"least_ms": lit[0], "most_ms": lit[-1]}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        trials.write_table(seen, Light._fields, folder / LIGHT)
        write_json(figures, folder / LIGHT_FIGURES)
    except OSError as problem:
        raise CertifyError(word("certify.write", path=folder, reason=problem.strerror)) from problem
    return [word("certify.light" if lit else "certify.light.none", **figures)]


def write_json(value: object, path: Path) -> None:
    """Write a value as JSON. Raises OSError."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")


def lines_of(report: Report) -> list[str]:
    """Return the report as lines for a terminal."""
    parts = [(f"{one.source} ({kind_of(one.source)})", one.verdicts) for one in report.sources]
    lines: list[str] = []
    for head, verdicts in [*parts, (word("certify.lot"), report.lots)]:
        lines += ["", head]
        for verdict in verdicts:
            lines.append(f"  {state_of(verdict):<10}  {word(f'certify.claim.{verdict.claim}')}: {figures_of(verdict)}")
    clock_lines = [] if report.clock is None else ["", word("certify.clock"), f"  {clock_words(report.clock)}"]
    return [*lines[1:], *clock_lines]


def page(report: Report, made: str, *, has_picture: bool) -> str:
    """Return the page in HTML: the picture, a table with a row for each source, the lots, the board's clock, and what
    each figure is made of."""
    title, found = word("certify.title"), report.sources
    claims = [word(f"certify.claim.{verdict.claim}") for verdict in found[0].verdicts]
    columns = [word(f"certify.column.{name}") for name in ("source", "races", "claims", "even")]
    head = "".join(f"<th>{escape(name)}</th>" for name in (*columns, *claims))
    picture = f'<p><img src="{PICTURE}" alt="{escape(word("certify.axis.wins"))}"></p>' if has_picture else ""
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head>\n<body><h1>{escape(title)}</h1>\n<p>{escape(made)}</p>\n{picture}\n"
        f"<table><tr>{head}</tr>\n{''.join(map(table_row, found))}</table>\n"
        f"<h2>{escape(word('certify.lot'))}</h2>\n{''.join(map(lot_line, report.lots))}"
        f"{'' if report.clock is None else clock_section(report.clock)}"
        f"<h2>{escape(word('certify.traced'))}</h2>\n<table>"
        + "".join(traced_row(verdict.claim) for verdict in [*found[0].verdicts, *report.lots])
        + f"</table>\n<p>{escape(word('certify.not_here'))}</p></body></html>\n"
    )


def traced_row(claim: str) -> str:
    """Return which rows and columns of the table a claim's figures are made of, in HTML."""
    names = (word(f"certify.claim.{claim}"), word(f"certify.traced.{claim}"))
    return "<tr>" + "".join(f"<td>{escape(name)}</td>" for name in names) + "</tr>\n"


def lot_line(verdict: Verdict) -> str:
    """Return what the page says of lots, in HTML."""
    broken = ' class="broken"' if verdict.held is False else ""
    told = f"{word(f'certify.claim.{verdict.claim}')}: {figures_of(verdict)}"
    return f"<p><span{broken}>{escape(state_of(verdict))}</span> {escape(told)}</p>\n"


def clock_words(steady: Steadiness) -> str:
    """Return what the board's clock map showed, in words."""
    state = word("certify.held" if steady.held else "certify.not_held")
    return word("certify.clock.about", readings=steady.readings, most_us=steady.most_ns / US, state=state)


def clock_section(steady: Steadiness) -> str:
    """Return what the page says of the board's clock map, in HTML."""
    told = clock_words(steady)
    head = "".join(f"<th>{escape(word(f'certify.clock.{name}'))}</th>" for name in ("tau", "deviation"))
    rows = "".join(
        f"<tr><td>{one.tau_s:,.1f}</td><td>{one.value:.2e} ± {one.error:.0e}</td></tr>\n" for one in steady.deviations
    )
    table = f"<table><tr>{head}</tr>\n{rows}</table>\n" if rows else f"<p>{escape(word('certify.clock.none'))}</p>\n"
    return f"<h2>{escape(word('certify.clock'))}</h2>\n<p>{escape(told)}</p>\n{table}"


def table_row(one: Certificate) -> str:
    """Return a source's row in HTML."""
    claimed = f"{one.claimed_ns / US:,.0f} µs" if one.claimed_ns else word("certify.nothing")
    name = f"<b>{escape(one.source)}</b><br>{escape(kind_of(one.source))}"
    cells = [name, f"{one.races:,}", claimed, even_of(one.even)]
    for verdict in one.verdicts:
        broken = ' class="broken"' if verdict.held is False else ""
        cells.append(f"<span{broken}>{escape(state_of(verdict))}</span><br>{escape(figures_of(verdict))}")
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>\n"


def kind_of(source: str) -> str:
    """Return what kind of source that is."""
    for start in VIRTUAL:
        if source.startswith(f"{start}-"):
            return word(f"certify.kind.{start}")
    kind = "model" if source in PEERS else "simulated" if source in SIMULATED else "rows"
    kind = next((name for name in ("emulated", "tester") if name in source.split("-")), kind)
    return word(f"certify.kind.{kind}")


def state_of(verdict: Verdict) -> str:
    """Return whether a claim held."""
    if verdict.held is None:
        return word("certify.not_tested")
    return word("certify.held" if verdict.held else "certify.not_held")


def figures_of(verdict: Verdict) -> str:
    """Return a verdict's figures as a sentence."""
    figures: Mapping[str, float] = verdict.figures
    if not figures:
        return word("certify.nothing")
    if figures.get("wrong"):
        share = figures["wrong"] / figures["races"]
        return word(f"certify.figures.{verdict.claim}.wrong", share=share, **figures)
    told = word(f"certify.figures.{verdict.claim}", **figures)
    parts = {"delay_p50_us": "delay", "seen_share": "seen_share", "seen_us": "seen_us"}
    told += "".join(word(f"certify.figures.{part}", **figures) for name, part in parts.items() if name in figures)
    patterns = sorted(name.removeprefix("missed_") for name in figures if name.startswith("missed_"))
    if figures.get("missed") or figures.get("phantoms"):
        told += word("certify.figures.patterns", patterns=", ".join(of_pattern(name, figures) for name in patterns))
    return told


def of_pattern(pattern: str, figures: Mapping[str, float]) -> str:
    """Return how many presses were missed, and how many there were too many, where contacts closed like this."""
    counts = {name: figures[f"{name}_{pattern}"] for name in ("missed", "phantoms")}
    return word("certify.figures.pattern", pattern=pattern, **counts)


def even_of(even: EvenOdds) -> str:
    """Return the point of even odds in µs; that it was not tested where too few races say anything."""
    if even.at is None and not even.is_known:
        return word("certify.not_tested")
    low, high = (in_us(bound) for bound in (even.low, even.high))
    if even.at is None:
        return word("certify.even.between", low=low, high=high)
    return word("certify.even.curve", at=in_us(even.at), low=low, high=high)


def in_us(ns: float) -> str:
    """Return a time in µs."""
    return "∞".rjust(1 + (ns < 0), "−") if isinf(ns) else f"{ns / US:,.0f}".replace("-", "−")


# The picture


def draw(found: Sequence[Certificate], path: Path) -> bool:
    """Draw seat 0's wins and the lots over its lead; return False where matplotlib is not installed."""
    try:
        from matplotlib import colormaps  # noqa: PLC0415 - an extra
        from matplotlib.figure import Figure  # noqa: PLC0415 - an extra
    except ImportError:
        path.unlink(missing_ok=True)  # one of an earlier report would be of other races
        return False
    figure = Figure(SIZE_INCH, DPI, layout="constrained")
    wins, lots = figure.subplots(2, sharex=True)
    for axes in (wins, lots):
        axes.set_prop_cycle(color=[colormaps["tab20"](place) for place in (*range(0, 20, 2), *range(1, 20, 2))])
    for one in found:
        leads = [lead.lead_ns / US for lead in one.leads]
        line = "--" if one.source in PEERS or one.source.startswith(f"{VIRTUAL[0]}-") else "-"
        wins.plot(leads, [lead.seat_0.value for lead in one.leads], line, marker=".", label=one.source)
        low, high = ([getattr(lead.seat_0, end) for lead in one.leads] for end in ("low", "high"))
        wins.fill_between(leads, low, high, alpha=0.1)
        lots.plot(leads, [lead.lots / lead.seat_0.of for lead in one.leads], line, marker=".", label=one.source)
    label(wins, word("certify.axis.wins"))
    label(lots, word("certify.axis.lots"))
    lots.set_xlabel(word("certify.axis.lead"))
    figure.legend(*wins.get_legend_handles_labels(), loc="outside right upper", fontsize="small")
    figure.savefig(path)
    return True


def label(axes: "Axes", name: str) -> None:
    """Give axes their name and their scale: by powers of ten of the lead on either side."""
    axes.set_ylabel(name)
    axes.set_ylim(-0.03, 1.03)
    axes.set_xscale("symlog", linthresh=1)
    axes.grid(visible=True, alpha=0.3)
