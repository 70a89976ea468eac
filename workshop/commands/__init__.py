"""The workshop's commands of `photofinish`, a module each, as those of `cabinet.commands` are.

`cabinet.cli` finds them by their names, and nothing else of the cabinet but ``doctor --witness`` does.
"""
