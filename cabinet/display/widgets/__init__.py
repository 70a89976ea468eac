"""Parts that any scene may draw: the caps of keyboard keys, discs, capitals, the background.

Drawn with the toolkit; knows no match.
"""
