"""A tournament on a full screen: the tree of its matches, or its table, who plays now, and in the end the champion.

Everything here draws values of `page`, which hold words and know no evening. `plan` shares a tournament out to pages
and places its trees on them, without pygame; `sheet` draws a page, the list of all results or the champion.
"""
