"""Speahx, a game in turns, in which the clock is a turn timer and nothing is a race (docs/rules/speahx.md).

Zones: ``seatN.table1`` … face down, ``seatN.hand``, ``seatN.chance`` (drawn this turn), ``stock``, ``pile``, ``gone``
(out of the game, face down).

Scalars: ``turn`` (the seat in turn), ``turn_ends`` (play clock, ns), ``wants`` (the choice that seat must make first:
``suit``, ``give``, ``jacks``, or empty), ``named`` (the suit that a two requires), ``left_suit`` (the suit in force
before a two, until a suit is named), ``place.N`` (1 for the first without cards, 0 while there are some), ``won``,
``loser``, ``capped``; of the panel ``marks.N`` (cards, in order), ``scroll.N``, ``menu.N`` (``moves``, ``table`` or
empty).
"""
