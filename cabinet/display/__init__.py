"""What is seen: the table, and the kit that every scene draws with.

May import pygame, the standard library, `engine` (values only) and nothing else of `cabinet`: words come in as a
callable, so the display knows no language, and zones by their names, so it knows no game.

For a scene of your own
    `theme.Theme` is the look, `fonts.Fonts` the typefaces (one object for the program), `kit.Kit(theme, fonts, size)`
    what you draw with: ``kit.text``, ``kit.fitted`` (never wider than told), ``kit.plate`` (rounded plates),
    ``kit.badge`` (a seat's shape), ``kit.sign`` (arrows, tick, star), ``kit.figures`` (a timing board),
    ``kit.art.card`` (cards), ``kit.px`` and ``kit.type_size`` (lengths and letters given for 800×480, on this
    screen). ``softkeys.SoftKeys(kit).key`` draws soft-keys. ``backdrop.night(kit)`` is the ground.
    All of it is kept: ask again every frame if you like, and never draw on what you are given.
    `stage.Stage(ground)`: ``stand`` the sprites that there are, ``draw`` what changed; it returns dirty rectangles.

For the table
    `table.TableView(TableSetup(...), theme, fonts, words, kit)` is made for one match. ``update`` it with what the
    match told, ``draw`` it once a frame, ``show`` a `moment.Sheet` over it (pause, result, with the finish line of
    `TableView.finish`). ``busy`` and ``next_change`` tell when it wants to be drawn. The words that it needs begin
    with ``table.``, ``label.``, ``say.``, ``foul.`` and ``button.``.

To find your way
    `layout` is a room of its own: pure geometry. `places` turns zone names into boxes of it, `places_hands` where
    hands are held (`TableSetup.hands`); there `hands` composes `handside` (a person's row of five, with `plates_hands`
    and `choices`) and `tiles` (everybody else). Elsewhere every card button has a slot. `story` turns
    entries into notices and margins, `animator` into `motion`; `middle` (what its boards say: `telling`; how they
    look: `boards`), `seatside` (with `plates`) and `sheets` compose what stands. `seatside` and `handside` share
    `keyfaces` (what soft-keys show) and `seatnotes` (fouls, shouts, the lock). `stage` redraws what changed. `cards`,
    `courts`, `shapes`, `marks` draw. `tools/pictures` renders moments of matches with all this into
    docs/pictures: look there first, and again after every change.

A cocktail table: the far player's LEFT is the screen's right pile. The panel map exchanges the two buttons for that
seat; everything else (the order of cards, the keys' arrows) follows from the layout.
"""
