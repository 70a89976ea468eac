"""The table of a match on screen. `view.TableView` is the way in; it is made for one match.

`view_state` is one moment of a match as everything here needs it, with `places` (or `hand_places`) from zone names to
boxes. `event_feed` turns entries into notices and margins, `animator` into cards in motion, `status_text` and `prompts`
into sentences, `targeting` into aims and carried cards. A seat with card slots is drawn by `slot_seat` (with `plates`
and `peek_fan`), a person with a hand by `hand_seat` (with `hand_plates` and `choices`), every other seat of a game with
hands by `tiles`; `hands` composes those, `middle` the piles and boards between the seats. `key_faces` chooses what each
soft-key shows, `seat_notices` the notices across a seat's cards, `overlays` and `hand_overlays` the marks on and around
cards, `dialogs` what covers the table. `prewarm` draws ahead.
"""
