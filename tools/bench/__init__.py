"""`make bench`: the program's costs, measured on this machine and printed as one table."""
