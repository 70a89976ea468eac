"""How people see Speed: its texts, its lessons, its emblem in the menu, and the plan on its page of rules."""

from typing import Final

from cabinet.games.presentation import Label, Lesson, Presentation, race_plan, row


def _pose(mine: str, yours: str, left: str, right: str, stock: str = "~QC*9") -> dict[str, str]:
    """Return the zones of a lesson: both hands, the two piles in the middle, and the stock."""
    rows = row("me.hand", mine) | row("you.hand", yours)
    piles = {"me.stock": stock, "you.stock": "~2S*8", "reserve.0": "~2C*4", "reserve.1": "~2C*4"}
    return {**rows, **piles, "centre.0": left, "centre.1": right}


PRESENTATION: Final = Presentation(
    words={
        "game.speed": "SPEED",
        "game.speed.line": "Five cards in hand. One up or one down. First out wins.",
        "preset.speed": "FIRST\nTO {WINS}",
        "preset.speed.line": "Deals that win the match: {wins}.",
        "preset.speed_with_jokers": "WITH\nJOKERS",
        "preset.speed_with_jokers.line": "A joker goes on anything, and anything goes on it.",
        "preset.speed_doubles": "DOUBLES",
        "preset.speed_doubles.line": "A card of the same rank may follow as well.",
        "preset.four_card_speed": "{HAND_SIZE}\nCARDS",
        "preset.four_card_speed.line": "{Hand_size} cards in hand instead of five.",
        "preset.speed_for_four": "SPEED\nFOR FOUR",
        "preset.speed_for_four.line": "Four centre piles, and all four play. Bots sit where nobody does.",
        "preset.five_card_spit_party": "POINTS\nTO {TARGET}",
        "preset.five_card_spit_party.line": "Five-card Spit: a point for each card that the other is left with.",
        "preset.five_card_spit": "POINTS\nTO {TARGET}",
        "preset.five_card_spit.line": "Five-card Spit, the long way.",
        "preset.speed_suits": "SAME\nSUIT",
        "preset.speed_suits.line": "Same suit on same suit: for those who do not read numbers yet.",
        "howto.suit_alone": "Same suit? Play it.",
        "howto.both": "Both piles take it? Left or right.",
        "howto.out": "First without cards wins.",
        "howto.equal": "The same rank goes on it, too.",
        "howto.stocks": "Nobody can play? Your stock adds a card.",
        "howto.speed": "Last card played? Slap before the other does!",
        "label.flip": "FLIP",
        "label.joker_up": "UP",
        "label.joker_down": "DOWN",
        "label.lay": "LAY",
        "label.speed": "SPEED!",
        "say.dead_end": "DEAD END",
        "say.speed": "SPEED!",
    },
    lessons=(
        Lesson(
            "howto.play",
            _pose("JS 7D 8H TC KD", "4S JD QH 4C TS", "7C*5", "2D*5"),
            ("CARD3", "CARD2"),
        ),
        Lesson("howto.both", _pose("QS 9D 6H TC KD", "3S JD QH AC TS", "7C*5", "5D*5"), ("CARD3", "RIGHT")),
        Lesson("howto.out", _pose("_ _ 4S _ _", "9S JD QH AC TS", "7C*9", "5D*12", ""), ("CARD3",)),
    ),
    variations=(
        Lesson(
            "howto.equal",
            _pose("JS 7D 4H TC KD", "4S JD QH 4C TS", "7C*5", "2D*5"),
            ("CARD2",),
            options={"doubles": True},
        ),
        *(
            Lesson(words, zones, presses, options={"follow": "suit"}, instead_of=instead_of)
            for words, zones, presses, instead_of in (
                (
                    "howto.suit_alone",
                    _pose("JS 7D 8C TS KD", "4S JD QH 4C TS", "7C*5", "2H*5"),
                    ("CARD3",),
                    "howto.play",
                ),
                (
                    "howto.both",
                    _pose("JS 7D 8C TS KD", "4S JD QH 4C TS", "7C*5", "2C*5"),
                    ("CARD3", "RIGHT"),
                    "howto.both",
                ),
                ("howto.out", _pose("_ _ 4C _ _", "9S JD QH AC TS", "7C*9", "5D*12", ""), ("CARD3",), "howto.out"),
            )
        ),
        Lesson(
            "howto.stocks",
            _pose("JS 7D 4H QC KD", "4S JD QH 4C KS", "9C*5", "2D*5") | {"reserve.0": "", "reserve.1": ""},
            look=("me.stock", "centre.0"),
            options={"turn_from": "stocks"},
        ),
        Lesson(
            "howto.speed",
            _pose("_ _ 4S _ _", "9S JD QH AC TS", "7C*9", "5D*12", ""),
            ("CARD3", "ACTION"),
            options={"finish": "slap"},
        ),
    ),
    emblem=("6H", "7C", "8D"),
    tint=(20, 88, 62),
    plan=(
        *race_plan("hand", "stock"),
        Label("plan.reserve", "reserve.0", "reserve.0", -0.05),
        Label("plan.reserve", "reserve.1", "reserve.1", -0.05),
    ),
)
