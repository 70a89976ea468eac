"""Photo Finish, the program that people use: display, sound, scenes, loop, store and command line.

It may import the standard library, `engine`, `hardware`, pygame and the libraries of `pyproject.toml`. Neither of
them imports `cabinet`; `workshop` does, which nobody needs to play, and `live`, a program of its own.

Begin with `cabinet/flow.py`, which says what comes after what, then `cabinet/app.py`, the composition root and the only
place that knows every part, then `cabinet/loop.py`, then a scene under `cabinet/scenes/`.

The rooms, each importing only those before it
    `games`: how people see each game. `strings`: every text. `process`: the process and its memory. `machine`:
    root's helper. `display`: the drawing. `config`: the configuration file. `store`: what is kept. `audio`: the
    sound. `input`: the panels. `match`: a match without a screen. `screens`: windows, and whose view each shows.
    `doctor`: the machine's faults. `scenes`: one scene a file. `live`: what happens, for other programs. `service`:
    the operator's side. `commands`: the command line's commands.

Beside them stand `errors` and `regular_file`, which the rooms share, `flow`, and the modules that only start things:
`app`, `loop`, `offscreen` (a match without a display), `error_screen` (a program of its own), `cli`. Each room's
`__init__` is its map. `tests/repo/test_sources.py` has the table of the rooms and holds every import to it.
"""
