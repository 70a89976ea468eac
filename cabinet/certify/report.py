"""The report: every race as a row, figures and verdicts as JSON, a page for a reader, and a picture.

The table and the JSON follow from the rows alone. The picture is drawn by matplotlib, which an engineer who looks at
figures has, and no cabinet needs (the extra `certify`).
"""

from collections.abc import Mapping, Sequence
from html import escape
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from cabinet.certify import clock, trials
from cabinet.certify.clock import Reading, Steadiness
from cabinet.certify.figures import Certificate, EvenOdds, Verdict, certificates, percentile
from cabinet.certify.rigs import US
from cabinet.certify.tester import Light
from cabinet.certify.trials import PEERS, SIMULATED, Row
from cabinet.errors import CertifyError
from cabinet.strings.catalogue import word

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TABLE: Final = "races.csv"
FIGURES: Final = "certificate.json"
LIGHT: Final = "light.csv"
LIGHT_FIGURES: Final = "light.json"
CLOCK_TABLE: Final = "clock.csv"
CLOCK_FIGURES: Final = "clock.json"
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


def write_report(rows: Sequence[Row], made: str, folder: Path, readings: Sequence[Reading] = ()) -> list[Certificate]:
    """Write the report into a folder; return its certificates. `made` says how the rows came about.

    `readings` are those of a board's clock map, if there are any. Raises CertifyError where a file cannot be written.
    """
    found = certificates(rows)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        trials.write(rows, folder / TABLE)
        write_json(found, folder / FIGURES)
        steady = clock.steadiness(readings) if readings else None
        if steady is not None:
            clock.write(readings, folder / CLOCK_TABLE)
            write_json(steady, folder / CLOCK_FIGURES)
        has_picture = draw(found, folder / PICTURE)
        (folder / PAGE).write_text(page(found, made, steady, has_picture=has_picture), encoding="utf-8")
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


def lines_of(found: Sequence[Certificate]) -> list[str]:
    """Return the certificates as lines for a terminal."""
    lines: list[str] = []
    for one in found:
        lines += ["", f"{one.source} ({kind_of(one.source)})"]
        for verdict in one.verdicts:
            lines.append(f"  {state_of(verdict):<10}  {word(f'certify.claim.{verdict.claim}')}: {figures_of(verdict)}")
    return lines[1:]


def page(found: Sequence[Certificate], made: str, steady: Steadiness | None = None, *, has_picture: bool) -> str:
    """Return the page in HTML: the picture, a table with a row for each source, the board's clock, and what each figure
    is made of."""
    title = word("certify.title")
    claims = [word(f"certify.claim.{verdict.claim}") for verdict in found[0].verdicts]
    columns = [word(f"certify.column.{name}") for name in ("source", "races", "claims", "even")]
    head = "".join(f"<th>{escape(name)}</th>" for name in (*columns, *claims))
    picture = f'<p><img src="{PICTURE}" alt="{escape(word("certify.axis.wins"))}"></p>' if has_picture else ""
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head>\n<body><h1>{escape(title)}</h1>\n<p>{escape(made)}</p>\n{picture}\n"
        f"<table><tr>{head}</tr>\n{''.join(map(table_row, found))}</table>\n"
        f"{'' if steady is None else clock_section(steady)}<h2>{escape(word('certify.traced'))}</h2>\n<table>"
        + "".join(traced_row(verdict.claim) for verdict in found[0].verdicts)
        + f"</table>\n<p>{escape(word('certify.not_here'))}</p></body></html>\n"
    )


def traced_row(claim: str) -> str:
    """Return which rows and columns of the table a claim's figures are made of, in HTML."""
    names = (word(f"certify.claim.{claim}"), word(f"certify.traced.{claim}"))
    return "<tr>" + "".join(f"<td>{escape(name)}</td>" for name in names) + "</tr>\n"


def clock_section(steady: Steadiness) -> str:
    """Return what the page says of the board's clock map, in HTML."""
    state = word("certify.held" if steady.held else "certify.not_held")
    told = word("certify.clock.about", readings=steady.readings, most_us=steady.most_ns / US, state=state)
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
    if "delay_p50_us" in figures:
        told += word("certify.figures.delay", **figures)
    patterns = sorted(name.removeprefix("missed_") for name in figures if name.startswith("missed_"))
    if figures.get("missed") or figures.get("phantoms"):
        told += word("certify.figures.patterns", patterns=", ".join(of_pattern(name, figures) for name in patterns))
    return told


def of_pattern(pattern: str, figures: Mapping[str, float]) -> str:
    """Return how many presses were missed, and how many there were too many, where contacts closed like this."""
    counts = {name: figures[f"{name}_{pattern}"] for name in ("missed", "phantoms")}
    return word("certify.figures.pattern", pattern=pattern, **counts)


def even_of(even: EvenOdds) -> str:
    """Return the point of even odds in µs."""
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
        from matplotlib import colormaps
        from matplotlib.figure import Figure
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
