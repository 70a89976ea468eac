"""The scenes of the program on the stack of `cabinet.scenes.stack`; a scene with its parts is one file.

Begin with `cabinet.scenes.stack`: it defines when each method of a scene is called, and how a scene returns its
result. `cabinet.flow` says which scene comes next. A scene knows the display, the screens, the match, the sound and the
strings, and no scene that comes after it; it reads no clock and no queue. What several scenes need stands in `bases` (a
page that stands, common results, waits), `choice`, `lessons` and `dialogs`. `menu`, `tonight` and `evening`
ask several questions one after the other. Their tests press buttons and read the resulting pictures.
"""
