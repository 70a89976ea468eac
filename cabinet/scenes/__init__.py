"""The scenes of the program on the stack of `cabinet.scenes.stack`; a scene with its parts is one file.

Begin with `cabinet.scenes.stack`: it defines when each method of a scene is called. A scene knows the display, the
screens, the match, the sound, the strings and the scenes it leads to; it reads no clock and no queue. What several
scenes need stands in `bases` (a page that stands, one question after the other, waits), `choice`, `legend`, `lessons`,
`dialogs` and `people`; `lobby`, `evening`, `match_scenes` and `routes` say which scene comes next. Their tests press
buttons and read the resulting pictures.
"""
