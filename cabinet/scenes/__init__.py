"""What the program can show: one scene a file, on the stack of `cabinet.scenes.stack`.

Begin with `cabinet.scenes.stack`: it says when each method of a scene is called. A scene knows the kit that draws
(`cabinet.display`), the words and the other scenes it leads to; it reads no clock and no queue.
"""
