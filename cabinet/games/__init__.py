"""How people see each game: one module a game, named by the game's id, with its texts, lessons, emblem and plan.

Begin with `presentation`, the type of these values, then `spit`. The room holds data only and imports the standard
library and the types of `engine`; `cabinet.strings` looks its texts up, the scenes its lessons and emblems. A new game
adds one module here (`docs/a-new-game.md`).
"""
