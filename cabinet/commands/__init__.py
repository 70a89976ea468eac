"""The commands of `photofinish`, a module each (`restore` is in `backup`).

Each has ``run(args) -> int``, which executes the command and returns the exit code. For a user's mistake `run` raises
an exception that `cabinet.cli` prints. The arguments of all stand in `arguments`, which imports none of them: `--help`
is quick, and only the module of the command that runs is imported.
"""
