"""Speed, and five-card-hand Spit as presets of it (docs/rules/speed.md).

Zones: ``seatN.hand1`` … one card each, ``seatN.stock`` face down, ``centre.K`` the play piles, ``reserve.K`` the
replacement piles, face down.

Scalars beside those of ``engine.race``: ``armed.N``, the slot of the armed card; with ``declared_joker``
``declared.K``, the rank that the joker on top of pile K counts as (empty: any); with more than two seats ``place.N``,
the seat's place once it is out of cards, else 0; with ``turn_from = stocks`` ``choosing``,
whether seats without a stock may choose a card, and ``laid.N``, the slot that the seat has chosen, else empty; with
``finish = slap`` ``finisher``, the seat that has played its last card, until both play on, -1 for none.
"""
