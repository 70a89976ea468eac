"""Faults put into a copy of the sources on purpose, to see that the tests catch each: `python -m tools.mutations`.

`layout` and `rules` list them, `trial` applies one and runs its tests. Games may add theirs to a module beside those
two. None of it is installed.
"""
