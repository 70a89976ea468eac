"""The arguments of all commands, apart from the commands: help, completion and the page for `man` are written without
importing what the commands work with.

`add` registers them; `cabinet.cli` then imports the module of the command that is to run.
"""

import argparse
import re
from collections.abc import Iterable
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias, get_args

from cabinet.commands.numbers import MOST_SECONDS, MOST_SEED, between, is_whole, seconds, whole
from cabinet.config.schema import LARGEST, SMALLEST
from cabinet.strings.catalogue import word
from cabinet.strings.language import LanguageCode
from engine.errors import shortened

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

ADDRESS: Final = re.compile(r"(?:tcp://|tls://)?(?:[\w.-]+|\[[0-9A-Fa-f:.]+\]):(?P<port>[0-9]{1,5})", re.ASCII)
MOST_JOBS: Final = 10**9
MOST_PORT: Final = 65_535
MOST_REPLAYED: Final = 100_000
SHEETS: Final = ("panel", "wiring", "labels", "cardboard", "rules", "poster", "side", "sticker")
MOST_MM: Final = 200
INCHES: Final = (5, 24)
MOST_RACES: Final = 10**7
USUAL_RACES: Final = 20_000
NAMES: Final = (
    *("gpio", "gpio-loaded", "gpio-untraced", "board", "board-and-gpio"),
    *("encoder-1", "encoder-4", "encoder-8", "encoder-10", "encoder-1-both", "encoder-8-both", "encoder-1-no-latch"),
    *("polled-60hz", "arrival", "at-rest"),
)
"""`workshop.certify.trials.SOURCES`, which takes the program's inputs to import."""
MOST_MATCHES: Final = 10**9
COARSEST_NS: Final = 20_000_000
"""The upper limit of `input.resolution_us`, in ns."""
USUAL_MATCHES: Final = 200
LIBC: Final = MappingProxyType({"3.11": 36, "3.13": 41})
"""The minor number of the C library 2.x of the Debian that has this Python: bookworm, trixie."""
TARGETS: Final = tuple(f"{processor}-{python}" for processor in ("aarch64", "x86_64") for python in LIBC)
USUAL: Final = "aarch64-3.13"
"""The card image's."""
SHELLS: Final = ("bash", "zsh", "fish")
BOARD_WAYS: Final = ("info", "edges", "lamps", "clock", "selftest", "flash")
"""`cabinet.commands.board.WAYS`, and another."""
LAMP_SHOWS: Final = ("attract", "nobody", "queue", "race", "record", "tension", "winner")
"""The patterns of `cabinet.lamp_patterns`."""


def add(commands: Commands, modules: Iterable[str]) -> None:
    """Register the commands of these modules of `cabinet.commands`."""
    for module in modules:
        ADDERS[module](commands)


def add_config(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("config", help=word("cli.config"), description=word("cli.config"))
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--show", action="store_true", help=word("cli.config.show"))
    form.add_argument("--json", action="store_true", help=word("cli.json"))
    add_config_argument(parser)


def add_play(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("play", help=word("cli.play"), description=word("cli.play"))
    add_config_argument(parser)
    parser.add_argument("--seed", type=whole(1, MOST_SEED), metavar="N", help=word("cli.play.seed"))
    parser.add_argument("--size", type=size, metavar=word("cli.size"), help=word("cli.play.size"))
    parser.add_argument("--fullscreen", action="store_true", default=None, help=word("cli.play.fullscreen"))
    parser.add_argument("--resume", type=Path, metavar="LOG", help=word("cli.play.resume"))


def add_games(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("games", help=word("cli.games"), description=word("cli.games"))
    parser.add_argument("--json", action="store_true", help=word("cli.json"))
    parser.add_argument("game", nargs="?", metavar="GAME", help=word("cli.games.game"))
    add_config_argument(parser)


def add_replay(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("replay", help=word("cli.replay"), description=word("cli.replay.about"))
    parser.add_argument("log", type=Path, metavar="LOG", help=word("cli.replay.log"))
    out = parser.add_mutually_exclusive_group()
    out.add_argument("--png", type=Path, metavar=word("cli.file"), help=word("cli.replay.png"))
    out.add_argument("--gif", type=Path, metavar=word("cli.file"), help=word("cli.replay.gif"))
    out.add_argument("--mp4", type=Path, metavar=word("cli.file"), help=word("cli.replay.mp4"))
    moment = between(0, MOST_SECONDS, "cli.not_a_moment")
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--race", type=whole(1, MOST_REPLAYED), metavar="N", help=word("cli.replay.race"))
    part.add_argument("--whole", action="store_true", help=word("cli.replay.whole"))
    part.add_argument("--from", type=moment, dest="start_s", metavar="S", help=word("cli.replay.from"))
    parser.add_argument("--to", type=moment, dest="end_s", metavar="S", help=word("cli.replay.to"))
    parser.add_argument("--size", type=size, metavar=word("cli.size"), help=word("cli.replay.size"))
    add_config_argument(parser)


def add_doctor(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("doctor", help=word("cli.doctor"), description=word("cli.doctor.about"))
    add_config_argument(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=word("cli.doctor.json"))
    form.add_argument(
        "--witness", nargs="?", type=Path, const=Path(), metavar=word("cli.file"), help=word("cli.doctor.witness")
    )
    parser.add_argument("--quick", action="store_true", help=word("cli.doctor.quick"))
    parser.add_argument("--yes", action="store_true", help=word("cli.doctor.yes"))
    parser.add_argument("--tester", metavar="PORT", help=word("cli.doctor.tester"))
    parser.add_argument("--lines", type=lines, metavar="0,1,…", help=word("cli.certify.lines"))
    parser.set_defaults(refuse=parser.error)


def add_witness(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("witness", help=word("cli.witness"), description=word("cli.witness.about"))
    parser.add_argument("files", type=Path, nargs="+", metavar=word("cli.file"), help=word("cli.witness.files"))
    parser.add_argument("--table", action="store_true", help=word("cli.witness.table"))


def add_card(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("card", help=word("cli.card"), description=word("cli.card.about"))
    acts = parser.add_subparsers(metavar=word("cli.command"), required=True, dest="act")
    check = acts.add_parser("check", help=word("cli.card.check"))
    check.add_argument("file", type=Path, metavar=word("cli.file"))
    apply = acts.add_parser("apply", help=word("cli.card.apply"))
    for name in ("card", "data", "run", "root"):
        about = word(f"cli.card.{name}")
        apply.add_argument(f"--{name}", type=Path, dest=f"{name}_folder", metavar="FOLDER", help=about)
    acts.add_parser("example", help=word("cli.card.example"))


def add_players(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("players", help=word("cli.players"), description=word("cli.players.about"))
    add_config_argument(parser)
    acts = parser.add_subparsers(metavar=word("cli.command"), dest="act")
    listing = acts.add_parser("list", help=word("cli.players.list"))
    for each in (parser, listing):  # without a word it lists as well
        each.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=word("cli.players.json"))
    rename = _changing(acts, "rename", word("cli.players.rename"))
    rename.add_argument("other", metavar="NEW", help=word("cli.players.new"))
    merge = _changing(acts, "merge", word("cli.players.merge"))
    merge.add_argument("other", metavar="INTO", help=word("cli.players.into"))
    _changing(acts, "delete", word("cli.players.delete"))
    export = acts.add_parser("export", help=word("cli.players.export"))
    export.add_argument("name", nargs="?", metavar="NAME", help=word("cli.players.which"))
    export.add_argument("--csv", action="store_true", help=word("cli.players.csv"))
    export.add_argument("--output", type=Path, metavar=word("cli.file"), help=word("cli.players.output"))


def _changing(acts: Commands, name: str, about: str) -> argparse.ArgumentParser:
    parser = acts.add_parser(name, help=about)
    parser.add_argument("name", metavar="NAME", help=word("cli.players.name"))
    parser.add_argument("--yes", action="store_true", help=word("cli.players.yes"))
    return parser


def add_export(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("export", help=word("cli.export"), description=word("cli.export.about"))
    add_config_argument(parser)
    parser.add_argument("folder", type=Path, metavar=word("cli.folder"), help=word("cli.export.folder"))


def add_backup(commands: Commands) -> None:
    """Register both commands."""
    backup = commands.add_parser("backup", help=word("cli.backup"), description=word("cli.backup.about"))
    restore = commands.add_parser("restore", help=word("cli.restore"), description=word("cli.restore.about"))
    for parser, act, about in (
        (backup, "backup", word("cli.backup.file")),
        (restore, "restore", word("cli.restore.file")),
    ):
        add_config_argument(parser)
        parser.add_argument("file", type=Path, metavar=word("cli.file"), help=about)
        parser.set_defaults(act=act)


def add_owner(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("owner", help=word("cli.owner"), description=word("cli.owner.about"))
    parser.add_argument("file", type=Path, metavar=word("cli.file"), help=word("cli.owner.file"))
    parser.add_argument("--number", metavar="N", help=word("cli.owner.number"))


def add_buttons(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("buttons", help=word("cli.buttons"), description=word("cli.buttons"))
    parser.add_argument("--record", type=Path, metavar=word("cli.file"), help=word("cli.buttons.record"))
    parser.add_argument("--assign", action="store_true", help=word("cli.buttons.assign"))
    add_config_argument(parser)


def add_board(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("board", help=word("cli.board"), description=word("cli.board.about"))
    parser.add_argument("what", nargs="?", choices=BOARD_WAYS, default="info", help=word("cli.board.what"))
    parser.add_argument("--board", choices=("board", "board2"), default="board", help=word("cli.board.board"))
    parser.add_argument("--seconds", type=seconds, metavar="S", help=word("cli.board.seconds"))
    parser.add_argument("--show", choices=LAMP_SHOWS, metavar="NAME", help=word("cli.board.show"))
    parser.add_argument("--file", type=Path, help=word("cli.board.file"))
    parser.add_argument("--drive", type=Path, help=word("cli.board.drive"))
    parser.add_argument("--tester", action="store_true", help=word("cli.board.tester"))
    parser.add_argument("--json", action="store_true", help=word("cli.board.json"))
    add_config_argument(parser)
    parser.set_defaults(refuse=parser.error)


def add_wiring(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("wiring", help=word("cli.wiring"), description=word("cli.wiring"))
    ways = ("header", "board", "board2", "devices")
    parser.add_argument("way", nargs="?", choices=ways, default="header", help=word("cli.wiring.way"))
    parser.add_argument("--svg", type=Path, metavar=word("cli.file"), help=word("cli.wiring.svg"))
    parser.add_argument("--json", action="store_true", help=word("cli.json"))
    add_config_argument(parser)


def add_print(commands: Commands) -> None:
    """Register the command."""
    sheets = ", ".join(SHEETS)
    about = word("cli.print.about", sheets=sheets)
    parser = commands.add_parser("print", help=word("cli.print"), description=about)
    parser.add_argument(
        "sheets", nargs="*", type=sheet, metavar=word("cli.print.sheet"), help=word("cli.print.sheets", sheets=sheets)
    )
    parser.add_argument("--out", type=Path, required=True, metavar=word("cli.folder"), help=word("cli.print.out"))
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help=word("cli.print.paper"))
    parser.add_argument("--buttons", type=int, choices=(24, 28, 30), default=30, help=word("cli.print.buttons"))
    sizes = (24, 28, 30, 33, 60)
    parser.add_argument("--action", type=int, choices=sizes, default=0, help=word("cli.print.action"))
    length, inches = between(1, MOST_MM, "print.not_a_length"), between(*INCHES, "print.not_inches")
    distances = (
        ("nut", "cli.print.nut"),
        ("pitch", "cli.print.pitch"),
        ("rows", "cli.print.rows"),
        ("action-hole", "cli.print.action_hole"),
    )
    for option, explained in distances:
        parser.add_argument(f"--{option}", type=length, default=0.0, metavar="MM", help=word(explained))
    parser.add_argument("--screen", type=inches, default=10.1, metavar="INCHES", help=word("cli.print.screen"))
    parser.add_argument("--docs", default="", metavar=word("cli.address"), help=word("cli.print.docs"))
    parser.add_argument("--language", choices=get_args(LanguageCode), help=word("cli.print.language"))
    add_config_argument(parser)


def add_certify(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("certify", help=word("cli.certify"), description=word("cli.certify.about"))
    about = word("cli.certify.source", sources=", ".join(NAMES))
    parser.add_argument("--source", action="append", choices=NAMES, dest="sources", metavar="NAME", help=about)
    parser.add_argument(
        "--races", type=whole(1, MOST_RACES), metavar="N", help=word("cli.certify.races", races=USUAL_RACES)
    )
    parser.add_argument("--seed", type=whole(0, MOST_SEED), default=1, metavar="N", help=word("cli.certify.seed"))
    parser.add_argument("--rows", action="append", type=Path, metavar=word("cli.file"), help=word("cli.certify.rows"))
    parser.add_argument("--tester", metavar="PORT", help=word("cli.certify.tester"))
    parser.add_argument(
        "--recorded",
        action="append",
        default=[],
        type=Path,
        metavar=word("cli.file"),
        help=word("cli.certify.recorded"),
    )
    parser.add_argument("--light", action="store_true", help=word("cli.certify.light"))
    parser.add_argument("--lines", type=lines, metavar="0,1,…", help=word("cli.certify.lines"))
    add_config_argument(parser)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help=word("cli.certify.out"))


def add_verify(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("verify", help=word("cli.verify"), description=word("cli.verify.about"))
    parser.add_argument("logs", type=Path, nargs="+", metavar="LOG", help=word("cli.verify.logs"))
    add_executor_arguments(parser)
    parser.add_argument("--shared", action="store_true", help=word("cli.verify.shared"))
    parser.add_argument("--json", action="store_true", help=word("cli.bulk.json"))


def add_simulate(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("simulate", help=word("cli.simulate"), description=word("cli.simulate.about"))
    add_config_argument(parser)
    parser.add_argument("--game", metavar="GAME", help=word("cli.simulate.game"))
    parser.add_argument("--preset", default="", metavar="NAME", help=word("cli.bulk.preset"))
    parser.add_argument(
        "--option", action="append", default=[], dest="options", metavar="NAME=VALUE", help=word("cli.simulate.option")
    )
    parser.add_argument("--seats", metavar="BOT,BOT,…", help=word("cli.simulate.seats"))
    parser.add_argument(
        "--resolution-us", type=resolution, default=0, metavar="N", help=word("cli.simulate.resolution_us")
    )
    parser.add_argument("--games", type=whole(1, MOST_MATCHES), metavar="N", help=word("cli.simulate.games"))
    parser.add_argument("--seed", type=whole(0, MOST_SEED), default=1, metavar="N", help=word("cli.bulk.seed"))
    add_executor_arguments(parser)
    parser.add_argument("--log", type=Path, metavar="DIR", help=word("cli.simulate.log"))
    parser.add_argument("--json", action="store_true", help=word("cli.bulk.json"))
    parser.add_argument("--timed", action="store_true", help=word("cli.simulate.timed"))


def add_balance(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("balance", help=word("cli.balance"), description=word("cli.balance.about"))
    add_config_argument(parser)
    parser.add_argument("preset", nargs="?", metavar="PRESET", help=word("cli.bulk.preset"))
    parser.add_argument("--all", action="store_true", help=word("cli.balance.all"))
    parser.add_argument(
        "--games", type=whole(1, MOST_MATCHES), default=USUAL_MATCHES, metavar="N", help=word("cli.balance.games")
    )
    parser.add_argument("--level", action="append", dest="levels", metavar="LEVEL", help=word("cli.balance.level"))
    parser.add_argument("--seed", type=whole(0, MOST_SEED), default=1, metavar="N", help=word("cli.bulk.seed"))
    add_executor_arguments(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=word("cli.bulk.json"))
    form.add_argument("--markdown", action="store_true", help=word("cli.balance.markdown"))
    parser.add_argument("--svg", type=Path, metavar=word("cli.file"), help=word("cli.balance.svg"))


def add_bundle(commands: Commands) -> None:
    """Register the command."""
    parser = commands.add_parser("bundle", help=word("cli.bundle"), description=word("cli.bundle.about"))
    parser.add_argument("--key", type=Path, required=True, metavar=word("cli.file"), help=word("cli.bundle.key"))
    parser.add_argument(
        "--for", dest="targets", choices=TARGETS, action="append", help=word("cli.bundle.for", target=USUAL)
    )
    parser.add_argument("--wheels", type=Path, metavar=word("cli.folder"), help=word("cli.bundle.wheels"))
    parser.add_argument("--out", type=Path, metavar=word("cli.file"), help=word("cli.bundle.out"))


def add_completion(commands: Commands) -> None:
    """Register both commands."""
    completion = commands.add_parser(
        "completion", help=word("cli.completion"), description=word("cli.completion.about")
    )
    completion.add_argument("shell", choices=SHELLS, help=word("cli.completion.shell"))
    completion.set_defaults(act="completion")
    man = commands.add_parser("man", help=word("cli.man"), description=word("cli.man.about"))
    man.set_defaults(act="man")


# What several have, and values


def add_config_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--config FILE`` to a command."""
    parser.add_argument("--config", type=Path, metavar=word("cli.file"), help=word("cli.config.file"))


def add_executor_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--jobs N`` and ``--cluster ADDRESS``; one of them may be given."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--jobs", type=whole(1, MOST_JOBS), metavar="N", help=word("cli.bulk.jobs"))
    group.add_argument("--cluster", type=address, metavar=word("cli.address"), help=word("cli.bulk.cluster"))


def address(text: str) -> str:
    """Return a scheduler's address. Raises ArgumentTypeError for anything but ``tcp://HOST:PORT`` or ``tls://…``."""
    parts = ADDRESS.fullmatch(text)
    if parts is None or not 0 < int(parts["port"]) <= MOST_PORT:
        raise argparse.ArgumentTypeError(word("bulk.address", given=shortened(text)))
    return text


def size(text: str) -> tuple[int, int]:
    """Parse a window's size such as ``800x480``; the limits are those of ``display.size``. Raises ArgumentTypeError."""
    width, by, height = text.lower().partition("x")
    given = (int(width), int(height)) if by and is_whole(width) and is_whole(height) else (0, 0)
    if not all(least <= side <= most for side, least, most in zip(given, SMALLEST, LARGEST, strict=True)):
        limits = {"least": "x".join(map(str, SMALLEST)), "most": "x".join(map(str, LARGEST))}
        raise argparse.ArgumentTypeError(word("cli.not_a_size", given=shortened(text), **limits))
    return given


def sheet(given: str) -> str:
    """Return the name of a sheet. Raises ArgumentTypeError for any other."""
    if given in SHEETS:
        return given
    raise argparse.ArgumentTypeError(word("print.not_a_sheet", given=shortened(given), sheets=", ".join(SHEETS)))


def lines(text: str) -> frozenset[int]:
    """Return the tester's lines of an argument. Raises ArgumentTypeError."""
    numbers = frozenset(int(part) for part in text.split(",") if part.strip().isdecimal())
    if len(numbers) < 2 or len(numbers) != len(text.split(",")) or max(numbers) > 15:
        raise argparse.ArgumentTypeError(word("certify.lines", text=text))
    return numbers


def resolution(text: str) -> int:
    """Parse a resolution in µs; return ns. Raises ArgumentTypeError for no number, or one above `COARSEST_NS`."""
    try:
        ns = round(float(text) * 1000)
    except (ValueError, OverflowError):
        ns = -1
    if not 0 <= ns <= COARSEST_NS:
        raise argparse.ArgumentTypeError(word("simulate.resolution", text=text, most=COARSEST_NS // 1000))
    return ns


ADDERS: Final = MappingProxyType(
    {
        "config": add_config,
        "play": add_play,
        "games": add_games,
        "replay": add_replay,
        "doctor": add_doctor,
        "witness": add_witness,
        "card": add_card,
        "players": add_players,
        "export": add_export,
        "backup": add_backup,
        "owner": add_owner,
        "buttons": add_buttons,
        "board": add_board,
        "wiring": add_wiring,
        "print": add_print,
        "certify": add_certify,
        "verify": add_verify,
        "simulate": add_simulate,
        "balance": add_balance,
        "bundle": add_bundle,
        "completion": add_completion,
    }
)
"""What registers the commands of each module of `cabinet.commands`."""
