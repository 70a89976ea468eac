"""The texts that commands and a running cabinet print on the terminal. A part of the catalogue (`catalogue`)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

TERMINAL_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        # -- Messages on the terminal -----------------------------------------------------------------------
        "cli.about": "Real-time card games for two, judged by the moment of every press.",
        "cli.version": "print the version and end, and whether the engine is compiled",
        "cli.version.is": "Photo Finish {version} (engine: {build})",
        "cli.command": "COMMAND",
        "cli.group.play": "To play:",
        "cli.group.operate": "To look after a cabinet:",
        "cli.group.build": "To build one:",
        "cli.group.develop": "To develop:",
        "cli.help.of_one": "photofinish COMMAND --help explains a command.",
        "cli.help.version": "photofinish --version prints the version, and whether the engine is compiled.",
        "cli.completion": "print what completes commands and options in bash, zsh or fish",
        "cli.completion.about": "Print what completes commands and options in a shell, such as: photofinish completion "
        "bash > ~/.local/share/bash-completion/completions/photofinish",
        "cli.completion.shell": "the shell",
        "cli.man": "print a page for man",
        "cli.man.about": "Print a page for man, such as: photofinish man > ~/.local/share/man/man1/photofinish.1",
        "cli.no_extra": "{package} is not installed; it comes with: {line}",
        "cli.file": "FILE",
        "cli.folder": "FOLDER",
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
        "cli.unknown": "there is no command {given}{instead}",
        "cli.no_choice": "{given!r} is none of them{instead}",
        "cli.not_a_size": "{given!r} is no size; it takes one like 800x480, from {least} to {most}",
        "cli.not_a_number": "{given!r} does not fit; it takes a whole number from {least} to {most}",
        "cli.not_seconds": "{given!r} is no time; it takes seconds, more than 0 and at most {most}",
        "cli.config": "say which configuration is used, or print a whole one",
        "cli.config.show": "print every setting as it stands, each with its origin and a comment",
        "cli.config.file": "the configuration to use",
        "cli.games": "list the games, or one game's presets and options, your own among them",
        "cli.games.game": "a game whose presets and options are shown (default: a table of all)",
        "cli.buttons": "test the buttons live, a line for each",
        "cli.buttons.record": "write every edge of every contact into this new file (CSV) as well, for photofinish "
        "certify --recorded",
        "cli.buttons.assign": "tell the program which button of an encoder or gamepad is which",
        "cli.board": "look at a button board: its figures, edges, lamps, clock, a self-test, its firmware",
        "cli.board.about": "Look at a button board. info: who it is; edges: live; lamps: each in turn; clock: how well "
        "it is known; selftest: with a wire from GP18 to GP2 and GP3; flash: give it this program's firmware.",
        "cli.board.what": "info (if nothing is said), edges, lamps, clock, selftest or flash",
        "cli.board.board": "which of the configured boards",
        "cli.board.seconds": "how long to look; of lamps and selftest, how long they last",
        "cli.board.show": "lamps: show one pattern of light instead, such as winner (docs/wiring.md has all)",
        "cli.board.file": "flash: the image to copy instead of the one that was shipped",
        "cli.board.drive": "flash: the folder of a drive that waits for firmware already",
        "cli.board.tester": "flash: the tester's firmware, for a second board that closes contacts (docs/fairness.md)",
        "board.port": "{device}: button board {id}, in the socket {path}",
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
        "board.usb.test": "{number}, for tests: hand no board with it on. A maker gets a number from pid.codes or "
        "Raspberry Pi, and builds it in by `make firmware USB_ID=vendor:product` (docs/button-board.md)",
        "board.masked": "lines masked now because they storm / how often since its boot",
        "board.back": "{name} is back.",
        "board.down": "closed",
        "board.up": "open",
        "board.lamp": "lamp {number} ({where}): red, green, blue, white",
        "board.lamp.chain": "the chain",
        "board.show": "{name} ({who}): {what}",
        "board.show.all": "all seats",
        "board.json.info": "--json is for info: photofinish board --json",
        "board.show.lamps": "--show {name} is for lamps: photofinish board lamps --show {name}",
        # -- Patterns of light: by their names in cabinet.lamp_patterns ---------------------------------------------
        "lamps.attract": "nobody plays: a light runs over all panels",
        "lamps.queue": "this seat is awaited: ACTION breathes",
        "lamps.winner": "this seat has won: a light runs round its panel",
        "lamps.nobody": "nobody has won: all panels blink",
        "lamps.record": "this seat has set a record: its panel blinks round a white ACTION",
        "lamps.race": "this seat has won a photo finish: ACTION flashes",
        "lamps.tension": "this seat has few cards left: ACTION breathes quickly",
        "board.quality": "offset {offset} s, skew {skew} ppm, error {error} µs, best round trip {best} µs, "
        "{samples} s known",
        "board.wire": "Join the pin of lamp 0 (GP18) to the lines 0 and 1 (GP2 and GP3) by a wire.",
        "board.turn": "turn {number}: line 0 at {one}, line 1 at {other}",
        "board.wire.right": "Right: {edges} {edges:edge|edges}, each in the same microsecond for both players; none "
        "lost.",
        "board.wire.wrong": "Wrong: of {edges} {edges:edge|edges} {missing} never came, {lost} {lost:was|were} lost; "
        "at most {furthest} µs "
        "apart.",
        "board.waiting": "The board has been asked for its boot ROM; waiting for its drive.",
        "board.flashed": "{image} copied to {drive}. The board starts by itself.",
        "cli.wiring": "print which wire goes where, as the configuration has it",
        "cli.wiring.way": "the Pi's header (if nothing is said), a button board, the second one, or the keyboards, "
        "encoders and gamepads that are plugged in",
        "cli.wiring.svg": "write a picture of it as well",
        "wiring.pin": "pin",
        "wiring.control": "control",
        "wiring.device.assigned": "{name} ({usb}, {port}): as assigned here",
        "wiring.device.encoder": "{name} ({usb}, {port}): a known encoder",
        "wiring.device.gamepad": "{name} ({usb}, {port}): a gamepad",
        "wiring.device.numbered": "{name} ({usb}, {port}): by the numbers of its buttons",
        "wiring.device.keyboard": "{name} ({usb}, {port}): a keyboard",
        "wiring.device.moved": "{name} ({usb}, {port}): nothing, since an equal one is assigned at another port. "
        "Assign it with `photofinish buttons --assign`",
        "wiring.device.spare": "{name} ({usb}, {port}): nothing",
        "wiring.device.waits": "{name} ({usb}, {port}): nothing until it is pressed; others have the seats",
        "wiring.no_devices": "No keyboard, encoder or gamepad can be read here.",
        "wiring.gpio": "name",
        "wiring.what": "what",
        "wiring.unwritable": "{path} cannot be written ({reason}): name another file.",
        "cli.doctor": "say what is wrong with this machine, and what to do about it",
        "cli.doctor.about": "Say what is wrong with this machine, and what to do about it. Ends with 0 if all is well, "
        "1 with warnings, 2 with failures.",
        "cli.doctor.json": "print the findings as JSON",
        "cli.doctor.witness": "measure this machine for ten minutes while the program plays by itself, print all that "
        "was found, and write it to FILE to be attached to an issue (default: photofinish-witness-DATE.json.gz); no "
        "names of people or networks and no serial numbers are in it",
        "cli.doctor.quick": "measure for one minute",
        "cli.doctor.yes": "write the witness without asking",
        "cli.doctor.tester": "before, race 1,000 contacts (with --quick 100) that the tester at this serial port "
        "closes, on the header's pins or the button board; end the cabinet's program first",
        "cli.witness": "show what photofinish doctor --witness wrote",
        "cli.witness.about": "Show what is in the file of photofinish doctor --witness; of several files, the rows of "
        "the table of machines (docs/machines.md).",
        "cli.witness.files": "a witness, as attached to an issue",
        "cli.witness.table": "print the table's row of a single file as well",
        "witness.alone": "{option} is for --witness alone",
        "witness.plays": "The program plays by itself for {minutes} {minutes:minute|minutes}; leave its window and the "
        "buttons alone.",
        "witness.unit": "s",
        "witness.without": "That is all. No names of people or networks and no serial numbers are in it; … stands for "
        "what was left out.",
        "witness.ask": "Write it to {path} ({size:,} bytes)? [y/N] ",
        "witness.unwritten": "Nothing was written. Answer y, or give --yes.",
        "witness.written": "Written: {path}. Attach it to an issue; `photofinish witness {path}` shows it again.",
        "witness.nobody": "nobody can be asked here whether the witness may be written: give --yes, or start it in a "
        "terminal",
        "witness.exists": "{path} exists already: name another file behind --witness, or move it away",
        "witness.unwritable": "{path} cannot be written: {reason}; name another file behind --witness",
        "witness.plays_now": "the cabinet's program has the buttons, so that no tester can race on them: end it first "
        "(sudo systemctl stop photofinish)",
        "witness.late": "the program that played by itself did not end within a minute of its time: try again with "
        "--quick, or with less beside it",
        "witness.failed": "the program could not play by itself: {reason}; `photofinish doctor` names what is missing",
        "witness.unreadable": "{path} cannot be read: {reason}; name a file of photofinish doctor --witness",
        "witness.none": "{path} is no witness: {problem}; name a file of photofinish doctor --witness",
        "witness.size": "it is incomplete, or too large",
        "witness.head": "machine, system, source of the presses, stamps, frames, seen by, what was found",
        "witness.wrong": "not all right: {checks}",
        "witness.well": "all checks well",
        "witness.races": "{wrong:,} of {races:,} races wrong",
        "witness.frames": "{shown}: {p50:.1f} ms, {p99:.1f} in 99 of 100",
        "witness.seen": "a witness, {day}",
        "witness.not_judged": "not judged ({doubt})",
        "witness.nobody_played": "not known: no program played",
        "witness.stamps": "{us} µs",
        "witness.own": "its own clock",
        "cli.verify": "play match logs again and compare every line",
        "cli.verify.about": "Play match logs again and compare every line. Ends with 0 if all are right, 1 if one "
        "differs, 2 if one cannot be read.",
        "cli.verify.logs": "a match log, - for standard input, or a folder with logs (*.jsonl) in it and below; "
        "several may be named",
        "cli.verify.shared": "with --cluster: its machines see the logs at the same paths and read them themselves, "
        "instead of being sent them",
        "cli.replay": "show a match again from its log, or write a photo or a film of it",
        "cli.replay.about": "Show a match again from its log in a window: space plays and pauses, left and right step, "
        "up and down change the speed, N and P go from race to race. Or write the photo or a film of its closest race.",
        "cli.replay.log": "a match log; - for standard input",
        "cli.replay.png": "write the photo of a race, 1280 by 720",
        "cli.replay.gif": "write a film as a GIF; needs Pillow, the extra film",
        "cli.replay.mp4": "write a film by ffmpeg, where it is installed",
        "cli.replay.race": "the race by its number from 1 (default: the closest)",
        "cli.replay.whole": "a film of the whole match instead of a race",
        "cli.replay.from": "a film of a part: its beginning in seconds of the log",
        "cli.replay.to": "the end of the part in seconds of the log (default: the end of the log)",
        "cli.replay.size": "the picture's size, such as 800x480 (default: the configuration's)",
        "cli.not_a_moment": "{given} is no moment of a log: seconds from 0 to {most}",
        "replay.empty": "this log has nothing but its first line: there is nothing to replay; name another one",
        "replay.no_race": "nobody ran a race in this match; --whole, or --from and --to, make a film without one",
        "replay.no_such_race": "there is no race {number}; this match has {count}, counted from 1",
        "replay.no_part": "this part is empty or outside the log ({seconds} s long); --from must come before --to",
        "replay.too_long": "a film may last {minutes} {minutes:minute|minutes} at most; choose a part with --from and "
        "--to",
        "replay.one_part": "a race has its own beginning and end, and a photo shows one race: leave out --from, "
        "--to and --whole",
        "replay.exists": "{path} exists already; name another file",
        "replay.ending": "{path} is no name of a {kind}; end it with {ending}",
        "replay.wrote": "Wrote {path}.",
        "replay.unwritable": "{path} cannot be written ({reason}); name another file, or make room",
        "replay.no_pillow": "a GIF needs Pillow, which is not installed; use --mp4, or install it: {line}",
        "replay.no_ffmpeg": "--mp4 needs the program ffmpeg, which is not installed; install it, or use --gif",
        "replay.ffmpeg_failed": "ffmpeg could not write the film (exit code {code}: {reason}); "
        "name another file, or use --gif",
        "replay.no_window": "there is no display ({reason}). Start from a desktop, or write a file with --png, "
        "--gif or --mp4.",
        "replay.window": "Photo Finish: replay",
        "replay.state": "{state}   {now} of {end}   speed {speed}",
        "replay.playing": "PLAYING",
        "replay.paused": "PAUSED",
        "replay.keys.short": "SPACE  ARROWS  N  P  ESC",
        "replay.keys": "SPACE play   ARROWS step, speed   N P races   PAGE 5 s   ESC leave",
        "cli.simulate": "let bots play many matches without real time",
        "cli.simulate.about": "Let bots play many matches without real time, and print what they came to.",
        "cli.simulate.game": "a game, as photofinish games lists them (default: the preset's, else speed)",
        "cli.simulate.option": "an option of the game; may be given several times",
        "cli.simulate.seats": "who plays: bot:random (random legal commands; the default, in all the preset's seats), "
        "or bots of a level or a pace (bot:fast, bot:34), or simulated people (person:20)",
        "cli.simulate.resolution_us": "the resolution of bots' presses in µs, within which two are a dead heat: 100 as "
        "on a Raspberry Pi's header (default: 0, exact). Random play then presses buttons: bot:fumbler in all seats",
        "cli.simulate.games": "how many matches (default: 1000; with --timed 40 for each line)",
        "cli.simulate.log": "leave the log of every match in this folder",
        "cli.simulate.timed": "how long matches of level bots last, for each preset and level",
        # -- Work in bulk: verify, simulate ---------------------------------------------------------------
        "cli.address": "ADDRESS",
        "cli.bulk.preset": "a preset, as photofinish games GAME lists them, your own among them",
        "cli.bulk.seed": "the first match's seed; each match after it takes the next (default: 1)",
        "cli.bulk.json": "print the figures as JSON",
        "cli.players.json": "list: print it as JSON, for scripts; seen is in seconds since 1970",
        "cli.json": "print it as JSON, for scripts",
        "cli.board.json": "info: print it as JSON, for scripts",
        "cli.bulk.jobs": "how many processes (default: 1; at most one for each processor)",
        "cli.bulk.cluster": "work at the workers of this Dask scheduler, such as tcp://10.0.0.5:8786 "
        "(docs/many-machines.md)",
        "bulk.address": "{given!r} is no address of a scheduler: it is like tcp://10.0.0.5:8786, as `dask scheduler` "
        "prints it",
        "bulk.jobs": "--jobs {given}: this machine has {most} {most:processor|processors} for it, and as many "
        "processes are started.",
        "bulk.few_items": "--jobs {given}: there are {items} {unit}, so the number of processes is {useful}.",
        "bulk.machine": "the machine {machine} cannot go on ({reason}). Make room on its disk, or end its workers.",
        "bulk.memory": "the machine {machine} has no memory left. Start fewer workers there.",
        "bulk.process_ended": "one of the processes of --jobs was ended from outside, perhaps because memory ran out: "
        "give a smaller --jobs.",
        "bulk.no_dask": "--cluster needs Dask, which is not installed; use --jobs, or install it: {line}",
        "bulk.no_scheduler": "no Dask scheduler answered at {address} within {seconds} s. Start one there with "
        "`dask scheduler`, which prints its address, and look whether a firewall stands between.",
        "bulk.no_tls": "{address} needs certificates, and none are set here: docs/many-machines.md says how.",
        "bulk.no_workers": "the scheduler at {address} has had no worker for {seconds} s. Start some with "
        "`dask worker {address} --nthreads 1 --nworkers auto`.",
        "bulk.nobody_left": "No worker is left at {address}. The work goes on when one comes; Ctrl-C ends it.",
        "bulk.gone": "the scheduler at {address} has gone, or has dropped the work. Start it again, and its workers.",
        "bulk.deadly": "every worker dies of the same work (items {first} to {last}, {lives} {lives:time|times}): the "
        "workers' own "
        "output says why. If memory runs out, start fewer for each machine, or give each more (--memory-limit).",
        "bulk.threads": "Some workers have several threads, and Python runs one at a time: start them with "
        "--nthreads 1 --nworkers auto.",
        "bulk.program": "Photo Finish",
        "bulk.a_worker": "a worker",
        "bulk.differs": "{name} {theirs} there and {ours} here",
        "bulk.sources": "other sources of Photo Finish {version} there than here",
        "bulk.other": "{worker} has not the same versions: {difference}. Install the same on all machines, and start "
        "the workers again.",
        "bulk.no_program": "{worker} cannot load Photo Finish {ours}. Install the same there as here, with the extra "
        "cluster, and start the worker again.",
        # -- Output of verify and simulate ----------------------------------------------------------------
        "verify.problem": "{path}: {problem}",
        "verify.right": "{path}: right, all {lines} {lines:line|lines}",
        "verify.unfinished": "{path}: right as far as it goes, {lines} {lines:line|lines}; the match is unfinished",
        "verify.empty": "there is no *.jsonl in it",
        "verify.go_on": "{problem} {done} of {logs} {logs:log is|logs are} verified, and the bad ones among them "
        "named; the first that is left is {path}.",
        "verify.no_shared": "--shared is for --cluster: on this machine every process reads the logs itself. Leave it "
        "out.",
        "verify.unit": "logs",
        "verify.all": "all",
        "verify.no_game": "(no game)",
        "verify.head.game": "game",
        "verify.head.logs": "logs",
        "verify.head.right": "right",
        "verify.head.unfinished": "unfinished",
        "verify.head.differs": "differ",
        "verify.head.unreadable": "unreadable",
        "verify.head.lines": "lines",
        "simulate.no_seats": "--seats {given!r} leaves a seat without a name: name a player for each seat, with commas "
        "between, such as bot:fast,bot:slow.",
        "simulate.unwritable": "{path} cannot be written ({reason}). Make room, or give --log another folder.",
        "simulate.go_on": "{problem} Matches 1 to {played} are played, and logs of them written where --log asked for "
        "them; the same command with --seed {seed} --games {left} plays the rest.",
        "simulate.many_seats": "{seats} {seats:seat is|seats are} named: {game} takes {least} to {most}.",
        "simulate.no_option": "--option {given!r} has no value: it takes NAME=VALUE, such as jokers=true.",
        "simulate.seats": "{seats} cannot play: all seats take bot:random, or all a level such as bot:fast or bot:34",
        "simulate.no_person": "{given} is nobody: a simulated person has a pace from person:{slowest} to "
        "person:{quickest}",
        "simulate.resolution": "{text} is no resolution: give a number of µs from 0 to {most}",
        "simulate.no_presses": "bot:random presses no buttons, so there is no stamp for --resolution-us; "
        "--seats {seats} plays at random by its buttons",
        "simulate.unit": "matches",
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
        "simulate.caps_reached": "{count}  ({matches} {matches:match|matches} decided by one)",
        "simulate.share": "{count}  ({share:.1%}; 95 % interval {low:.1%} to {high:.1%})",
        "simulate.all_levels": "all levels",
        "simulate.minutes": "median {median:.1f} min, quartiles {low:.1f} to {high:.1f}; a cap decided {caps} of {of}",
        "buttons.window": "Press the panels' keys in the window that opens; ESC there ends the test.",
        "buttons.no_window": "Keys are only heard in a window, and none can be opened here ({reason}). "
        "Start from a desktop, or wire buttons to a Raspberry Pi's header.",
        "buttons.lost": "edges lost: {count}",
        "buttons.overwritten": "stamps of bouncing contacts that the kernel overwrote: {count}; none is lost",
        "buttons.traced": "every interrupt is stamped: each press has the time of its first contact",
        "buttons.device": "{name}: asked every {interval} ms, so a press is stamped that much too late at most",
        "buttons.no_interval": "{name}: how often it is asked is not known, so its races are not judged",
        "buttons.unstamped": "{name}: its stamps are wrong or come late, so its races are not judged",
        "buttons.withheld": "{name}: another program has grabbed it, and nothing of it is heard. Perhaps the cabinet "
        "plays, or a remapper; `sudo fuser -v /dev/input/event*` names it.",
        "buttons.copy": "{name}: it only repeats what another device presses, so it serves nothing. Its first presses "
        "may have counted.",
        "buttons.forbidden": "{path} may not be read here. Join its group: `sudo usermod --append --groups input "
        "$USER`, then log in again.",
        "buttons.release_ms": "release_ms = {ms} under [input] suits the {count} {count:button|buttons} let go twenty "
        "times or "
        "more; {button} bounces most.",
        "buttons.worn": "{button} bounces for so long when it is let go that release_ms above {most} would be needed: "
        "replace its switch.",
        "games.row": "{name}  {presets:>2} {presets:preset |presets}  {line}",
        "games.more": "photofinish games GAME shows a game's presets and options.",
        "games.presets": "  presets",
        "games.options": "  options",
        "games.own": "{line}  (from {path})",
        "games.seats": "{line}  {seats} {seats:seat|seats}",
        "games.option": "{default}  ({takes})",
        "data.no_home": "data.folder {folder} begins in the home of a user whom this machine does not know. "
        "Set data.folder to a whole path.",
        "data.homeless": "This user has no home for the records: HOME is not set, and the system knows no home. "
        "Set HOME, or data.folder to a whole path.",
        "output.full": "The output cannot be written ({reason}): make room there, or name another file.",
        "file.odd": "it is a device or a pipe, and no plain file",
        "file.large": "it has more than {most}",
        "log.unreadable": "{path} cannot be read ({reason}). Give the path of a match log.",
        "log.unwritable": "{path} cannot be written ({reason}). Make room, or set data.folder to another place.",
        # -- Troubles of the disk: by the key of a store's trouble ------------------------------------------
        "settings.strange": "The setting {name} in the records is none that this version knows: it changes nothing.",
        "settings.refused": "What was set at the cabinet is not allowed any more, and left out: {problem}",
        "offer.made": "{name} was cut off, and is offered again.",
        "offer.not": "{name} cannot go on: {problem}",
        "offer.tripped": "this version trips over it; the journal tells how",
        "store.aside": "The records were damaged. They are kept as {name}, and new ones begin.",
        "store.unkept": "{name} cannot be saved ({reason}). It is tried again; {remedy}.",
        "store.photo": "The photo {name} cannot be written ({reason}). Nothing else is lost; {remedy}.",
        "store.log": "The log of this match stops ({reason}). The game goes on; {remedy}.",
        "store.none": "Nothing can be saved now: {name} cannot be used ({reason}); {remedy}.",
        "store.remedy.": "photofinish doctor says more",
        "store.remedy.full": "there is no room: make some",
        "store.remedy.read_only": "its file system is read-only, as after an error of its disk: dmesg says why",
        "store.remedy.forbidden": "files there are another account's: sudo chown -R {account}: {folder}",
        "store.remedy.locked": "another program uses it: end that one",
        "store.remedy.no_locks": "its file system has no locks, as some network folders: set folder under [data] "
        "elsewhere",
        "store.remedy.failing": "the disk fails: take another, and look at dmesg",
        "store.saved": "Saved: the result of {name}.",
        "store.unsaved": "Not saved: the result of {name}.",
        "store.slow": "The disk with {name} did not answer in time: what was waiting for it is lost. "
        "`photofinish doctor` looks at it.",
        "store.newer": "{path} was written by a newer version of Photo Finish (form {version}, not {known}). "
        "Install that version again, or set data.folder to another place.",
        "cli.owner": "write the file that proves a cabinet's owner on a stick",
        "cli.owner.about": "Write the file photofinish/owner of a USB stick, with the cabinet's number. At the "
        "operator's page such a stick lets a code be set that was forgotten, or never set.",
        "cli.owner.file": "the file to write, or the stick's folder photofinish",
        "cli.owner.number": "the cabinet's number, as STATE shows it (default: this machine's)",
        "owner.number": "{given} is no cabinet's number: it has eight digits, and stands on the operator's page, STATE",
        "owner.unwritten": "{path} cannot be written: {reason}. Make the folder photofinish on the stick first.",
        "owner.done": "{path} proves the owner of the cabinet {number}.",
        "cli.export": "write the records as a page and as tables, for a laptop",
        "cli.export.about": "Write photofinish.html, which needs no network, and results.csv, races.csv, people.csv "
        "and audits.csv into a folder, in the cabinet's language; a cabinet may play meanwhile.",
        "cli.export.folder": "the folder for them; it is made where it is not there",
        "cli.backup": "copy all records into one file, beside a running cabinet",
        "cli.backup.about": "Copy results, names, records and settings into one file, and check it; a cabinet may play "
        "meanwhile. Logs and photos are files of their own, in the folder matches.",
        "cli.backup.file": "the file to make",
        "cli.restore": "put the records of a backup in the place of those here",
        "cli.restore.about": "Put the records of a backup in the place of those here, which stay under another name. "
        "The cabinet must be ended.",
        "cli.restore.file": "a file that photofinish backup made",
        "backup.none": "{folder}: there are no records here yet. Play a match, or name the configuration with "
        "--config.",
        "backup.other": "it has no records of Photo Finish in it",
        "backup.done": "{path} has all records, and was checked. Finished matches: {matches}.",
        "restore.strange": "its {kind} {name} is none of ours",
        "restore.row": "in {table} stands {value}",
        "restore.bad": "{path} is no backup that can be put back ({reason}). Nothing was changed; take another one.",
        "restore.done": "The records of the backup are in place. Finished matches: {matches}.",
        "restore.before": "Those before it are {path}: photofinish restore puts them back.",
        "cli.bundle": "make a signed update of this checkout, for cabinets and their USB stick",
        "cli.bundle.about": "Make one file with this checkout and the Python packages of a cabinet, signed with the "
        "owner's private key. From a USB stick the operator's page of a cabinet installs it that has the public key.",
        "cli.bundle.key": "the owner's private key (openssl genpkey -algorithm ed25519 -out private.pem)",
        "cli.bundle.for": "a processor and its Python, may be given several times; {target} unless given",
        "cli.bundle.wheels": "a folder with the packages' wheels, instead of fetching them",
        "cli.bundle.out": "the file to make; photofinish-VERSION.bundle here unless given",
        "bundle.no_checkout": "{folder} is no checkout with systemd/locked.txt: call photofinish of a checkout's own "
        ".venv.",
        "bundle.failed": "The bundle cannot be made ({reason}). Is {file} a private Ed25519 key? "
        "openssl genpkey -algorithm ed25519 -out private.pem makes one.",
        "bundle.wheels": "pip has not found all packages for {target}; why stands above. "
        "Is there a network? --wheels takes a folder that has them.",
        "bundle.no_wheels": "{folder} has no wheels (*.whl). Without --wheels they are fetched.",
        "bundle.unit": "steps",
        "bundle.done": "{path}: version {version} for {targets}, {size} MB. Copy it into the folder "
        "photofinish of a USB stick.",
        "input.lost": "{source}: {count} {count:edge was|edges were} lost ({why}); the levels have been read anew.",
        "input.stuck": "{source}: {line} is down for so long that it looks stuck. Look at its switch and its wires.",
        "input.chatters": "{source}: {line} changes as no finger can, and is muted until it is calm. "
        "Look at its switch and its wires.",
        "input.board_came": "A button board has been plugged in. Photo Finish begins anew with it.",
        "input.calm": "{source}: {line} is calm again and counts.",
        "input.glitch": "{source}: {line} had a pulse of {width} µs, too short for a finger: it does not count.",
        "input.storm": "{source}: line {lines} changes too fast, and is left out until it is calm. "
        "Look at its switch and its wire.",
        "input.edge_loss": "For the operator: on the header, this kernel may lose one of two presses at once "
        "(STATE: kernel).",
        "input.doubt.late": "The header's interrupts are late: races are not judged (docs/wiring.md).",
        "input.withheld": "Another program keeps {device} to itself (STATE: buttons).",
        "input.copy": "{device} repeats another gamepad: only its first presses counted (STATE: buttons).",
        "input.doubt.chip": "Nobody has checked how this GPIO chip stamps: races are not judged "
        "(docs/configuration.md, gpio_chip).",
        "input.swallowed": "{source}: {line} closed again after {open} ms open, too soon to count: a very quick second "
        "tap, or a worn switch. photofinish buttons shows how long it bounces.",
        "input.late": "{count} {count:press|presses} reached the program too late to count. Something stalls their "
        "source: photofinish buttons shows how long they take.",
        "window.too_small": "A screen of {given} is too small; it takes at least {least}.",
        "screens.too_few": "cards_seen = own_screen gives each player a screen: that takes {needed}, and {found} can "
        "be had here. Connect another display, or set cards_seen to open or peek.",
        "screens.no_such": "display.seat_displays names display {number}, counted from 0, and there are {found} here. "
        "Connect it, name another, or set cards_seen to open or peek.",
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
        "window.other": "Another screen is connected than before. The cabinet begins anew on it.",
        "window.waits": "Waiting for a screen: none is connected ({connectors}). Switch it on, or look at its cable.",
        "window.came": "A screen is connected ({connectors}).",
        "window.front": "Terminal {front} is in front, and the cabinet is on {own}: it waits for the screen. "
        "Ctrl-Alt-F{own}, or sudo chvt {own}, gives it back.",
        "window.master": "Another program has the screen, as a desktop does: the cabinet waits for it. End that one: "
        "sudo systemctl disable --now display-manager.",
        "window.taken": "Others have had the screen for {seconds} s. {reason}",
        "window.none": "neither a desktop nor a screen",
        "settings.margin": "A margin of {margin} % leaves too small a picture on this screen: it is left out.",
        "sound.gone": "A sound card has gone. There is sound again when it is back.",
        "sound.not_there": "{output} is not there: the sound comes out of another output.",
        "sound.plays": "plays",
        "sound.muted": "muted",
        "sound.none": "No sound: {reason}. Everything else works.",
    }
)
"""Keys begin with the name of a command or of the part that prints them."""
