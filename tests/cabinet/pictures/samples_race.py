"""Moments of the racing games' variations, set up by hand and told by the games themselves; see `samples`."""

from collections.abc import Callable, Mapping
from typing import Final

from engine.log_lines import CommandLine, OwnLine
from engine.panel import Command
from engine.screen import Screen
from engine.units import MS
from tests.cabinet.pictures.samples import Sample
from tests.cabinet.pictures.scenario import Stage, staged

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
        spits_alone, ghost, slam, number_slap, wrong_number, piles_taken, refill, six_piles, eleven_piles,
        three_each, one_each,
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
