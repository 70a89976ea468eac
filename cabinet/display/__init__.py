"""The display: the table on screen, and the drawing toolkit of all scenes.

The package may import pygame, the standard library, `engine` (values only) and `cabinet.display`, but no other part of
`cabinet`. Words come in as a callable, so the display knows no language; zones come in by name, so it knows no game.

For a scene of your own
    `theme.Theme` is the look, `theme.Fonts` the typefaces (one object for the program).
    `toolkit.Toolkit(theme, fonts, size)` draws: ``text``, ``fitted`` (never wider than a given width), ``plate``
    (rounded plates), ``badge`` (a seat's shape), ``sign`` (arrows, tick, star), ``figures`` (a timing board),
    ``art.card`` (cards), ``px`` and ``type_size`` (lengths and letters given for 800×480, on this screen).
    ``widgets.night(toolkit)`` is the background.
    All of these are cached: request them every frame if you like, and never draw on a returned surface.
    `page` describes a page: rows, stacks and tiles of texts, figures and pictures, measured first and drawn then. It
    alone decides what happens to a word that is too long.
    `stage.Stage(backdrop)` redraws the changes: ``stand`` sets the standing sprites, ``draw`` returns dirty rectangles.

For the table
    `table.view.TableView(view_state.TableSetup(...), words, toolkit)` shows one match. ``update`` it with a
    `view_state.TableUpdate`, ``draw`` it once a frame, ``show`` a `view_state.Dialog` over it (a pause, a
    question), ``lay_over`` a picture in motion. ``busy`` and ``next_change`` say when it needs
    drawing. The keys of its words begin with ``table.``, ``label.``, ``say.``, ``foul.`` and ``button.``.

The rooms, each importing only those before it
    `theme`, `shapes`, `stage`, `cache`, `margin_text`, `png`: the ground floor. `layout`: pure
    geometry.
    `cards`: faces and backs. `toolkit`: the drawing toolkit of every scene. `widgets`: capitals, discs, key caps, the
    background. `page`: pages as descriptions. `press_light`: light on pressed buttons. `table`: the table of a match.
    `result`: a deal's and a match's result, slow motion, photo. `evening`: the pages of names and of tonight.
    `attract`: the pages of a cabinet that nobody plays on. `bracket`: the pages of a tournament. `emblem`: cards, seats
    and signs above a word. `legend`: keys and panels, and the ways out below. Each folder's `__init__` is its map.
    `make pictures` renders moments of matches with all this into build/pictures: look there
    first, and again after every change.

A cocktail table: the far player's LEFT is the screen's right pile. The panel map exchanges the two buttons for that
seat; everything else (the order of cards, the keys' arrows) follows from the layout.
"""
