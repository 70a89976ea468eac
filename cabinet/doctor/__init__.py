"""The doctor: finds this machine's faults before guests do, one line a check, each with its remedy.

Every check is a pure function of a `Probe`, the interface to the machine, and of the state that the running program
has written (`running`), so that each of its outcomes can be tested without such a machine. Begin with `checks`.
What a builder sends, the findings and the figures of some minutes, is made in `workshop.witness`.
"""
