"""The texts of the formats: stages, stakes, refusals. A part of the catalogue (`catalogue`)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

FORMAT_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "evening.journal": "Line {line} of tonight's journal cannot be used ({reason}). If a newer version of Photo "
        "Finish wrote it, use that one; otherwise end the evening: every match that was played stays in the records.",
        # -- Where a match stands: by its stage ---------------------------------------------------------
        "evening.stage.queue": "WINNER STAYS",
        "evening.stage.knockout": "ROUND {round}",
        "evening.stage.winners": "NOT BEATEN, ROUND {round}",
        "evening.stage.losers": "BEATEN ONCE, ROUND {round}",
        "evening.stage.final": "FINAL",
        "evening.stage.reset": "SECOND FINAL",
        "evening.stage.round": "ROUND {round}",
        "evening.stage.playoff": "PLAY-OFF, ROUND {round}",
        "evening.stage.party": "PARTY",
        # -- What a win means: by the stake ---------------------------------------------------------------
        "evening.stake.stays": "WINNER STAYS",
        "evening.stake.all_change": "A WIN, THEN ALL CHANGE",
        "evening.stake.leads": "BEST OF {best_of}",
        "evening.stake.advances": "WINNER GOES ON",
        "evening.stake.point": "A POINT",
        "evening.stake.reset": "A WIN, THEN ONCE MORE",
        "evening.stake.title": "A WIN IS THE TITLE",
        # -- The tournament's pages -----------------------------------------------------------------------
        "evening.rule.single": "LOSE AND YOU ARE OUT",
        "evening.rule.double": "LOSE TWICE AND YOU ARE OUT",
        "evening.rule.round_robin": "EVERYBODY MEETS EVERYBODY",
        "evening.rule.swiss": "WINNERS MEET WINNERS",
        "evening.tree.winners": "NOT BEATEN",
        "evening.tree.losers": "BEATEN ONCE",
        "evening.tree.playoff": "PLAY-OFF",
        "operator.take_back": "Take back a result of tonight",
        "operator.end_evening": "End tonight's queue or tournament",
        "operator.out": "Take a name out of tonight",
        "operator.award": "Decide a match of tonight",
        # -- The operator's questions about an evening -------------------------------------------------------
        "desk.out": "WHO LEAVES?",
        "desk.out.line": "{name} leaves. Results stay, open matches are lost.",
        "desk.out.sure": "{name} LEAVES?",
        "desk.out.yes": "{name} is out of tonight.",
        "desk.award": "WHICH MATCH?",
        "desk.award.line": "This match is not played. You say who has won it.",
        "desk.winner": "WHO HAS WON IT?",
        "desk.winner.line": "{name} wins against {other} without a match.",
        "desk.winner.sure": "{name} WINS?",
        "desk.winner.yes": "It counts as a match won. You can take it back.",
        "desk.yes": "YES",
        "desk.back.line": "Nothing changes.",
        "evening.points": "WINS",
        "evening.level.round_robin": "EQUAL WINS: WHO BEAT THE OTHERS, THEN MATCHES WON LESS LOST",
        "evening.level.swiss": "RIVALS: THEIR WINS. DIRECT: AGAINST EQUALS. MATCHES: WON LESS LOST",
        "evening.tie_break.opponents": "RIVALS",
        "evening.tie_break.direct": "DIRECT",
        "evening.tie_break.difference": "MATCHES",
        "evening.progress": "MATCH {number} OF {most}",
        "evening.no_show": "{name} DID NOT COME",
        "evening.again": "NO WINNER",
        "evening.champion": "CHAMPION",
        "evening.won_by": "{name} HAS WON",
        "evening.former": "SOMEBODY",
        "evening.not": "Tonight's queue or tournament cannot go on: {problem}",
        "evening.refused": "Nothing has changed tonight: {problem}.",
        # -- Why a change of the evening was refused: by its reason ----------------------------------------
        "evening.why.begun": "the tournament has begun",
        "evening.why.few": "a tournament needs three names",
        "evening.why.known": "that name is in already",
        "evening.why.last": "only the last result goes back",
        "evening.why.line": "the names and their options do not fit",
        "evening.why.many": "there is room for 32 names",
        "evening.why.match": "no such result",
        "evening.why.over": "it is over",
        "evening.why.pairing": "they are not up now",
        "evening.why.rests": "later results rest on it",
        "evening.why.rounds": "in more rounds than half the names, new pairs may run out",
        "evening.why.streak": "a streak is two wins or more",
        "evening.why.team": "each team needs a name",
        "evening.why.unknown": "that name is not in",
    }
)
