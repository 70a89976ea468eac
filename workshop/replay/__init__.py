"""A match played again from its log: in a window, as the photo of its closest race, or as a film.

`reel` holds the match at any moment, `show` is the window and its keys, `produce` writes photos and films. The frames
are those of the table's own view.
"""
