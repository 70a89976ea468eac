"""The words that are told on the terminal, by commands and by a running cabinet. A part of the catalogue.

They are looked up there (`cabinet.words`), like all the others.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

TERMINAL_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        # -- Things told on the terminal --------------------------------------------------------------------
        "cli.about": "Real-time card games for two, judged by the moment of every press.",
        "cli.version": "print the version and end",
        "cli.command": "COMMAND",
        "cli.file": "FILE",
        "cli.size": "WIDTHxHEIGHT",
        "cli.problem": "photofinish: {problem}",
        "cli.play": "play (what happens without a command)",
        "cli.play.seed": "the same cards every time",
        "cli.play.size": "size of the window in pixels",
        "cli.play.fullscreen": "use the whole screen",
        "cli.play.resume": "go on with the unfinished match in LOG",
        "cli.not_a_size": "{given!r} is no size; it takes one like 800x480, at least 480x320",
        "cli.not_a_seed": "{given!r} is no seed; it takes a whole number from 1 on",
        "cli.config": "say which configuration is used, or print a whole one",
        "cli.config.show": "print every setting as it stands, with a comment a line",
        "cli.config.file": "the configuration to use",
        "cli.games": "list the games, their presets and options, your own presets among them",
        "cli.buttons": "test the buttons live, a line for each",
        "cli.board": "look at a button board: its figures, edges, lamps, clock, a self-test, its firmware",
        "cli.board.about": "Look at a button board. info: who it is; edges: live; lamps: each in turn; clock: how well "
        "it is known; selftest: with a wire from GP18 to GP2 and GP3; flash: give it this program's firmware.",
        "cli.board.what": "info (if nothing is said), edges, lamps, clock, selftest or flash",
        "cli.board.board": "which of the configured boards",
        "cli.board.seconds": "how long to look",
        "cli.board.file": "flash: the image to copy instead of the one that was shipped",
        "cli.board.drive": "flash: the folder of a drive that waits for firmware already",
        "board.port": "{device}: button board {id}",
        "board.id": "board",
        "board.boot": "boot",
        "board.firmware": "firmware",
        "board.closed": "lines that are closed",
        "board.latency": "low-latency mode of the port",
        "board.lost": "edges lost since its boot",
        "board.bad": "bad frames here / there",
        "board.ring": "most edges that ever waited",
        "board.down": "closed",
        "board.up": "open",
        "board.lamp": "lamp {number}: red, green, blue, white",
        "board.quality": "offset {offset} s, skew {skew} ppm, error {error} µs, best round trip {best} µs, "
        "{samples} s known",
        "board.wire": "Join the pin of lamp 0 (GP18) to the lines 0 and 1 (GP2 and GP3) by a wire.",
        "board.turn": "turn {number}: line 0 at {one}, line 1 at {other}",
        "board.wire.right": "Right: {edges} edges, each in the same microsecond for both players; none lost.",
        "board.wire.wrong": "Wrong: of {edges} edges {missing} never came, {lost} were lost; at most {furthest} µs "
        "apart.",
        "board.waiting": "The board has been asked for its boot ROM; waiting for its drive.",
        "board.flashed": "{image} copied to {drive}. The board starts by itself.",
        "cli.doctor": "say what is wrong with this machine, and what to do about it",
        "cli.doctor.about": "Say what is wrong with this machine, and what to do about it. Ends with 0 if all is well, "
        "1 with warnings, 2 with failures.",
        "cli.doctor.json": "print the findings as JSON",
        "cli.verify": "play match logs again and compare every line",
        "cli.verify.about": "Play match logs again and compare every line. Ends with 0 if all are right, 1 if one "
        "differs, 2 if one cannot be read.",
        "cli.verify.logs": "a match log; several may be named",
        "cli.simulate": "let bots play many matches without real time",
        "cli.simulate.about": "Let bots play many matches without real time, and print what they came to.",
        "cli.simulate.game": "a game, as photofinish games lists them (default: the preset's, else speed)",
        "cli.simulate.preset": "a preset, as photofinish games lists them, your own among them",
        "cli.simulate.option": "an option of the game; may be given several times",
        "cli.simulate.seats": "who plays: bot:random (random legal commands; the default, in all the preset's seats), "
        "or bots of a level",
        "cli.simulate.games": "how many matches (default: 1000; with --timed 40 for each line)",
        "cli.simulate.seed": "the first match's seed; each match after it takes the next (default: 1)",
        "cli.simulate.jobs": "how many processes (default: 1)",
        "cli.simulate.log": "leave the log of every match in this folder",
        "cli.simulate.json": "print the figures as JSON",
        "cli.simulate.timed": "how long matches of level bots last, for each preset and level",
        # -- What verify and simulate say -----------------------------------------------------------------
        "verify.right": "{path}: right, all {lines} lines",
        "verify.unfinished": "{path}: right as far as it goes, {lines} lines; the match is unfinished",
        "verify.differs": "{path}: {problem}",
        "verify.unreadable": "{path}: {problem}",
        "simulate.seats": "{seats} cannot play: all seats take bot:random, or all a level such as bot:fast",
        "simulate.unit": " matches",
        "simulate.matches": "matches",
        "simulate.deals": "deals",
        "simulate.plays": "plays",
        "simulate.turns": "turns or spits",
        "simulate.stuck": "stuck",
        "simulate.recycles": "recycles",
        "simulate.dead_ends": "dead ends resolved",
        "simulate.single_pile": "single-pile deals",
        "simulate.void": "void deals",
        "simulate.caps": "caps reached",
        "simulate.drawn": "drawn matches",
        "simulate.wins": "won by {seat}",
        "simulate.a_deal": "{count}  ({mean:.2f} a deal)",
        "simulate.of_deals": "{count}  ({share:.2%} of deals)",
        "simulate.caps_reached": "{count}  ({matches} matches decided by one)",
        "simulate.share": "{count}  ({share:.1%}; 95 % interval {low:.1%} to {high:.1%})",
        "simulate.all_levels": "all levels",
        "simulate.minutes": "median {median:.1f} min, quartiles {low:.1f} to {high:.1f}; a cap decided {caps} of {of}",
        "buttons.window": "Press the panels' keys in the window that opens; ESC there ends the test.",
        "buttons.no_window": "Keys are only heard in a window, and none can be opened here ({reason}). "
        "Start from a desktop, or wire buttons to a Raspberry Pi's header.",
        "buttons.lost": "edges lost: {count}",
        "games.presets": "  presets",
        "games.options": "  options",
        "games.own": "{line}  (from {path})",
        "games.seats": "{line}  {seats} seats",
        "games.option": "{default}  ({takes})",
        "log.unreadable": "{path} cannot be read ({reason}). Give the path of a match log.",
        "log.unwritable": "{path} cannot be written ({reason}). Make room, or set data.folder to another place.",
        # -- What the disk did: by the key of a store's trouble ---------------------------------------------
        "settings.strange": "The setting {name} in the records is none that this version knows: it changes nothing.",
        "offer.not": "{name} cannot go on: {problem}",
        "store.aside": "The records were damaged. They are kept as {name}, and new ones begin.",
        "store.full": "{name} cannot be saved ({reason}). It is tried again; make room.",
        "store.log": "The log of this match stops ({reason}). The game goes on; make room.",
        "store.none": "Nothing is kept: {name} cannot be used ({reason}).",
        "store.newer": "{path} was written by a newer version of Photo Finish (form {version}, not {known}). "
        "Install that version again, or set data.folder to another place.",
        "input.lost": "{source}: {count} edges were lost ({why}); the levels have been read anew.",
        "input.stuck": "{source}: {line} is down for so long that it looks stuck. Look at its switch and its wires.",
        "input.chatters": "{source}: {line} chatters ({edges} edges) and is muted until it is calm. "
        "Look at its switch and its wires.",
        "input.calm": "{source}: {line} is calm again and counts.",
        "input.glitch": "{source}: {line} had a pulse of {width} µs, too short for a finger.",
        "input.late": "{count} presses reached the program too late to count. Something stalls their source: "
        "photofinish buttons shows how long they take.",
        "window.too_small": "A screen of {given} is too small; it takes at least {least}.",
        "screens.too_few": "cards_seen = own_screen gives each player a screen: that takes {needed}, and {found} can "
        "be had here. Connect another display, or set cards_seen to open or peek.",
        "screens.no_such": "display.seat_displays names display {number}, counted from 0, and there are {found} here. "
        "Connect it, name another, or set cards_seen to open or peek.",
        "screens.twice": "is {given}; every seat needs a display of its own",
        "screens.refused": "Display {number} takes no window of its own ({reason}). Use a desktop or another video "
        "driver, or set cards_seen to open or peek.",
        "offscreen.why": "No display here ({reason}): two bots play a match offscreen, twenty times as fast as people.",
        "offscreen.bar": "{bar} {n:.0f} s of play",
        "offscreen.won": "{seat} wins: {reason}, {scores}.",
        "offscreen.nobody": "Nobody wins: {reason}, {scores}.",
        "offscreen.no_race": "No two presses went for the same pile.",
        "offscreen.log": "Match log: {path}",
        "offscreen.picture": "Final table: {path}",
        "window.cabinet": "There is no screen to play on ({reason}). Look at its cable and its power; "
        "`photofinish doctor` says more.",
        "window.none": "neither a desktop nor a screen",
        "sound.none": "No sound: {reason}. Everything else works.",
    }
)
"""Keys begin with the name of a command or of the part that tells."""
