"""Parts that any scene may draw: the caps of keyboard keys, discs, capitals, the background, a photo finish's light.

Drawn with the toolkit; knows no match.
"""
