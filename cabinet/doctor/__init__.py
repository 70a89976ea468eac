"""What is wrong with this machine, before guests find out: one line a matter, each with its remedy.

Every check is a pure function of a `Probe`, which answers what a machine can be asked, so that each of its outcomes
can be tested without such a machine. Begin with `checks`.
"""
