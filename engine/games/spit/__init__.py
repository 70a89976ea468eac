"""Spit and its variations (docs/rules/spit.md).

Zones: ``seatN.stock1`` … the stock piles, ``seatN.spit`` the spit cards, face down, ``centre.K`` the spit pile that
seat K started; with a marker, those of ``marker``.

Scalars beside those of ``engine.race``: ``armed.N`` and ``marked.N`` (a stock pile's zone: the armed card, the marked
space); ``spit_on`` (SPIT-8: the pile on which a seat that spits alone keeps spitting); ``concealed.N`` (SPIT-22: the
seat has picked up its last cards); those of ``claiming``, of ``running``, and with more than two seats those of
``many_seats`` and of ``engine.aim``.

From the ground up:

- ``options``, ``rules`` (the immutable value that every other module takes), ``queries``;
- parts of the rules: ``running``, ``marker``, ``cancelling``, ``twins``, ``spitting``, ``visibility``; and how piles
  are shared out: ``claiming`` (two seats), ``many_seats`` (more);
- commands: ``refusal``, ``legal``, ``waiting``, ``moves``;
- the course of a deal: ``dealing``, ``stuck``, ``ending``, ``timing``;
- the panel: ``panel``, ``taps``, ``many_panel``; the bots: ``evaluation``;
- ``game``, the class that the match calls.
"""
