"""The texts of the page that plays and verifies in a browser (`web/`); see `catalogue`."""

from types import MappingProxyType
from typing import Final

PAGE_WORDS: Final = MappingProxyType(
    {
        "web.tagline": "The first press wins, however close, and the screen shows by how much.",
        "web.loading": "Loading the engine. Once it is here, the page works without a network.",
        "web.error": "It stopped: {problem}. Load the page again.",
        "web.play": "Play",
        "web.proof": "Verify a match",
        "web.sound": "Sound",
        "web.language": "Language",
        "web.play.game": "Game",
        "web.play.rules": "Rules",
        "web.play.people": "Who plays",
        "web.play.one": "You and bots",
        "web.play.two": "Two at one keyboard",
        "web.play.pace": "The bot plays {pace} cards a minute",
        "web.play.begin": "Begin",
        "web.play.note": "The lit keys show the way. A browser stamps keys to some 8 ms, so a close race here shows a "
        "margin, and is not judged to the microsecond as at a cabinet.",
        "web.play.pause": "Pause",
        "web.play.paused": "The match is paused",
        "web.play.go_on": "Go on",
        "web.play.leave": "Leave",
        "web.play.again": "Again",
        "web.play.verify": "Verify this match",
        "web.play.save": "Save the log",
        "web.play.change": "Another game",
        "web.proof.drop": "Drop a match log here, or choose a file",
        "web.proof.paste": "Paste a log",
        "web.proof.verify": "Verify",
        "web.proof.busy": "{lines} {lines:line|lines} found right",
        "web.proof.stop": "Stop",
        "web.proof.right": "Right",
        "web.proof.right.means": "Played again from its seed and its presses, the match came out the same in every "
        "line.",
        "web.proof.unfinished": "Right so far",
        "web.proof.unfinished.means": "Every line is right, but the match has no result yet.",
        "web.proof.differs": "Not right",
        "web.proof.differs.means": "Played again, the match comes out otherwise from this line on, so somebody or "
        "something has changed the log.",
        "web.proof.unreadable": "No match log",
        "web.proof.unreadable.means": "This cannot be played again, so nothing can be said about it.",
        "web.story.person": "a person",
        "web.story.bot": "a bot: {pace}",
        "web.story.by": "{seat} by {margin} ms",
        "web.story.races": "Closest races",
        "web.story.no_race": "No two presses went for the same pile.",
        "web.story.table": "The table after each line",
        "web.story.line": "line {number} of {count}",
        "web.story.presses": "Every press",
        "web.story.number": "line",
        "web.story.stamp": "stamp, s",
        "web.story.seat": "seat",
        "web.story.button": "button",
        "web.story.source": "source",
        "web.source.gpio": "the kernel stamped each edge of the contact, so the earlier press is known.",
        "web.source.board": "the button board's own timer stamped each edge of the contact.",
        "web.source.evdev": "the kernel stamped each key as its device reported it.",
        "web.source.keyboard": "a window's keys have no time of their own, so close races are not judged.",
        "web.source.browser": "the browser stamped each key or touch, some milliseconds coarse.",
        "web.source.bot": "a bot's presses come exactly when it decides.",
        "web.source.other": "what its stamps are worth is not known here.",
        "web.judged": "How a race is judged",
        "web.judged.text": "Every press is stamped at the instant its contact closes. Only the stamps decide, never "
        "who was asked first. What the stamps cannot tell apart is a dead heat, drawn by lot and written down: "
        "docs/judging.md.",
        "web.build": "Build one",
        "web.build.text": "Sixteen buttons, a Raspberry Pi, a screen: docs/build-a-cabinet.md leads from a blank card "
        "to a played match. Then races are judged to a tenth of a millisecond.",
    }
)
"""Texts by key."""
