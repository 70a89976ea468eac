"""Moments of the racing games, for two to four seats: set up by hand and told by the games themselves; see `samples`.

`staged` is the way in: what lies where, in the words of the match log, and everything else as a deal begins, with the
game's own word for what every button does.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine import phases
from engine.cards import DOWN, bare
from engine.chance import Chance
from engine.game import Game
from engine.games import set_up
from engine.log_lines import CommandLine, DealLine, OwnLine
from engine.panel import Command, mask
from engine.screen import EVERYBODY, Screen, keys_on, of_everybody, of_seat, with_look
from engine.table import Draft, Table, Zone, with_layout
from engine.units import MS
from tests.cabinet.pictures.samples import Sample


@dataclass(frozen=True)
class Stage:
    """A game and how it is watched: `held` are the buttons that each seat holds, `viewer` the seat whose screen it is
    (EVERYBODY: all share it), `people` the seats that are no bots."""

    game: str
    options: Mapping[str, object] = field(default_factory=dict)
    seats: int = 2
    held: Mapping[int, Sequence[str]] = field(default_factory=dict)
    viewer: int = EVERYBODY
    people: tuple[int, ...] = (0, 1)


def staged(stage: Stage, lies: Mapping[str, str], **scalars: int | str | bool) -> Screen:
    """The screen of a deal in play on which the given zones hold these cards (``"~2D 7H"``, bottom to top).

    ``"~9"`` stands for nine face-down cards. A scalar whose name has a point in it is given with two underscores for
    it: ``armed__0``. Raises KeyError for a zone that the game does not have.
    """
    game = set_up(stage.game, stage.options, "", stage.seats)
    table = _table(game, lies, {key.replace("__", "."): value for key, value in scalars.items()})
    held = [mask(stage.held.get(seat, ())) for seat in range(stage.seats)]
    return screen_of(game, table, held, stage)


def screen_of(game: Game, table: Table, held: Sequence[int], stage: Stage) -> Screen:
    """What that screen shows of a table."""
    shared = stage.viewer == EVERYBODY
    shown = of_everybody(game, table, stage.people, held) if shared else of_seat(game, table, stage.viewer, held)
    keys = []
    for seat in range(stage.seats):
        own = game.keys(table, seat, held[seat]) if table.phase in phases.PLAYING else ()
        told = keys_on(shown, game, table, seat, own, held[seat]) if seat != stage.viewer else own
        view = game.view(table, seat, held[seat])
        keys.append(with_look(told, game, shown, view, seat, held[seat]) if shared else told)
    return Screen(shown, tuple(keys))


def _table(game: Game, lies: Mapping[str, str], scalars: Mapping[str, int | str | bool]) -> Table:
    chance = Chance(1)
    start = Draft(phases.initial(game))
    zones: dict[str, Zone] = dict.fromkeys(game.layout(start, chance), ())
    for name, cards in lies.items():
        if name not in zones:
            raise KeyError(name)
        zones[name] = _cards(cards, game.deck)
    draft = Draft(with_layout(start.table(), zones))
    draft.set("deal", 2)
    phases.begin_deal(game, draft)
    draft.phase(str(scalars.get("phase", "play")))
    for key, value in scalars.items():
        if key != "phase":
            draft.set(key, value)
    return draft.table()


def _cards(text: str, deck: Sequence[str]) -> Zone:
    """Cards as they are written, of two packs the first's; a number behind ``~`` counts cards that nobody sees."""
    zone: list[str] = []
    for code in text.split():
        card = code if bare(code) in deck else f"{code}/1" if bare(f"{code}/1") in deck else code
        zone += ["~2S"] * int(card[1:]) if card[0] == DOWN and card[1:].isdigit() else [card]
    return tuple(zone)


PEEK: Final = {"cards_seen": "peek"}
LOOKING: Final = ("LEFT", "RIGHT")

SPEED: Final = {
    **{f"seat0.hand{slot}": card for slot, card in enumerate(["9S", "QD", "4H", "TC", "KH"], 1)},
    **{f"seat1.hand{slot}": card for slot, card in enumerate(["3C", "7D", "8S", "AH", "5D"], 1)},
    "seat0.stock": "~11",
    "seat1.stock": "~8",
    "centre.0": "3S 8H",
    "centre.1": "4D 5C",
    "reserve.0": "~3",
    "reserve.1": "~4",
}
SPIT: Final = {
    "seat0.stock1": "9S",
    "seat0.stock2": "~1 QD",
    "seat0.stock4": "~7D ~4C ~TC",
    "seat0.stock5": "~2H ~JC ~8D KH",
    "seat0.spit": "~9",
    "seat1.stock1": "3C",
    "seat1.stock2": "~1 ~7D",
    "seat1.stock3": "~AC ~9D 8S",
    "seat1.stock5": "~3 5D",
    "seat1.spit": "~7",
    "centre.0": "3S 4D 8H",
    "centre.1": "5S JC",
}
LAST: Final = {
    "seat0.stock1": "9S",
    "seat0.stock3": "9H TH",
    "seat0.spit": "~6",
    "seat1.stock2": "~1 KC",
    "seat1.stock3": "3D",
    "seat1.spit": "~8",
    "centre.0": "3S 4D 8H",
    "centre.1": "5S JC",
}
OUT: Final = {name: cards for name, cards in LAST.items() if not name.startswith("seat0.stock")}


def race_samples() -> Mapping[str, Sample]:
    """All of them by name."""
    makers: tuple[Callable[[], Sample], ...] = (
        peek_beaten, peek_looking, own_screen, looking_under, picked_up, twins, slap_smaller, shout_claim,
        spits_alone, ghost, slam, number_slap, number_sum, last_lap, between_deals, wrong_number,
        piles_taken, refill, six_piles, eleven_piles, three_each, one_each,
    )  # fmt: skip
    return {maker.__name__: maker() for maker in makers}


def _sample(screen: Screen, title: str, goal: int = 0, **more: object) -> Sample:
    return Sample(screen.table, screen.keys, title=title, goal=goal, **more)  # type: ignore[arg-type]  # a Sample's own


# Hidden cards


def peek_beaten() -> Sample:
    """Both hands are hidden; AMBER's nine was faster, and BLUE's card goes back as it lay."""
    hidden = {**SPEED, "seat0.hand1": "2C", "centre.0": "3S 8H 9S"}
    screen = staged(Stage("speed", PEEK), hidden)
    lost = CommandLine(
        MS, 1, Command("play", "7D", "seat1.hand2", "centre.0"), False, why="rank", beaten_by=0, margin_ns=8_700_000
    )
    return _sample(screen, "SPEED", 2, entries=tuple(screen.redacted([lost])), after_ns=70 * MS)


def peek_looking() -> Sample:
    """AMBER holds LEFT and RIGHT, and sees the own cards."""
    return _sample(staged(Stage("speed", PEEK, held={0: LOOKING}), SPEED), "SPEED", 2)


def own_screen() -> Sample:
    """BLUE's own screen: BLUE sits at the near edge, and AMBER's hand is not on it."""
    screen = staged(Stage("speed", {"cards_seen": "own_screen"}, viewer=1), SPEED, armed__1="seat1.hand4")
    return _sample(screen, "SPEED", 2, near=1)


def looking_under() -> Sample:
    """AMBER looks under the fifth pile, BLUE under the third."""
    stage = Stage("spit", {"peek_under": True}, held={0: ("CARD5",), 1: ("CARD3",)})
    return _sample(staged(stage, SPIT), "SPIT")


def picked_up() -> Sample:
    """AMBER has picked up the last three cards; BLUE could not yet."""
    return _sample(staged(Stage("spit", {"conceal_last": 3}), LAST, concealed__0=True), "SPIT")


# Shouts and slaps


def twins() -> Sample:
    """Two tops of one rank: the first ACTION gives both piles to the other."""
    alike = {**SPIT, "centre.1": "5S 8C"}
    return _sample(staged(Stage("spit", {"twin_call": True}), alike), "SPIT")


def slap_smaller() -> Sample:
    """AMBER is out: only the smaller pile can be slapped."""
    screen = staged(Stage("spit", {"claim": "slap_smaller"}), OUT, phase="slap", finisher=0)
    return _sample(screen, "SPIT", slap_hint="table.slap_smaller")


def shout_claim() -> Sample:
    """AMBER is out: whoever says it first has the choice."""
    return _sample(staged(Stage("spit", {"claim": "shout"}), OUT, phase="slap", finisher=0), "SPIT")


def spits_alone() -> Sample:
    """AMBER has no spit cards, both are stuck: BLUE spits alone and says where."""
    lies = {**LAST, "seat0.stock1": "2S", "seat0.stock3": "2H", "seat0.spit": ""}
    return _sample(staged(Stage("spit"), lies, stuck=True), "SPIT")


def ghost() -> Sample:
    """A ghost lies where BLUE's pile is missing, and AMBER is out."""
    lies = {**OUT, "seat1.spit": "", "centre.1": "M1", "marker": ""}
    return _sample(staged(Stage("spit", {"ghost": True}), lies, phase="slap", finisher=0), "SPIT")


def slam() -> Sample:
    """AMBER, out of stock, has a marker on loan: it slams it, or the other does."""
    lies = {**OUT, "seat0.spit": "", "centre.0": "", "seat0.marker": "M1", "marker": ""}
    return _sample(staged(Stage("spit", {"spit_card_please": True}), lies, phase="slap", finisher=0), "SPIT")


# Mod-Spit

_ROW: Final = {
    **{f"seat0.stock{slot}": card for slot, card in enumerate(["9S", "QD", "4H", "TC", "KH"], 1)},
    **{f"seat1.stock{slot}": card for slot, card in enumerate(["3C", "7D", "8S", "AH", "5D"], 1)},
    "seat0.spit": "~14",
    "seat1.spit": "~17",
    "centre.0": "3S 8H",
    "centre.1": "4D JC",
}


def number_slap() -> Sample:
    """Eight times eleven is 88, and leaves 4 of 7: no prime."""
    return _sample(staged(Stage("mod_spit"), _ROW, modulus=7, rule="prime"), "MOD-SPIT")


def number_sum() -> Sample:
    """The cabinet does the sum in somebody's first deal: ten leaves 3 of 7, a prime, and SLAP is lit."""
    tops = {"centre.0": "3S TH", "centre.1": "4D AC"}
    return _sample(staged(Stage("mod_spit"), {**_ROW, **tops}, modulus=7, rule="prime", sums=True), "MOD-SPIT")


def between_deals() -> Sample:
    """The third deal waits for AMBER: the score, and the closest race of the second."""
    stocks = {name: cards for name, cards in SPIT.items() if name.startswith("seat")}
    screen = staged(Stage("spit"), stocks, phase="ready", deal=3, ready__1=True)
    beaten = CommandLine(
        0, 1, Command("play", "8S", "seat1.stock3", "centre.0"), False, why="rank", beaten_by=0, margin_ns=3_260_000
    )
    dealt = DealLine(MS, 3, 0, dict(screen.table.zones))
    return _sample(screen, "SPIT", entries=(beaten, dealt), ready_wait=(-5_000 * MS, 10_000 * MS))


def last_lap() -> Sample:
    """The last lap of a deal of Speed: whoever is down to ten cards first has won."""
    return _sample(staged(Stage("speed"), SPEED, lap=2, goal=10), "SPEED")


def wrong_number() -> Sample:
    """Both slapped wrongly, AMBER last: AMBER chooses a pile."""
    screen = staged(
        Stage("mod_spit", {"rule": "drawn"}), _ROW, modulus=11, rule="triangular", wrong=1, wrong_by=4000 * MS, choice=0
    )
    fouls = OwnLine(0, (("foul", 1, "wrong_number"), ("foul", 0, "wrong_number")))
    return _sample(screen, "MOD-SPIT", entries=(fouls,))


def piles_taken() -> Sample:
    """A right slap: both piles glide under BLUE's spit cards."""
    screen = staged(
        Stage("mod_spit", {"rule": "drawn"}),
        {**_ROW, "centre.0": "", "centre.1": "", "seat1.spit": "~21"},
        modulus=13,
        rule="power_of_2",
        turn_at=700 * MS,
    )
    taken = OwnLine(
        0, (("say", 0, "number_slap"), ("gather", "centre.0", "seat1.spit"), ("gather", "centre.1", "seat1.spit"))
    )
    return _sample(screen, "MOD-SPIT", entries=(taken,), after_ns=50 * MS)


# Layouts


def refill() -> Sample:
    """Four single piles, refilled from the spit cards by their buttons."""
    lies = {
        name: cards for name, cards in _ROW.items() if not name.endswith(("stock5", "seat0.stock2", "seat1.stock4"))
    }
    return _sample(staged(Stage("spit", {"layout": "1111+refill"}), lies), "SPIT")


def six_piles() -> Sample:
    """Two packs, six piles; AMBER holds LEFT and RIGHT for the sixth."""
    cards = {
        f"seat{seat}.stock{pile}": f"~{pile} {card}" for seat, row in enumerate(_SIX) for pile, card in row.items()
    }
    lies = {**cards, "seat0.spit": "~31", "seat1.spit": "~29", "centre.0": "3S/1 8H/1", "centre.1": "4D/2 JC/1"}
    stage = Stage("spit", {"packs": 2, "piles": 6}, held={0: LOOKING})
    return _sample(staged(stage, lies), "SPIT")


_SIX: Final = (
    {1: "9S/1", 2: "QD/1", 3: "4H/1", 4: "~TC/1", 5: "KH/2", 6: "7D/1"},
    {1: "3C/1", 2: "~7D/2", 3: "8S/1", 4: "AH/1", 5: "TC/2", 6: "~KH/1"},
)


def eleven_piles() -> Sample:
    """A pile of eleven in the middle of four single cards."""
    lies = {**_ROW, "seat0.stock3": "~10 4H", "seat1.stock3": "~9 ~8S"}
    return _sample(staged(Stage("spit", {"layout": "1,1,11,1,1"}), lies), "SPIT")


def three_each() -> Sample:
    """Five piles of three each, some of them played down."""
    lies = {**_ROW, "seat0.stock1": "~2 9S", "seat0.stock3": "~1 4H", "seat1.stock2": "~2 7D", "seat1.stock4": "~1 AH"}
    return _sample(staged(Stage("spit", {"layout": "33333"}), lies), "SPIT")


def one_each() -> Sample:
    """Five single cards: where one was played, nothing lies."""
    lies = {**_ROW, "seat0.stock2": "", "seat1.stock1": "", "seat1.stock5": ""}
    return _sample(staged(Stage("spit", {"layout": "11111"}), lies), "SPIT")


HANDS: Final = ("9S QD 4H TC KH", "3C 7D 8S AH 5D", "2D 6S JH 9C 3H", "KC 4S TD 7H 2C")
TOPS: Final = ("8H", "5C", "QS", "3D")


def many_samples() -> Mapping[str, Sample]:
    """All of them by name."""
    makers: tuple[Callable[[], Sample], ...] = (
        speed_three, speed_four, speed_four_people, spit_three, spit_four, spit_four_choosing, spit_three_people,
        running,
    )  # fmt: skip
    return {maker.__name__: maker() for maker in makers}


def _speed(seats: int) -> dict[str, str]:
    lies = {f"seat{seat}.hand{slot}": card for seat in range(seats) for slot, card in enumerate(HANDS[seat].split(), 1)}
    for seat in range(seats):
        lies |= {f"seat{seat}.stock": f"~{11 + seat}", f"centre.{seat}": f"6S 7D {TOPS[seat]}", f"reserve.{seat}": "~4"}
    return lies


def speed_three() -> Sample:
    """Three seats: GREEN, a bot, aims at the pile that AMBER aims at; AMBER has just beaten BLUE."""
    lies = {**_speed(3), "seat2.hand4": ""}
    screen = staged(Stage("speed", seats=3), lies, aim__0="centre.2", aim__1="centre.1", aim__2="centre.2")
    beaten = CommandLine(
        0, 1, Command("play", "8S", "seat1.hand3", "centre.0"), False, why="rank", beaten_by=0, margin_ns=12_400_000
    )
    return Sample(screen.table, screen.keys, (beaten,), 600 * MS, seats=3)


def speed_four() -> Sample:
    """Four seats: YELLOW is out already, all aim somewhere else."""
    out = {f"seat3.hand{slot}": "" for slot in range(1, 6)}
    screen = staged(
        Stage("speed", seats=4), {**_speed(4), **out, "seat3.stock": ""}, aim__0="centre.0", aim__1="centre.2",
        aim__2="centre.3", place__3=1, score__2=1,
    )  # fmt: skip
    return Sample(screen.table, screen.keys, seats=4)


def speed_four_people() -> Sample:
    """Four people at four panels: GREEN has taken up a card, BLUE has just beaten YELLOW."""
    stage = Stage("speed", {"quick_play": False}, seats=4, people=(0, 1, 2, 3))
    screen = staged(stage, _speed(4), armed__2="seat2.hand2", aim__0="centre.0", aim__1="centre.2", aim__2="centre.3")
    beaten = CommandLine(
        0, 3, Command("play", "4S", "seat3.hand2", "centre.1"), False, why="rank", beaten_by=1, margin_ns=900_000
    )
    return Sample(screen.table, screen.keys, (beaten,), 600 * MS, seats=4, viewers=(0, 1, 2, 3))


def _spit(seats: int, piles: int) -> dict[str, str]:
    lies = {}
    for seat in range(seats):
        for pile, card in enumerate(HANDS[seat].split()[:piles], 1):
            lies[f"seat{seat}.stock{pile}"] = f"~{pile} {card}" if (seat + pile) % 3 else f"~{pile} ~{card}"
        lies |= {f"seat{seat}.spit": f"~{7 + seat}", f"centre.{seat}": f"6S {TOPS[seat]}"}
    return lies


def spit_three() -> Sample:
    """Three seats, four piles each; BLUE takes what it has in hand to a space."""
    lies = {**_spit(3, 4), "seat1.stock1": ""}
    screen = staged(Stage("spit", seats=3), lies, marked__1="seat1.stock1", armed__0="seat0.stock3")
    return Sample(screen.table, screen.keys, title="SPIT", goal=0, seats=3)


def spit_four() -> Sample:
    """Four seats, two packs: five piles each; all are stuck."""
    screen = staged(Stage("spit", {"packs": 2}, seats=4), _spit(4, 5), stuck=True, said__2=True)
    return Sample(screen.table, screen.keys, title="SPIT", goal=0, seats=4)


def spit_four_choosing() -> Sample:
    """Four seats, three piles each: BLUE is out and chooses a pile."""
    lies = {**_spit(4, 3), **{f"seat1.stock{pile}": "" for pile in (1, 2, 3)}}
    screen = staged(
        Stage("spit", seats=4), lies, place__1=1, choice=1, choose_by=4000 * MS, aim__1="centre.3", aim__0="centre.1"
    )
    return Sample(screen.table, screen.keys, title="SPIT", goal=0, seats=4)


def spit_three_people() -> Sample:
    """Three people and a bot, who has no keys; BLUE is stuck."""
    screen = staged(Stage("spit", {"packs": 2}, seats=4, people=(0, 1, 2)), _spit(4, 5), said__1=True)
    return Sample(screen.table, screen.keys, title="SPIT", goal=0, seats=4, viewers=(0, 1, 2))


def running() -> Sample:
    """A relay: BLUE's second runner is half-way with the eight; AMBER's first waits."""
    lies = {
        "seat0.stock1": "9S",
        "seat0.stock2": "~1 QD",
        "seat0.stock4": "~2 ~TC",
        "seat0.spit": "~9",
        "seat1.stock1": "3C",
        "seat1.stock3": "~2 7D",
        "seat1.stock5": "~3 5D",
        "seat1.spit": "~7",
        "centre.0": "3S 8H",
        "centre.1": "5S JC",
    }
    screen = staged(
        Stage("spit", {"running": True, "teams": "relay"}), lies, away="1", run__1="seat1.stock3 centre.0",
        lands__1=800 * MS, runner__1=2,
    )  # fmt: skip
    called = OwnLine(0, (("say", 0, "runner_1"),))
    return Sample(screen.table, screen.keys, (called,), 420 * MS, title="SPIT", goal=0)
