"""The result of a match on a full screen, the slow motion of a race, and the photo of the closest one.

Everything here draws values of `page`, which hold words and numbers and know no game. `sheet` is the result,
`slow_motion` is drawn over a table (a race once more, a deal's result), `photo` the print; `strip` is the finish line
that all of them show, `chart` the match over time.
"""
