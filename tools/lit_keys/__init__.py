"""Does the panel light the way? Every seat that can go on must find it by lit keys alone, press by press.

`python -m tools.lit_keys` plays every preset at random and by bots and prints, for each, how often a seat that could
go on had no lit key at all (dark), no lit way (lost), or a lit way that was longer than the shortest (detour); and for
how many seconds of a match of two level bots at least one of them was in the dark. The tests ask the same questions.

A *way* is a row of presses, of which the last gives a command that keeps the game going. A press that the rules refuse
is no part of any way: it may cost time (GEN-3). LEFT and RIGHT may stay held for what follows.

`ways` searches the presses, `play` makes the moments, `tally` counts.
"""
