"""A match played again from its log: in a window, as the photo of its closest race, or as a film.

`reel` holds the match at any moment, `player` moves it, `show` is the window, `film` and `gif` write files. The frames
are those of the table's own view.
"""
