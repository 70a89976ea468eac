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
        "play.is_over": "{path}: the match is over, and there is nothing to go on with; photofinish verify shows that "
        "it is right.",
        "play.no_display": "{path} cannot go on here: there is no display ({reason}). Start from a desktop; the log is "
        "as it was.",
        "cli.not_a_size": "{given!r} is no size; it takes one like 800x480, from {least} to {most}",
        "cli.not_a_number": "{given!r} does not fit; it takes a whole number from {least} to {most}",
        "cli.not_seconds": "{given!r} is no time; it takes seconds, more than 0 and at most {most}",
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
        "cli.board.seconds": "how long to look; of lamps and selftest, how long they last",
        "cli.board.file": "flash: the image to copy instead of the one that was shipped",
        "cli.board.drive": "flash: the folder of a drive that waits for firmware already",
        "board.port": "{device}: button board {id}",
        "board.id": "board",
        "board.boot": "boot",
        "board.firmware": "firmware",
        "board.closed": "lines that are closed",
        "board.outputs": "lamps on / could be on",
        "board.latency": "low-latency mode of the port",
        "board.lost": "edges lost since its boot",
        "board.bad": "bad frames here / there",
        "board.untrue": "frames that cannot be true, lines opened anew",
        "board.ring": "most edges that ever waited",
        "board.usb": "USB number",
        "board.usb.test": "{vendor:04x}:{product:04x}, for tests: hand no board with it on (docs/button-board.md)",
        "board.masked": "lines masked now because they storm / how often since its boot",
        "board.down": "closed",
        "board.up": "open",
        "board.lamp": "lamp {number} ({where}): red, green, blue, white",
        "board.lamp.chain": "the chain",
        "board.quality": "offset {offset} s, skew {skew} ppm, error {error} µs, best round trip {best} µs, "
        "{samples} s known",
        "board.wire": "Join the pin of lamp 0 (GP18) to the lines 0 and 1 (GP2 and GP3) by a wire.",
        "board.turn": "turn {number}: line 0 at {one}, line 1 at {other}",
        "board.wire.right": "Right: {edges} edges, each in the same microsecond for both players; none lost.",
        "board.wire.wrong": "Wrong: of {edges} edges {missing} never came, {lost} were lost; at most {furthest} µs "
        "apart.",
        "board.waiting": "The board has been asked for its boot ROM; waiting for its drive.",
        "board.flashed": "{image} copied to {drive}. The board starts by itself.",
        "cli.wiring": "print which wire goes where, as the configuration has it",
        "cli.wiring.way": "the Pi's header (if nothing is said), a button board, or the second one",
        "cli.wiring.svg": "write a picture of it as well",
        "wiring.pin": "pin",
        "wiring.gpio": "name",
        "wiring.what": "what",
        "wiring.unwritable": "{path} cannot be written ({reason}): name another file.",
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
        "cli.simulate.resolution_us": "the resolution of bots' presses in µs, within which two are a dead heat: 100 as "
        "on a Raspberry Pi's header (default: 0, exact). Random play then presses buttons: bot:fumbler in all seats",
        "cli.simulate.games": "how many matches (default: 1000; with --timed 40 for each line)",
        "cli.simulate.seed": "the first match's seed; each match after it takes the next (default: 1)",
        "cli.simulate.jobs": "how many processes (default: 1; at most one for each processor)",
        "cli.simulate.log": "leave the log of every match in this folder",
        "cli.simulate.json": "print the figures as JSON",
        "cli.simulate.timed": "how long matches of level bots last, for each preset and level",
        # -- What verify and simulate say -----------------------------------------------------------------
        "verify.right": "{path}: right, all {lines} lines",
        "verify.unfinished": "{path}: right as far as it goes, {lines} lines; the match is unfinished",
        "verify.differs": "{path}: {problem}",
        "verify.unreadable": "{path}: {problem}",
        "simulate.no_seats": "--seats {given!r} leaves a seat without a name: name a player for each seat, with commas "
        "between, such as bot:fast,bot:slow.",
        "simulate.unwritable": "{path} cannot be written ({reason}). Make room, or give --log another folder.",
        "simulate.jobs": "--jobs {given}: this machine has {most} processors for it, so there are {most} processes.",
        "simulate.many_seats": "{seats} seats are named: {game} takes {least} to {most}.",
        "simulate.no_option": "--option {given!r} has no value: it takes NAME=VALUE, such as jokers=true.",
        "simulate.seats": "{seats} cannot play: all seats take bot:random, or all a level such as bot:fast",
        "simulate.resolution": "{text} is no resolution: give a number of µs from 0 to {most}",
        "simulate.no_presses": "bot:random presses no buttons, so there is no stamp for --resolution-us; "
        "--seats {seats} plays at random by its buttons",
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
        "buttons.overwritten": "stamps of bouncing contacts that the kernel overwrote: {count}; none is lost",
        "buttons.traced": "every interrupt is stamped: each press has the time of its first contact",
        "buttons.release_ms": "release_ms = {ms} under [input] suits the {count} button(s) let go twenty times or "
        "more; {button} bounces most.",
        "buttons.worn": "{button} bounces for so long when it is let go that release_ms above {most} would be needed: "
        "replace its switch.",
        "games.presets": "  presets",
        "games.options": "  options",
        "games.own": "{line}  (from {path})",
        "games.seats": "{line}  {seats} seats",
        "games.option": "{default}  ({takes})",
        "data.no_home": "data.folder {folder} begins in the home of a user whom this machine does not know. "
        "Set data.folder to a whole path.",
        "output.full": "The output cannot be written ({reason}): make room there, or name another file.",
        "file.odd": "it is a device or a pipe, and no plain file",
        "file.large": "it has more than {most}",
        "log.unreadable": "{path} cannot be read ({reason}). Give the path of a match log.",
        "log.unwritable": "{path} cannot be written ({reason}). Make room, or set data.folder to another place.",
        # -- What the disk did: by the key of a store's trouble ---------------------------------------------
        "settings.strange": "The setting {name} in the records is none that this version knows: it changes nothing.",
        "settings.refused": "What was set at the cabinet is not allowed any more, and left out: {problem}",
        "offer.made": "{name} was cut off, and is offered again.",
        "offer.not": "{name} cannot go on: {problem}",
        "offer.tripped": "this version trips over it; the journal tells how",
        "store.aside": "The records were damaged. They are kept as {name}, and new ones begin.",
        "store.full": "{name} cannot be saved ({reason}). It is tried again; make room.",
        "store.log": "The log of this match stops ({reason}). The game goes on; make room.",
        "store.none": "Nothing can be saved now: {name} cannot be used ({reason}).",
        "store.saved": "Saved: the result of {name}.",
        "store.newer": "{path} was written by a newer version of Photo Finish (form {version}, not {known}). "
        "Install that version again, or set data.folder to another place.",
        "input.lost": "{source}: {count} edges were lost ({why}); the levels have been read anew.",
        "input.stuck": "{source}: {line} is down for so long that it looks stuck. Look at its switch and its wires.",
        "input.chatters": "{source}: {line} chatters ({edges} edges) and is muted until it is calm. "
        "Look at its switch and its wires.",
        "input.board_came": "A button board has been plugged in. Photo Finish begins anew with it.",
        "input.calm": "{source}: {line} is calm again and counts.",
        "input.glitch": "{source}: {line} had a pulse of {width} µs, too short for a finger.",
        "input.storm": "{source}: line {lines} changes too fast; the board leaves it out until it is calm. "
        "Look at its switch and its wire.",
        "input.slow": "The header's interrupts are late: races are not judged (docs/wiring.md).",
        "input.swallowed": "{source}: {line} closed again after {open} ms open, too soon to count: a very quick second "
        "tap, or a worn switch. photofinish buttons shows how long it bounces.",
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
        "window.gone": "The screen has gone, with the graphics card that it was at. The cabinet comes back with it.",
        "window.none": "neither a desktop nor a screen",
        "sound.gone": "A sound card has gone. There is sound again when it is back.",
        "sound.none": "No sound: {reason}. Everything else works.",
    }
)
"""Keys begin with the name of a command or of the part that tells."""
