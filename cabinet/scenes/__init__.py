"""The scenes of the program, one a file, on the stack of `cabinet.scenes.stack`.

Begin with `cabinet.scenes.stack`: it defines when each method of a scene is called. A scene knows the drawing toolkit
(`cabinet.display`), the words and the scenes it leads to; it reads no clock and no queue.
"""
