"""Mod-Spit: Spit with single cards in a row, and slaps for numbers (docs/rules/mod-spit.md).

Zones and scalars as in ``engine.games.spit``; besides,

- ``modulus`` and ``rule`` (the name of the rule in force);
- with the option ``sums``, ``sums``: the cabinet does the sum in this deal (MOD-5);
- ``right_until``: the time (play clock, ns) until which covered tops still make a slap right;
- ``wrong``: the seat that slapped wrongly and waits for the other, -1 for none, -2 in the instant in which both slapped
  wrongly and the lot must decide which was last;
- ``wrong_by``: the end of that wait or, after two wrong slaps, of the choice of a pile by the seat ``choice``.

ACTION is the number slap only, so the variations that need a shout are excluded: cards turn by themselves, there is no
call of twins and no shout for the choice, and no card is picked up or borrowed.

The class is a subclass of ``Spit``, in the same layers.
"""
