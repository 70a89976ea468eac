"""A match being played, without a screen: set up, driven, logged and counted.

`request` is the players' choice, `factory` makes a `Session` of it, `session` drives the engine's match and writes its
log, `statistics` records its result in the store with the figures of its `story`; `played` lists the matches since the
title. The room imports the games' texts, the strings, the configuration, the people, the store and `engine`; nothing of
the display, the sound or the buttons, so a match runs the same in a window, offscreen and in tests. Its tests play
whole matches in virtual time.
"""
