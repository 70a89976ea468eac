"""Speed Uno (docs/rules/speed-uno.md).

Zones: ``seatN.hand`` in the order in which its cards came, ``draw`` face down, ``discard``.

Scalars: ``turn``, the seat that plays next; ``direction``, 1 clockwise or -1; ``colour``, the colour in force, empty
while the seat ``naming`` (-1 for none) has to name it; ``exact``, whether exact matches are legal now; ``owed``, the
cards that the next player has to draw; ``must_draw``, whether the seat in turn draws next; ``passes`` in a row;
``challenged``, the seat whose Wild Draw Four may be challenged (-1 for none), and ``bluff``, whether it was a bluff;
``fined``, the seat that draws ``fine`` cards at once; ``glow``, ``won``. For each seat:

- ``called.N``: the seat has called and need not call again (UNO-10);
- ``exposed.N``: it has one card and has not called; it may be caught at least until that time (play clock, ns; 0 if it
  may not); ``fades.N``: since then somebody has played or drawn, so the exposure ends at that time;
- ``gaps.N``: the indices of emptied slots of the hand, counted from 0 among all its slots, gaps included, as text with
  spaces; ``gap_end.N``: when they close, or the last ones did (play clock, ns);
- ``scroll.N``: the index of the slot under CARD1.
"""
