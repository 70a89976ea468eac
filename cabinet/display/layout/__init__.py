"""Where everything lies on the screen, in px: pure geometry, without pygame and without a game.

`arrange` is the way in and chooses an arrangement; `parts` are the values it returns, `boxes` the rectangles they are
made of. `grid` holds the lengths that an arrangement starts from. `slots_*` arrange games whose cards lie in slots,
`hands_*` games with hands. Imports: boxes ← parts ← grid ← arrangements ← arrange.
"""
