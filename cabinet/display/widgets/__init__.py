"""Parts that any scene may draw: soft-keys and the caps of keyboard keys, message panels, capitals, the background.

Drawn with the toolkit; knows no match.
"""
