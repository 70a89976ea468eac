"""Counts of panels that are dark, lost or on a detour, or that glow wrongly."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.game import Game
from engine.match import Match
from engine.table import Table
from tools.lit_keys.ways import FREE, Keys, Panel, can_go_on, find_way, has_glow, hides, keys_of, with_glow, wrong_glow


@dataclass
class Tally:
    """Counts of the panels of seats that could go on."""

    seen: int = 0
    dark: int = 0
    lost: int = 0
    detours: int = 0
    glows: int = 0
    """The panels whose glow marked no way, or other keys as well."""
    example: str = ""

    def add(self, game: Game, table: Table, seat: int, keys: Keys) -> None:
        """Count one seat's panel, if the seat can go on."""
        if not can_go_on(game, table, seat):
            return
        table = with_glow(table, is_on=False)  # glow changes no way, and slows the search
        lit = find_way(game, Panel(table), seat, keys)
        free = None
        if lit is None:
            free = find_way(game, Panel(table), seat, None, FREE)
        elif not hides(game):  # with a hidden hand a blind press is quicker
            free = find_way(game, Panel(table), seat, None, lit.presses - 1)
        if lit is None and free is None:
            return  # no button leads on: the game does so by itself
        self.seen += 1
        if lit is None and not any(key.lit for key in keys(table, 0)):
            self.dark += 1
        self.lost += lit is None
        self.detours += lit is not None and free is not None
        glow = "" if lit is None or not has_glow(table) else wrong_glow(game, table, seat, keys, lit)
        self.glows += bool(glow)
        if not self.example and (free is not None or glow):
            self.example = f"seat {seat}: by any key {free}, by lit ones {lit}{glow}\n    {_short(table, seat)}"


def _short(table: Table, seat: int) -> str:
    """Return the part of a table that the seat's way on depends on, as text."""
    others = tuple(f"seat{other}." for other in range(14) if other != seat)
    zones = {name: " ".join(cards) for name, cards in table.zones.items() if cards and not name.startswith(others)}
    scalars = {key: value for key, value in table.scalars.items() if value and not key[-1].isdigit()}
    own = {key: value for key, value in table.scalars.items() if value and key.endswith(f".{seat}")}
    return f"{zones} {scalars | own}"


def look(moments: Iterator[tuple[Match, int]], every: int = 1) -> tuple[Tally, int]:
    """Count the panels of all seats in every `every`th moment.

    Return the tally, and for how long (ns) of these moments at least one seat that could go on was dark.
    """
    tally, dark_ns = Tally(), 0
    for number, (match, lasts) in enumerate(moments):
        if number % every:
            continue
        before = tally.dark
        for seat in range(match.game.seats):
            tally.add(match.game, match.table, seat, keys_of(match.game, seat, range(match.game.seats)))
        dark_ns += lasts if tally.dark > before else 0
    return tally, dark_ns
