"""Moments of matches, made by hand: for the contact sheets, the golden pictures and whoever works on the look.

Each sample is what a match would have told: a table, the keys, the entries just before, and how long ago.
They are fakes in the house's sense: part of the product, built from the engine's own values.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cabinet.display.table.view_state import DRAW_HINT, Choice, Dialog
from cabinet.scenes.dialogs import join_dialog, pause_dialog
from engine.log_lines import CommandLine, Entry, OwnLine
from engine.panel import Clock, Command, Meaning, Row
from engine.table import Table
from engine.units import MS

Keys = tuple[tuple[Meaning, ...], ...]

DARK: Final = Meaning()


@dataclass(frozen=True, slots=True)
class Sample:
    """One moment: what was told at 0, drawn `after_ns` later; `dialog` lies over it; `keyboard`: its keys are named.

    From `seats` on as in `cabinet.display.table.view.TableSetup`.
    """

    table: Table
    keys: Sequence[tuple[Meaning, ...]]
    entries: tuple[Entry, ...] = ()
    after_ns: int = 400 * MS
    dialog: Dialog | None = None
    title: str = "SPEED"
    goal: int = 2
    judged: bool = True
    keyboard: bool = False
    near: int = 0
    slap_hint: str = "table.slap_hint"
    seats: int = 2
    hands: bool = False
    viewers: tuple[int, ...] = (0, 1)
    rows: tuple[Row | None, ...] = ()
    clock: Clock | None = None
    faces: tuple[str, ...] = ()
    draw_hint: str = DRAW_HINT
    ready_wait: tuple[int, int] | None = None


def samples() -> Mapping[str, Sample]:
    """All samples by name, in the order in which a match goes through them."""
    makers: tuple[Callable[[], Sample], ...] = (
        draw, ready, countdown, play, desk, photo_finish, close_race, wide_race, keyboard_race,
        last_card, gliding, dead_heat, coin_falls, stuck, glow, locked, false_start,
        spit, slap, deal_result, match_result, pause, newcomer, still_there,
    )  # fmt: skip
    return {maker.__name__: maker() for maker in makers}


# Speed


def _speed(hands: tuple[str, str], tops: tuple[str, str], **scalars: int | str | bool) -> Table:
    """A table of Speed: hands and tops as in ``"7H QD"``; ``_`` is an empty slot."""
    zones: dict[str, tuple[str, ...]] = {}
    for seat, hand in enumerate(hands):
        for slot, card in enumerate(hand.split(), 1):
            zones[f"seat{seat}.hand{slot}"] = () if card == "_" else (card,)
        zones[f"seat{seat}.stock"] = ("~2S",) * (11 if seat == 0 else 8)
    for number, top in enumerate(tops):
        zones[f"centre.{number}"] = () if top == "_" else ("3S", "4D", "5S", "6D", top)
        zones[f"reserve.{number}"] = ("~2C",) * (3 if number == 0 else 4)
    return Table(zones, {**_SCALARS, **scalars})


_SCALARS: Final[dict[str, int | str | bool]] = {
    "phase": "play", "deal": 2, "dealer": 1, "score.0": 1, "score.1": 0, "armed.0": "", "armed.1": "",
    "said.0": False, "said.1": False, "lock.0": 0, "lock.1": 0, "stuck": False, "turn_at": 0, "glow": False,
    "ready.0": False, "ready.1": False, "beat": 0,
}  # fmt: skip


_ZONES: Final = {5: "centre.0", 6: "centre.1"}
"""Where LEFT and RIGHT do what they do."""


def _keys(near: str, far: str) -> Keys:
    """Eight labels a seat, ``_`` for a dark key: CARD1…CARD5, LEFT, RIGHT, ACTION."""
    return tuple(
        tuple(
            DARK if label == "_" else Meaning(label, lit=True, zone=_ZONES.get(place, ""))
            for place, label in enumerate(row.split())
        )
        for row in (near, far)
    )


_NO_KEYS: Final = _keys("_ _ _ _ _ _ _ _", "_ _ _ _ _ _ _ _")


def draw() -> Sample:
    """The draw for the first dealer."""
    table = Table(
        {"deck": ("~2S",) * 50, "seat0.draw": ("9C",), "seat1.draw": ("KD",)},
        {**_SCALARS, "phase": "draw", "deal": 0, "dealer": 0, "score.0": 0},
    )
    return Sample(table, _keys("_ _ _ _ _ _ _ skip", "_ _ _ _ _ _ _ skip"))


def ready() -> Sample:
    """Before a deal: BLUE is ready, AMBER is not yet."""
    hidden = "~9S ~QD ~4H ~TC ~KH"
    table = _speed((hidden, "~3C ~7D ~8S ~AH ~5D"), ("_", "_"), phase="ready", **{"ready.1": True})
    keys = _keys("_ _ _ _ _ _ _ ready", "_ _ _ _ _ _ _ _")
    return Sample(table, keys, ready_wait=(-12_000 * MS, 18_000 * MS))


def countdown() -> Sample:
    """Two beats before the start."""
    table = _speed(("~9S ~QD ~4H ~TC ~KH", "~3C ~7D ~8S ~AH ~5D"), ("_", "_"), phase="countdown", beat=2)
    return Sample(table, _NO_KEYS)


def play() -> Sample:
    """In the middle of a deal: one card armed that fits both piles."""
    table = _speed(("9S QD 6H TC KH", "3C 7D 8S AH JD"), ("7C", "5D"), **{"armed.0": "seat0.hand3"})
    return Sample(table, _keys("_ _ armed _ _ play play _", "_ _ play _ _ _ _ _"))


def desk() -> Sample:
    """The same at a desk, where each soft-key names its key."""
    first = play()
    return Sample(first.table, first.keys, judged=False, keyboard=True)


def photo_finish() -> Sample:
    """AMBER put its eight on a seven 12.4 ms before BLUE could."""
    table = _speed(("9S QD 4H TC KH", "3C 7D 8S AH JD"), ("8H", "5C"), **{"armed.0": "seat0.hand3"})
    beaten = CommandLine(
        0, 1, Command("play", "8S", "seat1.hand3", "centre.0"), False, why="rank", beaten_by=0, margin_ns=12_400_000
    )
    return Sample(table, _keys("play _ armed _ _ _ play _", "_ play _ _ _ _ _ _"), (beaten,), after_ns=600 * MS)


def close_race() -> Sample:
    """BLUE was first by 0.3 ms; the light is at its brightest."""
    return _raced(1, 320_000)


def wide_race() -> Sample:
    """AMBER was first by 120 ms; the beaten card bounces back."""
    return _raced(0, 120_400_000)


def keyboard_race() -> Sample:
    """A race on a keyboard, whose presses carry no stamps."""
    race = _raced(0, 4_200_000, judged=False, after_ms=700)
    return replace(race, judged=False, keyboard=True)


def last_card() -> Sample:
    """AMBER won the deal with its last card, 8.4 ms before BLUE could play: the whole screen floods."""
    table = _speed(("_ _ _ _ _", "3C 7D 8S AH JD"), ("8H", "5C"), phase="over")
    return replace(_raced(0, 8_400_000, after_ms=300), table=table, keys=_NO_KEYS)


def _raced(winner: int, margin_ns: int, *, judged: bool = True, after_ms: int = 160) -> Sample:
    """A race for the left pile, soon after it."""
    table = _speed(("9S QD 4H TC KH", "3C 7D 8S AH JD"), ("8H", "5C"))
    loser, slot = 1 - winner, 3
    card = table.zones[f"seat{loser}.hand{slot}"][-1]
    lost = CommandLine(
        0, loser, Command("play", card, f"seat{loser}.hand{slot}", "centre.0"), False, why="rank", beaten_by=winner,
        margin_ns=margin_ns, judged=judged,
    )  # fmt: skip
    return Sample(table, _keys("play _ _ _ _ _ _ _", "_ play _ _ _ _ _ _"), (lost,), after_ns=after_ms * MS)


def gliding() -> Sample:
    """A card on its way, a refill behind it, and the other seat's card coming back."""
    table = _speed(("9S QD 4H TC KH", "3C 7D 8S AH 5D"), ("8H", "5C"))
    won = CommandLine(
        0, 0, Command("play", "8H", "seat0.hand2", "centre.0"), True,
        (("move", "8H", "seat0.hand2", "centre.0"), ("move", "QD", "seat0.stock", "seat0.hand2")),
    )  # fmt: skip
    lost = CommandLine(
        MS, 1, Command("play", "8S", "seat1.hand3", "centre.0"), False, why="rank", beaten_by=0, margin_ns=870_000
    )
    return Sample(table, _keys("play _ _ _ _ _ _ _", "_ _ _ _ _ _ _ _"), (won, lost), after_ns=45 * MS)


def dead_heat() -> Sample:
    """Nobody was first: the lot gave it to BLUE."""
    table = _speed(("9S QD 4H TC KH", "3C 7D X1 AH 5D"), ("8H", "TC"))
    heat = CommandLine(0, 1, Command("play", "8H", "seat1.hand3", "centre.0"), True, dead_heat=(0, 1), draw=1)
    lost = CommandLine(
        0, 0, Command("play", "8C", "seat0.hand2", "centre.0"), False, why="rank", beaten_by=1, margin_ns=40_000
    )
    return Sample(table, _keys("play _ _ _ _ _ _ _", "_ play _ _ _ _ _ _"), (heat, lost), after_ns=900 * MS)


def coin_falls() -> Sample:
    """The same, while the coin of the lot still falls."""
    return replace(dead_heat(), after_ns=600 * MS)


def stuck() -> Sample:
    """Nobody can play; new cards turn in 1.4 s."""
    table = _speed(
        ("9S QD 4H TC KH", "3C 7D 8S AH 5D"), ("6H", "6C"), stuck=True, turn_at=1800 * MS, **{"said.1": True}
    )
    return Sample(table, _keys("_ _ _ _ _ _ _ stuck", "_ _ _ _ _ _ _ _"))


def glow() -> Sample:
    """Nobody has played for a while, although both could."""
    table = _speed(("9S QD 4H TC KH", "3C 7D 8S AH 5D"), ("8H", "JC"), glow=True)
    keys = _keys("play play _ play _ _ _ _", "_ play _ _ _ _ _ _")
    return Sample(table, tuple(tuple(key._replace(glows=key.lit) for key in row) for row in keys))


def locked() -> Sample:
    """AMBER mashed the buttons and waits; presses come from a keyboard."""
    table = _speed(("9S QD 4H TC KH", "3C 7D _ AH 5D"), ("8H", "5C"), **{"lock.0": 1200 * MS})
    miss = OwnLine(0, (("foul", 0, "miss"), ("set", "lock.0", 1200 * MS)))
    return Sample(table, _keys("_ _ _ _ _ _ _ _", "_ play _ _ _ _ _ _"), (miss,), judged=False)


def false_start() -> Sample:
    """BLUE pressed in the countdown."""
    table = _speed(("~9S ~QD ~4H ~TC ~KH", "~3C ~7D ~8S ~AH ~5D"), ("_", "_"), phase="countdown", beat=1)
    return Sample(table, _NO_KEYS, (OwnLine(0, (("foul", 1, "false_start"),)),))


# Spit


def _spit(tops: tuple[str, str], centre: tuple[str, str], **scalars: int | str | bool) -> Table:
    """A table of Spit: ``"7H/3"`` is a stock pile of three, ``~4S/2`` one whose top lies face down."""
    zones: dict[str, tuple[str, ...]] = {}
    for seat, row in enumerate(tops):
        for number, pile in enumerate(row.split(), 1):
            card, _, count = pile.partition("/")
            cards = () if card == "_" else ("~2S",) * (int(count or 1) - 1) + (card,)
            zones[f"seat{seat}.stock{number}"] = cards
        zones[f"seat{seat}.spit"] = ("~2S",) * 9
    for number, top in enumerate(centre):
        zones[f"centre.{number}"] = ("3S", "4D", "5S", top)
    return Table(zones, {**_SCALARS, "score.0": 0, **scalars})


def spit() -> Sample:
    """Spit in full swing: a space, a pile to turn, a pile that both want."""
    table = _spit(("9S QD/2 _ ~TC/3 KH/5", "3C/1 ~7D/2 8S/3 _ 5D/4"), ("8H", "JC"), **{"marked.0": "seat0.stock3"})
    return Sample(table, _keys("play play mark turn _ _ _ _", "_ turn _ mark _ _ _ _"), title="SPIT", goal=0)


def slap() -> Sample:
    """AMBER is out of stock cards: both choose a pile."""
    table = _spit(("_ _ _ _ _", "3C/1 ~7D/2 8S/3 _ 5D/4"), ("8H", "JC"), phase="slap")
    return Sample(table, _keys("_ _ _ _ _ slap slap _", "_ _ _ _ _ slap slap _"), title="SPIT", goal=0)


# Dialogs


def deal_result() -> Sample:
    """BLUE takes a deal."""
    table = _speed(("9S _ 4H _ KH", "_ _ _ _ _"), ("8H", "5C"), phase="over")
    dialog = Dialog("BLUE TAKES THE DEAL", seat=1, scores=(1, 1))
    return Sample(table, _NO_KEYS, dialog=dialog)


def match_result() -> Sample:
    """AMBER wins the match."""
    table = _speed(("_ _ _ _ _", "3C _ _ AH 5D"), ("8H", "5C"), phase="finished")
    choices = (Choice("ACTION", "again"), Choice("CARD1", "menu"))
    dialog = Dialog("AMBER WINS", seat=0, scores=(2, 1), choices=choices)
    return Sample(table, _NO_KEYS, dialog=dialog)


def pause() -> Sample:
    """Somebody held the three pause buttons."""
    first = play()
    return Sample(first.table, _NO_KEYS, dialog=pause_dialog("players"))


def newcomer() -> Sample:
    """Somebody at the panel of a bot wants to play, and ten seconds are left for an answer."""
    first = play()
    return Sample(first.table, _NO_KEYS, dialog=join_dialog(1, 10, 15))


def still_there() -> Sample:
    """Nobody has pressed anything for half a minute."""
    first = play()
    return Sample(first.table, first.keys, (OwnLine(0, (("say", -1, "still_there"),)),))
