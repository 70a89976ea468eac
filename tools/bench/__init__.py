"""`make bench`: what the program costs, measured on the machine at hand and printed as one table."""
