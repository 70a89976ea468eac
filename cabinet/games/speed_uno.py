"""How people see Speed Uno: its texts, its lessons, its emblem in the menu, and the plan on its page of rules."""

from typing import Final

from cabinet.games.presentation import HANDS_PLAN, Label, Lesson, Presentation


def _pose(mine: str, top: str) -> dict[str, str]:
    """Return the zones of a lesson: the own hand, and the top of the discard pile."""
    others = {"you.hand": "Y1 B2 R3 G4", "she.hand": "B1 Y2 Y4 G4 R6", "he.hand": "Y5 B4 Y9"}
    return {"me.hand": mine, **others, "draw": "~R9*40", "discard": f"{top}*6"}


PRESENTATION: Final = Presentation(
    has_coloured_cards=True,
    words={
        "game.speed_uno": "SPEED UNO",
        "game.speed_uno.line": "Same colour or same number. The very same card goes at once, out of turn.",
        "game.speed_uno.draw": "the highest number deals",
        "preset.speed_uno": "FOUR\nSEATS",
        "preset.speed_uno.line": "Four at the table, one hand: bots sit where nobody does.",
        "preset.speed_uno_duel": "DUEL",
        "preset.speed_uno_duel.line": "Only you two. A reverse is a skip, and after a penalty it is the giver's turn.",
        "howto.follow": "Your turn: same colour or same number.",
        "howto.exact": "The very same card? Throw it anytime!",
        "howto.uno": "One card left? Call UNO at once!",
        "label.blue": "BLUE",
        "label.catch": "CAUGHT!",
        "label.challenge": "BLUFF?",
        "label.green": "GREEN",
        "label.red": "RED",
        "label.uno": "UNO!",
        "label.yellow": "YELLOW",
        "say.catch": "CAUGHT!",
        "say.challenge": "A BLUFF!",
        "say.uno": "UNO!",
        "why.last": "not as the last card",
        "foul.bluff": "BLUFF",
        "foul.uno": "NOT CALLED",
        "reason.blocked": "nobody could go on",
    },
    lessons=(
        Lesson("howto.follow", _pose("R8 B2 G7 Y1 B9", "R5"), ("CARD1",), {"turn": "me", "colour": "R"}, seats=4),
        Lesson(
            "howto.exact",
            _pose("R8 B2 G7/2 Y1 B9", "G7"),
            ("CARD2",),
            {"turn": "he", "colour": "G", "exact": True},
            seats=4,
        ),
        Lesson("howto.uno", _pose("R8 B2", "R5"), ("CARD1", "ACTION"), {"turn": "me", "colour": "R"}, seats=4),
    ),
    emblem=("R7", "G7", "Y+"),
    tint=(100, 80, 14),
    plan=(
        *HANDS_PLAN,
        Label("plan.draw", "draw", "draw", 0.75),
        Label("plan.top", "discard", "discard", 0.95),
        Label("plan.further", "seat2.hand", "seat3.hand", 0.5),
    ),
)
