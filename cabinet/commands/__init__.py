"""The commands of `photofinish`, a module each (`restore` is in `backup`).

Each has ``add_parser(subparsers)``, which registers the command's arguments and imports nothing heavy, so that
`photofinish --help` is quick, and ``run(args) -> int``, which executes the command and returns the exit code. For a
user's mistake `run` raises an exception that `cabinet.cli` prints.
"""
