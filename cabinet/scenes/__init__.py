"""The scenes of the program, one a file, on the stack of `cabinet.scenes.stack`.

Begin with `cabinet.scenes.stack`: it defines when each method of a scene is called. A scene knows the display, the
screens, the match, the sound, the strings and the scenes it leads to; it reads no clock and no queue. Beside the scenes
stand their parts: `attract_pages`, `dialogs`, `legend`,
`operator_pages`, and `bases`. Their tests press buttons
and read the resulting pictures.
"""
