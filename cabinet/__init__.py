"""The program that people use: display, sound, scenes, loop, store and command line.

It may import the standard library, `engine`, `hardware` and pygame. No other package imports `cabinet`
(`tests/repo/test_layering.py` enforces it).

Begin with `cabinet/app.py`, the composition root and the only place that knows every part, then
`cabinet/loop.py`, then a scene under `cabinet/scenes/`.
"""
