"""Moments of matches, made by hand: for the contact sheets, the golden pictures and whoever works on the look.

Each sample is what a match would have told: a table, the keys, the entries just before, and how long ago.
They are fakes in the house's sense: part of the product, built from the engine's own values. Where hands are held, the
rest of the deck lies where it would.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from cabinet.display.table.view_state import DRAW_HINT, Choice, Dialog
from cabinet.scenes.dialogs import join_dialog, leave_dialog, pause_dialog
from engine import phases
from engine.cards import HIDDEN, bare, face_down
from engine.game import Game
from engine.games import set_up
from engine.games.speah.game import Speahx
from engine.games.speah.rules import SpeahxOptions
from engine.games.speed_uno.rules import face
from engine.log_lines import CommandLine, Entry, OwnLine
from engine.panel import NOTHING, Clock, Command, Meaning, Row
from engine.table import Draft, Scalar, Table, with_layout
from engine.units import MS, S

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
        spit, slap, deal_result, match_result, pause, leaving, newcomer, still_there,
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
    return replace(_raced(0, 8_400_000, after_ms=600), table=table, keys=_NO_KEYS)


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


def leaving() -> Sample:
    """AMBER wants to leave a match between people, and ten seconds are left for an answer."""
    first = play()
    return Sample(first.table, _NO_KEYS, dialog=leave_dialog(0, "AMBER", 10, 15))


def newcomer() -> Sample:
    """Somebody at the panel of a bot wants to play, and ten seconds are left for an answer."""
    first = play()
    return Sample(first.table, _NO_KEYS, dialog=join_dialog(1, 10, 15))


def still_there() -> Sample:
    """Nobody has pressed anything for half a minute."""
    first = play()
    return Sample(first.table, first.keys, (OwnLine(0, (("say", -1, "still_there"),)),))


SINCE: Final = 600 * MS
"""How long ago the last progress was, at the moment of the pictures."""
THIRTY: Final = "R1 R1 R4 R7 RS G0 G2 G2 G2 G5 G9 GR G+ B1 B3 B3 B6 B8 BS Y2 Y2 Y4 Y7 Y9 Y+ W W W+ R9 G6"
"""A hand of thirty cards, some of them alike."""


def hand_samples() -> Mapping[str, Sample]:
    """All of them by name."""
    makers: tuple[Callable[[], Sample], ...] = (
        uno_draw, uno_ready, uno_play, uno_thirty, uno_eight, uno_eight_two, uno_four_people, uno_colour, uno_catch,
        uno_duel, uno_doubt,
        uno_result, speah_marks, speah_suit, speah_moves, speah_chance, speah_table, speah_give,
        speah_seven, speah_three_people,
    )  # fmt: skip
    return {maker.__name__: maker() for maker in makers}


# Putting a moment together


@dataclass(frozen=True, slots=True)
class Scene:
    """What a moment is made from, besides a game and its cards; `people` look at the screen, and those `looking` hold
    LEFT and RIGHT."""

    scalars: Mapping[str, Scalar] = field(default_factory=dict)
    people: tuple[int, ...] = (0, 1)
    looking: tuple[int, ...] = ()
    entries: tuple[Entry, ...] = ()
    phase: str = "play"


def _moment(game: Game, zones: Mapping[str, str], rest: str, scene: Scene, title: str) -> Sample:
    """A sample: cards in the zones named, the others of the deck in `rest`."""
    table = _table(game, zones, rest, scene)
    is_open = game.options.cards_seen == "open" or len(scene.people) == 1
    hidden = [seat for seat in scene.people if not is_open and seat not in scene.looking]
    shown = _hidden(table, hidden)
    return Sample(
        shown,
        tuple(_hand_keys(game, table, seat, seat in hidden) for seat in range(game.seats)),
        scene.entries,
        after_ns=SINCE,
        title=title,
        goal=0,
        seats=game.seats,
        hands=True,
        viewers=scene.people,
        rows=tuple(game.row(shown, seat) for seat in range(game.seats)),
        clock=game.clock(table, 0),
        faces=tuple(map(bare, game.deck)),
        draw_hint="game.speed_uno.draw",
    )


def _table(game: Game, zones: Mapping[str, str], rest: str, scene: Scene) -> Table:
    left = list(game.deck)
    laid: dict[str, tuple[str, ...]] = {}
    for zone in sorted(zones, key=lambda name: "~" in zones[name] or "." in zones[name]):
        laid[zone] = tuple(_take(card, left) for card in zones[zone].split())
    laid[rest] = tuple(map(face_down, left))
    draft = Draft(with_layout(phases.initial(game), {zone: laid[zone] for zone in (*zones, rest)}))
    draft.set("deal", 1)
    phases.begin_deal(game, draft)
    draft.phase(scene.phase)
    for key, value in scene.scalars.items():
        draft.set(key, value)
    return draft.table()


def _take(wanted: str, left: list[str]) -> str:
    """One card of that face from what is left; any for a point, or face down for ``~``."""
    code = next(card for card in left if wanted in (".", "~", face(card), card))
    left.remove(code)
    return face_down(code) if wanted == "~" else code


def _hidden(table: Table, seats: Sequence[int]) -> Table:
    """The table without the hands of seats that do not look at them just now."""
    own = tuple(f"seat{seat}." for seat in seats)
    zones = {zone: (HIDDEN,) * len(cards) if zone.startswith(own) else cards for zone, cards in table.zones.items()}
    return Table(zones, table.scalars, table.shuffles)


def _hand_keys(game: Game, table: Table, seat: int, is_hidden: bool) -> tuple[Meaning, ...]:
    if table.phase == "ready":
        return (*(NOTHING,) * 7, Meaning("ready", lit=not table.flag(f"ready.{seat}")))
    keys = game.keys(table, seat, 0)
    if not is_hidden:
        return keys
    look = Meaning("peek", lit=True)
    return (*(NOTHING if key.zone.startswith("seat") else key for key in keys[:5]), look, look, keys[7])


# Speed Uno


def _uno(hands: Sequence[str], discard: str, scene: Scene, **options: object) -> Sample:
    """A table of Speed Uno: hands by their faces, or how many cards a seat has; the last discard is on top."""
    any_card = "~ " if scene.phase == "ready" else ". "
    zones = {f"seat{seat}.hand": any_card * int(hand) if hand.isdigit() else hand for seat, hand in enumerate(hands)}
    game = set_up("speed_uno", options, seats=len(hands))
    return _moment(game, {**zones, "discard": discard}, "draw", scene, "SPEED UNO")


def uno_draw() -> Sample:
    """The draw for the first dealer, four seats: the nine deals."""
    zones = {"seat0.draw": ("R4/1",), "seat1.draw": ("GS/1",), "seat2.draw": ("B9/1",), "seat3.draw": ("Y2/1",)}
    ready = _uno(["1", "1", "1", "1"], "", Scene(phase="ready"))
    table = Table({"deck": ("~R1/1",) * 212, **zones}, {**ready.table.scalars, "phase": "draw", "dealer": 2})
    return replace(ready, table=table, keys=((*(NOTHING,) * 7, Meaning("skip", lit=True)),) * 2, rows=())


def uno_ready() -> Sample:
    """Before the first hand: BLUE is ready."""
    return _uno(["10", "10", "10", "10"], "", Scene({"ready.1": True}, phase="ready"))


def uno_play() -> Sample:
    """AMBER's turn with two alike; BLUE could match exactly."""
    scalars: dict[str, Scalar] = {"turn": 0, "colour": "G", "exact": True}
    return _uno(["R1 G7 G7 B2 G4 Y5 RS", "G5 B9 Y3 W Y+ R2", "6", "9"], "B3 Y3 G5", Scene(scalars))


def uno_thirty() -> Sample:
    """Thirty cards in hand, the third page; one person among four. Nobody has played for a while."""
    scalars: dict[str, Scalar] = {"turn": 0, "colour": "G", "exact": True, "glow": True}
    scalars |= {"scroll.0": 10, "called.1": True}
    return _uno([THIRTY, "2", "7", "12"], "B3 Y3 G9", Scene(scalars, people=(0,)))


_EIGHT: Final[Mapping[str, Scalar]] = {
    "turn": 4, "colour": "Y", "exact": True, "owed": 6, "must_draw": True, "direction": -1, "scroll.0": 20,
    "exposed.3": 9 * S, "called.6": True,
}  # fmt: skip


def uno_eight() -> Sample:
    """Eight seats and 216 cards: six to draw, the matchers have their time, one seat has not called."""
    hands = [THIRTY, "10", "3", "1", "22", "7", "2", "14"]
    return _uno(hands, "Y2 Y+ Y+ Y+", Scene(_EIGHT, people=(0,)))


def uno_eight_two() -> Sample:
    """The same with two people before one screen."""
    hands = [THIRTY, "Y+ G4 R5 R6 B2 B4 Y1 Y1 Y8", "3", "1", "22", "7", "2", "14"]
    return _uno(hands, "Y2 Y+ Y+", Scene({**_EIGHT, "owed": 4}))


def uno_four_people() -> Sample:
    """Four people at four panels; GREEN names the colour, and YELLOW looks at the end of a long hand."""
    scalars: dict[str, Scalar] = {"turn": 3, "naming": 2, "exact": True, "scroll.3": 5, "direction": -1}
    hands = ["R1 G7 G7 B2 G4 Y5", "G5 B9 Y3 R2", "B5 W Y1 R7 G2 G8 Y+", "R4 R6 RS B1 B4 Y2 Y6 Y9 G1"]
    return _uno(hands, "B3 Y3 W", Scene(scalars, people=(0, 1, 2, 3)))


def uno_colour() -> Sample:
    """AMBER has played a wild and names the colour."""
    scalars: dict[str, Scalar] = {"turn": 1, "naming": 0, "exact": True}
    return _uno(["R1 G7 B2 G4 Y5 RS", "G5 B9 Y3 R2", "6", "9"], "B3 Y3 W", Scene(scalars))


def uno_catch() -> Sample:
    """GREEN has one card and has not called; YELLOW has just caught AMBER."""
    caught = CommandLine(0, 3, Command("catch", target=0), True, (("say", 3, "catch"), ("foul", 0, "uno")))
    scalars: dict[str, Scalar] = {"turn": 1, "colour": "G", "exact": True, "exposed.2": 9 * S, "called.1": True}
    hands = ["R1 G7 B2 G4 Y5 RS", "G5 B9", "1", "9"]
    return _uno(hands, "B3 Y3 G9", Scene(scalars, entries=(caught,)))


def uno_duel() -> Sample:
    """Two people, hands hidden; BLUE looks at its own."""
    scalars: dict[str, Scalar] = {"turn": 1, "colour": "G", "exact": True}
    hands = ["R1 G7 B2 G4 Y5 RS", "G5 B9 Y3 R2 R8 B5 W"]
    return _uno(hands, "B3 Y3 G9", Scene(scalars, looking=(1,)), cards_seen="peek")


def uno_doubt() -> Sample:
    """A Wild Draw Four of AMBER's that BLUE may doubt."""
    scalars: dict[str, Scalar] = {
        "turn": 1, "colour": "R", "exact": True, "owed": 4, "must_draw": True, "challenged": 0, "bluff": True,
    }  # fmt: skip
    hands = ["R1 G7 B2", "G5 B9 Y3 R2 W+", "6", "9"]
    return _uno(hands, "B3 Y3 W+", Scene(scalars), challenge=True)


def uno_result() -> Sample:
    """DAN, a bot, wins a hand of eight seats."""
    scalars: dict[str, Scalar] = {"turn": 1, "colour": "G"}
    hands = ["R1 G7 B2 G4 Y5 RS", "G5 B9", ". .", "9", "4", "2", "11", "3"]
    over = _uno(hands, "B3 Y3 G9", Scene(scalars, phase="finished"))
    choices = (Choice("ACTION", "AGAIN"), Choice("LEFT", "MENU"))
    dialog = Dialog("DAN WINS", ("a match of one deal",), choices, 2, (0, 0, 212, 0, 0, 0, 0, 0))
    return replace(over, dialog=dialog)


# Speahx


def _speah(seats: int, zones: Mapping[str, str], scene: Scene, rest: str = "stock") -> Sample:
    """A table of Speahx: every card on the table lies there but those that are named."""
    game = Speahx(SpeahxOptions(), seats)
    rules = game.rules
    laid = dict.fromkeys((slot for slots in rules.tables for slot in slots), "~")
    laid |= dict.fromkeys((*rules.hands, *rules.chances, "stock", "pile", "gone"), "")
    timed = replace(scene, scalars={"turn_ends": 14 * S, **scene.scalars})
    return _moment(game, {**laid, **zones}, rest, timed, "SPEAHX")


def speah_marks() -> Sample:
    """AMBER looks at twelve cards and has marked three, in an order of its own."""
    zones = {"seat0.hand": "AS 3D 4C 5H 6D 7H 7C 7S 9H JD QC KS", "seat1.hand": "4S 5S 6S 8C", "seat2.hand": ". . . ."}
    marks: dict[str, Scalar] = {"turn": 0, "marks.0": "7H 7S 7C", "scroll.0": 6}
    return _speah(3, {**zones, "pile": "KC 7D"}, Scene(marks, looking=(0,)))


def speah_suit() -> Sample:
    """A two was played: AMBER names the suit."""
    zones = {"seat0.hand": "AS 3D 4C 5H 6D 9H", "pile": "KC 2C", "seat1.hand": ". . . . .", "seat2.hand": ". ."}
    choice = Scene({"turn": 0, "wants": "suit", "left_suit": "C"}, people=(0,))
    return _speah(4, {**zones, "seat3.hand": ". . . . . . ."}, choice)


def speah_moves() -> Sample:
    """AMBER has opened the other moves: a chance card, or the pile."""
    zones = {"seat0.hand": "AS 3D 4C 5H 6D", "seat1.hand": ". . . . .", "pile": "3S 8H 8S KC"}
    return _speah(2, zones, Scene({"turn": 0, "menu.0": "moves"}, looking=(0,)))


def speah_chance() -> Sample:
    """BLUE has drawn two chance cards; a suit was named."""
    zones = {"seat0.hand": "AS 3D 4C 5H 6D", "seat1.hand": "9S 9D TC QD", "seat1.chance": "4D KS", "pile": "3S 8H 2S"}
    return _speah(2, zones, Scene({"turn": 1, "named": "S"}, looking=(1,)))


def speah_table() -> Sample:
    """No hand and no stock: AMBER takes one of the cards on the table; one seat is out."""
    gone = {"seat0.table2": "", "seat1.table1": "", **{f"seat2.table{place}": "" for place in range(1, 6)}}
    zones = {**gone, "seat1.hand": ". . .", "pile": "3S 8H KC"}
    return _speah(3, zones, Scene({"turn": 0, "menu.0": "table", "place.2": 1}, people=(0,)), rest="gone")


def speah_give() -> Sample:
    """Four jacks and seven seats: AMBER, who has said "Torkel!", chooses the kill or a receiver."""
    torkel = OwnLine(0, (("say", 0, "torkel"),))
    zones = {"seat0.hand": "AS/1 3D/1 4C/1 5H/1", "pile": "KC/1 JC/1 JD/1 JS/1 JH/1"}
    hands = {f"seat{seat}.hand": ". " * (seat + 2) for seat in range(1, 7)}
    choice = Scene({"turn": 0, "wants": "jacks", "left_suit": "C"}, people=(0,), entries=(torkel,))
    return _speah(7, {**zones, **hands}, choice)


def speah_seven() -> Sample:
    """Seven seats, two people, and ROSE says the word."""
    said = OwnLine(0, (("say", 4, "speah"),))
    zones = {"seat0.hand": "AS/1 3D/1 4C/1 5H/1 TS/1", "seat1.hand": "KS/1 QS/1", "pile": "KC/1 9H/1 9S/1"}
    hands = {f"seat{seat}.hand": ". " * (2 * seat - 1) for seat in range(2, 7)}
    return _speah(7, {**zones, **hands}, Scene({"turn": 5}, looking=(0, 1), entries=(said,)))


def speah_three_people() -> Sample:
    """Three people and four bots; BLUE looks at its hand."""
    held = {"seat0.hand": "AS/1 3D/1 4C/1 5H/1 TS/1", "seat1.hand": "KS/1 QS/1", "seat2.hand": "7H/1"}
    zones = {**held, "pile": "KC/1 9S/1"}
    hands = {f"seat{seat}.hand": ". " * seat for seat in range(3, 7)}
    return _speah(7, {**zones, **hands}, Scene({"turn": 1}, people=(0, 1, 2), looking=(1,)))
