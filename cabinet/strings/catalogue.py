"""The catalogue: every text that people read, in English.

Engine, games and scenes use keys; only `word` turns a key into text, in the language in use (`language`). Callers never
build sentences from texts: the variable parts are named values, ``word("result.wins", seat="AMBER")``, and a number may
choose a word (`PluralFormatter`). A comment below marks each group that is looked up by a name from elsewhere
(``label.*`` by a soft-key's label, ``why.*`` by a refusal's reason, …). The texts that one game alone needs are in its
module of `cabinet.games`.
"""

from collections.abc import Mapping
from pathlib import PurePath
from string import Formatter
from types import MappingProxyType
from typing import Any, Final

from cabinet.games.presentation import words_of_games
from cabinet.strings.balance import BALANCE_WORDS
from cabinet.strings.card import CARD_WORDS
from cabinet.strings.certify import CERTIFY_WORDS
from cabinet.strings.config import CONFIG_WORDS
from cabinet.strings.doctor import DOCTOR_WORDS
from cabinet.strings.evenings import EVENING_WORDS, PLAYERS_WORDS, TONIGHT_WORDS
from cabinet.strings.export import EXPORT_WORDS
from cabinet.strings.help import HELP_WORDS
from cabinet.strings.language import IN_USE
from cabinet.strings.live import LIVE_WORDS
from cabinet.strings.operator import OPERATOR_WORDS
from cabinet.strings.page import PAGE_WORDS
from cabinet.strings.paper import PAPER_WORDS
from cabinet.strings.table import TABLE_WORDS
from cabinet.strings.terminal import TERMINAL_WORDS
from cabinet.strings.title import TITLE_WORDS


class PluralFormatter(Formatter):
    """Formats texts in which a number chooses a word: ``{lines} {lines:line|lines}``."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return the first of two words for 1, the second for other numbers; any other value as usual."""
        one, divides, many = format_spec.partition("|")
        if not divides:
            return format(value, format_spec)
        return one if value == 1 else many


PLURALS: Final = PluralFormatter()


def word(key: str, **values: object) -> str:
    """Return the text for `key` with `values` inserted, in the language in use, or English.

    A value may be a file's or a device's: it begins no line of its own. Raises KeyError for a key that the catalogue
    lacks.
    """
    text = SHARED[key] if key in SHARED else words_of_games()[key]
    if (language := IN_USE.get(None)) is not None:
        text = language.text(key, text, values)
    if not values:
        return text
    shown = {name: in_its_line(value) for name, value in values.items()}
    return PLURALS.vformat(text, (), shown) if "|" in text else text.format(**shown)


def in_its_line(value: object) -> object:
    """Return a text or a path with its line ends escaped, and any other value as it is: an error's lines are ours."""
    return on_one_line(value) if isinstance(value, str | PurePath) else value


def on_one_line(text: object) -> str:
    """Return a text that may be a file's or a device's with its line ends escaped."""
    return str(text).replace("\n", "\\n")


def local_number(number: str) -> str:
    """Return a number that is formatted as in English, ``1,234.5``, with the marks of the language in use."""
    return number.translate({ord(","): word("form.thousands"), ord("."): word("form.point")})


def in_one_line(text: str) -> str:
    """Return a text of several lines in one: a part of a word goes on without a space after its hyphen."""
    return text.replace("-\n", "-").replace("\n", " ")


def has_word(key: str) -> bool:
    """Return whether the catalogue has `key`."""
    return key in SHARED or key in words_of_games()


def catalogue() -> Mapping[str, str]:
    """Return every text by its key."""
    return {**SHARED, **words_of_games()}


SHARED: Final = MappingProxyType(
    {
        **TITLE_WORDS,
        # -- Seats: by number --------------------------------------------------------------------------
        "seat.0": "AMBER",
        "seat.1": "BLUE",
        "seat.2": "GREEN",
        "seat.3": "YELLOW",
        "seat.4": "ROSE",
        "seat.5": "RUST",
        "seat.6": "VIOLET",
        "seat.7": "WHITE",
        "seat.8": "TEAL",
        "seat.9": "LIME",
        "seat.10": "PLUM",
        "seat.11": "GREY",
        "seat.12": "NAVY",
        "seat.13": "SAND",
        # -- Signs of the seats, where a colour could be a card's ----------------------------------------
        "sign.0": "TRIANGLE",
        "sign.1": "DISC",
        "sign.2": "SQUARE",
        "sign.3": "DIAMOND",
        "sign.4": "STAR",
        "sign.5": "CROSS",
        "sign.6": "HEXAGON",
        "sign.7": "GLASS",
        # -- Buttons of the panel in texts: by name ----------------------------------------------------
        "button.CARD1": "1",
        "button.CARD2": "2",
        "button.CARD3": "3",
        "button.CARD4": "4",
        "button.CARD5": "5",
        "button.CARD6": "L+R+5",
        "button.ACTION": "ACTION",
        "button.LEFT": "LEFT",
        "button.RIGHT": "RIGHT",
        # -- Soft-keys: by the label of a button's meaning. One word that fits under a card -------------
        "label.aim": "AIM",
        "label.arm": "TAKE",
        "label.armed": "PICKED",
        "label.draw": "DRAW",
        "label.choose": "PICK",
        "label.close": "BACK",
        "label.hold": "HOLD",
        "label.peek": "LOOK",
        "label.scroll": "MORE",
        "label.miss": "–",
        "label.play": "PLAY",
        "label.ready": "READY",
        "label.slap": "SLAP",
        "label.stuck": "NO MOVE",
        "label.turn": "TURN",
        "label.unchoose": "BACK",
        # -- Shouts: by the key of a "say" effect -------------------------------------------------------
        "say.lap_soon": "LAST LAP IN 30 S",
        "say.last_lap": "LAST LAP",
        "say.leaves": "LEAVES",
        "say.no_pause": "NO PAUSE LEFT",
        "say.still_there": "STILL THERE?",
        "say.stuck": "NO MOVE!",
        "say.sudden_death": "SUDDEN DEATH",
        **TABLE_WORDS,
        # -- Why a command was refused: by its reason ---------------------------------------------------
        "why.empty": "no card there",
        "why.occupied": "no space there",
        "why.penalty": "locked",
        "why.phase": "not now",
        "why.rank": "does not fit",
        "why.turn": "not your turn",
        "why.window": "too late",
        # -- Fouls: by the reason of a "foul" effect -----------------------------------------------------
        "foul.false_start": "FALSE START",
        "foul.false_start.short": "EARLY",
        "foul.miss": "DOES NOT FIT",
        "foul.miss.short": "MISS",
        # -- How a match ended: by the outcome's reason --------------------------------------------------
        "reason.cap": "time is up",
        "reason.deals": "that was the last deal",
        "result.one_deal": "a match of one deal",
        "reason.last_lap": "decided in the last lap",
        "reason.left": "the match was left",
        "reason.out": "out of cards",
        "reason.points": "reached the points",
        "reason.sudden_death": "sudden death",
        # -- Presets: what concerns those of any game -----------------------------------------------------
        "preset.own.line": "Rules of this house.",
        "preset.unknown": "{game} has no preset {name}. There are: {known}",
        "preset.unknown_near": "{game} has no preset {name}; did you mean {nearest}? There are: {known}",
        "preset.name": "is {given}; it takes text that can be printed, without spaces at its ends",
        "preset.taken": "is {given}, and so is a preset of {game}; every preset needs a name of its own",
        "preset.has_none": "{game} has none; leave it out",
        "preset.none_left": "no preset of {game} can be played by these house rules; change one of them",
        # -- Opponents: by the config's word --------------------------------------------------------------
        "opponent.person": "A\nFRIEND",
        "opponent.bot:adaptive": "BOT\nADAPTS",
        "opponent.bot:20": "FIRST\nTIME",
        "opponent.bot:slow": "BOT\nEASY",
        "opponent.bot:middling": "BOT\nKEEN",
        "opponent.bot:fast": "BOT\nFIERCE",
        "opponent.people.3": "THREE\nOF US",
        "opponent.people.4": "FOUR\nOF US",
        "opponent.person.line": "Two people, two panels.",
        "opponent.people.3.line": "Three people, each at a panel; a bot takes any seat that is left.",
        "opponent.people.4.line": "Four people, each at a panel.",
        "opponent.bot:20.line": "A beginner too: about 20 cards a minute.",
        "opponent.bot:slow.line": "Takes its time: about 38 cards a minute.",
        "opponent.bot:middling.line": "Plays like a regular: about 66 cards a minute.",
        "opponent.bot:fast.line": "Seldom late: about 92 cards a minute.",
        **TERMINAL_WORDS,
        **PAGE_WORDS,
        **LIVE_WORDS,
        **PAPER_WORDS,
        # -- How to play: at most ten words a screen ---------------------------------------------------------
        "howto.play": "One up or one down? Play it.",
        # -- Plans of the tables, in the pages of rules ------------------------------------------------------
        "plan.piles": "the piles in the middle",
        "plan.other": "the other player's cards",
        "plan.mine": "your cards, and a button for each",
        "plan.stock": "your stock",
        "plan.spit": "your spit cards",
        "plan.reserve": "reserve",
        "plan.draw": "draw here",
        "plan.top": "play here",
        "plan.further": "more players",
        "plan.table": "on the table, unseen",
        # -- Dialogs over the table ---------------------------------------------------------------------------
        "pause.title": "PAUSED",
        "pause.players": "Take your time.",
        "pause.by": "{seat} asked for it {minutes} min ago.",
        "pause.by_now": "{seat} asked for it just now.",
        "pause.last": "That was the last of three.",
        "pause.ready": "Not everybody was ready.",
        "pause.joins": "Take your time.",
        "pause.covered": "Take your time.",
        "pause.power": "This match was cut off. It goes on from where it was.",
        "pause.source": "The buttons are back.",
        "pause.stalled": "The program stood still for a while.",
        "pause.stalled_on": "The program stood still. On from what you saw.",
        "pause.how": "To pause: hold 1, 5 and ACTION.",
        "pause.how_by_keys": "To pause, hold",
        "pause.go_on": "GO ON",
        "lost.title": "BUTTONS OUT OF REACH",
        "lost.line": "{names} does not answer. Look at its cable.",
        "lost.contradictory": "{names} makes no sense. Plug it in anew.",
        "lost.then": "The match goes on by itself when it is back.",
        "void.back": "Some presses were lost. Back to where all is certain.",
        "pause.leave": "LEAVE",
        "pause.teach": "HOW TO PLAY",
        "leave.title": "{seat} WANTS TO LEAVE",
        "leave.all": "All LEFT: nobody wins.",
        "leave.alone": "{seat}: LEFT again loses.",
        "join.title": "SOMEBODY WANTS TO PLAY",
        "join.line": "This match ends and does not count.",
        "join.left": "or wait: they come in",
        "join.all": "Only if all who play agree.",
        "join.yes": "LET THEM IN",
        "join.no": "PLAY ON",
        "pause.going_on": "It goes on.",
        "offer.title": "GO ON?",
        "offer.why": "This match was cut off. Here is the table as it was.",
        "offer.others": "Still to press LEFT: {names}.",
        "offer.left": "The title comes in {seconds} s.",
        "offer.give_up": "GIVE UP",
        "deal.won": "{seat} WINS THE DEAL",
        "deal.void": "NOBODY WINS THE DEAL",
        "deal.again": "It is dealt again.",
        "result.won": "{seat} WINS",
        "result.walked_out": "{seat} has left",
        "result.nobody": "NOBODY WINS",
        "result.closest": "Closest race: {seat} by {margin} ms",
        "result.dead_heat": "Closest race: a dead heat",
        "result.deals": "{most} {most:DEAL|DEALS} TO {least}",
        "result.after": "AFTER {deals} {deals:DEAL|DEALS}",
        "result.score": "SCORE",
        "result.places": "PLACES",
        "result.matches": "MATCHES WON",
        "result.closest_race": "CLOSEST RACE",
        "result.the_race": "THE RACE",
        "result.closest_ever": "CLOSEST EVER HERE",
        "result.cards_left": "CARDS LEFT",
        "result.races": "RACES",
        "result.pace": "CARDS A MINUTE",
        "result.misses": "MISSES",
        "result.quickest": "QUICKEST, SEC",
        "result.run": "IN A ROW",
        "result.again": "AGAIN",
        "result.join": "JOIN",
        "result.revenge": "REVENGE?",
        "result.decided": "THE RACE THAT DECIDED",
        "result.said.record": "{margin} ms: A RECORD HERE",
        "result.said.close": "{margin} ms. ONE MORE?",
        "result.said.only": "ONLY {margin} ms",
        "result.said.row": "{count} IN A ROW. WHO STOPS THAT?",
        "result.said.quickest": "{seconds} s: THE QUICKEST CARD TONIGHT",
        "result.said.twice": "TWICE AS QUICK",
        "result.said.behind": "FROM FAR BEHIND",
        "result.said.level": "LEVEL AGAIN. ONE MORE?",
        "result.said.clean": "NOT ONE WRONG CARD",
        "result.said.again": "ONE MORE?",
        "result.change": "CHANGE",
        "result.go_on": "GO ON",
        "result.leave": "LEAVE",
        # -- Numbers and dates: the marks, and dates as `time.strftime` takes them --------------------------
        "form.point": ".",
        "form.thousands": ",",
        "form.date": "%d.%m.%y",
        "form.moment": "%d.%m.%y %H:%M",
        # -- The photo; months by number -----------------------------------------------------------------
        "photo.official": "OFFICIAL PRINT",
        "photo.race": "race {number} of {count}",
        "photo.beats": "beats",
        "photo.draws": "ties",
        "photo.deal": "deal {deal}",
        "photo.seed": "seed {seed}",
        "photo.earlier": "the earlier press wins",
        "photo.not_judged": "not judged to the microsecond",
        "photo.day": "{day} {month} {year}",
        "month.1": "JANUARY",
        "month.2": "FEBRUARY",
        "month.3": "MARCH",
        "month.4": "APRIL",
        "month.5": "MAY",
        "month.6": "JUNE",
        "month.7": "JULY",
        "month.8": "AUGUST",
        "month.9": "SEPTEMBER",
        "month.10": "OCTOBER",
        "month.11": "NOVEMBER",
        "month.12": "DECEMBER",
        **BALANCE_WORDS,
        **CARD_WORDS,
        **CERTIFY_WORDS,
        **CONFIG_WORDS,
        **DOCTOR_WORDS,
        **EVENING_WORDS,
        **EXPORT_WORDS,
        **HELP_WORDS,
        **OPERATOR_WORDS,
        **PLAYERS_WORDS,
        **TONIGHT_WORDS,
    }
)
"""The catalogue but for the games' own texts. A key must not change once a log or a configuration can contain its last
part."""
