"""Tournaments as pictures show them: all formats, small and large, their results, and a champion."""

from collections.abc import Iterator, Sequence

import pygame
from msgspec.structs import replace

from cabinet.display.bracket.content import (
    Bout,
    ChampionPage,
    Cross,
    Duel,
    Final,
    Pairings,
    ResultLine,
    Side,
    Standing,
    Standings,
    TournamentPage,
    Tree,
)
from cabinet.display.bracket.sheet import TournamentSheets
from cabinet.display.legend import foot_height
from cabinet.display.toolkit import Toolkit
from cabinet.scenes.bracket import Bracket, TournamentState
from cabinet.strings.catalogue import word
from engine.panel import ACTION, LEFT, RIGHT, Press
from engine.units import S

NAMES = (
    "MIA", "PIA", "ANA", "KAI", "BEN", "TOM", "ZOE", "LEO", "EVA", "JAN", "UDO", "LIV", "KIM", "BEA", "ROB", "MAX",
    "WWW", "MMM", "III", "QQQ", "OTT", "HAL", "SAM", "JOE", "TIM", "UWE", "INA", "NIK", "PAT", "RAY", "SUE", "VIC",
)  # fmt: skip
"""As many names as a tournament has at most, the widest and the narrowest among them."""


def bout(one: str, other: str, score: tuple[int, int] | None = None, state: str = "") -> Bout:
    """A match: over with a score, else open, or in the state that is given."""
    if score is None:
        kind = state or "open"
        assert kind in ("now", "next", "open", "bye")
        return Bout((Side(one), Side(other)), kind)  # type: ignore[arg-type]  # one of the four, checked above
    first = score[0] > score[1]
    return Bout((Side(one, score[0], first), Side(other, score[1], not first)), "done")


def knock_out(names: Sequence[str], over: int) -> tuple[tuple[Bout, ...], ...]:
    """The rounds of a single elimination but its final: the first of two wins, so many matches are over."""
    columns: list[tuple[Bout, ...]] = []
    there, count = list(names), 0
    while len(there) > 2:
        column: list[Bout] = []
        following: list[str] = []
        for one, other in zip(there[::2], there[1::2], strict=True):
            is_over = count < over and bool(one) and bool(other)
            states = {over: "now", over + 1: "next"} if one and other else {}
            score = (2, count % 2) if is_over else None
            column.append(bout(one, other, score, states.get(count, "")))
            following.append(one if is_over else "")
            count += 1
        columns.append(tuple(column))
        there = following
    return tuple(columns)


def single(count: int, over: int) -> TournamentPage:
    """A single elimination."""
    columns = knock_out(NAMES[:count], over)
    now = next((each for column in columns for each in column if each.state == "now"), None)
    duel = Duel((now.sides[0].name, now.sides[1].name), line=best_of(3)) if now else None
    final = Final(word("evening.stage.final"), best_of(5))
    return TournamentPage(
        word("format.tournament"), word("evening.rule.single"), duel, (Tree(columns),), final,
        progress=progress(over + 1, count - 1),
    )  # fmt: skip


def double() -> TournamentPage:
    """A double elimination of eight."""
    winners = Tree(
        (
            (
                bout("MIA", "PIA", (2, 0)),
                bout("ANA", "KAI", (1, 2)),
                bout("BEN", "TOM", (2, 1)),
                bout("ZOE", "LEO", (2, 0)),
            ),
            (bout("MIA", "KAI", (2, 1)), bout("ZOE", "BEN", state="now")),
            (bout("MIA", ""),),
        ),
        word("evening.tree.winners"),
    )
    losers = Tree(
        (
            (bout("ANA", "PIA", (2, 0)), bout("LEO", "TOM", (0, 2))),
            (bout("ANA", ""), bout("TOM", "KAI", state="next")),
            (bout("", ""),),
            (bout("", ""),),
        ),
        word("evening.tree.losers"),
    )
    final = Final(word("evening.stage.final"), best_of(5))
    duel = Duel(("ZOE", "BEN"))
    return TournamentPage(word("format.tournament"), word("evening.rule.double"), duel, (winners, losers), final)


def large_double() -> TournamentPage:
    """A double elimination of sixteen that has hardly begun."""
    winners = Tree((*knock_out(NAMES[:16], 3), (bout("", ""),)), word("evening.tree.winners"))
    beaten = word("evening.tree.losers")
    losers = Tree(tuple(tuple(bout("", "") for _ in range(count)) for count in (4, 4, 2, 2, 1, 1)), beaten)
    duel = Duel(("ZOE", "LEO"), line=word("evening.stage.round", round=1))
    final = Final(word("evening.stage.final"), best_of(5))
    return TournamentPage(word("format.tournament"), word("evening.rule.double"), duel, (winners, losers), final)


def byes() -> TournamentPage:
    """A single elimination of six, of whom two need not play in the first round."""
    first = (bout("MIA", "", state="bye"), bout("PIA", "ANA", (2, 1)), bout("KAI", "BEN", state="now"),
             bout("TOM", "", state="bye"))  # fmt: skip
    columns = (first, (bout("MIA", "PIA", state="next"), bout("", "TOM")))
    duel, final = Duel(("KAI", "BEN")), Final(word("evening.stage.final"), best_of(3))
    rule = word("evening.rule.single")
    return TournamentPage(word("format.tournament"), rule, duel, (Tree(columns),), final, progress=progress(2, 5))


def last_match() -> TournamentPage:
    """A single elimination of eight whose final is played."""
    final = Final(word("evening.stage.final"), best_of(5), bout("MIA", "BEN", state="now"))
    page = single(8, 6)
    duel = Duel(("MIA", "BEN"), (1, 0), word("evening.stage.final"))
    swapped = final._replace(bout=final.bout._replace(seats=(1, 0)))
    return TournamentPage(page.title, page.rule, duel, page.trees, swapped, progress=progress(7, 7))


def robin(count: int) -> TournamentPage:
    """A round robin of which a third is played."""
    names = NAMES[:count]
    cells = [["" for _ in names] for _ in names]
    points = [0] * count
    for row in range(count):
        for column in range(row):
            if (row + column) % 3 == 0:
                cells[row][column], cells[column][row] = "2", str(row % 2)
                points[row] += 1
    cross = Cross(names, tuple(map(tuple, cells)), tuple(map(str, points)), word("evening.points"), (0, 1))
    pairs = [*zip(names[::2], names[1::2], strict=False)]
    bouts = [bout(*pair, state={0: "now", 1: "next"}.get(number, "")) for number, pair in enumerate(pairs)]
    pairings = Pairings("THIS ROUND", tuple(bouts))
    rule = word("evening.rule.round_robin")
    duel = Duel(("MIA", "PIA"), line=word("evening.stage.round", round=3))
    return TournamentPage(word("format.tournament"), rule, duel, cross=cross, pairings=pairings)


def swiss(count: int) -> TournamentPage:
    """A Swiss tournament in its third round."""
    rows = tuple(
        Standing(f"{place + 1}.", name, (str(max(0, 3 - place // 4)), str(40 - place)), is_out=place == 9)
        for place, name in enumerate(NAMES[:count])
    )
    pairs = list(zip(NAMES[:count:2], NAMES[1:count:2], strict=False))
    bouts = [bout(*pair, score=(2, 0)) if n < 2 else bout(*pair) for n, pair in enumerate(pairs)]
    bouts[2] = bout(*pairs[2], state="now")
    bouts[3] = bout(*pairs[3], state="next")
    pairings = Pairings("ROUND 3 OF 5", tuple(bouts))
    standings = Standings((word("evening.points"), word("evening.tie_break.opponents")), rows)
    duel = Duel((pairs[2][0], pairs[2][1]))
    return TournamentPage(word("format.tournament"), "FIVE ROUNDS", duel, standings=standings, pairings=pairings)


def results(count: int) -> list[ResultLine]:
    """So many results."""
    pairs = [(NAMES[n % 16], NAMES[(n + 1) % 16]) for n in range(count)]
    rounds = [word("evening.stage.round", round=n // 4 + 1) for n in range(count)]
    return [ResultLine(str(n), rounds[n], bout(*pair, score=(2, n % 2)), n) for n, pair in enumerate(pairs)]


def champion() -> ChampionPage:
    """The page of a tournament's champion."""
    places = [word("table.place.2"), word("table.place.3"), word("table.place.4", place=4)]
    line = tuple(zip(places, ("BEN", "ZOE", "KAI"), strict=True))
    return ChampionPage(word("evening.champion"), "MIA", 0, "TOURNAMENT OF 8", line)


CHAMPION = champion()


def progress(number: int, most: int) -> str:
    """Which match of a tournament is on, in words."""
    return word("evening.progress", number=number, most=most)


def best_of(matches: int) -> str:
    """How many matches a series has at most, in words."""
    return word("evening.stake.leads", best_of=matches)


def bracket_pictures(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """Name and picture of each page: the first that is shown and the last, of the largest tree all."""
    pages = {
        "double_8": double(), "single_6": byes(), "single_8_final": last_match(), "single_16": single(16, 5),
        "single_32": single(32, 20), "double_16": large_double(), "robin_8": robin(8), "robin_16": robin(16),
        "swiss_16": swiss(16), "swiss_32": swiss(32),
    }  # fmt: skip
    for name, page in pages.items():
        sheets = TournamentSheets(toolkit, word, page, toolkit.size[1] - foot_height(toolkit))
        shown = range(sheets.count) if name == "double_16" else {sheets.first, sheets.count - 1}
        for number in sorted(shown):
            yield (
                f"bracket_{name}_{number + 1}",
                hall(toolkit, page, (LEFT,) * ((number - sheets.first) % sheets.count)),
            )
    over = replace(last_match(), now=None)
    yield "bracket_results", hall(toolkit, double(), (RIGHT,))
    yield "bracket_results_operator", hall(toolkit, double(), (RIGHT, RIGHT), count=3, is_operator=True)
    yield "bracket_results_none", hall(toolkit, double(), (RIGHT,), count=0)
    yield "bracket_take_back", hall(toolkit, double(), (RIGHT, RIGHT, RIGHT, RIGHT, ACTION), is_operator=True)
    yield "bracket_champion", hall(toolkit, over, champion=champion())
    yield "bracket_champion_cocktail", hall(toolkit, over, champion=champion(), far=True)
    yield "bracket_champion_alone", hall(toolkit, over, champion=ChampionPage(word("evening.champion"), "WWW", 1))


def hall(
    toolkit: Toolkit,
    page: TournamentPage,
    presses: Sequence[str] = (),
    *,
    count: int = 11,
    is_operator: bool = False,
    champion: ChampionPage | None = None,
    far: bool = False,
) -> pygame.Surface:
    """The scene of a tournament with so many results, after some presses."""
    scene = Bracket(toolkit, TournamentState(page, results(count), champion), takes_back=is_operator, far=far)
    scene.enter(0)
    for button in presses:
        scene.handle(Press(0, button, True, 0, "picture"))
    screen = pygame.Surface(toolkit.size)
    scene.draw(screen, S, everything=True)
    return screen
