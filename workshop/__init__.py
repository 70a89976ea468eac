"""Photo Finish's workshop: what a builder prints, what proves that presses are judged right, logs shown as films, and
what designers measure.

A cabinet plays without it. It may import `cabinet`, `engine` and `hardware`; of those only the commands of
`cabinet.commands` import it, each when it runs.
"""
