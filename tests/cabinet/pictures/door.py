"""What the README shows: a film of a race, made by the product's own commands, and three curves of who wins."""

import csv
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import matplotlib as mpl
import matplotlib.pyplot as plt

from cabinet.cli import main

SEED: Final = 5
"""A match whose closest race is a close one: 1.35 ms."""
SIZE: Final = "640x384"
RACES: Final = "20000"
CURVES: Final = {
    "gpio": ("this cabinet, pins", "#d98a00"),
    "encoder-8": ("this cabinet, slow USB encoder", "#2a7fc0"),
    "polled-60hz": ("the usual loop, 60 times a second", "#8a8f98"),
}
PLACES: Final = {"gpio": (-9.5, 0.03), "encoder-8": (-5, 0.57), "polled-60hz": (-9.5, 1.03)}
"""Where a curve's words begin: ms, share."""


def write_film(path: Path) -> None:
    """Write the film of the closest race of a match between bots, five seconds as a GIF."""
    with TemporaryDirectory() as logs:
        bots = ["--preset", "speed", "--seats", "bot:fast,bot:fast", "--games", "1", "--seed", str(SEED)]
        _run("simulate", *bots, "--log", logs)
        (log,) = Path(logs).iterdir()
        path.unlink(missing_ok=True)  # `replay` overwrites nothing
        _run("replay", str(log), "--gif", str(path), "--size", SIZE)


def write_curves(path: Path) -> None:
    """Draw how often AMBER's press wins, by how much earlier it is, on two sources of ours and as others do it."""
    with TemporaryDirectory() as folder:
        sources = [each for name in CURVES for each in ("--source", name)]
        _run("certify", *sources, "--races", RACES, "--seed", "1", "--out", folder)
        with (Path(folder) / "races.csv").open(newline="") as file:
            won: dict[str, dict[float, list[int]]] = defaultdict(lambda: defaultdict(list))
            for row in csv.DictReader(file):
                won[row["source"]][int(row["lead_ns"]) / 1e6].append(int(row["winner"]) == 0)
    mpl.use("agg")
    figure, axes = plt.subplots(figsize=(7.2, 4.2), dpi=100, layout="constrained")
    for name, (words, colour) in CURVES.items():
        leads = sorted(won[name])
        axes.plot(leads, [sum(won[name][lead]) / len(won[name][lead]) for lead in leads], color=colour, linewidth=4)
        axes.text(*PLACES[name], words, color=colour, fontsize=14, fontweight="bold")
    axes.set_xscale("symlog", linthresh=0.1)
    axes.set_xlim(-12, 12)
    axes.set_ylim(-0.02, 1.12)
    ticks = [-10, -1, -0.1, 0, 0.1, 1, 10]
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks], fontsize=13)
    axes.set_yticks([0, 0.5, 1], ["never", "half", "always"], fontsize=13)
    axes.set_xlabel("BLUE is earlier   <      milliseconds      >   AMBER is earlier", fontsize=13)
    axes.set_title("How often AMBER wins", loc="left", fontsize=16, fontweight="bold")
    axes.grid(color="#dddddd")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.savefig(path, metadata={"Software": None})
    plt.close(figure)


def _run(*command: str) -> None:
    if main(list(command)):
        raise RuntimeError(f"photofinish {' '.join(command)} failed")
