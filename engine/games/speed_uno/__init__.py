"""Speed Uno (docs/rules/speed-uno.md).

Zones: ``seatN.hand`` in the order in which its cards came, ``draw`` face down, ``discard``.

Scalars: ``turn``, the seat that plays next; ``direction``, 1 clockwise or -1; ``colour``, the colour in force, empty
while the seat ``naming`` (-1 for none) has to name it; ``exact``, whether exact matches are legal now; ``owed``, the
cards that the next player has to draw; ``must_draw``, whether the seat in turn draws next; ``passes`` in a row;
``challenged``, the seat whose Wild Draw Four may be challenged (-1 for none), and ``bluff``, whether it was a bluff;
``fined``, the seat that draws ``fine`` cards at once; ``glow``, ``won``. For each seat: ``called.N``, ``exposed.N`` and
``fades.N`` (``calling``), ``gaps.N``, ``gap_end.N`` and ``scroll.N`` (``slots``).

From the ground up: ``cards``, ``options``, ``rules`` (the immutable value that every other module takes), ``queries``,
``legal``, ``slots``, ``calling``, ``drawing``, ``moves``, ``dealing``, ``ending``, ``timing``, ``panel``,
``evaluation``, and ``game``, the class that the match calls.
"""
