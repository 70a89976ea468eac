"""The evening's part of the catalogue: names, winner stays, party, the page TONIGHT; see `catalogue`."""

from types import MappingProxyType
from typing import Final

EVENING_WORDS: Final = MappingProxyType(
    {
        # -- Names: by purpose, to play or to join a list ----------------------------------------------
        "names.ask": "WHO ARE YOU?",
        "names.spell": "SPELL IT",
        "names.tonight": "TONIGHT",
        "names.thats_me": "THAT'S ME",
        "names.take_back": "TAKE BACK",
        "names.more": "MORE",
        "names.letters": "{first}–{last}",
        "names.change": "NOT ME",
        "names.done": "WAITING FOR THE OTHERS",
        "names.word": "TRY ANOTHER",
        "names.held": "{name} IS HERE ALREADY",
        "names.play.none": "NO NAME",
        "names.play.zero": "AT ZERO YOU PLAY AS {seat}",
        "names.play.guest": "YOU PLAY AS {seat}",
        "names.join.none": "NOBODY",
        "names.join.zero": "AT ZERO NOBODY JOINS",
        "names.join.guest": "NOBODY JOINS",
        # -- Getting ready -----------------------------------------------------------------------------
        "ready.name": "YOUR NAME",
        "ready.head_start.1": "HEAD START FOR {name}: 1 CARD?",
        "ready.head_start": "HEAD START FOR {name}: {cards} CARDS?",
        "ready.head_start.both": "BOTH MUST SAY YES",
        "ready.head_start.yes": "YES",
        "ready.head_start.agreed": "SAYS YES",
        "ready.head_start.no": "PLAY LEVEL",
        # -- Between matches ---------------------------------------------------------------------------
        "next.up": "NEXT: {name}",
        "next.match": "NEXT: {left} – {right}",
        "tonight.title": "TONIGHT",
        "tonight.stays": "{name} STAYS",
        "tonight.next": "NEXT",
        # -- Winner stays ------------------------------------------------------------------------------
        "queue.title": "WINNER STAYS",
        "queue.rule": "{number} WINS, THEN ALL CHANGE",
        "queue.wins": "{wins} WINS",
        "queue.wins.1": "1 WIN",
        "queue.wins.0": "NO WIN YET",
        "queue.your_turn": "YOUR TURN",
        "queue.sit_down": "SIT DOWN",
        "queue.here": "HERE",
        "queue.or": "OR {name}",
        "queue.or_nobody": "OR NOBODY",
        "queue.in_line": "IN LINE",
        "queue.next": "NEXT",
        "queue.empty": "NOBODY IN LINE",
        "queue.more": "+{count}",
        "queue.step_out": "STEP OUT",
        "queue.join": "JOIN IN",
        # -- Numbers in words, for the flames ----------------------------------------------------------
        "number.3": "THREE",
        "number.4": "FOUR",
        "number.5": "FIVE",
        "number.6": "SIX",
        "number.7": "SEVEN",
        "number.8": "EIGHT",
        "number.9": "NINE",
        "versus": "VS",
        # -- Party -------------------------------------------------------------------------------------
        "party.title": "PARTY",
        "party.rule": "FIRST TO {score}",
        "party.up": "UP NOW",
        "party.join": "JOIN {team}",
        "party.nobody": "NOBODY YET",
        "party.won": "{team} WINS THE EVENING",
    }
)
"""Texts by key."""
