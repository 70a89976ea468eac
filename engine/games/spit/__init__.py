"""Spit and its variations (docs/rules/spit.md).

Zones: ``seatN.stock1`` … the stock piles, ``seatN.spit`` the spit cards, face down, ``centre.K`` the spit pile that
seat K started. The marker ``M1``, which is no card, rests in ``marker``; as a ghost it lies in the empty centre zone
(SPIT-24), lent in ``seatN.marker`` (SPIT-25). Nothing can be played on it, and it counts as no seat's card.

Scalars beside those of ``engine.race``:

- ``armed.N`` and ``marked.N``: a stock pile's zone, that of the armed card and the marked space;
- ``spit_on`` (SPIT-8): the pile on which a seat that spits alone keeps spitting;
- ``concealed.N`` (SPIT-22): the seat has picked up its last cards;
- ``finisher``: the seat that ran out of stock cards; with more than two seats the one that has taken its pile when
  nobody can go on (SPIT-9); -1 for none;
- ``choice``: the only seat that may choose a pile; -1 for none or, with more than two seats, for any of those with the
  fewest stock cards;
- ``choose_by``: the end (play clock, ns) of a choice won by a shout, of the time for a slam, or, with more than two
  seats, of any choice, during which nothing else is legal and the phase stays ``play``; else 0;
- with more than two seats (SPIT-28) ``place.N``, the seat's place once it is out, else 0, and ``short.N``, true for a
  seat that got no spit card in the deal and so started no pile;
- with runs (SPIT-27) ``away``, the seats under way, in the order of setting off, separated by spaces; ``run.N``, the
  source and the target pile, separated by a space; ``lands.N``, when that card lands (play clock, ns), 0 if none is
  under way; with ``teams = relay`` ``runner.N``, the next of the seat's two runners.
"""
