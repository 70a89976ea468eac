"""Moments of matches in which hands are held: long hands, many seats, choices. Made by hand, through the engine.

As `samples`: a table, the keys and what was told just before; the rest of the deck lies where it would.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from cabinet.display.table.view_state import Choice, Dialog
from engine import phases
from engine.cards import HIDDEN, bare, face_down
from engine.game import Game
from engine.games import set_up
from engine.games.speah.game import Speahx
from engine.games.speah.rules import SpeahxOptions
from engine.games.speed_uno.rules import face
from engine.log_lines import CommandLine, Entry, OwnLine
from engine.panel import NOTHING, Command, Meaning
from engine.table import Draft, Scalar, Table, with_layout
from engine.units import MS, S
from tests.cabinet.pictures.samples import Sample

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
        tuple(_keys(game, table, seat, seat in hidden) for seat in range(game.seats)),
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


def _keys(game: Game, table: Table, seat: int, is_hidden: bool) -> tuple[Meaning, ...]:
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
