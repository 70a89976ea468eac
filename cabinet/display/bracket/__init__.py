"""A tournament on a full screen: the tree of its matches, or its table, who plays now, and in the end the champion.

Everything here draws values of `page`, which hold words and know no evening. `plan` shares a tournament out to pages
and `tree` places a tree on one of them, both without pygame; `sheet` draws a page, `tables` the tables of a round robin
and of a Swiss tournament, `results` the list of all results, `champion` the end.
"""
