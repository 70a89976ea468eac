"""How people see Spit: its texts, its lessons, its emblem in the menu, and the plan on its page of rules."""

from typing import Final

from cabinet.games.presentation import Lesson, Presentation, race_plan, row


def pose(mine: str, yours: str, left: str, right: str) -> dict[str, str]:
    """Return the zones of a lesson: the stock piles of both, and the two spit piles."""
    rows = row("me.stock", mine) | row("you.stock", yours)
    return {**rows, "me.spit": "~2S*8", "you.spit": "~2S*8", "centre.0": left, "centre.1": right}


PRESENTATION: Final = Presentation(
    words={
        "game.spit": "SPIT",
        "game.spit.line": "Five piles each. One up or one down. Empty yours, slap the smaller.",
        "preset.classic_spit": "{LENGTH}\nDEALS",
        "preset.classic_spit.1": "ONE\nDEAL",
        "preset.classic_spit.full": "TO THE\nEND",
        "preset.classic_spit.line": "Whoever holds fewer cards in the end has won. Deals at most: {length}.",
        "preset.classic_spit.line.full": "Until somebody has no cards at all.",
        "preset.classic_spit_full": "TO THE\nEND",
        "preset.classic_spit_full.line": "Until somebody has no cards at all.",
        "preset.slap_spit": "SLAP\nSPIT",
        "preset.slap_spit.line": "Only the smaller pile can be slapped. Two tops alike: shout first.",
        "preset.reverse_spit": "REVERSE\nSPIT",
        "preset.reverse_spit.line": "Whoever holds more cards wins: slap the larger pile.",
        "preset.ghost_spit": "GHOST\nSPIT",
        "preset.ghost_spit.line": "Where a pile is missing a ghost lies: take it, and take nothing.",
        "preset.chinese_spit": "CHINESE\nSPIT",
        "preset.chinese_spit.line": "Four piles each instead of five.",
        "preset.running_spit": "RUNNING\nSPIT",
        "preset.running_spit.line": "The middle is a run away: every card takes a while to get there.",
        "preset.spit_for_four": "SPIT\nFOR FOUR",
        "preset.spit_for_four.line": "Four round one middle, with two packs. Bots sit where nobody does.",
        "howto.space": "A space? Move a card there. Turn the next.",
        "howto.slap": "No cards left? Slap the smaller pile!",
        "label.conceal": "HIDE",
        "label.mark": "SPACE",
        "label.marked": "SPACE",
        "label.move": "MOVE",
        "label.refill": "REFILL",
        "label.slam": "SLAM!",
        "label.spit": "SPIT!",
        "label.stack": "STACK",
        "say.runner_1": "FIRST RUNNER!",
        "say.runner_2": "SECOND RUNNER!",
        "say.spit": "SPIT!",
        "why.alone": "nothing would be gained",
        "why.away": "on the way",
        "why.colour": "same colour",
        "why.face_down": "still face down",
        "why.face_up": "already face up",
        "why.size": "that pile is not the one",
        "foul.two_hands": "ONE HAND ONLY",
        "reason.all": "has every card",
    },
    lessons=(
        Lesson(
            "howto.play",
            pose("JS 7D*2 8H*3 TC*4 KD*5", "4S JD*2 QH*3 4C*4 TS*5", "7C*3", "2D*3"),
            ("CARD3", "CARD2"),
        ),
        Lesson(
            "howto.space",
            {**pose("JS _ _ KC*2 9S*5", "4S JD*2 QH*3 4C*4 TS*5", "7C*5", "2D*6"), "me.stock2": "~6C QD"},
            ("CARD3", "CARD2", "CARD2", "CARD2"),
        ),
        Lesson("howto.slap", pose("_ _ _ _ _", "4S JD*2 QH*3 _ TS*5", "7C*12", "2D*3"), ("RIGHT",), phase="slap"),
    ),
    variations=(
        Lesson(
            "howto.equal",
            pose("JS 7D*2 4H*3 TC*4 KD*5", "4S JD*2 QH*3 4C*4 TS*5", "7C*3", "2D*3"),
            ("CARD2",),
            options={"doubles": True},
        ),
    ),
    emblem=("~AS", "JS"),
    tint=(86, 46, 92),
    plan=race_plan("stock", "spit"),
)
