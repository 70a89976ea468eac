"""The commands of `photofinish`, a module each (`restore` is in `backup`); the workshop's are in `workshop.commands`.

Each has ``run(args) -> int``, which executes the command and returns the exit code. For a user's mistake `run` raises
an exception that `cabinet.cli` prints. The arguments stand in `arguments`, which imports none of them: `--help` is
quick, and only the module of the command that runs is imported.
"""
