"""The screens: opened, seated, and given their view of the table.

`window` opens them and reads their events, in the mode and with the size of picture that `modes` chooses (`sdl_modes`
asks and sets the display); `sdl_pads` reads a desk's gamepads; `connectors` waits until there is a screen, and notices
another one; `canvas` turns a picture as its panel is mounted, and copies one screen to another; `view_factory` says
whose screen each is and which way its panel lies, and makes toolkits and views from the configuration; `views` updates
and draws all views of one match. The room imports the strings, the process, the configuration, the display, the input
and the match, and no scene. Its tests use SDL's dummy driver.
"""
