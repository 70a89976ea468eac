"""Mod-Spit: Spit with single cards in a row, and slaps for numbers (docs/rules/mod-spit.md).

Zones and scalars as in ``engine.games.spit``; besides, ``modulus`` and ``rule`` (the name of the rule in force), and
those of ``number_slap``.

ACTION is the number slap only, so the variations that need a shout are excluded: cards turn by themselves, there is no
call of twins and no shout for the choice, and no card is picked up or borrowed.

From the ground up: ``sequences`` (the rules for slaps, by name), ``options``, ``rules``, ``agreement`` (the modulus and
the rule of a deal), ``number_slap``, ``evaluation``, and ``game``, a subclass of Spit.
"""
