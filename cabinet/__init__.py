"""The program people meet: display, sound, scenes, loop, store and command line.

May import everything: the standard library, `engine`, `hardware`, pygame. Nobody imports `cabinet`
(`tests/repo/test_layering.py` enforces it).

Begin with `cabinet/app.py`, the composition root and the only place that knows every part, then
`cabinet/loop.py`, then a scene under `cabinet/scenes/`.
"""
