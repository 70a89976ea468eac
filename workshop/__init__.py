"""Photo Finish's workshop: what a builder prints, what proves that presses are judged right, logs shown as films, what
designers measure, and what a machine tells of itself; with the commands for it.

A cabinet plays without it. It may import `cabinet`, `engine` and `hardware`; of those `cabinet.cli` finds its commands
by their names, and only ``buttons --record`` of `cabinet.commands` imports it.
"""
