"""The cards themselves, as surfaces: faces and backs in every size, court figures, and the cards of four colours.

Imports the theme, the fonts, the shapes and the cache; knows no seat, no pile and no game.
"""
