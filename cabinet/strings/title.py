"""The part of the catalogue for the title, getting ready and the menu; see `catalogue`."""

from types import MappingProxyType
from typing import Final

TITLE_WORDS: Final = MappingProxyType(
    {
        # -- The program's name and description -------------------------------------------------------
        "title": "PHOTO FINISH",
        "title.house": "PHOTO FINISH · {house}",
        "title.window": "Photo Finish",
        "attract.press": "PRESS ANY BUTTON",
        "title.race": "PRESS TO RACE",
        "title.volume": "VOLUME {volume}",
        "title.sit_down": "SIT DOWN: {game}",
        "title.news": "{title} {span}: {figure} {unit} · {name}",
        "title.howto": "HOW TO PLAY",
        "title.menu": "OTHER WAYS",
        "title.go_on": "GO ON",
        "title.guests": "GUESTS PLAY",
        "title.earlier": "THE EARLIER PRESS WINS",
        "title.closest": "CLOSEST TONIGHT",
        "howto.not_judged": "Keys: not judged to the microsecond.",
        "howto.none_judged": "Not judged to the microsecond.",
        "buttons.cards": "1 to 5: your cards     [left] [right]: the two piles",
        "buttons.others": "[star]: ready, shout, yes     1 and 5 and [star] held: pause",
        "ready.lesson": "HOW IT GOES",
        "ready.ready": "READY",
        "ready.press": "PRESS",
        "ready.bot_now": "BOT NOW",
        "ready.or_bot": "OR A BOT\nSITS DOWN",
        "ready.rules": "OTHER RULES",
        "ready.next": "NEXT LESSON",
        "way.leave": "LEAVE",
        "howto.next": "ANY BUTTON: NEXT",
        "choice.hint": "[left] [right] look     [star] take it     1 to 5 take at once",
        "choice.look": "look",
        "choice.take": "take it",
        "choice.part": "[left]   {first} to {last} of {count}   [right]",
        # -- The menu ---------------------------------------------------------------------------------------
        "menu.game": "WHAT SHALL IT BE?",
        "menu.preset": "BY WHICH RULES?",
        "menu.opponent": "AGAINST WHOM?",
        "menu.howto": "HOW TO\nPLAY",
        "menu.howto.line": "Three pictures, and you know it.",
        "menu.back": "BACK",
        "menu.back.line": "Back to where you were.",
    }
)
