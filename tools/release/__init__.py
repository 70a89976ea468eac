"""What is published: `python -m tools.release` (`make release`) makes it all in ``build/release``.

`source` says what is released, and lays out its files as git has them; `packages` makes wheels and source archives of
those, `library` the engine under a name of its own, `lists` the check sums, the parts lists (SBOM) and the entry for
Raspberry Pi Imager. It begins with a clean checkout. Two runs from one commit make the same bytes: git's files, times
of the commit, archives in order, tools of the same versions.
"""
