"""How people see Speahx: its texts, its lessons, its emblem in the menu, and the plan on its page of rules."""

from typing import Final

from cabinet.games.presentation import HANDS_PLAN, Label, Lesson, Presentation


def _lesson(name: str, mine: str, pile: str, presses: tuple[str, ...], hidden: str = "") -> Lesson:
    """Return a lesson with the own hand and the pile; `hidden` is its text's key where the hand lies hidden."""
    tables = {f"{who}.table{number}": "~2S" for who in ("me", "you") for number in range(1, 6)}
    zones = {**tables, "me.hand": mine, "you.hand": "2S 3S 4D 5S", "stock": "~5D*20", "pile": pile, "gone": ""}
    return Lesson(f"howto.{name}", zones, presses, {"turn": "me"}, hidden=hidden or f"howto.{name}")


PRESENTATION: Final = Presentation(
    words={
        "game.speah": "SPEAHX",
        "game.speah.line": "Turn by turn: same suit or same rank. Do not be the last with cards.",
        "preset.speah": "SPEAHX",
        "preset.speah.line": "{Table_cards} cards on the table, {hand_cards} in hand, and time to think.",
        "preset.speah.line.1": "One card on the table, {hand_cards} in hand, and time to think.",
        "preset.speah_short": "SPEAHX\nSHORT",
        "preset.speah_short.line": "{Table_cards} and {hand_cards}, and {turn_s} seconds for each turn.",
        "howto.suit": "Same suit or number? PICK it, then PLAY.",
        "howto.suit_hidden": "Hold LOOK. Same suit or number: PICK, then PLAY.",
        "howto.chance": "Nothing fits? Try one from the stock.",
        "howto.ten": "Tens clear the pile. Never be last.",
        "label.chance": "CHANCE",
        "label.give": "GIVE",
        "label.kill": "AWAY",
        "label.moves": "NO CARD",
        "label.pick_up": "TAKE ALL",
        "label.skip": "SKIP",
        "label.suit_s": "SPADES",
        "label.suit_h": "HEARTS",
        "label.suit_d": "DIAMONDS",
        "label.suit_c": "CLUBS",
        "label.table": "TABLE",
        "say.speah": "SPEAH!",
        "say.torkel": "TORKEL!",
        "why.suit": "wrong suit",
        "foul.time": "TIME IS UP",
    },
    lessons=(
        _lesson("suit", "3C 4S 8D JH QS", "8H*7", ("CARD4", "ACTION"), hidden="howto.suit_hidden"),
        _lesson("chance", "3C 4S 5C QS KC", "8H*7", ("ACTION", "CARD1")),
        _lesson("ten", "3C 4S 7C TS QC", "8H*9", ("CARD4", "ACTION")),
    ),
    emblem=("2H", "JD", "TS"),
    tint=(30, 64, 116),
    plan=(
        *HANDS_PLAN,
        Label("plan.draw", "stock", "stock", 0.75),
        Label("plan.top", "pile", "pile", 0.95),
        Label("plan.table", "seat0.table1", "seat0.table5", 0.35),
    ),
)
