"""The table of a match on screen. `view.TableView` is the way in; it is made for one match.

`view_state` is one moment of a match as everything here needs it, with aims and carried cards, and `places` leads from
zone names to boxes. Entries become notices and margins in `view_state`, cards in motion in `animator`, sentences in
`messages` on the boards. `seats` draws a seat with card slots or a person with a hand; `hands` composes the people and
the tiles of every other seat of a game with hands, `middle` the piles and boards between the seats. `softkeys` shows
what each button does; `overlays` and `hand_overlays` draw the marks on and around cards, name plates and notices.
`race` shows a photo finish, with the `race_wings`. `prewarm` draws ahead.
"""
