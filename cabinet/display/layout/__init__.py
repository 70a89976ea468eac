"""The position of every part on the screen, in px: pure geometry, without pygame and without a game.

`arrange` is the entry point, chooses an arrangement, and has those of games with hands. `boxes` defines the values it
returns; `slots` arranges games whose cards lie in slots, `race` a photo finish on any of them. Imports: boxes ← slots ←
arrange.
"""
