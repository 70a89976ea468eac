"""The position of every part on the screen, in px: pure geometry, without pygame and without a game.

`arrange` is the entry point and chooses an arrangement. `parts` defines the values it returns, `boxes` the rectangles
in them, `grid` the lengths that an arrangement starts from. The modules `slots_*` arrange games whose cards lie in
slots, the modules `hands_*` games with hands. Imports: boxes ← parts ← grid ← arrangements ← arrange.
"""
