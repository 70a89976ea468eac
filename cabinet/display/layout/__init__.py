"""The position of every part on the screen, in px: pure geometry, without pygame and without a game.

`arrange` is the entry point and chooses an arrangement. `parts` defines the values it returns, `boxes` the rectangles
in them, `grid` the lengths that an arrangement starts from. `slots` arranges games whose cards lie in slots, `hands`
games with hands, `race` a photo finish on any of them. Imports: boxes ← parts ← grid ← slots ← hands ← arrange.
"""
