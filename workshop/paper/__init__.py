"""What a builder prints: templates, lists, labels, cards, made from the configuration that plays.

`panel` has the geometry of the panels, pure numbers in mm; begin there. `marks` has the few kinds of marks that a
drawing consists of, and writes them as SVG and as DXF. `plans` makes drawings of the geometry: the panel's template, a
panel of cardboard, a side of the cabinet. `pdf` puts drawings on paper at 1:1, over several sheets where they are
larger. `sheets` has everything that is no drawing: the wiring as a list, labels, rule cards, the poster, the sticker.
Only `photofinish print` imports the room; `pdf` and `sheets` need the extra `print`.
"""
