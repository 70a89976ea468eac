"""What can be typed after `photofinish`: a module a command.

Each has ``add_parser(subparsers)``, which registers the command's arguments and imports nothing heavy, so that
`photofinish --help` is quick, and ``run(args) -> int``, which does it and returns the exit code. Whatever a
person can get wrong leaves `run` as an exception that `cabinet.cli` puts into words.
"""
