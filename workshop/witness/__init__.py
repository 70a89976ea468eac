"""The witness: what one machine can tell a stranger about how it plays, in a small file without a name in it.

`witness_file` is that file; `figures` measures a machine for some minutes, while `rehearsal` lets the program play by
itself in a process of its own. `workshop.commands.witness` puts them together.
"""
