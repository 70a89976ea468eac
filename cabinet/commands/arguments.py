"""The arguments of the commands, apart from the commands: help, completion and the page for `man` are written without
importing what the commands work with.

`ADDERS` registers them; `cabinet.cli` then imports the module of the command that is to run. The workshop's commands
have theirs in `workshop.commands.arguments`.
"""

import argparse
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from cabinet.commands.numbers import MOST_SEED, is_whole, seconds, whole
from cabinet.config.schema import LARGEST, SMALLEST
from cabinet.strings.catalogue import word
from engine.errors import shortened

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

SHELLS: Final = ("bash", "zsh", "fish")
BOARD_WAYS: Final = ("info", "edges", "lamps", "clock", "selftest", "flash")
"""`cabinet.commands.board.WAYS`, and another."""
LAMP_SHOWS: Final = ("attract", "nobody", "queue", "race", "record", "tension", "winner")
"""The patterns of `cabinet.lamp_patterns`."""


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


def size(text: str) -> tuple[int, int]:
    """Parse a window's size such as ``800x480``; the limits are those of ``display.size``. Raises ArgumentTypeError."""
    width, by, height = text.lower().partition("x")
    given = (int(width), int(height)) if by and is_whole(width) and is_whole(height) else (0, 0)
    if not all(least <= side <= most for side, least, most in zip(given, SMALLEST, LARGEST, strict=True)):
        limits = {"least": "x".join(map(str, SMALLEST)), "most": "x".join(map(str, LARGEST))}
        raise argparse.ArgumentTypeError(word("cli.not_a_size", given=shortened(text), **limits))
    return given


def lines(text: str) -> frozenset[int]:
    """Return the tester's lines of an argument. Raises ArgumentTypeError."""
    numbers = frozenset(int(part) for part in text.split(",") if part.strip().isdecimal())
    if len(numbers) < 2 or len(numbers) != len(text.split(",")) or max(numbers) > 15:
        raise argparse.ArgumentTypeError(word("certify.lines", text=text))
    return numbers


ADDERS: Final = MappingProxyType(
    {
        "config": add_config,
        "play": add_play,
        "games": add_games,
        "doctor": add_doctor,
        "card": add_card,
        "players": add_players,
        "export": add_export,
        "backup": add_backup,
        "owner": add_owner,
        "buttons": add_buttons,
        "board": add_board,
        "wiring": add_wiring,
        "completion": add_completion,
    }
)
"""What registers the commands of each module of `cabinet.commands`."""
