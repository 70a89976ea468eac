"""The screens: opened, seated, and given their view of the table.

`window` opens them and reads their events, in the mode and with the size of picture that `modes` chooses (`sdl_modes`
asks and sets the display); `sdl_pads` reads a desk's gamepads; `connectors` waits until there is a screen, and notices
another one; `canvas` turns a picture as its panel is mounted; `seating` says whose screen each is, which way its panel
lies, and gives every seat its view; `view_factory` makes toolkits and views from the configuration; `views` updates and
draws all views of one match; `mirror` copies one screen to another; `table_setting` is the part of a seating that a
lesson needs. The room imports the strings, the process, the configuration, the display, the input and the match, and no
scene. Its tests use SDL's dummy driver.
"""
