"""How people see Mod-Spit: its texts, its lessons, its emblem in the menu, and the plan on its page of rules."""

from typing import Final

from cabinet.games.presentation import Lesson, Presentation, race_plan
from cabinet.games.spit import pose

PRESENTATION: Final = Presentation(
    words={
        "game.mod_spit": "MOD-SPIT",
        "game.mod_spit.line": "Spit, and a slap when the product of the tops has the right remainder.",
        "preset.mod_spit": "PRIMES\nMOD 7",
        "preset.mod_spit.line": "Slap when the product of the two tops, divided by 7, leaves a prime.",
        "preset.mod_spit_professor": "THE\nPROFESSOR",
        "preset.mod_spit_professor.line": "The number to divide by and the rule are drawn from the cards.",
        "howto.multiply": "3 × 4 = 12. Take sevens away: 5.",
        "howto.number": "2, 3 or 5 left? Slap first!",
        "label.number_slap": "SLAP #",
        "say.number_slap": "SLAP!",
        "foul.wrong_number": "WRONG NUMBER",
    },
    lessons=(
        Lesson("howto.play", pose("JS 7D 8H TC KD", "4S JD QH 4C TS", "7C*3", "2D*3"), ("CARD3", "CARD2")),
        Lesson(
            "howto.multiply",
            pose("JS 7D 9H TC KD", "6S JD QH 9C TS", "3H*3", "4C*4"),
            look=("centre.0", "centre.1"),
        ),
        Lesson(
            "howto.number",
            pose("JS 7D 9H TC KD", "6S JD QH 9C TS", "3H*3", "4C*4"),
            ("ACTION",),
            {"sums": True},
        ),
    ),
    emblem=("3H", "7C"),
    tint=(104, 40, 44),
    plan=race_plan("stock", "spit"),
)
