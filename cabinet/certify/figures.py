"""Figures and verdicts of rows, whoever made them: how often the earlier press won, by its lead, and what follows.

Shares have Wilson's intervals, a count of nothing its upper bound by the rule of three. The point of even odds is the
lead at which both seats would win as often: the bias between them, 0 for a fair cabinet. Where outcomes overlap it is
that of a logistic curve; where they do not, the two leads are given between which it lies. Verdicts ask for an interval
of 99.9 %, since there are many of them; what is printed is the usual one of 95 %.
"""

from collections.abc import Sequence
from itertools import groupby
from math import exp, inf, sqrt
from typing import Final

import msgspec

from cabinet.certify.rigs import US
from cabinet.certify.trials import Row
from cabinet.research.tally import Z95, interval

Z999: Final = 3.290527
"""The quantile of the normal distribution for an interval of 99.9 %."""
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

    `low` and `high` are an interval of 95 % where `at` is that of a curve; where outcomes do not overlap `at` is None,
    and it lies between the two.
    """

    at: float | None
    low: float
    high: float
    low_999: float
    high_999: float

    @property
    def is_zero(self) -> bool:
        """Whether no bias lies within the interval of 99.9 %."""
        return self.low_999 <= 0 <= self.high_999


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
    even = even_odds(leads)
    claimed = max((row.claimed_ns for row in rows), default=0)
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
    """A lot is drawn only within what the source claims, on either side of its stamps' distance."""
    lots = [abs(row.lead_ns) for row in rows if row.lot]
    not_judged = sum(not row.judged for row in rows)
    largest = max(lots, default=0)
    figures = {"lots": len(lots), "largest_lead_us": largest / US, "not_judged": not_judged}
    return Verdict("lots", largest < 2 * claimed_ns if lots else None, figures)


def seats_are_even(rows: Sequence[Row], even: EvenOdds) -> Verdict:
    """Both seats win as many races at once and as many lots, and the point of even odds is no lead at all."""
    drawn = [row.winner == 0 for row in rows if row.lot or not row.lead_ns]
    strict, usual = share_of(sum(drawn), len(drawn), Z999), share_of(sum(drawn), len(drawn))
    figures = {"races": len(drawn), "seat_0": usual.value, "low": usual.low, "high": usual.high}
    return Verdict("even", strict.low <= 0.5 <= strict.high and even.is_zero if drawn else None, figures)


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


def even_odds(leads: Sequence[AtLead]) -> EvenOdds:
    """Return the point of even odds of races by their leads."""
    if sum(0 < lead.seat_0.count < lead.seat_0.of for lead in leads) > 2:
        at, error = middle_of_curve(leads)
        return EvenOdds(at, at - Z95 * error, at + Z95 * error, at - Z999 * error, at + Z999 * error)
    never = max((lead.lead_ns for lead in leads if not lead.seat_0.count), default=-inf)
    always = min((lead.lead_ns for lead in leads if lead.seat_0.count == lead.seat_0.of), default=inf)
    return EvenOdds(None, never, always, never, always)


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
